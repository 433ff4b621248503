// Command gamereport proves the readers of the games besides Queens: it has them read drawn
// boards, and tells by style how many are read right, refused and read wrong.
//
//	gamerender (picture, puzzle) -> vision/games -> table
//
// It fails where a board is read wrong.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"autoqueens/internal/workshop/gamerender"
	"autoqueens/vision/games"
)

func main() {
	var f flags
	flag.StringVar(&f.game, "game", "", "the game to draw; all where none is given")
	flag.StringVar(&f.style, "style", "", "draw only the styles whose names hold this")
	flag.IntVar(&f.n, "n", 100, "how many boards to draw in each style")
	flag.Uint64Var(&f.seed, "seed", 1, "of what is drawn")
	flag.StringVar(&f.out, "out", "", "a folder for the pictures that were not read right")
	flag.BoolVar(&f.verbose, "v", false, "tell of each that was not read right")
	flag.Parse()
	if err := f.run(); err != nil {
		fmt.Fprintln(os.Stderr, "gamereport:", err)
		os.Exit(1)
	}
}

type flags struct {
	game, style, out string
	n                int
	seed             uint64
	verbose          bool
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
	misread := 0
	for _, g := range gamerender.Games {
		if f.game != "" && g.Name != f.game {
			continue
		}
		var sums [2][outcomes]int
		for i := range g.Styles {
			style := &g.Styles[i]
			if !strings.Contains(style.Name, f.style) {
				continue
			}
			count := f.style1(&g, style)
			held := 0
			if style.Held {
				held = 1
			}
			for k, n := range count {
				sums[held][k] += n
			}
			row(t, g.Name, style.Name, count)
			misread += count[wrong]
		}
		row(t, g.Name, "styles seen", sums[0])
		row(t, g.Name, "styles held out", sums[1])
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if misread > 0 {
		return fmt.Errorf("%d boards were read wrong", misread)
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

// style1 draws and reads the boards of one style.
func (f *flags) style1(g *gamerender.Game, style *gamerender.Style) (count [outcomes]int) {
	var lock sync.Mutex
	var wait sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	var words []string
	for number := range f.n {
		wait.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			d := g.Draw(style, f.seed, number)
			as, why := judge(d)
			lock.Lock()
			defer lock.Unlock()
			count[as]++
			if as != right {
				words = append(words, fmt.Sprintf("%s %s: %s, %s, cells of %.1f: %s", [...]string{"", "refused", "WRONG"}[as], d.Name, d.State, d.Variant, d.Lattice.PitchX, why))
				f.keep(d)
			}
		})
	}
	wait.Wait()
	slices.Sort(words)
	for _, w := range words {
		if f.verbose || strings.HasPrefix(w, "WRONG") {
			fmt.Fprintln(os.Stderr, w)
		}
	}
	return count
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
	got, err := r.Puzzle.MarshalJSON()
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
