//go:build linux

package desktops

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/godbus/dbus/v5"

	"autoqueens/internal/desk"
	"autoqueens/internal/ei"
)

const (
	// held is how long a person holds a button, and how soon a second letter follows.
	held = 40 * time.Millisecond
	// answering is how long the desktop may take to take what the person does.
	answering = 10 * time.Second
)

// borrower is a person of GNOME or KDE: a mouse and a keyboard that are neither the
// program's nor borrowed from the portal.
type borrower struct {
	hand *ei.Sender
	at   image.Point // where the person believes the pointer to be
	// within is the size of the monitor that the mouse is moved on, points.
	within image.Point
}

// Mouse returns the mouse of the person at a GNOME or a KDE.
func (d *Desktop) Mouse() *ei.Sender { return d.Person.(*borrower).hand }

// sit returns the person of a GNOME or KDE, whose compositors have a door of their own for
// that.
func (d *Desktop) sit(ctx context.Context) (*borrower, error) {
	var fd dbus.UnixFD
	var err error
	if d.Kind == desk.GNOME {
		const mutter = "org.gnome.Mutter.RemoteDesktop"
		var session dbus.ObjectPath
		err = d.bus.Object(mutter, "/org/gnome/Mutter/RemoteDesktop").Call(mutter+".CreateSession", 0).Store(&session)
		if err == nil {
			err = d.bus.Object(mutter, session).Call(mutter+".Session.Start", 0).Err
		}
		if err == nil {
			err = d.bus.Object(mutter, session).Call(mutter+".Session.ConnectToEIS", 0, map[string]dbus.Variant{}).Store(&fd)
		}
	} else {
		var cookie int32
		const keyboardAndMouse = int32(3)
		err = d.bus.Object("org.kde.KWin", "/org/kde/KWin/EIS/RemoteDesktop").
			Call("org.kde.KWin.EIS.RemoteDesktop.connectToEIS", 0, keyboardAndMouse).Store(&fd, &cookie)
	}
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fd), "input")
	defer file.Close()
	conn, err := net.FileConn(file)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, answering)
	defer cancel()
	hand, err := ei.New(limited, conn, "person")
	return &borrower{hand: hand, within: d.points()}, err
}

// taken returns when the desktop has taken all that was done.
func (p *borrower) taken(errs ...error) error {
	ctx, cancel := context.WithTimeout(context.Background(), answering)
	defer cancel()
	return errors.Join(errors.Join(errs...), p.hand.Sync(ctx))
}

// to moves the mouse to a place.
func (p *borrower) to(at image.Point) error {
	p.at = at
	return p.taken(p.hand.Move(at))
}

// Point moves the mouse of the person at a GNOME or a KDE to a place, in points.
func (d *Desktop) Point(at image.Point) error { return d.Person.(*borrower).to(at) }

// Move is told at Person. By less than a point it moves by one, which is what the desktop's
// places are counted in, and at the edge it turns back.
func (p *borrower) Move(dx, dy float64) error {
	by := image.Pt(int(dx), int(dy))
	if by == (image.Point{}) {
		by.X = 1
	}
	return p.to(p.at.Add(by).Mod(image.Rectangle{Max: p.within}))
}

// Key is told at Person. The sender lets keys up at once, so the letter's coming up is told by
// another one.
func (p *borrower) Key() error {
	ctx, cancel := context.WithTimeout(context.Background(), answering)
	defer cancel()
	if err := p.hand.Keyboard(ctx); err != nil {
		return err
	}
	if err := p.taken(p.hand.Type("a")); err != nil {
		return err
	}
	time.Sleep(held)
	return p.taken(p.hand.Type("a"))
}

// Press is told at Person.
func (p *borrower) Press(button uint32) error {
	if err := p.taken(p.hand.Button(button, true)); err != nil {
		return err
	}
	time.Sleep(held)
	return p.taken(p.hand.Button(button, false))
}

// click clicks on a place as a person would, who comes from beside it and finds it first. A button
// that was pressed before it was ready heeds no other press until the mouse has left it.
func (p *borrower) click(at image.Point) error {
	const beside = 150
	if err := p.to(at.Sub(image.Pt(beside, beside))); err != nil {
		return err
	}
	time.Sleep(held)
	if err := p.to(at); err != nil {
		return err
	}
	time.Sleep(300 * time.Millisecond)
	return p.taken(p.hand.Click(at, ei.ButtonLeft))
}

