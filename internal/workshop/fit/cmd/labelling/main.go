// Command labelling fits the weights by which hypotheses of regions are compared, prints what
// each of them is, and writes them to a Go file.
//
// It has the reader try boards whose truth is known: drawn ones, and those of sets that were
// photographed in a browser (see internal/workshop/webstyles). With -folds each fold of their styles
// is judged as well by weights that were fitted without it.
package main

import (
	"flag"
	"fmt"
	"go/format"
	"image"
	"iter"
	"os"
	"slices"
	"strings"
	"sync"

	"autoqueens/internal/workshop/fit"
	"autoqueens/internal/workshop/render"
	"autoqueens/internal/workshop/webstyles"
	"autoqueens/solver"
	"autoqueens/vision"
	"autoqueens/vision/labelling"
)

// near is how far a lattice may be off the true one, in cells, to be it.
const near = 0.25

// sample is a picture and what it shows.
type sample struct {
	name  string
	fold  int // of its style; -1 where it has none
	img   image.Image
	board *solver.Board // nil where nothing must be read
	// at is where the board lies, or what is left of it; what else a picture shows beside
	// it, as an example does, is left out. Its size is 0 where that is not known.
	at vision.Lattice
	// least is the size of the smallest grid that is not passed over as an example's.
	least int
}

// choice is what the reader made of one grid.
type choice struct {
	fit.Choice
	name string
	fold int
}

func main() {
	n := flag.Int("n", 150, "how many boards to draw, each in all variants")
	seed := flag.Uint64("seed", 7100, "of the boards that are drawn")
	sets := flag.String("sets", "", "folders of photographed pages, by commas")
	folds := flag.Bool("folds", false, "judge as well what is fitted without each fold of styles, on that fold")
	ridge := flag.Float64("ridge", 0.03, "the penalty on the square of a weight")
	out := flag.String("o", "", "the Go file to write")
	flag.Parse()
	if err := run(*n, *seed, *sets, *folds, *ridge, *out); err != nil {
		fmt.Fprintln(os.Stderr, "labelling:", err)
		os.Exit(1)
	}
}

func run(n int, seed uint64, sets string, folds bool, ridge float64, out string) error {
	all, err := gather(n, seed, sets)
	if err != nil {
		return err
	}
	w, loss := weights(all, ridge)
	fmt.Printf("%d trials, %.4f nats each\n", len(all), loss)
	for i, v := range w {
		fmt.Printf("  %-18s %8.3f\n", labelling.Names[i], v)
	}
	var t tally
	t.add(all, w)
	t.print("fitted")
	if folds {
		var held tally
		for f := range webstyles.Folds {
			without := slices.DeleteFunc(slices.Clone(all), func(c choice) bool { return c.fold == f })
			w, _ := weights(without, ridge)
			held.add(slices.DeleteFunc(slices.Clone(all), func(c choice) bool { return c.fold != f }), w)
		}
		held.print("each style held out once")
	}
	if out == "" {
		return nil
	}
	return write(out, w)
}

