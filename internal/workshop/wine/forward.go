package wine

import (
	"bytes"
	"encoding/binary"
)

// forwarder returns a library for 64-bit Windows that has one function, name, which
// is another library's: target, as "library.function". It holds no code: the table of
// what it exports has the target's name in place of an address.
// See "PE Format" in Microsoft's documentation, "The .edata Section".
func forwarder(library, name, target string) []byte {
	const (
		base    = 0x1000 // where the section lies in memory, and so what offsets in it are relative to
		align   = 0x200  // of the section in the file
		headers = 0x200  // all before the section
	)
	le := binary.LittleEndian

	// The section: the directory, a table of one address, of one name and of one
	// ordinal, and the strings.
	const directory, tables = 40, 4 + 4 + 2
	libraryAt := uint32(base + directory + tables)
	nameAt := libraryAt + uint32(len(library)+1)
	targetAt := nameAt + uint32(len(name)+1)
	var edata bytes.Buffer
	put := func(values ...any) {
		for _, v := range values {
			_ = binary.Write(&edata, le, v) // a buffer takes all
		}
	}
	put(uint32(0), uint32(0), uint32(0), libraryAt, // flags, time, version, name
		uint32(1), uint32(1), uint32(1), // first ordinal, addresses, names
		uint32(base+directory), uint32(base+directory+4), uint32(base+directory+8))
	put(targetAt, nameAt, uint16(0))
	edata.WriteString(library + "\x00" + name + "\x00" + target + "\x00")
	size := uint32(edata.Len())

	var file bytes.Buffer
	put = func(values ...any) {
		for _, v := range values {
			_ = binary.Write(&file, le, v)
		}
	}
	file.WriteString("MZ")
	file.Write(make([]byte, 0x3a))
	put(uint32(0x40)) // where the header is
	file.WriteString("PE\x00\x00")
	// x86-64, one section; the size of the optional header; an executable library.
	put(uint16(0x8664), uint16(1), uint32(0), uint32(0), uint32(0), uint16(112+16*8), uint16(0x2022))
	put(uint16(0x20b), uint16(0), uint32(0), uint32(align), uint32(0), // PE32+, no code
		uint32(0), uint32(base), // no entry point
		uint64(0x180000000), uint32(base), uint32(align), // wanted address, alignments
		uint16(6), uint16(0), uint16(0), uint16(0), uint16(6), uint16(0), uint32(0), // versions
		uint32(2*base), uint32(headers), uint32(0), // sizes in memory, checksum
		uint16(3), uint16(0x100), // console; may lie anywhere, having nothing to relocate
		uint64(1<<20), uint64(1<<12), uint64(1<<20), uint64(1<<12), // stack, heap
		uint32(0), uint32(16))
	put(uint32(base), size) // the exports
	file.Write(make([]byte, 15*8))
	file.WriteString(".edata\x00\x00")
	put(size, uint32(base), uint32(align), uint32(headers), uint32(0), uint32(0), uint16(0), uint16(0), uint32(0x40000040))
	file.Write(make([]byte, headers-file.Len()))
	file.Write(edata.Bytes())
	file.Write(make([]byte, align-int(size)))
	return file.Bytes()
}
