package player

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"
	"testing"
	"time"

	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/tango"
	"autoqueens/vision"
)

// tangoPage is a Tango board in a world: the page takes each click at once, and paints what it
// has taken some time later.
type tangoPage struct {
	*world
	taken, painted *tango.Puzzle
	answer         tango.Solution
	made           []Cell
	slow           time.Duration // from a click to what is painted of it
}

func newTangoPage(t *testing.T, slow time.Duration) *tangoPage {
	t.Helper()
	p, answer, err := tango.Generate(6, 7)
	if err != nil {
		t.Fatal(err)
	}
	p.Locked = make([]bool, len(p.Cells))
	for cell, s := range p.Cells {
		p.Locked[cell] = s != tango.Empty
	}
	w := newWorld(t, 6)
	return &tangoPage{world: w, taken: p, painted: copyOf(p), answer: answer, slow: slow}
}

func copyOf(p *tango.Puzzle) *tango.Puzzle {
	q := *p
	q.Cells = slices.Clone(p.Cells)
	return &q
}

func (p *tangoPage) player(o Options) (*Player, *[]Event) {
	player, events := p.world.player(o)
	player.Eye, player.Reader, player.Hand = p, p, p
	return player, events
}

// won tells whether the page has taken the answer.
func (p *tangoPage) won() bool { return slices.Equal(p.taken.Cells, p.answer.Cells) }

func (p *tangoPage) Capture(r image.Rectangle) (*image.RGBA, error) {
	img, err := p.world.canvas(r)
	if err == nil && p.shown {
		p.paint(img, func(cell int) color.Color { return color.Gray{200 - 50*uint8(p.painted.Cells[cell])} })
	}
	return img, err
}

func (p *tangoPage) Read(img image.Image) (*vision.Reading, error) {
	r, err := p.world.Read(img)
	if err != nil {
		return nil, err
	}
	return &vision.Reading{Game: tango.Name, Puzzle: copyOf(p.painted), Answer: p.answer, Lattice: r.Lattice, Confidence: 1}, nil
}

func (p *tangoPage) ReadAt(img image.Image, _ *vision.Reading) (*vision.Reading, error) {
	return p.Read(img)
}

func (p *tangoPage) ReadAll(img image.Image) []*vision.Reading { return nil }

func (p *tangoPage) Click(ctx context.Context, at image.Point) error {
	// The hand's own rules hold here as well; the Queens board below takes nothing.
	p.frozen = true
	before := len(p.clicks)
	if err := p.world.Click(ctx, at); err != nil || len(p.clicks) == before {
		return err
	}
	c := p.clicks[len(p.clicks)-1]
	p.made = append(p.made, c)
	if !p.won() { // a board that is won takes no more
		cell := c.Row*6 + c.Col
		p.taken.Cells[cell] = (p.taken.Cells[cell] + 1) % 3
	}
	now := slices.Clone(p.taken.Cells)
	p.after(p.slow, func() { p.painted.Cells = now })
	return nil
}

// TestActSlowPage plays a Tango board on pages that paint what they have taken only after a
// while: no cell is clicked more often than it has to be.
func TestActSlowPage(t *testing.T) {
	for _, slow := range []time.Duration{0, 700 * time.Millisecond, 2 * time.Second} {
		for _, left := range []int{99, 1} {
			p := newTangoPage(t, slow)
			for cell := range p.taken.Cells { // what is left to be filled are the last cells
				if cell < len(p.taken.Cells)-left {
					p.taken.Cells[cell] = p.answer.Cells[cell]
				}
			}
			if left == 1 {
				last := len(p.taken.Cells) - 1
				p.taken.Cells[last], p.taken.Locked[last] = tango.Empty, false
				for p.answer.Cells[last] != tango.Sun { // one click
					last--
					p.taken.Cells[last+1] = p.answer.Cells[last+1]
					p.taken.Cells[last], p.taken.Locked[last] = tango.Empty, false
				}
			}
			p.painted = copyOf(p.taken)
			needed := 0
			for cell, s := range p.taken.Cells {
				needed += (int(p.answer.Cells[cell]) - int(s) + 3) % 3
			}
			player, _ := p.player(Options{Timeout: time.Second})
			out, err := player.Run(t.Context())
			if err != nil || !p.won() || len(p.made) != needed || out[0].Repairs != 0 || out[0].By != AnswerSeen {
				t.Errorf("painted after %v, %d to fill: %v, won %v, %d clicks for %d: %+v", slow, left, err, p.won(), len(p.made), needed, out)
			}
		}
	}
}

