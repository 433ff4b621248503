package record

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"path/filepath"
	"slices"
	"time"

	"autoqueens/input"
	"autoqueens/internal/exit"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/solver"
	"autoqueens/vision"
)

// Replay stands for the world that a recording saw: it is the eye, the hand and
// the clock of a player, and shows it the recorded pictures one after the other.
// What the player does is compared with what was done then. The readings are
// made anew; that is what a replay is for.
type Replay struct {
	ctx    context.Context // of all that reads its files
	dir    string
	setup  *beginning
	queues map[string][]*line // by kind, in order; what was replayed is gone
	clicks int                // replayed so far
	drags  int
	shown  int    // number of the line of the picture that was shown last
	went   string // where the player went another way, "" if it did not

	began   time.Time
	now     time.Duration
	idle    int         // times the player slept since anything recorded came to pass
	stopped *line       // what the person ended the run with, nil where it ended by itself
	at      image.Point // where the pointer was left
	desktop image.RGBA  // as it was last seen, transparent where it never was
	cancel  context.CancelCauseFunc
	told    []player.Event
}

// Player returns the player that was recorded, in the world of the recording.
// The reader is the only part that has to be added.
func (r *Replay) Player(reader player.Reader, report func(player.Event)) *player.Player {
	p := &player.Player{Eye: r, Reader: rereader{player.Memoize(reader), r}, Clock: r, Options: r.setup.Options.player()}
	if r.setup.Hand {
		p.Hand = r
	}
	for _, v := range r.setup.Views {
		p.Views = append(p.Views, player.View{
			Name: v.Name, Display: v.Display, Area: rectangle(v.Area), Screen: rectangle(v.Screen), Mapping: *v.Mapping,
		})
	}
	p.Report = func(e player.Event) {
		r.told = append(r.told, e)
		if report != nil {
			report(e)
		}
	}
	return p
}

// Differs says in words how the player went another way than the recorded one,
// and is empty where it did not. It is called when the player has ended.
func (r *Replay) Differs() string {
	if r.went != "" {
		return r.went
	}
	if left := len(r.queues["click"]); left > 0 {
		return fmt.Sprintf("%d clicks were made; in the recording %d more", r.clicks, left)
	}
	if left := len(r.queues["drag"]); left > 0 {
		return fmt.Sprintf("%d drags were made; in the recording %d more", r.drags, left)
	}
	var recorded []player.Event
	for _, l := range r.queues["event"] {
		if l.Event != nil {
			recorded = append(recorded, l.Event.event())
		}
	}
	for i := range max(len(recorded), len(r.told)) {
		then, now := "nothing", "nothing"
		if i < len(recorded) {
			then = eventWords(recorded[i])
		}
		if i < len(r.told) {
			now = eventWords(r.told[i])
		}
		if then != now {
			return fmt.Sprintf("event %d is now: %s; in the recording: %s", i+1, now, then)
		}
	}
	return ""
}

// Clicks returns how many clicks were replayed.
func (r *Replay) Clicks() int { return r.clicks }

// Drags returns how many drags were replayed.
func (r *Replay) Drags() int { return r.drags }

// eventWords says what counts of an event: not its time.
func eventWords(e player.Event) string {
	words := string(e.Kind)
	if len(e.Regions) > 0 {
		words += fmt.Sprintf(" %v %v", e.Regions, e.Marks)
	}
	if len(e.Solution) > 0 {
		words += fmt.Sprintf(" %v", solver.Placement(e.Solution))
	}
	if e.Kind == player.Stopped {
		words += fmt.Sprintf(" with status %d", exit.Of(e.Failure))
	}
	return words
}

// differ notes the first place where the player went another way.
func (r *Replay) differ(format string, args ...any) {
	if r.went == "" {
		r.went = fmt.Sprintf(format, args...)
	}
}

// maxIdle is how often in a row a player may sleep without anything recorded to
// wake up to: for longer than it waits for a board if nobody says otherwise. One that
// waits for a board until it is stopped would wait forever.
const maxIdle = 1000

