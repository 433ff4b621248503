package practice

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"autoqueens/internal/workshop/browsertest"
	"autoqueens/solver"
)

const ever = time.Hour // longer than any test

// lastCell returns the cell of the last queen that win places.
func (p *table) lastCell() int {
	s := p.server.State()
	return s.Size*s.Size - s.Size + s.Solution[s.Size-1]
}

// wait waits for an event of a kind, of the given session.
func (p *table) wait(session int, kind Kind) Event {
	p.Helper()
	var got Event
	ctx, cancel := context.WithTimeout(p.ctx, 10*time.Second)
	defer cancel()
	err := p.server.wait(ctx, func() bool {
		i := slices.IndexFunc(p.server.log.events, func(e Event) bool { return e.Session == session && e.Kind == kind })
		if i >= 0 {
			got = p.server.log.events[i]
		}
		return i >= 0
	})
	if err != nil {
		p.Fatalf("no %q of session %d: %v", kind, session, err)
	}
	return got
}

// box returns where an element is in the viewport, or nothing if it is not
// shown.
func (p *table) box(selector string) Rect {
	p.Helper()
	return eval[Rect](p, fmt.Sprintf(`(() => {
		const element = document.querySelector(%q);
		if (!element?.checkVisibility()) return {};
		const { x, y, width, height } = element.getBoundingClientRect();
		return { x, y, width, height };
	})()`, selector))
}

// shows tells whether a place in the viewport belongs to an element.
func (p *table) shows(x, y float64, selector string) bool {
	p.Helper()
	return eval[bool](p, fmt.Sprintf(`!!document.elementFromPoint(%v, %v)?.closest(%q)`, x, y, selector))
}

// until waits until an expression is true in the page.
func (p *table) until(expression string) {
	p.Helper()
	for end := time.Now().Add(10 * time.Second); !eval[bool](p, expression); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			p.Fatalf("it never is that %s", expression)
		}
	}
}

// watch keeps a line for every frame from now on that is not like the one before: how many queens the
// board has, and what is seen in the middle of the cell.
func (p *table) watch(cell int) {
	p.Helper()
	eval[bool](p, fmt.Sprintf(`(() => {
		const mine = window.watching = {}, all = [], look = () => {
			if (window.watching !== mine) return;
			const { x, y, width, height } = document.querySelector('#board [data-cell="%d"]').getBoundingClientRect();
			const seen = document.elementFromPoint(x + width / 2, y + height / 2);
			const line = document.querySelectorAll("#board .queen").length + (seen?.closest("#board") ? " open" : " covered");
			if (line !== all.at(-1)) {
				all.push(line);
				sessionStorage.setItem("frames", all.join("\n"));
			}
			requestAnimationFrame(look);
		};
		requestAnimationFrame(look);
		return true;
	})()`, cell))
}

func (p *table) frames() []string {
	p.Helper()
	return strings.Split(eval[string](p, `sessionStorage.getItem("frames")`), "\n")
}

// play solves the board and checks what every game that is won reports.
func (p *table) play() Event {
	p.Helper()
	session := p.server.State().Session
	if r := p.win(); r.Problem != "" {
		p.Error(r.Problem)
	}
	won, shown := p.wait(session, Won), p.wait(session, Shown)
	if shown.Time < won.Time || shown.Time > won.Time+5000 {
		p.Errorf("the win at %v was shown at %v", won.Time, shown.Time)
	}
	return shown
}

func near(a, b, most float64) bool { return math.Abs(a-b) <= most }

