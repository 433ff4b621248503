// Package browsertest runs pages of this program in a real browser without a
// window, for the tests of those pages. The pointer and the keys are the
// browser's own input, so that events are as trusted as a person's.
package browsertest

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Find returns the browser to test with. Without one the test is skipped,
// unless AUTOQUEENS_REQUIRE_BROWSER says that this is a failure.
func Find(tb testing.TB) string {
	tb.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("AUTOQUEENS_REQUIRE_BROWSER") != "" {
		tb.Fatal("no Chromium was found, and AUTOQUEENS_REQUIRE_BROWSER is set")
	}
	tb.Skip("no Chromium was found: the page is not tested in a browser")
	return ""
}

// shared is the browser of a test binary whose tests share one.
var shared struct {
	sync.Mutex
	wanted bool
	ctx    context.Context // nil before the first test that needs it
	end    func()
	free   []context.Context // tabs that no test uses
}

// Run runs the tests of a package in one browser, which starts with the first that
// needs it, and returns the status to exit with. For TestMain: to start a browser, and
// to open a tab in it, takes longer than most tests of a page.
func Run(m *testing.M) int {
	shared.wanted = true
	defer func() {
		if shared.end != nil {
			shared.end()
		}
	}()
	return m.Run()
}

// patience is how long a test may take in its browser.
const patience = 5 * time.Minute

// New opens a browser for one test and ends it with the test. What a page throws,
// or the browser finds wrong with it, is a failure. In a package whose tests share a
// browser, see [Run], it is a tab that no other test uses meanwhile, unless there are
// flags. A test must not set anything in it that outlives the page.
func New(t *testing.T, flags ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: the page is not tested in a browser")
	}
	path := Find(t)
	var ctx context.Context
	var cancel context.CancelFunc
	if shared.wanted && len(flags) == 0 {
		tab, err := takeTab(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { leaveTab(t, tab) })
		ctx, cancel = context.WithTimeout(tab, patience)
		t.Cleanup(cancel)
	} else {
		allocated, end, err := allocate(t.Context(), path, flags)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(end)
		ctx, cancel = context.WithTimeout(allocated, patience)
		t.Cleanup(cancel)
		ctx, cancel = chromedp.NewContext(ctx)
		t.Cleanup(cancel)
	}
	if err := quiet(ctx); err != nil {
		t.Fatal(err)
	}
	err := chromedp.Listen(ctx, func(ev any) {
		switch ev := ev.(type) {
		case *runtime.EventExceptionThrown:
			what := ev.ExceptionDetails.Text
			if e := ev.ExceptionDetails.Exception; e != nil {
				what += ": " + e.Description
			}
			t.Errorf("the page threw: %s", what)
		case *log.EventEntryAdded: // such as what the page's policy forbids
			// An answer that refuses in words is told as an error too, and so is
			// a page's last question to a server that has ended.
			harmless := ev.Entry.Source == log.EntrySourceNetwork &&
				(strings.Contains(ev.Entry.Text, "status of 422") || strings.Contains(ev.Entry.Text, "status of 409") || strings.Contains(ev.Entry.Text, "ERR_CONNECTION_REFUSED"))
			if ev.Entry.Level == log.EntryLevelError && !harmless {
				t.Errorf("the browser complains: %s %s", ev.Entry.Text, ev.Entry.URL)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return ctx
}

// quiet keeps the browser from telling of each request that a page makes, which takes as long as half
// of loading one.
func quiet(ctx context.Context) error {
	_, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (cdp.Empty, error) {
		return cdp.Call(ctx, t, network.Disable, cdp.Empty{})
	})
	return err
}

// takeTab returns the context of a tab in the browser that the tests share.
func takeTab(path string) (context.Context, error) {
	shared.Lock()
	defer shared.Unlock()
	if n := len(shared.free); n > 0 {
		tab := shared.free[n-1]
		shared.free = shared.free[:n-1]
		return tab, nil
	}
	if shared.ctx == nil {
		// Not with the context of the test that happens to be the first.
		ctx, free, err := allocate(context.Background(), path, nil)
		if err != nil {
			return nil, err
		}
		ctx, stop := chromedp.NewContext(ctx)
		shared.end = func() { stop(); free() }
		if err := chromedp.Do(ctx); err != nil {
			return nil, err
		}
		shared.ctx = ctx
	}
	tab, _ := chromedp.NewContext(shared.ctx) // ends with the browser
	return tab, chromedp.Do(tab)
}

// leaveTab keeps a tab for other tests: without the page, what that kept, and the
// pointer where it was. That of a test that failed may be in any state.
func leaveTab(t *testing.T, tab context.Context) {
	if t.Failed() {
		return
	}
	ctx, cancel := context.WithTimeout(tab, patience)
	defer cancel()
	err := chromedp.Do(ctx,
		chromedp.Evaluate[chromedp.Void](`sessionStorage.clear()`),
		chromedp.Navigate("about:blank"),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, 0, 0))
	if err != nil {
		t.Errorf("the tab cannot be left: %v", err)
		return
	}
	shared.Lock()
	defer shared.Unlock()
	shared.free = append(shared.free, tab)
}

// allocate makes a context in which a browser can be started, and what removes all
// that it leaves.
func allocate(ctx context.Context, path string, flags []chromedp.ExecAllocatorOption) (context.Context, func(), error) {
	// A folder with a short name, as the path of the socket in it has to fit.
	dir, err := os.MkdirTemp("", "autoqueens-page-")
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := chromedp.NewExecAllocator(ctx, slices.Concat(chromedp.DefaultExecAllocatorOptions[:], []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path),
		chromedp.NoSandbox, // Chromium refuses to run as root with one
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("hide-scrollbars", false),
		chromedp.UserDataDir(dir),
		chromedp.Env("TMPDIR=" + dir), // it leaves a folder there
		chromedp.WindowSize(1280, 1400),
	}, flags)...)
	return ctx, func() { cancel(); os.RemoveAll(dir) }, nil
}

// Held is the left button, down.
func Held(e *input.DispatchMouseEventParams) {
	e.Button, e.Buttons, e.ClickCount = input.MouseButtonLeft, 1, 1
}
