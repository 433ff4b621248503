package main

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/internal/fault"
	"autoqueens/internal/term"
)

// progressLine tells on a terminal how far something long has come, on a line
// that is written over and goes when it is done. Elsewhere, and with --quiet,
// it stays silent.
type progressLine struct {
	w     io.Writer // nil where there is nobody to tell
	start time.Time
	shown time.Time
}

// How long something may take before the line appears, and how often it
// changes.
const (
	progressAfter = 2 * time.Second
	progressEvery = 500 * time.Millisecond
)

func newProgressLine(cmd *cobra.Command) *progressLine {
	line := &progressLine{start: time.Now()}
	if w := cmd.ErrOrStderr(); words(cmd) != io.Discard && term.Is(w) {
		line.w = w
	}
	return line
}

// show says that so many parts of all are done, and how long the rest takes if
// it goes on like this.
func (l *progressLine) show(done, all int, also string) {
	if l.w == nil || done == 0 {
		return
	}
	now := time.Now()
	if now.Sub(l.start) < progressAfter || now.Sub(l.shown) < progressEvery {
		return
	}
	l.shown = now
	// The rest of the line is erased, since the one before may be longer.
	fmt.Fprintf(l.w, "\r%d %%, about %s to go, %s\x1b[K", 100*done/all, roughly(l.left(now, done, all)), also)
}

// left returns how long the rest takes.
func (l *progressLine) left(now time.Time, done, all int) time.Duration {
	return time.Duration(float64(now.Sub(l.start)) / float64(done) * float64(all-done))
}

// clear takes the line away.
func (l *progressLine) clear() {
	if !l.shown.IsZero() {
		fmt.Fprint(l.w, "\r\x1b[K")
	}
}

// roughly rounds a time to what an estimate is good for.
func roughly(d time.Duration) string {
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

// wholeNumber reads an argument that must be a whole number.
func wholeNumber(text, name string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fault.Newf(fault.Failed, fmt.Sprintf("give %s as a whole number, such as 8", name), "%s is %q, which is no number", name, text)
	}
	return n, nil
}