// Every card is where it is said to be, and over the board from the first frame
// of the win on.
func TestCards(t *testing.T) {
	t.Parallel()
	tests := []struct {
		end           End
		width, height float64 // of the card, as shares of the board's
	}{
		{EndCard, 1, 1}, {EndSmall, 0.6, 0.6}, {EndLarge, 1.3, 1.3}, {EndDimPage, 0, 0},
		{EndDimBoard, 0.6, 0.6}, {EndGlass, 1, 1}, {EndGoldCard, 1, 1},
	}
	shades := []bool{false, true}
	all := sit(t, Options{Size: 5, Supply: bands, Deal: func(number int) Deal {
		return Deal{Dark: &shades[number/len(tests)%len(shades)], Visit: Visit{End: tests[number%len(tests)].end}}
	}})
	for i, dark := range shades {
		for k, test := range tests {
			if i+k > 0 {
				session := all.server.State().Session
				all.run(chromedp.Click(chromedp.CSS("#next")))
				if err := all.server.WaitNext(all.ctx, session); err != nil {
					t.Fatal(err)
				}
			}
			t.Run(fmt.Sprintf("%s dark %v", test.end, dark), func(t *testing.T) {
				p := &table{T: t, ctx: all.ctx, server: all.server}
				if got := eval[string](p, `document.documentElement.dataset.theme`); (got == "dark") != dark {
					t.Errorf("the page is %s", got)
				}
				before := p.shot()
				bx, by := p.center(4) // of an empty cell that a small card and its shadow do not reach
				cell := p.lastCell()
				p.watch(cell)
				p.play()
				p.wait(p.server.State().Session, Carded)
				board, card := p.box("#board"), p.box("#card")
				if test.width > 0 && (!near(card.Width, board.Width*test.width, 1) || !near(card.Height, board.Height*test.height, 1)) {
					t.Errorf("the card is %v, the board %v", card, board)
				}
				if !near(card.X+card.Width/2, board.X+board.Width/2, 1) || !near(card.Y+card.Height/2, board.Y+board.Height/2, 1) {
					t.Errorf("the card %v is not in the middle of the board %v", card, board)
				}
				if n := eval[int](p, `document.getElementById("card").getAnimations({ subtree: true }).length`); n != 0 {
					t.Error("the card moves")
				}
				if eval[int](p, `[...document.querySelectorAll("#card *")].filter((e) => e.checkVisibility() && (({ left, right, top, bottom }) => {
					const c = document.getElementById("card").getBoundingClientRect();
					return left < c.left - 1 || right > c.right + 1 || top < c.top - 1 || bottom > c.bottom + 1;
				})(e.getBoundingClientRect())).length`) != 0 {
					t.Error("the card does not hold what is on it")
				}
				if text := eval[string](p, `document.getElementById("card").innerText`); !strings.Contains(text, "Solved!") || !strings.Contains(text, "0:0") {
					t.Errorf("the card says %q", text)
				}
				if next := p.server.State().Geometry.Next; next == nil || !p.shows(next.X+next.Width/2, next.Y+next.Height/2, "#next") {
					t.Errorf("the button of the next board is not at %v", next)
				}
				if test.width >= 1 && slices.Contains(p.frames(), "5 open") {
					t.Errorf("a frame shows the last queen: %v", p.frames())
				}
				after := p.shot()
				changed := hex(before, bx, by) != hex(after, bx, by)
				if covers := test.end != EndSmall; changed != covers {
					t.Errorf("the board's colour changed: %v, want %v", changed, covers)
				}
				if dims := hex(before, 5, 700) != hex(after, 5, 700); dims != (test.end == EndDimPage) {
					t.Errorf("the page's colour changed: %v", dims)
				}
				if gold := p.count("#board.gold.instant") == 1; gold != (test.end == EndGoldCard) {
					t.Errorf("the crowns are gold: %v", gold)
				}
			})
		}
	}
}

