package desk

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"

	"autoqueens/internal/fault"
)

// softwareRendering is the variable by which Mesa, and a browser opened here,
// learn that there is no graphics processor to ask.
const softwareRendering = "LIBGL_ALWAYS_SOFTWARE"

// BrowserOptions says how a page is opened. The zero value opens it in the
// first browser that is found, as this program's environment has it.
type BrowserOptions struct {
	Env  []string // environment; that of this program where nil
	Path string   // the browser's program; the first one found where empty

	// Zoom is the zoom of the page, as in the browser's menu; 1 where 0.
	Zoom float64
	// Scale is the scale of the display as the browser sees it, which
	// enlarges its own controls too; the display's own where 0.
	Scale float64
	// Dark makes the browser and prefers-color-scheme dark, else light.
	Dark bool

	Position  image.Point // of the window's top left corner, display points
	Size      image.Point // of the window; the browser's choice where zero
	Maximized bool        // the window fills the screen, whatever Size says
	App       bool        // no tabs and no address bar, where the browser can
}

// Browser is a running browser with a profile of its own that is thrown away
// afterwards. Its methods may be called from several goroutines at once.
type Browser struct {
	process *process
	dir     string
	release func() bool

	closing sync.Once
	err     error
}

// OpenBrowser opens url in a browser on the display of o.Env and returns when
// the browser runs; when the page is there only the page's server can tell.
// Chromium and its kin are preferred, Firefox is used where there is no other.
// Nothing of the person's own browser is read, changed, or shown. The browser
// ends when ctx does, but [Browser.Close] must still be called.
func OpenBrowser(ctx context.Context, url string, o BrowserOptions) (*Browser, error) {
	if o.Env == nil {
		o.Env = os.Environ()
	}
	if o.Zoom == 0 {
		o.Zoom = 1
	}
	// Browsers offer a quarter to five times.
	if !(o.Zoom >= 0.25 && o.Zoom <= 5) || !(o.Scale == 0 || o.Scale >= 0.25 && o.Scale <= 8) {
		return nil, fault.Plainf("choose a zoom from 0.25 to 5 and a scale from 0.25 to 8",
			"no browser shows a page at zoom %g and scale %g", o.Zoom, o.Scale)
	}
	program, err := findBrowser(o.Path)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}

	b := &Browser{}
	if b.dir, err = os.MkdirTemp(program.profileParent(), "autoqueens-browser-"); err != nil {
		return nil, cannotOpen(err)
	}
	var args []string
	if program.firefox {
		args, err = firefoxArgs(b.dir, url, o)
	} else {
		args, err = chromiumArgs(b.dir, url, o)
	}
	if err == nil {
		cmd := exec.Command(program.path, args...)
		cmd.Args[0] = filepath.Base(program.path)
		cmd.Env, cmd.Dir = withTemp(o.Env, program, b.dir), b.dir
		b.process, err = start(cmd)
	}
	if err != nil {
		_ = removeAll(b.dir)
		return nil, cannotOpen(err)
	}
	b.release = context.AfterFunc(ctx, b.process.kill)
	return b, nil
}

// Done is closed when the browser and all of its processes have ended, by
// [Browser.Close], by [Browser.Kill], or because the person closed it.
func (b *Browser) Done() <-chan struct{} { return b.process.done }

// Err returns nil while the browser runs, and after that how it ended and the
// last line it printed.
func (b *Browser) Err() error {
	select {
	case <-b.process.done:
		return b.process.ended()
	default:
		return nil
	}
}

// Kill ends the browser and all of its processes at once, as a crash would,
// and waits until they are gone. [Browser.Close] must still be called.
func (b *Browser) Kill() { b.process.kill() }

// Close asks the browser to end, kills it where it does not, waits until all
// of its processes are gone, and removes its profile. It may be called twice.
func (b *Browser) Close() error {
	b.closing.Do(func() {
		b.release()
		b.process.stop(grace)
		if err := removeAll(b.dir); err != nil {
			b.err = fmt.Errorf("the browser's temporary profile is left behind: %w", err)
		}
	})
	return b.err
}

func cannotOpen(err error) error {
	return fault.Wrap(err, fault.NoAccess, fmt.Sprintf("no browser could be opened (%v)", err), installBrowser())
}

// program is a browser on this machine.
type program struct {
	path    string
	firefox bool
	snap    string // its name as a snap package, empty where it is none
}

// candidates lists the programs to look for, best first: names that are
// looked up in PATH, and whole paths where a system keeps programs elsewhere.
func candidates() []string {
	switch runtime.GOOS {
	case "windows":
		var paths []string
		for _, root := range []string{os.Getenv("ProgramFiles"), os.Getenv("ProgramFiles(x86)"), os.Getenv("LocalAppData")} {
			if root == "" {
				continue
			}
			for _, tail := range []string{
				`Chromium\Application\chrome.exe`, `Google\Chrome\Application\chrome.exe`,
				`Microsoft\Edge\Application\msedge.exe`, `BraveSoftware\Brave-Browser\Application\brave.exe`,
				`Mozilla Firefox\firefox.exe`,
			} {
				paths = append(paths, filepath.Join(root, tail))
			}
		}
		return paths
	case "darwin":
		var paths []string
		for _, root := range []string{"/Applications", filepath.Join(os.Getenv("HOME"), "Applications")} {
			for _, app := range []string{"Chromium", "Google Chrome", "Microsoft Edge", "Brave Browser"} {
				paths = append(paths, filepath.Join(root, app+".app", "Contents", "MacOS", app))
			}
			paths = append(paths, filepath.Join(root, "Firefox.app", "Contents", "MacOS", "firefox"))
		}
		return paths
	default:
		return []string{"chromium", "chromium-browser", "google-chrome-stable", "google-chrome",
			"microsoft-edge-stable", "microsoft-edge", "brave-browser", "brave", "firefox", "firefox-esr"}
	}
}

// findBrowser returns the browser at path, or the best one on this machine.
// Snap packages come last: they see neither temporary folders nor a home that
// is not the person's.
func findBrowser(path string) (program, error) {
	names := candidates()
	if path != "" {
		names = []string{path}
	}
	var snap *program
	var firstErr error
	for _, name := range names {
		found, err := exec.LookPath(name)
		if err != nil {
			if firstErr == nil {
				firstErr = err
			}
			continue
		}
		p := describe(found)
		if p.snap == "" {
			return p, nil
		}
		if snap == nil {
			snap = &p
		}
	}
	if snap != nil {
		return *snap, nil
	}
	if path != "" {
		return program{}, fault.Wrap(firstErr, fault.NoAccess, "the browser "+path+" is not on this machine", installBrowser())
	}
	return program{}, fault.Wrap(errors.Join(firstErr, exec.ErrNotFound), fault.NoAccess,
		"no browser was found on this machine", installBrowser())
}

func installBrowser() string {
	if runtime.GOOS == "linux" {
		return "install a browser: apt-get install chromium"
	}
	return "install Chromium, Chrome, Edge, Brave or Firefox"
}
