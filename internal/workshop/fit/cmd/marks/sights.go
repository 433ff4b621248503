package main

import (
	"hash/fnv"
	"image"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"

	"autoqueens/internal/workshop/render"
	"autoqueens/internal/workshop/webstyles"
	"autoqueens/solver"
	"autoqueens/vision/cellcolor"
	"autoqueens/vision/lattice"
	"autoqueens/vision/marks"
	"autoqueens/vision/raster"
)

// sight is one view of one picture, with its truth.
type sight struct {
	name  string
	group string // variant, or web
	fold  int    // of the page's style
	must  bool   // it can be told what it shows
	kinds []marks.Kind
	marks []solver.Mark
	board *marks.Board
	rows  int
	under []bool // the pointer lies over part of the cell
	// mistaken tells of which cells the colour was measured far from their region's:
	// nothing can be told of what stands in them.
	mistaken []bool
}

// web is the group of what Chromium drew.
const web = "web"

// variants are those that differ in what stands in the cells.
var variants = []string{render.Plain, render.JPEG, render.Resized, render.Noisy, render.Toned, render.HoverOver}

// drawn draws pictures and measures their cells: so many boards in all variants, and as
// many again with the pointer over them, which is rare.
func drawn(seed uint64, boards int) []sight {
	jobs := make(chan int)
	out := make([][]sight, 2*boards)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for k := range jobs {
				kinds := variants
				if k >= boards {
					kinds = []string{render.HoverOver}
				}
				for p := range render.Pictures(seed, k, kinds...) {
					out[k] = append(out[k], sights(&p, rand.New(rand.NewPCG(seed, uint64(k))))...)
				}
			}
		})
	}
	for k := range out {
		jobs <- k
	}
	close(jobs)
	group.Wait()
	return slices.Concat(out...)
}

// photographed measures the cells of the pages in the folders of sets, by commas.
func photographed(sets string) ([]sight, error) {
	var all []sight
	for dir := range strings.SplitSeq(sets, ",") {
		if dir == "" {
			continue
		}
		_, pages, err := webstyles.Load(dir)
		if err != nil {
			return nil, err
		}
		work := make(chan webstyles.Picture, 2)
		out := make(map[string][]sight)
		var lock sync.Mutex
		var group sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			group.Go(func() {
				for page := range work {
					p := render.Picture{Name: page.Name, Image: page.Image, Truth: page.Truth, Kinds: render.Kinds{Variant: web}}
					found := sights(&p, rand.New(rand.NewPCG(hash(page.Name), 0)))
					for i := range found {
						found[i].fold = page.Fold
					}
					lock.Lock()
					out[page.Name] = found
					lock.Unlock()
				}
			})
		}
		var failed error
		for page, err := range pages {
			if err != nil {
				failed = err
				break
			}
			if page.Truth.Board != nil {
				work <- page
			}
		}
		close(work)
		group.Wait()
		if failed != nil {
			return nil, failed
		}
		for _, name := range slices.Sorted(maps.Keys(out)) {
			all = append(all, slices.DeleteFunc(out[name], func(s sight) bool { return !s.explained() })...)
		}
	}
	return all, nil
}

// hash returns the same for the same name, so that what is measured hangs on no order.
func hash(name string) uint64 {
	h := fnv.New64()
	h.Write([]byte(name)) // never fails
	return h.Sum64()
}

// sights looks at a picture as the reader does: as it is or freed from grain, and
// changed a little, with a lattice that is a little off.
func sights(pic *render.Picture, r *rand.Rand) (out []sight) {
	const astray = 0.03 // of a cell
	p, err := raster.New(pic.Image)
	if err != nil || pic.Truth.Board == nil || pic.Truth.Demand == render.Refuse {
		return nil
	}
	n, b := pic.Truth.Board.Size, pic.Truth.Bounds
	l := lattice.Lattice{PitchX: b.Width / float64(n), PitchY: b.Height / float64(n), Size: n}
	l.X, l.Y = b.X+astray*(2*r.Float64()-1)*l.PitchX, b.Y+astray*(2*r.Float64()-1)*l.PitchY
	l.Shift(image.Point{}.Sub(p.Origin))
	look := func(p *raster.Picture, l lattice.Lattice) {
		v := raster.NewViews(p)
		grainy := v.GrainyAt(l.Bounds())
		if grainy {
			out = append(out, newSight(pic, v.See(raster.SigmaFiltered), l))
		}
		if !grainy || v.Sigma < raster.NoisySigma {
			out = append(out, newSight(pic, p, l))
		}
	}
	look(p, l)
	crop := p.Part(l.Inflated(1).Image())
	s := append([]raster.Perturbation{raster.Flattened}, raster.Rescaled...)[r.IntN(3)]
	w, h := s.Size(crop)
	l.Shift(image.Point{}.Sub(crop.Origin))
	look(s.Of(crop), l.Scaled(float64(w)/float64(crop.W), float64(h)/float64(crop.H)))
	return out
}

func newSight(pic *render.Picture, p *raster.Picture, l lattice.Lattice) sight {
	t := &pic.Truth
	c := cellcolor.New(p, l)
	s := sight{
		name: pic.Name, group: pic.Kinds.Variant, must: t.Demand == render.Must,
		rows: l.Size, board: marks.Observe(p, c, new(marks.Model)), mistaken: mistaken(t.Board, c),
	}
	for i := range s.board.Cells {
		m := t.Board.Mark(i/l.Size, i%l.Size)
		k := [...]marks.Kind{solver.Empty: marks.Empty, solver.Cross: marks.Cross, solver.Queen: marks.Queen}[m]
		switch {
		case slices.Contains(t.Either, i):
			k = marks.Appearing
		case m == solver.Empty && slices.Contains(t.Under, i):
			k = marks.Foreign
		}
		s.under = append(s.under, slices.Contains(t.Under, i))
		s.kinds, s.marks = append(s.kinds, k), append(s.marks, m)
	}
	return s
}

// mistaken tells which cells were not measured in the colour of their region.
func mistaken(b *solver.Board, c *cellcolor.Cells) []bool {
	const far = 25 // in L*a*b*: as two colours of a board
	of := make(map[uint8][]raster.RGB)
	for i, r := range b.Regions {
		of[uint8(r)] = append(of[uint8(r)], c.Colors[i].RGB)
	}
	out := make([]bool, len(c.Colors))
	for i, r := range b.Regions {
		out[i] = c.Colors[i].Lab.Distance(cellcolor.ToLab(raster.MedianColor(of[uint8(r)]))) > far
	}
	return out
}

// explained tells whether hardly anything is seen in cells that are empty: where a
// board's background is not understood, nothing can be learnt from it of marks.
func (s *sight) explained() bool {
	const most = 0.05 // of the cells
	n := 0
	for i := range s.board.Cells {
		if s.board.Cells[i].Inked && s.kinds[i] == marks.Empty {
			n++
		}
	}
	return float64(n) <= most*float64(len(s.kinds))
}
