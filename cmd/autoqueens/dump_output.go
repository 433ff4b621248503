package main

import (
	"cmp"
	"context"
	"fmt"
	"io"

	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
)

// dumper prints and files what was found in one picture after the other. One
// that fails does not keep it from the next.
type dumper struct {
	w        io.Writer
	style    term.Style
	quiet    bool // print boards alone
	details  io.Writer
	json     bool
	folder   *dump.Folder // nil where nothing is written
	pictures int
	shown    int
	failed   []*fault.Error // one a picture at most
	broken   error          // the output cannot be written, or the person stopped it
}

// show takes the subjects of one picture, of which only the first can have
// failed.
func (d *dumper) show(ctx context.Context, found []dump.Subject) {
	if d.broken != nil {
		return
	}
	d.pictures++
	for _, s := range found {
		if s.Fault != nil {
			d.failed = append(d.failed, s.Fault)
		}
		s.Explain(d.details)
		if d.json {
			d.broken = fault.Unwritable("the output", dump.NewLine(s).Write(d.w))
		} else {
			d.broken = d.text(s)
		}
		if d.broken != nil {
			return
		}
		d.shown++
	}
	if d.folder == nil {
		return
	}
	paths, err := d.folder.Save(ctx, found...)
	for _, path := range paths {
		d.wrote(path)
	}
	d.broken = cmp.Or(d.broken, err)
}

// text prints a subject for people, an empty line behind the one before.
func (d *dumper) text(s dump.Subject) error {
	if d.shown > 0 {
		fmt.Fprintln(d.w)
	}
	return fault.Unwritable("the output", s.WriteText(d.w, d.style, !d.quiet))
}

func (d *dumper) wrote(path string) {
	if !d.json && !d.quiet {
		fmt.Fprintf(d.w, "# wrote %s\n", printable.Line(path))
	}
}

// finish writes the page and returns the error for the whole run: that of the
// first picture that failed, with the number of the others.
func (d *dumper) finish() error {
	if d.folder != nil {
		path, err := d.folder.Close()
		if d.broken = cmp.Or(d.broken, err); err == nil && path != "" {
			d.wrote(path)
		}
	}
	if d.broken != nil {
		return d.broken
	}
	switch len(d.failed) {
	case 0:
		return nil
	case 1:
		return d.failed[0]
	}
	first := d.failed[0]
	return fault.Wrap(first, first.Kind,
		fmt.Sprintf("%d of %d pictures could not be read; the first: %s", len(d.failed), d.pictures, first.What), first.Advice)
}