// TestActReads: on a page that paints at once what it has taken, the board is read once while it is
// played, before its last click, however many looks there are between: they need no reading.
func TestActReads(t *testing.T) {
	p := newTangoPage(t, 20*time.Millisecond)
	player, _ := p.player(Options{Timeout: time.Second, Pause: 40 * time.Millisecond})
	reads := 0
	player.Reader = &counting{tangoPage: p, again: &reads}
	p.onClick = func(n int, _ Cell) bool {
		if n == 1 {
			reads = 0
		}
		return false
	}
	out, err := player.Run(t.Context())
	if err != nil || !p.won() || out[0].Repairs != 0 || reads > 2 {
		t.Errorf("%v, won %v: %+v; read %d times between the first click and the win", err, p.won(), out, reads)
	}
}

// counting is a reader that counts how often a board is read again.
type counting struct {
	*tangoPage
	again *int
}

func (c *counting) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	*c.again++
	return c.tangoPage.ReadAt(img, last)
}

// TestActLost plays a Tango board on a page that loses a click, early, late and last of all: it
// is made again.
func TestActLost(t *testing.T) {
	for _, nth := range []int{1, 5, -1} {
		p := newTangoPage(t, 20*time.Millisecond)
		needed := 0
		for cell, s := range p.taken.Cells {
			needed += (int(p.answer.Cells[cell]) - int(s) + 3) % 3
		}
		if nth < 0 {
			nth += needed + 1
		}
		lost := &losing{tangoPage: p, nth: nth}
		player, _ := p.player(Options{Timeout: time.Second})
		player.Hand = lost
		out, err := player.Run(t.Context())
		if err != nil || !p.won() || len(p.made) != needed || out[0].Repairs != 1 {
			t.Errorf("click %d of %d lost: %v, won %v, %d taken: %+v", nth, needed, err, p.won(), len(p.made), out)
		}
	}
}

// losing is a hand of which the page loses one click.
type losing struct {
	*tangoPage
	n, nth int
}

func (l *losing) Click(ctx context.Context, at image.Point) error {
	if l.n++; l.n == l.nth {
		return l.Park(ctx, at)
	}
	return l.tangoPage.Click(ctx, at)
}

// TestTangoMoves: no rule is broken for longer than from one click to the next but one, which know
// of it, and before the last click all is right.
func TestTangoMoves(t *testing.T) {
	for seed := range uint64(50) {
		p, answer, err := tango.Generate(6, seed)
		if err != nil {
			t.Fatal(err)
		}
		p.Locked = make([]bool, len(p.Cells))
		for cell, s := range p.Cells {
			p.Locked[cell] = s != tango.Empty
		}
		acts := moves[tango.Name](p, answer)
		broken, row := 0, 0 // states that break a rule, and how many of them follow each other
		for i, a := range acts {
			cell := a.cells[0].Row*6 + a.cells[0].Col
			p.Cells[cell] = (p.Cells[cell] + 1) % 3
			err := p.Broken(p.Cells)
			if a.hasty != (row > 0) {
				t.Errorf("seed %d, act %d of %d: hasty %v, after %d states that break a rule", seed, i+1, len(acts), a.hasty, row)
			}
			if row++; err == nil {
				row = 0
			} else if broken++; row > 2 || i+2 >= len(acts) {
				t.Errorf("seed %d, act %d of %d: %v", seed, i+1, len(acts), err)
			}
		}
		if !slices.Equal(p.Cells, answer.Cells) || 3*broken > len(acts) {
			t.Errorf("seed %d: %d of %d acts break a rule, and the answer is there: %v", seed, broken, len(acts), slices.Equal(p.Cells, answer.Cells))
		}
	}
}

// TestActOutOfSight: a board that goes out of sight is waited for, and for no longer than that.
func TestActOutOfSight(t *testing.T) {
	for covered, want := range map[time.Duration]string{time.Second: "", time.Hour: "went out of sight after 5 moves"} {
		p := newTangoPage(t, 0)
		p.onClick = func(n int, _ Cell) bool {
			if n == 5 {
				p.shown = false
				p.after(covered, func() { p.shown = true })
			}
			return false
		}
		player, _ := p.player(Options{Timeout: time.Second, Pause: 30 * time.Millisecond})
		_, err := player.Run(t.Context())
		if want == "" && (err != nil || !p.won()) || want != "" && (err == nil || !strings.Contains(err.Error(), want) || len(p.made) > 5) {
			t.Errorf("out of sight for %v: %v, won %v after %d clicks", covered, err, p.won(), len(p.made))
		}
		if len(p.outside) > 0 {
			t.Errorf("clicks that hit no cell: %v", p.outside)
		}
	}
}

// TestActRestless plays a board that never comes to rest before the last move: it ends, and
// says why.
func TestActRestless(t *testing.T) {
	p := newTangoPage(t, time.Hour)
	open := slices.Index(p.taken.Locked, false)
	var flicker func()
	flicker = func() {
		p.painted.Cells[open] ^= tango.Sun
		p.after(200*time.Millisecond, flicker)
	}
	p.onClick = func(n int, _ Cell) bool {
		if n == 1 {
			p.after(0, flicker)
		}
		return false
	}
	player, _ := p.player(Options{Timeout: time.Second})
	_, err := player.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), "come to rest") || p.now.Sub(epoch) > lookFor+5*time.Second {
		t.Errorf("after %v: %v", p.now.Sub(epoch), err)
	}
}

