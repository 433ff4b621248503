// Package record keeps what a player saw, read and did: pictures as PNG files
// and everything else as lines of JSON, in one folder.
//
//	screen -> vision -> solver -> input
//	   └───────┴─[record]─┴────────┘
//
// It wraps the player's eye, reader and hand and passes everything through, so
// that the player does not know. The lines are in the order in which things
// happened, and every answer that the player got from outside is among them:
// that is what a replay needs.
//
// The folder holds frame-000001.png and so on, each picture once however often
// it was seen, and events.jsonl. A line has "ms", the milliseconds since the
// start, "kind", and what belongs to the kind:
//
//	begin    {"setup":{...}}: the views and the options of the player
//	frame    {"area":[x,y,w,h],"file":"frame-000001.png"} or {"area":...,"error":"..."}
//	reading  {"of":"frame-000001.png","reading":{...}} or {"of":...,"refusal":{...}}
//	wait     {"changed":true}: waited for the screen to change
//	click    {"at":[x,y]}, aim, park, fence {"area":[x,y,w,h]}, position {"at":[x,y]}, settle
//	listens  {"left":100}: the milliseconds that a click would have listened for the person
//	drag     {"at":[x,y],"to":[x,y]}, type {"key":"7"}
//	window   {"area":[x,y,w,h],"same":true,"known":true}: whether the window that was clicked is still there
//	takeover {"error":"..."}: the person stopped it, after the line of what was under way
//	event    {"event":{...}}, as 'play --json' prints it
package record

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"autoqueens/input"
	"autoqueens/internal/atomicfile"
	"autoqueens/internal/exit"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/solver"
	"autoqueens/solver/puzzle"
	"autoqueens/vision"
)

// Bounds on what a recording may take. A desktop that shows a video would fill
// the disk otherwise.
const (
	maxFrames = 2000
	// waiting is how many pictures may wait to be written, some 8 MB each for
	// a large display, before the player has to wait for the disk.
	waiting = 16
	// compared is how many of the latest pictures a new one is compared with: a
	// player that waits looks at the board's place and at the screen in turns.
	compared = 4
)

// eventsFile is the name of the lines.
const eventsFile = "events.jsonl"

// Tape is a recording under way. Its methods may be called from several
// goroutines.
type Tape struct {
	dir   string
	clock player.Clock // the world's; set by Wrap
	began time.Time    // by that clock

	mu     sync.Mutex
	moment time.Time // of the latest line that a replay learns the time from, zero once the player knows it
	file   *os.File
	lines  *bufio.Writer
	err    error // the first one; the player is not bothered with it
	room   int   // for so many more lines
	bytes  int   // and so many more bytes of them
	frames int
	latest []picture // the latest different pictures, the newest last
	name   string    // of the picture that was taken last

	queue   chan picture
	written sync.WaitGroup
}

type picture struct {
	name string
	img  *image.RGBA
}

// Create starts a recording in a folder, which is made where there is none. A
// folder that holds a recording already is refused, so that none is mixed up.
func Create(dir string) (*Tape, error) {
	if err := atomicfile.Folder(dir); err != nil {
		return nil, cannot(dir, err)
	}
	file, err := os.OpenFile(filepath.Join(dir, eventsFile), os.O_WRONLY|os.O_CREATE|os.O_EXCL, atomicfile.Private)
	if errors.Is(err, os.ErrExist) {
		return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("there is a recording in %s already", dir), "give another folder to --record, or delete that one")
	}
	if err != nil {
		return nil, cannot(dir, err)
	}
	t := &Tape{dir: dir, file: file, lines: bufio.NewWriter(file), room: maxLines, bytes: maxBytes, queue: make(chan picture, waiting)}
	t.written.Go(t.write)
	return t, nil
}

func cannot(dir string, err error) error {
	return fault.Wrap(err, fault.Failed, fmt.Sprintf("nothing can be recorded in %s: %v", dir, err), "give a folder that can be written to")
}

// Wrap puts the tape between a player and the world. It must be called before
// the player runs, after its fields are set.
func (t *Tape) Wrap(p *player.Player) {
	t.clock, t.began = p.Clock, p.Clock.Now()
	t.begin(p)
	p.Clock = clock{p.Clock, t}
	p.Eye = eye{t, p.Eye}
	p.Reader = reader{t, p.Reader}
	if p.Hand != nil {
		p.Hand = hand{p.Hand, t, new(sync.Mutex)}
	}
	report := p.Report
	p.Report = func(e player.Event) {
		t.line("event", map[string]any{"event": EventOf(e)})
		if report != nil {
			report(e)
		}
	}
}