func TestEndPage(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Visit: Visit{End: EndPage}})
	board := p.server.State().Geometry.Board
	p.play()
	p.wait(1, Carded)
	for _, gone := range []string{"#board", "#clock", ".bar", "#undo", ".fold"} {
		if box := p.box(gone); box.Width > 0 {
			t.Errorf("%s is there, at %v", gone, box)
		}
	}
	if card := p.box("#card"); card.X != 0 || card.Y != 0 || card.Width < 1200 || card.Height < 1200 {
		t.Errorf("the result is at %v", card)
	}
	g := p.server.State().Geometry
	if g.Board != board || g.Next == nil {
		t.Errorf("the board was at %v, and is told to be at %v; the button at %v", board, g.Board, g.Next)
	}
	p.run(chromedp.Click(chromedp.CSS("#next")))
	if err := p.server.WaitNext(p.ctx, 1); err != nil {
		t.Fatal(err)
	}
	if p.box("#board").Width == 0 || p.box("#card").Width > 0 || p.box(".bar").Width == 0 {
		t.Error("the next board is not there")
	}
}

func TestEndElsewhere(t *testing.T) {
	t.Parallel()
	for _, after := range []time.Duration{0, 300 * time.Millisecond} {
		p := sit(t, Options{Size: 5, Supply: bands, Visit: Visit{End: EndElsewhere, EndAfter: after}, Boards: 2, AutoNext: 700 * time.Millisecond})
		for session := 1; session <= 2; session++ {
			p.watch(p.lastCell())
			shown := p.play()
			// What shows the win is the last queen, before the other page. Where that
			// follows at once the browser may have no frame for it.
			if left := p.wait(session, Left); after > 0 && shown.Time > left.Time {
				t.Errorf("shown at %v, left at %v", shown.Time, left.Time)
			}
			p.wait(session, Carded)
			if got := eval[string](p, `location.pathname + document.body.innerText`); !strings.HasPrefix(got, "/done") || !strings.Contains(got, "Solved!") || !strings.Contains(got, "0:0") {
				t.Errorf("the other page is %q", got)
			}
			if frames := p.frames(); after > 0 && !slices.Contains(frames, "5 open") {
				t.Errorf("the frames are %v", frames)
			}
			if session == 2 {
				break
			}
			if next := p.server.State().Geometry.Next; next == nil {
				t.Error("the button of the next board is nowhere")
			}
			if err := p.server.WaitNext(p.ctx, session); err != nil {
				t.Fatal(err)
			}
			if s := p.server.State(); s.Seed != 1 || s.Phase != Playing {
				t.Errorf("after the other page: %+v", s)
			}
			if got := eval[string](p, `location.pathname + location.search`); got != "/" {
				t.Errorf("the address is %s", got)
			}
		}
		if p.count("#next[hidden]") != 1 {
			t.Error("the last board offers another one")
		}
	}
}

func TestEndGoldCard(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Visit: Visit{End: EndGoldCard, EndAfter: 300 * time.Millisecond}})
	p.play()
	gold, card := p.wait(1, Gilded), p.wait(1, Carded)
	if d := card.Time - gold.Time; d < 299 || d > 1500 {
		t.Errorf("the card came %v ms after the gold", d)
	}
}

func TestEndConfetti(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Visit: Visit{End: EndConfetti}})
	p.play()
	p.until(`document.querySelectorAll(".confetti i").length === 150`)
	p.until(`document.querySelectorAll(".confetti").length === 0`)
	if p.count("#board .queen") != 5 || p.count("#board.gold") != 0 || p.box("#card").Width > 0 {
		t.Error("the board is not what it was")
	}
}

func TestEndNothing(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Visit: Visit{End: EndNothing}})
	p.play()
	time.Sleep(300 * time.Millisecond)
	if p.count("#board .queen") != 5 || p.count("#board.gold") != 0 || p.box("#card").Width > 0 || p.box("#hint").Width == 0 {
		t.Error("the end shows")
	}
	p.click(3)
	if eval[string](p, `document.getElementById("said").textContent`) != "" || p.server.State().Phase != Solved {
		t.Error("the end is told")
	}
}

