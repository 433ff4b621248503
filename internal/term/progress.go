package term

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// Progress tells on a line how far something long has come and how long the rest
// takes, or in notes. Where there is neither it is silent. Its methods may be called
// from several goroutines.
type Progress struct {
	line    *Line
	notes   io.Writer
	next    *time.Timer // of the notes
	now     func() time.Time
	started time.Time

	mu        sync.Mutex
	begun     bool
	ended     bool
	done, all int64
	also      string
	args      []any
}

// tellAfter is how long something may take before its progress is told.
const tellAfter = 2 * time.Second

// NewProgress returns the progress of something that begins now.
func NewProgress(line *Line) *Progress {
	p := &Progress{line: line, now: time.Now, started: time.Now()}
	line.follow(p.text)
	return p
}

// NewNotes is NewProgress where no terminal shows a line: the progress is a note on w
// after a while, and again each time when twice as long has gone by. A log stays
// short, and whoever waits knows what for.
func NewNotes(w io.Writer) *Progress {
	const first = 10 * time.Second
	p := &Progress{notes: w, now: time.Now, started: time.Now()}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.noteAfter(first)
	return p
}

// noteAfter has the next note written after so long, and those after it. The caller holds mu, as
// does whoever writes a note, so that none comes after Done.
func (p *Progress) noteAfter(d time.Duration) {
	p.next = time.AfterFunc(d, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.ended {
			return
		}
		if text := p.words(); text != "" {
			fmt.Fprintf(p.notes, "note: %s\n", text)
		}
		p.noteAfter(p.now().Sub(p.started))
	})
}

// Show says that so many parts of all are done, and whatever else there is to
// say, as fmt.Sprintf takes it. Where all is 0 nobody knows how many there are.
// It may be called as often as there is something new: the words are made only
// when they are shown.
func (p *Progress) Show(done, all int64, also string, args ...any) {
	if p.line == nil && p.notes == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begun, p.done, p.all, p.also, p.args = true, done, all, also, args
}

// text returns what the line says.
func (p *Progress) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.words()
}

// words is text for who holds mu.
func (p *Progress) words() string {
	spent := p.now().Sub(p.started)
	if !p.begun || p.ended || spent < tellAfter {
		return ""
	}
	return progressText(p.done, p.all, spent, fmt.Sprintf(p.also, p.args...))
}

// Done takes the line away, and ends the notes.
func (p *Progress) Done() {
	p.line.Set("")
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	if p.next != nil {
		p.next.Stop()
	}
}

// barWidth is the width of the bar in characters.
const barWidth = 20

func progressText(done, all int64, spent time.Duration, also string) string {
	if all <= 0 {
		return fmt.Sprintf("%s, %s", Roughly(spent), also)
	}
	done = min(max(done, 0), all)
	filled := int(barWidth * done / all)
	bar := "[" + strings.Repeat("#", filled) + strings.Repeat("-", barWidth-filled) + "]"
	left := "no estimate yet"
	if done > 0 {
		left = "about " + Roughly(time.Duration(float64(spent)/float64(done)*float64(all-done))) + " to go"
	}
	text := fmt.Sprintf("%s %3d %%, %s", bar, 100*done/all, left)
	if also != "" {
		text += ", " + also
	}
	return text
}

// Roughly rounds a time to what an estimate is good for.
func Roughly(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(d.Seconds())+1)
	case d < time.Hour:
		return fmt.Sprintf("%d min", int(d.Minutes()+0.5))
	case d < 48*time.Hour:
		return fmt.Sprintf("%.1f h", d.Hours())
	}
	return fmt.Sprintf("%.0f days", d.Hours()/24)
}