// gather has the reader try every picture.
func gather(n int, seed uint64, sets string) ([]choice, error) {
	samples := make(chan sample, 4)
	failed := make(chan error, 1)
	go func() {
		defer close(samples)
		for s := range drawn(n, seed) {
			samples <- s
		}
		for dir := range strings.SplitSeq(sets, ",") {
			if dir == "" {
				continue
			}
			if err := photographed(dir, samples); err != nil {
				failed <- err
				return
			}
		}
	}()
	var (
		all  []choice
		lock sync.Mutex
		wait sync.WaitGroup
	)
	for range 2 {
		wait.Go(func() {
			for s := range samples {
				c := try(s)
				lock.Lock()
				all = append(all, c...)
				lock.Unlock()
			}
		})
	}
	wait.Wait()
	select {
	case err := <-failed:
		return nil, err
	default:
	}
	// The order in which they were done must not show in the sums.
	slices.SortStableFunc(all, func(a, b choice) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// drawn returns the pictures of boards that are drawn, and of as many other grids.
func drawn(n int, seed uint64) iter.Seq[sample] {
	const example = 5 // the size of the largest board that is drawn beside another
	return func(yield func(sample) bool) {
		for k := range n {
			for p := range render.Pictures(seed, k) {
				t := p.Truth
				s := sample{name: p.Name, fold: -1, img: p.Image}
				if t.Board != nil {
					s.at = lattice(t.Bounds, t.Board.Size, p.Image)
				} else {
					s.least = example + 1
				}
				if t.Demand == render.Must {
					s.board = t.Board.Canonical()
				}
				if t.Demand != render.May && !yield(s) {
					return
				}
			}
			p := render.Decoy(seed, k, render.Decoys[k%len(render.Decoys)])
			if !yield(sample{name: p.Name, fold: -1, img: p.Image}) {
				return
			}
		}
	}
}

// photographed sends the pictures of a set.
func photographed(dir string, to chan<- sample) error {
	_, pictures, err := webstyles.Load(dir)
	if err != nil {
		return err
	}
	for p, err := range pictures {
		if err != nil {
			return err
		}
		t := p.Truth
		s := sample{name: p.Name, fold: p.Fold, img: p.Image}
		if p.Lattice.Width > 0 {
			rows := 1 // no more is asked of what must be refused
			if t.Board != nil {
				rows = t.Board.Size
			}
			s.at = lattice(p.Lattice, rows, p.Image)
		}
		if t.Demand == render.Must {
			s.board = t.Board.Canonical()
		}
		if t.Demand != render.May {
			to <- s
		}
	}
	return nil
}

// lattice returns that of a board of n rows, from the picture's corner.
func lattice(at render.Rect, n int, img image.Image) vision.Lattice {
	corner, size := img.Bounds().Min, float64(n)
	return vision.Lattice{
		X: at.X - float64(corner.X), Y: at.Y - float64(corner.Y),
		PitchX: at.Width / size, PitchY: at.Height / size, Size: n,
	}
}

// try has the reader read a picture and returns its hypotheses of every grid that it tried.
// What no search sees otherwise than one before counts once, however often a grid is tried
// that cannot be read. Where nothing must be read and marks are unclear, those refuse the
// grid: its regions may be as good as a sudoku's.
func try(s sample) (out []choice) {
	vision.Trace(s.img, func(t vision.Trial) {
		l := t.Candidate.Lattice
		if len(t.Hypotheses) == 0 || l.Size < s.least || s.at.Size > 0 && 4*l.Bounds().Overlap(s.at.Bounds()) < l.Bounds().Area() {
			return
		}
		if s.board == nil && len(t.Hypotheses[0].By.Unclear) > 0 {
			return
		}
		c := choice{name: s.name, fold: s.fold, Choice: fit.Choice{Right: -1}}
		there := s.board != nil && l.Size == s.at.Size && l.OffsetFrom(s.at) < near
		for i, h := range t.Hypotheses {
			f := h.Features()
			c.Options = append(c.Options, f[:])
			if there && slices.Equal(h.By.Board(h.Labels).Canonical().Regions, s.board.Regions) {
				c.Right = i
			}
		}
		if !slices.ContainsFunc(out, c.same) {
			out = append(out, c)
		}
	})
	return out
}

// same tells whether two choices of one picture have the same options.
func (c choice) same(d choice) bool {
	return c.Right == d.Right && slices.EqualFunc(c.Options, d.Options, slices.Equal[[]float64])
}

// weights fits the weights to choices.
func weights(all []choice, ridge float64) (w []float64, loss float64) {
	plain := make([]fit.Choice, len(all))
	for i, c := range all {
		plain[i] = c.Choice
	}
	against := make([]bool, len(labelling.Names))
	for _, f := range labelling.Against {
		against[f] = true
	}
	return fit.Choices(plain, against, ridge)
}

// bounds are the least probabilities of what a tally counts apart.
var bounds = [...]float64{0, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999}

// tally tells how often the likeliest hypotheses are right, by how likely they are.
type tally struct{ n, right [len(bounds)]int }

func (t *tally) add(all []choice, w []float64) {
	for _, c := range all {
		p := fit.Probabilities(c.Options, w)
		best := 0
		for i := range c.Options {
			if p[i] > p[best] {
				best = i
			}
		}
		b := len(bounds) - 1
		for p[best] < bounds[b] {
			b--
		}
		t.n[b]++
		if best == c.Right {
			t.right[b]++
		}
	}
}

func (t *tally) print(what string) {
	fmt.Println(what)
	for b, from := range bounds {
		fmt.Printf("  from %-6g %6d, right %.4f\n", from, t.n[b], float64(t.right[b])/float64(max(t.n[b], 1)))
	}
}

// write writes the weights as Go source.
func write(path string, w []float64) error {
	var b strings.Builder
	b.WriteString("// Code generated by internal/workshop/fit/cmd/labelling; DO NOT EDIT.\n\npackage labelling\n\n")
	b.WriteString("var weights = Features{\n")
	for i, v := range w {
		fmt.Fprintf(&b, "%.3f, // %s\n", v, labelling.Names[i])
	}
	b.WriteString("}\n")
	text, err := format.Source([]byte(b.String()))
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
