package desk

import (
	"context"
	"os"
	"runtime"
	"strings"
)

// Stage is the desktop on which a game is shown: the person's, or a virtual one.
type Stage struct {
	desk *Desk // nil on the person's own
}

// OpenStage returns the person's desktop where it can be clicked on, and else, or where
// virtual asks for it, makes a desk of o and makes this process a program of that. In a
// Wayland session clickable finds out whether it can. The caller closes the stage.
func OpenStage(ctx context.Context, virtual bool, clickable func() bool, o Options) (*Stage, error) {
	if !virtual && (hasDisplay() || os.Getenv("WAYLAND_DISPLAY") != "" && clickable()) {
		return &Stage{}, nil
	}
	d, err := Start(ctx, o)
	if err != nil {
		return nil, err
	}
	moveTo(d.Env())
	return &Stage{desk: d}, nil
}

// Display returns the name of the virtual display, "" on the person's own desktop.
func (s *Stage) Display() string {
	if s.desk == nil {
		return ""
	}
	return s.desk.Display()
}

// hasDisplay tells whether this session has a display that can be clicked on as every one
// of its kind.
func hasDisplay() bool {
	if runtime.GOOS != "linux" {
		return true
	}
	return os.Getenv("DISPLAY") != "" && os.Getenv("WAYLAND_DISPLAY") == "" && os.Getenv("XDG_SESSION_TYPE") != "wayland"
}

// moveTo makes this process a program of the session that an environment
// describes.
func moveTo(env []string) {
	for _, name := range []string{"DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"} {
		value, found := "", false
		for _, entry := range env {
			if v, ok := strings.CutPrefix(entry, name+"="); ok {
				value, found = v, true
			}
		}
		if found {
			os.Setenv(name, value)
		} else {
			os.Unsetenv(name)
		}
	}
}

// Close ends a virtual desk; the person's own desktop stays.
func (s *Stage) Close() error {
	if s.desk == nil {
		return nil
	}
	return s.desk.Close()
}

// OpenBrowser shows a page in a browser on the stage.
func (s *Stage) OpenBrowser(ctx context.Context, url string, o BrowserOptions) (*Browser, error) {
	if s.desk != nil {
		return s.desk.OpenBrowser(ctx, url, o)
	}
	return OpenBrowser(ctx, url, o)
}
