package term

import (
	"fmt"
	"strings"
	"time"
)

// Progress tells on a line how far something long has come and how long the rest
// takes. Where the line is nil it is silent. It is used by one goroutine at a
// time.
type Progress struct {
	line    *Line
	now     func() time.Time
	started time.Time
	told    time.Time
}

// How long something may take before its progress is told, and how often that
// changes.
const (
	tellAfter = 2 * time.Second
	tellEvery = 200 * time.Millisecond
)

// NewProgress returns the progress of something that begins now.
func NewProgress(line *Line) *Progress {
	return &Progress{line: line, now: time.Now, started: time.Now()}
}

// Show says that so many parts of all are done, and whatever else there is to
// say. Where all is 0 nobody knows how many there are. It may be called as often
// as there is something new: most calls do nothing.
func (p *Progress) Show(done, all int64, also string, args ...any) {
	if p.line == nil {
		return
	}
	now := p.now()
	if now.Sub(p.started) < tellAfter || now.Sub(p.told) < tellEvery {
		return
	}
	p.told = now
	if len(args) > 0 {
		also = fmt.Sprintf(also, args...)
	}
	p.line.Set(progressText(done, all, now.Sub(p.started), also))
}

// Done takes the line away.
func (p *Progress) Done() { p.line.Set("") }

// barWidth is the width of the bar in characters.
const barWidth = 20

func progressText(done, all int64, spent time.Duration, also string) string {
	if all <= 0 {
		return fmt.Sprintf("%s, %s", Roughly(spent), also)
	}
	done = min(max(done, 0), all)
	filled := int(barWidth * done / all)
	bar := "[" + strings.Repeat("#", filled) + strings.Repeat("-", barWidth-filled) + "]"
	left := "how long it takes is not known yet"
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
