//go:build linux

package wayland

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Requests and events of the protocol of wlroots that copies what a monitor shows.
const (
	cameraCapture = 0

	frameCopy           = 0
	frameDestroy        = 1
	frameCopyWithDamage = 2

	frameBuffer     = 0
	frameFlags      = 1
	frameReady      = 2
	frameFailed     = 3
	frameBufferDone = 6

	flipped = 1 // a flag: the rows come from the last to the first
)

// followFor is how long pictures go on coming after somebody has looked at one.
const followFor = 2 * time.Second

// Camera copies what monitors show (screencopy of wlroots).
type Camera struct {
	conn    *Conn
	memory  *Memory
	manager Object
	version uint32
}

// NewCamera returns what copies monitors. ok is false where the compositor lets no
// program do so.
func (c *Conn) NewCamera() (cam *Camera, ok bool) {
	memory, ok := c.NewMemory()
	if !ok {
		return nil, false
	}
	cam = &Camera{conn: c, memory: memory}
	cam.manager, cam.version, ok = c.Bind("zwlr_screencopy_manager_v1", 1, 3, nil)
	return cam, ok
}

// TellsChanges tells whether the compositor says when a picture has changed.
func (cam *Camera) TellsChanges() bool { return cam.version >= 2 }

// Picture is what a monitor shows, as its buffer has it.
type Picture struct {
	*Buffer
	Flipped bool // the rows come from the last to the first
	readers int
	writing bool
}

// Film is what one monitor shows, picture after picture, without the pointer. Its
// methods may be called from several goroutines.
//
// Somebody who looks and finds a request outstanding that the compositor answers as
// soon as anything has changed has the picture of now already. So one is kept
// outstanding while somebody is interested, and a look takes no time.
type Film struct {
	cam    *Camera
	output Object

	mu       sync.Mutex
	pictures []*Picture
	latest   *Picture // nil before the first
	watching bool     // a request for the next change is outstanding
	current  bool     // latest is what the monitor shows, until a change is told
	taking   int      // how many for the picture of now are
	until    time.Time
	changes  uint64 // how many changes were told
	taken    uint64 // how many pictures of now came
	failed   error
	news     chan struct{} // closed and made anew with each of these
	closed   bool
}

// Film begins to follow a monitor. The caller closes it.
func (cam *Camera) Film(output Object) *Film {
	return &Film{cam: cam, output: output, news: make(chan struct{})}
}

// errNoPicture is what the compositor's refusal says, which is no more than that.
var errNoPicture = errors.New("the compositor gave no picture of a monitor")

// Look calls show with what the monitor shows now. The picture is valid until show
// returns.
func (f *Film) Look(ctx context.Context, show func(p *Picture)) error {
	f.mu.Lock()
	f.until = time.Now().Add(followFor)
	f.failed = nil
	if !f.current {
		want := f.taken + 1
		if f.taking > 0 {
			want++ // that one was asked for before somebody looked
		}
		// The change first: whatever is drawn after it is told of.
		if f.cam.TellsChanges() && !f.watching {
			f.ask(true)
		}
		f.ask(false)
		for f.taken < want {
			if err := f.wait(ctx); err != nil {
				f.mu.Unlock()
				return err
			}
		}
	}
	p := f.latest
	p.readers++
	f.mu.Unlock()
	show(p)
	f.mu.Lock()
	p.readers--
	f.mu.Unlock()
	return nil
}

// wait waits for news. The caller holds mu.
func (f *Film) wait(ctx context.Context) error {
	if f.failed != nil {
		return f.failed
	}
	news := f.news
	f.mu.Unlock()
	late := time.NewTimer(patience)
	defer late.Stop()
	defer f.mu.Lock()
	select {
	case <-news:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-f.cam.conn.Done():
		return f.cam.conn.Err()
	case <-late.C:
		return errNoPicture // such as of a monitor that is switched off
	}
}

// Changes counts the changes that were told.
func (f *Film) Changes() uint64 {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.changes
}

// News returns what is closed when there is anything new about Changes.
func (f *Film) News() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.until = time.Now().Add(followFor)
	if !f.watching && f.cam.TellsChanges() {
		f.ask(true)
		f.ask(false) // has the compositor draw, and tell of a change before
	}
	return f.news
}

// Close gives the memory back.
func (f *Film) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	for _, p := range f.pictures {
		if !p.writing && p.readers == 0 {
			f.cam.memory.Free(p.Buffer)
		}
	}
	f.pictures, f.latest = nil, nil
}

