package main

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"autoqueens/internal/boardfile"
	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/place"
	"autoqueens/internal/player"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/vision/screen"
)

// dumpFlags are the flags of dump.
type dumpFlags struct {
	place  place.Place
	images []string
	all    bool
	json   bool
	out    string
	force  bool
}

func newDumpCommand() *cobra.Command {
	var f dumpFlags
	cmd := &cobra.Command{
		Use:   "dump [FILE...]",
		Short: "Show the board it sees, on the screen or in pictures",
		Long: `Show the board that is seen on the screen, or in pictures, whichever game it is
of: in colour on a terminal, elsewhere as text that "solve" reads. Nothing is
moved or clicked. It knows Queens, Tango, Zip, Mini
Sudoku and Patches.

Pictures may be PNG, JPEG, GIF, WebP, BMP or TIFF; - is standard input. A file
may also hold a board as text or JSON.

With --all it shows every board that is read with certainty: first the one in
play, which is the largest, then the others row by row, numbered from 1. Where
the one in play is refused, the refusal is number 1. On the screen it looks at
every display.

With --json it prints a line for each picture, or with --all for each board:
  {"picture":"a.png","board":{"game":"queens","size":8,
   "regions":["aabbbccc",...],"marks":["..x.Q...",...],
   "bounds":{"x":749.5,"y":250,"width":391,"height":391},
   "confidence":0.99,"solutions":1,"solution":[3,6,0,2,4,1,7,5]}}
"bounds" are the outer edges of the outer cells in pixels of the picture,
"solutions" is counted up to 2, "solution" has the column of the queen in each
row, from 0. A board of another game has the fields of its puzzle, as "solve"
reads them, in place of "size", "regions" and "marks", and its own kind of
"solution". "example":true is added where the board stands in a dialog over a
dimmed page: an example, and not the game. A picture that is refused has
"board":null and says why in "refused". With --all "index" is the number of the
board.

With --out it writes for each board, NAME being that of the picture and with
--all the number behind it:
  NAME.crop.png     the board cut out of the picture
  NAME.overlay.png  the same with what was read drawn over it, doubts in red
  NAME.txt          the board as text
  NAME.json         the line of --json; "crop" is where the crop was
and for a picture that is refused, instead of the first three:
  NAME.picture.png  the picture
  NAME.refused.png  the same with what was seen, and why it was not read
index.html shows all of it on one page that needs nothing else. Files that hold
something else are not written over without --force.

The exit status is 3 where no board is seen, 4 where one is seen but not read
with certainty. --verbose says on stderr what was seen and why it was refused.`,
		Example: `  autoqueens dump                          # what is on the screen now
  autoqueens dump --image shot.png
  autoqueens dump --all shot.png           # the example boards beside it too
  autoqueens dump shot.png --verbose       # and how it was read
  autoqueens dump --json *.png > boards.jsonl
  autoqueens dump --image shot.png | autoqueens solve
  autoqueens dump --out seen               # with pictures of the reasoning
  autoqueens dump --out seen --force       # again, in place of the last`,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.images = append(f.images, args...)
			return f.run(cmd)
		},
		ValidArgsFunction: files(0, boardFiles...),
	}
	addPlaceFlags(cmd, &f.place)
	flags := cmd.Flags()
	flags.StringArrayVarP(&f.images, "image", "i", nil, "read the picture `FILE` instead of the screen; may be given several times, and further files may follow")
	flags.BoolVar(&f.all, "all", false, "show every board, not only the one in play")
	flags.BoolVar(&f.json, "json", false, "print one line of JSON for each board")
	flags.StringVarP(&f.out, "out", "o", "", "write pictures, boards and a page of them into the folder `DIR`")
	flags.BoolVar(&f.force, "force", false, "with --out, write over files that hold something else")
	for _, flag := range []string{"region", "display", "profile"} {
		cmd.MarkFlagsMutuallyExclusive("image", flag)
	}
	_ = cmd.MarkFlagDirname("out")
	return cmd
}

