package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"iter"
	"math"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"autoqueens/internal/render"
)

// Variant is the variant in the names of pictures that a browser drew.
const Variant = "browser"

// ErrNoBrowser says that this machine has no browser to draw with.
var ErrNoBrowser = errors.New("no Chromium was found")

// patience is how long a picture may take; a browser that takes longer hangs.
const patience = 30 * time.Second

// Browser draws pictures in a Chromium without a window. It draws one at a time.
type Browser struct {
	parent context.Context
	path   string
	emoji  bool

	// The running browser. Its display scale is fixed when it starts: scaling
	// a page afterwards rounds to whole CSS pixels, not to those of the display.
	ctx context.Context
	dpr float64
	end []func()
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

// start runs the browser with so many device pixels to a CSS pixel, instead of
// the one that runs.
func (b *Browser) start(dpr float64) error {
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
		chromedp.Flag("force-device-scale-factor", fmt.Sprint(dpr)),
		chromedp.Flag("hide-scrollbars", true))
	ctx, stop := chromedp.NewExecAllocator(b.parent, options...)
	b.end = append(b.end, stop)
	b.ctx, stop = chromedp.NewContext(ctx)
	b.end = append(b.end, stop)
	if err := chromedp.Do(b.ctx); err != nil {
		b.Close()
		return fmt.Errorf("the browser %s does not start: %w", b.path, err)
	}
	b.dpr = dpr
	return nil
}

// Close ends the browser.
func (b *Browser) Close() {
	for i := len(b.end) - 1; i >= 0; i-- {
		b.end[i]()
	}
	b.end, b.dpr = nil, 0
}

// Emoji tells whether the browser has a font for coloured emoji. Without one,
// boards have crowns in their stead.
func (b *Browser) Emoji() bool { return b.emoji }

