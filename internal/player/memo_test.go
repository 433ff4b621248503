package player

import (
	"image"
	"image/color"
	"testing"

	"autoqueens/vision"
)

// asked is a reader that counts how often it is asked.
type asked struct{ times int }

func (c *asked) Read(image.Image) (*vision.Reading, error) {
	c.times++
	return nil, &vision.Refusal{What: "covered"}
}

func (c *asked) ReadAt(image.Image, *vision.Reading) (*vision.Reading, error) {
	c.times++
	return &vision.Reading{Confidence: 1}, nil
}

func (c *asked) ReadAll(image.Image) []*vision.Reading { return nil }

// TestMemoize has a reader asked again, about the same and about something else.
func TestMemoize(t *testing.T) {
	base := &asked{}
	r := Memoize(base)
	a, b := image.NewRGBA(image.Rect(0, 0, 4, 4)), image.NewRGBA(image.Rect(0, 0, 4, 4))
	aside := image.NewRGBA(image.Rect(1, 0, 5, 4))
	here, there := &vision.Reading{}, &vision.Reading{}
	changed := image.NewRGBA(a.Rect)
	changed.Set(2, 2, color.White)
	read := func(img image.Image) {
		if r, err := r.Read(img); r != nil || err == nil {
			t.Errorf("reads %v, %v, where it should refuse", r, err)
		}
	}
	at := func(last *vision.Reading, img image.Image) {
		r, err := r.ReadAt(img, last)
		if err != nil || r.Confidence != 1 {
			t.Errorf("reads %v, %v", r, err)
		}
		r.Confidence = 0 // is a copy
	}
	for _, step := range []struct {
		name string
		do   func()
		want int
	}{
		{"a picture", func() { read(a) }, 1},
		{"the same", func() { read(a); read(b) }, 1},
		{"elsewhere on the screen", func() { read(aside) }, 2},
		{"another", func() { read(changed); read(changed) }, 3},
		{"the one before", func() { read(a) }, 4},
		{"of no known kind", func() { read(image.NewGray(a.Rect)); read(image.NewGray(a.Rect)) }, 6},
		{"a board again", func() { at(here, a); at(here, b) }, 7},
		{"another board", func() { at(there, a) }, 8},
		{"another picture of it", func() { at(there, changed) }, 9},
		{"the screen as before", func() { read(a) }, 9}, // those of no known kind are not remembered
	} {
		if step.do(); base.times != step.want {
			t.Errorf("%s: asked %d times, not %d", step.name, base.times, step.want)
		}
	}
}
