package desk

import (
	"os/exec"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job object: Windows ends every process in it with the job, and
// the job with this program.
type group struct {
	job     windows.Handle
	process windows.Handle
}

func (g *group) prepare(*exec.Cmd) {}

func (g *group) adopt(cmd *exec.Cmd) error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{
		BasicLimitInformation: windows.JOBOBJECT_BASIC_LIMIT_INFORMATION{
			LimitFlags: windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
		},
	}
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		const access = windows.PROCESS_SET_QUOTA | windows.PROCESS_TERMINATE | windows.SYNCHRONIZE
		g.process, err = windows.OpenProcess(access, false, uint32(cmd.Process.Pid))
	}
	if err == nil {
		err = windows.AssignProcessToJobObject(job, g.process)
	}
	if err != nil {
		windows.CloseHandle(job)
		return err
	}
	g.job = job
	return nil
}

// awaitExit returns when the first process has ended.
func (g *group) awaitExit() { _, _ = windows.WaitForSingleObject(g.process, windows.INFINITE) }

func (g *group) kill() { _ = windows.TerminateJobObject(g.job, 1) }

// terminate tells that nothing can be asked: a window's process has no signal
// for it, and its temporary profile makes a graceful end pointless.
func (g *group) terminate() bool { return false }

func (g *group) release() {
	windows.CloseHandle(g.process)
	windows.CloseHandle(g.job)
}
