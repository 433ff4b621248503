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
	// Where both are seen, nothing is said twice.
	for _, tt := range []struct {
		show        [][]Subject
		text, words string
	}{
		{[][]Subject{none}, "", "no board is in it"},
		{[][]Subject{none, none}, "# no board is in it\n# give another\n\n# no board is in it\n# give another\n", "2 of 2 pictures could not be read"},
	} {
		var out strings.Builder
		p := &Printer{To: &out, Details: io.Discard, Seen: true}
		for _, found := range tt.show {
			p.Show(t.Context(), found)
		}
		if err := p.Finish(nil); err == nil || err.Error() != tt.words || out.String() != tt.text {
			t.Errorf("error %v after %q, want %q after %q", err, out.String(), tt.words, tt.text)
		}
	}
	r, w := io.Pipe()
	r.Close() // nobody reads
	p := &Printer{To: w, Details: io.Discard, JSON: true}
	if p.Show(t.Context(), board) || p.Finish(nil) == nil {
		t.Error("what cannot be written is no failure")
	}
}
