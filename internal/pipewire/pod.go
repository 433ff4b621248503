//go:build linux

package pipewire

import (
	"encoding/binary"
	"errors"
)

// The types of values. A value is called a POD: its size and its type, a word each, and
// its body, filled up to eight bytes.
const (
	podNone      = 1
	podBool      = 2
	podID        = 3
	podInt       = 4
	podLong      = 5
	podString    = 8
	podRectangle = 10
	podFraction  = 11
	podStruct    = 14
	podObject    = 15
	podFile      = 18
	podChoice    = 19
)

const (
	wordSize  = 4
	podHeader = 2 * wordSize
	podAlign  = 8
)

var order = binary.NativeEndian

// filled is n rounded up to whole units of some size.
func filled(n, unit uint64) uint64 { return (n + unit - 1) / unit * unit }

// pods is a row of values that is being put together.
type pods []byte

func (p pods) put(kind uint32, body ...uint32) pods {
	p = order.AppendUint32(order.AppendUint32(p, uint32(len(body)*wordSize)), kind)
	for _, word := range body {
		p = order.AppendUint32(p, word)
	}
	return p.fill()
}

func (p pods) fill() pods {
	for len(p)%podAlign != 0 {
		p = append(p, 0)
	}
	return p
}

func (p pods) int(v int) pods    { return p.put(podInt, uint32(int32(v))) }
func (p pods) id(v uint32) pods  { return p.put(podID, v) }
func (p pods) bool(v bool) pods  { return p.put(podBool, map[bool]uint32{true: 1}[v]) }
func (p pods) long(v int64) pods { return p.bytes(podLong, order.AppendUint64(nil, uint64(v))) }

func (p pods) bytes(kind uint32, body []byte) pods {
	p = order.AppendUint32(order.AppendUint32(p, uint32(len(body))), kind)
	return append(p, body...).fill()
}

func (p pods) string(s string) pods { return p.bytes(podString, append([]byte(s), 0)) }

// group adds a struct of other values.
func (p pods) group(values pods) pods { return p.bytes(podStruct, values) }

// properties adds names with their values, as a number of pairs and the pairs.
func (p pods) properties(pairs ...string) pods {
	p = p.int(len(pairs) / 2)
	for _, s := range pairs {
		p = p.string(s)
	}
	return p
}

// object adds an object of a kind, for a parameter: what follows are properties.
func (p pods) object(kind, id uint32, properties ...[]byte) pods {
	body := order.AppendUint32(order.AppendUint32(nil, kind), id)
	for _, property := range properties {
		body = append(body, property...)
	}
	return p.bytes(podObject, body)
}

// property is one of an object's, with its value.
func property(key uint32, value pods) []byte {
	const flags = 0
	return append(order.AppendUint32(order.AppendUint32(nil, key), flags), value...)
}

// The kinds of choices.
const (
	choiceRange = 1 // the preferred one, the least and the greatest
	choiceEnum  = 3 // the preferred one, and all
	choiceFlags = 4
)

// choice offers values that are all of one kind and size.
func choice(kind, of uint32, values ...[]uint32) pods {
	const flags = 0
	words := []uint32{kind, flags, uint32(len(values[0]) * wordSize), of}
	for _, v := range values {
		words = append(words, v...)
	}
	return pods(nil).put(podChoice, words...)
}

var errPOD = errors.New("the media server sent a message that makes no sense")

// parser takes values off a row of them. One that is not there, or of another type, is
// zero, and err tells of it.
type parser struct {
	data []byte
	err  error
}

// next takes the next value.
func (p *parser) next() (kind uint32, body []byte) {
	if len(p.data) >= podHeader {
		size, kind := uint64(order.Uint32(p.data)), order.Uint32(p.data[wordSize:])
		if whole := podHeader + size; whole <= uint64(len(p.data)) {
			body = p.data[podHeader:whole]
			p.data = p.data[min(filled(whole, podAlign), uint64(len(p.data))):]
			return kind, body
		}
	}
	p.err, p.data = errPOD, nil
	return podNone, nil
}

// take takes the next value, of a kind and at least some bytes.
func (p *parser) take(kind uint32, atLeast int) []byte {
	got, body := p.next()
	if got != kind || len(body) < atLeast {
		p.err = errPOD
		return make([]byte, atLeast)
	}
	return body
}

func (p *parser) uint() uint32 { return order.Uint32(p.take(podInt, wordSize)) }
func (p *parser) int() int     { return int(int32(p.uint())) }
func (p *parser) id() uint32   { return order.Uint32(p.take(podID, wordSize)) }

func (p *parser) long() int64 { return int64(order.Uint64(p.take(podLong, 2*wordSize))) }

// file takes the place of a file among those of the message, -1 for none.
func (p *parser) file() int { return int(int64(order.Uint64(p.take(podFile, 2*wordSize)))) }

func (p *parser) string() string {
	b := p.take(podString, 1)
	return string(b[:len(b)-1]) // without the zero at its end
}

// value returns what a name stands for in the properties that follow, "" where it is not among
// them: the counterpart of [pods.properties].
func (p *parser) value(name string) string {
	for n := p.int(); n > 0 && p.err == nil; n-- {
		key := p.string()
		kind, body := p.next() // a text, or none
		if key == name && kind == podString && len(body) > 0 {
			return string(body[:len(body)-1])
		}
	}
	return ""
}

// group takes a struct.
func (p *parser) group() *parser { return &parser{data: p.take(podStruct, 0)} }

// object takes an object: its kind, and what for; the rest are properties. There is none where
// a value is absent.
func (p *parser) object() (kind, id uint32, properties []byte, there bool) {
	got, body := p.next()
	if got == podNone && p.err == nil {
		return 0, 0, nil, false
	}
	if got != podObject || len(body) < 2*wordSize {
		p.err = errPOD
		return 0, 0, nil, false
	}
	return order.Uint32(body), order.Uint32(body[wordSize:]), body[2*wordSize:], true
}

// properties reads the values of an object's properties. Of a choice it takes the preferred value.
func properties(data []byte) (map[uint32][]byte, error) {
	values := map[uint32][]byte{}
	for len(data) > 0 {
		if len(data) < podHeader {
			return nil, errPOD
		}
		key := order.Uint32(data)
		p := parser{data: data[podHeader:]} // the key, and flags
		kind, body := p.next()
		if p.err != nil {
			return nil, p.err
		}
		if kind == podChoice {
			const head = 4 * wordSize
			if len(body) < head {
				return nil, errPOD
			}
			size := uint64(order.Uint32(body[2*wordSize:]))
			if size > uint64(len(body)-head) {
				return nil, errPOD
			}
			body = body[head:][:size]
		}
		values[key], data = body, p.data
	}
	return values, nil
}
