package calibratepage

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"autoqueens/calibrate"
	"autoqueens/internal/spot"
	"autoqueens/internal/workshop/browsertest"
)

// visit is the page in a browser.
type visit struct {
	*testing.T
	ctx     context.Context
	desktop *desktop
	server  *Server
}

// TestPage drives the page in a real browser, which all of these share: to start
// one takes longer than most of them.
func TestPage(t *testing.T) {
	ctx := browsertest.New(t, chromedp.WindowSize(1440, 1000))
	for _, test := range []struct {
		name string
		run  func(v *visit)
	}{
		{"drag and save", dragAndSave},
		{"keyboard", keyboard},
		{"corners", tryCorners},
		{"small window", smallWindow},
		{"pop-up", popUp},
		{"capture again", captureAgain},
		{"refused", refusedSave},
		{"another profile", anotherProfile},
		{"cancel", cancel},
		{"server gone", serverGone},
		{"nothing found", nothingFound},
		{"never the game", neverTheGame},
		{"narrow and dark", narrowAndDark},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDesktop()
			if test.name == "nothing found" {
				d.displays = d.displays[1:]
			}
			v := &visit{T: t, ctx: ctx, desktop: d, server: serve(t, d, nil)}
			v.run(chromedp.Navigate(v.server.URL()), chromedp.WaitVisible(chromedp.CSS(".shot")))
			test.run(v)
		})
	}
}

func (v *visit) run(actions ...chromedp.Action[chromedp.Void]) {
	v.Helper()
	if err := chromedp.Do(v.ctx, actions...); err != nil {
		v.Fatal(err)
	}
}

// until waits until an expression is true in the page.
func (v *visit) until(expression string) {
	v.Helper()
	if _, err := chromedp.Run(v.ctx, chromedp.Poll[bool](expression, chromedp.WithPollingTimeout(30*time.Second))); err != nil {
		text := eval[string](v, `document.body.innerText`)
		v.Fatalf("%s: %v; the page says:\n%s", expression, err, text)
	}
}

func eval[T any](v *visit, expression string) T {
	v.Helper()
	got, err := chromedp.Run(v.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		v.Fatalf("%s: %v", expression, err)
	}
	return got
}

// at returns where a place of a display's picture is in the window.
func (v *visit) at(display int, p image.Point) (x, y float64) {
	v.Helper()
	at := eval[[]float64](v, fmt.Sprintf(`(() => { const p = new DOMPoint(%d, %d).matrixTransform(document.querySelectorAll(".shot")[%d].getScreenCTM()); return [p.x, p.y] })()`, p.X, p.Y, display))
	return at[0], at[1]
}

// drag drags the mouse from one place of a picture to another.
func (v *visit) drag(display int, from, to image.Point) {
	v.Helper()
	x, y := v.at(display, from)
	v.run(chromedp.MouseEvent("mousePressed", x, y, browsertest.Held))
	for _, share := range []float64{0.3, 0.7, 1} {
		middle := from.Add(image.Pt(int(share*float64(to.X-from.X)), int(share*float64(to.Y-from.Y))))
		x, y = v.at(display, middle)
		v.run(chromedp.MouseEvent("mouseMoved", x, y, browsertest.Held))
	}
	v.run(chromedp.MouseEvent("mouseReleased", x, y, chromedp.ButtonLeft))
}

// rect returns the rectangle as the page has it in its fields.
func (v *visit) rect() image.Rectangle {
	v.Helper()
	n := eval[[]int](v, `["x", "y", "width", "height"].map((k) => Number(document.getElementById("rect-" + k).value))`)
	return image.Rect(n[0], n[1], n[0]+n[2], n[1]+n[3])
}

// read waits until the rectangle has been read and the page shows a title.
func (v *visit) read(words string) {
	v.Helper()
	v.until(fmt.Sprintf(`!document.querySelector("#look.busy") && document.getElementById("look").innerText.includes(%q)`, words))
}

func (v *visit) keys(keys ...string) {
	v.Helper()
	for _, key := range keys {
		v.run(chromedp.KeyEvent(key))
	}
}

// saved waits for the end of the page, and returns what was saved.
func (v *visit) saved(name string) *calibrate.Profile {
	v.Helper()
	if err := v.server.Wait(v.ctx); err != nil {
		v.Fatalf("the page ended with %v", err)
	}
	v.until(`document.getElementById("over").checkVisibility()`)
	v.picture("saved")
	if n := eval[int](v, `document.querySelectorAll("image, .reading").length`); n != 0 {
		v.Errorf("%d pictures are left on the page", n)
	}
	p, err := calibrate.Load(name)
	if err != nil {
		v.Fatal(err)
	}
	return p
}