// TestSamePuzzle: boards of Tango that share an answer are told apart by their signs, and one
// board is the same whatever is done on it.
func TestSamePuzzle(t *testing.T) {
	p, answer, err := tango.Generate(6, 7)
	if err != nil {
		t.Fatal(err)
	}
	read := func(change func(*tango.Puzzle)) *vision.Reading {
		q := copyOf(p)
		q.Signs = slices.Clone(p.Signs)
		change(q)
		return &vision.Reading{Game: tango.Name, Puzzle: q, Answer: answer}
	}
	known := read(func(*tango.Puzzle) {})
	for _, tt := range []struct {
		name   string
		change func(*tango.Puzzle)
		want   bool
	}{
		{"as it was", func(*tango.Puzzle) {}, true},
		{"solved", func(q *tango.Puzzle) { copy(q.Cells, answer.Cells) }, true},
		{"signs in another order", func(q *tango.Puzzle) { slices.Reverse(q.Signs) }, true},
		{"one sign less", func(q *tango.Puzzle) { q.Signs = q.Signs[1:] }, false},
		{"another sign", func(q *tango.Puzzle) { q.Signs[0].Equal = !q.Signs[0].Equal }, false},
	} {
		if got := samePuzzle(known, read(tt.change)); got != tt.want {
			t.Errorf("%s: the same puzzle: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestMovesOfAll: every game that can be read can be played.
func TestMovesOfAll(t *testing.T) {
	for _, g := range games.All() {
		if g.Name != games.Queens && moves[g.Name] == nil {
			t.Errorf("%s has no moves", g.Title)
		}
	}
}

// TestEvenly: what changes with the last act may be all of the other cells, as where a page shows that it is won, or none,
// but not some, over which something else lies.
func TestEvenly(t *testing.T) {
	const n, pitch, margin = 4, 20, 30
	l := vision.Lattice{X: margin, Y: margin, PitchX: pitch, PitchY: pitch, Size: n}
	last := act{cells: []puzzle.Cell{{Row: 2, Col: 2}, {Row: 3, Col: 3}}} // a drag from corner to corner
	area := image.Rect(0, 0, n*pitch+2*margin, n*pitch+2*margin)
	paint := func(r image.Rectangle) *image.RGBA {
		img := image.NewRGBA(area)
		draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(img, r, image.Black, image.Point{}, draw.Src)
		return img
	}
	cells := func(row, col, rows, cols int) image.Rectangle {
		return image.Rect(margin+col*pitch, margin+row*pitch, margin+(col+cols)*pitch, margin+(row+rows)*pitch)
	}
	// figured has a figure in each cell, on a ground.
	figured := func(ground uint8) *image.RGBA {
		img := image.NewRGBA(area)
		draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(img, cells(0, 0, n, n), image.NewUniform(color.Gray{ground}), image.Point{}, draw.Src)
		for i := range n * n {
			at := image.Pt(margin+i%n*pitch+pitch/2, margin+i/n*pitch+pitch/2)
			draw.Draw(img, image.Rect(-2, -3, 2, 3).Add(at), image.NewUniform(color.Gray{20}), image.Point{}, draw.Src)
		}
		return img
	}
	for _, tt := range []struct {
		name string
		now  *image.RGBA
		want bool
	}{
		{"what it was done on", paint(cells(2, 2, 2, 2)), true},
		{"all of the board", paint(cells(0, 0, n, n)), false},
		{"and cells beside", paint(cells(2, 1, 2, 3)), false},
		{"half of the board", paint(cells(0, 2, n, 2)), false},
	} {
		g := &game{reading: &vision.Reading{Lattice: l}, closing: &closing{shown: paint(image.Rectangle{})}}
		if same, won := g.evenly(tt.now, last); same != tt.want || won {
			t.Errorf("%s changes: %t, want %t; won: %t", tt.name, same, tt.want, won)
		}
	}
	glass := figured(200)
	fill(glass, area, color.NRGBA{A: 120})
	for name, now := range map[string]*image.RGBA{"another ground": figured(250), "a card": paint(image.Rectangle{}), "a dark card": paint(area), "glass": glass} {
		g := &game{reading: &vision.Reading{Lattice: l}, closing: &closing{shown: figured(200)}}
		if same, won := g.evenly(now, last); same || won != (name == "another ground") {
			t.Errorf("%s below all figures, or over them: the same: %t, won: %t", name, same, won)
		}
	}
}