// EndAfter shows the last queen for a while, AutoNext goes on from every end.
func TestEndAfterAndAutoNext(t *testing.T) {
	t.Parallel()
	for _, end := range []End{EndGold, EndCard, EndPage, EndNothing, EndConfetti} {
		p := sit(t, Options{
			Size: 5, Supply: bands, Boards: 2, AutoNext: 800 * time.Millisecond,
			Visit: Visit{End: end, EndAfter: 200 * time.Millisecond},
		})
		p.watch(p.lastCell())
		p.play()
		won := p.wait(1, Won)
		if err := p.server.WaitNext(p.ctx, 1); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(p.frames(), "5 open") {
			t.Errorf("%q: no frame shows the last queen", end)
		}
		left := p.wait(2, Opened)
		if d := left.Time - won.Time; d < 790 || d > 3000 {
			t.Errorf("%q: the next board was opened after %v ms", end, d)
		}
		carded := slices.ContainsFunc(p.server.Log(), func(e Event) bool { return e.Kind == Carded && e.Session == 1 })
		if want := end == EndCard || end == EndPage; carded != want {
			t.Errorf("%q: a card came: %v", end, carded)
		}
	}
}

// Hold keeps the page at a board that was won, gold and all, until GoOn.
func TestHold(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Boards: 2, AutoNext: time.Millisecond, Hold: true})
	p.play()
	p.wait(1, Gilded)
	if s := p.server.State(); s.Session != 1 || s.Phase != Golden {
		t.Errorf("a held page is in session %d, phase %v", s.Session, s.Phase)
	}
	p.server.GoOn(0)
	if err := p.server.WaitNext(p.ctx, 1); err != nil {
		t.Fatal(err)
	}
	p.play()
	p.wait(2, Carded) // nothing follows the last board
}

func TestStartPage(t *testing.T) {
	t.Parallel()
	visit := Visit{StartPage: 400 * time.Millisecond, StartBoard: true, End: EndCard}
	p := &table{T: t, ctx: browsertest.New(t), server: start(t, Options{Size: 5, Supply: bands, Visit: visit})}
	p.run(chromedp.Navigate(p.server.URL()), chromedp.WaitVisible(chromedp.CSS("#begin-start")))
	time.Sleep(600 * time.Millisecond) // it waits for its button
	if p.server.State().Phase != Splash || p.box("#begin-board").Width == 0 || p.box("#board").Width > 0 || p.box(".bar").Width > 0 {
		t.Error("the start page is not alone")
	}
	p.run(chromedp.Click(chromedp.CSS("#begin-start")))
	p.ready()
	p.play()
	p.run(chromedp.Click(chromedp.CSS("#next"))) // now it goes on by itself
	if err := p.server.WaitNext(p.ctx, 1); err != nil {
		t.Fatal(err)
	}
	if d := p.wait(2, Ready).Time - p.wait(2, Opened).Time; d < 399 {
		t.Errorf("the board came after %v ms", d)
	}
}

// onNewDocument has the browser run a script before those of the page.
func onNewDocument(script string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (none chromedp.Void, err error) {
		_, err = cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return none, err
	}
}

func TestLoader(t *testing.T) {
	t.Parallel()
	visit := Visit{StartPage: 200 * time.Millisecond, Loader: 400 * time.Millisecond}
	p := &table{T: t, ctx: browsertest.New(t), server: start(t, Options{Size: 5, Supply: bands, AutoStart: true, Visit: visit})}
	// The page itself keeps what it shows each time that it shows another part.
	p.run(onNewDocument(`
		window.parts = [];
		new MutationObserver(() => parts.push([document.body?.dataset.part, ...["#loading .turning", "#board", ".bar", "#begin"].filter((s) => document.querySelector(s)?.checkVisibility())].join(" ")))
			.observe(document, { attributes: true, attributeFilter: ["data-part"], subtree: true });
	`), chromedp.Navigate(p.server.URL()))
	p.ready()
	parts := eval[[]string](p, `parts`)
	if !slices.Contains(parts, "loading #loading .turning") {
		t.Errorf("the loader is not alone: %q", parts)
	}
	started, ready := p.wait(1, Started), p.wait(1, Ready)
	if d := started.Time - p.wait(1, Opened).Time; d < 199 {
		t.Errorf("the start page stood for %v ms", d)
	}
	// The loader is no time of the game, however long a busy machine takes.
	if d := ready.Time - started.Time; d < 399 || ready.Clock > d-399 {
		t.Errorf("the board came after %v ms, its clock at %v", d, ready.Clock)
	}
	if p.box("#loading").Width > 0 {
		t.Error("the loader stays")
	}
}