// dragAndSave goes the way of a person with a mouse: another candidate, a
// rectangle of one's own, the button of the next board, the name, saved.
func dragAndSave(v *visit) {
	t := v.T
	v.read("8 × 8")
	if n := eval[int](v, `document.querySelectorAll(".drawing .centre").length`); n != 2 { // with their rims
		t.Errorf("the centres are drawn %d times", n)
	}
	if first := v.rect(); !gameAt.Inset(-47).In(first) || !first.In(gameAt.Inset(-53)) {
		t.Errorf("proposed is %v, want %v with a cell of 50 around it", first, gameAt)
	}

	v.picture("found")

	// A click on what was found chooses it.
	x, y := v.at(0, image.Pt(880, 240))
	v.run(chromedp.MouseClickXY(x, y))
	v.until(`document.querySelector('[name="candidate"][value="1"]').checked`)
	if r := v.rect(); !exampleAt.In(r) {
		t.Errorf("the example is at %v, chosen is %v", exampleAt, r)
	}

	// A rectangle on the other display: nothing is there.
	v.drag(1, image.Pt(1300, 0), image.Pt(1600, 250))
	v.read("No board is read here")
	v.picture("refused")
	// Around half of the game: that is no board either.
	v.drag(0, image.Pt(240, 90), image.Pt(505, 610))
	v.until(`!document.querySelector("#look.busy")`)
	if eval[int](v, `document.querySelectorAll(".drawing .reading").length`) != 0 {
		t.Error("half of a board was read")
	}
	// Its right edge is dragged over the rest.
	v.drag(0, image.Pt(505, 350), image.Pt(760, 350))
	v.read("exactly one solution")
	r := v.rect()
	for _, far := range []int{r.Min.X - 240, r.Min.Y - 90, r.Max.X - 760, r.Max.Y - 610} {
		if far < -2 || far > 2 {
			t.Errorf("dragged is %v", r)
		}
	}

	v.run(chromedp.Click(chromedp.CSS("#accept")))
	v.until(`document.getElementById("step-place").classList.contains("done")`)
	v.run(chromedp.Click(chromedp.CSS("#button-set")))
	x, y = v.at(0, image.Pt(500, 645))
	v.run(chromedp.MouseClickXY(x, y))
	v.until(`document.getElementById("button-words").textContent.startsWith("at ")`)
	v.run(chromedp.SetValue(chromedp.CSS("#clicks"), "1"), chromedp.SetValue(chromedp.CSS("#name"), "by-mouse"))
	v.run(chromedp.Click(chromedp.CSS("#save")))
	p := v.saved("by-mouse")
	if p.Region != r || p.Size != 8 || p.Clicks != 1 || len(p.Starts) != 1 || !p.Starts[0].At.In(buttonAt.Inset(-2)) {
		t.Errorf("saved: %+v", p)
	}
	if v.desktop.captures != 2 {
		t.Errorf("%d pictures were taken, want one a display", v.desktop.captures)
	}
}

