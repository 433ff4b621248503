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

// click clicks on a place as a person would, who finds it first.
func (p *borrower) click(at image.Point) error {
	if err := p.to(at); err != nil {
		return err
	}
	time.Sleep(300 * time.Millisecond)
	return p.taken(p.hand.Click(at, ei.ButtonLeft))
}

// Where the person presses in GNOME's dialogs on a monitor of Size, and how those look: at a
// place of their own, and where Share can be pressed.
var (
	gnomeAllow       = image.Pt(1065, 622) // a picture of the screen
	gnomeInteraction = image.Pt(1205, 463) // the switch
	gnomeShare       = image.Pt(1242, 328)

	gnomeQuestion = image.Pt(900, 530)
	gnomeDialog   = image.Pt(960, 600)
	gnomeButton   = image.Pt(1212, 340)
)

func dark(c color.RGBA) bool  { return c.R > 40 && c.B < 75 && c.B-min(c.R, c.B) < 16 }
func light(c color.RGBA) bool { return min(c.R, c.G, c.B) > 230 }
func blue(c color.RGBA) bool  { return int(c.B)-int(c.R) > 120 }

// sight returns what colour shows at a place.
type sight func(at image.Point) color.RGBA

// LetSee has the person answer whether a program may have pictures of the screen, where the
// desktop asks that before it asks about the mouse; it returns when it was answered. LetClick is
// the same for the mouse.
func (d *Desktop) LetSee(ctx context.Context) error {
	if d.Kind != desk.GNOME {
		return nil
	}
	asks := func(shows sight) bool { return dark(shows(gnomeQuestion)) }
	next := false
	err := d.see(ctx, "a question", func(shows sight) bool {
		next = light(shows(gnomeDialog))
		return next || asks(shows)
	}, nil)
	if err != nil || next {
		return err
	}
	return d.see(ctx, "the end of a question", func(shows sight) bool { return !asks(shows) }, &gnomeAllow)
}

// LetClick is told at LetSee.
func (d *Desktop) LetClick(ctx context.Context) error {
	if d.Kind != desk.GNOME {
		return nil
	}
	asks := func(shows sight) bool { return light(shows(gnomeDialog)) }
	if err := d.see(ctx, "a question about the mouse", asks, nil); err != nil {
		return err
	}
	if err := d.see(ctx, "that it can be shared", func(shows sight) bool { return blue(shows(gnomeButton)) }, &gnomeInteraction); err != nil {
		return err
	}
	return d.see(ctx, "the end of a question", func(shows sight) bool { return !asks(shows) }, &gnomeShare)
}

// see waits until GNOME shows something, as a person does. The person clicks on a place meanwhile,
// where one is given, every few seconds: a dialog that comes up may not be ready.
func (d *Desktop) see(ctx context.Context, what string, shown func(sight) bool, click *image.Point) error {
	const shell = "org.gnome.Shell.Screenshot"
	path := filepath.Join(d.Variable("HOME"), "seen.png")
	var clicked time.Time
	for deadline := time.Now().Add(100 * time.Second); time.Now().Before(deadline); time.Sleep(200 * time.Millisecond) {
		if click != nil && time.Since(clicked) > 5*time.Second {
			if err := d.Person.(*borrower).click(*click); err != nil {
				return err
			}
			clicked = time.Now()
		}
		var ok bool
		var used string
		if err := d.bus.Object("org.gnome.Shell", "/org/gnome/Shell/Screenshot").
			CallWithContext(ctx, shell+".Screenshot", 0, false, false, path).Store(&ok, &used); err != nil || !ok {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			continue // it takes one at a time
		}
		img, err := decode(used)
		if err != nil {
			return err
		}
		if shown(func(at image.Point) color.RGBA { return color.RGBAModel.Convert(img.At(at.X, at.Y)).(color.RGBA) }) {
			time.Sleep(700 * time.Millisecond) // it may still be coming up
			return nil
		}
	}
	return fmt.Errorf("the desktop does not show %s", what)
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
