package player

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"autoqueens/solver"
	"autoqueens/solver/solvertest"
)

func TestDecide(t *testing.T) {
	regions := []string{"aaab", "cabb", "ccdb", "cddd"}
	answer := solver.Placement{1, 3, 0, 2}
	for _, tt := range []struct {
		name   string
		marks  []string
		clicks int
		want   string // passes as row:col, separated by "/"
	}{
		{"empty", []string{"....", "....", "....", "...."}, 2, "2:0 3:2 1:3 0:1 / 2:0 3:2 1:3 0:1"},
		{"one click", []string{"....", "....", "....", "...."}, 1, "2:0 3:2 1:3 0:1"},
		{"three clicks", []string{".Q..", "...x", "Q...", "..Q."}, 3, "1:3 / 1:3"},
		{"crosses and queens", []string{".Q..", "...x", "....", "x..."}, 2, "1:3 3:2 2:0 / 3:2 2:0"},
		{"wrong queens first", []string{"Q...", "...Q", "....", "...Q"}, 2, "clear 0:0 3:3"},
		{"solved", []string{".Q..", "...Q", "Q..x", "xxQx"}, 2, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			plan := Decide(solvertest.Board(t, regions, tt.marks), answer, tt.clicks)
			if got := planText(plan); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if plan.Empty() != (tt.want == "") {
				t.Errorf("Empty() = %v", plan.Empty())
			}
		})
	}
}

// TestRoute checks what makes an order of clicks a good one: every cell once, a
// short way, and its end far from where a result card has its buttons.
func TestRoute(t *testing.T) {
	for size := 5; size <= 12; size++ {
		for seed := range uint64(10) {
			b, answer, err := solver.Generate(size, seed)
			if err != nil {
				t.Fatal(err)
			}
			plan := Decide(b, answer, 2)
			if len(plan.Passes) != 2 || !slices.Equal(plan.Passes[0], plan.Passes[1]) || len(plan.Passes[0]) != size {
				t.Fatalf("%s", planText(plan))
			}
			pass := plan.Passes[0]
			if last := pass[size-1]; last.Row > size/2 && last.Col > size/4 && last.Col < size-1-size/4 {
				t.Errorf("size %d seed %d ends at %v", size, seed, last)
			}
			rows := slices.SortedFunc(slices.Values(pass), func(a, b Cell) int { return a.Row - b.Row })
			if length(pass) > 1.2*length(rows) {
				t.Errorf("size %d seed %d: %.1f cells long, row by row it would be %.1f", size, seed, length(pass), length(rows))
			}
		}
	}
}

// length returns how far the pointer goes, in cells.
func length(way []Cell) float64 {
	sum := 0.0
	for i, c := range way[1:] {
		sum += math.Sqrt(float64(apart(way[i], c)))
	}
	return sum
}

func planText(p Plan) string {
	var passes []string
	for _, pass := range p.Passes {
		var cells []string
		for _, c := range pass {
			cells = append(cells, fmt.Sprintf("%d:%d", c.Row, c.Col))
		}
		passes = append(passes, strings.Join(cells, " "))
	}
	text := strings.Join(passes, " / ")
	if p.Clears {
		text = "clear " + text
	}
	return text
}

// FuzzDecide plays plans on a board that obeys: whatever marks it starts with,
// clearing and placing must end with the answer.
func FuzzDecide(f *testing.F) {
	f.Add([]byte{0, 1, 2, 2, 1, 0}, uint8(2))
	f.Add([]byte{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, uint8(1))
	regions := []string{"aaab", "cabb", "ccdb", "cddd"}
	answer := solver.Placement{1, 3, 0, 2}
	f.Fuzz(func(t *testing.T, marks []byte, clicks uint8) {
		n := int(clicks%2) + 1
		b := solvertest.Board(t, regions, nil)
		b.Marks = make([]solver.Mark, 16)
		for i := range min(len(marks), 16) {
			b.Marks[i] = solver.Mark(marks[i] % 3)
			if n == 1 && b.Marks[i] == solver.Cross {
				b.Marks[i] = solver.Empty // such a game has none
			}
		}
		w := &world{board: b, cycle: n + 1}
		for range 2 {
			for _, pass := range Decide(b, answer, n).Passes {
				for _, c := range pass {
					w.press(c)
				}
			}
		}
		if plan := Decide(b, answer, n); !plan.Empty() {
			t.Errorf("still to do: %s", planText(plan))
		}
	})
}