// keyboard does everything by keys alone.
func keyboard(v *visit) {
	t := v.T
	v.read("8 × 8")
	focus := func(what string) {
		t.Helper()
		v.until(fmt.Sprintf(`document.activeElement.matches(%q)`, what))
		if !eval[bool](v, `document.activeElement.matches(":focus-visible")`) {
			t.Errorf("the focus on %s cannot be seen", what)
		}
	}
	v.keys("?")
	v.until(`document.getElementById("keys").open`)
	v.picture("keys")
	v.keys(kb.Escape)
	v.until(`!document.getElementById("keys").open`)

	v.keys("2")
	v.until(`document.querySelector('[name="candidate"][value="1"]').checked`)
	v.keys("1", "r")
	focus(".region")
	before := v.rect()
	v.keys(kb.ArrowRight, kb.ArrowDown)
	v.run(chromedp.KeyEvent(kb.ArrowLeft, chromedp.KeyModifiers(chromedp.ModifierShift)))
	v.run(chromedp.KeyEvent(kb.ArrowUp, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	v.until(fmt.Sprintf(`document.getElementById("rect-y").value === "%d"`, before.Min.Y+7))
	if got, want := v.rect(), image.Rect(before.Min.X+8, before.Min.Y+7, before.Max.X, before.Max.Y+7); got != want {
		t.Errorf("the keys made %v of %v, want %v", got, before, want)
	}
	v.read("exactly one solution")
	// In the fields too; what does not fit is not taken.
	v.run(chromedp.Focus(chromedp.CSS("#rect-x")))
	v.keys(kb.ArrowUp)
	v.read("exactly one solution")
	v.keys("0", "0", "0")
	v.until(`document.getElementById("rect-x").matches(":invalid")`)
	v.run(chromedp.Focus(chromedp.CSS("#test")))
	if r := v.rect(); r.Min.X >= 1200 {
		t.Errorf("a rectangle beside the picture was taken: %v", r)
	}
	v.keys("r", "f") // to the board that is in it
	v.until(fmt.Sprintf(`document.getElementById("rect-y").value === "%d"`, before.Min.Y))
	if got := v.rect(); got != before {
		t.Errorf("fitted to the board it is %v, want what was proposed, %v", got, before)
	}
	v.read("exactly one solution")
	v.keys("z")
	v.until(`document.getElementById("zoom").getAttribute("aria-pressed") === "true"`)
	v.keys("1", "z")
	v.until(fmt.Sprintf(`document.getElementById("rect-x").value === "%d"`, before.Min.X))
	v.keys("r", kb.Enter)
	focus("#step-test")

	v.keys("b")
	v.until(`document.getElementById("button-set").getAttribute("aria-pressed") === "true"`)
	v.keys(kb.Escape)
	v.until(`document.getElementById("button-set").getAttribute("aria-pressed") === "false"`)
	v.keys("b")
	v.until(`document.getElementById("button-set").getAttribute("aria-pressed") === "true"`)
	v.keys(kb.Enter)
	focus("#button-set")
	v.until(`document.getElementById("button-words").textContent.startsWith("at ")`)

	v.keys("n")
	focus("#name")
	v.run(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	v.keys("b", "y", "-", "k", "e", "y", "s", kb.Enter)
	p := v.saved("by-keys")
	if p.Region != before || p.Size != 8 || p.Clicks != calibrate.DefaultClicks || len(p.Starts) != 1 {
		t.Errorf("saved: %+v", p)
	}
}

// tryCorners shows live where the mouse is, and ticks the corners off.
func tryCorners(v *visit) {
	t := v.T
	v.read("8 × 8")
	v.keys(kb.Enter, "t")
	v.until(`document.querySelectorAll(".zone").length === 4`)
	for i, corner := range []image.Point{{305, 155}, {695, 154}, {690, 545}, {310, 548}} {
		v.desktop.point(image.Pt(1000, 700))
		v.until(`document.querySelector(".pointer")?.getAttribute("d").startsWith("M1000.5 700.5")`)
		v.desktop.point(corner)
		v.until(fmt.Sprintf(`document.querySelectorAll("#ticks .done").length === %d`, i+1))
		v.picture(fmt.Sprintf("corner-%d", i+1))
		if i < 3 && !strings.HasPrefix(eval[string](v, `document.title`), fmt.Sprintf("%d of 4", i+1)) {
			t.Errorf("the tab says %q", eval[string](v, `document.title`))
		}
	}
	v.until(`document.getElementById("step-test").classList.contains("done")`)
	// A new rectangle has to be tried anew.
	v.keys("2")
	v.until(`document.querySelectorAll("#ticks .done").length === 0`)
}

// captureAgain has no picture on the page while the screen is captured.
func captureAgain(v *visit) {
	t := v.T
	v.read("8 × 8")
	v.keys("c")
	v.until(`document.getElementById("count").checkVisibility()`)
	v.picture("countdown")
	if n := eval[int](v, `document.querySelectorAll("image").length`); n != 0 {
		t.Errorf("%d pictures are on the page while it counts down", n)
	}
	v.keys(kb.Escape)
	v.until(`document.querySelectorAll(".shot image").length === 2`)
	if n := v.server.current().number; n != 1 {
		t.Errorf("picture %d is shown, want the first: the second was given up", n)
	}
	v.desktop.change(func() { v.desktop.game = image.Rectangle{} })
	v.run(chromedp.SetValue(chromedp.CSS("#seconds"), "0"))
	v.keys("c")
	v.until(`document.querySelectorAll('[name="candidate"]').length === 1`)
	v.until(`document.querySelectorAll(".shot image").length === 2`)

	// Another page has captured meanwhile: this one shows what is there now.
	v.desktop.change(func() { v.desktop.game = gameAt })
	ask(t, v.server, "capture", `{"seconds":0}`, nil)
	v.drag(1, image.Pt(1300, 0), image.Pt(1600, 250))
	v.until(`document.querySelectorAll('[name="candidate"]').length === 2`)
}

// refusedSave keeps the page when saving fails, and says why.
func refusedSave(v *visit) {
	d := v.desktop
	d.change(func() { d.refuse = errStopped })
	v.read("8 × 8")
	v.run(chromedp.Click(chromedp.CSS("#save")))
	v.until(`document.getElementById("save-words").textContent.includes("you moved the mouse")`)
	d.change(func() { d.refuse = nil })
	v.keys(kb.Escape)
	v.until(`document.getElementById("leave").open`)
	v.run(chromedp.Click(chromedp.CSS("#leave button[value=stay]")))
	v.run(chromedp.SetValue(chromedp.CSS("#name"), "../etc"), chromedp.Click(chromedp.CSS("#save")))
	v.until(`document.getElementById("save-words").textContent.includes("cannot be the name")`)
	v.run(chromedp.SetValue(chromedp.CSS("#name"), "good"), chromedp.Click(chromedp.CSS("#save")))
	v.saved("good")
}

// anotherProfile replaces a profile, which keeps what the person has not changed.
func anotherProfile(v *visit) {
	d := v.desktop
	old := calibrate.New("clone", d.displays[0], image.Rect(200, 50, 800, 650), calibrate.FromDisplay(d.displays[0]))
	old.Clicks, old.Pace = 3, "250ms"
	img, err := d.Capture(d.displays[0].Bounds)
	if err != nil {
		v.Fatal(err)
	}
	button, err := spot.Of(img, buttonAt.Min.Add(image.Pt(30, 4)))
	if err != nil {
		v.Fatal(err)
	}
	old.Starts = []spot.Spot{button, button}
	old.Starts[1].At = image.Pt(900, 60)
	if _, err := old.Save(); err != nil {
		v.Fatal(err)
	}
	v.run(chromedp.Reload(), chromedp.WaitVisible(chromedp.CSS(".shot")))
	v.read("8 × 8")
	const form = `["clicks", "pace", "pause"].map((id) => document.getElementById(id).value).join(" ")`
	if got := eval[string](v, form); got != "2 fast " {
		v.Errorf("the form begins with %q", got)
	}
	v.keys("n")
	v.run(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	v.keys("c", "l", "o", "n", "e")
	v.until(form + ` === "3 other 250ms"`)
	if words := eval[string](v, `document.getElementById("save").innerText + document.getElementById("name-words").textContent + document.getElementById("button-words").textContent`); !strings.Contains(words, "Save and replace") || !strings.Contains(words, "Replaces the one saved on") || !strings.Contains(words, "at 490, 644 and 900, 60") {
		v.Errorf("the form says %q", words)
	}
	v.keys(kb.Enter)
	if p := v.saved("clone"); p.Clicks != 3 || p.Pace != "250ms" || len(p.Starts) != 2 || p.Starts[0].At != button.At || p.Region == old.Region {
		v.Errorf("saved: %+v", p)
	}
}

// cancel ends the command from the page.
func cancel(v *visit) {
	v.read("8 × 8")
	v.keys(kb.Escape)
	v.until(`document.getElementById("leave").open`)
	v.run(chromedp.Click(chromedp.CSS("#leave button[value=stop]")))
	if err := v.server.Wait(v.ctx); !errors.Is(err, ErrCancelled) {
		v.Errorf("Wait = %v", err)
	}
	v.until(`document.getElementById("over").checkVisibility() && document.querySelectorAll("image").length === 0`)
}

// serverGone takes the pictures off a page whose program has ended.
func serverGone(v *visit) {
	v.read("8 × 8")
	if err := v.server.Close(); err != nil {
		v.Fatal(err)
	}
	v.until(`document.getElementById("over").checkVisibility() && document.querySelectorAll("image").length === 0`)
}

// picture keeps a picture of the page for people, where -artifacts asks for it.
func (v *visit) picture(name string) {
	v.Helper()
	if f := flag.Lookup("test.artifacts"); f == nil || f.Value.String() != "true" {
		return
	}
	data, err := chromedp.Run(v.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(v.ArtifactDir(), name+".png"), data, 0o644)
	}
	if err != nil {
		v.Fatal(err)
	}
}
