package term_test

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"autoqueens/internal/term"
)

const erased = "\r\x1b[K"

func TestLine(t *testing.T) {
	var out strings.Builder
	width := 12
	line := term.NewTestLine(&out, func() int { return width })
	expect := func(what, want string) {
		t.Helper()
		if got := out.String(); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
		out.Reset()
	}
	line.Draw()
	expect("nothing to say", "")
	line.Set("clicking 1")
	line.Set("clicking\n2")
	line.Draw()
	expect("the latest, on one line", "\rclicking 2\x1b[K")
	line.Draw()
	expect("nothing new", "")
	line.Set("clicking 2 of 16")
	line.Draw()
	expect("as much as fits beside the last column", "\rclicking 2…\x1b[K")
	width = 40
	line.Draw()
	expect("a terminal that has grown", "\rclicking 2 of 16\x1b[K")

	beside := line.Over(&out)
	fmt.Fprint(beside, "Seen ")
	expect("makes way", erased+"Seen ")
	line.Draw()
	expect("stays away from half a line", "")
	fmt.Fprint(beside, "a board\n")
	line.Draw()
	expect("comes back below", "a board\n\rclicking 2 of 16\x1b[K")
	line.Close()
	expect("gone at the end", erased)
	line.Set("late")
	line.Close()
	fmt.Fprint(beside, "Done\n")
	expect("and for good", "Done\n")
}

func TestSilentLine(t *testing.T) {
	var line *term.Line
	line.Set("nobody hears it")
	line.Close()
	if w := line.Over(io.Discard); w != io.Discard {
		t.Errorf("%v", w)
	}
	p := term.NewProgress(line)
	p.Show(1, 2, "")
	p.Done()
}

// TestLineIsShared has several goroutines use a line, for the race detector.
func TestLineIsShared(t *testing.T) {
	line := term.NewTestLine(io.Discard, func() int { return 80 })
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range 100 {
				line.Set(fmt.Sprint(i))
				line.Draw()
				fmt.Fprintln(line.Over(io.Discard), i)
			}
		})
	}
	group.Wait()
	line.Close()
}

func TestProgress(t *testing.T) {
	var out strings.Builder
	line := term.NewTestLine(&out, func() int { return 120 })
	p := term.NewProgress(line)
	now := time.Now()
	p.At(func() time.Time { return now })
	p.Show(1, 4, "early")
	line.Draw()
	if out.Len() > 0 {
		t.Errorf("it speaks at once: %q", out.String())
	}
	now = now.Add(time.Minute)
	p.Show(1, 4, "%d placements so far", 7)
	line.Draw()
	if want := "\r[#####---------------] 25 %, about 3 min to go, 7 placements so far\x1b[K"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	// Something that takes long is told even though there is nothing new.
	now = now.Add(time.Minute)
	out.Reset()
	line.Draw()
	if want := "\r[#####---------------] 25 %, about 6 min to go, 7 placements so far\x1b[K"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	p.Done()
	out.Reset()
	line.Draw()
	if out.String() != erased {
		t.Errorf("done: %q", out.String())
	}
}

// TestNotes tells of what takes long where there is no terminal: not of what is done soon, and twice as
// rarely each time.
func TestNotes(t *testing.T) {
	for took, want := range map[time.Duration]string{
		9 * time.Second: "",
		75 * time.Second: "note: [##------------------]  10 %, about 2 min to go, 1 made\n" +
			"note: [##------------------]  10 %, about 3 min to go, 1 made\n" +
			"note: [##------------------]  10 %, about 6 min to go, 1 made\n",
	} {
		synctest.Test(t, func(t *testing.T) {
			var out strings.Builder
			p := term.NewNotes(&out)
			p.Show(1, 10, "%d made", 1)
			time.Sleep(took)
			p.Done()
			time.Sleep(time.Hour)
			if got := out.String(); got != want {
				t.Errorf("after %v it said\n%swant\n%s", took, got, want)
			}
		})
	}
}

func TestProgressText(t *testing.T) {
	for _, c := range []struct {
		done, all int64
		spent     time.Duration
		also      string
		want      string
	}{
		{0, 10, time.Minute, "", "[--------------------]   0 %, no estimate yet"},
		{1, 10, time.Minute, "first.png", "[##------------------]  10 %, about 9 min to go, first.png"},
		{10, 10, time.Minute, "", "[####################] 100 %, about 1 s to go"},
		{11, 10, time.Minute, "", "[####################] 100 %, about 1 s to go"},
		{500, 0, time.Minute, "500 puzzles", "1 min, 500 puzzles"},
	} {
		if got := term.ProgressText(c.done, c.all, c.spent, c.also); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.done, c.all, got, c.want)
		}
	}
}

func TestRoughly(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                "1 s",
		90 * time.Second: "2 min",
		90 * time.Minute: "1.5 h",
		72 * time.Hour:   "3 days",
	} {
		if got := term.Roughly(d); got != want {
			t.Errorf("%v: %q, want %q", d, got, want)
		}
	}
}
