package history

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"

	"autoqueens/internal/printable"
	"autoqueens/internal/typeface"
)

// How is it drawn in a picture? As the time that each board took which was won,
// by the day, with a shape and a colour for each size. It is drawn by hand: the
// libraries for charts would make the program larger by a third, or have only
// colours to tell things apart.

// Where things are in the picture, in pixels.
const (
	chartWide, chartHigh                    = 1080, 576
	plotLeft, plotTop, plotRight, plotLower = 92.0, 96.0, 1050.0, 520.0
)

var (
	chartInk  = color.NRGBA{R: 24, G: 24, B: 32, A: 255}
	chartSoft = color.NRGBA{R: 90, G: 90, B: 100, A: 255}
	chartGrid = color.NRGBA{R: 218, G: 218, B: 222, A: 255}
)

// sizeInks are the colours of the sizes: those that Okabe and Ito chose to be
// told apart by everybody, without the yellow that white paper swallows. There
// are fewer of them than shapes, so that no two of many sizes look alike.
var sizeInks = []color.NRGBA{
	{R: 0, G: 114, B: 178, A: 255}, {R: 213, G: 94, B: 0, A: 255}, {R: 0, G: 158, B: 115, A: 255},
	{R: 204, G: 121, B: 167, A: 255}, {R: 86, G: 180, B: 233, A: 255}, {R: 230, G: 159, B: 0, A: 255}, {R: 0, G: 0, B: 0, A: 255},
}

// sizeShapes are polygons around 0, 0 with a radius of about 1.
var sizeShapes = [][][2]float64{
	round(24, 1, 1), round(4, 1.2, 1.2), round(3, 1.25, 1.25), round(4, 1.45, 0.75), round(10, 1.4, 0.6), round(3, -1.25, -1.25), round(8, 1.5, 0.45), round(6, 1.1, 1.1),
}

// round returns a polygon with so many corners whose radii alternate between
// two. A square stands on its side where the radii are one, others on a corner.
func round(corners int, one, other float64) (points [][2]float64) {
	turn := -math.Pi / 2
	if corners == 4 && one == other {
		turn += math.Pi / 4
	}
	for i := range corners {
		radius := one
		if i%2 == 1 {
			radius = other
		}
		at := turn + 2*math.Pi*float64(i)/float64(corners)
		points = append(points, [2]float64{radius * math.Cos(at), radius * math.Sin(at)})
	}
	return points
}

// chart is a drawing under way.
type chart struct {
	dc       *gg.Context
	from, to time.Time // what the width shows
	low, top float64   // what the height shows, in seconds
	log      bool      // on a logarithmic scale
}

// WritePNG draws the games that were won, of which there is at least one: when,
// and how long they took.
func WritePNG(w io.Writer, games []Game) error {
	return png.Encode(w, draw(WonGames(games)))
}

func draw(won []Game) image.Image {
	c := newChart(won)
	c.write(typeface.Bold(22), chartInk, plotLeft, 40, 0, fmt.Sprintf("%s won with autoqueens", printable.Count(len(won), "board")))
	c.write(typeface.Regular(15), chartSoft, plotLeft, 66, 0, "seconds from seen to solved")
	c.grid()
	bySize := map[int][]Game{}
	for _, g := range won {
		bySize[g.Size] = append(bySize[g.Size], g)
	}
	sizes := slices.Sorted(maps.Keys(bySize))
	for i, size := range sizes {
		for _, g := range bySize[size] {
			c.mark(i, c.x(g.Ended), c.y(g.Took()))
		}
	}
	c.legend(sizes)
	return c.dc.Image()
}

func newChart(won []Game) *chart {
	c := &chart{dc: gg.NewContext(chartWide, chartHigh), from: won[0].Ended, to: won[0].Ended}
	c.dc.SetColor(color.White)
	c.dc.Clear()
	fastest, slowest := math.Inf(1), 0.0
	for i := range won {
		// Whoever sets the clock back has games out of order.
		if won[i].Ended.Before(c.from) {
			c.from = won[i].Ended
		}
		if won[i].Ended.After(c.to) {
			c.to = won[i].Ended
		}
		fastest, slowest = min(fastest, shown(won[i].Took())), max(slowest, shown(won[i].Took()))
	}
	margin := max(c.to.Sub(c.from)/25, 12*time.Hour)
	c.from, c.to = c.from.Add(-margin), c.to.Add(margin)
	// Games at the pace of a person beside games as fast as it goes would press
	// the latter into a line.
	if c.log = slowest > 20*fastest; c.log {
		c.low, c.top = fastest/1.5, slowest*1.5
	} else {
		c.top = slowest * 1.1
	}
	return c
}