// Where the person presses in KDE's dialogs, from the middle of the first monitor, and where they are of
// its grey, in points.
var (
	kdeScreens = []image.Point{{0, -222}, {-240, -205}, {-60, 244}}
	kdeShare   = image.Pt(145, 244)
	// The only monitor, or those of two, which are tinted once they are chosen.
	kdePanel  = []image.Point{{-240, 20}}
	kdePanels = []image.Point{{60, 20}, {-240, 120}}

	kdeMouse      = []image.Point{{-116, -65}, {120, 17}, {-100, 86}}
	kdeShareMouse = image.Pt(8, 86)
)

// Where the person presses in GNOME's dialogs on a monitor of Size, and where to see how far they are.
var (
	gnomeInteraction = image.Pt(1205, 463) // the switch

	gnomeDialog = image.Pt(960, 600)
	gnomeHeader = image.Rect(1100, 250, 1320, 360) // where Share is, as high as the dialog
	gnomeButton = image.Pt(1212, 340)              // Share of mouse and keyboard, bluish until it can be pressed

	// Of two monitors the person chooses both, whose frames get blue; a single one is chosen already.
	gnomePanel    = image.Pt(848, 541) // black, in the picture of the first
	gnomeMonitors = []image.Rectangle{image.Rect(686, 531, 1010, 713), image.Rect(1024, 531, 1234, 704)}
)

func grey(c color.RGBA) bool   { return c == color.RGBA{239, 240, 241, 255} }
func light(c color.RGBA) bool  { return min(c.R, c.G, c.B) > 230 }
func black(c color.RGBA) bool  { return max(c.R, c.G, c.B) < 30 }
func blue(c color.RGBA) bool   { return int(c.B)-int(c.R) > 120 }
func bluish(c color.RGBA) bool { return int(c.B)-int(c.R) > 35 }

// sight returns what colour shows at a place, in points.
type sight func(at image.Point) color.RGBA

// share returns the middle of a blue button in the header of GNOME's dialog, nothing where there is
// none.
func share(shows sight) image.Point {
	var sum image.Point
	n := 0
	for y := gnomeHeader.Min.Y; y < gnomeHeader.Max.Y; y++ {
		for x := gnomeHeader.Min.X; x < gnomeHeader.Max.X; x++ {
			if at := image.Pt(x, y); blue(shows(at)) {
				sum = sum.Add(at)
				n++
			}
		}
	}
	if n < gnomeHeader.Dx() { // a line of it
		return image.Point{}
	}
	return sum.Div(n)
}

// framed tells whether a frame in GNOME's dialog is blue, by its left edge.
func framed(shows sight, r image.Rectangle) bool {
	const wide = 10
	for x := r.Min.X - wide; x < r.Min.X+wide; x++ {
		if blue(shows(image.Pt(x, r.Min.Y+r.Dy()/2))) {
			return true
		}
	}
	return false
}

// fromMiddle returns the point that is told as p from the middle of a KDE's first monitor.
func (d *Desktop) fromMiddle(p image.Point) image.Point { return d.points().Div(2).Add(p) }

// points returns the size of the first monitor in points.
func (d *Desktop) points() image.Point {
	return image.Pt(int(float64(Size.X)/d.scale), int(float64(Size.Y)/d.scale))
}

// isGrey tells whether all of some points of KDE's dialogs are grey.
func (d *Desktop) isGrey(points []image.Point) func(sight) bool {
	return func(shows sight) bool {
		return !slices.ContainsFunc(points, func(p image.Point) bool { return !grey(shows(d.fromMiddle(p))) })
	}
}

// LetSee has the person answer what a program may see of the screen, where the desktop asks that;
// it returns when it was answered. LetClick is the same for the mouse.
func (d *Desktop) LetSee(ctx context.Context) error {
	const what = "a question about the screen"
	switch d.Kind {
	case desk.Sway:
		return nil
	case desk.KDE:
		panels := kdePanel
		if d.two {
			panels = kdePanels
		}
		return d.answer(ctx, what, d.isGrey(kdeScreens), func(shows sight) image.Point {
			for _, p := range panels {
				if at := d.fromMiddle(p); !bluish(shows(at)) {
					return at
				}
			}
			return d.fromMiddle(kdeShare)
		})
	}
	choose := share
	asks := func(shows sight) bool { return light(shows(gnomeDialog)) && share(shows) != image.Point{} }
	if d.two {
		asks = func(shows sight) bool { return light(shows(gnomeDialog)) && black(shows(gnomePanel)) }
		choose = func(shows sight) image.Point {
			for _, m := range gnomeMonitors {
				if !framed(shows, m) {
					return m.Min.Add(m.Size().Div(2))
				}
			}
			return share(shows)
		}
	}
	return d.answer(ctx, what, asks, choose)
}

