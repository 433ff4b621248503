package screen

import (
	"encoding/binary"
	"math/bits"
)

// copyRow fills to, whose pixels are those of an image.RGBA, from pixels of blue, green,
// red and one without meaning.
func copyRow(to, bgrx []byte) {
	from := bgrx[:len(to)]
	// In blocks of a known length, of which nothing has to be checked twice: three
	// times as fast.
	const block = 32
	for len(to) >= block && len(from) >= block {
		t, f := (*[block]byte)(to), (*[block]byte)(from)
		binary.LittleEndian.PutUint64(t[0:], turnAround(binary.LittleEndian.Uint64(f[0:])))
		binary.LittleEndian.PutUint64(t[8:], turnAround(binary.LittleEndian.Uint64(f[8:])))
		binary.LittleEndian.PutUint64(t[16:], turnAround(binary.LittleEndian.Uint64(f[16:])))
		binary.LittleEndian.PutUint64(t[24:], turnAround(binary.LittleEndian.Uint64(f[24:])))
		from, to = from[block:], to[block:]
	}
	for len(to) >= 4 && len(from) >= 4 {
		to[0], to[1], to[2], to[3] = from[2], from[1], from[0], 255
		from, to = from[4:], to[4:]
	}
}

// turnAround turns two pixels from blue, green, red and anything to red, green,
// blue and 255.
func turnAround(v uint64) uint64 {
	return bits.RotateLeft64(bits.ReverseBytes64(v), 32)>>8&0x00ffffff_00ffffff | 0xff000000_ff000000
}
