package webstyles

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"image/draw"
	"iter"
	"math"
	"slices"

	"autoqueens/internal/workshop/headless"
	"autoqueens/internal/workshop/render"
)

// Picture is a photograph of a page with its truth.
type Picture struct {
	Name     string // style, seed and number
	Style    string
	Fold     int
	Spoiling string
	State    string
	Palette  string
	Scale    float64 // device pixels to a CSS pixel
	Image    image.Image
	Truth    render.Truth
	// Lattice is where the whole board lies, also where part of it is hidden or
	// out of the picture; empty where there is no board.
	Lattice render.Rect
}

// Job names a page.
type Job struct {
	Style  string
	Number int
}

// Jobs lists the pages of a set: so many of each style with boards, and a
// quarter as many, but at least one, of the others.
func Jobs(styles []string, count int) []Job {
	var out []Job
	for _, name := range styles {
		n := count
		if s := find(name); s == nil {
			continue
		} else if !s.Board {
			n = max(1, (count+3)/4)
		}
		for k := range n {
			out = append(out, Job{name, k})
		}
	}
	return out
}

// ready readies the page and tells where the cells lie. It brings the board into
// view, puts the cover in its place, or moves the page so that part of the
// board is out of sight: shift is the side and how many cells are lost there.
const ready = `(async(shift)=>{
await document.fonts.ready;
for(const i of document.images)try{await i.decode()}catch{}
if(window.paint)paint();
const at=e=>{const r=e.getBoundingClientRect();return[r.left,r.top,r.width,r.height]};
const cells=()=>{const out=[...document.querySelectorAll("[data-c]")].map(at),whole=document.querySelector("[data-grid]");
if(whole){const n=+whole.dataset.grid,[x0,y0,w0]=at(whole),m=w0*whole.dataset.margin,w=w0-2*m;for(let i=0;i<n*n;i++)out.push([x0+m+i%n*w/n,y0+m+Math.floor(i/n)*w/n,w/n,w/n])}return out};
const box=()=>{const c=cells(),a=c[0],z=c[c.length-1];return{x:a[0],y:a[1],w:z[0]+z[2]-a[0],h:z[1]+z[3]-a[1],p:(z[0]-a[0])/(Math.sqrt(c.length)-1)}};
const board=document.querySelector("[data-board]");
let cover=null;
if(board){
 const r=board.getBoundingClientRect();
 if(r.bottom>innerHeight-6)scrollTo(0,Math.max(0,r.bottom-innerHeight+Math.min(30,(innerHeight-r.height)/2)));
 if(shift){const b=box(),lost=shift[1]*b.p;let dx=0,dy=0;
  if(shift[0]==0)dy=-b.y-lost;if(shift[0]==1)dx=innerWidth-b.x-b.w+lost;if(shift[0]==2)dy=innerHeight-b.y-b.h+lost;if(shift[0]==3)dx=-b.x-lost;
  const s=document.body.style;s.position="relative";s.left=dx+"px";s.top=dy+"px"}
 const c=document.getElementById("cover");
 if(c){const b=box(),q=c.dataset.at.split(",").map(Number),s=c.style;
  s.left=b.x+scrollX+q[0]*b.p+"px";s.top=b.y+scrollY+q[1]*b.p+"px";s.width=(q[2]-q[0])*b.p+"px";s.height=(q[3]-q[1])*b.p+"px";cover=at(c)}
}
await new Promise(done=>requestAnimationFrame(()=>requestAnimationFrame(done)));
return{scale:devicePixelRatio,cells:cells(),cover}})`

// layout is what the page says of itself, in CSS pixels of the viewport.
type layout struct {
	Scale float64      `json:"scale"`
	Cells [][4]float64 `json:"cells"` // left, top, width, height; row-major
	Cover []float64    `json:"cover"`
}

// exposure is a photograph that is still to be looked at.
type exposure struct {
	s    *sheet
	seed uint64
	l    layout
	shot []byte
}

func expose(b *headless.Browser, seed uint64, j Job) (*exposure, error) {
	style := find(j.Style)
	if style == nil {
		return nil, fmt.Errorf("there is no style %q", j.Style)
	}
	return deal(seed, style, j.Number, b.Emoji()).expose(b, seed)
}

// expose photographs the page. It can be called once, as html can.
func (s *sheet) expose(b *headless.Browser, seed uint64) (*exposure, error) {
	e := &exposure{s: s, seed: seed}
	shift := "null"
	if s.cut.depth > 0 && !s.cut.crop {
		shift = f("[%d,%.3f]", s.cut.side, s.cut.depth)
	}
	var err error
	page := headless.Page{HTML: s.html(), Width: s.width, Height: s.height, Scale: s.scale}
	if e.shot, e.l, err = headless.Photograph[layout](b, page, ready+"("+shift+")"); err != nil {
		return nil, fmt.Errorf("%s: %w", e.name(), err)
	}
	return e, nil
}

func (e *exposure) name() string { return f("%s-s%d-%03d", e.s.style.Name, e.seed, e.s.number) }

