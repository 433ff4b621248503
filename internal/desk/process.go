package desk

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"
)

// lingering is how long a process that has left the group (a daemon that
// called setsid, say) may hold our pipe open before it is no longer waited for.
const lingering = 2 * time.Second

// process is a child with all of its own children: one group that lives and
// dies together. When the first process ends, by itself or not, the rest of
// the group is killed.
type process struct {
	name  string
	cmd   *exec.Cmd
	group group
	tail  tail
	done  chan struct{} // closed when the child is reaped and the group is gone
	err   error         // how the child ended; valid once done is closed

	mu   sync.Mutex
	gone bool // the group was killed for the last time and must not be named again
}

// start runs cmd in a group of its own. What it prints is kept, the last lines
// only, for the words of an error.
func start(cmd *exec.Cmd) (*process, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p := &process{name: cmd.Args[0], cmd: cmd, done: make(chan struct{})}
	cmd.Stdout, cmd.Stderr = w, w
	p.group.prepare(cmd)

	started := make(chan error, 1)
	go func() {
		// Linux sends the parent-death signal when the thread that started
		// the child ends, not the process, so this thread has to outlive it.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()

		err := cmd.Start()
		w.Close()
		if err == nil {
			err = p.group.adopt(cmd)
			if err != nil {
				_ = cmd.Process.Kill()
				_ = cmd.Wait()
			}
		}
		started <- err
		if err != nil {
			r.Close()
			return
		}
		// Every process of the group holds the pipe, so its end tells that
		// the last of them has gone.
		drained := make(chan struct{})
		go func() {
			defer close(drained)
			_, _ = p.tail.ReadFrom(r)
		}()
		p.group.awaitExit()
		p.mu.Lock()
		p.group.kill()
		p.gone = true
		p.mu.Unlock()
		p.err = cmd.Wait()
		select {
		case <-drained:
		case <-time.After(lingering):
		}
		r.Close()
		p.group.release()
		close(p.done)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

// kill ends the whole group at once and waits until it is gone.
func (p *process) kill() {
	p.signal(func() bool { p.group.kill(); return true })
	<-p.done
}

// stop asks the process to end, kills the group when it has not done so within
// grace, and waits until it is gone.
func (p *process) stop(grace time.Duration) {
	if p.signal(p.group.terminate) {
		timer := time.NewTimer(grace)
		defer timer.Stop()
		select {
		case <-p.done:
			return
		case <-timer.C:
		}
	}
	p.kill()
}

// signal calls send unless the group is gone, whose number may by then belong
// to somebody else.
func (p *process) signal(send func() bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.gone && send()
}

// ended returns what to say about a process that has ended by itself.
func (p *process) ended() error {
	<-p.done
	how := "ended"
	if p.err != nil {
		how = p.err.Error()
	}
	if said := p.tail.String(); said != "" {
		return fmt.Errorf("%s: %s: %s", p.name, how, said)
	}
	return fmt.Errorf("%s: %s", p.name, how)
}

// tail keeps the end of what it reads. It may be read while it is written.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

const tailSize = 4096

// ReadFrom reads r to its end.
func (t *tail) ReadFrom(r *os.File) (int64, error) {
	var total int64
	chunk := make([]byte, tailSize)
	for {
		n, err := r.Read(chunk)
		total += int64(n)
		t.mu.Lock()
		t.buf = append(t.buf, chunk[:n]...)
		if extra := len(t.buf) - tailSize; extra > 0 {
			t.buf = append(t.buf[:0], t.buf[extra:]...)
		}
		t.mu.Unlock()
		if err != nil {
			return total, err
		}
	}
}

// String returns the last line that was read.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := strings.TrimSpace(string(t.buf))
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:])
}
