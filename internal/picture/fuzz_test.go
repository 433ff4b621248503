package picture

import (
	"bytes"
	"errors"
	"image"
	"runtime/metrics"
	"testing"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/picture/picturetest"
)

// FuzzDecode gives the decoders pictures of every format with some of their bytes
// changed. Whatever comes of it, it takes neither longer nor more memory than any
// picture may.
func FuzzDecode(f *testing.F) {
	add := func(data []byte) {
		f.Add(data, uint32(0), []byte(nil))
		for _, at := range []int{5, 17, 18, 25, 41, 100, len(data) / 2, len(data) - 20} {
			f.Add(data, uint32(at), []byte{0xff, 0xfe, 0x7f})
		}
	}
	for _, format := range formats {
		add(encoded(f, tiles(30, 20), format.encode))
	}
	for _, interlaced := range []bool{false, true} {
		for _, kind := range []int{0, 2, 4, 6} {
			add(picturetest.PNG(20, 20, 16, kind, interlaced, kind < 4))
		}
	}
	add(picturetest.JPEG(50, 50, 1, 4))
	add(picturetest.JPEG(50, 50, 3, 4))
	add(picturetest.JPEG(50, 50, 4, 4))
	add(picturetest.TIFF(20, 20, 16, 4, 0, 1))
	add(picturetest.TIFF(20, 20, 8, 1, 0, 8))
	add(picturetest.TIFF(40, 40, 8, 4, 16, 1))
	add(picturetest.GIF(20, 20, 3))
	add(picturetest.BMP(20, -20, 32))
	add(picturetest.WebP(20, 20))
	f.Fuzz(func(t *testing.T, data []byte, at uint32, with []byte) {
		data = bytes.Clone(data)
		if int(at) < len(data) {
			copy(data[at:], with)
		}
		// A machine that does nothing but fuzz is slow; a decoder that does not end
		// takes longer than that.
		const longest = 2 * limit
		before, began := heap(), time.Now()
		most, stop := watch()
		img, err := Decode(t.Context(), data, "a")
		took := time.Since(began)
		close(stop)
		if held := <-most; held > before+2*Budget {
			t.Errorf("%d bytes held %d MiB", len(data), (held-before)>>20)
		}
		if took > longest {
			t.Errorf("%d bytes took %v", len(data), took)
		}
		if err == nil {
			if b := img.Bounds(); b.Dx() > maxSide || b.Dy() > maxSide {
				t.Errorf("a picture of %v", b)
			}
			return
		}
		if f, ok := errors.AsType[*fault.Error](err); !errors.Is(err, image.ErrFormat) && (!ok || f.What == "" || f.Advice == "" || f.Kind != fault.Failed) {
			t.Errorf("a failure without words: %#v", err)
		}
	})
}

// heap returns how many bytes of the heap are in use, dropped or not.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// watch looks at the heap until it is told to stop, and then tells the most it saw.
func watch() (most chan uint64, stop chan struct{}) {
	most, stop = make(chan uint64, 1), make(chan struct{})
	go func() {
		held := uint64(0)
		for tick := time.NewTicker(5 * time.Millisecond); ; {
			select {
			case <-tick.C:
				held = max(held, heap())
			case <-stop:
				tick.Stop()
				most <- max(held, heap())
				return
			}
		}
	}()
	return most, stop
}
