package player

import (
	"image"
	"sync"

	"autoqueens/vision"
)

// Memoize returns a reader that remembers what came of the last picture: while something lies over a
// board, the same picture is looked at many times a second, and to refuse one can take ten times as long as to
// read one. Pictures must not be drawn on afterwards. It is safe for concurrent use where r is.
func Memoize(r Reader) Reader { return &memo{Reader: r} }

type memo struct {
	Reader
	mu            sync.Mutex
	whole, nearby answer // the latest of Read and of ReadAt
}

// answer is what came of a picture.
type answer struct {
	img     *image.RGBA
	last    *vision.Reading // with ReadAt: where it was read
	reading *vision.Reading
	err     error
}

func (m *memo) Read(img image.Image) (*vision.Reading, error) {
	return m.recall(&m.whole, img, nil, func() (*vision.Reading, error) { return m.Reader.Read(img) })
}

func (m *memo) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	return m.recall(&m.nearby, img, last, func() (*vision.Reading, error) { return m.Reader.ReadAt(img, last) })
}

// recall returns the latest answer where it was to the same question, and asks otherwise. A reading is
// returned as a copy, which whoever asked may change.
func (m *memo) recall(latest *answer, img image.Image, last *vision.Reading, ask func() (*vision.Reading, error)) (*vision.Reading, error) {
	shown, ok := img.(*image.RGBA)
	if !ok {
		return ask()
	}
	m.mu.Lock()
	a := *latest
	m.mu.Unlock()
	if a.last != last || !samePicture(a.img, shown) {
		a = answer{img: shown, last: last}
		a.reading, a.err = ask()
		m.mu.Lock()
		*latest = a
		m.mu.Unlock()
	}
	if a.reading == nil {
		return nil, a.err
	}
	again := *a.reading
	return &again, a.err
}
