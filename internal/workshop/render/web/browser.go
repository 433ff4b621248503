package web

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"iter"
	"math"
	"slices"

	"autoqueens/internal/workshop/headless"
	"autoqueens/internal/workshop/render"
)

// Variant is the variant in the names of pictures that a browser drew.
const Variant = "browser"

// ErrNoBrowser says that this machine has no browser to draw with.
var ErrNoBrowser = headless.ErrNoBrowser

// Browser draws pictures in a Chromium without a window. It draws one at a time.
type Browser struct{ *headless.Browser }

// Open starts a browser, which runs until Close or the end of ctx. The error
// is ErrNoBrowser where there is none. Without a font for emoji, boards have
// crowns in their stead.
func Open(ctx context.Context) (*Browser, error) {
	b, err := headless.Open(ctx)
	if err != nil {
		return nil, err
	}
	return &Browser{b}, nil
}

// Pictures draws the cases from first on, as many as count, those of one
// display scale after the other. It ends with the first error.
func (b *Browser) Pictures(seed uint64, first, count int) iter.Seq2[render.Picture, error] {
	return func(yield func(render.Picture, error) bool) {
		scales := make(map[int]float64)
		var cases []int
		for k := first; k < first+count; k++ {
			cases = append(cases, k)
			scales[k] = deal(seed, k, b.Emoji()).dpr
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
	d := deal(seed, number, b.Emoji())
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
	var colors []string
	for _, c := range append(d.Colors[:len(d.Colors):len(d.Colors)], d.Page, d.Lines.ThickColor) {
		colors = append(colors, hex(c))
	}
	list, err := json.Marshal(colors)
	if err != nil {
		return nil, layout{}, err
	}
	shot, l, err := headless.Photograph[layout](b.Browser, headless.Page{HTML: html, Width: d.width, Height: d.height, Scale: d.dpr}, fmt.Sprintf(look, list, d.filter))
	if err != nil {
		return nil, layout{}, err
	}
	img, err := headless.Decode(shot)
	return img, l, err
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