// LetClick is told at LetSee.
func (d *Desktop) LetClick(ctx context.Context) error {
	const what = "a question about the mouse"
	switch d.Kind {
	case desk.Sway:
		return nil
	case desk.KDE:
		return d.answer(ctx, what, d.isGrey(kdeMouse), func(sight) image.Point { return d.fromMiddle(kdeShareMouse) })
	}
	asks := func(shows sight) bool { return light(shows(gnomeDialog)) && bluish(shows(gnomeButton)) }
	return d.answer(ctx, what, asks, func(shows sight) image.Point {
		if at := share(shows); at != (image.Point{}) {
			return at
		}
		return gnomeInteraction // after that it can be shared
	})
}

// answer waits until the desktop asks something, and presses what a person would who sees it until
// it does not ask any more.
func (d *Desktop) answer(ctx context.Context, what string, asks func(sight) bool, press func(sight) image.Point) error {
	if err := d.see(ctx, what, asks); err != nil {
		return err
	}
	var failed error
	var seen, pressed image.Point
	var when time.Time
	err := d.see(ctx, "the end of "+what, func(shows sight) bool {
		if !asks(shows) {
			seen = image.Point{}
			return true
		}
		// What is still coming up looks otherwise a moment later. A dialog takes its time, and may
		// not have been ready; a switch that is pressed twice is where it was.
		at := press(shows)
		if at == seen && (at != pressed || time.Since(when) > 15*time.Second) {
			failed = d.Person.(*borrower).click(at)
			pressed, when = at, time.Now()
		}
		seen = at
		return failed != nil
	})
	return errors.Join(err, failed)
}

// see waits until GNOME shows something, as a person does: at two looks in a row, as dialogs
// come and go slowly.
func (d *Desktop) see(ctx context.Context, what string, shown func(sight) bool) error {
	row := 0
	for deadline := time.Now().Add(100 * time.Second); time.Now().Before(deadline); time.Sleep(500 * time.Millisecond) {
		shows, err := d.look(ctx)
		switch {
		case err != nil:
			return err
		case shows == nil:
			continue
		case !shown(shows):
			row = 0
			continue
		}
		if row++; row == 2 {
			return nil
		}
	}
	return fmt.Errorf("the desktop does not show %s", what)
}

// look returns what a desktop shows, by a picture of its compositor's, nil where that takes none: GNOME's
// takes one at a time.
func (d *Desktop) look(ctx context.Context) (sight, error) {
	if d.Kind == desk.KDE {
		return d.lookAtKDE(ctx)
	}
	const shell = "org.gnome.Shell.Screenshot"
	var ok bool
	var used string
	path := filepath.Join(d.Variable("HOME"), "seen.png")
	err := d.bus.Object("org.gnome.Shell", "/org/gnome/Shell/Screenshot").
		CallWithContext(ctx, shell+".Screenshot", 0, true, false, path).Store(&ok, &used)
	if err != nil || !ok {
		return nil, context.Cause(ctx)
	}
	img, err := decode(used)
	if err != nil {
		return nil, err
	}
	return func(at image.Point) color.RGBA { return color.RGBAModel.Convert(img.At(at.X, at.Y)).(color.RGBA) }, nil
}

// lookAtKDE is look on KDE, whose compositor writes the pixels to a pipe: blue, green, red and another.
func (d *Desktop) lookAtKDE(ctx context.Context) (sight, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var about map[string]dbus.Variant
	err = d.bus.Object("org.kde.KWin", "/org/kde/KWin/ScreenShot2").
		CallWithContext(ctx, "org.kde.KWin.ScreenShot2.CaptureWorkspace", 0, map[string]dbus.Variant{}, dbus.UnixFD(w.Fd())).Store(&about)
	w.Close()
	if err != nil {
		return nil, errors.Join(err, context.Cause(ctx))
	}
	pixels, err := io.ReadAll(r)
	stride, _ := about["stride"].Value().(uint32)
	scale, _ := about["scale"].Value().(float64)
	if at := d.points().Sub(image.Pt(1, 1)); err != nil || len(pixels) < place(at, stride, scale)+4 {
		return nil, errors.Join(err, errors.New("KDE's picture is none"))
	}
	return func(at image.Point) color.RGBA {
		p := pixels[place(at, stride, scale):]
		return color.RGBA{p[2], p[1], p[0], 255}
	}, nil
}

// place returns where a pixel lies in a picture of KDE's that has some pixels a point.
func place(at image.Point, stride uint32, scale float64) int {
	return int(float64(at.Y)*scale)*int(stride) + 4*int(float64(at.X)*scale)
}

// decode returns the picture in a file.
func decode(path string) (image.Image, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return png.Decode(file)
}
