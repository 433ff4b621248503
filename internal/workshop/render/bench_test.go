package render

import "testing"

func BenchmarkPictures(b *testing.B) {
	for k := 0; b.Loop(); k++ {
		for range Pictures(1, k%64) {
		}
	}
}
