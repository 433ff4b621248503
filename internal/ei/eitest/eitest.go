//go:build linux

// Package eitest is a desktop that takes input by the EI protocol, for tests: it
// speaks as those of GNOME and KDE do, and writes down what it is sent.
package eitest

import (
	"bufio"
	"image"
	"net"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"autoqueens/internal/ei"
)

// Options says what a server offers. The zero value offers nothing.
type Options struct {
	Regions  []image.Rectangle // where the pointer can be put; none is no pointer
	Keyboard bool
	// Keymap is told of the keyboard, in the format of xkbcommon.
	Keymap string
	// Got is told of each input as its frame comes, before a later Sync is answered.
	Got func(Event)
}

// Event is one input. Which fields mean anything Kind tells.
type Event struct {
	Kind string      // "move", "button" or "key"
	At   image.Point // of the pointer, at a button too
	Code uint32
	Down bool
}

// Server is the desktop's end of a connection.
type Server struct {
	o    Options
	conn net.Conn
	over sync.WaitGroup

	mu      sync.Mutex
	names   map[uint64]string // of the objects, by their interfaces
	frames  []Event           // that wait for a frame
	at      image.Point
	serial  uint32
	started map[uint64]bool
	wrong   []string
	Delay   func() // runs before a Sync is answered, where it is set
}

// The objects that the server makes. Seats and what is in them come from this range.
const (
	first      = uint64(0xff00000000000000)
	connection = first + iota
	seat
	pointer
	absolute
	button
	keyboard
	keys
)

const (
	absoluteBit = 1 << iota
	buttonBit
	keyBit
)

// Pipe returns a connection for a client and the server at its other end.
func Pipe(o Options) (net.Conn, *Server, error) {
	file, s, err := File(o)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	conn, err := net.FileConn(file)
	return conn, s, err
}

// File is Pipe for those who hand out the client's end as a file.
func File(o Options) (*os.File, *Server, error) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	client, end := os.NewFile(uintptr(ends[0]), "client"), os.NewFile(uintptr(ends[1]), "server")
	defer end.Close()
	conn, err := net.FileConn(end)
	if err != nil {
		client.Close()
		return nil, nil, err
	}
	return client, Serve(conn, o), nil
}

// Serve serves a connection until it ends.
func Serve(conn net.Conn, o Options) *Server {
	s := &Server{o: o, conn: conn, names: map[uint64]string{0: "ei_handshake"}, started: map[uint64]bool{}}
	s.over.Go(s.serve)
	return s
}

// Close ends the connection without a word, as a desktop that crashes does.
func (s *Server) Close() error {
	err := s.conn.Close()
	s.over.Wait()
	return err
}

// Wait returns when the client has ended the connection.
func (s *Server) Wait() { s.over.Wait() }

// Wrong returns what the client did that the protocol forbids.
func (s *Server) Wrong() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.wrong...)
}

// Pause takes no more input, Resume does again.
func (s *Server) Pause() { s.events(func() { s.each(8) }) }

// Resume is the end of Pause.
func (s *Server) Resume() { s.events(func() { s.each(7) }) }

// each sends an event with a serial to each device. The caller holds mu.
func (s *Server) each(opcode uint32) {
	for _, device := range []uint64{pointer, keyboard} {
		if s.names[device] == "" {
			continue
		}
		s.serial++
		s.send(device, opcode, s.serial)
		s.started[device] = false
	}
}

// Disconnect ends the connection and says why, as a desktop does whose person has
// had enough.
func (s *Server) Disconnect(why string) {
	s.events(func() { s.send(connection, 0, s.serial, uint32(0), why) })
	s.conn.Close()
}

// Ping asks the client for an answer.
func (s *Server) Ping() {
	s.events(func() {
		s.names[first+100] = "ei_pingpong"
		s.send(connection, 3, first+100, uint32(1))
	})
}

// Remove takes the pointer away, Add brings one with other regions.
func (s *Server) Remove() {
	s.events(func() {
		s.serial++
		s.send(pointer, 0, s.serial)
		delete(s.names, pointer)
	})
}

// Add is told at Remove.
func (s *Server) Add(regions ...image.Rectangle) {
	s.events(func() {
		s.o.Regions = regions
		s.addPointer()
	})
}

func (s *Server) events(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
}

// send sends an event. A client that has gone shows when it is read from.
func (s *Server) send(object uint64, opcode uint32, args ...any) {
	_, _ = s.conn.Write(ei.Append(nil, object, opcode, args...))
}

func (s *Server) serve() {
	s.events(func() { s.send(0, 0, uint32(1)) })
	in := bufio.NewReader(s.conn)
	var buf []byte
	for {
		m, err := ei.ReadMessage(in, &buf)
		if err != nil {
			s.conn.Close()
			return
		}
		s.mu.Lock()
		s.take(m)
		s.mu.Unlock()
	}
}

