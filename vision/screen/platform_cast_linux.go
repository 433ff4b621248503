package screen

import (
	"context"
	"errors"
	"image"
	"net"
	"os"
	"strings"
	"sync"
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/pipewire"
	"autoqueens/internal/portal"
	"autoqueens/internal/userdirs"
	"autoqueens/internal/wayland"
)

// castToken keeps, in the state folder, what spares the person the desktop's question.
const castToken = "screen-cast.token"

// castEnding is how much later than the pictures' end the desktop may tell that it was meant.
const castEnding = time.Second

// castPatience is how long the first picture of a monitor may take: the session's manager
// has to connect it first.
const castPatience = 5 * time.Second

// desktopCast is the screen of a Wayland desktop that shares monitors with programs once the
// person has agreed, as GNOME and KDE do. Pictures come as the screen changes, without the
// pointer. The monitors lie as those of desktopWlroots do; those that the person has not shared
// are not there.
type desktopCast struct {
	ctx     context.Context // ends all waiting
	wayland *wayland.Conn
	outputs *wayland.Outputs
	leave   *portal.Cast
	media   *pipewire.Conn
	shared  []*sharedMonitor
}

// sharedMonitor is one monitor of a cast.
type sharedMonitor struct {
	stream pictures
	points image.Rectangle

	mu   sync.Mutex
	seen uint64 // the pictures that had come before the latest capture
}

// pictures are a [pipewire.Stream]'s.
type pictures interface {
	Look(ctx context.Context, show func(pipewire.Picture)) error
	Size() image.Point
	News() <-chan struct{}
	Changes() uint64
}

func openCast(ctx context.Context) (_ platform, err error) {
	d := &desktopCast{ctx: ctx}
	defer func() {
		if err != nil {
			_ = d.close()
		}
	}()
	if d.wayland, err = wayland.Dial(ctx); err != nil {
		return nil, err
	}
	var known bool
	if d.outputs, known, err = d.wayland.FollowOutputs(ctx); err == nil && !known {
		err = errNowhere
	}
	if err != nil {
		return nil, err
	}
	token, err := userdirs.State(castToken)
	if err != nil {
		return nil, err
	}
	if d.leave, err = portal.OpenCast(ctx, portal.Options{Token: token, Ask: portal.Asker(ctx)}); err != nil {
		return nil, err
	}
	socket, ok := d.leave.Media().(*net.UnixConn)
	if !ok {
		return nil, errNoCast
	}
	if d.media, err = pipewire.New(ctx, socket); err != nil {
		return nil, err
	}
	for _, m := range d.leave.Monitors {
		name := ""
		if m.At == nil {
			if name, err = d.media.MediaName(ctx, m.Node); err != nil {
				return nil, err
			}
		}
		points, ok := located(m, name, d.outputs.List())
		if !ok {
			_ = os.Remove(token) // so that another choice can be made
			return nil, errNowhere
		}
		shared := &sharedMonitor{points: points}
		d.shared = append(d.shared, shared)
		if err := d.follow(shared, func() (pictures, error) { return d.media.NewStream(m.Node) }); err != nil {
			return nil, err
		}
	}
	_, err = d.monitors()
	return d, err
}

// follow opens the stream of a monitor and waits for its first picture; again where the stream was
// removed, as a session's manager does that does not know the monitor yet.
func (d *desktopCast) follow(m *sharedMonitor, open func() (pictures, error)) (err error) {
	for began := time.Now(); time.Since(began) < castPatience; {
		if m.stream, err = open(); err != nil {
			return err
		}
		if err = d.look(m, func(pipewire.Picture) {}); !errors.Is(err, pipewire.ErrRemoved) {
			return err
		}
	}
	return err
}

// kwinCast is how KWin calls a cast of a monitor, before the monitor's name.
const kwinCast = "kwin-screencast-"

// located returns where a monitor of a cast lies, whose owner calls it shown. KDE does not tell where: there
// it is the one that the cast is named after, if there are several. Where neither is told, it is the only one
// of its size.
func located(m portal.Monitor, shown string, outputs []wayland.Output) (points image.Rectangle, ok bool) {
	name, named := strings.CutPrefix(shown, kwinCast)
	named = named && len(outputs) > 1
	found := 0
	for _, o := range outputs {
		if (m.At == nil || *m.At == o.Points.Min) && (m.Size == image.Point{} || m.Size == o.Points.Size()) && (!named || o.Name == name) {
			points = o.Points
			found++
		}
	}
	return points, found == 1
}

