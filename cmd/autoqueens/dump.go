package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io"

	"github.com/spf13/cobra"

	"autoqueens/internal/fault"
	"autoqueens/vision"
	"autoqueens/vision/screen"
)

// dumpFlags are the flags of dump.
type dumpFlags struct {
	place  place
	images []string
	json   bool
	out    string
}

func newDumpCommand() *cobra.Command {
	var f dumpFlags
	cmd := &cobra.Command{
		Use:   "dump [FILE...]",
		Short: "Show the board it sees, on the screen or in pictures",
		Long: `Show the board that is seen on the screen, or in pictures: as blocks of colour on
a terminal, elsewhere as text that "solve" reads. Nothing is moved or clicked.

Pictures may be PNG, JPEG, GIF, WebP, BMP or TIFF; - is standard input. A file
may also hold a board as text or JSON.

With --json it prints a line for each picture:
  {"picture":"a.png","board":{"size":8,"regions":["aabbbccc",...],
   "marks":["..x.Q...",...],"bounds":{"x":749.5,"y":250,"width":391,"height":391},
   "confidence":0.99,"solutions":1,"solution":[3,6,0,2,4,1,7,5]}}
"bounds" are the outer edges of the outer cells in pixels of the picture,
"solutions" is counted up to 2, "solution" has the column of the queen in each
row, from 0. A picture that is refused has "board":null and says why in
"refused".

With --out it writes for each picture: the board cut out, the same with what was
read drawn over it, the board as text and as JSON; or, for a picture that is
refused, the picture with the reason.`,
		Example: `  autoqueens dump                          # what is on the screen now
  autoqueens dump --image shot.png
  autoqueens dump --json *.png > boards.jsonl
  autoqueens dump --image shot.png | autoqueens solve
  autoqueens dump --out seen               # with pictures of the reasoning`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.images = append(f.images, args...)
			return f.run(cmd)
		},
		ValidArgsFunction: cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault),
	}
	f.place.addFlags(cmd)
	flags := cmd.Flags()
	flags.StringArrayVarP(&f.images, "image", "i", nil, "read this picture instead of the screen; may be given several times, and further files may follow")
	flags.BoolVar(&f.json, "json", false, "print one line of JSON for each picture")
	flags.StringVarP(&f.out, "out", "o", "", "write pictures and boards into this folder")
	for _, flag := range []string{"region", "display", "profile"} {
		cmd.MarkFlagsMutuallyExclusive("image", flag)
	}
	_ = cmd.MarkFlagDirname("out")
	return cmd
}

func (f *dumpFlags) run(cmd *cobra.Command) error {
	if err := f.place.check(); err != nil {
		return err
	}
	d := &dumper{w: words(cmd), json: f.json}
	if f.json {
		d.w = cmd.OutOrStdout() // the lines are the result, not talk about it
	}
	if f.out != "" {
		folder, err := newDumpFolder(f.out)
		if err != nil {
			return err
		}
		d.folder = folder
	}
	if len(f.images) == 0 {
		return f.screen(cmd, d)
	}
	for _, path := range f.images {
		if err := context.Cause(cmd.Context()); err != nil {
			return err
		}
		d.show(loadSubject(cmd.Context(), path, cmd.InOrStdin()))
	}
	return d.finish()
}

// screen dumps the first view that shows a board, or else the refusal that
// came closest to one.
func (f *dumpFlags) screen(cmd *cobra.Command, d *dumper) error {
	profile, err := f.place.load()
	if err != nil {
		return err
	}
	source, views, err := f.place.open(profile, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer source.Close()
	var closest subject
	for i, v := range views {
		s := subject{name: v.Name, file: "screen"}
		s.picture, s.err = captured(source, v.Area)
		if s.err == nil {
			s.reading, s.err = vision.Read(s.picture)
		}
		if s.err == nil {
			d.show(s)
			return d.finish()
		}
		if i == 0 || s.closer(closest) {
			closest = s
		}
	}
	d.show(closest)
	return d.finish()
}

// captured keeps a nil *image.RGBA from becoming a picture that is not nil.
func captured(source screen.Source, r image.Rectangle) (image.Image, error) {
	img, err := source.Capture(r)
	if err != nil {
		return nil, err
	}
	return img, nil
}

// subject is one thing to be dumped: what it is called, the picture, and what
// was read from it or what was wrong.
type subject struct {
	name    string      // for people and as "picture"
	file    string      // what its files are named after
	picture image.Image // nil where there is none: text, or a file that is no picture
	reading *vision.Reading
	err     error
}

// refusal returns the reader's refusal, if it is one.
func (s subject) refusal() (*vision.Refusal, bool) {
	return errors.AsType[*vision.Refusal](s.err)
}

// closer tells whether s came closer to a board than t.
func (s subject) closer(t subject) bool {
	a, ok := s.refusal()
	b, other := t.refusal()
	return ok && (!other || a.BoardSeen() && !b.BoardSeen())
}

// dumper prints and files one subject after the other. A subject that fails
// does not keep it from the next.
type dumper struct {
	w      io.Writer
	json   bool
	folder *dumpFolder // nil where nothing is written
	shown  int
	failed []*fault.Error
	broken error // the output cannot be written
}

func (d *dumper) show(s subject) {
	if d.broken != nil {
		return
	}
	var f *fault.Error
	if s.err != nil {
		f = subjectFault(s)
		d.failed = append(d.failed, f)
	}
	if d.json {
		d.broken = writeDumpLine(d.w, s, f)
	} else {
		d.broken = writeDumpText(d.w, s, f, d.shown > 0)
	}
	d.shown++
	if d.folder == nil {
		return
	}
	files, err := d.folder.save(s, f)
	if err != nil {
		d.broken = cmp.Or(d.broken, err)
	} else if !d.json {
		for _, file := range files {
			fmt.Fprintf(d.w, "# wrote %s\n", file)
		}
	}
}

// finish returns the error for the whole run: that of the first subject that
// failed, with the number of the others.
func (d *dumper) finish() error {
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
	return fault.Wrap(first, first.Status,
		fmt.Sprintf("%d of %d pictures could not be read; the first: %s", len(d.failed), d.shown, first.What), first.Advice)
}

// subjectFault gives what is wrong with a subject a status and advice.
func subjectFault(s subject) *fault.Error {
	err := s.err
	if _, ok := s.refusal(); ok {
		err = refusalFault(s.name, err)
	}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	return fault.Wrap(err, fault.Failed, s.name+": "+err.Error(), "give a picture of a board")
}
