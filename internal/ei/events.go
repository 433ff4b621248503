package ei

import (
	"bufio"
	"errors"
	"fmt"
	"image"
)

// What the desktop tells: which seats and devices there are, and what they can do.

// read takes what the server sends until the connection is over.
func (s *Sender) read(name string) {
	defer s.in.drop()
	in := bufio.NewReader(s.in)
	var buf []byte
	for {
		m, err := ReadMessage(in, &buf)
		if err == nil {
			s.mu.Lock()
			err = s.take(m, name)
			s.tell()
			s.mu.Unlock()
		}
		if err != nil {
			s.end(fmt.Errorf("the desktop ended the connection for input: %w", err))
			s.conn.Close()
			return
		}
	}
}

// take does what a message asks for. What is not known here is passed over, as the
// protocol wants it. The caller holds mu.
func (s *Sender) take(m Message, name string) error {
	a := m.Read()
	switch {
	case m.Object == handshakeObject:
		return s.takeHandshake(m.Opcode, a, name)
	case m.Object == s.connection:
		return s.takeConnection(m.Opcode, a)
	case s.pending[m.Object]:
		if m.Opcode == callbackDoneEvent {
			delete(s.pending, m.Object)
		}
	case s.seats[m.Object] != nil:
		return s.takeSeat(m.Object, m.Opcode, a)
	case s.keyboards[m.Object] != nil:
		return s.takeKeyboard(s.keyboards[m.Object], m.Opcode, a)
	case s.devices[m.Object] != nil:
		return s.takeDevice(s.devices[m.Object], m.Opcode, a)
	}
	return a.Err
}

func (s *Sender) takeHandshake(opcode uint32, a *Args, name string) error {
	switch opcode {
	case handshakeVersionEvent:
		if s.connection != 0 {
			return errors.New("it greeted twice")
		}
		s.buf = Append(s.buf[:0], handshakeObject, handshakeVersion, version)
		s.buf = Append(s.buf, handshakeObject, handshakeContext, sender)
		s.buf = Append(s.buf, handshakeObject, handshakeClient, name)
		for _, i := range interfaces {
			s.buf = Append(s.buf, handshakeObject, handshakeInterface, i, version)
		}
		s.buf = Append(s.buf, handshakeObject, handshakeFinish)
		return s.write()
	case handshakeConnectionEvent:
		s.serial, s.connection = a.Uint(), a.Long()
	}
	return a.Err
}

func (s *Sender) takeConnection(opcode uint32, a *Args) error {
	switch opcode {
	case connectionDisconnectedEvent:
		a.Uint()
		reason := a.Uint()
		if why := a.Text(); why != "" {
			return fmt.Errorf("%.200q", why)
		}
		return fmt.Errorf("reason %d", reason)
	case connectionSeatEvent:
		if len(s.seats) >= most {
			return errors.New("too many seats")
		}
		s.seats[a.Long()] = &seat{masks: map[string]uint64{}}
	case connectionPingEvent:
		if ping := a.Long(); a.Err == nil {
			return s.send(ping, pingpongDone, uint64(0))
		}
	}
	return a.Err
}

func (s *Sender) takeSeat(id uint64, opcode uint32, a *Args) error {
	this := s.seats[id]
	switch opcode {
	case seatDestroyedEvent:
		s.serial = a.Uint()
		delete(s.seats, id)
	case seatCapabilityEvent:
		mask := a.Long()
		if name := a.Text(); len(this.masks) < most {
			this.masks[name] = mask
		}
	case seatDoneEvent:
		pointer := this.masks[absoluteName] | this.masks[buttonName]
		if pointer == 0 {
			break
		}
		// The keyboard by a request of its own: KWin overlooks pointers otherwise
		// (https://bugs.kde.org/520464).
		if err := s.send(id, seatBind, pointer); err != nil {
			return err
		}
		if keys := this.masks[keyboardName]; keys != 0 {
			return s.send(id, seatBind, pointer|keys)
		}
	case seatDeviceEvent:
		if len(s.devices) >= most {
			return errors.New("too many devices")
		}
		d := &device{id: a.Long(), parts: map[string]uint64{}}
		s.devices[d.id] = d
	}
	return a.Err
}

func (s *Sender) takeDevice(d *device, opcode uint32, a *Args) error {
	switch opcode {
	case deviceDestroyedEvent:
		s.serial = a.Uint()
		delete(s.devices, d.id)
	case deviceRegionEvent:
		x, y, width, height := a.Uint(), a.Uint(), a.Uint(), a.Uint()
		if r := area(x, y, width, height); !r.Empty() && len(d.regions) < most {
			d.regions = append(d.regions, r)
		}
	case deviceInterfaceEvent:
		object := a.Long()
		name := a.Text()
		if a.Err != nil || len(d.parts) >= most {
			break
		}
		d.parts[name] = object
		if name == keyboardName && len(s.keyboards) < most {
			s.keyboards[object] = &keyboard{}
		}
	case deviceResumedEvent:
		s.serial = a.Uint()
		if a.Err != nil || d.resumed {
			break
		}
		d.resumed = true
		s.sent++
		return s.send(d.id, deviceStart, s.serial, s.sent)
	case devicePausedEvent:
		s.serial = a.Uint()
		d.resumed = false
	}
	return a.Err
}

func (s *Sender) takeKeyboard(k *keyboard, opcode uint32, a *Args) error {
	switch opcode {
	case keyboardKeymapEvent:
		if kind, size := a.Uint(), a.Uint(); a.Err == nil {
			text := s.in.text(int(min(size, maxKeymap)))
			if kind == keymapXKB {
				k.keys = plainKeys(text)
			}
		}
	case keyboardModifiersEvent:
		s.serial = a.Uint()
		held, locked, latched, group := a.Uint(), a.Uint(), a.Uint(), a.Uint()
		k.modified = held|latched|locked&^numLock != 0 || group != 0
	}
	return a.Err
}

// area returns a rectangle of at most as many points as an int of 32 bits counts.
func area(x, y, width, height uint32) image.Rectangle {
	const far = 1 << 24 // beyond any screen, and exact as a float of 32 bits
	if x > far || y > far {
		return image.Rectangle{}
	}
	at := image.Pt(int(x), int(y))
	return image.Rectangle{Min: at, Max: at.Add(image.Pt(int(min(width, far)), int(min(height, far))))}
}
