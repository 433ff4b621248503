package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
	"autoqueens/internal/picture"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

// The formats that solve reads: text and JSON hold any number of boards, a
// picture holds one.
var (
	textFormats = []string{"grid", "numbers", "json"}
	// Where they are named, in this order.
	generateFormats = slices.Concat(textFormats, picture.Formats)
)

func newGenerateCommand() *cobra.Command {
	var opts generateOptions
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Make puzzles with exactly one solution",
		Long: fmt.Sprintf(`Make boards that have exactly one solution, in any form that "solve" reads; with
--game puzzles of another game, like those of the day. A size and a seed give the
same board everywhere, and the same as in the practice game; the boards after the
first have the seeds after it. The sizes are
%s
--format is one of these, for text:
  grid      a row a line, a letter a cell, and the seed in a comment
  numbers   the same with numbers from 0, a space between two
  json      a board a line, {"size":8,"seed":1,"regions":["aab...", ...]}
or for pictures: %s.
Without --format it is the one that the name in --out ends in, .png for instance.
Puzzles of other games than Queens have no numbers, and as grid begin with the name
of the game.

With --out the boards go to a file. Several pictures take a folder, made where
there is none: each is seed-N.png there, or what the format is called.

With --grade the seeds whose boards are not of that grade are left out.`,
			sizeTable(made), strings.Join(picture.Formats, ", ")),
		Example: `  autoqueens generate --size 9 --seed 42
  autoqueens generate --game zip --count 5 --format json
  autoqueens generate --size 8 --count 10 --grade hard --format json
  autoqueens generate --game patches --out patches.png
  autoqueens generate --size 7 --count 20 --format webp --out boards`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			grade, err := opts.check(cmd.Flags().Changed)
			if err != nil {
				return err
			}
			line := newLine(cmd)
			defer line.Close()
			opts.details, opts.progress = details(cmd), term.NewProgress(line)
			if opts.out == "" {
				opts.style = styleOf(cmd, cmd.OutOrStdout())
			}
			return generateBoards(cmd.Context(), cmd.OutOrStdout(), opts, grade)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&opts.game, "game", games.Queens, "make puzzles of the game `NAME`: "+strings.Join(games.Names(), ", "))
	addSizeFlag(cmd, &opts.size, made)
	flags.IntVar(&opts.count, "count", 1, "make `N` boards")
	flags.Uint64Var(&opts.seed, "seed", 1, "the first board is that of seed `N`")
	flags.StringVar(&opts.grade, "grade", "", "only boards that are as hard as `GRADE`: "+strings.Join(puzzle.Grades(), ", "))
	flags.StringVar(&opts.format, "format", "grid", "print or write them as `FORMAT`: "+strings.Join(generateFormats, ", "))
	flags.StringVar(&opts.out, "out", "", "write to `PATH`, a file or for several pictures a folder (default: standard output)")
	// Only an unknown flag makes these fail.
	_ = cmd.MarkFlagFilename("out")
	_ = cmd.RegisterFlagCompletionFunc("game", values(games.Names()...))
	_ = cmd.RegisterFlagCompletionFunc("grade", values(puzzle.Grades()...))
	_ = cmd.RegisterFlagCompletionFunc("format", values(generateFormats...))
	return cmd
}

// generateOptions are the flags of the generate command.
type generateOptions struct {
	game               string
	of                 games.Game // the one of that name
	size, count        int
	seed               uint64
	grade, format, out string

	style    term.Style // how boards are drawn on a terminal
	details  io.Writer
	progress *term.Progress
}

// maxCount is how many boards are made at most, so that a digit too many fills no disk.
const maxCount = 1_000_000

// check fills in what was not given, and returns the grade asked for, 0 for any.
func (o *generateOptions) check(given func(flag string) bool) (puzzle.Grade, error) {
	var err error
	if o.of, err = games.Find(o.game); err != nil {
		return 0, err
	}
	if !given("size") {
		o.size = o.of.Usual
	}
	named := picture.FormatOf(o.out)
	if !given("format") {
		switch ext := strings.ToLower(filepath.Ext(o.out)); {
		case named != "":
			o.format = named
		case ext == ".json" || ext == ".jsonl":
			o.format = "json"
		}
	}
	switch {
	case o.count < 1 || o.count > maxCount:
		return 0, fault.Newf(fault.Failed, fmt.Sprintf("give a number of boards from 1 to %d", maxCount), "%d boards cannot be made", o.count)
	case !slices.Contains(generateFormats, o.format):
		return 0, fault.Newf(fault.Failed, "choose one of "+strings.Join(generateFormats, ", "), "there is no format %q", o.format)
	case named != "" && o.count > 1:
		return 0, fault.Newf(fault.Failed, "name a folder for them", "%d boards do not fit the picture %s", o.count, o.out)
	case named != "" && named != o.format:
		return 0, fault.Newf(fault.Failed, "leave out --format, or give another name", "%s is named as a %s, and would hold %s", o.out, named, o.format)
	case o.of.Name != games.Queens && o.format == "numbers":
		return 0, fault.Newf(fault.Failed, "choose one of "+strings.Join(slices.DeleteFunc(slices.Clone(generateFormats), func(f string) bool { return f == "numbers" }), ", "), "puzzles of %s are not made as numbers", o.of.Title)
	case o.grade == "":
		return 0, nil
	}
	return puzzle.ParseGrade(o.grade)
}

