package desk

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"autoqueens/internal/workshop/testneeds"
)

// orphanVariable makes TestOrphans the program that is killed.
const orphanVariable = "AUTOQUEENS_TEST_ORPHANS"

// TestOrphans kills a program that has a desk and a browser, so that it cannot
// close them, and expects them to end all the same.
func TestOrphans(t *testing.T) {
	if url := os.Getenv(orphanVariable); url != "" {
		d := desk(t, Options{WM: Openbox})
		b := open(t, d, url, BrowserOptions{})
		fmt.Println("dirs", d.dir, b.dir)
		<-b.Done()
		t.Fatalf("the browser ended: %v", b.Err())
	}
	testneeds.Programs(t, "Xvfb", "openbox", "chromium")
	url, reports := page(t)
	cmd := exec.Command(os.Args[0], "-test.run=^TestOrphans$")
	cmd.Env = append(os.Environ(), orphanVariable+"="+url)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()

	var dirs []string
	for lines := bufio.NewScanner(out); dirs == nil && lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), "dirs "); ok {
			dirs = strings.Fields(rest)
		}
	}
	if len(dirs) != 2 {
		t.Fatal("the program did not start its desk")
	}
	for _, dir := range dirs {
		defer os.RemoveAll(dir) // which the killed program cannot do
	}
	select {
	case <-reports:
	case <-time.After(time.Minute):
		t.Fatal("the page did not load within a minute")
	}
	running := func() []string { return append(leftovers(t, dirs[0]), leftovers(t, dirs[1])...) }
	if seen := running(); len(seen) < 5 {
		t.Errorf("the test sees only %v of the program's processes", seen)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	// They are nobody's children now, so nobody is told when they end.
	deadline := time.After(time.Minute)
	for left := running(); len(left) > 0; left = running() {
		select {
		case <-time.After(10 * time.Millisecond):
		case <-deadline:
			t.Fatalf("processes left behind: %v", left)
		}
	}
}