var (
	errNowhere = fault.New(fault.NoAccess,
		"the desktop shares its screen, but does not tell where its monitors lie",
		"choose whole monitors when the desktop asks, neither a region nor all as one; or use one monitor, or "+portal.OtherSession)
	errNoCast = fault.New(fault.NoAccess,
		"the desktop shares its screen, but no picture of it comes", "try again; if it stays, log out and in")
	// errUnshared says that the person, or the desktop, has ended the cast.
	errUnshared error = fault.New(fault.Stopped,
		"stopped: the desktop does not share the screen any more", "start again when you want it to go on")
)

// look calls show with what a monitor shows.
func (d *desktopCast) look(m *sharedMonitor, show func(pipewire.Picture)) error {
	limited, cancel := context.WithTimeoutCause(d.ctx, castPatience, errNoCast)
	defer cancel()
	err := m.stream.Look(limited, show)
	if err == nil {
		return nil
	}
	return d.explain(err)
}

// ended tells whether the screen is shared no more.
func (d *desktopCast) ended() bool {
	select {
	case <-d.leave.Ended():
		return true
	default:
		return false
	}
}

// explain says in words why there was no picture.
func (d *desktopCast) explain(err error) error {
	if d.ctx.Err() != nil {
		return context.Cause(d.ctx)
	}
	select {
	case <-d.leave.Ended():
		return errUnshared
	case <-d.ctx.Done():
		return context.Cause(d.ctx)
	case <-time.After(castEnding):
	}
	if _, ok := errors.AsType[*fault.Error](err); ok {
		return err
	}
	return fault.Wrap(err, fault.NoAccess, "the desktop shares its screen, but no picture of it comes: "+err.Error(), errNoCast.Advice)
}

// monitors places what is shared, and names it.
func (d *desktopCast) monitors() ([]monitor, error) {
	outputs := d.outputs.List()
	var all []monitor
	for _, s := range d.shared {
		var m monitor
		for _, o := range outputs {
			if o.Points == s.points {
				m.Output = o
			}
		}
		size := s.stream.Size()
		if m.Points.Empty() || !evenly(size, m.Points.Size()) {
			return nil, errMonitorsChanged
		}
		m.bounds = image.Rectangle{Max: size}
		all = append(all, m)
	}
	place(all)
	return all, nil
}

func (d *desktopCast) displays() ([]Display, error) {
	if err := d.wayland.Err(); err != nil {
		return nil, err
	}
	monitors, err := d.monitors()
	return listed(monitors), err
}

func (d *desktopCast) capture(r image.Rectangle) (*image.RGBA, error) {
	// Without an answer nobody knew whether the screen has not changed, or is not told of. What the
	// compositor has shown it has handed on before it answers, to the media server, which may
	// take a moment for it.
	if err := d.wayland.Sync(d.ctx); err != nil {
		return nil, err
	}
	if d.ended() {
		return nil, errUnshared
	}
	monitors, err := d.monitors()
	if err != nil {
		return nil, err
	}
	img := blackPicture(r.Size())
	for i, m := range monitors {
		part := r.Intersect(m.bounds)
		if part.Empty() {
			continue
		}
		s := d.shared[i]
		s.mu.Lock()
		s.seen = s.stream.Changes()
		s.mu.Unlock()
		wrong := false
		err := d.look(s, func(p pipewire.Picture) {
			if wrong = p.Size != m.bounds.Size(); !wrong {
				unfold(img, part.Sub(r.Min), part.Min.Sub(m.bounds.Min), asSeen(p), upright)
			}
		})
		switch {
		case err != nil:
			return nil, err
		case wrong:
			return nil, errMonitorsChanged
		}
	}
	return img, nil
}

const upright wayland.Transform = 0

// asSeen is a picture of a cast as the compositor's own are: casts are upright.
func asSeen(p pipewire.Picture) *wayland.Picture {
	format := wayland.FormatRGBX
	if p.Format.BlueFirst() {
		format = wayland.FormatBGRX
	}
	return &wayland.Picture{Buffer: &wayland.Buffer{Data: p.Data, Width: p.Size.X, Height: p.Size.Y, Stride: p.Stride, Format: format}}
}

// wait waits for a change of any monitor.
func (d *desktopCast) wait(ctx context.Context, atMost time.Duration) (bool, error) {
	var all []follower
	for _, s := range d.shared {
		s.mu.Lock()
		all = append(all, follower{s.stream, s.seen})
		s.mu.Unlock()
	}
	changed, err := awaitChange(ctx, atMost, all, d.media.Done())
	if err == nil && !changed && d.media.Err() != nil {
		err = d.explain(d.media.Err())
	}
	return changed, err
}

func (*desktopCast) method() string { return ByCast }

func (d *desktopCast) close() error {
	var errs []error
	if d.media != nil {
		errs = append(errs, d.media.Close())
	}
	if d.leave != nil {
		errs = append(errs, d.leave.Close())
	}
	if d.wayland != nil {
		errs = append(errs, d.wayland.Close())
	}
	return errors.Join(errs...)
}