// errOver ends a player that asks for more than was recorded.
var errOver = fault.Plain("the recording ends here", "-")

// next takes the next line of a kind, and the time with it.
func (r *Replay) next(kind string) *line {
	q := r.queues[kind]
	if len(q) == 0 {
		return nil
	}
	r.queues[kind] = q[1:]
	r.idle = 0
	if kind == "frame" {
		r.shown = q[0].number
	}
	r.reach(q[0].at())
	if t := r.queues["takeover"]; len(t) > 0 && t[0].number == q[0].number+1 {
		r.reach(t[0].at()) // nothing else came of it before the person took over
	}
	return q[0]
}

// acts are the kinds of what the hand does.
var acts = []string{"settle", "aim", "click", "drag", "type", "park"}

// actsBefore tells whether the hand still has to do something before a line.
func (r *Replay) actsBefore(l *line) bool {
	return slices.ContainsFunc(acts, func(kind string) bool {
		q := r.queues[kind]
		return len(q) > 0 && q[0].number < l.number
	})
}

// answer takes the next line of a kind that a player asks for, nil where that belongs to
// something later than what the hand has to do next: a player that asks more often than the
// recorded one would be taken to that time.
func (r *Replay) answer(kind string) *line {
	if q := r.queues[kind]; len(q) > 0 && r.actsBefore(q[0]) {
		return nil
	}
	return r.next(kind)
}

// reach moves the clock on, and lets the person do what was done until then, but for what came
// while the hand did something that is still to be replayed.
func (r *Replay) reach(t time.Duration) {
	r.now = max(r.now, t)
	for q := r.queues["takeover"]; len(q) > 0 && q[0].at() <= r.now && !r.actsBefore(q[0]); q = r.queues["takeover"] {
		r.queues["takeover"] = q[1:]
		if r.cancel != nil {
			r.cancel(q[0].err())
		}
	}
}

// rereader reads the pictures anew, in the time that it took then: a player may
// decide by when it knew what a picture shows.
type rereader struct {
	player.Reader
	r *Replay
}

func (r rereader) Read(img image.Image) (*vision.Reading, error) {
	defer r.r.read()
	return r.Reader.Read(img)
}

func (r rereader) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	defer r.r.read()
	return r.Reader.ReadAt(img, last)
}

func (r rereader) ReadAll(img image.Image) []*vision.Reading {
	all := r.Reader.ReadAll(img)
	for range all {
		r.r.read()
	}
	return all
}

// read moves the clock on to when the picture that was shown last had been read, where
// the recording tells of that.
func (r *Replay) read() {
	q := r.queues["reading"]
	for len(q) > 0 && q[0].number < r.shown {
		q = q[1:] // the player of the recording read more often
	}
	r.queues["reading"] = q
	if next := r.queues["frame"]; len(q) > 0 && (len(next) == 0 || q[0].number < next[0].number) {
		r.next("reading")
	}
}

// Now and Sleep are the clock, which stands still but for the recording.

// Now returns the recording's time.
func (r *Replay) Now() time.Time { return r.began.Add(r.now) }

// Sleep lets the recording's time pass. A player that sleeps on after all that was
// recorded is stopped: by the person, where that is how the recording ends, as
// nothing else in it tells of a person who stops the program in its sleep. A sleep
// that would last beyond the next picture ends there: how long a player sleeps may
// follow from how long a look took, of which a recording knows only a part.
func (r *Replay) Sleep(ctx context.Context, d time.Duration) error {
	until := r.now + max(d, 0)
	if q := r.queues["frame"]; len(q) > 0 && q[0].at() > r.now {
		until = min(until, q[0].at())
	}
	r.reach(until)
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if r.stopped != nil && r.now >= r.stopped.at() {
		return fault.New(fault.Stopped, r.stopped.Event.What, r.stopped.Event.Advice)
	}
	if r.idle++; r.idle > maxIdle {
		return errOver
	}
	return nil
}