func (f *dumpFlags) run(cmd *cobra.Command) error {
	if err := f.place.Check(); err != nil {
		return err
	}
	if f.force && f.out == "" {
		return fault.New(fault.Failed, "--force says what to do with files that are there already, and none are written", "give a folder with --out")
	}
	line := newLine(cmd)
	defer line.Close()
	d := &dumper{
		w: cmd.OutOrStdout(), style: styleOf(cmd, cmd.OutOrStdout()), quiet: words(cmd) == io.Discard,
		details: details(cmd), json: f.json,
	}
	if f.out != "" {
		folder, err := dump.Open(f.out, f.force)
		if err != nil {
			return err
		}
		d.folder = folder
	}
	if len(f.images) == 0 {
		return f.screen(cmd, d)
	}
	progress := term.NewProgress(line)
	for i, path := range f.images {
		progress.Show(int64(i), int64(len(f.images)), "reading %s", path)
		found := boardfile.Subjects(cmd.Context(), path, cmd.InOrStdin(), f.all)
		if err := context.Cause(cmd.Context()); err != nil {
			d.broken = err // what was shown until now has its page
			break
		}
		d.show(cmd.Context(), found)
	}
	return d.finish()
}

// screen dumps the first view that shows a board, with --all every one; where
// none does, the refusal that came closest to one.
func (f *dumpFlags) screen(cmd *cobra.Command, d *dumper) error {
	profile, err := f.place.Load()
	if err != nil {
		return err
	}
	source, views, err := f.place.Open(cmd.Context(), profile, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer source.Close()
	var closest dump.Subject
	var shown []dump.Subject
	for i, v := range views {
		printable.Fprintf(d.details, "looking at %s: %s\n", v.Name, place.Words(v.Area))
		found := look(cmd.Context(), source, v, f.all)
		if err := context.Cause(cmd.Context()); err != nil {
			d.broken = err
			break
		}
		if i == 0 || closer(found[0], closest) {
			closest = found[0]
		}
		// The region of a profile is part of a display: the same board is seen
		// in both.
		found = slices.DeleteFunc(found, func(s dump.Subject) bool { return seen(s, shown) })
		if !slices.ContainsFunc(found, func(s dump.Subject) bool { return s.Reading != nil }) {
			for _, s := range found {
				explainSubject(d.details, s)
			}
			continue
		}
		found = boardfile.Number(found, f.all)
		shown = append(shown, found...)
		d.show(cmd.Context(), found)
		if !f.all {
			break
		}
	}
	if len(shown) == 0 {
		d.show(cmd.Context(), []dump.Subject{closest})
	}
	return d.finish()
}

// look returns what boards a view shows, as boards does for a picture.
func look(ctx context.Context, source screen.Source, v player.View, all bool) []dump.Subject {
	s := dump.Subject{Name: v.Name, File: "screen"}
	var err error
	if s.Picture, err = captured(source, v.Area); err != nil {
		s.Fault = boardfile.Failure(s.Name, err)
		return boardfile.Number([]dump.Subject{s}, all)
	}
	return boardfile.InPicture(ctx, s, all)
}

// seen tells whether the board of s, on the screen, is one of those shown.
func seen(s dump.Subject, shown []dump.Subject) bool {
	return s.Reading != nil && slices.ContainsFunc(shown, func(t dump.Subject) bool {
		if t.Reading == nil {
			return false
		}
		a, b := s.Reading.Lattice.Bounds(), t.Reading.Lattice.Bounds()
		x, y := a.X+a.Width/2, a.Y+a.Height/2
		return x > b.X && x < b.X+b.Width && y > b.Y && y < b.Y+b.Height
	})
}

// captured keeps a nil *image.RGBA from becoming a picture that is not nil.
func captured(source screen.Source, r image.Rectangle) (image.Image, error) {
	img, err := source.Capture(r)
	if err != nil {
		return nil, err
	}
	return img, nil
}

// closer tells whether s came closer to a board than t.
func closer(s, t dump.Subject) bool {
	a, ok := s.Refusal()
	b, other := t.Refusal()
	return ok && (!other || a.BoardSeen() && !b.BoardSeen())
}

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
		explainSubject(d.details, s)
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
