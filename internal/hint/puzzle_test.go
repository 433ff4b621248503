package hint

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/term"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/tango"
	"autoqueens/vision"
)

// TestPuzzleGrid prints a board of each of the other games with what is given and done.
func TestPuzzleGrid(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"game":"zip","rows":2,"cols":2,"numbers":[[0,0,1],[1,0,2]],"walls":[[0,0,1,0]],"path":[[0,0],[0,1]]}`,
			"       1     2\n  1   *1     *\n     ---\n  2    2     .\n    * drawn already\n"},
		{`{"game":"sudoku","cells":["1234","3412","2143","432."]}`,
			"       1     2     3     4\n  1    1     2 |   3     4\n  2    3     4 |   1     2\n     ---   ---   ---   ---\n  3    2     1 |   4     3\n  4    4     3 |   2  <  .>\n    < > this follows\n"},
		{`{"game":"patches","rows":2,"cols":2,"clues":[{"r":0,"c":0,"size":2,"shape":"wide"},{"r":1,"c":1}],"rects":[[0,0,1,0]]}`,
			"       1     2\n  1 ! w2!    .\n  2 !  *!    a\n    ! ! take this back   * drawn already\n"},
		{`{"game":"tango","cells":["S.",".M"],"locked":["#.",".."],"signs":[[0,0,0,1,"x"],[0,1,1,1,"x"]]}`,
			"       1     2\n  1    S x   .\n            x\n  2    .  !  M!\n    ! ! take this back\n"},
	} {
		all, err := games.Parse([]byte(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		h, err := For(t.Context(), all[0])
		if err != nil {
			t.Fatal(err)
		}
		if all[0].Game() == "zip" {
			h.Hint = puzzle.Hint{}
		}
		if all[0].Game() == "sudoku" {
			h.Steps[0].Because = nil // the cells of the unit have brackets as well
		}
		var out strings.Builder
		if err := Grid(&out, h.Scene(), nil, term.Style{}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, out.String()); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
}

// TestPuzzleScene draws hints of other games over a picture, and tells their words.
func TestPuzzleScene(t *testing.T) {
	slips := &puzzle.Hint{Slips: []puzzle.Slip{{What: "the sun on r1c1", Cells: []puzzle.Cell{{}}}, {What: "the moon on r1c2", Cells: []puzzle.Cell{{Col: 1}}}, {What: "the sun on r2c2", Cells: []puzzle.Cell{{Row: 1, Col: 1}}}}}
	steps := &puzzle.Hint{Steps: []puzzle.Step{
		{Technique: puzzle.Technique{Name: "trial"}, Conclusion: "no 2 on r1c1", Reason: "it is so"},
		{Technique: puzzle.Technique{Name: "pair"}, Conclusion: "moon on r2c2", Reason: "that leaves no other", Cells: []puzzle.Cell{{Row: 1, Col: 1}}, Because: []puzzle.Cell{{}}},
	}}
	for _, tt := range []struct {
		h        *puzzle.Hint
		headline string
		why      []string
		roles    []role
	}{
		{slips, "take back the sun on r1c1, the moon on r1c2 and the sun on r2c2 before you go on", []string{"no solution has that"}, []role{wrong, wrong, bystander, wrong}},
		{steps, "moon on r2c2", []string{"no 2 on r1c1: it is so (trial)", "that leaves no other (pair)"}, []role{reason, bystander, bystander, concluded}},
		{&puzzle.Hint{}, "nothing is left to do", []string{"the board is solved"}, make([]role, 4)},
	} {
		h := Hint{*tt.h, &tango.Puzzle{Rows: 2, Cols: 2, Cells: make([]tango.Symbol, 4)}}
		headline, why := h.Words()
		if headline != tt.headline || cmp.Diff(tt.why, why) != "" {
			t.Errorf("%q, %q", headline, why)
		}
		scene := h.Scene()
		if diff := cmp.Diff(tt.roles, scene.roles()); diff != "" {
			t.Errorf("%s (-want +got)\n%s", headline, diff)
		}
		source := Source{Picture: image.NewRGBA(image.Rect(0, 0, 200, 200)), Lattice: vision.Lattice{X: 20, Y: 20, PitchX: 80, PitchY: 80, Size: 2}}
		if img := Picture(source, scene, headline, why); img.Bounds().Dx() < narrowest {
			t.Errorf("%s is drawn as a picture of %v", headline, img.Bounds())
		}
	}
}

// TestLongChain: of fifty steps that lead to a hint, which Zip can take, those are told that a
// person follows, and how many more there are.
func TestLongChain(t *testing.T) {
	steps := make([]puzzle.Step, 50)
	for i := range steps {
		steps[i].Conclusion, steps[i].Reason = fmt.Sprint("step ", i), "so"
	}
	h := &Hint{Hint: puzzle.Hint{Steps: steps}}
	headline, why := h.Words()
	if headline != "step 49" || len(why) != toldSteps+2 || !strings.Contains(why[toldSteps], "43 steps more") {
		t.Errorf("%q because of %q", headline, why)
	}
	h.Steps = steps[:toldSteps+2] // a line for one step that is left out tells less than the step
	if _, why := h.Words(); len(why) != toldSteps+2 || strings.Contains(strings.Join(why, "\n"), "more") {
		t.Errorf("because of %q", why)
	}
}

// TestShownOfAll: what is given of a puzzle of any game shows.
func TestShownOfAll(t *testing.T) {
	for _, g := range games.All() {
		p, _, err := g.Generate(g.Usual, 1)
		if err != nil {
			t.Fatal(err)
		}
		s := shownBy(p)
		if given := slices.ContainsFunc(s.cells, func(text string) bool { return text != "." }); g.Name != games.Queens && !given && len(s.edges) == 0 {
			t.Errorf("nothing shows of a puzzle of %s", g.Title)
		}
	}
}
