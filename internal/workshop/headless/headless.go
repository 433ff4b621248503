// Package headless shows pages in a Chromium without a window and photographs
// them, for pictures whose truth is asked of the page's own layout.
//
//	HTML or URL, size, display scale -> Chromium -> what a script answers, PNG
//
// It knows nothing of boards: internal/workshop/render/web and internal/workshop/webstyles do.
package headless

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// ErrNoBrowser says that this machine has no browser to draw with.
var ErrNoBrowser = errors.New("no Chromium was found")

// patience is how long a picture may take; a browser that takes longer hangs.
const patience = 30 * time.Second

// Browser is a Chromium without a window. It shows one page at a time.
type Browser struct {
	parent context.Context
	path   string
	emoji  bool

	// The running browser. Its display scale is fixed when it starts: scaling
	// a page afterwards rounds to whole CSS pixels, not to those of the display.
	ctx   context.Context
	scale float64
	end   []func()
}

// Page is what to show.
type Page struct {
	HTML          string
	URL           string  // of the page, where it is not given as HTML
	Width, Height int     // of the viewport, in CSS pixels
	Scale         float64 // device pixels to a CSS pixel: display scale times page zoom
}

// Open starts a browser, which runs until Close or the end of ctx. The error
// is ErrNoBrowser where there is none.
func Open(ctx context.Context) (*Browser, error) {
	b := &Browser{parent: ctx}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome-stable", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			b.path = found
			break
		}
	}
	if b.path == "" {
		return nil, ErrNoBrowser
	}
	if err := b.start(1); err != nil {
		return nil, err
	}
	// Without a font for them emoji are empty boxes, of one colour.
	var err error
	b.emoji, err = chromedp.Run(b.ctx, chromedp.Evaluate[bool](`(()=>{const c=document.createElement("canvas"),g=c.getContext("2d");
g.font="40px 'Noto Color Emoji', sans-serif";g.fillText("👑",0,50);const d=g.getImageData(0,0,80,80).data;
for(let i=0;i<d.length;i+=4)if(d[i+3]>200&&d[i]-d[i+2]>60)return true;return false})()`))
	if err != nil {
		b.Close()
		return nil, fmt.Errorf("the browser %s does not draw: %w", b.path, err)
	}
	return b, nil
}

// start runs the browser at a display scale, instead of the one that runs.
func (b *Browser) start(scale float64) error {
	b.Close()
	dir, err := os.MkdirTemp("", "autoqueens-web-")
	if err != nil {
		return err
	}
	b.end = []func(){func() { os.RemoveAll(dir) }}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(b.path), chromedp.UserDataDir(dir), chromedp.DisableGPU,
		chromedp.Env("TMPDIR="+dir), // it leaves a folder there
		chromedp.NoSandbox,          // Chromium refuses to run as root with one; it sees no page but ours
		chromedp.Flag("force-device-scale-factor", fmt.Sprint(scale)),
		chromedp.Flag("hide-scrollbars", true))
	ctx, stop := chromedp.NewExecAllocator(b.parent, options...)
	b.end = append(b.end, stop)
	b.ctx, stop = chromedp.NewContext(ctx)
	b.end = append(b.end, stop)
	if err := chromedp.Do(b.ctx); err != nil {
		b.Close()
		return fmt.Errorf("the browser %s does not start: %w", b.path, err)
	}
	b.scale = scale
	return nil
}

// Close ends the browser.
func (b *Browser) Close() {
	for i := len(b.end) - 1; i >= 0; i-- {
		b.end[i]()
	}
	b.end, b.scale = nil, 0
}

// Emoji tells whether the browser has a font for coloured emoji.
func (b *Browser) Emoji() bool { return b.emoji }

// Photograph shows a page, runs a script in it, an expression that gives a
// promise, and returns a PNG of the viewport and what the script answered. A
// page of another display scale than the last one starts the browser anew, so
// pages are best taken in order of it.
func Photograph[Answer any](b *Browser, p Page, script string) (shot []byte, answer Answer, err error) {
	if b.scale != p.Scale {
		if err := b.start(p.Scale); err != nil {
			return nil, answer, err
		}
	}
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	write, err := json.Marshal(p.HTML)
	if err != nil {
		return nil, answer, err
	}
	err = chromedp.Do(ctx,
		chromedp.Navigate("about:blank"), // scripts of the page before are gone
		chromedp.EmulateViewport(int64(p.Width), int64(p.Height), chromedp.EmulateScale(0))) // the display's own scale
	if err != nil {
		return nil, answer, err
	}
	if p.URL != "" {
		err = chromedp.Do(ctx, chromedp.Navigate(p.URL))
	} else {
		_, err = chromedp.Run(ctx, chromedp.Evaluate[bool](`document.open();document.write(`+string(write)+`);document.close();true`))
	}
	if err != nil {
		return nil, answer, err
	}
	if answer, err = chromedp.Run(ctx, chromedp.Evaluate[Answer](script, chromedp.EvalAwaitPromise)); err != nil {
		return nil, answer, err
	}
	yes := true
	shot, err = chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) ([]byte, error) {
		r, err := cdp.Call(ctx, t, page.CaptureScreenshot, page.CaptureScreenshotParams{FromSurface: &yes, OptimizeForSpeed: &yes})
		if err != nil {
			return nil, err
		}
		return r.Data, nil
	})
	return shot, answer, err
}

// Decode decodes a photograph.
func Decode(shot []byte) (*image.RGBA, error) {
	from, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		return nil, err
	}
	b := from.Bounds()
	img := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(img, img.Rect, from, b.Min, draw.Src)
	return img, nil
}
