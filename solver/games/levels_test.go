package games

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"
	"sort"

	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/solver/zip"
)

func TestTry(t *testing.T) {
	for _, g := range []string{"tango", "zip", "sudoku", "patches"} {
		data, _ := os.ReadFile(filepath.Join("../../../shared/games/levels", g+".jsonl"))
		sc := bufio.NewScanner(bytes.NewReader(data))
		sc.Buffer(nil, 1<<20)
		var times []float64
		for sc.Scan() {
			var p puzzle.Puzzle
			switch g {
			case "tango":
				p = new(tango.Puzzle)
			case "zip":
				p = new(zip.Puzzle)
			case "sudoku":
				p = new(sudoku.Puzzle)
			case "patches":
				p = new(patches.Puzzle)
			}
			if err := json.Unmarshal(sc.Bytes(), p); err != nil {
				t.Fatal(g, err)
			}
			var lv struct{ ID string; Kind string; Solution, Path, Rects json.RawMessage }
			json.Unmarshal(sc.Bytes(), &lv)
			start := time.Now()
			n, err := p.Count(context.Background(), puzzle.Limit{Solutions: 2})
			d := time.Since(start)
			if n != 1 || err != nil {
				t.Error(g, lv.ID, n, err)
			}
			s, err := p.Solve(context.Background())
			if err != nil {
				t.Error(err)
				continue
			}
			if err := p.Check(s); err != nil {
				t.Error(err)
			}
			got, _ := json.Marshal(s)
			want := string(lv.Solution) + string(lv.Path) + string(lv.Rects)
			if string(got) != want {
				t.Error(g, lv.ID, string(got), want)
			}
			r, c := p.Dims()
			if d > 300*time.Microsecond {
				t.Log(g, lv.ID, lv.Kind, r, c, d)
			}
			times = append(times, float64(d.Nanoseconds())/1000)
		}
		sort.Float64s(times)
		t.Log(g, len(times), "median", times[len(times)/2], "max", times[len(times)-1], "us")
	}
}
