package dump_test

import (
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"autoqueens/internal/dump"
	"autoqueens/internal/fault"
	"autoqueens/internal/workshop/render"
	"autoqueens/solver"
	puzzles "autoqueens/solver/games"
	"autoqueens/solver/sudoku"
	"autoqueens/vision"
	"autoqueens/vision/games"
)

// subject reads a picture.
func subject(name string, img image.Image) dump.Subject {
	s := dump.Subject{Name: name, File: name, Picture: img}
	r, err := games.Read(img)
	if s.Reading = r; err != nil {
		s.Fault = fault.Wrap(err, fault.NoBoard, name+": "+err.Error(), "show a board")
	}
	return s
}

// sample returns one of the boards of one style each.
func sample(t *testing.T, name string) image.Image {
	t.Helper()
	all := render.Samples()
	i := slices.IndexFunc(all, func(p render.Picture) bool { return p.Name == name })
	if i < 0 {
		t.Fatalf("there is no sample %s", name)
	}
	return all[i].Image
}

// written dumps subjects, each as a picture of its own, into a new folder.
func written(t *testing.T, subjects ...dump.Subject) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "seen")
	write(t, dir, false, subjects...)
	return dir
}

func write(t *testing.T, dir string, force bool, subjects ...dump.Subject) {
	t.Helper()
	f, err := dump.Open(dir, force)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range subjects {
		if _, err := f.Save(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// contents returns the files of a folder by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name()] = string(data)
	}
	return out
}

func names(files map[string]string) string {
	var out []string
	for name := range files {
		out = append(out, name)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestFilesAreTheSameEveryTime(t *testing.T) {
	subjects := []dump.Subject{
		subject("a.png", sample(t, "game-hover-pointer")),
		subject("b.png", render.Decoy(1, 0, "half-covered").Image),
		{Name: "c.txt", File: "c.txt", Fault: fault.Plain("c.txt is no board", "give a board")},
	}
	a, b := contents(t, written(t, subjects...)), contents(t, written(t, subjects...))
	want := "a.crop.png a.json a.overlay.png a.txt b.json b.picture.png b.refused.png c.json index.html"
	if got := names(a); got != want {
		t.Errorf("the files are %s, want %s", got, want)
	}
	for name := range a {
		if a[name] != b[name] {
			t.Errorf("%s differs from one run to the next", name)
		}
	}
}

func TestNamesDoNotClash(t *testing.T) {
	s := subject("x", sample(t, "smallest"))
	var all []dump.Subject
	for _, file := range []string{"one/a.png", "two/A.png", "a.jpg", "-", "a-2.png"} {
		s.File = file
		all = append(all, s)
	}
	got := names(contents(t, written(t, all...)))
	for _, want := range []string{"a.txt", "A-2.txt", "a-3.txt", "stdin.txt", "a-2-2.txt"} {
		if !strings.Contains(" "+got+" ", " "+want+" ") {
			t.Errorf("%s is missing among %s", want, got)
		}
	}
}

// TestNothingIsLost writes into a folder that holds the person's own files.
func TestNothingIsLost(t *testing.T) {
	s := subject("a.png", sample(t, "smallest"))
	for _, own := range []string{"a.txt", "a.json", "a.crop.png", "index.html"} {
		dir := t.TempDir()
		path := filepath.Join(dir, own)
		if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := dump.Open(dir, false)
		if err == nil {
			_, err = f.Save(t.Context(), s)
		}
		if fault.KindOf(err) != fault.Failed || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: the error is %v, want one that names it", own, err)
		}
		if got := contents(t, dir); len(got) != 1 || got[own] != "mine" {
			t.Errorf("%s: now there are %s", own, names(got))
		}
		write(t, dir, true, s)
		if got := contents(t, dir); got[own] == "mine" {
			t.Errorf("%s is not written over with force", own)
		}
	}
}

// TestAgain dumps into the folder of an earlier dump: what is the same may be
// written again, and the page is that of the last run.
func TestAgain(t *testing.T) {
	a, b := subject("a.png", sample(t, "smallest")), subject("b.png", sample(t, "game-light"))
	dir := written(t, a)
	write(t, dir, false, a, b)
	got := contents(t, dir)
	if !strings.Contains(got["index.html"], "b.png") {
		t.Error("the page is still that of the first run")
	}
	b.File = "a.png"
	f, err := dump.Open(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Save(t.Context(), b); fault.KindOf(err) != fault.Failed {
		t.Errorf("another board under the same name: %v", err)
	}
	if now := contents(t, dir); now["a.txt"] != got["a.txt"] || now["a.crop.png"] != got["a.crop.png"] {
		t.Error("the files of the first board are gone")
	}
}

func TestCannotWrite(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := dump.Open(filepath.Join(file, "seen"), false); fault.KindOf(err) != fault.Failed {
		t.Errorf("a folder below a file: %v", err)
	}
	if err := os.Mkdir(filepath.Join(dir, "a.txt"), 0o755); err != nil {
		t.Fatal(err)
	}
	f, err := dump.Open(dir, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Save(t.Context(), subject("a.png", sample(t, "smallest"))); fault.KindOf(err) != fault.Failed {
		t.Errorf("a folder where a file should be: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "a.crop.png")); err == nil {
		t.Error("one file was written though another could not be")
	}
}

// TestCropsKeepOtherBoardsOut puts two boards so close that a cell's room
// around one reaches into the other.
func TestCropsKeepOtherBoardsOut(t *testing.T) {
	left, below := sample(t, "game-light"), sample(t, "smallest")
	for name, at := range map[string]image.Point{
		"beside": {X: left.Bounds().Dx() - 2, Y: 40}, "below": {X: 30, Y: left.Bounds().Dy() - 2},
	} {
		both := image.NewRGBA(image.Rect(0, 0, 500, 500))
		draw.Draw(both, both.Rect, image.NewUniform(color.NRGBA{R: 249, G: 250, B: 251, A: 255}), image.Point{}, draw.Src)
		draw.Draw(both, left.Bounds(), left, image.Point{}, draw.Src)
		draw.Draw(both, below.Bounds().Add(at), below, image.Point{}, draw.Src)
		var found []dump.Subject
		for i, r := range vision.ReadAll(both) {
			found = append(found, dump.Subject{Name: "both.png", File: "both.png", Picture: both, Reading: r, Index: i + 1, Of: 2})
		}
		if len(found) != 2 || found[0].Reading.Board.Size != 8 {
			t.Fatalf("%s: found %d boards, want the one of 8 and the one of 4", name, len(found))
		}
		dir := t.TempDir()
		f, err := dump.Open(dir, false)
		if err != nil {
			t.Fatal(err)
		}
		paths, err := f.Save(t.Context(), found...)
		if err != nil || filepath.Base(paths[0]) != "both.1.crop.png" || filepath.Base(paths[len(paths)-1]) != "both.2.json" {
			t.Fatalf("%s: wrote %v, %v", name, paths, err)
		}
		check(t, dir, 2)
	}
}

func TestLine(t *testing.T) {
	s := subject("a.png", sample(t, "smallest"))
	s.Index = 2
	var out strings.Builder
	if err := dump.NewLine(s).Write(&out); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), `{"picture":"a.png","index":2,"board":{"game":"queens","size":4,"regions":[`) || strings.Count(out.String(), "\n") != 1 {
		t.Errorf("the line is %s", out.String())
	}
	var back dump.Line
	if err := json.Unmarshal([]byte(out.String()), &back); err != nil || back.Board.Bounds == nil {
		t.Errorf("it does not read back: %v", err)
	}
}

// TestExample tells an example from a game: in the JSON, on the page and in words, and
// only where it is one.
func TestExample(t *testing.T) {
	const member, words = `,"example":true}`, ", an example, not the game"
	for _, example := range []bool{false, true} {
		s := subject("a.png", sample(t, "smallest"))
		s.Reading.Example = example
		files := contents(t, written(t, s))
		if strings.Contains(files["a.json"], member) != example {
			t.Errorf("example %t: the line is %s", example, files["a.json"])
		}
		if strings.Contains(files["index.html"], words) != example {
			t.Errorf("example %t: the page says it, or does not", example)
		}
		if strings.HasSuffix(dump.BoardWords(s.Reading), words) != example {
			t.Errorf("example %t: in words it is %q", example, dump.BoardWords(s.Reading))
		}
		if b, err := solver.Parse([]byte(files["a.json"])); err != nil || b.Size != s.Reading.Board.Size {
			t.Errorf("example %t: the line is read as %v, %v", example, b, err)
		}
	}
}

// TestDoubts tells in the JSON of a board what the reading did not follow. Lines of Queens stay as they are.
func TestDoubts(t *testing.T) {
	doubt := vision.Doubt{Row: 0, Col: 1, Words: "a 1 was entered, which the solution has not there"}
	entered := &sudoku.Puzzle{Size: 4, Cells: append([]uint8{1, 1}, make([]uint8, 14)...), Entered: append([]bool{false, true}, make([]bool, 14)...)}
	answer, err := entered.Solve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]dump.Subject{
		"queens": subject("a.png", sample(t, "smallest")),
		"sudoku": {Name: "a.png", Reading: &vision.Reading{Game: sudoku.Name, Puzzle: entered, Answer: answer, Confidence: 1, Solutions: 1}},
	} {
		for _, doubts := range [][]vision.Doubt{nil, {doubt}} {
			s.Reading.Doubts = doubts
			var out strings.Builder
			if err := dump.NewLine(s).Write(&out); err != nil {
				t.Fatal(err)
			}
			if got, want := strings.Contains(out.String(), `"doubts":["row 1, column 2: a 1 was entered, `), doubts != nil && name != "queens"; got != want {
				t.Errorf("%s: the line is %s", name, out.String())
			}
			if _, err := puzzles.Parse([]byte(out.String())); err != nil {
				t.Errorf("%s: the line does not read back: %v", name, err)
			}
		}
	}
}

var outside = regexp.MustCompile(`(?i)(src|href|action|srcset)="([^"]*)"|url\(([^)]*)\)|@import|<script|<link|<iframe`)

// TestPage looks for what must be on the page, and for what must not.
func TestPage(t *testing.T) {
	hovered := subject(`<b>"a".png`, sample(t, "game-hover-pointer"))
	hovered.Reading.Doubts = append(hovered.Reading.Doubts, vision.Doubt{Row: 1, Col: 1, Side: vision.Left, Words: "a line & more"})
	files := contents(t, written(t, hovered,
		subject("b.png", render.Decoy(1, 0, "half-covered").Image),
		dump.Subject{Name: "c.txt", File: "c.txt", Fault: fault.Plain("c.txt is no board", "give a board")}))
	page := files["index.html"]
	for _, m := range outside.FindAllStringSubmatch(page, -1) {
		address := m[2] + m[3]
		if !strings.HasPrefix(address, "data:image/png;base64,") && !strings.HasPrefix(address, "#") {
			t.Errorf("the page asks for %q", m[0])
		}
	}
	if n := strings.Count(page, "data:image/png;base64,"); n != 4 {
		t.Errorf("%d pictures on the page, want a crop and a picture, each with a drawing", n)
	}
	for _, want := range []string{
		"&lt;b&gt;&#34;a&#34;.png", "1 board read, 2 refused", "confidence 1.00",
		`style="background: #a3d2d8"`, ">#a3d2d8</small>", // the measured colours
		`class="light d"`,   // an odd cell
		"a line &amp; more", // a doubt
		`row 2, between columns 1 and 2: a line`,
		"queens in columns 3 1 5 7 4 6 2",
		"all four sides are in the picture", "each in one piece, one solution",
		"refused: cut-off", "refused: bad-file", "c.txt is no board", "give a board",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if !regexp.MustCompile(`class="[^"]*\bdl\b[^"]*"[^>]*title="a line`).MatchString(page) {
		t.Error("the line in doubt is not drawn in the table")
	}
	if strings.Contains(page, `<b>"a"`) || strings.Contains(page, "ZgotmplZ") {
		t.Error("a name got onto the page as markup, or a value was thrown out")
	}
}

// TestKeepsNoPictures: what was written is not kept for the page, which may show
// more pictures than a machine holds.
func TestKeepsNoPictures(t *testing.T) {
	const pictures = 12
	noise := image.NewNRGBA(image.Rect(0, 0, 400, 300))
	_, _ = rand.NewChaCha8([32]byte{}).Read(noise.Pix)
	s := dump.Subject{File: "a.png", Picture: noise, Fault: fault.Wrap(&vision.Refusal{}, fault.NoBoard, "nothing", "show a board")}
	f, err := dump.Open(t.TempDir(), false)
	if err != nil {
		t.Fatal(err)
	}
	held := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := held()
	for range pictures {
		if _, err := f.Save(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	// Less than two of them: noise does not get smaller by being compressed.
	if after, most := held(), before+2*uint64(len(noise.Pix)); after > most {
		t.Errorf("%d pictures of %d bytes hold %d", pictures, len(noise.Pix), after-before)
	}
	path, err := f.Close()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(path)
	if err != nil || strings.Count(string(page), "data:image/png;base64,") != pictures {
		t.Errorf("the page of %d bytes does not show them, %v", len(page), err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); len(left) > 0 {
		t.Errorf("it leaves %v behind", left)
	}
}

// TestSaveStops: a picture that is not drawn when the context ends is left out, and
// those before it have their page.
func TestSaveStops(t *testing.T) {
	dir := t.TempDir()
	f, err := dump.Open(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Save(t.Context(), subject("a.png", sample(t, "smallest"))); err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	ctx, stop := context.WithCancelCause(t.Context())
	stop(enough)
	large := image.NewNRGBA(image.Rect(0, 0, 3000, 3000))
	s := dump.Subject{File: "b.png", Picture: large, Fault: fault.Wrap(&vision.Refusal{}, fault.NoBoard, "nothing", "show a board")}
	if paths, err := f.Save(ctx, s); err != enough || len(paths) > 0 {
		t.Errorf("%v, wrote %v", err, paths)
	}
	if _, err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if got := names(contents(t, dir)); got != "a.crop.png a.json a.overlay.png a.txt index.html" {
		t.Errorf("the files are %s", got)
	}
}
