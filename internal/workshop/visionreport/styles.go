package visionreport

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"autoqueens/internal/workshop/render"
	"autoqueens/internal/workshop/webstyles"
)

// How does the reader do on pages built in ways that it was not tuned on? And is
// it right as often as it says? Both are told by pages of internal/workshop/webstyles,
// drawn now or from a set that was drawn before.

// StylesOptions says how to judge pages.
type StylesOptions struct {
	Dir      string // for pictures of failures; those of an earlier run are removed
	Workers  int    // 0 for one a processor
	Keep     int    // so many refused pictures are kept in Dir; wrong ones all are
	Progress func(done int)
}

// StylesReport is what came of the pages.
type StylesReport struct {
	Counts      Counts
	ByStyle     map[string]*Counts
	ByFold      map[int]*Counts
	BySpoiling  map[string]*Counts
	Refusals    map[string]int // of pages that a person can read, by the reader's reason
	Faults      map[string]int // wrong readings, by what was wrong
	Excuses     map[string]int // refusals of what nobody could tell, by why
	Calibration Calibration
	Failures    []StylesFailure
	folds       map[string]int
}

// StylesFailure is a verdict worse than Excused. Shown tells that its pictures
// lie in the folder.
type StylesFailure struct {
	Verdict
	Shown bool
}

// RunStyles has pages read and judges them. It returns what it has with the
// first error, and with the context's where that ended.
func RunStyles(ctx context.Context, o StylesOptions, pages iter.Seq2[webstyles.Picture, error]) (*StylesReport, error) {
	r := &StylesReport{
		ByStyle: make(map[string]*Counts), ByFold: make(map[int]*Counts), BySpoiling: make(map[string]*Counts),
		Refusals: make(map[string]int), Faults: make(map[string]int), Excuses: make(map[string]int), folds: make(map[string]int),
	}
	if err := emptied(o.Dir); err != nil {
		return r, err
	}
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	type judged struct {
		page webstyles.Picture // without its image
		v    Verdict
	}
	jobs, verdicts := make(chan webstyles.Picture), make(chan judged)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for p := range jobs {
				kinds := render.Kinds{Drawing: p.Style, Variant: p.Spoiling, State: p.State, Palette: p.Palette}
				v := Judge(render.Picture{Name: p.Name, Image: p.Image, Truth: p.Truth, Kinds: kinds})
				p.Image = nil
				verdicts <- judged{p, v}
			}
		})
	}
	failed := make(chan error, 1)
	go func() {
		defer close(verdicts)
		defer group.Wait()
		defer close(jobs)
		for p, err := range pages {
			if err != nil {
				failed <- err
				return
			}
			select {
			case jobs <- p:
			case <-ctx.Done():
				return
			}
		}
	}()
	var broken error // of the folder
	done, shown := 0, 0
	for j := range verdicts {
		r.add(j.page, &j.v)
		if j.v.Class > Excused {
			show := j.v.Class > Missed || shown < o.Keep
			if show && broken == nil {
				if j.v.Class == Missed {
					shown++
				}
				broken = writePair(o.Dir, j.v)
			}
			j.v.Picture.Image, j.v.Reading = nil, nil // pictures take megabytes
			r.Failures = append(r.Failures, StylesFailure{j.v, show})
		}
		if done++; o.Progress != nil {
			o.Progress(done)
		}
	}
	slices.SortStableFunc(r.Failures, func(a, b StylesFailure) int {
		return cmp.Or(-cmp.Compare(a.Class, b.Class), cmp.Compare(a.Picture.Name, b.Picture.Name))
	})
	select {
	case err := <-failed:
		return r, err
	default:
		return r, cmp.Or(broken, ctx.Err())
	}
}

// emptied makes a folder, and removes pictures that an earlier run left there.
func emptied(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(dir, "*.png"))
	if err != nil {
		return err
	}
	for _, f := range old {
		if err := os.Remove(f); err != nil {
			return err
		}
	}
	return nil
}

// writePair writes a picture and what the reader made of it.
func writePair(dir string, v Verdict) error {
	if err := WritePNG(filepath.Join(dir, v.Picture.Name+".png"), v.Picture.Image); err != nil {
		return err
	}
	return WritePNG(filepath.Join(dir, v.Picture.Name+"-read.png"), v.Annotated())
}

func (r *StylesReport) add(p webstyles.Picture, v *Verdict) {
	count(r.ByStyle, p.Style)[v.Class]++
	count(r.ByFold, p.Fold)[v.Class]++
	count(r.BySpoiling, p.Spoiling)[v.Class]++
	r.Counts[v.Class]++
	r.folds[p.Style] = p.Fold
	switch v.Class {
	case Excused:
		r.Excuses[p.Truth.Why]++
	case Missed:
		r.Refusals[string(v.Refusal.Reason)]++
	case Wrong:
		r.Faults[fault(p.Truth, v.Words)]++
	}
	if v.Reading != nil {
		r.Calibration.Add(v.Reading.Confidence, v.Class == Right)
	}
}

// count returns the counts of a key, which are new where it is.
func count[K comparable](m map[K]*Counts, key K) *Counts {
	if m[key] == nil {
		m[key] = new(Counts)
	}
	return m[key]
}

// fault sorts a wrong reading by what is wrong.
func fault(t render.Truth, words string) string {
	if t.Demand == render.Refuse {
		return "read, but " + t.Why
	}
	kind, _, _ := strings.Cut(strings.ReplaceAll(words, ":", " "), " ")
	return kind
}

// Table writes the counts by style, fold and spoiling, and the calibration.
func (r *StylesReport) Table(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "\tstyle\tfold\tpages\tright\texcused\trefused\tWRONG\tBROKEN\tright of told\n")
	row := func(dimension, name, fold string, c Counts) {
		share := "-"
		if c.Total() > c[Excused] {
			share = fmt.Sprintf("%.1f %%", 100*c.Rate())
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\n", dimension, name, fold, c.Total(), c[Right], c[Excused], c[Missed], c[Wrong], c[Broken], share)
	}
	dimension, others := "style", "no board"
	for _, s := range webstyles.Styles() {
		c := r.ByStyle[s.Name]
		if c == nil {
			continue
		}
		if !s.Board {
			dimension, others = others, ""
		}
		row(dimension, s.Name, fmt.Sprint(r.folds[s.Name]), *c)
		dimension = ""
	}
	dimension = "fold"
	for _, fold := range slices.Sorted(maps.Keys(r.ByFold)) {
		row(dimension, "", fmt.Sprint(fold), *r.ByFold[fold])
		dimension = ""
	}
	dimension = "spoiled by"
	for _, name := range webstyles.Spoilings {
		if c := r.BySpoiling[name]; c != nil {
			row(dimension, name, "", *c)
			dimension = ""
		}
	}
	row("all", "", "", r.Counts)
	if err := t.Flush(); err != nil {
		return err
	}
	for _, list := range []struct {
		words string
		of    map[string]int
	}{{"wrong in", r.Faults}, {"refused as", r.Refusals}, {"excused", r.Excuses}} {
		for _, k := range slices.Sorted(maps.Keys(list.of)) {
			fmt.Fprintf(w, "%s %5d  %s\n", list.words, list.of[k], k)
		}
	}
	if err := r.Calibration.Table(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, r.Counts.summary())
	return err
}
