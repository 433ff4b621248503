package screen

import (
	"context"
	"image"
	"math"
	"time"

	"autoqueens/internal/wayland"
)

// monitor is an output of a Wayland compositor with its place on the captures.
type monitor struct {
	wayland.Output
	bounds image.Rectangle
}

// place moves monitors, whose bounds tell their size in pixels, to where they lie in the layout
// times the scale of the sharpest, so that no two overlap.
func place(all []monitor) {
	sharpest := 1.0
	for _, m := range all {
		pixels, points := m.bounds.Size(), m.Points.Size()
		sharpest = max(sharpest, float64(pixels.X)/float64(points.X), float64(pixels.Y)/float64(points.Y))
	}
	for i, m := range all {
		// Points are rounded where a scale is a fraction, so up.
		at := image.Pt(int(math.Ceil(float64(m.Points.Min.X)*sharpest)), int(math.Ceil(float64(m.Points.Min.Y)*sharpest)))
		all[i].bounds = image.Rectangle{Min: at, Max: at.Add(m.bounds.Size())}
	}
}

// listed returns monitors as displays, in their order. None counts more than another.
func listed(all []monitor) (ds []Display) {
	for i, m := range all {
		ds = append(ds, Display{Bounds: m.bounds, Points: m.Points, Primary: i == 0, Name: m.Name})
	}
	return ds
}

// blackPicture returns a picture of what lies between monitors.
func blackPicture(size image.Point) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: size})
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	return img
}

// follower is something that tells of changes, and the changes that were seen.
type follower struct {
	news interface {
		News() <-chan struct{}
		Changes() uint64
	}
	seen uint64
}

// awaitChange waits until one of all has changed since it was seen, for atMost at the longest,
// or until nothing is told of any more.
func awaitChange(ctx context.Context, atMost time.Duration, all []follower, done <-chan struct{}) (bool, error) {
	limited, cancel := context.WithTimeout(ctx, atMost)
	defer cancel()
	changed := make(chan struct{}, 1)
	for _, f := range all {
		go func() {
			for {
				news := f.news.News()
				if f.news.Changes() != f.seen {
					select {
					case changed <- struct{}{}:
					default:
					}
					return
				}
				select {
				case <-news:
				case <-limited.Done():
					return
				case <-done:
					return
				}
			}
		}()
	}
	select {
	case <-changed:
		return true, nil
	case <-done:
		return false, nil
	case <-limited.Done():
		return false, context.Cause(ctx)
	}
}
