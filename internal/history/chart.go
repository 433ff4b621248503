package history

import (
	"fmt"

	"github.com/guptarohit/asciigraph"
)

// How is it drawn in a terminal? As the time that each board took which was won,
// one after the other.

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
