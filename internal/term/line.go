package term

import (
	"bytes"
	"io"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"

	"autoqueens/internal/printable"
)

// Line is the line at the bottom of a terminal that says what is going on. It is
// written over as that changes, never wider than the terminal, and gone at the
// end. A nil Line is silent, so that whoever has nobody to tell needs no other
// code. All methods may be called from several goroutines.
type Line struct {
	w     io.Writer
	width func() int

	mu     sync.Mutex
	text   func() string // to be shown; nil is nothing
	shown  string        // what stands there, "" for nothing
	middle bool          // the output beside it is in the middle of a line of its own
	ended  chan struct{}
	drawn  sync.WaitGroup
}

// drawEvery lies between two looks at whether the line has changed. Setting it
// costs no more than keeping a string: no click waits for a slow terminal.
const drawEvery = 100 * time.Millisecond

// NewLine returns a line on w, nil where that is no terminal that can erase one.
func NewLine(w io.Writer) *Line {
	if !escapes(w) {
		return nil
	}
	l := newLine(w, func() int { return Width(w) })
	l.drawn.Go(func() {
		tick := time.NewTicker(drawEvery)
		defer tick.Stop()
		for {
			select {
			case <-l.ended:
				return
			case <-tick.C:
				l.draw()
			}
		}
	})
	return l
}

func newLine(w io.Writer, width func() int) *Line {
	return &Line{w: w, width: width, ended: make(chan struct{})}
}

// Set changes what the line says; the empty text takes it away.
func (l *Line) Set(text string) { l.follow(func() string { return text }) }

// follow has the line say what text returns from now on, which is called from
// another goroutine.
func (l *Line) follow(text func() string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = text
}

// draw brings the terminal up to date.
func (l *Line) draw() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.text == nil || l.middle {
		return
	}
	// A full line would wrap on some terminals.
	text := ansi.Truncate(printable.OneLine(l.text()), max(l.width()-1, 0), "…")
	if text == l.shown {
		return
	}
	// One write, so that it never stands there half.
	_, _ = io.WriteString(l.w, "\r"+text+ansi.EraseLineRight)
	l.shown = text
}

func (l *Line) erase() {
	if l.shown != "" {
		_, _ = io.WriteString(l.w, "\r"+ansi.EraseLineRight)
		l.shown = ""
	}
}

// Close erases the line for good.
func (l *Line) Close() {
	if l == nil {
		return
	}
	l.mu.Lock()
	select {
	case <-l.ended:
	default:
		close(l.ended)
	}
	l.text = nil
	l.erase()
	l.mu.Unlock()
	l.drawn.Wait()
}

// Over returns a writer for output that shares the terminal with the line: the
// line makes way for it and comes back below.
func (l *Line) Over(w io.Writer) io.Writer {
	if l == nil || w == io.Discard {
		return w
	}
	return &over{line: l, w: w}
}

type over struct {
	line *Line
	w    io.Writer
}

func (o *over) Write(data []byte) (int, error) {
	o.line.mu.Lock()
	defer o.line.mu.Unlock()
	o.line.erase()
	if len(data) > 0 {
		o.line.middle = !bytes.HasSuffix(data, []byte("\n"))
	}
	return o.w.Write(data)
}

// Unwrap returns the writer beneath, which says whether it is a terminal.
func (o *over) Unwrap() io.Writer { return o.w }
