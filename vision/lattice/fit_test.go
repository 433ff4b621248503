package lattice

import (
	"math"
	"testing"
)

// TestFitAxis fits progressions to lines that are off by little, by much, or by nobody knows what.
func TestFitAxis(t *testing.T) {
	const lines, first, pitch = 9, 10.0, 20.0
	places := func(at func(line, cell int) float64) [][]float64 {
		off := make([][]float64, lines)
		for k := 1; k < lines-1; k++ {
			for i := range lines - 1 {
				off[k] = append(off[k], at(k, i))
			}
		}
		return off
	}
	for _, test := range []struct {
		name string
		at   func(line, cell int) float64 // how far off
		want float64                      // where line 0 lies
		ok   bool
		torn bool
	}{
		{"a pixel aside", func(_, _ int) float64 { return 1 }, first + 1, true, false},
		{"one line far off", func(line, _ int) float64 { return float64(line / (lines - 2) * 5) }, first, true, false},
		{"cells that agree on nothing", func(line, cell int) float64 { return float64((3*line+5*cell)%9-4) * 2 }, 0, false, false},
		{"three cells in eight that end elsewhere", func(_, cell int) float64 { return float64(cell / 5 * 7) }, first, true, true},
	} {
		fit := FitAxis(places(test.at), first, pitch)
		if fit.OK != test.ok || test.ok && math.Abs(fit.First()-test.want) > 0.1 {
			t.Errorf("%s: line 0 lies at %.2f, %v; want %.2f, %v", test.name, fit.First(), fit.OK, test.want, test.ok)
		}
		if fit.Torn() != test.torn {
			t.Errorf("%s: torn is %v", test.name, fit.Torn())
		}
	}
}
