package webstyles

import (
	"cmp"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
)

// Sets of pictures in a folder: drawn once, judged many times.

// indexFile says of each picture of a set what is not in its board's text.
const indexFile = "index.json"

// Entry is what the index says of a picture.
type Entry struct {
	File     string  `json:"file"`
	Style    string  `json:"style"`
	Fold     int     `json:"fold"`
	Spoiling string  `json:"spoiling"`
	Demand   string  `json:"demand"` // must, may or refuse
	Why      string  `json:"why,omitempty"`
	State    string  `json:"state,omitempty"`
	Palette  string  `json:"palette,omitempty"`
	Scale    float64 `json:"scale"` // device pixels to a CSS pixel
	// Size and Lattice are of the whole board, in pixels of the picture: x, y,
	// width, height. They are left out where there is no board.
	Size    int         `json:"size,omitempty"`
	Lattice *[4]float64 `json:"lattice,omitempty"`
	Slack   float64     `json:"slack,omitempty"` // how much the lattice may be off beside the usual
}

// Index is the index of a set.
type Index struct {
	Seed     uint64  `json:"seed"`
	Pictures []Entry `json:"pictures"`
}

// Write writes pictures to a folder as they come: a PNG each, the board beside
// it as text where it can be read, and the index at the end. It says on
// progress how many there are, which may be nil.
func Write(dir string, seed uint64, pictures iter.Seq2[Picture, error], progress func(done int)) (Index, error) {
	ix := Index{Seed: seed, Pictures: []Entry{}}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return ix, err
	}
	// The browser goes on while files are written.
	type written struct {
		e   Entry
		err error
	}
	var slots []chan written
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	var failed error
	for p, err := range pictures {
		if err != nil {
			failed = err
			break
		}
		slot := make(chan written, 1)
		slots = append(slots, slot)
		room <- struct{}{}
		go func() {
			e, err := p.write(dir)
			<-room
			slot <- written{e, err}
		}()
		if progress != nil {
			progress(len(slots))
		}
	}
	for _, slot := range slots {
		w := <-slot
		ix.Pictures = append(ix.Pictures, w.e)
		failed = cmp.Or(failed, w.err)
	}
	if failed != nil {
		return ix, failed
	}
	text, err := json.MarshalIndent(ix, "", "\t")
	if err != nil {
		return ix, err
	}
	return ix, os.WriteFile(filepath.Join(dir, indexFile), append(text, '\n'), 0o644)
}

func (p Picture) write(dir string) (Entry, error) {
	t := p.Truth
	e := Entry{File: p.Name + ".png", Style: p.Style, Fold: p.Fold, Spoiling: p.Spoiling, Demand: t.Demand.String(), Why: t.Why, State: p.State, Palette: p.Palette, Scale: p.Scale, Slack: t.Slack}
	if at := p.Lattice; at.Width > 0 {
		e.Lattice = &[4]float64{at.X, at.Y, at.Width, at.Height}
	}
	if t.Board != nil {
		e.Size = t.Board.Size
		text := strings.Join(t.Board.Canonical().RegionRows(), "\n") + "\n\n" + strings.Join(t.Board.MarkRows(), "\n") + "\n"
		if err := os.WriteFile(filepath.Join(dir, p.Name+".txt"), []byte(text), 0o644); err != nil {
			return e, err
		}
	}
	out, err := os.Create(filepath.Join(dir, e.File))
	if err != nil {
		return e, err
	}
	fast := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := fast.Encode(out, p.Image); err != nil {
		out.Close()
		return e, fmt.Errorf("%s: %w", e.File, err)
	}
	return e, out.Close()
}

// Load returns how many pictures a set has, and the pictures. It ends with the
// first error.
func Load(dir string) (int, iter.Seq2[Picture, error], error) {
	text, err := os.ReadFile(filepath.Join(dir, indexFile))
	if err != nil {
		return 0, nil, fmt.Errorf("%w\nname a folder that internal/workshop/webstyles/cmd drew a set to", err)
	}
	var ix Index
	if err := json.Unmarshal(text, &ix); err != nil {
		return 0, nil, fmt.Errorf("%s in %s is damaged: %w\ndraw the set again", indexFile, dir, err)
	}
	return len(ix.Pictures), func(yield func(Picture, error) bool) {
		for _, e := range ix.Pictures {
			p, err := e.load(dir)
			if !yield(p, err) || err != nil {
				return
			}
		}
	}, nil
}

var demands = map[string]render.Demand{
	render.Must.String(): render.Must, render.May.String(): render.May, render.Refuse.String(): render.Refuse,
}

func (e Entry) load(dir string) (Picture, error) {
	p := Picture{Name: strings.TrimSuffix(e.File, filepath.Ext(e.File)), Style: e.Style, Fold: e.Fold, Spoiling: e.Spoiling, State: e.State, Palette: e.Palette, Scale: e.Scale}
	demand, ok := demands[e.Demand]
	if !ok {
		return p, fmt.Errorf("%s: there is no demand %q\ndraw the set again", e.File, e.Demand)
	}
	p.Truth = render.Truth{Demand: demand, Why: e.Why, Slack: e.Slack}
	if e.Lattice != nil {
		p.Lattice = render.Rect{X: e.Lattice[0], Y: e.Lattice[1], Width: e.Lattice[2], Height: e.Lattice[3]}
	}
	if demand != render.Refuse {
		text, err := os.ReadFile(filepath.Join(dir, p.Name+".txt"))
		if err != nil {
			return p, err
		}
		if p.Truth.Board, err = solver.Parse(text); err != nil {
			return p, fmt.Errorf("%s: %w", p.Name+".txt", err)
		}
		p.Truth.Bounds = p.Lattice
	}
	in, err := os.Open(filepath.Join(dir, e.File))
	if err != nil {
		return p, err
	}
	defer in.Close()
	if p.Image, err = png.Decode(in); err != nil {
		return p, fmt.Errorf("%s: %w", e.File, err)
	}
	return p, nil
}

// List writes the styles, a line each.
func List(w io.Writer) error {
	for _, s := range all {
		if _, err := fmt.Fprintf(w, "%-18s fold %d  %s\n", s.Name, s.Fold, s.About); err != nil {
			return err
		}
	}
	return nil
}