// develop makes the picture and its truth of a photograph.
func (e *exposure) develop() (Picture, error) {
	s := e.s
	p := Picture{Name: e.name(), Style: s.style.Name, Fold: s.style.Fold, Spoiling: s.spoiling, State: s.state, Palette: s.palette, Scale: s.scale}
	img, err := headless.Decode(e.shot)
	if err != nil {
		return p, fmt.Errorf("%s: %w", p.Name, err)
	}
	if !s.style.Board {
		p.State, p.Palette = "", ""
		p.Image, _, _ = s.spoil(img, render.Rect{})
		p.Truth = render.Truth{Demand: render.Refuse, Why: "it shows no Queens board"}
		return p, nil
	}
	at, slack, err := s.lattice(e.l)
	if err != nil {
		return p, fmt.Errorf("%s: %w", p.Name, err)
	}
	switch {
	case s.cut.crop && s.spoiling == Cut:
		img, at = cropped(img, s.cut.crops(img, at, s.n), at)
	case s.crop && s.spoiling != Covered:
		m := s.margin * s.scale
		around := image.Rect(int(at.X-m), int(at.Y-m), int(at.X+at.Width+m), int(at.Y+at.Height+m))
		img, at = cropped(img, around.Intersect(img.Rect), at)
	}
	inside := image.Rect(int(at.X+0.5), int(at.Y+0.5), int(at.X+at.Width+0.5), int(at.Y+at.Height+0.5)).In(img.Rect)
	if inside == (s.spoiling == Cut) {
		return p, fmt.Errorf("%s: the board lies at %.1f in a picture of %v, but %q was done to it", p.Name, at, img.Rect.Max, s.spoiling)
	}
	switch s.spoiling {
	case Cut:
		p.Truth = render.Truth{Demand: render.Refuse, Why: "rows or columns are out of sight"}
	case Covered:
		p.Truth = render.Truth{Demand: render.Refuse, Why: "a " + s.cover.kind + " hides cells"}
	}
	if p.Truth.Demand == render.Refuse {
		p.Image, p.Lattice = img, at
		return p, nil
	}
	var c condition
	p.Image, at, c = s.spoil(img, at)
	p.Lattice = at
	p.Truth = render.Truth{Board: s.board, Bounds: at, Slack: slack * c.factor}
	p.Truth.Demand, p.Truth.Why = s.demand(p.Image, at, c)
	return p, nil
}

// lattice returns where the board lies, in pixels of the photograph, from where
// the page says that its cells do. It runs through their middles, whatever gaps
// and lines are between them; slack is how far the outer edge of a cell is
// from it. Cells that do not lie evenly are an error: a truth has to be exact.
func (s *sheet) lattice(l layout) (at render.Rect, slack float64, err error) {
	n := s.n
	if len(l.Cells) != n*n {
		return at, 0, fmt.Errorf("the page has %d cells, want %d", len(l.Cells), n*n)
	}
	if math.Abs(l.Scale-s.scale) > 1e-3 {
		return at, 0, fmt.Errorf("the page has %g device pixels a pixel, want %g", l.Scale, s.scale)
	}
	middle := func(cell int) (x, y float64) {
		c := l.Cells[cell]
		return (c[0] + c[2]/2) * s.scale, (c[1] + c[3]/2) * s.scale
	}
	x0, y0 := middle(0)
	x1, y1 := middle(n*n - 1)
	pw, ph := (x1-x0)/float64(n-1), (y1-y0)/float64(n-1)
	at = render.Rect{X: x0 - pw/2, Y: y0 - ph/2, Width: pw * float64(n), Height: ph * float64(n)}
	for cell := range l.Cells {
		x, y := middle(cell)
		dx, dy := x-x0-float64(cell%n)*pw, y-y0-float64(cell/n)*ph
		// Tables put their cells on whole pixels of the page.
		if math.Abs(dx) > max(1.5, 1.5*s.scale, 0.04*pw) || math.Abs(dy) > max(1.5, 1.5*s.scale, 0.04*ph) {
			return at, 0, fmt.Errorf("cell %d lies %.1f, %.1f px off an even lattice of %.1f x %.1f", cell, dx, dy, pw, ph)
		}
	}
	return at, (max(s.thin, s.thick)/2 + s.edge) * s.scale, nil
}

func cropped(img *image.RGBA, to image.Rectangle, at render.Rect) (*image.RGBA, render.Rect) {
	out := image.NewRGBA(image.Rect(0, 0, to.Dx(), to.Dy()))
	draw.Draw(out, out.Rect, img, to.Min, draw.Src)
	at.X, at.Y = at.X-float64(to.Min.X), at.Y-float64(to.Min.Y)
	return out, at
}

// Draw photographs pages and yields them, those of one display scale after
// another, as each takes a start of the browser. While one page is photographed
// those before are looked at by others. It ends with the first error.
func Draw(ctx context.Context, b *headless.Browser, seed uint64, jobs []Job) iter.Seq2[Picture, error] {
	return func(yield func(Picture, error) bool) {
		jobs := slices.Clone(jobs)
		scale := make(map[Job]float64)
		for _, j := range jobs {
			if s := find(j.Style); s != nil {
				scale[j] = deal(seed, s, j.Number, b.Emoji()).scale
			}
		}
		slices.SortStableFunc(jobs, func(i, j Job) int { return cmp.Compare(scale[i], scale[j]) })
		type developed struct {
			p   Picture
			err error
		}
		ctx, cancel := context.WithCancel(ctx)
		// In order, and few at a time: pictures take megabytes.
		queue := make(chan chan developed, 4)
		defer func() {
			cancel()
			for range queue { // until the browser is left alone
			}
		}()
		go func() {
			defer close(queue)
			for _, j := range jobs {
				slot := make(chan developed, 1)
				select {
				case queue <- slot:
				case <-ctx.Done():
					return
				}
				e, err := expose(b, seed, j)
				if err != nil {
					slot <- developed{err: err}
					return
				}
				go func() {
					p, err := e.develop()
					slot <- developed{p, err}
				}()
			}
		}()
		for slot := range queue {
			d := <-slot
			if !yield(d.p, d.err) || d.err != nil {
				return
			}
		}
	}
}
