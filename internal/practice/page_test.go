package practice

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"autoqueens/internal/workshop/browsertest"
	"autoqueens/solver"
)

// bands is a board of five whole rows, and so one on which every mark can be
// told at sight; it has many solutions, of which the first is given.
func bands(size int, _ uint64) (*solver.Board, solver.Placement, error) {
	b := &solver.Board{Size: size}
	for row := range size {
		for range size {
			b.Regions = append(b.Regions, uint8(row))
		}
	}
	p, err := solver.Solve(context.Background(), b)
	return b, p, err
}

const empty5 = "..... ..... ..... ..... ....."

func TestClicks(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands})
	undo, clear := chromedp.Click(chromedp.CSS("#undo")), chromedp.Click(chromedp.CSS("#clear"))
	p.marks(empty5)

	// A cell turns from empty to a cross, to a queen, to empty.
	p.click(6)
	p.marks("..... .x... ..... ..... .....")
	p.click(6)
	p.marks("..... .Q... ..... ..... .....")
	p.click(6)
	p.marks(empty5)

	// Dragging draws crosses, and leaves queens as they are.
	p.click(1, 1)
	p.drag(0, 1, 2, 7)
	p.marks("xQx.. ..x.. ..... ..... .....")
	// A press that comes back to where it began is a line too, and no click.
	p.drag(20, 21, 20)
	p.marks("xQx.. ..x.. ..... ..... xx...")

	// Undo takes back a line as a whole.
	p.run(undo)
	p.marks("xQx.. ..x.. ..... ..... .....")
	p.run(undo)
	p.marks(".Q... ..... ..... ..... .....")
	p.run(undo)
	p.marks(".x... ..... ..... ..... .....")
	p.drag(10, 14) // a fast pointer leaves out the cells between
	p.marks(".x... ..... x...x ..... .....")
	p.run(clear)
	p.marks(empty5)
	p.run(undo)
	p.marks(".x... ..... x...x ..... .....")

	// A release elsewhere does nothing: neither outside nor, alone, on a cell.
	x, y := p.center(12)
	p.run(clear)
	p.run(chromedp.MouseEvent("mousePressed", x, y, browsertest.Held), chromedp.MouseEvent("mouseReleased", 5, 400, chromedp.ButtonLeft))
	p.run(chromedp.MouseEvent("mousePressed", 5, 400, browsertest.Held), chromedp.MouseEvent("mouseReleased", x, y, chromedp.ButtonLeft))
	p.run(chromedp.MouseClickXY(x, y, chromedp.ButtonRight))
	p.click(24)
	p.marks("..... ..... ..... ..... ....x")
}

func TestKeys(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands})
	p.run(chromedp.Focus(chromedp.CSS("#board .cell")))
	p.run(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(" "), chromedp.KeyEvent(" "))
	p.marks("..... .Q... ..... ..... .....")
	p.run(chromedp.KeyEvent(kb.End), chromedp.KeyEvent("x"), chromedp.KeyEvent(kb.Home), chromedp.KeyEvent("q"), chromedp.KeyEvent(kb.ArrowLeft))
	p.marks("..... QQ..x ..... ..... .....")
	p.run(chromedp.KeyEvent(kb.Delete))
	p.marks("..... .Q..x ..... ..... .....")
	p.run(chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	p.marks("..... QQ..x ..... ..... .....")
	if got := eval[string](p, `document.activeElement.getAttribute("aria-label")`); !strings.HasPrefix(got, "Row 2, column 1, ") || !strings.HasSuffix(got, ": queen") {
		t.Errorf("the cell is called %q", got)
	}
}

func TestAutoX(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, AutoX: true})
	p.click(0, 24, 24)
	p.marks("x...x ....x ....x ...xx xxxxQ")
	// A second queen crosses out the rest of what it sees, and takes only that
	// back when it goes. What the player crossed stays.
	p.click(7, 7)
	p.marks("xxxxx xxQxx .xxxx ..xxx xxxxQ")
	p.click(7)
	p.marks("x...x ....x ....x ...xx xxxxQ")
	p.click(24)
	p.marks("x.... ..... ..... ..... .....")
	// The player turns it off.
	p.run(chromedp.Click(chromedp.CSS("#settings")), chromedp.Click(chromedp.CSS("#auto-x")), chromedp.Click(chromedp.CSS("#settings")))
	p.click(7, 7)
	p.marks("x.... ..Q.. ..... ..... .....")
}

