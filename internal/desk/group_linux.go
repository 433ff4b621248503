package desk

import (
	"errors"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// group is a process group led by the child.
type group struct{ pgid int }

func (g *group) prepare(cmd *exec.Cmd) {
	// The signal is SIGTERM, not SIGKILL: when this program is killed, an X
	// server still has its socket and lock file to remove.
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid, cmd.SysProcAttr.Pdeathsig = true, syscall.SIGTERM
}

func (g *group) adopt(cmd *exec.Cmd) error {
	g.pgid = cmd.Process.Pid
	return nil
}

// awaitExit returns when the leader has ended but is not reaped yet. Until it
// is, its number cannot be given to another process, so the group can be
// killed without hitting a stranger.
func (g *group) awaitExit() {
	for {
		err := unix.Waitid(unix.P_PID, g.pgid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

func (g *group) kill() { _ = unix.Kill(-g.pgid, unix.SIGKILL) }

// terminate asks the leader to end and tells whether it could be asked.
func (g *group) terminate() bool { return unix.Kill(g.pgid, unix.SIGTERM) == nil }

// suspend stops every process of the group where it is; killing ends them still.
func (g *group) suspend() bool { return unix.Kill(-g.pgid, unix.SIGSTOP) == nil }

func (g *group) release() {}