// Close writes what is left. The error is the first thing that went wrong with
// the recording.
func (t *Tape) Close() error {
	close(t.queue)
	t.written.Wait()
	t.mu.Lock()
	defer t.mu.Unlock()
	switch err := errors.Join(t.err, t.lines.Flush(), t.file.Close()); {
	case errors.Is(err, errFull):
		return fault.Wrap(err, fault.Failed, fmt.Sprintf("the recording in %s is full, and ends before the run did", t.dir),
			"replay it as far as it goes, and record fewer boards at a time")
	case err != nil:
		return cannot(t.dir, err)
	}
	return nil
}

// errFull ends a recording of which a replay could not read more.
var errFull = errors.New("the recording is full")

// line writes one line; a value that cannot be written is remembered as the
// tape's error.
func (t *Tape) line(kind string, fields map[string]any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	ms := float64(t.clock.Now().Sub(t.began).Microseconds()) / 1000
	switch kind {
	case "event", "fence", "takeover": // which the time of a replay does not wait for
	default:
		t.moment = t.began.Add(milliseconds(ms))
	}
	fields["ms"], fields["kind"] = ms, kind
	text, err := json.Marshal(fields)
	text = append(text, '\n')
	if err == nil && (t.room == 0 || t.bytes < len(text)) {
		t.room, err = 0, errFull // nothing after a gap
	}
	if err == nil {
		t.room--
		t.bytes -= len(text)
		_, err = t.lines.Write(text)
	}
	t.fail(err)
}

// fail remembers the first error. The caller holds mu.
func (t *Tape) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// frame files a picture and returns its name. A picture that is the same as
// one of the latest is not filed again.
func (t *Tape) frame(img *image.RGBA) string {
	t.mu.Lock()
	for _, p := range t.latest {
		if p.img.Rect == img.Rect && bytes.Equal(p.img.Pix, img.Pix) {
			t.name = p.name
			t.mu.Unlock()
			return p.name
		}
	}
	if t.frames == maxFrames {
		t.name = ""
		t.mu.Unlock()
		return ""
	}
	t.frames++
	p := picture{fmt.Sprintf("frame-%06d.png", t.frames), img}
	t.name = p.name
	if t.latest = append(t.latest, p); len(t.latest) > compared {
		t.latest = slices.Delete(t.latest, 0, 1)
	}
	t.mu.Unlock()
	t.queue <- p // the player never changes a picture it was given
	return p.name
}

// write encodes pictures beside the player, who has no time for it.
func (t *Tape) write() {
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	for p := range t.queue {
		err := func() error {
			file, err := os.OpenFile(filepath.Join(t.dir, p.name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, atomicfile.Private)
			if err != nil {
				return err
			}
			return errors.Join(encoder.Encode(file, p.img), file.Close())
		}()
		if err != nil {
			t.mu.Lock()
			t.fail(err)
			t.mu.Unlock()
		}
	}
}

// clock is the world's clock, but that what the world has just answered came at the
// moment that its line tells. A player that decides by the time of an answer, and a
// replay of it, decide by the same one.
type clock struct {
	player.Clock
	tape *Tape
}

func (c clock) Now() time.Time {
	c.tape.mu.Lock()
	defer c.tape.mu.Unlock()
	if moment := c.tape.moment; !moment.IsZero() {
		c.tape.moment = time.Time{}
		return moment
	}
	return c.Clock.Now()
}

// eye records pictures.
type eye struct {
	tape *Tape
	eye  player.Eye
}

func (e eye) Capture(r image.Rectangle) (*image.RGBA, error) {
	img, err := e.eye.Capture(r)
	fields := map[string]any{"area": area(r)}
	if err != nil {
		addError(fields, err)
	} else {
		fields["file"] = e.tape.frame(img)
	}
	e.tape.line("frame", fields)
	return img, err
}

// Wait passes on what tells of changes, where anything does.
func (e eye) Wait(ctx context.Context, atMost time.Duration) (bool, error) {
	w, ok := e.eye.(player.Waiter)
	if !ok {
		return false, errors.ErrUnsupported
	}
	changed, err := w.Wait(ctx, atMost)
	fields := map[string]any{"changed": changed}
	addError(fields, err)
	e.tape.line("wait", fields)
	return changed, err
}

// reader records readings.
type reader struct {
	tape   *Tape
	reader player.Reader
}

func (r reader) Read(img image.Image) (*vision.Reading, error) {
	reading, err := r.reader.Read(img)
	r.tape.reading(reading, err)
	return reading, err
}

func (r reader) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	reading, err := r.reader.ReadAt(img, last)
	r.tape.reading(reading, err)
	return reading, err
}

func (r reader) ReadAll(img image.Image) []*vision.Reading {
	all := r.reader.ReadAll(img)
	for _, reading := range all {
		r.tape.reading(reading, nil)
	}
	return all
}