func TestClash(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands})
	const color = `[...document.querySelectorAll("#board .queen")].map((c) => getComputedStyle(c.querySelector(".metal")).fill).join(" ")`
	const black, red = "rgb(0, 0, 0)", "rgb(200, 16, 46)"
	p.click(0, 0, 24, 24, 12, 12)
	if got := eval[string](p, color); got != strings.Join([]string{black, black, black}, " ") {
		t.Errorf("queens that do not clash are %s", got)
	}
	p.click(6, 6) // touches two of the three
	if got, want := eval[string](p, color), strings.Join([]string{red, red, red, black}, " "); got != want {
		t.Errorf("clashing queens are %s, want %s", got, want)
	}
	p.click(6)
	if got := eval[string](p, color); strings.Contains(got, red) {
		t.Errorf("queens that clash no more are %s", got)
	}
}

func TestWinAndGoOn(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 7, Seed: 5, Boards: 2})
	for number := range 2 {
		s := p.server.State()
		if want := uint64(5 + number); s.Seed != want || s.Size != 7 {
			t.Fatalf("size %d, seed %d, want 7 and %d", s.Size, s.Seed, want)
		}
		eval[bool](p, `(() => {
			window.carded = 0;
			new MutationObserver(() => { window.carded ||= performance.now(); }).observe(document.getElementById("card"), { attributeFilter: ["hidden"] });
			return true;
		})()`)
		before := time.Now()
		r := p.win()
		if r.Seed != s.Seed || r.Clicks != 14 || r.Clock <= 0 || r.Clock > time.Since(before)+10*time.Second {
			t.Errorf("result %+v", r)
		}
		if n := p.count("#board.gold .queen"); n != 7 {
			t.Errorf("%d crowns turn gold, want 7", n)
		}
		if err := p.server.WaitPhase(p.ctx, Golden); err != nil {
			t.Fatal(err)
		}
		if err := p.server.WaitPhase(p.ctx, Finished); err != nil {
			t.Fatal(err)
		}
		if gold, card := p.wait(s.Session, Gilded).Time, eval[float64](p, "window.carded"); card <= gold {
			t.Errorf("the card comes at %v, and the last crown is gold at %v", card, gold)
		}
		if !eval[bool](p, `(() => { const c = document.getElementById("card").getBoundingClientRect(), b = document.getElementById("board").getBoundingClientRect();
			return c.width > 0 && c.left > b.left && c.right < b.right && c.top > b.top && c.bottom < b.bottom })()`) {
			t.Error("the card does not lie over the board")
		}
		if fill := eval[string](p, `getComputedStyle(document.querySelector("#board .queen .metal")).fill`); !strings.Contains(fill, "#gold") {
			t.Errorf("the crowns are %s", fill)
		}
		// A solved board takes no more clicks.
		p.run(chromedp.Click(chromedp.CSS("#look")))
		p.click(0)
		if got := p.server.State().Board; !slices.Equal(got.Marks, r.Board.Marks) {
			t.Error("a mark changed after the end")
		}
		p.run(chromedp.Click(chromedp.CSS("#results")))
		if number == 0 {
			p.run(chromedp.Click(chromedp.CSS("#next")))
			if err := p.server.WaitNext(p.ctx, s.Session); err != nil {
				t.Fatal(err)
			}
		} else if p.count("#next[hidden]") != 1 {
			t.Error("the last board offers another one")
		}
	}
	s := p.server.State()
	p.run(chromedp.Click(chromedp.CSS("#again")))
	if err := p.server.WaitNext(p.ctx, s.Session); err != nil {
		t.Fatal(err)
	}
	if again := p.server.State(); again.Seed != s.Seed || slices.Contains(again.Board.Marks, solver.Queen) {
		t.Errorf("the board again is %+v", again)
	}
}

