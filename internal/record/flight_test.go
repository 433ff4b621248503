package record_test

import (
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/player"
	"autoqueens/internal/record"
	"autoqueens/vision"
)

// suspect is a screen on which a board is suspected and never read.
type suspect struct{ stub }

func (s *suspect) Capture(r image.Rectangle) (*image.RGBA, error) {
	s.looks++
	img := image.NewRGBA(r)
	img.Pix[0] = uint8(s.looks)
	return img, nil
}

func (*suspect) Read(image.Image) (*vision.Reading, error) {
	return nil, &vision.Refusal{Reason: vision.Ambiguous, What: "two readings are as likely", Advice: "zoom in",
		Lattice: vision.Lattice{X: 30, Y: 40, PitchX: 10, PitchY: 10, Size: 8}}
}

// fail runs a player that finds no board, and keeps what its recorder saw.
func fail(t *testing.T, screen player.Eye, reader player.Reader, full bool, root string) (dir string, failure error) {
	t.Helper()
	w := &record.FlightRecorder{FullFrames: full}
	p := &player.Player{
		Eye: screen, Reader: reader, Clock: &clock{now: time.Now()},
		Views:   []player.View{{Name: "display 0", Area: image.Rect(0, 0, 400, 300)}},
		Options: player.Options{Timeout: 3 * time.Second, DryRun: true},
	}
	w.Wrap(p)
	_, failure = p.Run(t.Context())
	if !record.Worth(failure) {
		t.Fatalf("not worth keeping: %v", failure)
	}
	dir, err := w.Keep(root, failure)
	if err != nil {
		t.Fatal(err)
	}
	return dir, failure
}

func TestFlight(t *testing.T) {
	root := filepath.Join(t.TempDir(), "failures")
	s := &suspect{}
	dir, _ := fail(t, s, s, false, root)
	pictures, err := filepath.Glob(filepath.Join(dir, "frame-?.png"))
	if err != nil || len(pictures) == 0 || len(pictures) > 6 {
		t.Fatalf("%d pictures: %v", len(pictures), err)
	}
	file, err := os.Open(pictures[0])
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	config, _, err := image.DecodeConfig(file)
	if err != nil || config.Width != 100 || config.Height != 100 {
		t.Errorf("the crop is %d x %d, want the board and a cell around it: %v", config.Width, config.Height, err)
	}
	if _, err := os.Stat(strings.TrimSuffix(pictures[0], ".png") + ".overlay.png"); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "events.jsonl"))
	if err != nil || !strings.Contains(string(text), "two readings are as likely") {
		t.Errorf("%v: %s", err, text)
	}
}

// TestFlightIsDiscreet: of a screen on which no board was ever suspected,
// nothing is kept unless whole pictures were asked for.
func TestFlightIsDiscreet(t *testing.T) {
	root := t.TempDir()
	if dir, _ := fail(t, &stub{looks: 10}, &stub{}, false, root); dir != "" {
		t.Errorf("%s was kept", dir)
	}
	if dir, _ := fail(t, &stub{looks: 10}, &stub{}, true, root); dir == "" {
		t.Error("nothing was kept")
	}
}

// TestFlightIsBounded: old failures make room for new ones, those that were cut
// short too, and what is not theirs stays.
func TestFlightIsBounded(t *testing.T) { testBounds(t, 2001) }

// TestFlightAfterClockJump: the newest failure stays, though the clock was set back
// since the others.
func TestFlightAfterClockJump(t *testing.T) { testBounds(t, 2999) }

func testBounds(t *testing.T, year int) {
	root := t.TempDir()
	foreign := filepath.Join(root, "0000-mine")
	if err := os.Mkdir(foreign, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range 25 {
		old := filepath.Join(root, fmt.Sprintf("%d-01-01T00-00-%02d", year, i))
		if err := os.Mkdir(old, 0o700); err != nil {
			t.Fatal(err)
		}
		if i%2 > 0 {
			continue
		}
		if err := os.WriteFile(filepath.Join(old, "events.jsonl"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := &suspect{}
	dir, _ := fail(t, s, s, false, root)
	entries, err := os.ReadDir(root)
	if err != nil || len(entries) != 21 {
		t.Errorf("%d folders are left, want 20 and the foreign one: %v", len(entries), err)
	}
	for _, path := range []string{dir, foreign, filepath.Join(root, fmt.Sprintf("%d-01-01T00-00-24", year))} {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}

// TestRecordingsArePrivate wants recordings and failures to be their owner's alone.
func TestRecordingsArePrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows goes by the folder")
	}
	root := filepath.Join(t.TempDir(), "new")
	s := &suspect{}
	fail(t, s, s, true, root)
	tape, err := record.Create(filepath.Join(root, "tape"))
	if err != nil {
		t.Fatal(err)
	}
	s = &suspect{}
	area := image.Rect(0, 0, 400, 300)
	p := &player.Player{
		Eye: s, Reader: s, Clock: &clock{now: time.Now()}, Options: player.Options{DryRun: true},
		Views: []player.View{{Name: "it", Area: area, Screen: area, Mapping: calibrate.Between(area, area)}},
	}
	tape.Wrap(p)
	_, _ = p.Run(t.Context())
	if err := tape.Close(); err != nil {
		t.Fatal(err)
	}
	files := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %v", path, info.Mode())
		}
		if !d.IsDir() {
			files++
		}
		return err
	})
	if err != nil || files < 4 {
		t.Errorf("%d files: %v", files, err)
	}
}

func TestWorth(t *testing.T) {
	for status, want := range map[fault.Kind]bool{
		fault.NoBoard: true, fault.Uncertain: true, fault.NoSolution: true, fault.Unverified: true,
		fault.Stopped: false, fault.NoAccess: false, fault.Failed: false,
	} {
		if got := record.Worth(fault.New(status, "-", "-")); got != want {
			t.Errorf("kind %q: %v", status, got)
		}
	}
	if record.Worth(nil) {
		t.Error("a success is kept")
	}
}
