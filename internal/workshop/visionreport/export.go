package visionreport

import (
	"context"
	"encoding/json"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"autoqueens/internal/picture"
	"autoqueens/internal/workshop/render"
	"autoqueens/vision"
)

// Exported is what the file truth.json says of one exported picture.
type Exported struct {
	File    string   `json:"file"`    // relative to the folder
	Regions []string `json:"regions"` // a letter for each cell; null where the picture must be refused
	Kind    string   `json:"kind"`    // the variant, or "no board"
}

// Export writes the pictures that Run would judge into a folder, and truth.json
// beside them, for other readers to be held against. Pictures whose truth
// cannot be told are left out.
func Export(ctx context.Context, o Options, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	list := []Exported{}
	for pictures := range o.cases() {
		for p := range pictures {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if p.Truth.Demand == render.May {
				continue
			}
			e := Exported{File: p.Name + ".png", Kind: p.Kinds.Variant}
			if p.Kinds.Scene == render.NoBoard {
				e.Kind = "no board"
			}
			if p.Truth.Demand == render.Must {
				e.Regions = p.Truth.Board.Canonical().RegionRows()
			}
			if err := WritePNG(filepath.Join(dir, e.File), p.Image); err != nil {
				return err
			}
			list = append(list, e)
		}
	}
	text, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "truth.json"), append(text, '\n'), 0o644)
}

// Timed is what the reader made of one picture file.
type Timed struct {
	File    string   `json:"file"`
	Regions []string `json:"regions"` // null where it was refused
	MS      float64  `json:"ms"`      // the middle one of the rounds, in milliseconds
}

// ReadFiles has the reader read picture files and writes a line of JSON for
// each. Only the reading is timed, not the decoding. It reads each picture as
// often as rounds says, at least once.
func ReadFiles(ctx context.Context, files []string, rounds int, w io.Writer) error {
	out := json.NewEncoder(w)
	for _, file := range files {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		img, err := decode(file)
		if err != nil {
			return err
		}
		t := Timed{File: file}
		times := make([]time.Duration, max(1, rounds))
		for i := range times {
			start := time.Now()
			r, _, broken := read(img)
			times[i] = time.Since(start)
			if broken != "" {
				return fmt.Errorf("%s: %s", file, broken)
			}
			t.Regions = regionRows(r)
		}
		slices.Sort(times)
		t.MS = float64(times[len(times)/2]) / float64(time.Millisecond)
		if err := out.Encode(t); err != nil {
			return err
		}
	}
	return nil
}

func regionRows(r *vision.Reading) []string {
	if r == nil {
		return nil
	}
	return r.Board.Canonical().RegionRows()
}

func decode(file string) (image.Image, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return picture.Decode(context.Background(), data, file)
}
