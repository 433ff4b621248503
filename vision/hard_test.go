package vision_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"autoqueens/internal/workshop/render"
	"autoqueens/internal/workshop/visionreport"
	"autoqueens/solver"
	"autoqueens/vision"
)

// Below testdata/hard lie drawn pictures that were once read as what they are not, or
// refused though they can be read, and pictures like them. What dump --out wrote of a
// screen goes below testdata/golden, see TestDumped. Beside each NAME.png,
// NAME.txt says what must come of it and what it shows:
//
//	# must be read: WHY IT IS HARD
//	# at 12.5,30 400x400
//	# appearing: row 2 column 3
//	aabb
//	...
//
//	.x..
//	...
//
// The first line is "may be refused" where a refusal will do, or "must be refused";
// no board follows then. The place of the cells, "within 1.5" pixels where they can be
// drawn in two right ways, may be left out and is not checked then. A mark that is
// only appearing may be read as any that comes before it, as a queen comes after a
// cross.
//
// To add one that "make vision-report" drew, have
//
//	go run ./internal/workshop/visionreport/cmd -seed 93 -case 591 -variant noise -margin 1.5
//
// draw it again and cut it to its board, and complete the first line of the text. A
// cut picture must still be read, or refused, as the whole one is: it says how.
const hardDir = "testdata/hard"

// TestHard reads each of them.
func TestHard(t *testing.T) {
	pictures, err := filepath.Glob(filepath.Join(hardDir, "*.png"))
	texts, textErr := filepath.Glob(filepath.Join(hardDir, "*.txt"))
	if err := errors.Join(err, textErr); err != nil || len(pictures) == 0 || len(pictures) != len(texts) {
		t.Fatalf("%d pictures and %d texts in %s (%v)", len(pictures), len(texts), hardDir, err)
	}
	for _, file := range pictures {
		base := strings.TrimSuffix(file, ".png")
		t.Run(filepath.Base(base), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(base + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			truth, err := parseHard(string(text))
			if err != nil {
				t.Fatalf("%s.txt: %v", base, err)
			}
			img := loadPicture(t, file)
			r, err := vision.Read(img)
			if wrong := judgeHard(truth, r, err); wrong != "" {
				t.Errorf("%s\nIt %s: %s\nsee %s", strings.TrimSpace(wrong), visionreport.Asked[truth.Demand], truth.Why, keepFailure(t, file, img, r, err))
			}
		})
	}
}

// judgeHard says what is wrong with a reading or a refusal, or nothing.
func judgeHard(truth render.Truth, r *vision.Reading, err error) string {
	if err != nil {
		if no, ok := errors.AsType[*vision.Refusal](err); !ok || no.Reason == "" || no.What == "" || no.Advice == "" {
			return fmt.Sprintf("refused without a reason or advice: %#v", err)
		}
		if truth.Demand == render.Must {
			return fmt.Sprintf("refused: %v", err)
		}
		return ""
	}
	if truth.Demand == render.Refuse {
		return fmt.Sprintf("READ with confidence %.2f:\n%s", r.Confidence, rows(&r.Board))
	}
	if truth.Bounds.Width == 0 {
		at := r.Lattice.Bounds()
		truth.Bounds = render.Rect{X: at.X, Y: at.Y, Width: at.Width, Height: at.Height}
	}
	if words := visionreport.Compare(truth, r); words != "" {
		return fmt.Sprintf("READ WRONG: %s\ngot\n%swant\n%s", words, rows(&r.Board), rows(truth.Board))
	}
	return ""
}

// parseHard takes a text apart.
func parseHard(text string) (truth render.Truth, err error) {
	first, _, _ := strings.Cut(text, "\n")
	words, why, _ := strings.Cut(strings.TrimSpace(first), ": ")
	demand := slices.Index(visionreport.Asked[:], strings.TrimPrefix(words, "# "))
	if demand < 0 || why == "" {
		return truth, fmt.Errorf("the first line is %q, and not one of %q and why it is hard", first, visionreport.Asked)
	}
	truth.Demand, truth.Why = render.Demand(demand), why
	if truth.Demand == render.Refuse {
		return truth, nil
	}
	if truth.Board, err = solver.Parse([]byte(text)); err != nil {
		return truth, err
	}
	for line := range strings.Lines(text[len(first):]) {
		var row, column int
		at := &truth.Bounds
		if n, _ := fmt.Sscanf(line, "# appearing: row %d column %d", &row, &column); n == 2 {
			truth.Either = append(truth.Either, (row-1)*truth.Board.Size+column-1)
		} else if n, _ := fmt.Sscanf(line, "# at %f,%f %fx%f within %f", &at.X, &at.Y, &at.Width, &at.Height, &truth.Slack); n < 4 && strings.HasPrefix(line, "#") {
			return truth, fmt.Errorf("what is %q?", strings.TrimSpace(line))
		}
	}
	return truth, nil
}
