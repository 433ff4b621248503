package solver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/fault"
	"autoqueens/internal/workshop/golden"
)

// TestParseGolden reads each .input file in testdata/parse and compares what
// comes out with the .golden file beside it: the boards as text, or the two
// lines of the error. What is written is read again and must not change.
func TestParseGolden(t *testing.T) {
	inputs, err := filepath.Glob(filepath.Join("testdata", "parse", "*.input"))
	if err != nil || len(inputs) == 0 {
		t.Fatalf("no input files: %v", err)
	}
	for _, input := range inputs {
		name := strings.TrimSuffix(input, ".input")
		t.Run(filepath.Base(name), func(t *testing.T) {
			data, err := os.ReadFile(input)
			if err != nil {
				t.Fatal(err)
			}
			golden.Check(t, name+".golden", describeParse(t, data))
		})
	}
}

func describeParse(t *testing.T, data []byte) string {
	boards, err := ParseAll(data)
	if err != nil {
		f, ok := errors.AsType[*fault.Error](err)
		if !ok || strings.Contains(f.What+f.Advice, "\n") || f.Advice == "" {
			t.Fatalf("the error is not made for people: %#v", err)
		}
		return fmt.Sprintf("error: %s\nadvice: %s\n", f.What, f.Advice)
	}
	texts := make([]string, len(boards))
	for i, b := range boards {
		texts[i] = b.String()
		checkRoundTrip(t, b)
	}
	return strings.Join(texts, "---\n")
}

// checkRoundTrip writes a board in both formats and reads it back.
func checkRoundTrip(t *testing.T, b *Board) {
	t.Helper()
	if err := b.Validate(); err != nil {
		t.Fatalf("it is no board: %v", err)
	}
	text, err := b.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	written, err := json.Marshal(b)
	if err != nil {
		t.Fatal(err)
	}
	want := b.Canonical()
	if !want.marked() {
		want.Marks = nil
	}
	for _, data := range [][]byte{text, written} {
		back, err := Parse(data)
		if err != nil {
			t.Fatalf("what was written is not read: %v\n%s", err, data)
		}
		if !back.marked() {
			back.Marks = nil
		}
		if diff := cmp.Diff(want, back); diff != "" {
			t.Fatalf("it is read back changed (-written +read):\n%s\n%s", diff, data)
		}
	}
}

// TestCanonical renames regions and finds the same board.
func TestCanonical(t *testing.T) {
	b, _, err := Generate(9, 4)
	if err != nil {
		t.Fatal(err)
	}
	renamed := b.Clone()
	for cell, id := range renamed.Regions {
		renamed.Regions[cell] = (id*2 + 5) % 9
	}
	if diff := cmp.Diff(b, renamed.Canonical()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(b.RegionRows(), renamed.RegionRows()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestParseOneBoardOnly(t *testing.T) {
	if b, err := Parse([]byte("ab\nab\n\nab\nbb\n")); err == nil {
		t.Errorf("two boards were read as one:\n%v", b)
	}
}

func seedFromTestdata(f *testing.F) {
	inputs, err := filepath.Glob(filepath.Join("testdata", "parse", "*.input"))
	if err != nil || len(inputs) == 0 {
		f.Fatalf("no input files: %v", err)
	}
	for _, input := range inputs {
		data, err := os.ReadFile(input)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
}

// FuzzParse gives the parser anything: it returns boards that are written and
// read back unchanged, or an error in two lines.
func FuzzParse(f *testing.F) {
	seedFromTestdata(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		describeParse(t, data)
	})
}

// FuzzUnmarshalJSON gives the JSON reader anything.
func FuzzUnmarshalJSON(f *testing.F) {
	seedFromTestdata(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		var b Board
		if err := json.Unmarshal(data, &b); err == nil && b.Size > 0 {
			checkRoundTrip(t, &b)
		}
	})
}

// FuzzSolve makes a small board of any bytes and compares with plain search.
func FuzzSolve(f *testing.F) {
	f.Add(uint8(4), []byte("abbbaaacaaccddcc"), []byte("x..Q"))
	f.Add(uint8(5), []byte("abbbbcdcbccdccccccceeccccc"), []byte{})
	f.Fuzz(func(t *testing.T, size uint8, regions, marks []byte) {
		n := 1 + int(size)%5
		b := &Board{Size: n, Regions: make([]uint8, n*n), Marks: make([]Mark, n*n)}
		for cell := range b.Regions {
			if cell < len(regions) {
				b.Regions[cell] = regions[cell] % uint8(n)
			}
			if cell < len(marks) {
				b.Marks[cell] = Mark(marks[cell] % 3)
			}
		}
		if b.Validate() != nil {
			return
		}
		want := exhaust(b)
		if got := count(b, 0); got != len(want) {
			t.Errorf("%d placements, want %d:\n%v", got, len(want), b)
		}
		if p, err := Solve(context.Background(), b); (err == nil) != (len(want) > 0) || err == nil && p.Check(b) != nil {
			t.Errorf("Solve returned %v, %v:\n%v", p, err, b)
		}
	})
}