func TestHowTo(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Visit: Visit{HowTo: ever}})
	if dialog, board := p.box("#tutorial"), p.box("#board"); dialog.Width == 0 || dialog.Y > board.Y+board.Height/2 || dialog.Y+dialog.Height < board.Y+board.Height/2 {
		t.Errorf("the dialog %v is not over the board %v", dialog, board)
	}
	// Its example plays by itself: crosses and crowns come, and go again.
	// The page itself keeps what its board shows, from where its button has it begin anew.
	eval[bool](p, `(() => {
		window.seen = {};
		const board = document.getElementById("tutorial-board");
		const look = () => { seen[["ringed", "cross", "queen"].map((c) => board.querySelectorAll("." + c).length).join(" ")] = true; };
		document.getElementById("tutorial-start").click();
		look();
		new MutationObserver(look).observe(board, { attributes: true, childList: true, subtree: true });
		return true;
	})()`)
	p.until(`"0 1 5" in seen`)
	seen := eval[map[string]bool](p, `seen`)
	for _, want := range []string{"0 0 0", "1 0 0", "0 1 0", "0 0 1", "0 2 1", "0 1 5"} {
		if !seen[want] {
			t.Errorf("the example never has %q of rings, crosses and crowns: %v", want, seen)
		}
	}
	// A click on it is none on the board, and neither is one beside it.
	x, y := p.center(6)
	p.run(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(p.box("#tutorial-board").X+20, p.box("#tutorial-board").Y+20))
	p.marks(empty5)
	p.run(chromedp.Click(chromedp.CSS("#tutorial-start")), chromedp.Click(chromedp.CSS("#tutorial-x")))
	p.click(7)
	p.marks("..... ..x.. ..... ..... .....")
	for _, e := range p.server.Log() {
		if e.Kind == Down && e.Cell >= 0 && e.Cell != 7 {
			t.Errorf("a press on cell %d", e.Cell)
		}
	}
	for _, how := range []chromedp.Action[chromedp.Void]{
		chromedp.Click(chromedp.CSS("#tutorial-close")), chromedp.KeyEvent(kb.Escape),
	} {
		session := p.server.State().Session
		p.run(chromedp.Reload())
		if err := p.server.WaitNext(p.ctx, session); err != nil {
			t.Fatal(err)
		}
		if p.count("#tutorial[open]") != 1 {
			t.Error("the dialog does not come")
		}
		p.run(how)
		if p.count("#tutorial[open]") != 0 {
			t.Error("the dialog stays")
		}
	}
}

func TestHowToGoesByItself(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Visit: Visit{HowTo: 500 * time.Millisecond}})
	p.until(`!document.getElementById("tutorial").open`)
	p.click(7)
	p.marks("..... ..x.. ..... ..... .....")
}

func TestTooltipAndPrompt(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Visit: Visit{Tooltip: true, Prompt: 300 * time.Millisecond}})
	p.until(`!document.getElementById("prompt").hidden`)
	board, help := p.box("#board"), p.box("#help")
	for _, id := range []string{"#tooltip", "#prompt"} {
		box := p.box(id)
		apart := box.X+box.Width <= board.X || box.X >= board.X+board.Width || box.Y+box.Height <= board.Y || box.Y >= board.Y+board.Height
		if box.Width == 0 || !apart {
			t.Errorf("%s is at %v, the board at %v", id, box, board)
		}
	}
	if tip, prompt := p.box("#tooltip"), p.box("#prompt"); tip.Y < help.Y+help.Height || prompt.Y < board.Y+board.Height {
		t.Errorf("tooltip %v, button %v, prompt %v, board %v", tip, help, prompt, board)
	}
	p.run(chromedp.Click(chromedp.CSS("#tooltip")), chromedp.Click(chromedp.CSS("#prompt-x")))
	if p.box("#tooltip").Width > 0 || p.box("#prompt").Width > 0 {
		t.Error("they stay")
	}
}

