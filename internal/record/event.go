package record

import (
	"autoqueens/internal/exit"
	"autoqueens/internal/player"
)

// Event is an event as scripts and recordings have it: its failure is told by the exit status.
type Event struct {
	player.Event
	Status exit.Status `json:"status,omitempty"`
	What   string      `json:"what,omitempty"` // here too, to come after the status
	Advice string      `json:"advice,omitempty"`
}

// EventOf returns an event to be written.
func EventOf(e player.Event) Event {
	return Event{Event: e, Status: exit.Of(e.Failure), What: e.What, Advice: e.Advice}
}

// event returns an event that was read.
func (e *Event) event() player.Event {
	out := e.Event
	if e.Status != exit.OK {
		out.Failure = e.Status.Kind()
	}
	out.What, out.Advice = e.What, e.Advice
	return out
}
