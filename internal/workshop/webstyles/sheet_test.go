package webstyles

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"strings"
	"testing"

	"autoqueens/internal/workshop/golden"
	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
)

func TestTheSamePageEachTime(t *testing.T) {
	for i := range all {
		style := &all[i]
		for number := range 2 {
			one, two := deal(5, style, number, true).html(), deal(5, style, number, true).html()
			if one != two {
				t.Errorf("%s %d is written otherwise the second time", style.Name, number)
			}
			if one == deal(6, style, number, true).html() {
				t.Errorf("%s %d is the same with another seed", style.Name, number)
			}
		}
		if deal(5, style, 0, true).html() == deal(5, style, 1, true).html() {
			t.Errorf("%s: two numbers give one page", style.Name)
		}
	}
}

// TestFolds keeps styles in the folds that they are in, as figures by fold could
// not be compared otherwise.
func TestFolds(t *testing.T) {
	var out strings.Builder
	boards, sum := make([]int, Folds), 0
	for _, s := range Styles() {
		fmt.Fprintf(&out, "%s %d\n", s.Name, Fold(s.Name))
		if s.Board {
			boards[s.Fold]++
			sum++
		}
	}
	golden.Check(t, "testdata/folds.golden", out.String())
	for fold, n := range boards {
		if math.Abs(float64(n)-float64(sum)/Folds) > 1 {
			t.Errorf("fold %d has %d of %d styles with boards", fold, n, sum)
		}
	}
	if Fold("nothing") != -1 {
		t.Error("what is no style has a fold")
	}
}

func TestSelect(t *testing.T) {
	for list, want := range map[string]int{"all": len(all), "svg": 1, "svg, table,svg": 2, "boards": 32, "others": 12, "fold1,-fold1": len(all)} {
		if got, err := Select(list); err != nil || len(got) != want {
			t.Errorf("%q selects %d styles (%v), want %d", list, len(got), err, want)
		}
	}
	for _, bad := range []string{"", "svgs", "fold4", "fold1x"} {
		if _, err := Select(bad); err == nil || !strings.Contains(err.Error(), "\nuse ") {
			t.Errorf("%q: %v, want an error that says what to use", bad, err)
		}
	}
	if jobs := Jobs([]string{"svg", "sudoku", "none"}, 6); len(jobs) != 6+2 {
		t.Errorf("%d pages for six of a style with a board and two of one without", len(jobs))
	}
}

// TestDealt looks at what is dealt for many pages.
func TestDealt(t *testing.T) {
	boards, unique, pieces, several := 0, 0, 0, 0
	states, spoilings := make(map[string]int), make(map[string]int)
	for i := range all {
		if !all[i].Board {
			continue
		}
		for number := range 16 {
			s := deal(3, &all[i], number, true)
			boards++
			states[s.state]++
			spoilings[s.spoiling]++
			if err := s.board.Validate(); err != nil {
				t.Fatalf("%s %d: %v", s.style.Name, number, err)
			}
			if s.n < 5 || s.n > 18 {
				t.Errorf("%s %d has %d rows", s.style.Name, number, s.n)
			}
			if n, err := solver.Count(t.Context(), s.board.Cleared(), solver.Limit{Solutions: 2, Steps: 1e6}); err == nil && n == 1 {
				unique++
			} else if n == 2 {
				several++
			} else if err == nil {
				t.Errorf("%s %d has no solution", s.style.Name, number)
			}
			whole := render.Connected(s.board)
			if !whole {
				pieces++
			}
			if !whole && (s.few > 0 || !s.told.color && !s.told.name) {
				t.Errorf("%s %d: regions in pieces that nothing tells apart", s.style.Name, number)
			}
			if s.pitch*s.scale < 12 {
				t.Errorf("%s %d has cells of %.1f px", s.style.Name, number, s.pitch*s.scale)
			}
			if s.pitch*float64(s.n) > float64(s.width) || s.pitch*float64(s.n) > float64(s.height) {
				t.Errorf("%s %d is larger than its page", s.style.Name, number)
			}
			if s.told == (told{color: true}) && !s.twins {
				if d := s.alike(); d < 5 {
					t.Errorf("%s %d: regions that touch are %.1f apart, of palette %s, and only colour tells", s.style.Name, number, d, s.palette)
				}
			}
		}
	}
	if unique < boards*85/100 || pieces < boards/50 || several == 0 {
		t.Errorf("of %d boards %d have one solution, %d several, and %d regions in pieces", boards, unique, several, pieces)
	}
	if len(states) != 6 || len(spoilings) != len(Spoilings) || spoilings[Clean] < boards/2 {
		t.Errorf("states %v, spoilings %v", states, spoilings)
	}
}

// alike returns how close the closest colours of regions that touch are.
func (s *sheet) alike() float64 {
	d := math.Inf(1)
	for cell := range s.n * s.n {
		for _, side := range []int{right, bottom} {
			if o := s.beside(cell, side); o >= 0 && s.border(cell, side) {
				d = min(d, deltaE(s.of(cell), s.of(o)))
			}
		}
	}
	return d
}

// TestHidden asks what hides part of a board to hide whole cells, not just the
// frame.
func TestHidden(t *testing.T) {
	covers, cuts := make(map[string]int), 0
	for number := range 300 {
		s := deal(4, find("svg"), number, true)
		switch s.spoiling {
		case Covered:
			covers[s.cover.kind]++
			if s.hidden(s.cover.from, s.cover.to) == 0 {
				t.Errorf("page %d: a %s from %.2f to %.2f hides no cell of %d rows", number, s.cover.kind, s.cover.from, s.cover.to, s.n)
			}
		case Cut:
			cuts++
			if s.cut.depth < 0.5 || s.cut.depth > float64(s.n-1) {
				t.Errorf("page %d: %.2f of %d rows are cut", number, s.cut.depth, s.n)
			}
		default:
			if s.cover.kind != "" || s.cut.depth > 0 {
				t.Errorf("page %d hides cells, but is spoiled by %s", number, s.spoiling)
			}
		}
	}
	if len(covers) != 5 || cuts == 0 {
		t.Errorf("covers %v, %d cuts", covers, cuts)
	}
}

