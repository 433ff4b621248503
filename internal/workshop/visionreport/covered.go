package visionreport

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"image"
	"image/color"
	"image/draw"
	"io"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"text/tabwriter"

	"autoqueens/internal/workshop/webstyles"
	"autoqueens/vision"
)

// rim is what surrounds a cover.
type rim struct {
	name   string
	beyond int       // pixels by which the cover reaches over the lines of its cell
	shares []float64 // of the cover's colour, in rings of a pixel around it
	shadow int       // how far its shadow reaches, pixels
}

var rims = []rim{
	{name: "sharp", beyond: 3},
	{name: "soft", beyond: 3, shares: []float64{0.5}},
	{name: "softer", beyond: 2, shares: []float64{0.8, 0.6, 0.4, 0.2}},
	{name: "shadow", beyond: 2, shadow: 6},
}

// over lays a cover over a cell.
func (r rim) over(img image.Image, cell image.Rectangle, c color.NRGBA) image.Image {
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Src)
	area := cell.Inset(-r.beyond)
	lay := func(area image.Rectangle, c color.NRGBA) {
		draw.Draw(out, area, image.NewUniform(c), image.Point{}, draw.Over)
	}
	for k := r.shadow; k > 0; k-- {
		lay(area.Inset(-k).Add(image.Pt(0, 2)), color.NRGBA{A: 8})
	}
	for k := len(r.shares); k > 0; k-- {
		// Each lies over those further out.
		below := 0.0
		if k < len(r.shares) {
			below = r.shares[k]
		}
		share := (r.shares[k-1] - below) / (1 - below)
		lay(area.Inset(-k), color.NRGBA{c.R, c.G, c.B, uint8(255*share + 0.5)})
	}
	lay(area, c)
	return out
}

// Covered lays something over a random cell of each page of a set that is read, so many times a page, in the colour of the cell or
// of any other, and prints what becomes of it by how its rim looks. A page that is read as it was hides
// nothing; one that is read as another board is misread, and written to the folder out.
func Covered(ctx context.Context, set string, times int, out string, w io.Writer) error {
	_, pages, err := webstyles.Load(set)
	if err != nil {
		return err
	}
	c := &coverings{times: times, out: out, counts: make(map[string]*coveredCount)}
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wait sync.WaitGroup
	for page, err := range pages {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			c.fail(err)
			break
		}
		if page.Truth.Board == nil {
			continue
		}
		room <- struct{}{}
		wait.Go(func() {
			defer func() { <-room }()
			c.cover(page)
		})
	}
	wait.Wait()
	return errors.Join(c.failed, c.table(w))
}

// coverings is what came of covers.
type coverings struct {
	times int
	out   string

	lock   sync.Mutex
	counts map[string]*coveredCount // by rim and colour
	failed error
}

type coveredCount struct{ refused, same, misread int }

func (c *coverings) fail(err error) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.failed = errors.Join(c.failed, err)
}

var coverColors = []string{"its own colour", "another's colour"}

// cover lays covers over a page, one after the other, unless it is not read without them.
func (c *coverings) cover(page webstyles.Picture) {
	whole, err := vision.Read(page.Image)
	if err != nil {
		return
	}
	seed := fnv.New64()
	_, _ = io.WriteString(seed, page.Name)
	r := rand.New(rand.NewPCG(seed.Sum64(), 1))
	n := whole.Lattice.Size
	for range c.times {
		cell, of, rim, as := r.IntN(n*n), r.IntN(n*n), rims[r.IntN(len(rims))], r.IntN(2)
		if as == 0 {
			of = cell
		}
		ground := color.NRGBAModel.Convert(whole.Colors[of]).(color.NRGBA)
		ground.A = 255
		img := rim.over(page.Image, whole.Lattice.Cell(cell/n, cell%n).Image(), ground)
		read, err := vision.Read(img)
		misread := err == nil && !reflect.DeepEqual(read.Board, whole.Board)
		if misread {
			c.fail(WritePNG(filepath.Join(c.out, fmt.Sprintf("%s-covered-%d.png", page.Name, cell)), img))
		}
		c.lock.Lock()
		key := rim.name + ", " + coverColors[as]
		k := c.counts[key]
		if k == nil {
			k = new(coveredCount)
			c.counts[key] = k
		}
		switch {
		case err != nil:
			k.refused++
		case misread:
			k.misread++
		default:
			k.same++
		}
		c.lock.Unlock()
	}
}

// table prints the counts.
func (c *coverings) table(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "cover\trefused\tread as it was\tmisread\t")
	var all coveredCount
	for _, key := range slices.Sorted(maps.Keys(c.counts)) {
		k := c.counts[key]
		fmt.Fprintf(t, "%s\t%d\t%d\t%d\t\n", key, k.refused, k.same, k.misread)
		all = coveredCount{all.refused + k.refused, all.same + k.same, all.misread + k.misread}
	}
	fmt.Fprintf(t, "all\t%d\t%d\t%d\t\n", all.refused, all.same, all.misread)
	return t.Flush()
}
