package main

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"text/tabwriter"

	"autoqueens/internal/workshop/gamerender"
	"autoqueens/internal/workshop/headless"
	puzzles "autoqueens/solver/games"
	"autoqueens/solver/patches"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/tango"
	"autoqueens/solver/zip"
	"autoqueens/vision"
)

// lookFiles draw boards as other pages than the games' own do: a file a game, and page.js for what
// they share.
//
//go:embed looks
var lookFiles embed.FS

// look is a way in which a page draws a game.
type look struct {
	Game, Name string
	Held       bool // held out: nothing of the reader is to be tuned to it
}

// scales are device pixels to a CSS pixel: display scale times page zoom.
var scales = []float64{0.67, 0.8, 1, 1.25, 1.5, 2}

// looks has boards read that pages draw in other looks than the games' own, a row a look.
func (f *flags) looks(t *tabwriter.Writer) error {
	b, all, err := openLooks(context.Background())
	if err != nil {
		return err
	}
	defer b.Close()
	all = slices.DeleteFunc(all, func(l look) bool {
		return f.game != "" && l.Game != f.game || !strings.Contains(l.Name, f.style)
	})
	judged := make([]*series, len(all))
	for i := range judged {
		judged[i] = f.series()
		judged[i].room = judged[0].room
	}
	for _, scale := range scales { // each starts the browser anew
		for i, l := range all {
			for number := range f.n {
				if l.scale(number) != scale {
					continue
				}
				d, err := l.draw(b, f.seed, number, scale)
				if err != nil {
					return err
				}
				judged[i].add(func() gamerender.Drawing { return d })
			}
		}
	}
	for i := 0; i < len(all); {
		game := all[i].Game
		var sums [2][outcomes]int
		for ; i < len(all) && all[i].Game == game; i++ {
			count, held := judged[i].end(), 0
			if all[i].Held {
				held = 1
			}
			for k, n := range count {
				sums[held][k] += n
			}
			row(t, game, all[i].Name, count)
		}
		row(t, game, "looks seen", sums[0])
		row(t, game, "looks held out", sums[1])
	}
	return nil
}

// openLooks opens a browser and lists the looks that there are, those of one game together.
func openLooks(ctx context.Context) (b *headless.Browser, all []look, err error) {
	if b, err = headless.Open(ctx); err != nil {
		return nil, nil, err
	}
	_, all, err = headless.Photograph[[]look](b, headless.Page{HTML: lookPage(), Width: 400, Height: 400, Scale: 1}, "listed()")
	if err == nil && !b.Emoji() {
		err = errors.New("some looks have emoji, and this machine has no font for them: scripts/need test installs it")
	}
	if err != nil {
		b.Close()
		return nil, nil, err
	}
	return b, all, nil
}

// lookPage returns the page that draws looks.
func lookPage() string {
	var b strings.Builder
	b.WriteString(`<!doctype html><meta charset=utf-8><body><script>`)
	for _, name := range []string{"page", tango.Name, zip.Name, sudoku.Name, patches.Name} {
		text, err := fs.ReadFile(lookFiles, "looks/"+name+".js")
		if err != nil {
			panic(err) // it is embedded
		}
		b.Write(text)
	}
	return b.String() + `</script>`
}

// deal is what a page is drawn with; it goes to its script as JSON.
type deal struct {
	Look      look
	Puzzle    puzzle.Puzzle // with what was played on it
	Untouched puzzle.Puzzle
	Cell      float64 // from one cell to the next, CSS pixels
	Dark      bool    // where the look has both
	Turn      int     // of the colours and fonts that the look has, from 0
	Around    int     // what stands around the board, a bit each
	Pad       [2]float64
}

// answer is what the page says of itself.
type answer struct {
	X, Y, Width, Height float64 // of the cells, CSS pixels of the viewport
	Scale               float64
	Unlocked            bool // it shows nothing of which cells are locked
}

// stream is a number of the look's own, of which its boards are made.
func (l look) stream() uint32 {
	stream := fnv.New32()
	_, _ = stream.Write([]byte(l.Game + l.Name))
	return stream.Sum32()
}

