//go:build linux

package pipewire

import (
	"context"
	"errors"
	"fmt"
	"image"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"autoqueens/internal/workshop/testneeds"
)

// server starts a real media server, and returns what its programs need to know.
func server(t *testing.T) (env []string) {
	t.Helper()
	testneeds.Programs(t, "pipewire", "pw-link", "pw-cli")
	dir, err := os.MkdirTemp("", "autoqueens-pipewire-") // sockets have short names
	if err != nil {
		t.Fatal(err)
	}
	env = append(os.Environ(), "XDG_RUNTIME_DIR="+dir, "PIPEWIRE_RUNTIME_DIR="+dir, "HOME="+dir, "DBUS_SESSION_BUS_ADDRESS=disabled:")
	cmd := exec.Command("pipewire")
	cmd.Env, cmd.Dir = env, dir
	cmd.SysProcAttr = &unix.SysProcAttr{Pdeathsig: unix.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		os.RemoveAll(dir)
	})
	return env
}

// dial connects to it.
func dial(t *testing.T, env []string) *Conn {
	t.Helper()
	var dir string
	for _, e := range env {
		if v, ok := strings.CutPrefix(e, "PIPEWIRE_RUNTIME_DIR="); ok {
			dir = v
		}
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		s, err := net.Dial("unix", filepath.Join(dir, "pipewire-0"))
		if err == nil {
			c, err := New(t.Context(), s.(*net.UnixConn))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { c.Close() })
			return c
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

// screen is a node that shows pictures, as a compositor's.
type screen struct {
	*Stream
	colour uint32 // of the next picture, 0 for none
	free   []int  // buffers
	known  int    // of how many buffers
	odd    bool   // the next picture is none: the pointer has moved
}

// newScreen makes a node of a size whose turns come with the server's clock.
func newScreen(t *testing.T, c *Conn, size image.Point) *screen {
	t.Helper()
	s := &screen{Stream: c.newNode()}
	s.process = s.give
	var err error
	if s.object, err = c.object(s.hear); err != nil {
		t.Fatal(err)
	}
	format := pods(nil).object(objectFormat, paramEnumFormat,
		property(formatMediaType, pods(nil).id(mediaVideo)), property(formatMediaSubtype, pods(nil).id(mediaRaw)),
		property(formatVideoFormat, pods(nil).id(uint32(FormatBGRX))), property(formatVideoSize, pods(nil).rectangle(size)),
		property(formatFramerate, pods(nil).put(podFraction, 0, 1)))
	const buffersSize, buffersStride, buffersBlocks = 3, 4, 2
	buffers := pods(nil).object(objectBuffers, paramBuffers,
		property(buffersCount, choice(choiceRange, podInt, []uint32{3}, []uint32{2}, []uint32{8})), property(buffersBlocks, pods(nil).int(1)),
		property(buffersSize, pods(nil).int(4*size.X*size.Y)), property(buffersStride, pods(nil).int(4*size.X)),
		property(buffersDataType, choice(choiceFlags, podInt, []uint32{1 << dataFile})))
	info := pods(nil).long(portInfoFlags|portInfoProperties|portInfoParams).long(0).int(0).int(1).properties("port.name", "output").
		int(3).id(paramEnumFormat).int(paramRead).id(paramBuffers).int(paramRead).id(paramFormat).int(paramWrite)
	const output = 1
	err = c.send(
		creation(s.object, "client-node", "PipeWire:Interface:ClientNode", nodeVersion,
			"node.name", "screen", "media.name", "a cast", "media.class", "Video/Source", "node.want-driver", "true"),
		message{s.object, nodeUpdate, pods(nil).int(updateParams | updateInfo).int(0).group(
			pods(nil).int(0).int(1).long(nodeInfoFlags).long(nodeRealTime).properties().int(0))},
		message{s.object, nodePortUpdate, append(append(pods(nil).int(output).int(onlyPort).int(updateParams|updateInfo).int(2), format...), buffers...).group(info)},
		message{s.object, nodeSetActive, pods(nil).bool(true)})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// give shows the next picture in the node's turn, where there is one. The caller holds mu.
func (s *screen) give() {
	if s.io == nil {
		return
	}
	status, id := s.io.word(ioStatus), s.io.word(ioBufferID)
	if s.known != len(s.buffers) {
		s.known, s.free = len(s.buffers), nil
		for i := range s.buffers {
			s.free = append(s.free, i)
		}
		id.Store(invalid)
	}
	if status.Load() == haveData {
		return // the last one was not taken
	}
	if back := id.Load(); int64(back) < int64(len(s.buffers)) {
		s.free = append(s.free, int(back))
		id.Store(invalid)
	}
	if s.colour == 0 || len(s.free) == 0 {
		return
	}
	b := s.buffers[s.free[0]]
	for i := 0; i+wordSize <= len(b.part); i += wordSize {
		order.PutUint32(b.part[i:], s.colour)
	}
	length := uint32(len(b.part))
	if s.odd {
		length = 0
	}
	b.about.word(b.chunk + chunkOffset).Store(0)
	b.about.word(b.chunk + chunkLength).Store(length)
	b.about.word(b.chunk + chunkStride).Store(uint32(4 * s.size.X))
	b.about.word(b.chunk + chunkFlags).Store(0)
	id.Store(uint32(s.free[0]))
	status.Store(haveData)
	s.free, s.colour = s.free[1:], 0
}

// show has a picture of one colour shown, or that of nothing but the pointer.
func (s *screen) show(colour uint32, odd bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.colour, s.odd = colour, odd
}

// TestStream follows a node of a real media server: each picture arrives as it was shown, the
// one that is no picture does not, and the end of either side is noticed.
func TestStream(t *testing.T) {
	env := server(t)
	size := image.Pt(321, 123)
	source := newScreen(t, dial(t, env), size)
	c := dial(t, env)
	s, err := c.NewStream(1 << 20) // connected below, as there is no manager
	if err != nil {
		t.Fatal(err)
	}
	early, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := s.Look(early, func(Picture) { t.Error("a picture from nowhere") }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	link := func() ([]byte, error) {
		cmd := exec.Command("pw-link", "screen:output", "autoqueens:input")
		cmd.Env = env
		return cmd.CombinedOutput()
	}
	said, err := link()
	for i := 0; err != nil && i < 100; i++ { // its ports take their time to be known
		time.Sleep(50 * time.Millisecond)
		said, err = link()
	}
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	limited, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	const n = 20 // more than there are buffers
	for i := range uint32(n) {
		news := s.News()
		source.show(0xff102030+i, false)
		select {
		case <-news:
		case <-limited.Done():
			t.Fatalf("no picture %d: %v, %v", i, s.err, source.err)
		}
		for s.Changes() <= uint64(i) { // what was news may have been the start
			select {
			case <-s.News():
			case <-time.After(5 * time.Millisecond):
			case <-limited.Done():
				t.Fatalf("no picture %d", i)
			}
		}
		if s.Size() != size {
			t.Errorf("its size is %v", s.Size())
		}
		err := s.Look(limited, func(p Picture) {
			if p.Size != size || p.Stride != 4*size.X || !p.Format.BlueFirst() {
				t.Errorf("%v, stride %d, format %d", p.Size, p.Stride, p.Format)
			}
			for at := range size.X * size.Y {
				if got := order.Uint32(p.Data[4*at:]); got != 0xff102030+i {
					t.Fatalf("picture %d: %x at %d", i, got, at)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	// What was shown before a pause is not what is shown after it.
	for _, active := range []bool{false, true} {
		if err := c.send(message{s.object, nodeSetActive, pods(nil).bool(active)}); err != nil {
			t.Fatal(err)
		}
		for running := !active; running != active; time.Sleep(time.Millisecond) {
			s.mu.Lock()
			running = s.running
			s.mu.Unlock()
			if limited.Err() != nil {
				t.Fatalf("it does not become %v", active)
			}
		}
		brief, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		if err := s.Look(brief, func(Picture) {}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a picture from before the pause (%v): %v", active, err)
		}
	}
	for range 5 { // buffers come back from these too
		source.show(0xffffffff, true)
		time.Sleep(60 * time.Millisecond)
	}
	source.show(0xff0a0b0c, false)
	for s.Changes() < n+1 && limited.Err() == nil {
		time.Sleep(time.Millisecond)
	}
	if s.Changes() != n+1 {
		t.Errorf("%d pictures, want %d", s.Changes(), n+1)
	}
	if err := s.Look(limited, func(p Picture) {
		if got := order.Uint32(p.Data); got != 0xff0a0b0c {
			t.Errorf("it shows %x", got)
		}
	}); err != nil {
		t.Error(err)
	}
	if err := source.conn.Close(); err != nil {
		t.Error(err)
	}
	gone, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for err == nil && gone.Err() == nil {
		brief, cancel := context.WithTimeout(gone, 20*time.Millisecond)
		err = s.Look(brief, func(Picture) {})
		cancel()
	}
	if gone.Err() != nil {
		t.Error("the end of what is shown goes unnoticed")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := s.Look(t.Context(), func(Picture) {}); err == nil {
		t.Error("a stream that was closed shows something")
	}
}

// TestMediaName: the server tells what the pictures of a node are called, and of a node that it does not
// know nothing.
func TestMediaName(t *testing.T) {
	env := server(t)
	newScreen(t, dial(t, env), image.Pt(16, 16))
	var names []string
	for deadline := time.Now().Add(20 * time.Second); len(names) == 0 && time.Now().Before(deadline); { // until the node is known
		cmd := exec.Command("pw-cli", "ls", "Node")
		cmd.Env = env
		list, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		c := dial(t, env)
		for line := range strings.Lines(string(list)) {
			var id uint32
			if _, err := fmt.Sscanf(strings.TrimSpace(line), "id %d, type PipeWire:Interface:Node/", &id); err != nil {
				continue
			}
			name, err := c.MediaName(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if name != "" {
				names = append(names, name)
			}
		}
	}
	if !slices.Equal(names, []string{"a cast"}) {
		t.Errorf("the names are %q", names)
	}
	if name, err := dial(t, env).MediaName(t.Context(), 1<<20); err == nil {
		t.Errorf("a node that there is not is called %q", name)
	}
}

// TestStreamInOneGo: a session's manager that sees a stream without its port connects nothing, and
// does not look again.
func TestStreamInOneGo(t *testing.T) {
	ours, theirs := pair(t, unix.SOCK_SEQPACKET) // each read is one write
	defer ours.Close()
	defer theirs.Close()
	c := &Conn{socket: ours, next: 2, handlers: map[uint32]func(*event){}}
	s, err := c.NewStream(48)
	if err != nil {
		t.Fatal(err)
	}
	data := make([]byte, 1<<16)
	n, err := theirs.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	type sent struct{ object, opcode uint32 }
	var got []sent
	for data = data[:n]; len(data) >= headerSize; {
		second := order.Uint32(data[wordSize:])
		got = append(got, sent{order.Uint32(data), second >> sizeBits})
		data = data[min(len(data), headerSize+int(second&(1<<sizeBits-1))):]
	}
	want := []sent{{core, coreCreateObject}, {s.object, nodeUpdate}, {s.object, nodePortUpdate}, {s.object, nodeSetActive}}
	if !slices.Equal(got, want) || len(data) > 0 {
		t.Errorf("the first read has %v and %d bytes more, want %v", got, len(data), want)
	}
}

// FuzzEvents: whatever a server sends, nothing is read or written beyond what it has shared, and
// nothing ends the program.
func FuzzEvents(f *testing.F) {
	message := func(object, opcode uint32, values pods) []byte {
		payload := pods(nil).group(values)
		var b []byte
		for _, word := range []uint32{object, opcode<<sizeBits | uint32(len(payload)), 1, 0} {
			b = order.AppendUint32(b, word)
		}
		return append(b, payload...)
	}
	seed := func(messages ...[]byte) {
		var all []byte
		for _, m := range messages {
			all = append(all, m...)
		}
		f.Add(all)
	}
	format := pods(nil).object(objectFormat, paramFormat, property(formatVideoFormat, pods(nil).id(8)), property(formatVideoSize, pods(nil).rectangle(image.Pt(4, 4))))
	buffer := pods(nil).int(0).int(0).int(0).int(0).int(1).int(0).int(0).int(4096).int(1).id(1).int(32).int(1).id(dataPointer).int(64).int(0).int(0).int(64)
	seed(message(2, nodePortSetParam, append(pods(nil).int(0).int(0).id(paramFormat).int(0), format...)),
		message(2, nodePortUseBuffers, buffer),
		message(2, nodePortSetIO, pods(nil).int(0).int(0).int(0).id(ioBuffers).int(0).int(0).int(8)))
	seed(message(2, nodeTransport, pods(nil).bytes(podFile, make([]byte, 8)).bytes(podFile, make([]byte, 8)).int(0).int(0).int(2312)))
	seed(message(2, nodeSetActivation, pods(nil).int(7).bytes(podFile, make([]byte, 8)).int(0).int(0).int(2312)))
	seed(message(core, coreError, pods(nil).int(2).int(1).int(-2).string("no such thing")), message(core, coreRemoved, pods(nil).int(2)))
	seed(message(2, nodeCommand, pods(nil).object(0x30002, commandStart)))
	f.Fuzz(func(t *testing.T, data []byte) {
		ours, theirs := pair(t, unix.SOCK_STREAM)
		c := &Conn{socket: ours, done: make(chan struct{}), next: 2, handlers: map[uint32]func(*event){}, syncs: map[int]chan struct{}{}, memory: map[uint32]*memory{}}
		c.handlers[core] = c.hearCore
		s := c.newNode()
		s.process = s.take
		s.object, c.handlers[2] = 2, s.hear
		fd, err := unix.MemfdCreate("fuzz", unix.MFD_CLOEXEC)
		if err != nil {
			t.Fatal(err)
		}
		if err := unix.Ftruncate(fd, 8192); err != nil {
			t.Fatal(err)
		}
		c.memory[0] = &memory{file: os.NewFile(uintptr(fd), "fuzz")}
		go c.read()
		_ = theirs.SetWriteDeadline(time.Now().Add(time.Second))
		_, _ = theirs.Write(data) // it may have been closed for what it sent
		_ = theirs.Close()
		<-c.done
		s.mu.Lock()
		s.turn()
		s.picture()
		s.mu.Unlock()
		_ = s.Close()
	})
}

// pair returns both ends of a socket of a kind.
func pair(t *testing.T, kind int) (ours, theirs *net.UnixConn) {
	t.Helper()
	fds, err := unix.Socketpair(unix.AF_UNIX, kind|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	var ends []*net.UnixConn
	for _, fd := range fds {
		file := os.NewFile(uintptr(fd), "socket")
		conn, err := net.FileConn(file)
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		ends = append(ends, conn.(*net.UnixConn))
	}
	return ends[0], ends[1]
}

func (p pods) rectangle(size image.Point) pods {
	return p.put(podRectangle, uint32(size.X), uint32(size.Y))
}