func TestPaintEvery(t *testing.T) {
	t.Parallel()
	const every = 1000
	p := sit(t, Options{Size: 5, Supply: bands, Visit: Visit{PaintEvery: every * time.Millisecond, End: EndCard}})
	eval[bool](p, `(() => {
		window.painted = [];
		new MutationObserver(() => painted.push(performance.now())).observe(document.getElementById("board"), { childList: true, subtree: true });
		return true;
	})()`)
	p.click(0)
	p.click(1)
	p.marks("xx... ..... ..... ..... .....")
	p.until(`document.querySelectorAll("#board .cross").length === 2`)
	var knew []float64 // when the game did
	for _, e := range p.server.Log() {
		if e.Kind == Marked {
			knew = append(knew, e.Time)
		}
	}
	// How long after a multiple it is painted, a busy machine decides; never before.
	period := func(ms float64) int { return int(ms / every) }
	painted := eval[[]float64](p, `painted`)
	if period(painted[0]) <= period(knew[0]) {
		t.Errorf("what the game knew at %v is painted at %v", knew, painted)
	}
	if len(painted) != 1 && period(knew[0]) == period(knew[1]) {
		t.Errorf("what the game knew at %v is painted at %v, not all at once", knew, painted)
	}
	p.watch(p.lastCell())
	shown := p.play()
	if won := p.wait(1, Won); period(shown.Time) <= period(won.Time) {
		t.Errorf("what was won at %v is shown at %v", won.Time, shown.Time)
	}
	p.wait(1, Carded)
	if slices.Contains(p.frames(), "5 open") {
		t.Errorf("a frame shows the last queen: %v", p.frames())
	}
}

func TestDeal(t *testing.T) {
	t.Parallel()
	yes, no := true, false
	deal := func(number int) Deal {
		return []Deal{
			{Size: 6, Dark: &yes, Visit: Visit{End: EndCard}},
			{Visit: Visit{End: EndNothing}},
			{Size: 5, Dark: &no, Visit: Visit{End: EndPage, Loader: 100 * time.Millisecond}, Trouble: Trouble{EatFirst: true}},
		}[number]
	}
	p := sit(t, Options{Size: 7, Seed: 3, Deal: deal, Boards: 3, AutoNext: 300 * time.Millisecond})
	for number, want := range []struct {
		size       int
		background string
	}{{6, "rgb(28, 31, 35)"}, {7, "rgb(243, 242, 238)"}, {5, "rgb(243, 242, 238)"}} {
		s := p.server.State()
		if s.Size != want.size || s.Seed != uint64(3+number) || p.count("#board .cell") != want.size*want.size {
			t.Errorf("board %d has size %d and seed %d", number, s.Size, s.Seed)
		}
		if got := eval[string](p, `getComputedStyle(document.body).backgroundColor`); got != want.background {
			t.Errorf("board %d is on %s", number, got)
		}
		if number == 2 {
			p.click(0)
			if what, _ := p.troubles(); len(what) != 1 || what[0] != "eaten" {
				t.Errorf("trouble %v", what)
			}
		}
		p.play()
		if number == 2 {
			break
		}
		if err := p.server.WaitNext(p.ctx, s.Session); err != nil {
			t.Fatal(err)
		}
	}
	if n := p.count(`body[data-part="result"]`); n != 1 {
		t.Error("the last board ends otherwise")
	}
}

