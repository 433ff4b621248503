package dump

import (
	"errors"
	"io"
	"strings"
	"testing"

	"autoqueens/internal/fault"
	"autoqueens/solver"
	"autoqueens/vision"
)

// TestPrinter goes on after a picture that failed, which the error at the end counts, and ends
// where nothing can be written.
func TestPrinter(t *testing.T) {
	b, _, err := solver.Generate(5, 1)
	if err != nil {
		t.Fatal(err)
	}
	board := []Subject{{Name: "board", Reading: &vision.Reading{Board: *b, Confidence: 1}}}
	none := []Subject{{Name: "none", Fault: fault.New(fault.NoBoard, "no board is in it", "give another")}}
	ended := errors.New("enough")
	for _, tt := range []struct {
		name  string
		show  [][]Subject
		ended error
		words string // of the error, "" for none
	}{
		{"a board", [][]Subject{board}, nil, ""},
		{"one failed", [][]Subject{none, board}, nil, "no board is in it"},
		{"several failed", [][]Subject{none, board, none}, nil, "2 of 3 pictures could not be read; the first: no board is in it"},
		{"ended early", [][]Subject{none}, ended, "enough"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			p := &Printer{To: &out, Details: io.Discard, JSON: true}
			for _, found := range tt.show {
				if !p.Show(t.Context(), found) {
					t.Error("there is no use in another picture")
				}
			}
			err := p.Finish(tt.ended)
			if (err == nil) != (tt.words == "") || err != nil && err.Error() != tt.words {
				t.Errorf("error %v, want %q", err, tt.words)
			}
			if n := strings.Count(out.String(), "\n"); n != len(tt.show) {
				t.Errorf("%d lines of %d pictures:\n%s", n, len(tt.show), out.String())
			}
		})
	}
	r, w := io.Pipe()
	r.Close() // nobody reads
	p := &Printer{To: w, Details: io.Discard, JSON: true}
	if p.Show(t.Context(), board) || p.Finish(nil) == nil {
		t.Error("what cannot be written is no failure")
	}
}
