package dump

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
)

// Printer prints and files what was found in one picture after the other. One
// that fails does not keep it from the next. It is used by one goroutine.
type Printer struct {
	To      io.Writer
	Style   term.Style
	Quiet   bool      // print boards alone
	Seen    bool      // To is seen by whoever is told the error of the whole, as on a terminal
	Details io.Writer // is told what was seen and why it was refused
	JSON    bool      // print a line of it for each board
	Folder  *Folder   // nil where nothing is written

	pictures int
	shown    int
	held     *Subject       // the first, where it failed and Seen: perhaps the error says all
	failed   []*fault.Error // one a picture at most
	broken   error          // the output cannot be written, or the person stopped it
}

// Show takes the subjects of one picture, of which only the first can have failed. It tells
// whether there is use in another.
func (p *Printer) Show(ctx context.Context, found []Subject) bool {
	if p.broken == nil {
		p.show(ctx, found)
	}
	return p.broken == nil
}

func (p *Printer) show(ctx context.Context, found []Subject) {
	p.pictures++
	if p.held != nil {
		first := *p.held
		if p.held, p.broken = nil, p.text(first); p.broken != nil {
			return
		}
		p.shown++
	}
	for _, s := range found {
		if s.Fault != nil {
			p.failed = append(p.failed, s.Fault)
		}
		s.Explain(p.Details)
		if s.Fault != nil && p.Seen && !p.JSON && p.pictures == 1 {
			p.held = &s
			continue
		}
		if p.JSON {
			p.broken = fault.Unwritable("the output", NewLine(s).Write(p.To))
		} else {
			p.broken = p.text(s)
		}
		if p.broken != nil {
			return
		}
		p.shown++
	}
	if p.Folder == nil {
		return
	}
	paths, err := p.Folder.Save(ctx, found...)
	for _, path := range paths {
		p.wrote(path)
	}
	p.broken = cmp.Or(p.broken, err)
}

// text prints a subject for people, an empty line behind the one before.
func (p *Printer) text(s Subject) error {
	if p.shown > 0 {
		fmt.Fprintln(p.To)
	}
	return fault.Unwritable("the output", s.WriteText(p.To, p.Style, !p.Quiet))
}

func (p *Printer) wrote(path string) {
	if !p.JSON && !p.Quiet {
		fmt.Fprintf(p.To, "# wrote %s\n", printable.Line(path))
	}
}

// Finish writes the page and returns the error for the whole run: what ended it early, if
// something did, or that of the first picture that failed, with the number of the others. Where
// their own words are seen already it has the number alone.
func (p *Printer) Finish(ended error) error {
	if p.held != nil && ended != nil && p.broken == nil {
		p.broken = p.text(*p.held) // what ended it does not tell of that
	}
	p.broken = cmp.Or(p.broken, ended)
	if p.Folder != nil {
		path, err := p.Folder.Close()
		if p.broken = cmp.Or(p.broken, err); err == nil && path != "" {
			p.wrote(path)
		}
	}
	if p.broken != nil {
		return p.broken
	}
	if len(p.failed) == 0 {
		return nil
	}
	first := p.failed[0]
	switch {
	case p.Seen && !p.JSON && !p.Quiet && p.pictures > 1:
		return fault.Wrap(first, first.Kind, fmt.Sprintf("%d of %d pictures could not be read", len(p.failed), p.pictures), "the lines above say why")
	case len(p.failed) == 1:
		return first
	}
	return fault.Wrap(first, first.Kind,
		fmt.Sprintf("%d of %d pictures could not be read; the first: %s", len(p.failed), p.pictures, first.What), first.Advice)
}
