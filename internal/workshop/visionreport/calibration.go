package visionreport

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"text/tabwriter"

	"git.sr.ht/~sbinet/gg"

	"autoqueens/internal/typeface"
)

// Is the reader right as often as it says? Readings are sorted by the confidence
// that they state, and each group is held against how many of it were right.

// edges are where the groups begin. They lie close where readings do, and where
// an error costs.
var edges = [...]float64{0, 0.9, 0.95, 0.99, 0.999}

// Bin is a group of readings.
type Bin struct {
	Read, Right int
	Stated      float64 // sum of the confidences
}

// Calibration holds stated confidence against how often it was right. Refusals
// state none.
type Calibration struct {
	Bins  [len(edges)]Bin
	brier float64 // sum of the squares of stated less right
}

// Add adds a reading.
func (c *Calibration) Add(confidence float64, right bool) {
	at := 0
	for i, from := range edges {
		if confidence >= from {
			at = i
		}
	}
	b := &c.Bins[at]
	b.Read++
	b.Stated += confidence
	was := 0.0
	if right {
		b.Right++
		was = 1
	}
	c.brier += (confidence - was) * (confidence - was)
}

// Total returns all readings as one group.
func (c *Calibration) Total() (all Bin) {
	for _, b := range c.Bins {
		all.Read, all.Right, all.Stated = all.Read+b.Read, all.Right+b.Right, all.Stated+b.Stated
	}
	return all
}

// Error is the expected calibration error: how far the stated confidence of a
// group is from its share right, weighed by how many readings it has.
func (c *Calibration) Error() float64 {
	all, off := c.Total(), 0.0
	for _, b := range c.Bins {
		if b.Read > 0 {
			off += math.Abs(b.Stated - float64(b.Right))
		}
	}
	if all.Read == 0 {
		return 0
	}
	return off / float64(all.Read)
}

// Brier is the mean square of stated confidence less 1 where the reading was
// right and 0 where not: 0 is the best.
func (c *Calibration) Brier() float64 {
	if n := c.Total().Read; n > 0 {
		return c.brier / float64(n)
	}
	return 0
}

// Share returns the share of a group that was right, and the bounds of its 95 %
// interval after Wilson.
func (b Bin) Share() (share, lo, hi float64) {
	if b.Read == 0 {
		return 0, 0, 1
	}
	const z = 1.96
	n := float64(b.Read)
	p := float64(b.Right) / n
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return p, max(0, middle-half), min(1, middle+half)
}

// binName writes the bounds of a group as mathematicians do.
func binName(i int) string {
	if i+1 < len(edges) {
		return fmt.Sprintf("[%.4g, %.4g)", edges[i], edges[i+1])
	}
	return fmt.Sprintf("[%.4g, 1]", edges[i])
}

// Table writes a line for each group.
func (c *Calibration) Table(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "confidence\treadings\tright\tshare right\t95 %% interval\tstated\n")
	row := func(name string, b Bin) {
		if b.Read == 0 {
			fmt.Fprintf(t, "%s\t0\t0\t-\t-\t-\n", name)
			return
		}
		share, lo, hi := b.Share()
		fmt.Fprintf(t, "%s\t%d\t%d\t%.2f %%\t%.2f to %.2f %%\t%.2f %%\n", name, b.Read, b.Right, 100*share, 100*lo, 100*hi, 100*b.Stated/float64(b.Read))
	}
	for i, b := range c.Bins {
		row(binName(i), b)
	}
	row("all", c.Total())
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "expected calibration error %.4f, Brier score %.4f\n", c.Error(), c.Brier())
	return err
}

// Diagram draws the groups: a bar for the share right with its interval, and a
// line at what was stated. The groups are set side by side, as on one scale all
// but the first would be a hair's breadth.
func (c *Calibration) Diagram() image.Image {
	const width, height, leftEdge, foot, top, step = 760, 460, 70.0, 90.0, 60.0, 132.0
	g := gg.NewContext(width, height)
	g.SetColor(color.White)
	g.Clear()
	at := func(share float64) float64 { return height - foot - share*(height-foot-top) }
	ink, grey, bar, stated := color.Gray{0x22}, color.Gray{0xCC}, color.NRGBA{0x4E, 0x79, 0xA7, 0xFF}, color.NRGBA{0xD9, 0x48, 0x0F, 0xFF}
	g.SetFontFace(typeface.Regular(13))
	for k := range 6 {
		share := float64(k) / 5
		g.SetColor(grey)
		g.SetLineWidth(1)
		g.DrawLine(leftEdge, at(share), width-20, at(share))
		g.Stroke()
		g.SetColor(ink)
		g.DrawStringAnchored(fmt.Sprintf("%.0f %%", 100*share), leftEdge-8, at(share), 1, 0.4)
	}
	for i, b := range c.Bins {
		x := leftEdge + step*float64(i) + step/2
		g.SetColor(ink)
		g.DrawStringAnchored(binName(i), x, height-foot+18, 0.5, 0.5)
		g.DrawStringAnchored(fmt.Sprintf("%d of %d", b.Right, b.Read), x, height-foot+38, 0.5, 0.5)
		if b.Read == 0 {
			continue
		}
		share, lo, hi := b.Share()
		g.SetColor(bar)
		g.DrawRectangle(x-34, at(share), 68, at(0)-at(share))
		g.Fill()
		g.SetColor(ink)
		g.SetLineWidth(1.5)
		g.DrawLine(x, at(lo), x, at(hi))
		g.DrawLine(x-7, at(lo), x+7, at(lo))
		g.DrawLine(x-7, at(hi), x+7, at(hi))
		g.Stroke()
		g.SetColor(stated)
		g.SetLineWidth(3)
		y := at(b.Stated / float64(b.Read))
		g.DrawLine(x-46, y, x+46, y)
		g.Stroke()
	}
	g.SetColor(ink)
	g.DrawStringAnchored("stated confidence, and right of readings", (width+leftEdge)/2, height-18, 0.5, 0.5)
	g.SetFontFace(typeface.Bold(16))
	g.DrawStringAnchored("How often readings are right, by what they state", width/2, 22, 0.5, 0.5)
	g.SetFontFace(typeface.Regular(13))
	g.DrawStringAnchored(fmt.Sprintf("bar: share right, with its 95 %% interval; line: stated.  Expected calibration error %.3f", c.Error()), width/2, 44, 0.5, 0.5)
	return g.Image()
}
