package sudoku

import "testing"

// narrow keeps the processor from using AVX-512 until the test ends.
func narrow(tb testing.TB) {
	if !wide {
		tb.Skip("without AVX-512 it is AVX2 that all others use")
	}
	wide = false
	tb.Cleanup(func() { wide = true })
}

func TestAVX2(t *testing.T) {
	narrow(t)
	t.Run("moves", TestBandsMoves)
	t.Run("search", TestBandsAgainstSearch)
}

func BenchmarkAVX2(b *testing.B) {
	narrow(b)
	BenchmarkCount(b)
}
