package screen

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"math"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/quartz"
)

// quartzScreen is the screen of macOS. A display of twice as many pixels as points is
// captured at its pixels. So that one scale serves the whole desktop, all displays count in
// the pixels of the finest: what a coarser one shows is enlarged.
//
// It has been tried on a library that hands out pictures of its own, and on no Mac.
type quartzScreen struct{ library quartz.Library }

const quartzWay = "ScreenCaptureKit"

func openQuartz(library quartz.Library) (platform, error) {
	if !library.Allowed(quartz.ScreenRecording, true) {
		// macOS has been seen to say so to command-line tools that may: the desktop's
		// own picture is all they need to try.
		s := quartzScreen{library}
		ds, err := s.displays()
		if err == nil {
			_, err = s.capture(image.Rectangle{Min: ds[0].Bounds.Min, Max: ds[0].Bounds.Min.Add(image.Pt(1, 1))})
		}
		if err != nil {
			return nil, fault.New(fault.NoAccess,
				"macOS does not let this program record the screen",
				fmt.Sprintf("allow it for the terminal that you start it from in System Settings > Privacy & Security > %v, quit that terminal and start it again; where it is allowed already, run `tccutil reset ScreenCapture` first", quartz.ScreenRecording))
		}
	}
	return quartzScreen{library}, nil
}

func (q quartzScreen) displays() ([]Display, error) {
	shown, err := q.library.Displays()
	if err != nil {
		return nil, fault.Wrap(err, fault.NoAccess, err.Error(), "log in at the screen; a service or a session over ssh has no display")
	}
	finest := finestScale(shown)
	var ds []Display
	for _, d := range shown {
		ds = append(ds, Display{Bounds: scaled(d.Points, finest), Points: d.Points, Primary: d.Main})
	}
	return ds, nil
}

func (q quartzScreen) capture(r image.Rectangle) (*image.RGBA, error) {
	shown, err := q.library.Displays()
	if err != nil {
		return nil, fault.Wrap(err, fault.NoAccess, err.Error(), "log in at the screen; a service or a session over ssh has no display")
	}
	finest := finestScale(shown)
	var whole *image.RGBA
	for _, d := range shown {
		bounds := scaled(d.Points, finest)
		part := bounds.Intersect(r)
		if part.Empty() {
			continue
		}
		at := part.Sub(bounds.Min)
		points := func(pixels int) float64 { return float64(pixels) / finest }
		img, err := q.library.Picture(d.ID, points(at.Min.X), points(at.Min.Y), points(at.Dx()), points(at.Dy()), at.Size())
		if err != nil {
			return nil, fault.Wrap(err, fault.NoAccess,
				"the screen could not be captured: "+err.Error(),
				"run `autoqueens doctor`; it tells what keeps this session from being captured")
		}
		if part == r {
			return img, nil
		}
		if whole == nil {
			whole = image.NewRGBA(image.Rectangle{Max: r.Size()})
		}
		draw.Draw(whole, part.Sub(r.Min), img, img.Rect.Min, draw.Src)
	}
	if whole == nil {
		// Between displays nothing is shown.
		whole = image.NewRGBA(image.Rectangle{Max: r.Size()})
	}
	return whole, nil
}

// wait has nothing to go by: the system tells of no changes without a stream of pictures.
func (quartzScreen) wait(context.Context, time.Duration) (bool, error) {
	return false, errors.ErrUnsupported
}

func (quartzScreen) method() string { return quartzWay }

func (quartzScreen) close() error { return nil }

// finestScale returns the pixels a point of the finest display.
func finestScale(ds []quartz.Display) float64 {
	finest := 1.0
	for _, d := range ds {
		finest = max(finest, d.Scale)
	}
	return finest
}

// scaled returns the pixels of some points.
func scaled(points image.Rectangle, scale float64) image.Rectangle {
	px := func(v int) int { return int(math.Round(float64(v) * scale)) }
	return image.Rect(px(points.Min.X), px(points.Min.Y), px(points.Max.X), px(points.Max.Y))
}
