package record

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"time"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/exit"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/vision"
	"autoqueens/vision/overlay"
)

// Bounds on what failures leave behind.
const (
	lastFrames   = 6  // pictures of one failure
	lastEvents   = 60 // events of one failure
	keptFailures = 20 // failures in the folder; older ones make room
)

// FlightRecorder remembers the last that a player saw, so that a failure can be looked
// into afterwards. It writes nothing until Keep is called. Its methods are for
// the player's goroutine, and for whoever calls Keep when that has ended.
type FlightRecorder struct {
	// FullFrames keeps whole pictures. Without it only the board and its
	// surroundings are kept, and nothing where no board was seen: what else is
	// on a desktop is private.
	FullFrames bool

	mu      sync.Mutex
	frames  []frame
	events  []player.Event
	latest  *image.RGBA
	lattice vision.Lattice // where a board was last seen, or suspected
}

// frame is a picture and what was read in it; both are nil where nothing tried.
type frame struct {
	img     *image.RGBA
	reading *vision.Reading
	refusal *vision.Refusal
}

// Wrap puts the recorder between a player and the world, as Tape.Wrap does.
func (w *FlightRecorder) Wrap(p *player.Player) {
	p.Eye = flightEye{p.Eye, w}
	p.Reader = flightReader{p.Reader, w}
	report := p.Report
	p.Report = func(e player.Event) {
		w.mu.Lock()
		w.events = append(w.events, e)
		if n := len(w.events); n > lastEvents {
			w.events = slices.Delete(w.events, 0, n-lastEvents)
		}
		w.mu.Unlock()
		if report != nil {
			report(e)
		}
	}
}

// Worth tells whether a failure is one whose pictures help: one that has to do
// with what was seen, and not with the person or the machine.
func Worth(err error) bool {
	switch fault.KindOf(err) {
	case fault.NoBoard, fault.Uncertain, fault.NoSolution, fault.Unverified, fault.Unseen:
		return true
	}
	return false
}

// Keep writes what is remembered into a new folder in root, and removes the
// oldest of such folders when there are many. It returns "" where there is
// nothing to keep.
func (w *FlightRecorder) Keep(root string, failure error) (dir string, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.frames) == 0 || !w.FullFrames && w.lattice.Size == 0 {
		return "", nil
	}
	if err := atomicfile.Folder(root); err != nil {
		return "", cannot(root, err)
	}
	stem := time.Now().Format(stamp)
	for n := 1; ; n++ {
		dir = filepath.Join(root, stem)
		if n > 1 {
			dir += fmt.Sprintf("-%d", n)
		}
		if err = os.Mkdir(dir, 0o700); !errors.Is(err, os.ErrExist) {
			break
		}
	}
	if err != nil {
		return "", cannot(root, err)
	}
	if err := w.write(dir, failure); err != nil {
		_ = os.RemoveAll(dir) // it was made for this
		return "", cannot(dir, err)
	}
	return dir, prune(root, filepath.Base(dir))
}

// write fills the folder of a failure.
func (w *FlightRecorder) write(dir string, failure error) error {
	var files []atomicfile.File
	add := func(name string, img image.Image) error {
		var data bytes.Buffer
		err := png.Encode(&data, img)
		files = append(files, atomicfile.File{Path: filepath.Join(dir, name), Data: data.Bytes()})
		return err
	}
	for i, f := range w.frames {
		img := w.crop(f.img)
		if img.Rect.Empty() {
			continue
		}
		if err := add(fmt.Sprintf("frame-%d.png", i+1), img); err != nil {
			return err
		}
		var drawn image.Image
		switch {
		case f.reading != nil:
			drawn = overlay.Annotate(img, f.reading)
		case f.refusal != nil:
			drawn = overlay.AnnotateRefusal(img, f.refusal)
		default:
			continue
		}
		if err := add(fmt.Sprintf("frame-%d.overlay.png", i+1), drawn); err != nil {
			return err
		}
	}
	var events bytes.Buffer
	lines := json.NewEncoder(&events)
	var err error
	for _, e := range w.events {
		err = errors.Join(err, lines.Encode(EventOf(e)))
	}
	if f, ok := errors.AsType[*fault.Error](failure); ok {
		err = errors.Join(err, lines.Encode(map[string]any{"failure": f.What, "advice": f.Advice, "status": exit.StatusOf(f)}))
	}
	if err != nil {
		return err
	}
	files = append(files, atomicfile.File{Path: filepath.Join(dir, eventsFile), Data: events.Bytes()})
	return atomicfile.WriteFiles(atomicfile.Private, files...)
}

