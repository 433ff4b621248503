package visionreport

import (
	"context"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
	"autoqueens/solver/solvertest"
	"autoqueens/vision"
)

func TestCompare(t *testing.T) {
	board := func(regions, marks []string) *solver.Board {
		b := solvertest.Board(t, regions, marks)
		return b
	}
	regions := []string{"aabb", "acbb", "cccd", "cddd"}
	truth := render.Truth{
		Board:  board(regions, []string{".Q..", "...x", "....", "...."}),
		Bounds: render.Rect{X: 10, Y: 20, Width: 160, Height: 160},
		Either: []int{7},
	}
	lattice := vision.Lattice{X: 10, Y: 20, PitchX: 40, PitchY: 40, Size: 4}
	for name, c := range map[string]struct {
		regions, marks []string
		lattice        vision.Lattice
		want           string // how the words begin
	}{
		"right":                  {regions, []string{".Q..", "...x", "....", "...."}, lattice, ""},
		"a mark still appearing": {regions, []string{".Q..", "....", "....", "...."}, lattice, ""},
		"a mark taken for other": {regions, []string{".Q..", "...Q", "....", "...."}, lattice, "marks: row 2 column 4"},
		"a mark overlooked":      {regions, []string{"....", "...x", "....", "...."}, lattice, "marks: row 1 column 2"},
		"a cell astray":          {[]string{"aabb", "aabb", "cccd", "cddd"}, nil, lattice, "regions: 1 of 16"},
		"a lattice within 2 px":  {regions, []string{".Q..", "...x", "....", "...."}, vision.Lattice{X: 11.9, Y: 20, PitchX: 40, PitchY: 40, Size: 4}, ""},
		"a lattice 3 px off":     {regions, []string{".Q..", "...x", "....", "...."}, vision.Lattice{X: 13, Y: 20, PitchX: 40, PitchY: 40, Size: 4}, "lattice off by 3.0 px"},
		"a pitch that drifts":    {regions, []string{".Q..", "...x", "....", "...."}, vision.Lattice{X: 10, Y: 20, PitchX: 40, PitchY: 41, Size: 4}, "lattice off by 4.0 px"},
		"another size":           {[]string{"aab", "acb", "ccb"}, nil, lattice, "size 3"},
	} {
		got := Compare(truth, &vision.Reading{Board: *board(c.regions, c.marks), Lattice: c.lattice})
		if !strings.HasPrefix(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestJudgeExcusesByDemand(t *testing.T) {
	blank := image.NewGray(image.Rect(0, 0, 200, 200))
	for demand, want := range map[render.Demand]Class{render.Must: Missed, render.May: Excused, render.Refuse: Right} {
		if v := Judge(render.Picture{Image: blank, Truth: render.Truth{Demand: demand}}); v.Class != want {
			t.Errorf("a refused picture that %v be read is %v, want %v", demand, v.Class, want)
		}
	}
	s := render.Samples()[0]
	s.Truth.Demand = render.Refuse
	if v := Judge(s); v.Class != Wrong {
		t.Errorf("a board read that must be refused is %v, want %v", v.Class, Wrong)
	}
}

func TestRunIsTheSameEachTime(t *testing.T) {
	o := Options{Seed: 5, Boards: 3, Decoys: 3, Keep: 2, Variants: []string{render.Plain, render.Covered}, Workers: 2}
	tables := make([]string, 2)
	for i := range tables {
		var out strings.Builder
		r := Run(t.Context(), o)
		if err := r.Table(&out); err != nil {
			t.Fatal(err)
		}
		if r.Total() != 9 {
			t.Errorf("%d pictures, want 9", r.Total())
		}
		tables[i] = out.String()
	}
	if tables[0] != tables[1] {
		t.Errorf("two runs differ:\n%s\n%s", tables[0], tables[1])
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if n := Run(done, o).Total(); n > 9 {
		t.Errorf("a run that was called off read %d pictures", n)
	}
}

func TestPageShowsFailures(t *testing.T) {
	dir := t.TempDir()
	p := render.Samples()[0]
	v := Verdict{Picture: p, Class: Missed, Words: "no-grid: <nothing>", Refusal: &vision.Refusal{What: "nothing", Advice: "look"}}
	r := &Report{}
	r.Options.Keep = 1
	r.ByKind = make(map[string]map[string]*Counts)
	r.add(v)
	path, err := r.WritePage(dir)
	if err != nil {
		t.Fatal(err)
	}
	html, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{p.Name, "no-grid: &lt;nothing&gt;", p.Name + "-read.png"} {
		if !strings.Contains(string(html), want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, f := range []string{p.Name + ".png", p.Name + "-read.png"} {
		if _, err := os.Stat(filepath.Join(dir, f)); err != nil {
			t.Error(err)
		}
	}
}
