package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"autoqueens/internal/boardfile"
	"autoqueens/internal/dump"
	"autoqueens/internal/place"
	"autoqueens/internal/term"
)

// dumpFlags are the flags of dump.
type dumpFlags struct {
	place  place.Place
	images []string
	wanted boardfile.Wanted
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
moved or clicked. It knows
` + titles() + `.

Pictures may be PNG, JPEG, GIF, WebP, BMP or TIFF; - is standard input. A file
may also hold a board as text or JSON.

With --all it shows every board that is read with certainty: first the one in
play, which is the largest, then the others row by row, numbered from 1. Where
the one in play is refused, the refusal is number 1; where two are as large, and no
telling which is in play, all are listed row by row. On the screen it looks at
every display.

With --json it prints a line for each picture, or with --all for each board:
  {"picture":"a.png","board":{"game":"queens","size":8,
   "regions":["aabbbccc",...],"marks":["..xQ....",...],
   "bounds":{"x":749.5,"y":250,"width":391,"height":391},
   "confidence":0.99,"solutions":1,"solution":[3,6,0,2,4,1,7,5]}}
"bounds" are the outer edges of the outer cells in pixels of the picture,
"solutions" is counted up to 2, "solution" has the column of the queen in each
row, from 0. A board of another game has the fields of its puzzle, as "solve"
reads them, in place of "size", "regions" and "marks", and its own kind of
"solution". "example":true is added where the board stands in a dialog over a
dimmed page: an example, and not the game. A board of another game has "doubts"
where something was seen and not followed, in words, as a wrong digit that was
entered. A picture that is refused has "board":null and says why in "refused".
With --all "index" is the number of the board.

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
	addGameFlag(cmd, &f.wanted.Game, "show boards of the game `NAME` alone")
	flags.BoolVar(&f.wanted.All, "all", false, "show every board, not only the one in play")
	flags.BoolVar(&f.json, "json", false, "print one line of JSON for each board")
	flags.StringVarP(&f.out, "out", "o", "", "write pictures, boards and a page of them into the folder `DIR`")
	addForceFlag(cmd, &f.force, "out")
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
	if err := checkGame(&f.wanted.Game); err != nil {
		return err
	}
	line := newLine(cmd)
	defer line.Close()
	d := &dump.Printer{
		To: cmd.OutOrStdout(), Style: styleOf(cmd, cmd.OutOrStdout()), Quiet: words(cmd) == io.Discard,
		Seen:    term.Is(cmd.OutOrStdout()) && term.Is(cmd.ErrOrStderr()),
		Details: details(cmd), JSON: f.json,
	}
	if f.out != "" {
		folder, err := dump.Open(f.out, f.force)
		if err != nil {
			return err
		}
		d.Folder = folder
	}
	if len(f.images) == 0 {
		return f.screen(cmd, d)
	}
	progress := newProgress(cmd, line)
	for i, path := range f.images {
		progress.Show(int64(i), int64(len(f.images)), "reading %s", path)
		found := boardfile.Subjects(cmd.Context(), path, cmd.InOrStdin(), f.wanted)
		if err := context.Cause(cmd.Context()); err != nil {
			return d.Finish(err) // what was shown until now has its page
		}
		if !d.Show(cmd.Context(), found) {
			break
		}
	}
	return d.Finish(nil)
}

// screen dumps the first view that shows a board, with --all every one; where
// none does, the refusal that came closest to one.
func (f *dumpFlags) screen(cmd *cobra.Command, d *dump.Printer) error {
	profile, err := f.place.Load()
	if err != nil {
		return err
	}
	source, views, err := f.place.Open(cmd.Context(), profile, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer source.Close()
	look := place.Telling(d.Details, func(found []dump.Subject) bool {
		return d.Show(cmd.Context(), place.MissedBy(cmd.Context(), source, found))
	})
	return d.Finish(look.Look(cmd.Context(), source, views, f.wanted))
}
