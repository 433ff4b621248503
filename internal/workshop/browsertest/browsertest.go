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
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
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

// New starts a browser for one test and ends it with the test. What a page
// throws, or the browser finds wrong with it, is a failure.
func New(t *testing.T, flags ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: the page is not tested in a browser")
	}
	// A folder with a short name, as the path of the socket in it has to fit.
	dir, err := os.MkdirTemp("", "autoqueens-page-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	opts := slices.Concat(chromedp.DefaultExecAllocatorOptions[:], []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(Find(t)),
		chromedp.NoSandbox, // Chromium refuses to run as root with one
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("hide-scrollbars", false),
		chromedp.UserDataDir(dir),
		chromedp.Env("TMPDIR=" + dir), // it leaves a folder there
		chromedp.WindowSize(1280, 1400),
	}, flags)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, opts...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	err = chromedp.Listen(ctx, func(ev any) {
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

// Held is the left button, down.
func Held(e *input.DispatchMouseEventParams) {
	e.Button, e.Buttons, e.ClickCount = input.MouseButtonLeft, 1, 1
}
