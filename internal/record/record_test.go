package record_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/internal/record"
	"autoqueens/vision"
)

// stub is a screen that shows a few pictures and never a board.
type stub struct {
	looks int
}

func (s *stub) Capture(r image.Rectangle) (*image.RGBA, error) {
	s.looks++
	if s.looks == 5 {
		return nil, errors.New("the cable fell out")
	}
	img := image.NewRGBA(r)
	img.Pix[0] = uint8(s.looks / 2) // some pictures in a row are the same
	return img, nil
}

func (*stub) Read(image.Image) (*vision.Reading, error) {
	return nil, &vision.Refusal{Reason: vision.NoGrid, What: "nothing here", Advice: "look elsewhere"}
}

func (s *stub) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	return s.Read(img)
}

func (*stub) ReadAll(image.Image) []*vision.Reading { return nil }

// clock is a clock that only the player's sleeps move on, and where it is busy the
// time that passes before it is read.
type clock struct {
	mu   sync.Mutex // a recording asks for the time beside the player
	now  time.Time
	busy *rand.Rand // nil where reading it takes no time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy != nil {
		c.now = c.now.Add(time.Duration(c.busy.Int64N(int64(5 * time.Millisecond))))
	}
	return c.now
}

func (c *clock) Sleep(ctx context.Context, d time.Duration) error {
	c.pass(d)
	return context.Cause(ctx)
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func TestTape(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tape")
	tape, err := record.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := &stub{}
	told := 0
	p := &player.Player{
		Eye: s, Reader: s, Clock: &clock{now: time.Now()},
		Views:   []player.View{{Name: "display 0", Area: image.Rect(10, 20, 40, 60)}},
		Options: player.Options{Timeout: time.Second, DryRun: true},
		Report:  func(player.Event) { told++ },
	}
	tape.Wrap(p)
	_, played := p.Run(t.Context())
	if err := tape.Close(); err != nil {
		t.Fatal(err)
	}
	if played == nil || told != 1 {
		t.Errorf("the player was changed by being recorded: %v, %d events", played, told)
	}

	lines := readLines(t, dir)
	count := map[string]int{}
	last := -1.0
	for _, line := range lines {
		count[line.Kind]++
		if line.MS < last {
			t.Errorf("a line goes back in time: %+v", line)
		}
		last = line.MS
		switch {
		case line.Kind == "frame" && line.Error == "" && line.File == "",
			line.Kind == "frame" && line.Area != [4]int{10, 20, 30, 40},
			line.Kind == "reading" && (line.Of == "" || line.Refusal.Reason != vision.NoGrid):
			t.Errorf("line %+v", line)
		}
		if line.File != "" {
			checkPicture(t, filepath.Join(dir, line.File))
		}
	}
	if count["frame"] != s.looks || count["event"] != 1 || count["reading"] == 0 {
		t.Errorf("%v, want every one of %d looks and the event", count, s.looks)
	}
	pictures, err := filepath.Glob(filepath.Join(dir, "*.png"))
	if err != nil || len(pictures) >= s.looks {
		t.Errorf("%d pictures of %d looks: the same was filed twice", len(pictures), s.looks)
	}
}

type line struct {
	Kind    string
	MS      float64
	Area    [4]int
	File    string
	Of      string
	Error   string
	Refusal struct{ Reason vision.Reason }
}

func readLines(t *testing.T, dir string) []line {
	t.Helper()
	file, err := os.Open(filepath.Join(dir, "events.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var lines []line
	for s := bufio.NewScanner(file); s.Scan(); {
		var l line
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			t.Fatalf("%v: %s", err, s.Text())
		}
		lines = append(lines, l)
	}
	return lines
}

func checkPicture(t *testing.T, path string) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if c, err := png.DecodeConfig(file); err != nil || c.Width != 30 || c.Height != 40 {
		t.Errorf("%s: %v, %v", path, c, err)
	}
}

func TestCreate(t *testing.T) {
	dir := t.TempDir()
	tape, err := record.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := tape.Close(); err != nil {
		t.Error(err)
	}
	if _, err := record.Create(dir); fault.KindOf(err) != fault.Failed || err == nil {
		t.Errorf("a second recording in one folder: %v", err)
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := record.Create(file); err == nil {
		t.Error("a recording in a file")
	}
}

// TestTapeFull ends a recording before a replay would refuse it for its length.
func TestTapeFull(t *testing.T) {
	dir := t.TempDir()
	tape, err := record.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	p := &player.Player{
		Eye: &stub{}, Reader: &stub{}, Clock: &clock{now: time.Now()},
		Views:   []player.View{{Name: "display 0", Area: image.Rect(10, 20, 40, 60), Mapping: calibrate.Mapping{ScaleX: 1, ScaleY: 1}}},
		Options: player.Options{DryRun: true},
	}
	tape.Wrap(p)
	long := player.Event{What: strings.Repeat("x", 1<<19)}
	for range 1<<9 + 1 {
		p.Report(long)
	}
	closed := tape.Close()
	if f, ok := errors.AsType[*fault.Error](closed); !ok || f.Kind != fault.Failed || !strings.Contains(f.What, "is full") {
		t.Errorf("%v, want it to say that it is full", closed)
	}
	if _, err := record.Open(t.Context(), dir); err != nil {
		t.Errorf("what was recorded cannot be replayed: %v", err)
	}
}