// Pictures draws the cases from first on, as many as count, those of one
// display scale after the other. It ends with the first error.
func (b *Browser) Pictures(seed uint64, first, count int) iter.Seq2[render.Picture, error] {
	return func(yield func(render.Picture, error) bool) {
		scales := make(map[int]float64)
		var cases []int
		for k := first; k < first+count; k++ {
			cases = append(cases, k)
			scales[k] = deal(seed, k, b.emoji).dpr
		}
		slices.SortStableFunc(cases, func(i, j int) int { return cmp.Compare(scales[i], scales[j]) })
		for _, k := range cases {
			p, err := b.Draw(seed, k)
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// Draw draws one case: every sixth holds no whole board.
func (b *Browser) Draw(seed uint64, number int) (render.Picture, error) {
	p, err := b.draw(seed, number)
	p.Name = render.Name(seed, number, Variant)
	if err != nil {
		return p, fmt.Errorf("%s: %w", p.Name, err)
	}
	return p, nil
}

func (b *Browser) draw(seed uint64, number int) (render.Picture, error) {
	d := deal(seed, number, b.emoji)
	if number%6 == 5 {
		return b.decoy(d, number/6)
	}
	img, l, err := b.shoot(d, d.page())
	if err != nil {
		return render.Picture{}, err
	}
	bounds, err := d.lattice(l)
	if err != nil {
		return render.Picture{}, err
	}
	if d.scene == Crop {
		img, bounds = d.cut(img, bounds)
	}
	p := render.Picture{Image: img, Kinds: d.kinds}
	p.Truth, err = d.truth(bounds, l)
	return p, err
}

// layout is what the page says of itself, in CSS pixels of the window.
type layout struct {
	DPR    float64      `json:"dpr"`
	Cells  [][4]float64 `json:"cells"`  // left, top, width and height, row-major
	Colors [][3]uint8   `json:"colors"` // those asked for, as the filter shows them
}

// look waits until the page is drawn, and tells where the cells lie and what
// the filter makes of colours.
const look = `(async(colors,filter)=>{
await document.fonts.ready;
if(window.paint)paint();
for(const e of document.querySelectorAll(".moving"))e.style.animationDelay=-e.dataset.age+"s";
const at=e=>{const r=e.getBoundingClientRect();return[r.left,r.top,r.width,r.height]};
let cells=[...document.querySelectorAll("[data-c]")].map(at);
const whole=document.querySelector("[data-grid]");
if(whole){const n=+whole.dataset.grid,[x,y,w,h]=at(whole);for(let i=0;i<n*n;i++)cells.push([x+i%%n*w/n,y+Math.floor(i/n)*h/n,w/n,h/n])}
const g=new OffscreenCanvas(1,1).getContext("2d",{willReadFrequently:true});
g.filter=filter||"none";
const seen=colors.map(k=>{g.clearRect(0,0,1,1);g.fillStyle=k;g.fillRect(-9,-9,20,20);return[...g.getImageData(0,0,1,1).data].slice(0,3)});
await new Promise(done=>requestAnimationFrame(()=>requestAnimationFrame(done)));
return{dpr:devicePixelRatio,cells,colors:seen}})(%s,%q)`

// shoot shows a page and returns the picture of it and its layout.
func (b *Browser) shoot(d *drawing, html string) (*image.RGBA, layout, error) {
	if b.dpr != d.dpr {
		if err := b.start(d.dpr); err != nil {
			return nil, layout{}, err
		}
	}
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	var colors []string
	for _, c := range append(d.Colors[:len(d.Colors):len(d.Colors)], d.Page, d.Lines.ThickColor) {
		colors = append(colors, hex(c))
	}
	list, err := json.Marshal(colors)
	if err != nil {
		return nil, layout{}, err
	}
	write, err := json.Marshal(html)
	if err != nil {
		return nil, layout{}, err
	}
	err = chromedp.Do(ctx,
		chromedp.Navigate("about:blank"), // scripts of the page before are gone
		chromedp.EmulateViewport(int64(d.width), int64(d.height), chromedp.EmulateScale(0))) // the display's own scale
	if err != nil {
		return nil, layout{}, err
	}
	if _, err = chromedp.Run(ctx, chromedp.Evaluate[bool](`document.open();document.write(`+string(write)+`);document.close();true`)); err != nil {
		return nil, layout{}, err
	}
	l, err := chromedp.Run(ctx, chromedp.Evaluate[layout](fmt.Sprintf(look, list, d.filter), chromedp.EvalAwaitPromise))
	if err != nil {
		return nil, layout{}, err
	}
	yes := true
	data, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) ([]byte, error) {
		r, err := cdp.Call(ctx, t, page.CaptureScreenshot, page.CaptureScreenshotParams{FromSurface: &yes, OptimizeForSpeed: &yes})
		if err != nil {
			return nil, err
		}
		return r.Data, nil
	})
	if err != nil {
		return nil, layout{}, err
	}
	shot, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, layout{}, err
	}
	img := image.NewRGBA(image.Rect(0, 0, shot.Bounds().Dx(), shot.Bounds().Dy()))
	draw.Draw(img, img.Rect, shot, shot.Bounds().Min, draw.Src)
	return img, l, nil
}

