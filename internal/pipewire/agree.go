//go:build linux

package pipewire

import (
	"fmt"
	"image"
)

// What the pictures are like and where they lie is agreed on before any comes: a node tells which
// formats and how many buffers it takes, and the server which of them it is given.

// What updates are of, and the flags of parameters.
const (
	updateParams = 1
	updateInfo   = 2

	nodeInfoFlags, nodeInfoParams                     = 1, 4
	nodeRealTime                                      = 1
	portInfoFlags, portInfoProperties, portInfoParams = 1, 4, 8

	paramRead, paramWrite = 2, 4

	input    = 0 // the direction of our only port, which is port 0
	onlyPort = 0
)

// Kinds of objects, parameters and their properties.
const (
	objectFormat  = 0x40003
	objectBuffers = 0x40004

	paramEnumFormat = 3
	paramFormat     = 4
	paramBuffers    = 5

	formatMediaType    = 1
	formatMediaSubtype = 2
	formatVideoFormat  = 0x20001
	formatVideoSize    = 0x20003
	formatFramerate    = 0x20004
	mediaVideo         = 2
	mediaRaw           = 1

	buffersCount    = 1
	buffersDataType = 6
	dataPointer     = 1 // within the memory that tells of the buffer
	dataFile        = 2
	dataMemory      = 4 // the number of shared memory, in messages
)

// maxSide is how wide or high a picture may be, pixels.
const maxSide = 1 << 15

// mostBuffers is how many buffers a server gives at most, and mostParts of how many parts each.
const (
	mostBuffers = 64
	mostParts   = 256
)

// buffer is a place for a picture.
type buffer struct {
	about *area // its metadata, and behind them what tells of its data
	chunk int   // where in about that is
	data  *area
	part  []byte // of data, the picture's
}

func (b *buffer) free() {
	b.about.free()
	b.data.free()
}

// offer tells which pictures the port takes, and which it takes now.
func (s *Stream) offer() message {
	parameters := []pods{
		pods(nil).object(objectFormat, paramEnumFormat,
			property(formatMediaType, pods(nil).id(mediaVideo)),
			property(formatMediaSubtype, pods(nil).id(mediaRaw)),
			property(formatVideoFormat, choice(choiceEnum, podID,
				[]uint32{uint32(FormatBGRX)}, []uint32{uint32(FormatBGRX)}, []uint32{uint32(FormatBGRA)},
				[]uint32{uint32(FormatRGBX)}, []uint32{uint32(FormatRGBA)})),
			property(formatVideoSize, choice(choiceRange, podRectangle, []uint32{1920, 1080}, []uint32{1, 1}, []uint32{maxSide, maxSide})),
			// Pictures come as there are changes, which is what a rate of none says.
			property(formatFramerate, choice(choiceRange, podFraction, []uint32{0, 1}, []uint32{0, 1}, []uint32{1000, 1}))),
		pods(nil).object(objectBuffers, paramBuffers,
			property(buffersCount, choice(choiceRange, podInt, []uint32{6}, []uint32{2}, []uint32{mostBuffers})),
			property(buffersDataType, choice(choiceFlags, podInt, []uint32{1<<dataPointer | 1<<dataFile}))),
	}
	kinds := []struct{ id, flags uint32 }{{paramEnumFormat, paramRead}, {paramBuffers, paramRead}, {paramFormat, paramWrite}}
	info := pods(nil).long(portInfoFlags|portInfoProperties|portInfoParams).long(0).int(0).int(1).
		properties("port.name", "input").int(len(kinds))
	for _, k := range kinds {
		info = info.id(k.id).int(int(k.flags))
	}
	values := pods(nil).int(input).int(onlyPort).int(updateParams | updateInfo).int(len(parameters))
	for _, p := range parameters {
		values = append(values, p...)
	}
	return message{s.object, nodePortUpdate, values.group(info)}
}

func (s *Stream) setParam(e *event) error {
	_, _, id, _ := e.int(), e.int(), e.id(), e.int()
	_, _, body, there := e.object()
	if id != paramFormat || e.err != nil {
		return nil
	}
	s.dropBuffers()
	if !there {
		return nil
	}
	values, err := properties(body)
	if err != nil {
		return err
	}
	format, size := values[formatVideoFormat], values[formatVideoSize]
	if len(format) < wordSize || len(size) < 2*wordSize {
		return errPOD
	}
	s.format = Format(order.Uint32(format))
	s.size = image.Pt(int(order.Uint32(size)), int(order.Uint32(size[wordSize:])))
	switch s.format {
	case FormatRGBX, FormatBGRX, FormatRGBA, FormatBGRA:
	default:
		return fmt.Errorf("the media server gives pictures in a format that was not asked for (%d)", s.format)
	}
	if s.size.X < 1 || s.size.Y < 1 || s.size.X > maxSide || s.size.Y > maxSide {
		return fmt.Errorf("the media server gives pictures of %d x %d pixels", s.size.X, s.size.Y)
	}
	return nil
}

func (s *Stream) useBuffers(e *event) error {
	_, _, _, _, count := e.int(), e.int(), e.int(), e.int(), e.int()
	s.dropBuffers()
	if count > mostBuffers {
		return errPOD
	}
	for range count {
		b, err := s.useBuffer(e)
		if err != nil {
			s.dropBuffers()
			return err
		}
		s.buffers = append(s.buffers, b)
	}
	return nil
}

func (s *Stream) useBuffer(e *event) (*buffer, error) {
	id, offset, size, metas := e.uint(), e.uint(), e.uint(), e.int()
	chunk := uint64(0) // behind the metadata
	for range min(metas, mostParts) {
		e.id()
		chunk += filled(uint64(e.uint()), podAlign)
	}
	parts := e.int()
	if e.err != nil || metas > mostParts || parts < 1 || parts > mostParts || chunk+chunkSize*uint64(parts) > uint64(size) {
		return nil, errPOD
	}
	about, err := s.conn.mapMemory(id, uint64(offset), uint64(size))
	if err != nil {
		return nil, err
	}
	b := &buffer{about: about, chunk: int(chunk)}
	for i := range parts {
		kind, where, _, from, length := e.id(), e.uint(), e.int(), e.uint(), e.uint()
		switch {
		case i > 0 || e.err != nil: // pixels of four bytes lie in one part
		case kind == dataMemory:
			if b.data, err = s.conn.mapMemory(where, uint64(from), uint64(length)); err == nil {
				b.part = b.data.data
			}
		case kind == dataPointer && uint64(where)+uint64(length) <= uint64(size):
			b.part = about.data[where:][:length]
		default:
			err = fmt.Errorf("the media server gives pictures in memory of a kind that was not asked for (%d)", kind)
		}
	}
	if err == nil {
		err = e.err
	}
	if err != nil {
		b.free()
		return nil, err
	}
	return b, nil
}

func (s *Stream) dropBuffers() {
	for _, b := range s.buffers {
		b.free()
	}
	s.buffers, s.latest, s.current = nil, -1, false
}
