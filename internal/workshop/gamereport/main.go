// Command gamereport proves the readers of the games besides Queens: it has them read drawn
// boards, and tells by style how many are read right, refused and read wrong. With -page it is
// the practice page that they read, Queens as well, as a browser shows it; with -looks it is pages
// that look otherwise than the games' own do.
//
//	gamerender, practice page or looks in headless (picture, puzzle) -> vision/games -> table
//
// It fails where a board is read wrong.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"autoqueens/internal/workshop/gamerender"
	puzzles "autoqueens/solver/games"
	"autoqueens/vision/games"
)

func main() {
	var f flags
	flag.StringVar(&f.game, "game", "", "the game to draw; all where none is given")
	flag.StringVar(&f.style, "style", "", "draw only the styles whose names hold this")
	flag.StringVar(&f.state, "state", "", "have only those drawn boards read whose states hold this, as half played")
	flag.IntVar(&f.n, "n", 100, "how many boards to draw in each style")
	flag.Uint64Var(&f.seed, "seed", 1, "of what is drawn")
	flag.StringVar(&f.out, "out", "", "a folder for the pictures that were not read right")
	flag.BoolVar(&f.page, "page", false, "have a browser show boards of the practice page in place of drawn ones")
	flag.BoolVar(&f.look, "looks", false, "have a browser show boards in looks of other pages, some of them held out")
	flag.BoolVar(&f.covered, "covered", false, "lay something opaque over each drawn board, and over ones as the program draws them, of Queens as well")
	flag.BoolVar(&f.verbose, "v", false, "tell of each that was not read right")
	flag.Parse()
	if err := f.run(); err != nil {
		fmt.Fprintln(os.Stderr, "gamereport:", err)
		os.Exit(1)
	}
}

type flags struct {
	game, style, state, out string
	n                       int
	seed                    uint64
	page, look              bool
	covered, verbose        bool
	misread                 int                      // boards, of all that were read
	states                  map[string][outcomes]int // what came of the game's boards, by state
}

// What comes of a drawing.
const (
	right = iota
	refused
	wrong
	outcomes
)

func (f *flags) run() error {
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "game\tstyle\tboards\tright\trefused\twrong\t")
	report := f.drawings
	switch {
	case f.page:
		report = f.pages
	case f.look:
		report = f.looks
	}
	if err := gamerender.Missing(); err != nil && !f.page {
		return err
	}
	if err := errors.Join(report(t), t.Flush()); err != nil {
		return err
	}
	if f.misread > 0 {
		return fmt.Errorf("%d boards were read wrong", f.misread)
	}
	return nil
}

// drawings has drawn boards read, by style.
func (f *flags) drawings(t *tabwriter.Writer) error {
	if f.covered {
		f.plain(t)
	}
	for _, g := range gamerender.Games {
		if f.game != "" && g.Name != f.game {
			continue
		}
		var sums [2][outcomes]int
		f.states = make(map[string][outcomes]int)
		for i := range g.Styles {
			style := &g.Styles[i]
			if !strings.Contains(style.Name, f.style) {
				continue
			}
			if f.covered {
				style = style.Covered()
			}
			judged := f.series()
			for number := range f.n {
				judged.add(func() gamerender.Drawing { return g.Draw(style, f.seed, number) })
			}
			count := judged.end()
			held := 0
			if style.Held {
				held = 1
			}
			for k, n := range count {
				sums[held][k] += n
			}
			row(t, g.Name, style.Name, count)
		}
		row(t, g.Name, "styles seen", sums[0])
		row(t, g.Name, "styles held out", sums[1])
		for _, state := range slices.Sorted(maps.Keys(f.states)) {
			row(t, g.Name, state, f.states[state])
		}
	}
	return nil
}

func row(t *tabwriter.Writer, game, style string, count [outcomes]int) {
	total := count[right] + count[refused] + count[wrong]
	if total == 0 {
		return
	}
	fmt.Fprintf(t, "%s\t%s\t%d\t%.1f %%\t%.1f %%\t%d\t\n", game, style, total,
		100*float64(count[right])/float64(total), 100*float64(count[refused])/float64(total), count[wrong])
}

// series is boards that are read side by side.
type series struct {
	*flags
	room  chan struct{}
	wait  sync.WaitGroup
	lock  sync.Mutex
	count [outcomes]int
	words []string // of those that were not read right
}

func (f *flags) series() *series {
	return &series{flags: f, room: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// add has a board read as soon as there is room.
func (s *series) add(draw func() gamerender.Drawing) {
	s.room <- struct{}{}
	s.wait.Go(func() {
		defer func() { <-s.room }()
		d := draw()
		if !strings.Contains(d.State, s.state) {
			return
		}
		as, why := judge(d)
		s.lock.Lock()
		defer s.lock.Unlock()
		s.count[as]++
		if s.states != nil {
			of := s.states[d.State]
			of[as]++
			s.states[d.State] = of
		}
		if as != right {
			s.words = append(s.words, fmt.Sprintf("%s %s: %s, %s, cells of %.1f: %s", [...]string{"", "refused", "WRONG"}[as], d.Name, d.State, d.Variant, d.Lattice.PitchX, why))
			s.keep(d)
		}
	})
}

// end waits until all are read, and returns what came of them.
func (s *series) end() [outcomes]int {
	s.wait.Wait()
	slices.Sort(s.words)
	for _, w := range s.words {
		if s.verbose || strings.HasPrefix(w, "WRONG") {
			fmt.Fprintln(os.Stderr, w)
		}
	}
	s.misread += s.count[wrong]
	return s.count
}

// judge has a drawing read and holds what was read against what it shows.
func judge(d gamerender.Drawing) (outcome int, why string) {
	r, err := games.Read(d.Image)
	if err != nil {
		return refused, err.Error()
	}
	if name := games.Name(r); name != d.Puzzle.Game() {
		return wrong, "read as a board of " + name
	}
	shown := r.Puzzle
	if shown == nil {
		shown = &puzzles.Board{Board: r.Board}
	}
	got, err := shown.MarshalJSON()
	want, err2 := d.Puzzle.MarshalJSON()
	if err != nil || err2 != nil || !bytes.Equal(got, want) {
		return wrong, fmt.Sprintf("read as %s, is %s", got, want)
	}
	if off := r.Lattice.OffsetFrom(d.Lattice); r.Lattice.Size != d.Lattice.Size || off > max(0.06, 2.5/d.Lattice.PitchX) {
		return wrong, fmt.Sprintf("read at %v, is at %v", r.Lattice, d.Lattice)
	}
	return right, ""
}

// keep writes a drawing to the folder for those.
func (f *flags) keep(d gamerender.Drawing) {
	if f.out == "" {
		return
	}
	path := filepath.Join(f.out, strings.ReplaceAll(d.Name, "/", "-")+".png")
	if file, err := os.Create(path); err == nil {
		_ = png.Encode(file, d.Image)
		_ = file.Close()
	}
}
