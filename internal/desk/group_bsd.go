//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package desk

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// group is a process group led by the child.
type group struct{ pgid int }

func (g *group) prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func (g *group) adopt(cmd *exec.Cmd) error {
	g.pgid = cmd.Process.Pid
	return nil
}

// awaitExit returns when the leader has ended but is not reaped yet. Until it
// is, its number cannot be given to another process, so the group can be
// killed without hitting a stranger.
func (g *group) awaitExit() {
	kq, err := unix.Kqueue()
	if err != nil {
		return
	}
	defer unix.Close(kq)
	change := unix.Kevent_t{Fflags: unix.NOTE_EXIT}
	unix.SetKevent(&change, g.pgid, unix.EVFILT_PROC, unix.EV_ADD|unix.EV_ONESHOT)
	events := make([]unix.Kevent_t, 1)
	for {
		_, err := unix.Kevent(kq, []unix.Kevent_t{change}, events, nil)
		if err != unix.EINTR {
			return
		}
	}
}

func (g *group) kill() { _ = unix.Kill(-g.pgid, unix.SIGKILL) }

// terminate asks the leader to end and tells whether it could be asked.
func (g *group) terminate() bool { return unix.Kill(g.pgid, unix.SIGTERM) == nil }

func (g *group) release() {}
