package calibratepage

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"autoqueens/calibrate"
	"autoqueens/vision"
)

// smallWindow shows the corners in a window of its own.
func smallWindow(v *visit) {
	v.read("8 × 8")
	v.keys("w")
	v.until(`document.querySelectorAll(".zone").length === 4`)
	v.desktop.point(image.Pt(303, 152))
	v.until(`document.querySelectorAll("#ticks .done").length === 1`)
	v.until(`documentPictureInPicture.window.document.querySelectorAll(".zone.done").length === 1 && documentPictureInPicture.window.document.querySelector("p").textContent === "1 of 4 corners"`)
	// It goes when the pictures go.
	v.server.end(ErrCancelled, "over")
	v.until(`document.getElementById("over").checkVisibility() && !documentPictureInPicture.window`)
}

// popUp shows the corners in a window where the browser has none that stays on
// top.
func popUp(v *visit) {
	v.read("8 × 8")
	v.run(chromedp.Evaluate[chromedp.Void](`Object.defineProperty(window, "documentPictureInPicture", { value: undefined }); 0`))
	opened := chromedp.WaitNewTarget(v.ctx, func(i *target.Info) bool { return i.URL == "about:blank" })
	v.keys("w")
	v.until(`document.querySelectorAll(".zone").length === 4`)
	ctx, cancel := chromedp.NewContext(v.ctx, chromedp.WithTargetID(<-opened))
	defer cancel()
	window := &visit{T: v.T, ctx: ctx}
	window.until(`document.querySelectorAll(".zone").length === 4 && document.querySelector("p").textContent === "0 of 4 corners"`)
	if got := eval[string](window, `getComputedStyle(document.querySelector(".zone")).stroke`); got != "rgb(255, 180, 0)" {
		v.Errorf("the window has no style: the corners are %s", got)
	}
	v.desktop.point(image.Pt(303, 152))
	window.until(`document.querySelector("p").textContent === "1 of 4 corners"`)
}

// unread looks at what the browser shows as a player does, and wants no board.
func (v *visit) unread(what string) {
	v.Helper()
	data, err := chromedp.Run(v.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		v.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		v.Fatal(err)
	}
	for _, r := range vision.ReadAll(img) {
		v.Errorf("%s: a board of %d x %d can be read on the page at %v", what, r.Board.Size, r.Board.Size, r.Lattice.Bounds())
	}
}

// neverTheGame looks at the page as a player does that runs at the same time: no
// board on it may be read, whatever is chosen.
func neverTheGame(v *visit) {
	v.read("8 × 8")
	// As large and as small as windows make it.
	for _, width := range []int64{1440, 800, 1900, 2200} {
		v.run(chromedp.EmulateViewport(width, 1000))
		for i, what := range []string{"the game", "the example"} {
			v.keys(fmt.Sprint(i + 1))
			v.until(fmt.Sprintf(`document.querySelector('[name="candidate"][value="%d"]').checked`, i))
			what = fmt.Sprintf("%s, %d wide", what, width)
			v.unread(what)
			v.keys("z")
			v.unread(what + ", zoomed")
			v.keys("z")
		}
	}
	v.run(chromedp.EmulateViewport(1440, 1000))
	v.drag(1, image.Pt(1300, 0), image.Pt(1600, 250))
	v.read("No board is read here")
	v.unread("neither")
}

// nothingFound lets the person drag where there is no board to choose.
func nothingFound(v *visit) {
	v.until(`document.getElementById("look").textContent.includes("No board was found")`)
	if !eval[bool](v, `document.getElementById("accept").disabled && document.getElementById("choices").hidden`) {
		v.Error("there is something to choose")
	}
	v.keys("s", "t", "f", "r", "b")
	v.until(`document.getElementById("save-words").textContent.includes("no place to save")`)
	v.drag(0, image.Pt(1300, -50), image.Pt(1600, 250))
	v.read("No board is read here")
	v.keys(kb.Enter, "s")
	if p := v.saved(calibrate.DefaultName); p.Size != 0 || p.Region.Min.X < 1295 || p.Region.Max.X > 1605 {
		v.Errorf("saved: %+v", p)
	}
}

// narrowAndDark keeps the page inside a narrow window, and dark where that is
// preferred.
func narrowAndDark(v *visit) {
	v.run(chromedp.EmulateViewport(480, 900))
	for theme, want := range map[string]string{"light": "rgb(241, 240, 236)", "dark": "rgb(23, 25, 29)"} {
		v.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			prefers := emulation.MediaFeature{Name: "prefers-color-scheme", Value: theme}
			_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{&prefers}})
			return err
		}))
		v.read("8 × 8")
		v.picture("narrow-" + theme)
		if eval[bool](v, `document.documentElement.scrollWidth > innerWidth + 1`) {
			v.Errorf("%s: the page is wider than the window", theme)
		}
		if ground := eval[string](v, `getComputedStyle(document.body).backgroundColor`); ground != want {
			v.Errorf("%s: the ground is %s, want %s", theme, ground, want)
		}
	}
}
