package answer

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/fault"
	"autoqueens/internal/term"
	"autoqueens/solver/games"
	"autoqueens/solver/method"
)

// puzzles are boards of Queens, one of which has no solution, and a puzzle of another game.
const puzzles = "abbb\nabcc\naccc\naddd\n\nabb\nabb\nccc\n\ntango\nS .\n. .\n"

// written returns what Write writes of puzzles as text.
func written(t *testing.T, ctx context.Context, text string, o Options) (string, error) {
	t.Helper()
	all, err := games.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if o.Method == "" {
		o.Method = method.Main
	}
	if o.Format == "" {
		o.Format = "grid"
	}
	if err := o.Check(o.Limit != 0); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = Write(ctx, Streams{Answer: &out, Remarks: io.Discard, Details: io.Discard, Progress: term.NewProgress(nil)}, all, o)
	return out.String(), err
}

// TestUnsolved keeps the place of a puzzle without a solution, in each form.
func TestUnsolved(t *testing.T) {
	queens, _, _ := strings.Cut(puzzles, "\ntango")
	for _, tt := range []struct {
		name, text, want string
		o                Options
	}{
		{"grid", puzzles, "abbb\nabcc\naccc\naddd\n\n..Q.\nQ...\n...Q\n.Q..\n\n# no solution\nabb\nabb\nccc\n\nSM\nMS\n", Options{}},
		{"columns", queens, "2 0 3 1\n-\n", Options{Format: "columns"}},
		{"chess", queens, "a3 b1 c4 d2\n-\n", Options{Format: "chess"}},
		{"count", puzzles, "2\n0\n1\n", Options{Count: true}},
		{"another method", queens, "2 0 3 1\n-\n", Options{Format: "columns", Method: "exactcover"}},
		{"all, by another method", queens, "2 0 3 1\n-\n", Options{Format: "columns", Method: "exactcover", All: true, Limit: 1}},
	} {
		got, err := written(t, t.Context(), tt.text, tt.o)
		if !errors.Is(err, fault.NoSolution) || !strings.Contains(err.Error(), " have no solution: 2") {
			t.Errorf("%s: %v", tt.name, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" && !(tt.o.All && len(got) == len(tt.want)) {
			t.Errorf("%s (-want +got)\n%s", tt.name, diff)
		}
	}
}

// TestSeveral says of a solution that it is one of several, once for all puzzles, and looks for a second
// one only where there is somebody to tell.
func TestSeveral(t *testing.T) {
	const one, two = "abbb\nabbc\nabbc\nddcc\n", "aabb\naabb\nccdd\nccdd\n"
	for _, tt := range []struct{ text, format, method, want string }{
		{one, "grid", method.Main, ""},
		{two, "grid", method.Main, "this is one of several solutions; --all prints each\n"},
		{two, "grid", "sat", "this is one of several solutions; --all prints each\n"},
		{"tango\n. .\n. .\n", "grid", method.Main, "this is one of several solutions; --all prints each\n"},
		{two + "\n" + one + "\n" + two, "chess", method.Main, "2 of 3 puzzles have several solutions: 1, 3\n"},
		{two, "json", method.Main, ""}, // whose line has their number
	} {
		all, err := games.Parse([]byte(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		var remarks bytes.Buffer
		to := Streams{Answer: io.Discard, Remarks: &remarks, Details: io.Discard, Progress: term.NewProgress(nil)}
		if err := Write(t.Context(), to, all, Options{Format: tt.format, Method: tt.method}); err != nil {
			t.Error(err)
		}
		if got := remarks.String(); got != tt.want {
			t.Errorf("%q as %s by %s: it says %q, want %q", tt.text, tt.format, tt.method, got, tt.want)
		}
	}
}

// TestStopped ends each kind of search when it is told to.
func TestStopped(t *testing.T) {
	ctx, stop := context.WithCancelCause(t.Context())
	stop(errors.New("enough"))
	text := strings.Repeat("a", 12)
	for row := range 11 {
		text += "\n" + strings.Repeat(string(rune('b'+row)), 12)
	}
	for _, o := range []Options{{Count: true}, {All: true}, {Explain: true}, {All: true, Method: "backtrack"}, {Count: true, Method: "sat"}} {
		if _, err := written(t, ctx, text, o); fault.KindOf(err) != fault.Stopped {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestOthers refuses what is for Queens alone where there are other games.
func TestOthers(t *testing.T) {
	for _, o := range []Options{{Format: "columns"}, {Format: "chess"}, {Method: "sat"}} {
		if _, err := written(t, t.Context(), puzzles, o); err == nil || !strings.Contains(err.Error(), "is for Queens") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestSudokus answers puzzles in their order, and tells those that cannot be read from those
// without a solution: as where their givens clash, which is named.
func TestSudokus(t *testing.T) {
	const (
		one     = "1.....3..1.....2"
		several = "12..34.........."
		clash   = "11.............."
		none    = "12....3...4....."
		unread  = "12345"
	)
	for _, tt := range []struct {
		name    string
		options SudokuOptions
		input   string
		out     string
		kind    fault.Kind // "" for no error
		words   string     // of the error
	}{
		{"each", SudokuOptions{}, one + "\n" + clash + "\n" + none, "1324423121433412\n-\n-\n", fault.NoSolution, "2 of 3 puzzles have no solution"},
		{"unreadable", SudokuOptions{}, one + "\n" + unread + "\n" + clash, "1324423121433412\n-\n-\n", fault.Failed, "1 of 3 puzzles could not be read"},
		{"counted", SudokuOptions{Count: true, Limit: 2}, several + "\n" + clash + "\n" + none, "2\n0\n0\n", fault.NoSolution, "2 of 3"},
		{"unique", SudokuOptions{Unique: true}, one + "\n" + several + "\n" + clash, "one\nseveral\nnone\n", fault.NoSolution, "1 of 3"},
		{"a clash alone", SudokuOptions{}, clash, "", fault.NoSolution, "row 1 has two 1s: row 1 column 1 and row 1 column 2"},
		{"none readable", SudokuOptions{}, "words\nof a letter\nand more\n", "", fault.Failed, "line 1 has 5 cells"},
		{"readable late", SudokuOptions{}, "words\nof a letter\n" + one + "\n" + unread, "-\n-\n1324423121433412\n-\n", fault.Failed, "3 of 4 puzzles could not be read: line 1 has 5 cells"},
		{"a picture", SudokuOptions{}, "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "", fault.Failed, "the input is no text"},
		{"nothing", SudokuOptions{}, "# none\n", "", fault.Failed, "the input is empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			tt.options.Cores = 2
			to := Streams{Answer: &out, Remarks: io.Discard, Details: io.Discard, Progress: term.NewProgress(nil)}
			err := Sudokus(t.Context(), strings.NewReader(tt.input), 0, to, tt.options)
			if fault.KindOf(err) != tt.kind || err != nil && !strings.Contains(err.Error(), tt.words) {
				t.Errorf("error %v, want kind %q and %q", err, tt.kind, tt.words)
			}
			if out.String() != tt.out {
				t.Errorf("it writes\n%swant\n%s", out.String(), tt.out)
			}
		})
	}
}