// hidden counts the cells of which nine tenths lie between two corners.
func (s *sheet) hidden(from, to [2]float64) int {
	out := 0
	for cell := range s.n * s.n {
		area := 1.0
		for i, at := range [2]float64{float64(cell % s.n), float64(cell / s.n)} {
			area *= max(0, min(at+1, to[i])-max(at, from[i]))
		}
		if area >= 0.9 {
			out++
		}
	}
	return out
}

// plain paints a board's cells, each with a thin line right and below.
func (s *sheet) plain(pitch int) (*image.RGBA, render.Rect) {
	side := pitch * s.n
	img := image.NewRGBA(image.Rect(0, 0, side+40, side+40))
	draw.Draw(img, img.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	for cell := range s.n * s.n {
		at := image.Rect(0, 0, pitch-1, pitch-1).Add(image.Pt(20+cell%s.n*pitch, 20+cell/s.n*pitch))
		draw.Draw(img, at, image.NewUniform(s.of(cell)), image.Point{}, draw.Src)
	}
	return img, render.Rect{X: 20, Y: 20, Width: float64(side), Height: float64(side)}
}

func TestDemand(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*sheet)
		pitch  int
		c      condition
		want   render.Demand
	}{
		"plain":                         {func(*sheet) {}, 30, condition{factor: 1}, render.Must},
		"small":                         {func(*sheet) {}, 12, condition{factor: 1}, render.May},
		"small and compressed":          {func(*sheet) {}, 15, condition{factor: 1, quality: 55}, render.May},
		"small with marks":              {func(s *sheet) { s.board.Marks[0] = solver.Cross }, 15, condition{factor: 1}, render.May},
		"two regions of one colour":     {func(s *sheet) { a, b := s.touching(); s.colors[b], s.twins = s.colors[a], true }, 30, condition{factor: 1}, render.May},
		"alike":                         {func(s *sheet) { a, b := s.touching(); s.colors[b] = mix(s.colors[a], black, 0.03) }, 30, condition{factor: 1}, render.May},
		"alike, but lines tell":         {func(s *sheet) { a, b := s.touching(); s.colors[b], s.told.lines, s.thick = s.colors[a], true, 3 }, 30, condition{factor: 1}, render.Must},
		"alike, and lines shrunk":       {func(s *sheet) { a, b := s.touching(); s.colors[b], s.told.lines, s.thick = s.colors[a], true, 2 }, 30, condition{factor: 0.6}, render.May},
		"alike, but letters tell":       {func(s *sheet) { a, b := s.touching(); s.colors[b], s.told.name = s.colors[a], true }, 30, condition{factor: 1}, render.Must},
		"pieces":                        {pieces, 30, condition{factor: 1}, render.Must},
		"pieces, and only lines tell":   {func(s *sheet) { pieces(s); s.told = told{lines: true}; s.thick = 3 }, 30, condition{factor: 1}, render.May},
		"a hovered cell of its own hue": {func(s *sheet) { s.hover = 3; s.hoverShade = -0.2 }, 30, condition{factor: 1}, render.Must},
	} {
		s := deal(1, find("css-grid"), 0, true)
		s.n, s.few, s.hover, s.clash, s.twins, s.scale = 7, 0, -1, nil, false, 1
		s.told, s.thin, s.thick, s.faint = told{color: true}, 1, 1, "same"
		s.board, s.queen, _ = solver.Generate(7, 1)
		s.board.Marks = make([]solver.Mark, 49)
		s.colors = colorsOf(s.r, pastel, 7, Apart, 0)
		c.change(s)
		img, at := s.plain(c.pitch)
		if got, why := s.demand(img, at, c.c); got != c.want || (why == "") != (got == render.Must) {
			t.Errorf("%s: %v (%s), want %v", name, got, why, c.want)
		}
	}
}

func pieces(s *sheet) {
	marks := s.board.Marks
	s.board = scattered(s.r, s.board, s.queen)
	s.board.Marks = marks
}

func TestPalettes(t *testing.T) {
	s := deal(1, find("svg"), 0, true)
	for _, palette := range []string{pastel, earthy, vivid, deep, material, charts, random, linkedin, neon} {
		out := colorsOf(s.r, palette, 9, Apart, 0.1)
		for i, a := range out {
			for _, b := range out[:i] {
				if d := deltaE(a, b); d < 6 || palette != linkedin && d < Apart*0.8 {
					t.Errorf("%s: two colours are %.1f apart", palette, d)
				}
			}
		}
	}
	if d := deltaE(black, white); math.Abs(d-100) > 0.1 {
		t.Errorf("black and white are %.2f apart", d)
	}
}

func TestMappedColours(t *testing.T) {
	s := deal(2, find("map-plain"), 1, true)
	b, _, err := solver.Generate(9, 4)
	if err != nil {
		t.Fatal(err)
	}
	ids := mapped(s.r, b, 4)
	for cell, id := range b.Regions {
		for _, o := range render.Neighbours(9, cell) {
			if b.Regions[o] != id && ids[id] == ids[b.Regions[o]] {
				t.Fatalf("regions %d and %d touch and have colour %d", id, b.Regions[o], ids[id])
			}
		}
	}
	if slices.Max(ids) > 3 {
		t.Errorf("colours %v, want four", ids)
	}
}