// shown returns a time for which there is a logarithm.
func shown(seconds float64) float64 { return max(seconds, 0.001) }

// x returns where a time is from left to right.
func (c *chart) x(t time.Time) float64 {
	return plotLeft + (plotRight-plotLeft)*float64(t.Sub(c.from))/float64(c.to.Sub(c.from))
}

// y returns where a number of seconds is from top to bottom.
func (c *chart) y(seconds float64) float64 {
	share := (seconds - c.low) / (c.top - c.low)
	if c.log {
		share = math.Log(shown(seconds)/c.low) / math.Log(c.top/c.low)
	}
	return plotLower - (plotLower-plotTop)*share
}

// grid draws lines at round numbers of seconds and at the beginnings of days.
func (c *chart) grid() {
	c.dc.SetLineWidth(1)
	for _, v := range c.levels() {
		y := math.Round(c.y(v)) + 0.5
		c.dc.SetColor(chartGrid)
		c.dc.DrawLine(plotLeft, y, plotRight, y)
		c.dc.Stroke()
		c.write(typeface.Regular(14), chartSoft, plotLeft-10, y+5, 1, strconv.FormatFloat(v, 'g', 3, 64))
	}
	days := c.days()
	for _, day := range days {
		x := math.Round(c.x(day)) + 0.5
		c.dc.SetColor(chartGrid)
		c.dc.DrawLine(x, plotTop, x, plotLower+6)
		c.dc.Stroke()
		c.write(typeface.Regular(14), chartSoft, x, plotLower+26, 0.5, day.Format("2 Jan 2006"))
	}
	c.dc.SetColor(chartSoft)
	c.dc.DrawLine(plotLeft, plotLower+0.5, plotRight, plotLower+0.5)
	c.dc.Stroke()
}

// levels returns round numbers of seconds from low to top: some five, or on a
// logarithmic scale 1, 2 and 5 of every power of ten.
func (c *chart) levels() (levels []float64) {
	if c.log {
		for power := math.Floor(math.Log10(c.low)); power <= math.Log10(c.top); power++ {
			for _, digit := range []float64{1, 2, 5} {
				if v := digit * math.Pow(10, power); v >= c.low && v <= c.top {
					levels = append(levels, v)
				}
			}
		}
		return levels
	}
	power := math.Pow(10, math.Floor(math.Log10(c.top)))
	step := power
	for _, digit := range []float64{0.1, 0.2, 0.5, 1, 2} {
		if step = digit * power; c.top/step <= 6 {
			break
		}
	}
	for i := 0; float64(i)*step <= c.top; i++ {
		levels = append(levels, float64(i)*step)
	}
	return levels
}

// days returns the beginnings of days, at most some eight, in the time zone of
// the first game.
func (c *chart) days() (days []time.Time) {
	step := 1
	for _, step = range []int{1, 2, 7, 14, 28, 91, 182, 364, 728, 3640} {
		if int(c.to.Sub(c.from).Hours()/24)/step <= 7 {
			break
		}
	}
	day := time.Date(c.from.Year(), c.from.Month(), c.from.Day()+1, 0, 0, 0, 0, c.from.Location())
	for ; !day.After(c.to); day = day.AddDate(0, 0, step) {
		days = append(days, day)
	}
	return days
}

// mark draws the shape of the nth size.
func (c *chart) mark(nth int, x, y float64) {
	const radius = 6
	for i, at := range sizeShapes[nth%len(sizeShapes)] {
		if i == 0 {
			c.dc.MoveTo(x+radius*at[0], y+radius*at[1])
			continue
		}
		c.dc.LineTo(x+radius*at[0], y+radius*at[1])
	}
	c.dc.ClosePath()
	c.dc.SetColor(sizeInks[nth%len(sizeInks)])
	c.dc.Fill()
}

// legend says which mark is which size, in lines above the plot that end at its
// right.
func (c *chart) legend(sizes []int) {
	const first, room, step = 66.0, 480.0, 24.0 // the lowest line, and what is left beside the titles
	face := typeface.Regular(15)
	c.dc.SetFontFace(face)
	x, y := plotRight, first
	for i, size := range slices.Backward(sizes) {
		name := sizeName(size)
		width, _ := c.dc.MeasureString(name)
		if x-width < plotRight-room {
			x, y = plotRight, y-step
		}
		c.write(face, chartInk, x, y, 1, name)
		c.mark(i, x-width-14, y-5)
		x -= width + 44
	}
}

// write writes a line on a baseline: share of it lies left of x.
func (c *chart) write(face font.Face, ink color.Color, x, y, share float64, text string) {
	c.dc.SetFontFace(face)
	c.dc.SetColor(ink)
	c.dc.DrawStringAnchored(text, x, y, share, 0)
}
