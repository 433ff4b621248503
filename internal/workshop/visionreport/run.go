package visionreport

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"runtime"
	"slices"
	"sync"
	"text/tabwriter"

	"autoqueens/internal/workshop/render"
)

// Options says what to run.
type Options struct {
	Seed     uint64
	First    int // number of the first case
	Boards   int // how many boards are drawn, each in all variants
	Decoys   int // how many pictures of what is no board
	Variants []string
	Workers  int // 0 for one a processor
	// Keep bounds how many failures keep their picture for the page; the
	// others keep their words. Pictures take megabytes.
	Keep int
	// More are pictures drawn elsewhere, say by a browser; they have rows of
	// their own. May be nil. It is called from one goroutine.
	More     iter.Seq[render.Picture]
	Progress func(done int) // called from one goroutine at a time, may be nil
}

// Counts says how many pictures came to each class.
type Counts [Broken + 1]int

// Report is what came of a run.
type Report struct {
	Options  Options
	Counts   Counts
	ByKind   map[string]map[string]*Counts // dimension, kind
	Failures []Verdict                     // Missed or worse, in order of their names' numbers
	Excuses  map[string]int                // refusals of pictures whose truth cannot be told, by rule
}

// Run draws, reads and judges. It stops early when the context ends, and
// reports what it has.
func Run(ctx context.Context, o Options) *Report {
	r := &Report{Options: o, ByKind: make(map[string]map[string]*Counts), Excuses: make(map[string]int)}
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	jobs := make(chan iter.Seq[render.Picture])
	verdicts := make(chan Verdict)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for pictures := range jobs {
				for p := range pictures {
					verdicts <- slim(Judge(p))
				}
			}
		})
	}
	go func() {
		defer close(verdicts)
		defer group.Wait()
		defer close(jobs)
		for pictures := range o.cases() {
			select {
			case jobs <- pictures:
			case <-ctx.Done():
				return
			}
		}
	}()
	for v := range verdicts {
		r.add(v)
	}
	slices.SortStableFunc(r.Failures, func(a, b Verdict) int {
		return cmp.Or(-cmp.Compare(a.Class, b.Class), cmp.Compare(a.Picture.Name, b.Picture.Name))
	})
	return r
}

// cases returns the pictures of each case: first come the boards, then the
// decoys, then what is drawn elsewhere.
func (o Options) cases() iter.Seq[iter.Seq[render.Picture]] {
	return func(yield func(iter.Seq[render.Picture]) bool) {
		for k := range o.Boards {
			if !yield(render.Pictures(o.Seed, o.First+k, o.Variants...)) {
				return
			}
		}
		for k := range o.Decoys {
			decoy := func(yield func(render.Picture) bool) {
				yield(render.Decoy(o.Seed, o.First+k, render.Decoys[k%len(render.Decoys)]))
			}
			if !yield(decoy) {
				return
			}
		}
		if o.More == nil {
			return
		}
		for p := range o.More {
			if !yield(func(yield func(render.Picture) bool) { yield(p) }) {
				return
			}
		}
	}
}

// slim drops the picture of a verdict that nobody will look at.
func slim(v Verdict) Verdict {
	if v.Class <= Excused {
		v.Picture.Image, v.Reading = nil, nil
	}
	return v
}

func (r *Report) add(v Verdict) {
	r.Counts[v.Class]++
	k := v.Picture.Kinds
	rows := [][2]string{{"variant", k.Variant}, {"lines", k.Lines}, {"palette", k.Palette}, {"state", k.State}, {"scene", k.Scene}, {"size", k.Size}}
	switch {
	case k.Drawing != "" && k.Scene == render.NoBoard:
		rows = [][2]string{{"browser", k.Scene}, {"no board there", k.Drawing}}
	case k.Drawing != "":
		rows = [][2]string{{"browser", k.Scene}, {"drawn as", k.Drawing}, {"marks there", k.Look}, {"zoom there", k.Zoom}, {"filter there", k.Filter}, {"state there", k.State}}
	case k.Scene == render.NoBoard:
		rows = [][2]string{{"no board", k.Variant}}
	}
	for _, d := range rows {
		if r.ByKind[d[0]] == nil {
			r.ByKind[d[0]] = make(map[string]*Counts)
		}
		if r.ByKind[d[0]][d[1]] == nil {
			r.ByKind[d[0]][d[1]] = new(Counts)
		}
		r.ByKind[d[0]][d[1]][v.Class]++
	}
	if v.Class == Excused {
		r.Excuses[v.Picture.Truth.Why]++
	}
	if v.Class > Excused {
		if len(r.Failures) >= r.Options.Keep && v.Class == Missed {
			v.Picture.Image, v.Reading = nil, nil
		}
		r.Failures = append(r.Failures, v)
	}
	if r.Options.Progress != nil {
		r.Options.Progress(r.Total())
	}
}

// Total returns how many pictures were judged.
func (r *Report) Total() int { return r.Counts.Total() }

// Rate returns the share of right answers among the pictures whose truth can
// be told.
func (r *Report) Rate() float64 { return r.Counts.Rate() }

// dimensions are the ways pictures are sorted, in the order of the table;
// those of what a browser drew after the others.
var dimensions = []string{
	"variant", "lines", "palette", "state", "scene", "size", "no board",
	"browser", "drawn as", "marks there", "zoom there", "filter there", "state there", "no board there",
}

// Table writes the counts by kind.
func (r *Report) Table(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "\tkind\tpictures\tright\texcused\trefused\tWRONG\tBROKEN\n")
	row := func(a, b string, c Counts) {
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\n", a, b, c.Total(), c[Right], c[Excused], c[Missed], c[Wrong], c[Broken])
	}
	for _, d := range dimensions {
		name := d
		for _, kind := range slices.Sorted(maps.Keys(r.ByKind[d])) {
			row(name, kind, *r.ByKind[d][kind])
			name = ""
		}
	}
	row("all", "", r.Counts)
	if err := t.Flush(); err != nil {
		return err
	}
	for _, why := range slices.Sorted(maps.Keys(r.Excuses)) {
		fmt.Fprintf(w, "excused %5d  %s\n", r.Excuses[why], why)
	}
	if here, there := r.browser(); here.Total() > 0 && there.Total() > 0 {
		fmt.Fprintf(w, "drawn here: %s\ndrawn by a browser: %s\n", here.summary(), there.summary())
	}
	_, err := fmt.Fprintln(w, r.Counts.summary())
	return err
}

// browser returns the counts of what was drawn here, and by a browser.
func (r *Report) browser() (here, there Counts) {
	for _, c := range r.ByKind["browser"] {
		for class, n := range c {
			there[class] += n
		}
	}
	for class, n := range r.Counts {
		here[class] = n - there[class]
	}
	return here, there
}

// Total returns how many pictures were counted.
func (c Counts) Total() (n int) {
	for _, k := range c {
		n += k
	}
	return n
}

// Rate returns the share of right answers among the pictures whose truth can
// be told.
func (c Counts) Rate() float64 {
	told := c.Total() - c[Excused]
	if told == 0 {
		return 1
	}
	return float64(c[Right]) / float64(told)
}

func (c Counts) summary() string {
	return fmt.Sprintf("right where the truth can be told: %.3f %% of %d; read as what it is not: %d",
		100*c.Rate(), c.Total()-c[Excused], c[Wrong])
}
