package desk

import (
	"context"
	"errors"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xinerama"
	"github.com/jezek/xgb/xproto"

	"autoqueens/internal/fault"
	"autoqueens/internal/workshop/testneeds"
)

// desk starts a desk that is closed with the test.
func desk(t *testing.T, o Options) *Desk {
	t.Helper()
	d, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return d
}

func TestStart(t *testing.T) {
	for _, wm := range []string{NoWM, Openbox, Xfwm4} {
		t.Run("wm="+wm, func(t *testing.T) {
			programs := []string{"Xvfb"}
			if wm != NoWM {
				programs = append(programs, wm)
			}
			testneeds.Programs(t, programs...)
			d := desk(t, Options{Width: 1000, Height: 700, WM: wm})

			conn, err := xgb.NewConnDisplay(d.Display())
			if err != nil {
				t.Fatalf("the display is not there: %v", err)
			}
			defer conn.Close()
			screen := xproto.Setup(conn).DefaultScreen(conn)
			if screen.WidthInPixels != 1000 || screen.HeightInPixels != 700 {
				t.Errorf("the screen is %d x %d, want 1000 x 700", screen.WidthInPixels, screen.HeightInPixels)
			}
			if got := managerName(t, conn, screen.Root); !strings.EqualFold(got, wm) {
				t.Errorf("the window manager is %q, want %q", got, wm)
			}
			if got := lookup(d.Env(), "DISPLAY"); got != d.Display() {
				t.Errorf("DISPLAY in the environment is %q, want %q", got, d.Display())
			}

			dir := d.dir
			if err := d.Close(); err != nil {
				t.Fatalf("Close: %v", err)
			}
			if left := leftovers(t, dir); len(left) > 0 {
				t.Errorf("processes left behind: %v", left)
			}
			if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the folder %s is left behind: %v", dir, err)
			}
			number := strings.TrimPrefix(d.Display(), ":")
			if _, err := os.Stat("/tmp/.X" + number + "-lock"); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the display's lock file is left behind: %v", err)
			}
			if err := d.Close(); err != nil {
				t.Errorf("a second Close: %v", err)
			}
		})
	}
}

// managerName returns the name the window manager gives itself, "" for none.
func managerName(t *testing.T, conn *xgb.Conn, root xproto.Window) string {
	t.Helper()
	property := func(w xproto.Window, name string) []byte {
		atom, err := intern(conn, name)
		if err != nil {
			t.Fatal(err)
		}
		reply, err := xproto.GetProperty(conn, false, w, atom, xproto.GetPropertyTypeAny, 0, 64).Reply()
		if err != nil {
			t.Fatal(err)
		}
		return reply.Value
	}
	window := property(root, "_NET_SUPPORTING_WM_CHECK")
	if len(window) != 4 {
		return ""
	}
	return string(property(xproto.Window(xgb.Get32(window)), "_NET_WM_NAME"))
}

func TestStartManyAtOnce(t *testing.T) {
	testneeds.Programs(t, "Xvfb")
	type result struct {
		desk *Desk
		err  error
	}
	results := make(chan result)
	const count = 6
	for range count {
		go func() {
			d, err := Start(t.Context(), Options{Width: 64, Height: 64})
			results <- result{d, err}
		}()
	}
	seen := map[string]bool{}
	for range count {
		r := <-results
		if r.err != nil {
			t.Error(r.err)
			continue
		}
		defer r.desk.Close()
		if seen[r.desk.Display()] {
			t.Errorf("two desks are on %s", r.desk.Display())
		}
		seen[r.desk.Display()] = true
	}
}

func TestMonitors(t *testing.T) {
	testneeds.Programs(t, "Xvfb")
	monitors := []image.Rectangle{image.Rect(960, 0, 1920, 800), image.Rect(0, 100, 960, 700)}
	d := desk(t, Options{Width: 1920, Height: 800, Monitors: monitors})

	conn, err := xgb.NewConnDisplay(d.Display())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := xinerama.Init(conn); err != nil {
		t.Fatal(err)
	}
	reply, err := xinerama.QueryScreens(conn).Reply()
	if err != nil {
		t.Fatal(err)
	}
	var got []image.Rectangle
	for _, s := range reply.ScreenInfo {
		x, y := int(s.XOrg), int(s.YOrg)
		got = append(got, image.Rect(x, y, x+int(s.Width), y+int(s.Height)))
	}
	if len(got) != 2 || got[0] != monitors[0] || got[1] != monitors[1] {
		t.Errorf("the displays are %v, want %v", got, monitors)
	}
}