// tell wakes those who wait. The caller holds mu.
func (f *Film) tell() {
	close(f.news)
	f.news = make(chan struct{})
}

// ask asks for the picture of now or, where change is set, for the first one that
// differs from the one before. The caller holds mu.
func (f *Film) ask(change bool) {
	a := &frame{film: f, change: change}
	if change {
		f.watching = true
	} else {
		f.taking++
	}
	if err := f.cam.conn.Create(func() []*Request {
		a.object = f.cam.conn.New(a.hear)
		return []*Request{NewRequest(f.cam.manager, cameraCapture).Object(a.object).Int(0).Object(f.output)}
	}); err != nil {
		f.failed = err
	}
}

// frame is a picture that was asked for.
type frame struct {
	film    *Film
	object  Object
	change  bool
	picture *Picture
	asked   bool // the picture is being written
	flipped bool
	failed  error
}

func (a *frame) hear(e *Event) {
	f := a.film
	f.mu.Lock()
	defer f.mu.Unlock()
	switch e.Opcode {
	case frameBuffer:
		format := e.Uint()
		width, height, stride := int(e.Uint()), int(e.Uint()), int(e.Uint())
		if e.Err() == nil && a.picture == nil {
			a.picture, a.failed = f.pictureOf(width, height, stride, format)
		}
		if f.cam.version < 3 {
			a.copy()
		}
	case frameBufferDone:
		a.copy()
	case frameFlags:
		a.flipped = e.Uint()&flipped != 0
	case frameReady:
		if !a.asked {
			a.end(errNoPicture) // it has written nothing
			return
		}
		a.end(nil)
	case frameFailed:
		a.end(errNoPicture)
	}
}

// copy has the picture written. The caller holds the film's mu.
func (a *frame) copy() {
	if a.picture == nil {
		a.end(errors.Join(a.failed, errNoPicture))
		return
	}
	opcode := uint16(frameCopy)
	if a.change {
		opcode = frameCopyWithDamage
	}
	a.picture.writing, a.asked = true, true
	_ = a.film.cam.conn.Send(NewRequest(a.object, opcode).Object(a.picture.Object))
}

// end takes the picture in, and asks for the next change while somebody may care. The
// caller holds the film's mu.
func (a *frame) end(err error) {
	f := a.film
	_ = f.cam.conn.Send(NewRequest(a.object, frameDestroy))
	f.cam.conn.Forget(a.object)
	if a.picture != nil {
		a.picture.writing = false
	}
	if a.change {
		f.watching = false
	} else {
		f.taking--
	}
	defer f.tell()
	if f.closed {
		if a.picture != nil {
			f.cam.memory.Free(a.picture.Buffer)
		}
		return
	}
	if err != nil {
		f.failed, f.current = err, false
		return
	}
	a.picture.Flipped = a.flipped
	f.latest = a.picture
	if !a.change {
		f.taken++
		f.current = f.watching
		return
	}
	f.changes++
	if time.Now().Before(f.until) {
		f.ask(true)
	} else {
		f.current = false
	}
}

// maxPixels is how large a monitor may be: no more than four of 8K.
const maxPixels = 1 << 27

// pictureOf returns a picture that nobody writes to or looks at. The caller holds mu.
func (f *Film) pictureOf(width, height, stride int, format uint32) (*Picture, error) {
	if width <= 0 || height <= 0 || width > maxPixels/height || stride < 4*width || stride > 16*width {
		return nil, fmt.Errorf("a monitor of %d x %d pixels in rows of %d bytes", width, height, stride)
	}
	switch format {
	case FormatBGRA, FormatBGRX, FormatRGBA, FormatRGBX:
	default:
		return nil, fmt.Errorf("the pixels come in the format %#x", format)
	}
	for i := len(f.pictures) - 1; i >= 0; i-- {
		p := f.pictures[i]
		if p == f.latest || p.writing || p.readers > 0 {
			continue
		}
		if p.Width == width && p.Height == height && p.Stride == stride && p.Format == format {
			p.writing = true
			return p, nil
		}
		f.cam.memory.Free(p.Buffer)
		f.pictures = append(f.pictures[:i], f.pictures[i+1:]...)
	}
	b, err := f.cam.memory.NewBuffer(width, height, stride, format)
	if err != nil {
		return nil, err
	}
	p := &Picture{Buffer: b, writing: true}
	f.pictures = append(f.pictures, p)
	return p, nil
}
