//go:build linux

package desktops

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net"
	"os"
	"path/filepath"
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
	return &borrower{hand: hand}, err
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
	return p.to(p.at.Add(by).Mod(image.Rectangle{Max: Size}))
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
	const beside = 200
	if err := p.to(at.Add(image.Pt(-beside, beside))); err != nil {
		return err
	}
	time.Sleep(held)
	if err := p.to(at); err != nil {
		return err
	}
	time.Sleep(300 * time.Millisecond)
	return p.taken(p.hand.Click(at, ei.ButtonLeft))
}

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

func light(c color.RGBA) bool  { return min(c.R, c.G, c.B) > 230 }
func black(c color.RGBA) bool  { return max(c.R, c.G, c.B) < 30 }
func blue(c color.RGBA) bool   { return int(c.B)-int(c.R) > 120 }
func bluish(c color.RGBA) bool { return int(c.B)-int(c.R) > 35 }

// sight returns what colour shows at a place.
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

// LetSee has the person answer what a program may see of the screen, where the desktop asks that;
// it returns when it was answered. LetClick is the same for the mouse.
func (d *Desktop) LetSee(ctx context.Context) error {
	if d.Kind != desk.GNOME {
		return nil
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
	return d.answer(ctx, "a question about the screen", asks, choose)
}

// LetClick is told at LetSee.
func (d *Desktop) LetClick(ctx context.Context) error {
	if d.Kind != desk.GNOME {
		return nil
	}
	asks := func(shows sight) bool { return light(shows(gnomeDialog)) && bluish(shows(gnomeButton)) }
	return d.answer(ctx, "a question about the mouse", asks, func(shows sight) image.Point {
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

// look returns what a GNOME shows, by a picture of the shell's, nil where that takes none: it takes one
// at a time.
func (d *Desktop) look(ctx context.Context) (sight, error) {
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

// decode returns the picture in a file.
func decode(path string) (image.Image, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return png.Decode(file)
}