func TestDealRefuses(t *testing.T) {
	for name, d := range map[string]Deal{"size": {Size: 3}, "end": {Visit: Visit{End: "never"}}} {
		if s, err := Start(t.Context(), Options{Deal: func(int) Deal { return d }}); err == nil {
			s.Close()
			t.Errorf("%s: it started", name)
		}
	}
	if s, err := Start(t.Context(), Options{Visit: Visit{End: "never"}}); err == nil {
		s.Close()
		t.Error("it knows an end that there is not")
	}
}

// The origin turns the page's times into those of the clock on the wall.
func TestOriginOfTimes(t *testing.T) {
	t.Parallel()
	before := time.Now()
	p := sit(t, Options{Size: 5, Supply: bands})
	e := p.wait(1, Opened)
	at := time.UnixMicro(int64((e.Origin + e.Time) * 1000))
	if at.Before(before.Add(-100*time.Millisecond)) || at.After(time.Now().Add(100*time.Millisecond)) {
		t.Errorf("the page was opened at %v, by its times", at)
	}
}

// The board that takes another one's place is a game of its own.
func TestReplace(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Seed: 6, Trouble: Trouble{ReplaceAfter: 2}, Boards: 2})
	first := p.server.State()
	eval[bool](p, `(() => {
		window.looks = [];
		const look = () => { looks.push(document.querySelectorAll("#board .cell").length); requestAnimationFrame(look); };
		look();
		return true;
	})()`)
	p.click(0, 1)
	if err := p.server.WaitNext(p.ctx, first.Session); err != nil {
		t.Fatal(err)
	}
	p.marks(empty5)
	second := p.server.State()
	if second.Size != 5 || second.Seed == first.Seed || slices.Equal(second.Board.Regions, first.Board.Regions) {
		t.Errorf("the other board is %+v", second)
	}
	for _, n := range eval[[]int](p, `looks`) {
		if n != 25 {
			t.Fatalf("a frame shows %d cells", n)
		}
	}
	if r := p.win(); r.Seed != second.Seed || r.Clicks != 10 || r.Session != second.Session || len(p.server.results) != 0 {
		t.Errorf("result %+v and %d more", r, len(p.server.results))
	}
	p.wait(second.Session, Carded)
	p.run(chromedp.Click(chromedp.CSS("#next")))
	if err := p.server.WaitNext(p.ctx, second.Session); err != nil {
		t.Fatal(err)
	}
	if s := p.server.State(); s.Seed != 7 {
		t.Errorf("the next board has seed %d, want 7", s.Seed)
	}
}

// A session that waits to take a board's place does so once, and only that of
// the page that counts.
func TestReplaceTakesTurns(t *testing.T) {
	s := start(t, Options{Size: 5, Trouble: Trouble{ReplaceAfter: 1}})
	first := load(t, s, openRequest{})
	old := s.describe(first.session)
	second := load(t, s, openRequest{})
	other := s.describe(second.session)
	late := &fakePage{t, s, old.Instead.Session, 0}
	if ack := late.send(Event{Kind: Opened}); ack.Current {
		t.Error("the other board of a page that does not count any more took over")
	}
	if got := other.Instead; got.Seed == other.Seed || got.Trouble.ReplaceAfter != 0 || got.Instead != nil {
		t.Errorf("the other board is %+v", got)
	}
	now := &fakePage{t, s, other.Instead.Session, 0}
	if ack := now.send(Event{Kind: Opened}); !ack.Current || s.State().Session != now.session {
		t.Errorf("the other board did not take over: %+v", s.State())
	}
	if ack := second.send(Event{Kind: Down}); ack.Current {
		t.Error("the board that was replaced counts")
	}
	if id, _, err := s.open(openRequest{}); err != nil || id <= now.session || s.State().Board.Size != 5 {
		t.Errorf("page %d, %v", id, err)
	}
	if got := s.describe(s.State().Session); got.Seed != other.Instead.Seed {
		t.Errorf("a reload brings back the board of seed %s", got.Seed)
	}
}

