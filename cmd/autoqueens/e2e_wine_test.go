//go:build linux && cgo

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/exit"
	"autoqueens/internal/player"
	"autoqueens/internal/workshop/wine"
)

// The program for Windows plays under Wine, in a window of Windows: the display's own
// pointer is the person's there.

// windowsDesk is a display with a Windows on it, and the programs for it.
type windowsDesk struct {
	*desk.Desk
	windows *wine.Windows
	dir     string // of the programs
}

func newWindows(t *testing.T, wm string) *windowsDesk {
	t.Helper()
	needs(t, append([]string{"Xvfb", wm, "go"}, wine.Programs...)...)
	d, err := desk.Start(t.Context(), desk.Options{Width: 1440, Height: 1100, WM: wm})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	w := &windowsDesk{Desk: d, dir: t.TempDir()}
	var building sync.WaitGroup
	building.Go(func() {
		for name, args := range map[string][]string{
			"autoqueens.exe": {"build", "."},
			"game.exe":       {"build", "../../internal/workshop/nativegame"},
			"input.exe":      {"test", "-c", "../../input"},
		} {
			args = slices.Insert(args, len(args)-1, "-o", filepath.Join(w.dir, name))
			build := exec.CommandContext(t.Context(), "go", args...)
			build.Env = append(os.Environ(), "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0")
			if out, err := build.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		}
	})
	w.windows, err = wine.Install(t.Context(), filepath.Join(t.TempDir(), "wine"), d.Env())
	building.Wait()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.windows.Close() })
	if t.Failed() {
		t.FailNow()
	}
	return w
}

// play starts to play. The function it returns waits for the end.
func (w *windowsDesk) play(t *testing.T, args ...string) (wait func() ran) {
	t.Helper()
	args = append([]string{"play", "--json", "--timeout", "20s"}, args...)
	_, wait = startCommand(t, w.windows.Command(t.Context(), filepath.Join(w.dir, "autoqueens.exe"), args...), args[0])
	return wait
}

// windowsGame is the practice game in a window of Windows; see package nativegame.
type windowsGame struct {
	t      *testing.T
	orders *json.Encoder
	events chan windowsEvent // closed when the game has ended
}

type windowsOrder struct {
	Size  int         `json:"size,omitempty"`
	Seed  uint64      `json:"seed,omitempty"`
	Pitch int         `json:"pitch,omitempty"`
	Dark  bool        `json:"dark,omitempty"`
	At    image.Point `json:"at"`
}

type windowsEvent struct {
	Event string `json:"event"`
	Cell  int    `json:"cell"`
	Right bool   `json:"right"`
}

func (w *windowsDesk) openGame(t *testing.T) *windowsGame {
	t.Helper()
	cmd := w.windows.Command(t.Context(), filepath.Join(w.dir, "game.exe"))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	g := &windowsGame{t: t, orders: json.NewEncoder(in), events: make(chan windowsEvent, 1000)}
	go func() {
		defer close(g.events)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var e windowsEvent
			if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
				t.Errorf("not an event: %s", lines.Text())
			}
			g.events <- e
		}
		_, _ = io.Copy(io.Discard, out)
	}()
	t.Cleanup(func() {
		in.Close()
		_ = cmd.Wait()
	})
	return g
}

// deal puts a board into the window for a test.
func (g *windowsGame) deal(t *testing.T, o windowsOrder) {
	t.Helper()
	g.t = t
	g.take()
	g.tell(o)
	g.await("ready")
}

// tell has the game deal a board or move its window.
func (g *windowsGame) tell(o windowsOrder) {
	if err := g.orders.Encode(o); err != nil {
		g.t.Error(err)
	}
}

