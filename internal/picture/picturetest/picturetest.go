// Package picturetest makes pictures that ask for more than they are: a lot of
// memory or time for few bytes. Nothing but tests imports it.
package picturetest

import (
	"bytes"
	"compress/lzw"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"
)

// Head is the beginning of a PNG, which tells its size. depth is in bits a sample,
// kind is the colour type of the format: 0 gray, 2 colours, 4 gray and 6 colours
// with transparency.
func Head(width, height, depth, kind int, interlaced bool) []byte {
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	head = append(head, byte(depth), byte(kind), 0, 0, 0)
	if interlaced {
		head[len(head)-1] = 1
	}
	return chunk([]byte("\x89PNG\r\n\x1a\n"), "IHDR", head)
}

// chunk appends a part of a PNG.
func chunk(data []byte, kind string, body []byte) []byte {
	data = binary.BigEndian.AppendUint32(data, uint32(len(body)))
	at := len(data)
	data = append(append(data, kind...), body...)
	return binary.BigEndian.AppendUint32(data, crc32.ChecksumIEEE(data[at:]))
}

// PNG is a picture of which all samples are 0, with a head as Head makes it. clear
// makes 0 the transparent colour of one that has no transparency, which the head
// does not tell.
func PNG(width, height, depth, kind int, interlaced, clear bool) []byte {
	samples := map[int]int{0: 1, 2: 3, 4: 2, 6: 4}[kind]
	data := Head(width, height, depth, kind, interlaced)
	if clear {
		data = chunk(data, "tRNS", make([]byte, 2*samples))
	}
	// Each line, of each pass, begins with a byte for its filter.
	size := 0
	pass := func(x, y, dx, dy int) {
		if w, h := (width-x+dx-1)/dx, (height-y+dy-1)/dy; w > 0 && h > 0 {
			size += h * (1 + (w*samples*depth+7)/8)
		}
	}
	if interlaced {
		for _, p := range [][4]int{{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}} {
			pass(p[0], p[1], p[2], p[3])
		}
	} else {
		pass(0, 0, 1, 1)
	}
	return chunk(chunk(data, "IDAT", deflated(size)), "IEND", nil)
}

// deflated returns so many zeros, compressed.
func deflated(size int) []byte {
	var out bytes.Buffer
	w, _ := zlib.NewWriterLevel(&out, zlib.BestSpeed)
	for zeros := make([]byte, 1<<20); size > 0; size -= len(zeros) {
		_, _ = w.Write(zeros[:min(size, len(zeros))])
	}
	_ = w.Close()
	return out.Bytes()
}

// JPEG is a progressive picture of one, three or four channels that a number of
// scans go over, each of which says of every pixel that nothing changes. Three and
// four channels are not sampled down.
func JPEG(width, height, channels, scans int) []byte {
	data := []byte{0xff, 0xd8}
	segment := func(marker byte, body ...byte) {
		data = append(data, 0xff, marker)
		data = binary.BigEndian.AppendUint16(data, uint16(len(body)+2))
		data = append(data, body...)
	}
	if channels == 4 {
		segment(0xee, append([]byte("Adobe"), 0, 100, 0, 0, 0, 0, 2)...)
	}
	segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...)
	frame := []byte{8, byte(height >> 8), byte(height), byte(width >> 8), byte(width), byte(channels)}
	for i := range channels {
		frame = append(frame, byte(i+1), 0x11, 0)
	}
	segment(0xc2, frame...)
	// One code of one bit each: no change of the mean; nothing more in this block
	// and the 2^14 to 2^15-1 that follow.
	one := func(class, value byte) {
		segment(0xc4, append(append([]byte{class}, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), value)...)
	}
	one(0x00, 0x00)
	one(0x10, 0xe0)
	blocks := ((width + 7) / 8) * ((height + 7) / 8)
	mean := func(channel int) {
		segment(0xda, 1, byte(channel+1), 0, 0, 0, 0)
		data = append(data, make([]byte, (blocks+7)/8)...)
	}
	for i := range channels {
		mean(i)
	}
	// Bits of the runs: a code of 0, and 14 ones for a run of 32767 blocks.
	var bits []byte
	var pending, n uint
	for left := blocks; left > 0; left -= math.MaxInt16 {
		for i := range 15 {
			pending <<= 1
			if i > 0 {
				pending |= 1
			}
			if n++; n == 8 {
				bits = append(bits, byte(pending))
				if byte(pending) == 0xff {
					bits = append(bits, 0)
				}
				pending, n = 0, 0
			}
		}
	}
	if n > 0 {
		bits = append(bits, byte(pending<<(8-n))|byte(1<<(8-n)-1))
		if bits[len(bits)-1] == 0xff {
			bits = append(bits, 0)
		}
	}
	for i := range scans {
		segment(0xda, 1, byte(i%channels+1), 0, 1, 63, 0)
		data = append(data, bits...)
	}
	return append(data, 0xff, 0xd9)
}