// Every press, release and click is in the log, once, in order, with its cell
// and place, and so is every change of a mark.
func TestEventsAreExact(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 8, Seed: 2})
	skip := len(p.server.Log())
	var want []Event
	for i := range 25 {
		cell := i * 7 % 64
		x, y := p.center(cell)
		p.click(cell)
		want = append(want,
			Event{Kind: Down, Cell: cell, X: x, Y: y, Buttons: 1, Trusted: true},
			Event{Kind: Up, Cell: cell, X: x, Y: y, Trusted: true},
			Event{Kind: Marked, Cell: cell, To: solver.Cross, Cause: "click"},
			Event{Kind: Click, Cell: cell, X: x, Y: y, Trusted: true})
	}
	p.run(chromedp.MouseClickXY(7, 600))
	for i, kind := range []Kind{Down, Up, Click} {
		want = append(want, Event{Kind: kind, Cell: -1, Target: "main", X: 7, Y: 600, Buttons: []int{1, 0, 0}[i], Trusted: true})
	}
	if err := p.server.wait(p.ctx, func() bool { return len(p.server.log.events)-skip >= len(want) }); err != nil {
		t.Fatal(err)
	}
	log := p.server.Log()
	for i, e := range log {
		if e.Seq != i || e.Session != 1 {
			t.Fatalf("event %d has number %d", i, e.Seq)
		}
		if i > 0 && e.Clock < log[i-1].Clock {
			t.Errorf("the clock goes back from %v to %v", log[i-1].Clock, e.Clock)
		}
	}
	// Browsers tell the place of a click in whole pixels, of a press in parts.
	if diff := cmp.Diff(want, log[skip:], cmpopts.EquateApprox(0, 1),
		cmpopts.IgnoreFields(Event{}, "Session", "Seq", "Time", "Clock", "ScreenX", "ScreenY")); diff != "" {
		t.Errorf("events that were sent (-) and logged (+):\n%s", diff)
	}
}

func TestHint(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 6, Seed: 1})
	s := p.server.State()
	right := s.Solution[0]
	wrong := (right + 3) % 6
	asked := 0
	ask := func(cell int, cause string) {
		t.Helper()
		asked++
		p.run(chromedp.Click(chromedp.CSS("#hint")))
		var got Event
		err := p.server.wait(p.ctx, func() bool {
			events := p.server.log.events
			got = events[len(events)-1]
			return got.Kind == Hinted && p.server.game.hints == asked
		})
		if err != nil {
			t.Fatal(err)
		}
		if got.Cell != cell && cell >= 0 || got.Cause != cause {
			t.Errorf("the hint is %s on cell %d, want %s on %d", got.Cause, got.Cell, cause, cell)
		}
		if got := eval[int](p, `Number(document.querySelector("#board .hinted").dataset.cell)`); got != cell && cell >= 0 {
			t.Errorf("cell %d is lit up, want %d", got, cell)
		}
	}
	ask(-1, "queen")
	p.click(right)
	ask(right, "wrong-cross")
	p.click(right, wrong, wrong)
	ask(wrong, "wrong-queen")
	p.click(wrong)
	p.run(chromedp.WaitNotPresent(chromedp.CSS("#board .clash")))
	if r := p.win(); r.Hints != 3 {
		t.Errorf("%d hints were counted, want 3", r.Hints)
	}
}

func TestReload(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands})
	p.click(0, 7, 7)
	p.marks("x.... ..Q.. ..... ..... .....")
	clock := p.server.State().Clock
	p.run(chromedp.Reload())
	if err := p.server.WaitNext(p.ctx, 1); err != nil {
		t.Fatal(err)
	}
	p.marks("x.... ..Q.. ..... ..... .....")
	if p.count("#board .cross") != 1 || p.count("#board .queen") != 1 {
		t.Error("the page does not show the marks it had")
	}
	if s := p.server.State(); s.Clock < clock || s.Session != 2 {
		t.Errorf("session %d, clock %v after %v", s.Session, s.Clock, clock)
	}
	if log := p.server.Log(); !slices.ContainsFunc(log, func(e Event) bool { return e.Kind == Left && e.Session == 1 }) {
		t.Error("the old page did not say that it was left")
	}
	// A mark made in the last moment is not lost.
	for range 3 {
		p.click(20)
		s := p.server.State().Session
		p.run(chromedp.Reload())
		if err := p.server.WaitNext(p.ctx, s); err != nil {
			t.Fatal(err)
		}
	}
	p.marks("x.... ..Q.. ..... ..... .....")

	s := p.server.State().Session
	p.run(chromedp.Navigate(p.server.URL() + "?fresh=1"))
	if err := p.server.WaitNext(p.ctx, s); err != nil {
		t.Fatal(err)
	}
	p.marks(empty5)
}

