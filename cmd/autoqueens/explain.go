package main

import (
	"bufio"
	"fmt"
	"path/filepath"

	"github.com/charmbracelet/x/ansi"
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
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

// explainFlags are the flags of explain.
type explainFlags struct {
	study       study
	out         string
	force       bool
	fromMarks   bool
	ignoreMarks bool
}

func newExplainCommand() *cobra.Command {
	var f explainFlags
	cmd := &cobra.Command{
		Use:   "explain [FILE]",
		Short: "Walk through the solution of a board, a step at a time",
		Long: `Walk through the solution of the board on the screen, or of the boards in a file,
by steps that a person could take: what follows, from what, and the name of the
technique. Nothing is moved or clicked. Puzzles of all games are explained, those of
other games than Queens from what is given on.

In a terminal it shows a step, draws the board and waits: Enter shows the next
one, q ends. Where the output goes elsewhere, it prints all steps at once. The
steps and their numbers are those of "solve --explain", and like it, it keeps
the queens on the board and lets crosses not matter. --from-marks goes on from
the crosses, too, as "hint" does; --ignore-marks begins with an empty board.

The board is drawn with [] around the cells of the reason and <> around those of
the conclusion; r3c4 is the cell in row 3 and column 4, and regions have letters.

With --out it writes a picture of each step, step-01.png and so on, and index.html,
a page with all of them that needs nothing else. Files that hold something else are
not written over without --force.

FILE is a picture (PNG, JPEG, GIF, WebP, BMP or TIFF), JSON or text, as for
"solve"; - is standard input.`,
		Example: `  autoqueens explain                   # the board on the screen, a step at a time
  autoqueens explain board.txt
  autoqueens explain --image shot.png --out steps
  autoqueens explain shot.png --from-marks | less
  autoqueens generate --grade hard | autoqueens explain -`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },

		ValidArgsFunction: files(1, boardFiles...),
	}
	f.study.addFlags(cmd)
	flags := cmd.Flags()
	flags.StringVarP(&f.out, "out", "o", "", "write a picture of each step, and a page of them, into the folder `DIR`")
	addForceFlag(cmd, &f.force, "out")
	flags.BoolVar(&f.fromMarks, "from-marks", false, "take the crosses on the board as given, not only the queens")
	flags.BoolVar(&f.ignoreMarks, "ignore-marks", false, "begin with an empty board")
	cmd.MarkFlagsMutuallyExclusive("from-marks", "ignore-marks")
	_ = cmd.MarkFlagDirname("out")
	return cmd
}

func (f *explainFlags) run(cmd *cobra.Command, args []string) error {
	boards, err := f.study.boards(cmd, args)
	if err != nil {
		return err
	}
	if len(boards) > 1 && f.out != "" {
		return fault.Plainf("give one board at a time", "there are %d boards in %s, and --out takes the steps of one", len(boards), boards[0].Name)
	}
	to := cmd.OutOrStdout()
	keys := term.KeysOf(cmd.InOrStdin(), to)
	for i := range boards {
		if i > 0 {
			fmt.Fprintln(to)
		}
		if len(boards) > 1 {
			fmt.Fprintf(to, "Board %d of %d\n\n", i+1, len(boards))
		}
		on, err := f.explain(cmd, boards[i], keys)
		if err != nil || !on {
			return err
		}
	}
	return nil
}

// explain walks through one board. It returns false when the person has seen
// enough.
func (f *explainFlags) explain(cmd *cobra.Command, board dump.Subject, keys *term.Keys) (bool, error) {
	p := boardfile.PuzzleOf(board.Reading)
	if b, ok := p.(*games.Board); ok && f.ignoreMarks {
		p = &games.Board{Board: *b.Cleared()}
	}
	e, err := hint.Explain(cmd.Context(), p, f.fromMarks)
	if err != nil {
		return false, answer.Stopped(cmd.Context(), err)
	}
	if f.out != "" {
		if err := f.album(cmd, board, p, e); err != nil || keys == nil {
			return true, err
		}
	}
	return walk(cmd, board, p, e, keys)
}

// walk prints the steps from p on and, where there are keys, waits for one after each. It returns
// false when the person has seen enough.
func walk(cmd *cobra.Command, board dump.Subject, p puzzle.Puzzle, e *puzzle.Explanation, keys *term.Keys) (bool, error) {
	to := cmd.OutOrStdout()
	style := styleOf(cmd, to)
	w := bufio.NewWriter(to)
	now := p
	for i := range e.Steps {
		s := &e.Steps[i]
		line := fmt.Sprintf("%d. %s", i+1, hint.StepWords(s))
		if keys != nil {
			line = ansi.Wordwrap(line, term.Width(to), "") // a pipe gets it in one piece
		}
		fmt.Fprintf(w, "%s\n\n", line)
		_ = hint.Grid(w, hint.StepScene(now, s), board.Reading.Colors, style) // errors stay in the writer
		fmt.Fprintln(w)
		if err := w.Flush(); err != nil {
			return false, fault.Unwritable("the output", err)
		}
		if keys != nil {
			on, err := keys.Next(cmd.Context(), fmt.Sprintf("step %d of %d; Enter: the next, q: end ", i+1, len(e.Steps)))
			if err != nil || !on {
				return on, err
			}
		}
		now = s.Board
	}
	fmt.Fprintln(w, hint.GradeWords(e))
	return true, fault.Unwritable("the output", w.Flush())
}

// album writes the pictures of the steps from p on, and the page, and says where they are.
func (f *explainFlags) album(cmd *cobra.Command, board dump.Subject, p puzzle.Puzzle, e *puzzle.Explanation) error {
	source := hint.SourceOf(board, p)
	if f.ignoreMarks {
		source = hint.Plain(p) // the picture shows the marks that are not to be there
	}
	album, err := hint.Album(source, p, e, board.Name)
	if err != nil {
		return err
	}
	var files []atomicfile.File
	for _, file := range album {
		files = append(files, atomicfile.File{Path: filepath.Join(f.out, file.Name), Data: file.Data})
	}
	if err := atomicfile.Folder(f.out); err != nil {
		return fault.Unwritable(f.out, err)
	}
	if err := outfile.Write(atomicfile.Private, f.force, files...); err != nil {
		return err
	}
	for _, file := range files {
		printable.Fprintf(words(cmd), "# wrote %s\n", file.Path)
	}
	return nil
}