// readingLine is a reading as JSON.
type readingLine struct {
	Board      *solver.Board    `json:"board,omitempty"`  // of Queens
	Puzzle     puzzle.Puzzle    `json:"puzzle,omitempty"` // of another game
	Lattice    vision.Lattice   `json:"lattice"`
	Confidence float64          `json:"confidence"`
	Solution   solver.Placement `json:"solution,omitempty"`
}

func (t *Tape) reading(r *vision.Reading, err error) {
	t.mu.Lock()
	fields := map[string]any{"of": t.name}
	t.mu.Unlock()
	if err != nil {
		fields["refusal"] = map[string]any{"what": err.Error()}
		if refusal, ok := errors.AsType[*vision.Refusal](err); ok {
			fields["refusal"] = map[string]any{"reason": refusal.Reason, "what": refusal.What, "advice": refusal.Advice, "lattice": refusal.Lattice}
		}
	} else {
		line := readingLine{Puzzle: r.Puzzle, Lattice: r.Lattice, Confidence: r.Confidence, Solution: r.Solution}
		if r.Puzzle == nil {
			line.Board = &r.Board
		}
		fields["reading"] = line
	}
	t.line("reading", fields)
}

// hand records what the mouse was told to do and what became of it.
type hand struct {
	player.Hand
	tape *Tape
	// doing is held while something is done. A person who takes over meanwhile is told of
	// after it, so that a replay does it as well.
	doing *sync.Mutex
}

// do does something that takes its time and may be ended by the person, and records it.
func (h hand) do(kind string, fields map[string]any, act func() error) error {
	h.doing.Lock()
	defer h.doing.Unlock()
	err := act()
	h.tape.did(kind, fields, err)
	return err
}

func (h hand) Position() (image.Point, error) {
	p, err := h.Hand.Position()
	h.tape.did("position", map[string]any{"at": point(p)}, err)
	return p, err
}

func (h hand) Listens() time.Duration {
	left := h.Hand.Listens()
	h.tape.did("listens", map[string]any{"left": float64(left) / float64(time.Millisecond)}, nil)
	return left
}

func (h hand) Window() (window image.Rectangle, same, known bool) {
	window, same, known = h.Hand.Window()
	h.tape.did("window", map[string]any{"area": area(window), "same": same, "known": known}, nil)
	return window, same, known
}

func (h hand) Watch(ctx context.Context) (context.Context, func()) {
	watched, stop := h.Hand.Watch(ctx)
	written := make(chan struct{})
	unwatched := context.AfterFunc(watched, func() {
		defer close(written)
		h.doing.Lock()
		defer h.doing.Unlock()
		h.tape.did("takeover", map[string]any{}, context.Cause(watched))
	})
	return watched, sync.OnceFunc(func() {
		if !unwatched() { // what ends the watch from here on is no person
			<-written
		}
		stop()
	})
}

func (h hand) Fence(r image.Rectangle) {
	h.Hand.Fence(r)
	h.tape.did("fence", map[string]any{"area": area(r)}, nil)
}

func (h hand) Settle(ctx context.Context, quiet time.Duration) error {
	return h.do("settle", map[string]any{}, func() error { return h.Hand.Settle(ctx, quiet) })
}

func (h hand) Click(ctx context.Context, p image.Point) error {
	return h.do("click", map[string]any{"at": point(p)}, func() error { return h.Hand.Click(ctx, p) })
}

func (h hand) Drag(ctx context.Context, path []image.Point, by input.Stroke) error {
	fields := map[string]any{}
	if len(path) > 0 {
		fields["at"], fields["to"] = point(path[0]), point(path[len(path)-1])
	}
	return h.do("drag", fields, func() error { return h.Hand.Drag(ctx, path, by) })
}

func (h hand) Type(ctx context.Context, k input.Key) error {
	return h.do("type", map[string]any{"key": k.String()}, func() error { return h.Hand.Type(ctx, k) })
}

func (h hand) Aim(ctx context.Context, p image.Point) error {
	return h.do("aim", map[string]any{"at": point(p)}, func() error { return h.Hand.Aim(ctx, p) })
}

func (h hand) Park(ctx context.Context, p image.Point) error {
	return h.do("park", map[string]any{"at": point(p)}, func() error { return h.Hand.Park(ctx, p) })
}

func (t *Tape) did(kind string, fields map[string]any, err error) {
	addError(fields, err)
	t.line(kind, fields)
}

// addError adds an error so that a replay can return the like of it.
func addError(fields map[string]any, err error) {
	if err == nil {
		return
	}
	fields["error"] = err.Error()
	if f, ok := errors.AsType[*fault.Error](err); ok {
		fields["status"], fields["advice"] = exit.StatusOf(f), f.Advice
	}
}

func area(r image.Rectangle) [4]int { return [4]int{r.Min.X, r.Min.Y, r.Dx(), r.Dy()} }
func point(p image.Point) [2]int    { return [2]int{p.X, p.Y} }