// crop cuts a picture down to the board and a cell around it.
func (w *FlightRecorder) crop(img *image.RGBA) *image.RGBA {
	if w.FullFrames {
		return img
	}
	b := w.lattice.Bounds()
	dx, dy := w.lattice.PitchX, w.lattice.PitchY
	r := vision.Rect{X: b.X - dx, Y: b.Y - dy, Width: b.Width + 2*dx, Height: b.Height + 2*dy}
	return img.SubImage(r.Image()).(*image.RGBA)
}

// stamp is how the folder of a failure is named; further ones of the same second
// have a number behind it.
const stamp = "2006-01-02T15-04-05"

var failureName = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?$`)

// prune removes the oldest folders of failures, so that keptFailures are left with
// the newest. It touches nothing but folders that are named as Keep names them.
func prune(root, newest string) error {
	entries, err := os.ReadDir(root)
	if err != nil {
		return err
	}
	var failures []string
	for _, e := range entries {
		// By the name alone: one that was cut short, as by a power cut, need not hold
		// anything. The newest may have the oldest name, for clocks are
		// set back.
		if e.IsDir() && failureName.MatchString(e.Name()) && e.Name() != newest {
			failures = append(failures, e.Name())
		}
	}
	// The names begin with the time; of one second, the longer name is newer.
	slices.SortFunc(failures, func(a, b string) int {
		return cmp.Or(cmp.Compare(a[:len(stamp)], b[:len(stamp)]), len(a)-len(b), cmp.Compare(a, b))
	})
	var failed error
	for len(failures) >= keptFailures {
		failed = errors.Join(failed, os.RemoveAll(filepath.Join(root, failures[0])))
		failures = failures[1:]
	}
	return failed
}

// saw remembers a picture until it is read, or the next one is taken: a picture
// that nobody looked for a board in tells nothing.
func (w *FlightRecorder) saw(img *image.RGBA) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.latest = img
}

// read remembers what was read in the latest picture.
func (w *FlightRecorder) read(r *vision.Reading, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.latest == nil {
		return
	}
	f := frame{img: w.latest, reading: r}
	if err != nil {
		f.reading = nil
		f.refusal, _ = errors.AsType[*vision.Refusal](err)
	}
	switch {
	case f.reading != nil:
		w.lattice = f.reading.Lattice
	case f.refusal != nil && f.refusal.BoardSeen() && f.refusal.Lattice.Size > 0:
		w.lattice = f.refusal.Lattice
	}
	w.frames = append(w.frames, f)
	if n := len(w.frames); n > lastFrames {
		w.frames = slices.Delete(w.frames, 0, n-lastFrames)
	}
}

type flightEye struct {
	player.Eye
	w *FlightRecorder
}

func (e flightEye) Capture(r image.Rectangle) (*image.RGBA, error) {
	img, err := e.Eye.Capture(r)
	if err == nil {
		e.w.saw(img)
	}
	return img, err
}

// Wait passes on what tells of changes, where anything does.
func (e flightEye) Wait(ctx context.Context, atMost time.Duration) (bool, error) {
	if w, ok := e.Eye.(player.Waiter); ok {
		return w.Wait(ctx, atMost)
	}
	return false, errors.ErrUnsupported
}

type flightReader struct {
	player.Reader
	w *FlightRecorder
}

func (r flightReader) Read(img image.Image) (*vision.Reading, error) {
	reading, err := r.Reader.Read(img)
	r.w.read(reading, err)
	return reading, err
}

func (r flightReader) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	reading, err := r.Reader.ReadAt(img, last)
	r.w.read(reading, err)
	return reading, err
}