// scale returns that of a board: one look's boards are of all scales in turn.
func (l look) scale(number int) float64 {
	return scales[(int(l.stream()%1000)+number)%len(scales)]
}

// draw has a board drawn. The same seed and number give the same board.
func (l look) draw(b *headless.Browser, seed uint64, number int, scale float64) (d gamerender.Drawing, err error) {
	name := fmt.Sprintf("%s/%s/%d-%d", l.Game, l.Name, seed, number)
	r := rand.New(rand.NewPCG(seed, uint64(l.stream())<<32|uint64(number)))
	of := slices.IndexFunc(gamerender.Games, func(g gamerender.Game) bool { return g.Name == l.Game })
	g, err := puzzles.Find(l.Game)
	if err != nil {
		return d, err
	}
	size := gamerender.Pick(r, gamerender.Games[of].Sizes...)
	untouched, solution, err := g.Generate(size, r.Uint64())
	if err != nil {
		return d, err
	}
	in := gamerender.Pick(r, fresh, half, half, full)
	const smallest = 32 // device pixels: little more than the least that is asked of the reader
	to := deal{
		Look: l, Untouched: ordered(untouched), Puzzle: in.played(r, ordered(untouched), solution),
		Cell: max(gamerender.Games[of].Pitch*6/float64(size)*(0.8+0.4*r.Float64()), smallest/scale),
		Dark: r.IntN(2) == 0, Turn: r.IntN(6), Around: r.IntN(16) & r.IntN(16), Pad: [2]float64{8 + 60*r.Float64(), 8 + 30*r.Float64()},
	}
	if r.IntN(2) == 0 {
		to.Cell = float64(int(to.Cell))
	}
	write, err := json.Marshal(to)
	if err != nil {
		return d, err
	}
	board := to.Cell * float64(size)
	show := headless.Page{HTML: lookPage(), Width: int(max(1280/scale, board+360)), Height: int(max(930/scale, board+220)), Scale: scale}
	shot, at, err := headless.Photograph[answer](b, show, "show("+string(write)+")")
	if err != nil {
		return d, fmt.Errorf("%s: %w", name, err)
	}
	if d.Image, err = headless.Decode(shot); err != nil {
		return d, err
	}
	if p, is := to.Puzzle.(*tango.Puzzle); is && at.Unlocked {
		for i, c := range p.Cells {
			p.Locked[i] = c != tango.Empty
		}
	}
	d.Name, d.Puzzle, d.State, d.Variant = name, to.Puzzle, string(in), fmt.Sprintf("%.0f %%", 100*scale)
	d.Lattice = vision.Lattice{X: at.X * at.Scale, Y: at.Y * at.Scale, PitchX: at.Width * at.Scale / float64(size), PitchY: at.Height * at.Scale / float64(size), Size: size}
	return d, nil
}

// played returns a puzzle with so much of its solution on it as is in a state.
func (in state) played(r *rand.Rand, untouched puzzle.Puzzle, solution puzzle.Solution) puzzle.Puzzle {
	done := func() bool { return in == full || in == half && r.IntN(2) == 0 }
	p := ordered(untouched)
	switch p := p.(type) {
	case *tango.Puzzle:
		for i, c := range solution.(tango.Solution).Cells {
			if p.Cells[i] == tango.Empty && done() {
				p.Cells[i] = c
			}
		}
	case *sudoku.Puzzle:
		for i, c := range solution.(sudoku.Solution).Cells {
			if p.Cells[i] == 0 && done() {
				p.Cells[i] = c
			}
		}
	case *zip.Puzzle:
		path := solution.(zip.Solution).Path
		switch in {
		case half:
			p.Path = path[:2+r.IntN(len(path)-3)]
		case full:
			p.Path = path
		}
	case *patches.Puzzle:
		for _, rect := range solution.(patches.Solution).Rects {
			if done() {
				p.Rects = append(p.Rects, rect)
			}
		}
		slices.SortFunc(p.Rects, func(a, b patches.Rect) int { return cmp.Or(a.R0-b.R0, a.C0-b.C0) })
	}
	return p
}
