package screen

import (
	"context"
	"errors"
	"image"
	"image/color"
	"slices"
	"sync"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/portal"
	"autoqueens/internal/wayland"
)

// desktopWlroots is the screen of a Wayland compositor that lets programs copy what
// its monitors show, by a protocol of the library of that name. Each monitor comes with
// its own pixels.
type desktopWlroots struct {
	ctx     context.Context
	conn    *wayland.Conn
	outputs *wayland.Outputs
	camera  *wayland.Camera

	mu    sync.Mutex
	films map[wayland.Object]*wayland.Film
	seen  map[wayland.Object]uint64 // the changes before the latest capture
}

func openWlroots(ctx context.Context) (_ platform, err error) {
	c, err := wayland.Dial(ctx)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = c.Close()
		}
	}()
	lacks := func(what string) error {
		return fault.New(fault.NoAccess, "this Wayland compositor shows no program the screen by the protocols of wlroots: "+what,
			"use Sway, Hyprland, labwc, Wayfire, river or niri, a desktop whose portal takes pictures, or "+portal.OtherSession)
	}
	d := &desktopWlroots{ctx: ctx, conn: c, films: map[wayland.Object]*wayland.Film{}, seen: map[wayland.Object]uint64{}}
	var ok bool
	if d.camera, ok = c.NewCamera(); !ok {
		return nil, lacks("it does not let programs copy it")
	}
	if d.outputs, ok, err = c.FollowOutputs(ctx); err == nil && !ok {
		err = lacks("it does not tell where the monitors lie")
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

// monitors places the outputs.
func (d *desktopWlroots) monitors() []monitor {
	var all []monitor
	for _, o := range d.outputs.List() {
		all = append(all, monitor{o, image.Rectangle{Max: o.Pixels()}})
	}
	place(all)
	return all
}

func (d *desktopWlroots) displays() ([]Display, error) {
	if err := d.conn.Err(); err != nil {
		return nil, err
	}
	return listed(d.monitors()), nil
}

func (d *desktopWlroots) capture(r image.Rectangle) (*image.RGBA, error) {
	img := blackPicture(r.Size())
	monitors := d.monitors()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.forget(monitors)
	for _, m := range monitors {
		part := r.Intersect(m.bounds)
		if part.Empty() {
			continue
		}
		film := d.film(m.Object)
		d.seen[m.Object] = film.Changes()
		wrong := false
		err := film.Look(d.ctx, func(p *wayland.Picture) {
			if wrong = image.Pt(p.Width, p.Height) != m.Mode; !wrong {
				unfold(img, part.Sub(r.Min), part.Min.Sub(m.bounds.Min), p, m.Transform)
			}
		})
		switch {
		case err != nil:
			return nil, fault.Wrap(err, fault.NoAccess, "the screen could not be captured: "+err.Error(),
				"wake the monitor, and allow it where the desktop asks; `autoqueens doctor` tells more")
		case wrong:
			return nil, errMonitorsChanged
		}
	}
	return img, nil
}

// film returns what follows a monitor. The caller holds mu.
func (d *desktopWlroots) film(o wayland.Object) *wayland.Film {
	f := d.films[o]
	if f == nil {
		f = d.camera.Film(o)
		d.films[o] = f
	}
	return f
}

// forget ends what follows monitors that have gone. The caller holds mu.
func (d *desktopWlroots) forget(monitors []monitor) {
	for o, f := range d.films {
		if !slices.ContainsFunc(monitors, func(m monitor) bool { return m.Object == o }) {
			f.Close()
			delete(d.films, o)
			delete(d.seen, o)
		}
	}
}

// unfold draws a part of a monitor's picture into img: to is where, and from is where the
// part begins on the monitor as it is seen.
func unfold(img *image.RGBA, to image.Rectangle, from image.Point, p *wayland.Picture, t wayland.Transform) {
	size := image.Pt(p.Width, p.Height)
	at := func(seen image.Point) int {
		b := t.Source(seen, size)
		if p.Flipped {
			b.Y = size.Y - 1 - b.Y
		}
		return b.Y*p.Stride + 4*b.X
	}
	blueFirst := p.Format == wayland.FormatBGRA || p.Format == wayland.FormatBGRX
	step := at(from.Add(image.Pt(1, 0))) - at(from) // from a pixel to the next along any row
	for y := range to.Dy() {
		row := img.Pix[img.PixOffset(to.Min.X, to.Min.Y+y):][:4*to.Dx()]
		i := at(from.Add(image.Pt(0, y)))
		if step == 4 && blueFirst {
			copyRow(row, p.Data[i:])
			continue
		}
		for ; len(row) >= 4; row, i = row[4:], i+step {
			c := color.RGBA{p.Data[i], p.Data[i+1], p.Data[i+2], 255}
			if blueFirst {
				c.R, c.B = c.B, c.R
			}
			row[0], row[1], row[2], row[3] = c.R, c.G, c.B, c.A
		}
	}
}

// wait waits for a change of any monitor that was captured.
func (d *desktopWlroots) wait(ctx context.Context, atMost time.Duration) (bool, error) {
	if !d.camera.TellsChanges() {
		return false, errors.ErrUnsupported
	}
	var all []follower
	d.mu.Lock()
	for o, f := range d.films {
		all = append(all, follower{f, d.seen[o]})
	}
	d.mu.Unlock()
	changed, err := awaitChange(ctx, atMost, all, d.conn.Done())
	if err == nil && !changed {
		err = d.conn.Err()
	}
	return changed, err
}

// showsPointer: compositors leave it out only where the graphics hardware draws it, which
// they do not tell.
func (*desktopWlroots) showsPointer() bool { return true }

func (*desktopWlroots) method() string { return ByWlroots }

func (d *desktopWlroots) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.forget(nil)
	return d.conn.Close()
}
