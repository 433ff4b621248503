package visionreport

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"sync"
	"text/tabwriter"

	"autoqueens/internal/render"
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
	Keep     int
	Progress func(done int) // called from one goroutine at a time, may be nil
}

// Report is what came of a run.
type Report struct {
	Options  Options
	Counts   [Broken + 1]int
	ByKind   map[string]map[string]*[Broken + 1]int // dimension, kind
	Failures []Verdict                              // Missed or worse, in order of their names' numbers
	Excuses  map[string]int                         // refusals of pictures whose truth cannot be told, by rule
}

// Run draws, reads and judges. It stops early when the context ends, and
// reports what it has.
func Run(ctx context.Context, o Options) *Report {
	r := &Report{Options: o, ByKind: make(map[string]map[string]*[Broken + 1]int), Excuses: make(map[string]int)}
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	jobs := make(chan int)
	verdicts := make(chan Verdict)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for k := range jobs {
				o.judgeCase(k, verdicts)
			}
		})
	}
	go func() {
		defer close(verdicts)
		defer group.Wait()
		defer close(jobs)
		for k := range o.Boards + o.Decoys {
			select {
			case jobs <- k:
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

// judgeCase judges all pictures of a case: first come the boards, then the
// decoys.
func (o Options) judgeCase(k int, out chan<- Verdict) {
	if k >= o.Boards {
		d := k - o.Boards
		out <- slim(Judge(render.Decoy(o.Seed, o.First+d, render.Decoys[d%len(render.Decoys)])))
		return
	}
	for p := range render.Pictures(o.Seed, o.First+k, o.Variants...) {
		out <- slim(Judge(p))
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
	if v.Picture.Truth.Board == nil && k.Scene == render.NoBoard {
		rows = [][2]string{{"no board", k.Variant}}
	}
	for _, d := range rows {
		if r.ByKind[d[0]] == nil {
			r.ByKind[d[0]] = make(map[string]*[Broken + 1]int)
		}
		if r.ByKind[d[0]][d[1]] == nil {
			r.ByKind[d[0]][d[1]] = new([Broken + 1]int)
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
func (r *Report) Total() (n int) {
	for _, c := range r.Counts {
		n += c
	}
	return n
}

// Rate returns the share of right answers among the pictures whose truth can
// be told.
func (r *Report) Rate() float64 {
	told := r.Total() - r.Counts[Excused]
	if told == 0 {
		return 1
	}
	return float64(r.Counts[Right]) / float64(told)
}

// dimensions are the ways pictures are sorted, in the order of the table.
var dimensions = []string{"variant", "lines", "palette", "state", "scene", "size", "no board"}

// Table writes the counts by kind.
func (r *Report) Table(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "\tkind\tpictures\tright\texcused\trefused\tWRONG\tBROKEN\n")
	row := func(a, b string, c [Broken + 1]int) {
		sum := 0
		for _, n := range c {
			sum += n
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\n", a, b, sum, c[Right], c[Excused], c[Missed], c[Wrong], c[Broken])
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
	_, err := fmt.Fprintf(w, "right where the truth can be told: %.3f %% of %d; read as what it is not: %d\n",
		100*r.Rate(), r.Total()-r.Counts[Excused], r.Counts[Wrong])
	return err
}