// await returns the events up to the first of a kind.
func (g *windowsGame) await(kind string) (events []windowsEvent) {
	g.t.Helper()
	late := time.After(20 * time.Second)
	for {
		select {
		case e, more := <-g.events:
			if !more {
				g.t.Fatalf("the game has ended before %q came", kind)
			}
			events = append(events, e)
			if e.Event == kind {
				return events
			}
		case <-late:
			g.t.Fatalf("the game did not say %q: %v", kind, events)
		}
	}
}

// take returns the events that have come.
func (g *windowsGame) take() (events []windowsEvent) {
	for {
		select {
		case e := <-g.events:
			events = append(events, e)
		default:
			return events
		}
	}
}

// wrong counts the clicks beside the board and in cells without a queen.
func wrong(events []windowsEvent) (n int) {
	for _, e := range events {
		if e.Event == "click" && !e.Right {
			n++
		}
	}
	return n
}

// TestWindows runs the tests of the hand for Windows, plays boards of several sizes, light and
// dark, at two scales of the display, has the window move, and the person take over. AUTOQUEENS_E2E=all plays a hundred boards.
func TestWindows(t *testing.T) {
	t.Parallel()
	w := newWindows(t, desk.NoWM)
	rounds := 1
	if os.Getenv("AUTOQUEENS_E2E") == "all" {
		rounds = 8
	}
	t.Run("hand", func(t *testing.T) {
		tests := w.windows.Command(t.Context(), filepath.Join(w.dir, "input.exe"), "-test.run=^TestWindows", "-test.v")
		out, err := tests.CombinedOutput()
		t.Logf("%s", out)
		if err != nil {
			t.Error(err)
		}
	})
	board := uint64(0)
	for _, scale := range []int{100, 150} {
		if err := w.windows.SetScale(t.Context(), scale); err != nil {
			t.Fatal(err)
		}
		g := w.openGame(t)
		for round := range rounds {
			for size := 5; size <= 11; size++ {
				if rounds == 1 && size%2 == scale/50%2 {
					continue // every second size at each scale
				}
				board++
				o := windowsOrder{Size: size, Seed: board, Pitch: 40 * scale / 100, Dark: (size+round)%2 == 0, At: image.Pt(60+13*size, 30+7*round)}
				t.Run(fmt.Sprintf("scale=%d/size=%d/dark=%v/%d", scale, size, o.Dark, round+1), func(t *testing.T) {
					g.deal(t, o)
					r := w.play(t)()
					r.want(t, exit.OK, "")
					if n := wrong(g.await("won")); n > 0 {
						t.Errorf("%d clicks were misplaced", n)
					}
					if last := r.events[len(r.events)-1]; last.Kind != player.Done {
						t.Errorf("last event %+v", last)
					}
				})
			}
			o := windowsOrder{Size: 9, Seed: 1000 + board, Pitch: 48, At: image.Pt(100, 50)}
			t.Run(fmt.Sprintf("scale=%d/moved/%d", scale, round+1), func(t *testing.T) {
				g.deal(t, o)
				wait := w.play(t, "--pace", "30ms")
				g.await("click")
				g.tell(windowsOrder{At: o.At.Add(image.Pt(250, 120))})
				wait().want(t, exit.OK, "")
				g.await("won")
			})
			keyboard := join(t, w.Desk)
			for _, person := range []struct {
				name, words string
				act         func(t *testing.T)
			}{
				{"mouse", "you moved the mouse", func(t *testing.T) { nudge(t, w.Desk, 400, 300) }},
				{"Esc", "you pressed Esc", func(*testing.T) { keyboard.strike(keyEscape) }},
			} {
				t.Run(fmt.Sprintf("scale=%d/person=%s/%d", scale, person.name, round+1), func(t *testing.T) {
					g.deal(t, o)
					wait := w.play(t, "--pace", "100ms")
					g.await("click")
					g.take() // what was clicked until then
					person.act(t)
					wait().want(t, exit.Stopped, person.words)
					if n := len(g.take()); n > 1 {
						t.Errorf("%d clicks after the person took over, want 1 at most", n)
					}
				})
			}
		}
	}
}
