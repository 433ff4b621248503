package record_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/draw"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/drawing"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/internal/record"
	"autoqueens/internal/spot"
	"autoqueens/solver"
	"autoqueens/vision"
)

// game is a desktop that shows a board and nothing else, with its mouse and its
// clock.
type game struct {
	*clock
	board   *solver.Board
	pointer image.Point
	clicks  int
	start   image.Point // the button that opens the board, zero where none has to

	until  time.Duration           // when the person ends the program, 0 for never
	end    context.CancelCauseFunc // the program
	grabs  int                     // at which click the person takes the mouse, 0 for none
	late   bool                    // and too late to keep that one from being made
	seized context.CancelCauseFunc // the watch that is running
}

var (
	errCtrlC = fault.New(fault.Stopped, "stopped by Ctrl-C", "run the command again")
	errGrab  = fault.New(fault.Stopped, "the mouse was moved", "let go of it")
)

func (g *game) Sleep(ctx context.Context, d time.Duration) error {
	g.pass(d)
	if g.until > 0 && g.Now().Sub(start) >= g.until {
		g.end(errCtrlC)
	}
	return context.Cause(ctx)
}

func (g *game) Capture(r image.Rectangle) (*image.RGBA, error) {
	g.pass(time.Millisecond)
	if g.start != (image.Point{}) {
		return startPage(r, g.start), nil
	}
	img := image.NewRGBA(r)
	draw.Draw(img, r, drawing.Board(g.board), r.Min, draw.Src)
	return img, nil
}

// startPage draws a part of a page with a button at a place.
func startPage(r image.Rectangle, at image.Point) *image.RGBA {
	img := image.NewRGBA(r)
	draw.Draw(img, r, image.White, image.Point{}, draw.Src)
	draw.Draw(img, image.Rectangle{Min: at, Max: at}.Inset(-12), image.Black, image.Point{}, draw.Src)
	return img
}

func (g *game) Settle(ctx context.Context, quiet time.Duration) error { return g.Sleep(ctx, quiet) }
func (g *game) Ready()                                                {}
func (g *game) Window() (area image.Rectangle, same, known bool)      { return area, true, true }
func (g *game) Position() (image.Point, error)                        { return g.pointer, nil }
func (g *game) Fence(image.Rectangle)                                 {}
func (g *game) Listens() time.Duration                                { return 0 }
func (g *game) Aim(ctx context.Context, p image.Point) error          { return context.Cause(ctx) }

func (g *game) Park(ctx context.Context, p image.Point) error {
	g.pointer = p
	return context.Cause(ctx)
}

func (g *game) Watch(ctx context.Context) (context.Context, func()) {
	ctx, g.seized = context.WithCancelCause(ctx)
	return ctx, func() { g.seized(context.Canceled) }
}

func (g *game) Click(ctx context.Context, p image.Point) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if g.clicks++; g.clicks == g.grabs {
		g.seized(errGrab)
		time.Sleep(5 * time.Millisecond) // who watches for the person hears of it before the click ends
		if !g.late {
			return errGrab
		}
	}
	g.pointer = p
	if p == g.start {
		g.start = image.Point{}
		return g.Sleep(ctx, time.Millisecond)
	}
	at := p.Sub(image.Pt(drawing.Margin, drawing.Margin)).Div(drawing.Pitch)
	mark := &g.board.Marks[at.Y*g.board.Size+at.X]
	*mark = map[solver.Mark]solver.Mark{solver.Empty: solver.Cross, solver.Cross: solver.Queen, solver.Queen: solver.Empty}[*mark]
	if g.clicks == g.grabs {
		return nil // it was made
	}
	return g.Sleep(ctx, time.Millisecond)
}

// eyes is package vision as a player's reader.
type eyes struct{}

