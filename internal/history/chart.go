package history

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"time"

	"github.com/guptarohit/asciigraph"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// How is it drawn? As the time that each board took which was won: in a terminal
// one after the other, in a picture by the day, with a shape for each size.

// WonGames returns the games that were won.
func WonGames(games []Game) (won []Game) {
	for _, g := range games {
		if g.Outcome == Won {
			won = append(won, g)
		}
	}
	return won
}

// The terminal's chart.
const (
	chartHeight = 10 // lines
	fewest      = 2  // points that make a line
	tallest     = 4  // times the median
)

// TextChart returns a chart of at most width columns with the time that the
// latest boards took, one a column, the oldest first. It ends with a line's end, and is empty where there
// are too few boards for one. ascii draws with characters that every terminal
// has.
func TextChart(games []Game, width int, ascii bool) string {
	won := WonGames(games)
	const labels = 10 // columns for the axis
	if room := max(20, width-labels); len(won) > room {
		won = won[len(won)-room:]
	}
	if len(won) < fewest {
		return ""
	}
	var series []float64
	for i := range won {
		series = append(series, won[i].Took())
	}
	// One board that took a minute would press all others into a line.
	top, above := tallest*median(series), 0
	for i := range series {
		if series[i] > top {
			series[i] = top
			above++
		}
	}
	caption := fmt.Sprintf("From seen to solved, the latest %d won", len(series))
	if above > 0 {
		caption += fmt.Sprintf(", %d of them higher up", above)
	}
	options := []asciigraph.Option{
		asciigraph.Height(chartHeight), asciigraph.LowerBound(0),
		asciigraph.YAxisValueFormatter(func(v float64) string { return fmt.Sprintf("%.2f s", v) }),
	}
	if ascii {
		options = append(options, asciigraph.SeriesChars(asciigraph.CreateCharSet("*")))
	}
	return caption + "\n\n" + asciigraph.Plot(series, options...) + "\n"
}

// The picture's size.
const (
	chartWidth = 7.5 * vg.Inch
	chartTall  = 4 * vg.Inch
	chartDots  = 144 // an inch
	edge       = vg.Length(8)
)

// sizeInks are the colours of the sizes: those that Okabe and Ito chose to be
// told apart by everybody, without the yellow that white paper swallows.
var sizeInks = []color.NRGBA{
	{R: 0, G: 114, B: 178, A: 255}, {R: 213, G: 94, B: 0, A: 255}, {R: 0, G: 158, B: 115, A: 255},
	{R: 204, G: 121, B: 167, A: 255}, {R: 0, G: 0, B: 0, A: 255}, {R: 86, G: 180, B: 233, A: 255}, {R: 230, G: 159, B: 0, A: 255},
}

var sizeShapes = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{}, draw.PlusGlyph{},
}

// WritePNG draws the games that were won, of which there is at least one: when,
// and how long they took.
func WritePNG(w io.Writer, games []Game) error {
	won := WonGames(games)
	p := plot.New()
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Y.Label.TextStyle, &p.Legend.TextStyle} {
		style.Font.Variant = "Sans"
	}
	p.Title.TextStyle.Font.Size = 13
	p.Title.Text = fmt.Sprintf("Boards won with autoqueens: %d", len(won))
	p.Title.Padding = vg.Points(10)
	p.Y.Label.Text = "seconds from seen to solved"
	p.BackgroundColor = color.White
	zone := won[len(won)-1].Ended.Location()
	first, last := won[0].Ended, won[len(won)-1].Ended
	p.X.Min, p.X.Max = unix(first.Add(-margin(first, last))), unix(last.Add(margin(first, last)))
	p.X.Tick.Marker = plot.TickerFunc(func(from, to float64) []plot.Tick { return dayTicks(from, to, zone) })

	bySize := map[int]plotter.XYs{}
	slowest, fastest := 0.0, math.Inf(1)
	for i := range won {
		took := max(won[i].Took(), 0.001) // a logarithm needs more than nothing
		slowest, fastest = max(slowest, took), min(fastest, took)
		bySize[won[i].Size] = append(bySize[won[i].Size], plotter.XY{X: unix(won[i].Ended), Y: took})
	}
	if slowest > 20*fastest {
		// Games at the pace of a person and games as fast as it goes.
		p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
		p.Y.Min, p.Y.Max = fastest/1.5, slowest*2.5
	} else {
		p.Y.Min, p.Y.Max = 0, slowest*1.3
	}
	p.Add(plotter.NewGrid())
	var sizes []int
	for size := range bySize {
		sizes = append(sizes, size)
	}
	slices.Sort(sizes)
	for i, size := range sizes {
		points, err := plotter.NewScatter(bySize[size])
		if err != nil {
			return err
		}
		points.GlyphStyle = draw.GlyphStyle{Color: sizeInks[i%len(sizeInks)], Radius: vg.Points(4), Shape: sizeShapes[i%len(sizeShapes)]}
		p.Add(points)
		p.Legend.Add(sizeName(size), points)
	}
	p.Legend.Top = true
	p.Legend.Padding = vg.Points(2)
	canvas := vgimg.NewWith(vgimg.UseWH(chartWidth, chartTall), vgimg.UseDPI(chartDots))
	p.Draw(draw.Crop(draw.New(canvas), edge, -edge, edge, -edge))
	_, err := vgimg.PngCanvas{Canvas: canvas}.WriteTo(w)
	return err
}

// margin returns the room to leave beside the first and the last board.
func margin(first, last time.Time) time.Duration {
	return max(last.Sub(first)/20, 12*time.Hour)
}

func unix(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }

// dayTicks marks the beginnings of days, at most some ten of them.
func dayTicks(from, to float64, zone *time.Location) (ticks []plot.Tick) {
	start := time.UnixMilli(int64(1000 * from)).In(zone)
	day := time.Date(start.Year(), start.Month(), start.Day()+1, 0, 0, 0, 0, zone)
	days := int(math.Ceil((to - from) / 86400))
	step := 1
	for _, s := range []int{1, 2, 7, 14, 28, 91, 182, 364, 728, 3640} {
		if step = s; days/s <= 9 {
			break
		}
	}
	for ; unix(day) <= to; day = day.AddDate(0, 0, step) {
		ticks = append(ticks, plot.Tick{Value: unix(day), Label: day.Format("2 Jan 2006")})
	}
	if len(ticks) == 0 {
		ticks = append(ticks, plot.Tick{Value: (from + to) / 2, Label: start.Format("2 Jan 2006")})
	}
	return slices.Clip(ticks)
}
