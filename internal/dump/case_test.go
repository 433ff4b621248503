package dump_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"autoqueens/internal/dump"
	"autoqueens/internal/dump/dumptest"
	"autoqueens/internal/workshop/render"
)

// check runs the cases of a folder and wants n of them, all passed.
func check(t *testing.T, dir string, n int) {
	t.Helper()
	cases, err := dumptest.Cases(dir)
	if err != nil || len(cases) != n {
		t.Fatalf("%d cases, %v, want %d", len(cases), err, n)
	}
	for _, c := range cases {
		if _, err := c.Check(); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
	}
}

// TestWhatIsWrittenIsACase dumps boards of every style and pictures of other
// things: the folder passes the check as it is.
func TestWhatIsWrittenIsACase(t *testing.T) {
	var all []dump.Subject
	for _, p := range render.Samples() {
		all = append(all, subject(p.Name, p.Image))
	}
	for i, name := range render.Decoys {
		all = append(all, subject(name, render.Decoy(2026, i, name).Image))
	}
	check(t, written(t, all...), len(all))
}

// TestCasesFail takes a folder that passes and spoils one thing.
func TestCasesFail(t *testing.T) {
	board, other := subject("a", sample(t, "game-light")), subject("a", sample(t, "game-clash"))
	refused := subject("a", render.Decoy(2026, 0, "half-covered").Image)
	replace := func(name, old, new string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			path := filepath.Join(dir, name)
			data, err := os.ReadFile(path)
			if err != nil || !strings.Contains(string(data), old) {
				t.Fatalf("%s holds no %q: %v", name, old, err)
			}
			if err := os.WriteFile(path, []byte(strings.Replace(string(data), old, new, 1)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(name string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	add := func(name, text string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, tt := range map[string]struct {
		subject dump.Subject
		spoil   func(t *testing.T, dir string)
		want    string // in the error, "" where the case still passes
	}{
		"nothing":              {board, func(*testing.T, string) {}, ""},
		"another region":       {board, replace("a.txt", "aaaabccc", "aaaabbcc"), "want"},
		"another mark":         {other, replace("a.txt", "Q", "x"), "want"},
		"no board after all":   {board, remove("a.txt"), "must be refused"},
		"no text, no json":     {refused, remove("a.json"), ""},
		"no json":              {board, remove("a.json"), ""},
		"damaged json":         {board, add("a.json", "{"), "a.json"},
		"damaged text":         {board, add("a.txt", "abc"), "a.txt"},
		"damaged picture":      {board, add("a.crop.png", "abc"), "a.crop.png"},
		"another solution":     {board, replace("a.json", `"solution":[7,5`, `"solution":[5,7`), "solutions"},
		"another place":        {board, replace("a.json", `"x":12.5`, `"x":17.5`), "crop"},
		"another width":        {board, replace("a.json", `"width":240`, `"width":230`), "crop"},
		"the crop moved":       {board, replace("a.json", `"crop":{"x":0`, `"crop":{"x":30`), "crop"},
		"a board after all":    {refused, add("a.txt", "aabb\nabbb\nccbd\nccdd\n"), "refused: "},
		"another reason":       {refused, replace("a.json", `"cut-off"`, `"no-grid"`), `refused as "cut-off"`},
		"the page is gone":     {refused, remove("index.html"), ""},
		"the drawings are too": {refused, remove("a.refused.png"), ""},
		// The text was corrected: what the JSON says of the wrong reading is
		// passed over.
		"corrected, json not": {board, func(t *testing.T, dir string) {
			replace("a.json", "aaaabccc", "aaaabbcc")(t, dir)
			replace("a.json", `"solutions":1`, `"solutions":2`)(t, dir)
		}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := written(t, tt.subject)
			tt.spoil(t, dir)
			cases, err := dumptest.Cases(dir)
			if err != nil || len(cases) != 1 {
				t.Fatal(cases, err)
			}
			_, err = cases[0].Check()
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("does not pass: %v", err)
			case tt.want != "" && err == nil:
				t.Error("still passes")
			case tt.want != "" && !strings.Contains(err.Error(), tt.want):
				t.Errorf("the error is %q, want %q in it", err, tt.want)
			}
		})
	}
}

func TestAFolderWithoutCases(t *testing.T) {
	if cases, err := dumptest.Cases(t.TempDir()); err == nil {
		t.Errorf("an empty folder holds the cases %v", cases)
	}
	if _, err := dumptest.Cases("nosuch"); err == nil {
		t.Error("there is no such folder, and no error")
	}
}