func (s *Server) take(m ei.Message) {
	a := m.Read()
	switch s.names[m.Object] {
	case "ei_handshake":
		s.handshake(m.Opcode, a)
	case "ei_connection":
		if m.Opcode == 1 {
			s.conn.Close()
			return
		}
		callback := a.Long()
		if s.Delay != nil {
			s.Delay()
		}
		s.send(callback, 0, uint64(0))
	case "ei_seat":
		s.bind(a.Long())
	case "ei_device":
		s.device(m.Object, m.Opcode, a)
	case "ei_pointer_absolute":
		x, y := a.Float(), a.Float()
		s.queue(pointer, Event{Kind: "move", At: image.Pt(int(x), int(y))})
	case "ei_button":
		s.queue(pointer, Event{Kind: "button", Code: a.Uint(), Down: a.Uint() == 1})
	case "ei_keyboard":
		s.queue(keyboard, Event{Kind: "key", Code: a.Uint(), Down: a.Uint() == 1})
	case "ei_pingpong":
		delete(s.names, m.Object)
	default:
		s.wrong = append(s.wrong, "a request to an object that is not there")
	}
	if a.Err != nil {
		s.wrong = append(s.wrong, a.Err.Error())
	}
}

// queue keeps an input for its frame.
func (s *Server) queue(device uint64, e Event) {
	if !s.started[device] {
		s.wrong = append(s.wrong, "input to a device that was not started")
		return
	}
	s.frames = append(s.frames, e)
}

func (s *Server) handshake(opcode uint32, a *ei.Args) {
	switch opcode {
	case 0, 2:
		a.Uint()
	case 3:
		a.Text()
	case 4:
		a.Text()
		a.Uint()
	case 1:
		s.names[connection], s.names[seat] = "ei_connection", "ei_seat"
		s.serial++
		s.send(0, 2, s.serial, connection, uint32(1))
		s.send(connection, 1, seat, uint32(1))
		s.send(seat, 1, "default")
		if len(s.o.Regions) > 0 {
			s.send(seat, 2, uint64(absoluteBit), "ei_pointer_absolute")
			s.send(seat, 2, uint64(buttonBit), "ei_button")
		}
		if s.o.Keyboard {
			s.send(seat, 2, uint64(keyBit), "ei_keyboard")
		}
		s.send(seat, 3)
	}
}

// bind makes the devices that a client asks for, as far as they are not there.
func (s *Server) bind(mask uint64) {
	if mask&(absoluteBit|buttonBit) != 0 && s.names[pointer] == "" {
		s.addPointer()
	}
	if mask&keyBit != 0 && s.names[keyboard] == "" {
		s.names[keyboard], s.names[keys] = "ei_device", "ei_keyboard"
		s.send(seat, 4, keyboard, uint32(1))
		s.send(keyboard, 1, "keyboard")
		s.send(keyboard, 5, keys, "ei_keyboard", uint32(1))
		s.sendKeymap()
		s.send(keyboard, 6)
		s.serial++
		s.send(keyboard, 7, s.serial)
	}
}

// sendKeymap sends the keymap as desktops do, in a file beside the message.
func (s *Server) sendKeymap() {
	file, err := unix.MemfdCreate("keymap", unix.MFD_CLOEXEC)
	if err != nil {
		s.wrong = append(s.wrong, err.Error())
		return
	}
	defer unix.Close(file)
	_, err = unix.Write(file, []byte(s.o.Keymap))
	m := ei.Append(nil, keys, 1, uint32(1), uint32(len(s.o.Keymap)))
	if u, ok := s.conn.(*net.UnixConn); ok && err == nil {
		_, _, err = u.WriteMsgUnix(m, unix.UnixRights(file), nil)
	}
	if err != nil {
		s.wrong = append(s.wrong, err.Error())
	}
}

// Modifiers says which modifiers are held on the keyboard.
func (s *Server) Modifiers(held uint32) {
	s.events(func() {
		s.serial++
		s.send(keys, 4, s.serial, held, uint32(0), uint32(0), uint32(0))
	})
}

func (s *Server) addPointer() {
	s.names[pointer], s.names[absolute], s.names[button] = "ei_device", "ei_pointer_absolute", "ei_button"
	s.started[pointer] = false
	s.send(seat, 4, pointer, uint32(1))
	s.send(pointer, 1, "pointer")
	s.send(pointer, 2, uint32(1))
	for _, r := range s.o.Regions {
		s.send(pointer, 4, uint32(r.Min.X), uint32(r.Min.Y), uint32(r.Dx()), uint32(r.Dy()), float32(1))
	}
	s.send(pointer, 5, absolute, "ei_pointer_absolute", uint32(1))
	s.send(pointer, 5, button, "ei_button", uint32(1))
	s.send(pointer, 6)
	s.serial++
	s.send(pointer, 7, s.serial)
}

func (s *Server) device(id uint64, opcode uint32, a *ei.Args) {
	switch opcode {
	case 1:
		a.Uint()
		a.Uint()
		s.started[id] = true
	case 3:
		a.Uint()
		a.Long()
		for _, e := range s.frames {
			if e.Kind == "move" {
				s.at = e.At
			}
			e.At = s.at
			if s.o.Got != nil {
				s.o.Got(e)
			}
		}
		s.frames = nil
	}
}