// slack is by how many pixels a place may be another one than in the recording:
// a reader that sees the same lines a little more exactly decides nothing else.
const slack = 2

// alike tells whether two areas are the same but for the slack.
func alike(a, b image.Rectangle) bool {
	near := func(p, q int) bool { return max(p-q, q-p) <= slack }
	return near(a.Min.X, b.Min.X) && near(a.Min.Y, b.Min.Y) && near(a.Max.X, b.Max.X) && near(a.Max.Y, b.Max.Y)
}

// Capture returns the next picture of the recording, if it is one of the area. A
// player that looks more often, or at less, than the recorded one is shown what
// was to be seen there at the time.
func (r *Replay) Capture(a image.Rectangle) (*image.RGBA, error) {
	if q := r.queues["frame"]; len(q) == 0 || !alike(rectangle(q[0].Area), a) {
		if img := r.seen(a); img != nil {
			return img, nil
		}
	}
	for {
		l := r.next("frame")
		if l == nil {
			r.differ("the player looks again, at %v, after the last picture", a)
			return nil, errOver
		}
		area := rectangle(l.Area)
		if !alike(area, a) {
			r.differ("line %d: the player looks at %v, in the recording at %v", l.number, a, area)
			continue
		}
		if err := l.err(); err != nil {
			return nil, err
		}
		img, err := r.load(l)
		if err != nil {
			r.differ("line %d: %v", l.number, err)
			return nil, err
		}
		r.show(img)
		return img, nil
	}
}

// load returns the picture of a line.
func (r *Replay) load(l *line) (*image.RGBA, error) {
	if l.File == "" || l.File != filepath.Base(l.File) {
		return nil, errOver // there were too many pictures to keep
	}
	return r.picture(l.File, rectangle(l.Area))
}

// show puts a picture over what was seen of the desktop so far.
func (r *Replay) show(img *image.RGBA) {
	if !img.Rect.In(r.desktop.Rect) {
		larger := image.NewRGBA(r.desktop.Rect.Union(img.Rect))
		draw.Draw(larger, r.desktop.Rect, &r.desktop, r.desktop.Rect.Min, draw.Src)
		r.desktop = *larger
	}
	draw.Draw(&r.desktop, img.Rect, img, img.Rect.Min, draw.Src)
}

// seen returns what an area showed when it was last seen until now, nil where
// not all of it was ever seen.
func (r *Replay) seen(a image.Rectangle) *image.RGBA {
	for q := r.queues["frame"]; len(q) > 0 && q[0].at() <= r.now; q = r.queues["frame"] {
		l := r.next("frame")
		if img, err := r.load(l); l.Error == "" && err == nil {
			r.show(img)
		}
	}
	if !a.In(r.desktop.Rect) {
		return nil
	}
	img := image.NewRGBA(a)
	draw.Draw(img, a, &r.desktop, a.Min, draw.Src)
	for i := 3; i < len(img.Pix); i += 4 {
		if img.Pix[i] == 0 {
			return nil // the desktop between two pictures
		}
	}
	return img
}

func (r *Replay) picture(name string, a image.Rectangle) (*image.RGBA, error) {
	decoded, err := decode(r.ctx, filepath.Join(r.dir, name), a.Size())
	if r.ctx.Err() != nil {
		return nil, context.Cause(r.ctx)
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("the picture %s cannot be read: %v", name, err),
			"give a folder with all that 'autoqueens play --record' wrote")
	}
	img := image.NewRGBA(a)
	draw.Draw(img, a, decoded, decoded.Bounds().Min, draw.Src)
	return img, nil
}

// Wait returns what it returned then.
func (r *Replay) Wait(ctx context.Context, atMost time.Duration) (bool, error) {
	l := r.next("wait")
	if l == nil {
		return false, errors.ErrUnsupported
	}
	if l.Error == errors.ErrUnsupported.Error() {
		return false, errors.ErrUnsupported
	}
	return l.Changed, l.err()
}