// lattice returns where the board lies, in pixels of the picture, from where
// the page says that its cells do. They must lie evenly: a truth that is not
// exact is an error.
func (d *drawing) lattice(l layout) (render.Rect, error) {
	n := d.size()
	if len(l.Cells) != n*n {
		return render.Rect{}, fmt.Errorf("the page has %d cells, want %d", len(l.Cells), n*n)
	}
	if math.Abs(l.DPR-d.dpr) > 1e-3 {
		return render.Rect{}, fmt.Errorf("the page has %g device pixels a pixel, want %g", l.DPR, d.dpr)
	}
	first, last := l.Cells[0], l.Cells[n*n-1]
	gap := d.apart() * l.DPR * d.zoom * d.transform
	b := render.Rect{X: first[0]*l.DPR - gap/2, Y: first[1]*l.DPR - gap/2}
	b.Width = (last[0]+last[2])*l.DPR + gap/2 - b.X
	b.Height = (last[1]+last[3])*l.DPR + gap/2 - b.Y
	pw, ph := b.Width/float64(n), b.Height/float64(n)
	for cell, at := range l.Cells {
		x, y := (at[0]+at[2]/2)*l.DPR, (at[1]+at[3]/2)*l.DPR
		dx, dy := x-b.X-(float64(cell%n)+0.5)*pw, y-b.Y-(float64(cell/n)+0.5)*ph
		// Tables put their cells on whole pixels of the page.
		if math.Abs(dx) > max(1, d.unit(), 0.03*pw) || math.Abs(dy) > max(1, d.unit(), 0.03*ph) {
			return render.Rect{}, fmt.Errorf("%s: cell %d lies %.1f, %.1f px off an even lattice of %.1f x %.1f", d.means, cell, dx, dy, pw, ph)
		}
	}
	if math.Abs(pw-d.PitchX) > max(1, 0.03*pw) {
		return render.Rect{}, fmt.Errorf("%s: cells are %.2f px wide, want %.2f", d.means, pw, d.PitchX)
	}
	return b, nil
}

// apart returns the gap between cells that belongs to none, in CSS pixels of
// the board.
func (d *drawing) apart() float64 {
	switch {
	case d.means == Canvas:
		return 0 // whose cells are no elements: it tells of them with their gaps
	case d.Lines.Kind == render.Gaps:
		return d.gap
	case d.means == Backing:
		return d.thin
	}
	return 0
}

// cut cuts the picture near the board.
func (d *drawing) cut(img *image.RGBA, b render.Rect) (*image.RGBA, render.Rect) {
	least := math.Ceil(d.Frame.Width + d.Lines.Outer/2)
	if d.Frame.Width == 0 && d.Lines.Outer == 0 {
		least = 2 // else nothing would show where the outer cells end
	}
	margin := func() int { return int(least + pick(d.r, 0, between(d.r, 0, 6), between(d.r, 0, 28*d.dpr))) }
	at := image.Rect(int(b.X)-margin(), int(b.Y)-margin(), int(b.X+b.Width+1)+margin(), int(b.Y+b.Height+1)+margin()).Intersect(img.Rect)
	out := image.NewRGBA(image.Rect(0, 0, at.Dx(), at.Dy()))
	draw.Draw(out, out.Rect, img, at.Min, draw.Src)
	b.X, b.Y = b.X-float64(at.Min.X), b.Y-float64(at.Min.Y)
	return out, b
}

// truth returns what the picture shows and what may be asked of its reader.
func (d *drawing) truth(bounds render.Rect, l layout) (render.Truth, error) {
	t := render.Truth{Board: d.Board, Bounds: bounds}
	// A cell with its line on one side has its edge where the line is or where
	// the cell ends.
	t.Slack = max(d.Lines.Outer, d.Lines.Thick) / 2
	if d.Lines.Kind == render.Gaps || d.means == Backing {
		t.Slack = d.Lines.Thin / 2
	}
	if d.Moving >= 0 && d.MovingAge < 0.6 {
		t.Either = []int{d.Moving}
	}
	if len(l.Colors) != len(d.Colors)+2 {
		return t, fmt.Errorf("the page tells %d colours, want %d", len(l.Colors), len(d.Colors)+2)
	}
	seen := *d.Spec // as the filter shows it
	seen.Colors = make([]color.NRGBA, len(d.Colors))
	for i, c := range l.Colors {
		k := color.NRGBA{R: c[0], G: c[1], B: c[2], A: 255}
		switch {
		case i < len(d.Colors):
			seen.Colors[i] = k
		case i == len(d.Colors):
			seen.Page = k
		default:
			seen.Lines.ThickColor, seen.Frame.Color = k, k
		}
	}
	seen.X, seen.Y = bounds.X, bounds.Y
	t.Demand, t.Why = seen.Tell(bounds)
	return t, nil
}