func TestLeave(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]Trouble{
		"clicks": {LeaveAfter: 2},
		"time":   {LeaveAt: 300 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			p := sit(t, Options{Size: 5, Supply: bands, Trouble: trouble, AutoNext: 10 * time.Millisecond})
			p.click(0, 1)
			p.wait(1, Left)
			p.run(chromedp.WaitVisible(chromedp.CSS("#next")))
			if got := eval[string](p, `location.pathname + document.body.innerText`); !strings.HasPrefix(got, "/done") || strings.Contains(got, "Solved") {
				t.Errorf("the other page is %q", got)
			}
			time.Sleep(200 * time.Millisecond) // AutoNext is for wins
			p.marks("xx... ..... ..... ..... .....")
			if !slices.ContainsFunc(p.server.Log(), func(e Event) bool { return e.Kind == Troubled && e.Cause == "left" }) {
				t.Error("it is not told")
			}
			if len(p.server.results) != 0 {
				t.Error("it counts as won")
			}
			p.run(chromedp.Click(chromedp.CSS("#next")))
			if err := p.server.WaitNext(p.ctx, 1); err != nil {
				t.Fatal(err)
			}
			if s := p.server.State(); s.Seed != 1 {
				t.Errorf("seed %d", s.Seed)
			}
		})
	}
}

func TestCoverWhole(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Trouble: Trouble{CoverAt: 200 * time.Millisecond, CoverAfter: 1, CoverWhole: true}})
	p.click(0)
	first := p.wait(1, Down)
	covered := p.wait(1, Troubled)
	if d := covered.Time - first.Time; covered.Cause != "covered" || d < 199 || d > 2000 {
		t.Errorf("%s after %v ms", covered.Cause, d)
	}
	board, cover := p.box("#board"), p.box("#cover")
	want := Rect{board.X - 10, board.Y - 10, board.Width + 20, board.Height + 20}
	if !near(cover.X, want.X, 1) || !near(cover.Y, want.Y, 1) || !near(cover.Width, want.Width, 1) || !near(cover.Height, want.Height, 1) {
		t.Errorf("the pop-up is at %v, the board at %v", cover, board)
	}
	p.click(24)
	p.marks("x.... ..... ..... ..... .....")
	p.run(chromedp.Click(chromedp.CSS("#uncover")))
	p.click(24)
	p.marks("x.... ..... ..... ..... ....x")
}

// A pop-up with the last click comes beside the win.
func TestCoverAtTheEnd(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Trouble: Trouble{CoverAfter: 10, CoverWhole: true}})
	p.play()
	x, y := p.center(12)
	if !p.shows(x, y, "#cover") {
		t.Error("the pop-up is not there")
	}
}

func TestDropFrom(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, Trouble: Trouble{DropFrom: 3}})
	p.click(0, 1, 2, 3)
	p.marks("xx... ..... ..... ..... .....")
	if what, cells := p.troubles(); !slices.Equal(what, []string{"dropped", "dropped"}) || !slices.Equal(cells, []int{2, 3}) {
		t.Errorf("trouble %v on %v", what, cells)
	}
	if b := p.server.State().Board; slices.Contains(b.Marks, solver.Queen) {
		t.Error("a queen stands")
	}
}

// TestReloads: a page that loads itself again shows the same board, and does so once.
func TestReloads(t *testing.T) {
	t.Parallel()
	p := sit(t, Options{Size: 5, Supply: bands, AutoStart: true, Trouble: Trouble{ReloadAt: 300 * time.Millisecond}})
	p.click(0)
	first := p.server.State()
	if err := p.server.WaitNext(p.ctx, first.Session); err != nil {
		t.Fatal(err)
	}
	again := p.server.State()
	if again.Seed != first.Seed {
		t.Errorf("the board of seed %d came back as that of %d", first.Seed, again.Seed)
	}
	p.click(0)
	time.Sleep(600 * time.Millisecond)
	if s := p.server.State().Session; s != again.Session {
		t.Errorf("it was loaded again a second time: session %d after %d", s, again.Session)
	}
}
