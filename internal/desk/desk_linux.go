package desk

import (
	"bufio"
	"context"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"autoqueens/internal/fault"
)

// install is what to type for a desk on the systems that have apt.
const install = "install what a virtual desktop needs: apt-get install xvfb openbox chromium"

func startDesk(ctx context.Context, o Options) (_ *Desk, err error) {
	if o.Width <= 0 || o.Height <= 0 || o.Width > 32767 || o.Height > 32767 {
		return nil, fault.Plainf("choose a width and a height from 1 to 32767",
			"a desktop of %d x %d pixels cannot be made", o.Width, o.Height)
	}
	server, err := serverCommand(o)
	if err != nil {
		return nil, err
	}
	var wm *exec.Cmd
	if o.WM != NoWM {
		if wm, err = managerCommand(o.WM); err != nil {
			return nil, err
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}

	d := &Desk{size: image.Pt(o.Width, o.Height)}
	defer func() {
		if err != nil {
			_ = d.Close()
		}
	}()
	home, err := d.makeHome()
	if err != nil {
		return nil, err
	}
	// Without an address of its own, a library would start a message bus that
	// nobody ends; and the bus of the person's session is not for the desk.
	base := deskEnv(append(home, busVariable+"=disabled:", "XDG_SESSION_TYPE=x11")...)
	if err := d.startServer(ctx, server, base, o); err != nil {
		return nil, err
	}
	d.env = override(base, nil, "DISPLAY="+d.display)
	if err := prepareDisplay(ctx, d, o, wm); err != nil {
		return nil, err
	}
	d.closeAfter(ctx)
	return d, nil
}

// closeAfter closes the desk when ctx ends, unless it was closed before.
func (d *Desk) closeAfter(ctx context.Context) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.release = context.AfterFunc(ctx, func() { _ = d.Close() })
}

// serverCommand returns the command that runs the X server of a desk.
func serverCommand(o Options) (*exec.Cmd, error) {
	if len(o.Outputs) > 0 {
		return xorgCommand(o)
	}
	path, err := find("Xvfb")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(path, "-screen", "0", fmt.Sprintf("%dx%dx%d", o.Width, o.Height, o.Depth))
	cmd.Args[0] = "Xvfb"
	for i, size := range o.Joined {
		cmd.Args = append(cmd.Args, "-screen", fmt.Sprint(i+1), fmt.Sprintf("%dx%dx%d", size.X, size.Y, o.Depth))
	}
	if len(o.Joined) > 0 && !o.Apart {
		cmd.Args = append(cmd.Args, "+xinerama")
	}
	return cmd, nil
}

// startServer starts an X server and waits until it has said which display it
// took. It chooses a free one itself and says so only when it takes connections,
// so that no two desks can want the same one.
func (d *Desk) startServer(ctx context.Context, cmd *exec.Cmd, env []string, o Options) error {
	if len(o.Outputs) > 0 {
		if err := configureXorg(cmd, d.dir, o); err != nil {
			return cannotStart("no settings for the display could be written", err)
		}
	}
	cmd.Args = append(cmd.Args,
		"-displayfd", "3",
		"-dpi", "96",
		"-noreset", // a reset when the last client leaves breaks captures
		"-nolisten", "tcp")
	cmd.Env, cmd.Dir = env, d.dir
	server, number, err := startAndAsk(ctx, cmd)
	if err != nil {
		return explain(ctx, "the virtual display could not be started", err)
	}
	d.server, d.display = server, ":"+number
	d.parts = append(d.parts, server)
	return nil
}

// startAndAsk starts a program and waits for the line by which it says that it
// is ready; the program writes it to the file that is its number 3.
func startAndAsk(ctx context.Context, cmd *exec.Cmd) (*process, string, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, "", err
	}
	defer r.Close() // ends the wait below too
	cmd.ExtraFiles = []*os.File{w}
	p, err := start(cmd)
	w.Close()
	if err != nil {
		return nil, "", err
	}
	line := make(chan string, 1)
	go func() {
		text, _ := bufio.NewReader(r).ReadString('\n')
		line <- strings.TrimSpace(text)
	}()
	select {
	case text := <-line:
		if text == "" { // it closed the file without a word: it has ended or is about to
			p.stop(grace)
			return nil, "", p.ended()
		}
		return p, text, nil
	case <-ctx.Done():
		p.stop(grace)
		return nil, "", context.Cause(ctx)
	}
}

// managerCommand returns the command that runs a window manager.
func managerCommand(name string) (*exec.Cmd, error) {
	var args []string
	switch name {
	case Openbox:
		args = []string{"--sm-disable"}
	case Xfwm4:
		// The compositor would only cost time: nothing here is translucent.
		args = []string{"--sm-client-disable", "--compositor=off"}
	default:
		return nil, fault.Plainf("choose openbox, xfwm4, or none", "the window manager %q is not known", name)
	}
	path, err := find(name)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(path, args...)
	cmd.Args[0] = name
	return cmd, nil
}

// find returns the path of a program that a desk needs.
func find(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fault.Wrap(err, fault.NoAccess, "the program "+name+" is not on this machine", installAdvice(name))
	}
	return path, nil
}

func installAdvice(name string) string {
	if name != "Xvfb" && name != Openbox {
		return "install it: apt-get install " + name
	}
	return install
}

// cannotStart returns the error for a part of the desk that does not start.
func cannotStart(what string, err error) error {
	return fault.Wrap(err, fault.NoAccess, fmt.Sprintf("%s (%v)", what, err), install)
}

// explain is cannotStart unless the context's end is what kept it from starting.
func explain(ctx context.Context, what string, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return cannotStart(what, err)
}

// deskEnv returns the environment for the programs of a desk: that of this
// program without what leads to the person's session, and with set.
func deskEnv(set ...string) []string {
	return override(os.Environ(), []string{
		"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "SESSION_MANAGER", "DESKTOP_STARTUP_ID", "SWAYSOCK",
		"XDG_CURRENT_DESKTOP", "GDK_BACKEND", "QT_QPA_PLATFORM", "GDK_SCALE", "GDK_DPI_SCALE",
	}, append(set, "NO_AT_BRIDGE=1", softwareRendering+"=1")...)
}

// makeHome makes the folder of a desk, with a home in it, and returns the
// environment that points programs to that.
func (d *Desk) makeHome() (env []string, err error) {
	if d.dir, err = os.MkdirTemp("", "autoqueens-desk-"); err == nil {
		env, err = homeIn(d.dir)
	}
	if err != nil {
		return nil, cannotStart("no temporary folder could be made", err)
	}
	return env, nil
}

// homeIn makes the folders of a home under dir and returns the environment
// that points programs to them.
func homeIn(dir string) ([]string, error) {
	folders := map[string]string{
		"HOME":            dir,
		"XDG_CONFIG_HOME": filepath.Join(dir, ".config"),
		"XDG_CACHE_HOME":  filepath.Join(dir, ".cache"),
		"XDG_DATA_HOME":   filepath.Join(dir, ".local", "share"),
		"XDG_STATE_HOME":  filepath.Join(dir, ".local", "state"),
		"XDG_RUNTIME_DIR": filepath.Join(dir, "run"),
	}
	var env []string
	for name, folder := range folders {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, err
		}
		env = append(env, name+"="+folder)
	}
	return env, nil
}