// Settle returns what it returned then.
func (r *Replay) Settle(ctx context.Context, quiet time.Duration) error {
	if l := r.next("settle"); l != nil {
		return l.err()
	}
	return r.Sleep(ctx, quiet)
}

// Ready has nothing to prepare.
func (r *Replay) Ready() {}

// Position returns where the pointer was then.
func (r *Replay) Position() (image.Point, error) {
	if l := r.answer("position"); l != nil {
		r.at = image.Pt(l.At[0], l.At[1])
		if l.Error == errors.ErrUnsupported.Error() {
			return image.Point{}, errors.ErrUnsupported
		}
		return r.at, l.err()
	}
	return r.at, nil
}

// Listens returns for how long the hand would have listened then.
func (r *Replay) Listens() time.Duration {
	if l := r.answer("listens"); l != nil {
		return milliseconds(l.Left)
	}
	return 0
}

// Window returns what was known of the window then, nothing where that was not asked.
func (r *Replay) Window() (area image.Rectangle, same, known bool) {
	if l := r.answer("window"); l != nil {
		return rectangle(l.Area), l.Same, l.Known
	}
	return area, false, false
}

// Fence does nothing: nothing is clicked.
func (r *Replay) Fence(image.Rectangle) {}

// Click compares a click with the recorded one.
func (r *Replay) Click(ctx context.Context, p image.Point) error {
	l := r.next("click")
	if l == nil {
		r.differ("the player clicks at %v after the last click of the recording", p)
		return errOver
	}
	if then := image.Pt(l.At[0], l.At[1]); !alike(image.Rectangle{Max: then}, image.Rectangle{Max: p}) {
		r.differ("line %d: click %d is at %v, in the recording at %v", l.number, r.clicks+1, p, then)
		return errOver
	}
	r.clicks++
	r.at = p
	return l.err()
}

// Drag shows the pictures that were taken on the way, and returns what it returned then.
func (r *Replay) Drag(ctx context.Context, path []image.Point, by input.Stroke) error {
	q := r.queues["drag"]
	if len(q) == 0 {
		r.differ("the player drags after the last drag of the recording")
		return errOver
	}
	onTheWay := func() bool {
		frames := r.queues["frame"]
		return len(frames) > 0 && frames[0].number < q[0].number
	}
	gone := false
	for point := 1; by.Shown != nil && point < len(path) && onTheWay() && !gone; point++ {
		for onTheWay() {
			next := r.queues["frame"][0]
			shown := by.Shown(point)
			if gone = by.Stands != nil && !by.Stands(); shown || gone {
				break
			}
			if onTheWay() && r.queues["frame"][0] == next { // it looks elsewhere, and time goes by
				r.reach(next.at())
			}
		}
	}
	l := r.next("drag")
	r.drags++
	if len(path) > 0 {
		r.at = path[len(path)-1]
	}
	return l.err()
}

// Type returns what it returned then.
func (r *Replay) Type(ctx context.Context, _ input.Key) error {
	if l := r.next("type"); l != nil {
		return l.err()
	}
	return context.Cause(ctx)
}

// Aim returns what it returned then.
func (r *Replay) Aim(ctx context.Context, p image.Point) error {
	if l := r.next("aim"); l != nil {
		return l.err()
	}
	return context.Cause(ctx)
}

// Park returns what it returned then.
func (r *Replay) Park(ctx context.Context, p image.Point) error {
	r.at = p
	if l := r.next("park"); l != nil {
		return l.err()
	}
	return nil
}

// Watch returns a context that ends when the person of the recording took over.
func (r *Replay) Watch(ctx context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	r.cancel = cancel
	return ctx, func() { cancel(context.Canceled) }
}

func rectangle(a [4]int) image.Rectangle {
	return image.Rectangle{Min: image.Pt(a[0], a[1]), Max: image.Pt(a[0]+a[2], a[1]+a[3])}
}
