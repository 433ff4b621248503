package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"autoqueens/internal/answer"
	"autoqueens/internal/atomicfile"
	"autoqueens/internal/boardfile"
	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/hint"
	"autoqueens/internal/outfile"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/internal/userdirs"
	"autoqueens/solver/games"
)

// hintFlags are the flags of hint.
type hintFlags struct {
	study study
	out   string
	force bool
	open  bool
	json  bool
}

func newHintCommand() *cobra.Command {
	var f hintFlags
	cmd := &cobra.Command{
		Use:   "hint [FILE]",
		Short: "Tell the next step on the board you are playing",
		Long: `Look at the board on the screen and tell the next step that a person could take:
what follows, from what, and the name of the technique. Nothing is moved or
clicked. A page that is still painting is waited for, two seconds at most. Where what
follows leaves no trace on the board, the steps that lead to the next move come first.

It goes on from what you have done; on a board of Queens the queens and crosses count
as given. Where something cannot be right, because no solution has it, the hint says
what to take back instead of a step.

The board is drawn in the terminal, [] around the cells of the reason and <>
around those of the conclusion; r3c4 is the cell in row 3 and column 4, and
regions have letters. The same is drawn as a picture over your board, which is
kept as hint.png in your cache folder, in place of the last one, and only you can
read it; --out puts it elsewhere and --open shows it.

FILE is a picture (PNG, JPEG, GIF, WebP, BMP or TIFF) or a board as text or JSON,
as for "solve"; - is standard input.

With --json it prints one line:
  {"game":"queens","size":8,"regions":["aabbbccc",...],"marks":["..xQ....",...],
   "picture":"display 0","hint":"step","words":"no queen on r2c3","steps":[{
   "technique":"starvation","conclusion":"no queen on r2c3","cells":[[1,2]],
   "crossed":true,"because":[[0,3],[0,4]],"reason":"..."}]}
"crossed" says that the cells are to be crossed out, and a puzzle of another game has
the fields that "solve --json" prints. "hint" is "step", or "wrong", with what is wrong
in words and its cells under "wrong" in place of the steps, or "solved". Cells are row
and column, from 0. The picture is then drawn only for --out or --open.

The exit status is 0 where there is a hint, that a mark is wrong included.`,
		Example: `  autoqueens hint                      # the board on the screen
  autoqueens hint --open               # ... and show the picture of it
  autoqueens hint --image shot.png --out hint.png
  autoqueens hint board.txt
  autoqueens hint --json | jq -r .words`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },

		ValidArgsFunction: files(1, boardFiles...),
	}
	f.study.addFlags(cmd)
	flags := cmd.Flags()
	flags.StringVarP(&f.out, "out", "o", "", "write the picture to the PNG `FILE` (default: hint.png in your cache folder)")
	flags.BoolVar(&f.open, "open", false, "show the picture in your viewer")
	flags.BoolVar(&f.json, "json", false, "print one line of JSON")
	addForceFlag(cmd, &f.force, "with --out")
	_ = cmd.MarkFlagFilename("out", "png")
	return cmd
}

func (f *hintFlags) run(cmd *cobra.Command, args []string) error {
	if err := checkForce(f.force, f.out); err != nil {
		return err
	}
	if f.out != "" {
		if err := outfile.Named(f.out, "the picture is a PNG", ".png"); err != nil {
			return err
		}
	}
	boards, err := f.study.boards(cmd, args)
	if err != nil {
		return err
	}
	if len(boards) > 1 {
		return fault.Plainf("give one board at a time", "there are %d boards in %s, and a hint is for one", len(boards), boards[0].Name)
	}
	board := boards[0]
	h, err := hint.For(cmd.Context(), boardfile.PuzzleOf(board.Reading))
	if err != nil {
		return answer.Stopped(cmd.Context(), err)
	}
	if f.json {
		err = f.line(cmd.OutOrStdout(), board, h)
	} else {
		err = f.tell(cmd.OutOrStdout(), styleOf(cmd, cmd.OutOrStdout()), board, h)
	}
	if err != nil {
		return fault.Unwritable("the output", err)
	}
	if f.json && f.out == "" && !f.open {
		return nil
	}
	return f.picture(cmd, board, h)
}

// line prints the hint as a line of JSON.
func (f *hintFlags) line(w io.Writer, board dump.Subject, h *hint.Hint) error {
	data, err := h.Line(board.Name)
	if err != nil {
		return err
	}
	_, err = printable.JSON(w).Write(append(data, '\n'))
	return err
}

// tell prints the hint for people: what was seen, that something is wrong, else that the board is
// solved, else what is next.
func (f *hintFlags) tell(w io.Writer, style term.Style, board dump.Subject, h *hint.Hint) error {
	p := boardfile.PuzzleOf(board.Reading)
	rows, cols := p.Dims()
	marks := ""
	if b, ok := p.(*games.Board); ok {
		marks = marksWords(b.Queens(), crosses(&b.Board))
	}
	printable.Fprintf(w, "Seen      a board of %s, %d x %d, on %s%s\n", games.Of(p).Title, rows, cols, board.Name, marks)
	title := "Next    "
	switch {
	case len(h.Slips) > 0:
		title = "Careful "
	case len(h.Steps) == 0:
		title = "Solved  "
	}
	headline, why := h.Words()
	printable.Fprintf(w, "%s  %s\n", title, headline)
	for _, line := range why {
		printable.Fprintf(w, "          %s\n", line)
	}
	fmt.Fprintln(w)
	if err := hint.Grid(w, h.Scene(), board.Reading.Colors, style); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// picture draws the hint and says where it is. The picture that nobody asked for is no reason to
// fail.
func (f *hintFlags) picture(cmd *cobra.Command, board dump.Subject, h *hint.Hint) error {
	path, force, err := f.out, f.force, error(nil)
	if path == "" {
		force = true // the last hint's
		if path, err = userdirs.Cache("hint.png"); err == nil {
			err = fault.Unwritable(path, atomicfile.Folder(filepath.Dir(path)))
		}
	}
	if err == nil {
		headline, why := h.Words()
		err = writePNG(path, force, hint.Picture(hint.SourceOf(board, boardfile.PuzzleOf(board.Reading)), h.Scene(), headline, why))
	}
	if failed := err; failed != nil {
		if f.out == "" && !f.open {
			note(cmd, failed.Error())
			return nil
		}
		return failed
	}
	if !f.json {
		printable.Fprintf(words(cmd), "Picture   %s\n", path)
	}
	if f.open {
		return openInViewer(path)
	}
	return nil
}
