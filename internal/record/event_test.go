package record

import (
	"encoding/json"
	"reflect"
	"testing"

	"autoqueens/internal/fault"
	"autoqueens/internal/player"
)

// TestEvent holds the text that scripts and old recordings rely on, and reads it back.
func TestEvent(t *testing.T) {
	for _, tt := range []struct {
		event player.Event
		want  string
	}{
		{player.Event{Kind: player.Stopped, MS: 1.5, Board: 1, Clicks: 3, Failure: fault.Stopped, What: "stopped", Advice: "run it again"},
			`{"event":"stopped","ms":1.5,"board":1,"clicks":3,"status":7,"what":"stopped","advice":"run it again"}`},
		{player.Event{Kind: player.Stopped, Failure: fault.Failed, What: "odd"}, `{"event":"stopped","ms":0,"board":0,"status":1,"what":"odd"}`},
		{player.Event{Kind: player.Done, Board: 2}, `{"event":"done","ms":0,"board":2}`},
	} {
		got, err := json.Marshal(EventOf(tt.event))
		if err != nil || string(got) != tt.want {
			t.Errorf("%s, %v\nwant %s", got, err, tt.want)
		}
		var back Event
		if err := json.Unmarshal(got, &back); err != nil || !reflect.DeepEqual(back.event(), tt.event) {
			t.Errorf("%s is read as %+v, %v", got, back.event(), err)
		}
	}
}
