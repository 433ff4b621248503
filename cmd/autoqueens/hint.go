package main

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
	"autoqueens/internal/hint"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/internal/userdirs"
	"autoqueens/solver"
)

// hintFlags are the flags of hint.
type hintFlags struct {
	study study
	out   string
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
clicked. A page that is still painting is waited for, two seconds at most. Boards of
Tango, Zip, Mini Sudoku and Patches have hints as well: the thing that can be done
next, and the steps that lead there.

It goes on from your marks: queens and crosses count as given. Where one of them
cannot be right, because no solution has it, the hint says which to take back
instead of a step.

The board is drawn in the terminal, [] around the cells of the reason and <>
around those of the conclusion; r3c4 is the cell in row 3 and column 4, and
regions have letters. The same is drawn as a picture over your board, which is
kept as hint.png in your cache folder, in place of the last one, and only you can
read it; --out puts it elsewhere and --open shows it.

FILE is a picture (PNG, JPEG, GIF, WebP, BMP or TIFF) or a board as text or JSON,
as for "solve"; - is standard input.

With --json it prints one line:
  {"picture":"display 0","size":8,"regions":["aabbbccc",...],"marks":["..x.Q...",...],
   "hint":"step","words":"no queen on r2c3","step":{"technique":"starvation",
   "queen":null,"crossed":[[1,2]],"because":[[0,3],[0,4]],"reason":"..."}}
A puzzle of another game has the fields that "solve --json" prints, "steps" in the
place of "step", and under "wrong" what is wrong in words and the cells of it.
"hint" is "step", "wrong", with the marks under "wrong" in place of a step, or
"solved". Cells are row and column, from 0. The picture is then drawn only for
--out or --open.

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
	_ = cmd.MarkFlagFilename("out", "png")
	return cmd
}

func (f *hintFlags) run(cmd *cobra.Command, args []string) error {
	if ext := filepath.Ext(f.out); f.out != "" && !strings.EqualFold(ext, ".png") {
		return fault.Newf(fault.Failed, "give a name that ends in .png", "the picture is a PNG, and %s would not be named so", f.out)
	}
	boards, err := f.study.boards(cmd, args)
	if err != nil {
		return err
	}
	if len(boards) > 1 {
		return fault.Newf(fault.Failed, "give one board at a time", "there are %d boards in %s, and a hint is for one", len(boards), boards[0].name)
	}
	board := &boards[0]
	if board.puzzle != nil {
		return f.puzzle(cmd, board)
	}
	h, err := hint.For(cmd.Context(), board.board)
	if err != nil {
		if errors.Is(err, solver.ErrNoSolution) {
			return contradicted(cmd.Context(), board.board.Cleared())
		}
		return stoppedBy(cmd.Context(), err)
	}
	if f.json {
		err = jsonLines(cmd).Encode(hintLineOf(board, h))
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

// tell prints the hint for people.
func (f *hintFlags) tell(w io.Writer, style term.Style, board *studied, h *hint.Hint) error {
	b := board.board
	printable.Fprintf(w, "Seen      a board of %d x %d on %s%s\n", b.Size, b.Size, board.name, marksWords(b.Queens(), crosses(b)))
	headline, why := h.Words()
	tellWords(w, len(h.Slips) > 0, h.Step == nil, headline, why)
	if err := hint.Grid(w, h.Scene(), board.colors(), style); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// tellWords prints the words of a hint: that something is wrong, else that the board is solved,
// else what is next.
func tellWords(w io.Writer, wrong, solved bool, headline string, why []string) {
	title := "Next    "
	switch {
	case wrong:
		title = "Careful "
	case solved:
		title = "Solved  "
	}
	printable.Fprintf(w, "%s  %s\n", title, headline)
	for _, line := range why {
		printable.Fprintf(w, "          %s\n", line)
	}
	fmt.Fprintln(w)
}

// picture draws the hint and says where it is.
func (f *hintFlags) picture(cmd *cobra.Command, board *studied, h *hint.Hint) error {
	return f.keep(cmd, func() image.Image {
		headline, why := h.Words()
		return hint.Picture(board.source(board.board), h.Scene(), headline, why)
	})
}

// keep writes the picture that draw makes and says where it is. The picture that nobody asked
// for is no reason to fail.
func (f *hintFlags) keep(cmd *cobra.Command, draw func() image.Image) error {
	path, err := f.out, error(nil)
	if path == "" {
		if path, err = userdirs.Cache("hint.png"); err == nil {
			err = fault.Unwritable(path, atomicfile.Folder(filepath.Dir(path)))
		}
	}
	if err == nil {
		err = writePNG(path, draw())
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

// hintLine is a hint as JSON. Scripts rely on it.
type hintLine struct {
	Picture string         `json:"picture"`
	Size    int            `json:"size"`
	Regions []string       `json:"regions"`
	Marks   []string       `json:"marks"`
	Hint    string         `json:"hint"`
	Words   string         `json:"words"`
	Step    *explainedStep `json:"step,omitempty"`
	Wrong   []wrongMark    `json:"wrong,omitempty"`
}

// wrongMark is a mark that no solution has.
type wrongMark struct {
	Cell [2]int `json:"cell"` // row and column, from 0
	Mark string `json:"mark"` // as in "marks"
}

func hintLineOf(board *studied, h *hint.Hint) hintLine {
	b := board.board
	headline, _ := h.Words()
	line := hintLine{Picture: board.name, Size: b.Size, Regions: b.RegionRows(), Marks: b.MarkRows(), Hint: "solved", Words: headline}
	if h.Step != nil {
		line.Hint = "step"
		step := explainedStepOf(b.Size, h.Step)
		line.Step = &step
	}
	for _, s := range h.Slips {
		line.Hint = "wrong"
		row, col := s.Cell/b.Size, s.Cell%b.Size
		line.Wrong = append(line.Wrong, wrongMark{Cell: [2]int{row, col}, Mark: line.Marks[row][col : col+1]})
	}
	return line
}

// explainable turns a board that cannot be explained into a fault that says
// what is wrong with it or with its marks.
func explainable(ctx context.Context, err error, b *solver.Board) error {
	if !errors.Is(err, solver.ErrNoSolution) {
		return err
	}
	if _, bare := solver.Solve(ctx, b.Cleared()); bare != nil {
		return err
	}
	return fault.Wrap(err, fault.NoSolution, "no solution holds all the marks on the board",
		"'autoqueens hint' says which are wrong; --ignore-marks starts without them")
}