// TIFF is a picture of four channels of 16 bits, all 0, in one piece or, with a
// side of tile above 0, in tiles that are all the same bytes of the file.
// surplus is how many times as much the compressed pieces come to as it takes.
func TIFF(width, height, bits, channels, tile, surplus int) []byte {
	across, down, w, h := 1, 1, width, height
	if tile > 0 {
		w, h = tile, tile
		across, down = (width+tile-1)/tile, (height+tile-1)/tile
	}
	block := deflated(w * h * channels * bits / 8 * surplus)
	data := []byte("II*\x00\x00\x00\x00\x00")
	place := func(b []byte) uint32 {
		at := len(data)
		data = append(data, b...)
		return uint32(at)
	}
	longs := func(value uint32) uint32 {
		return place(bytes.Repeat(binary.LittleEndian.AppendUint32(nil, value), across*down))
	}
	at := place(block)
	type entry struct {
		tag, kind    uint16
		count, value uint32
	}
	const short, long = 3, 4
	photometric := uint32(2)
	if channels == 1 {
		photometric = 1
	}
	depth := entry{258, short, 1, uint32(bits)}
	if channels > 1 {
		var all []byte
		for range channels {
			all = binary.LittleEndian.AppendUint16(all, uint16(bits))
		}
		depth = entry{258, short, uint32(channels), place(all)}
	}
	entries := []entry{
		{256, long, 1, uint32(width)}, {257, long, 1, uint32(height)}, depth,
		{259, short, 1, 8}, {262, short, 1, photometric},
	}
	n := uint32(across * down)
	offsets, counts := at, uint32(len(block))
	if n > 1 {
		offsets, counts = longs(at), longs(counts)
	}
	if tile == 0 {
		entries = append(entries, entry{273, long, n, offsets}, entry{277, short, 1, uint32(channels)}, entry{278, long, 1, uint32(height)}, entry{279, long, n, counts})
	} else {
		entries = append(entries, entry{277, short, 1, uint32(channels)}, entry{322, long, 1, uint32(tile)}, entry{323, long, 1, uint32(tile)},
			entry{324, long, n, offsets}, entry{325, long, n, counts})
	}
	if channels == 4 {
		entries = append(entries, entry{338, short, 1, 2})
	}
	slices.SortFunc(entries, func(a, b entry) int { return int(a.tag) - int(b.tag) })
	binary.LittleEndian.PutUint32(data[4:], uint32(len(data)))
	data = binary.LittleEndian.AppendUint16(data, uint16(len(entries)))
	for _, e := range entries {
		data = binary.LittleEndian.AppendUint16(data, e.tag)
		data = binary.LittleEndian.AppendUint16(data, e.kind)
		data = binary.LittleEndian.AppendUint32(data, e.count)
		data = binary.LittleEndian.AppendUint32(data, e.value)
	}
	return append(data, 0, 0, 0, 0)
}

// BMP is the head of a picture, and no pixels. A height below 0 is one of lines
// from the top.
func BMP(width, height, bits int) []byte {
	data := append([]byte("BM"), make([]byte, 52)...)
	put := binary.LittleEndian.PutUint32
	put(data[10:], 54)
	put(data[14:], 40)
	put(data[18:], uint32(width))
	put(data[22:], uint32(int32(height)))
	binary.LittleEndian.PutUint16(data[26:], 1)
	binary.LittleEndian.PutUint16(data[28:], uint16(bits))
	return data
}

// GIF is a picture with a number of frames, each as large as all of it and
// interlaced.
func GIF(width, height, frames int) []byte {
	size := binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(nil, uint16(width)), uint16(height))
	data := append([]byte("GIF89a"), size...)
	data = append(data, 0x80, 0, 0, 0, 0, 0, 255, 255, 255)
	if frames == 0 {
		return append(data, 0x3b)
	}
	var pixels bytes.Buffer
	w := lzw.NewWriter(&pixels, lzw.LSB, 2)
	for line := make([]byte, width); height > 0; height-- {
		_, _ = w.Write(line)
	}
	_ = w.Close()
	var frame []byte
	for block := range slices.Chunk(pixels.Bytes(), 255) {
		frame = append(append(frame, byte(len(block))), block...)
	}
	for range frames {
		data = append(data, 0x2c, 0, 0, 0, 0)
		data = append(append(data, size...), 0x40, 2)
		data = append(append(data, frame...), 0)
	}
	return append(data, 0x3b)
}

// WebP is a lossless picture of 16 colours, two pixels packed into one, whose every
// code takes no bits at all: a few bytes are all of its pixels.
func WebP(width, height int) []byte {
	var body []byte
	used := 8 // bits of the last byte
	put := func(value uint32, bits int) {
		for i := range bits {
			if used == 8 {
				body, used = append(body, 0), 0
			}
			body[len(body)-1] |= byte(value>>i&1) << used
			used++
		}
	}
	codes := func() {
		for range 5 {
			put(1, 4) // a code that has one symbol, which is 0
		}
	}
	put(0x2f, 8)
	put(uint32(width-1), 14)
	put(uint32(height-1), 14)
	put(0, 4)
	put(1, 1)
	put(3, 2) // colours by number
	put(15, 8)
	put(0, 1)
	codes()
	put(0, 1)
	put(0, 2)
	codes()
	if len(body)%2 == 1 {
		body = append(body, 0)
	}
	data := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body)+12))
	data = binary.LittleEndian.AppendUint32(append(data, "WEBPVP8L"...), uint32(len(body)))
	return append(data, body...)
}