func TestStartRefuses(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	tests := []struct {
		name    string
		ctx     context.Context
		options Options
		path    string // PATH, as it is where empty
		kind    fault.Kind
		words   string // in the advice
		needs   []string
	}{
		{name: "no Xvfb", path: "/nonexistent", kind: fault.NoAccess, words: "apt-get install xvfb"},
		{name: "no window manager", options: Options{WM: Xfwm4}, path: onlyXvfb(t), kind: fault.NoAccess, words: "apt-get install xfwm4", needs: []string{"Xvfb"}},
		{name: "unknown window manager", options: Options{WM: "twm"}, kind: fault.Failed, words: "openbox", needs: []string{"Xvfb"}},
		{name: "negative size", options: Options{Width: -1, Height: 5}, kind: fault.Failed, words: "width"},
		{name: "too large", options: Options{Width: 40000, Height: 5}, kind: fault.Failed, words: "width"},
		{name: "monitor outside", options: Options{Monitors: []image.Rectangle{image.Rect(0, 0, 5000, 10)}}, kind: fault.NoAccess, needs: []string{"Xvfb"}},
		{name: "unusable depth", options: Options{Depth: 77}, kind: fault.NoAccess, needs: []string{"Xvfb"}},
		{name: "ended", ctx: ended, kind: fault.Failed, needs: []string{"Xvfb"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			testneeds.Programs(t, tt.needs...)
			if tt.path != "" {
				t.Setenv("PATH", tt.path)
			}
			ctx := tt.ctx
			if ctx == nil {
				ctx = t.Context()
			}
			d, err := Start(ctx, tt.options)
			if err == nil {
				d.Close()
				t.Fatal("Start succeeded")
			}
			if got := fault.KindOf(err); got != tt.kind {
				t.Errorf("status of %v is %q, want %q", err, got, tt.kind)
			}
			if tt.words != "" {
				e, ok := errors.AsType[*fault.Error](err)
				if !ok || !strings.Contains(e.Advice, tt.words) {
					t.Errorf("the advice of %#v does not say %q", err, tt.words)
				}
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error is more than one line: %q", err)
			}
		})
	}
}

// onlyXvfb returns a PATH with Xvfb and nothing else.
func onlyXvfb(t *testing.T) string {
	dir := t.TempDir()
	if path, err := exec.LookPath("Xvfb"); err == nil {
		if err := os.Symlink(path, filepath.Join(dir, "Xvfb")); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestContextEndsDesk(t *testing.T) {
	testneeds.Programs(t, "Xvfb", "openbox")
	ctx, cancel := context.WithCancel(t.Context())
	d, err := Start(ctx, Options{Width: 64, Height: 64, WM: Openbox})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	<-d.Done()
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if left := leftovers(t, d.dir); len(left) > 0 {
		t.Errorf("processes left behind: %v", left)
	}
}

// leftovers returns the processes that name dir in their command line or their
// environment. Zombies, which only wait for their parent to count them, have
// neither and do not count.
func leftovers(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, entry := range entries {
		for _, file := range []string{"cmdline", "environ"} {
			text, err := os.ReadFile(filepath.Join(entry, file))
			if err == nil && strings.Contains(string(text), dir) {
				name, _ := os.ReadFile(filepath.Join(entry, "comm"))
				left = append(left, filepath.Base(entry)+" "+strings.TrimSpace(string(name)))
				break
			}
		}
	}
	return left
}

// outlast returns what is still listed after some seconds. A process that was
// killed is listed until the kernel has taken its memory back, which takes a
// browser a while on a busy machine.
func outlast(list func() []string) []string {
	const patience = 5 * time.Second
	for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if left := list(); len(left) == 0 || time.Since(began) > patience {
			return left
		}
	}
}

// members returns the processes of a group that still run.
func members(t *testing.T, pgid int) []string {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has just ended
		}
		// pid (name) state parent group ...; a name can hold anything.
		after := string(text[strings.LastIndexByte(string(text), ')')+1:])
		fields := strings.Fields(after)
		if len(fields) > 2 && fields[0] != "Z" && fields[2] == strconv.Itoa(pgid) {
			left = append(left, string(text[:len(text)-len(after)]))
		}
	}
	return left
}