func TestSplashAndSecondPage(t *testing.T) {
	t.Parallel()
	p := &table{T: t, ctx: browsertest.New(t), server: start(t, Options{Size: 6, Seed: 1})}
	p.run(chromedp.Navigate(p.server.URL()))
	if err := p.server.WaitPhase(p.ctx, Splash); err != nil {
		t.Fatal(err)
	}
	p.run(chromedp.WaitVisible(chromedp.CSS("#start")))
	if eval[bool](p, `document.getElementById("board").checkVisibility()`) {
		t.Error("the board shows behind the splash")
	}
	p.run(chromedp.Click(chromedp.CSS("#start")))
	p.ready()
	p.click(3)
	p.marks("...x.. ...... ...... ...... ...... ......")

	// Another page takes the board over; the first one says so.
	other, cancel := chromedp.NewContext(p.ctx)
	defer cancel()
	if err := chromedp.Do(other, chromedp.Navigate(p.server.URL()), chromedp.WaitVisible(chromedp.CSS("#start"))); err != nil {
		t.Fatal(err)
	}
	if got, err := chromedp.Run(other, chromedp.Text(chromedp.CSS("#start"))); err != nil || got != "Resume" {
		t.Errorf("the button says %q (%v), want Resume", got, err)
	}
	p.click(4)
	p.run(chromedp.WaitVisible(chromedp.CSS("#elsewhere")))
	if err := chromedp.Do(other, chromedp.Click(chromedp.CSS("#start"))); err != nil {
		t.Fatal(err)
	}
	p.ready()
	p.marks("...x.. ...... ...... ...... ...... ......")
}

func TestSettings(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 6})
	background := `getComputedStyle(document.body).backgroundColor`
	const light, dark = "rgb(243, 242, 238)", "rgb(28, 31, 35)"
	check := func(want string) {
		t.Helper()
		if got := eval[string](p, background); got != want {
			t.Errorf("the page is %s, want %s", got, want)
		}
	}
	check(light)
	p.run(chromedp.Click(chromedp.CSS("#settings")), chromedp.SetValue(chromedp.CSS("#theme"), "dark"))
	eval[bool](p, `document.getElementById("theme").dispatchEvent(new Event("change"))`)
	check(dark)
	p.run(chromedp.Reload())
	check(dark)
	if err := p.server.WaitNext(p.ctx, 1); err != nil {
		t.Fatal(err)
	}
	p.resize(9)
	if n := p.count("#board .cell"); n != 81 {
		t.Errorf("%d cells, want 81", n)
	}
}

func TestThemes(t *testing.T) {
	t.Parallel()
	p := &table{T: t, ctx: browsertest.New(t)}
	yes, no := true, false
	for _, test := range []struct {
		dark  *bool
		query string
		want  string
	}{
		{nil, "", "rgb(243, 242, 238)"},
		{&no, "", "rgb(243, 242, 238)"},
		{&yes, "", "rgb(28, 31, 35)"},
		{nil, "?theme=dark", "rgb(28, 31, 35)"},
		{&yes, "?theme=light", "rgb(243, 242, 238)"},
	} {
		p.server = start(t, Options{Dark: test.dark, AutoStart: true})
		p.run(chromedp.Navigate(p.server.URL() + test.query))
		p.ready()
		if got := eval[string](p, `getComputedStyle(document.body).backgroundColor`); got != test.want {
			t.Errorf("%+v: the page is %s", test, got)
		}
	}
}