func (eyes) Read(img image.Image) (*vision.Reading, error) { return vision.Read(img) }
func (eyes) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	return vision.ReadAt(img, last.Lattice)
}
func (eyes) ReadAll(img image.Image) []*vision.Reading { return vision.ReadAll(img) }

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// played records a game in a folder and returns the lines of the recording.
func played(tb testing.TB, dir string, options player.Options, g game) []byte {
	tb.Helper()
	b, _, err := solver.Generate(5, 3)
	if err != nil {
		tb.Fatal(err)
	}
	b.Marks = make([]solver.Mark, 25)
	tape, err := record.Create(dir)
	if err != nil {
		tb.Fatal(err)
	}
	if g.clock == nil {
		g.clock = &clock{now: start}
	}
	g.board = b
	var ctx context.Context
	ctx, g.end = context.WithCancelCause(tb.Context())
	defer g.end(nil)
	screen := drawing.Board(b).Bounds()
	p := &player.Player{
		Eye: &g, Reader: eyes{}, Hand: &g, Clock: &g, Options: options,
		Views: []player.View{{Name: "display 0", Area: screen, Screen: screen, Mapping: calibrate.Between(screen, screen)}},
	}
	tape.Wrap(p)
	if _, err := p.Run(ctx); err != nil && fault.KindOf(err) != fault.Stopped {
		tb.Fatal(err)
	}
	if err := tape.Close(); err != nil {
		tb.Fatal(err)
	}
	lines, err := os.ReadFile(filepath.Join(dir, "events.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	return lines
}

// recordings are games that end in the ways that there are.
var recordings = []struct {
	name    string
	options player.Options
	game    game
	clicks  int
	kind    fault.Kind
}{
	{"won", player.Options{Timeout: time.Minute}, game{}, 10, ""},
	{"a dry run", player.Options{DryRun: true}, game{}, 0, ""},
	{"taken over", player.Options{Timeout: time.Minute}, game{grabs: 4}, 4, fault.Stopped},
	{"taken over after a click", player.Options{Timeout: time.Minute}, game{grabs: 4, late: true}, 4, fault.Stopped},
	{"watched until Ctrl-C", player.Options{Timeout: time.Hour, Endless: true}, game{until: 5 * time.Second}, 10, fault.Stopped},
}

// TestReplay replays what was recorded.
func TestReplay(t *testing.T) {
	for _, tt := range recordings {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			played(t, dir, tt.options, tt.game)
			r, err := record.Open(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			_, ended := r.Player(eyes{}, nil).Run(t.Context())
			if differs := r.Differs(); differs != "" || r.Clicks() != tt.clicks || fault.KindOf(ended) != tt.kind {
				t.Errorf("it differs: %q, after %d clicks it ends with %v", differs, r.Clicks(), ended)
			}
		})
	}
}

// TestReplayOfStart replays boards that a button opened, which is clicked once it was
// in sight for long enough: time passes between what was recorded and the decision.
func TestReplayOfStart(t *testing.T) {
	at := image.Pt(120, 120)
	button, err := spot.Of(startPage(image.Rect(0, 0, 240, 240), at), at)
	if err != nil {
		t.Fatal(err)
	}
	options := player.Options{Timeout: time.Minute, Starts: []spot.Spot{button}}
	for seed := range uint64(20) {
		dir := t.TempDir()
		played(t, dir, options, game{start: at, clock: &clock{now: start, busy: rand.New(rand.NewPCG(seed, 0))}})
		r, err := record.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		_, ended := r.Player(eyes{}, nil).Run(t.Context())
		if differs := r.Differs(); differs != "" || r.Clicks() != 11 || ended != nil {
			t.Fatalf("with seed %d it differs: %q, after %d clicks it ends with %v", seed, differs, r.Clicks(), ended)
		}
	}
}

// TestOpenRefuses says in words what is wrong with recordings that no run wrote.
func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	won := string(played(t, dir, player.Options{Timeout: time.Minute}, game{}))
	begin, rest, _ := strings.Cut(won, "\n")
	for _, tt := range []struct{ lines, words string }{
		{"", "how the player was set up"},
		{rest, "how the player was set up"},
		{strings.Replace(won, `"views":[`, `"views":[],"were":[`, 1), "how the player was set up"},
		{strings.Replace(won, `"hand":true`, `"hand":false`, 1), "how the player was set up"},
		{strings.Replace(won, `"mapping":`, `"map":`, 1), "how pixels map to the pointer"},
		{strings.Replace(won, `"Clicks":0`, `"Clicks":1000000000`, 1), "1000000000 clicks"},
		{strings.Replace(won, `"Timeout":60000000000`, `"Timeout":-1`, 1), "nobody waits for -1ns"},
		{strings.Replace(won, `"Pause":0`, `"Pause":0,"Start":{"At":{"X":1,"Y":1},"Look":"#000000"}`, 1), "1 colours"},
		{strings.Replace(won, `"Pause":0`, `"Pause":0,"Starts":[{"At":{"X":1,"Y":1},"Look":"#000000"}]`, 1), "1 colours"},
		{strings.Replace(won, `"Pause":0`, `"Pause":0,"Starts":[`+strings.Repeat(`{"At":{"X":1,"Y":1}},`, 9)+`{"At":{"X":1,"Y":1}}]`, 1), "10 start buttons"},
		{strings.Replace(won, `"Pause":0`, `"Pause":0,"Pad":[{"At":{"X":1,"Y":1},"Look":"#000000"}]`, 1), "1 colours"},
		{strings.Replace(won, `"Pause":0`, `"Pause":0,"Pad":[`+strings.Repeat(`{"At":{"X":1,"Y":1}},`, 9)+`{"At":{"X":1,"Y":1}}]`, 1), "10 buttons of a pad"},
		{strings.Replace(won, `"screen":[0,0,`, `"screen":[0,0,-`, 1), "is not an area of any desktop"},
		{begin + "\n{\"kind\":\"click\",\"at\":[1048577,0]}", "line 2: [1048577 0] is not on any desktop"},
		{begin + "\n{\"kind\":\"wait\",\"ms\":-1}", "line 2: -1 is no time"},
		{begin + "\n{\"kind\":\"frame\",\"area\":[0,0,1048576,1048576]}", "line 2: [0 0 1048576 1048576] is too far"},
		{begin + "\n{\"kind\":\"frame\",\"area\":[0,0,9,9]}\n{\"kind\":\"frame\",\"area\":[1048000,1048000,9,9]}", "line 3: [1048000 1048000 9 9] is too far"},
		{begin + "\n{", "line 2: unexpected end"},
		{begin + "\n{\"kind\":\"event\",\"event\":{\"marks\":[" + strings.Repeat(`"",`, 32) + `""]}}`, "line 2: no board has so many rows"},
		{begin + strings.Repeat("\n{}", 1<<20), "longer than 1048576 lines"},
	} {
		if err := os.WriteFile(filepath.Join(dir, "events.jsonl"), []byte(tt.lines), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := record.Open(t.Context(), dir)
		if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.Failed || f.Advice == "" || !strings.Contains(f.What, tt.words) {
			t.Errorf("%v, want it to say %q", err, tt.words)
		}
	}
}

// TestOpenKeepsWhatItNeeds wants what a line has no use for not to be kept: a small
// file can hold a lot of it.
func TestOpenKeepsWhatItNeeds(t *testing.T) {
	dir := t.TempDir()
	won := string(played(t, dir, player.Options{Timeout: time.Minute}, game{}))
	begin, _, _ := strings.Cut(won, "\n")
	fat := "\n" + `{"kind":"click","ms":1,"setup":{"views":[{}` + strings.Repeat(",{}", 100_000) + `]},"event":{"regions":[""` + strings.Repeat(`,""`, 100_000) + `]}}`
	if err := os.WriteFile(filepath.Join(dir, "events.jsonl"), []byte(begin+strings.Repeat(fat, 10)), 0o600); err != nil {
		t.Fatal(err)
	}
	held := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := held()
	r, err := record.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if more := held() - before; more > 8<<20 {
		t.Errorf("the recording holds %d MiB", more>>20)
	}
	runtime.KeepAlive(r)
}

// TestOpenOldStart reads the one start button of older recordings as the first of
// several.
func TestOpenOldStart(t *testing.T) {
	dir := t.TempDir()
	won := string(played(t, dir, player.Options{Timeout: time.Minute}, game{}))
	look := strings.TrimSpace(strings.Repeat("#000000 ", 31) + "#ffffff")
	old := strings.Replace(won, `"Pause":0`, `"Pause":0,"Start":{"At":{"X":100,"Y":90},"Look":"`+look+`"}`, 1)
	if err := os.WriteFile(filepath.Join(dir, "events.jsonl"), []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := record.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Player(eyes{}, nil)
	if s := p.Options.Starts; len(s) != 1 || s[0].At != image.Pt(100, 90) || p.Options.Timeout != time.Minute {
		t.Errorf("the options are %+v", p.Options)
	}
	if _, err := p.Run(t.Context()); err != nil || r.Differs() != "" {
		t.Errorf("%v; it differs: %q", err, r.Differs())
	}
}

// TestReplayOfDamage says which picture of a recording cannot be shown.
func TestReplayOfDamage(t *testing.T) {
	var small bytes.Buffer
	if err := png.Encode(&small, image.NewGray(image.Rect(0, 0, 240, 239))); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ picture, words string }{
		{small.String()[:30], "line 3: the picture frame-000001.png cannot be read: the png picture frame-000001.png is damaged: unexpected EOF"},
		{small.String(), "line 3: the picture frame-000001.png cannot be read: it is 240 x 239 pixels, and 240 x 240 were recorded"},
	} {
		dir := t.TempDir()
		played(t, dir, player.Options{Timeout: time.Minute}, game{})
		first := filepath.Join(dir, "frame-000001.png")
		if err := os.WriteFile(first, []byte(tt.picture), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := record.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		_, err = r.Player(eyes{}, nil).Run(t.Context())
		if fault.KindOf(err) != fault.Failed || !strings.HasPrefix(r.Differs(), tt.words) || r.Clicks() != 0 {
			t.Errorf("%v after %d clicks, and %q, want it to say %q", err, r.Clicks(), r.Differs(), tt.words)
		}
	}
}

func (g *game) Drag(context.Context, []image.Point, input.Stroke) error { return nil }
func (g *game) Type(context.Context, input.Key) error                   { return nil }

// TestReplayWithoutPictures tells before anything is replayed that the pictures are missing; one that lacks
// some replays as far as it goes.
func TestReplayWithoutPictures(t *testing.T) {
	dir := t.TempDir()
	played(t, dir, player.Options{Timeout: time.Minute}, game{})
	pictures, err := filepath.Glob(filepath.Join(dir, "frame-*.png"))
	if err != nil || len(pictures) < 2 {
		t.Fatal(pictures, err)
	}
	for i, path := range pictures {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		_, err := record.Open(t.Context(), dir)
		switch last := i == len(pictures)-1; {
		case last && (fault.KindOf(err) != fault.Failed || !strings.Contains(err.Error(), " are missing, all ")):
			t.Errorf("got %v", err)
		case !last && err != nil:
			t.Error(err)
		}
	}
}