// maxMissed is how many seeds in a row may give boards of other grades.
const maxMissed = 20_000

// generated is a puzzle and what is said of it.
type generated struct {
	puzzle puzzle.Puzzle
	board  *solver.Board // where it is one of Queens
	seed   uint64
	grade  string // empty where none was asked for
}

// generateBoards writes the boards as they are found, so that those are there
// that were made before it was stopped; a file has all of them or stays as it was.
func generateBoards(ctx context.Context, to io.Writer, opts generateOptions, grade puzzle.Grade) error {
	if slices.Contains(picture.Formats, opts.format) {
		return generatePictures(ctx, to, opts, grade)
	}
	if opts.out == "" {
		return generateText(ctx, to, opts, grade)
	}
	return writeFile(opts.out, atomicfile.Public, func(w io.Writer) error { return generateText(ctx, w, opts, grade) })
}

// findBoards hands over the boards that were asked for, in order.
func findBoards(ctx context.Context, opts generateOptions, grade puzzle.Grade, take func(generated) error) error {
	seed, missed := opts.seed, 0
	defer opts.progress.Done()
	for made := 0; made < opts.count; seed++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		opts.progress.Show(int64(made), int64(opts.count), "%d made, now seed %d", made, seed)
		p, _, err := opts.of.Generate(opts.size, seed)
		if err != nil {
			return err
		}
		g := generated{puzzle: p, seed: seed}
		if b, ok := p.(*games.Board); ok {
			g.board = &b.Board
		}
		if grade != 0 {
			e, err := p.Explain(ctx)
			if err != nil {
				return err
			}
			if e.Grade() != grade {
				printable.Fprintf(opts.details, "seed %d is left out: it is %v, as the hardest technique it needs is %s\n", seed, e.Grade(), e.Hardest().Name)
				if missed++; missed == maxMissed {
					return fault.Newf(fault.Failed, "ask for another grade or size", "%d boards of size %d after seed %d have other grades than %v", missed, opts.size, opts.seed, grade)
				}
				continue
			}
			g.grade = grade.String()
		}
		missed = 0
		made++
		if err := take(g); err != nil {
			return err
		}
	}
	return nil
}

// generateText writes the boards as text or JSON.
func generateText(ctx context.Context, to io.Writer, opts generateOptions, grade puzzle.Grade) error {
	w := bufio.NewWriter(to)
	nth := 0
	return findBoards(ctx, opts, grade, func(g generated) error {
		if err := writeGenerated(w, g, nth, opts); err != nil {
			return err
		}
		nth++
		if err := w.Flush(); err != nil {
			return fault.Wrap(err, fault.Failed, "the boards could not be written: "+err.Error(), "check where the output goes")
		}
		return nil
	})
}

// writeGenerated writes the nth board, from 0.
func writeGenerated(w io.Writer, g generated, nth int, opts generateOptions) error {
	b := g.board
	if opts.format == "json" && b == nil {
		fields := []field{{"seed", g.seed}}
		if g.grade != "" {
			fields = append(fields, field{"grade", g.grade})
		}
		line, err := jsonWith(g.puzzle, fields...)
		if err != nil {
			return err
		}
		_, err = w.Write(append(line, '\n'))
		return err
	}
	if opts.format == "json" {
		// Numbers and strings always marshal.
		_ = json.NewEncoder(w).Encode(struct {
			Size    int      `json:"size"`
			Seed    uint64   `json:"seed"`
			Grade   string   `json:"grade,omitempty"`
			Regions []string `json:"regions"`
		}{b.Size, g.seed, g.grade, b.RegionRows()})
		return nil
	}
	if nth > 0 {
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "# seed %d", g.seed)
	if g.grade != "" {
		fmt.Fprintf(w, ", %s", g.grade)
	}
	fmt.Fprintln(w)
	switch {
	case b == nil:
		text, err := g.puzzle.MarshalText()
		if err != nil {
			return err
		}
		_, err = w.Write(text)
		return err
	case opts.format == "numbers":
		writeNumbers(w, b)
	default:
		_ = opts.style.Board(w, b, nil, nil) // errors stay in the writer
	}
	return nil
}

// writeNumbers writes the regions as numbers from 0 in order of first
// appearance, those of a column one below the other.
func writeNumbers(w io.Writer, b *solver.Board) {
	c := b.Canonical()
	width := len(strconv.Itoa(b.Size - 1))
	for row := range b.Size {
		for col := range b.Size {
			if col > 0 {
				fmt.Fprint(w, " ")
			}
			fmt.Fprintf(w, "%*d", width, c.Region(row, col))
		}
		fmt.Fprintln(w)
	}
}
