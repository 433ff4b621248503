package solver

import (
	"encoding/binary"
	"math/bits"
)

// maxTiny is the largest board the search for tiny boards takes.
const maxTiny = 8

// tiny is small for boards of up to 8 rows, which fit one word: a row is a lane
// of 8 bits, a cell the number row*8 + column. It does the same as small in the
// same order.
type tiny struct {
	region  [maxTiny]uint64 // the cells of each region
	regions []uint8         // of the board: the region of each cell
	n       int
	queens  [maxTiny]uint8 // the column of the queen in each row of the branch
	limit   int
	found   int
	done    <-chan struct{}
	stopped bool
	nodes   uint
}

// Lanes of the same bits eight times.
const (
	byteLow  = 0x0101_0101_0101_0101
	byteTop  = 0x8080_8080_8080_8080
	byteRest = byteTop - byteLow // all but the top bit
)

// Sets of cells in the layout of tiny: what a queen on each cell attacks by
// row, column and touch, itself included, and the boards of each size. They are
// never written to after the program has started.
var tinyReach, tinyWhole = func() (reach [64]uint64, whole [maxTiny + 1]uint64) {
	for cell := range reach {
		lane := uint64(1) << (cell & 7)
		beside := lane<<1&0xff | lane>>1
		for row := range 8 {
			switch row - cell>>3 {
			case 0:
				reach[cell] |= 0xff << (8 * row)
			case -1, 1:
				reach[cell] |= (lane | beside) << (8 * row)
			default:
				reach[cell] |= lane << (8 * row)
			}
		}
	}
	for n := range whole {
		for row := range n {
			whole[n] |= (1<<n - 1) << (8 * row)
		}
	}
	return reach, whole
}()

// prepare reads the regions of a board of up to maxTiny rows. It returns false
// where b is no puzzle; what keeps it from being one is for Validate to say.
func (s *tiny) prepare(b *Board) bool {
	n := b.Size
	if n < 1 || n > maxTiny || len(b.Regions) != n*n || b.Marks != nil && len(b.Marks) != n*n {
		return false
	}
	for _, m := range b.Marks {
		if m > Queen {
			return false
		}
	}
	s.n, s.regions = n, b.Regions

	// The ids as bit sets of cells, one for each binary digit of the id.
	var d0, d1, d2, over uint64
	for row := range n {
		var ids uint64
		if at := row * n; at+8 <= len(b.Regions) {
			ids = binary.LittleEndian.Uint64(b.Regions[at:])
		} else {
			var last [8]byte
			copy(last[:], b.Regions[at:])
			ids = binary.LittleEndian.Uint64(last[:])
		}
		over |= ids
		d0 |= gather(ids) << (8 * row & 63)
		d1 |= gather(ids>>1) << (8 * row & 63)
		d2 |= gather(ids>>2) << (8 * row & 63)
	}
	all := tinyWhole[n]
	lo, hi := all&^d2, all&d2
	s.region = [maxTiny]uint64{
		lo &^ (d0 | d1), lo & d0 &^ d1, lo & d1 &^ d0, lo & d0 & d1,
		hi &^ (d0 | d1), hi & d0 &^ d1, hi & d1 &^ d0, hi & d0 & d1,
	}
	// A region without a cell, or with an id above the last.
	for id, cells := range s.region {
		if (cells == 0) == (id < n) {
			return false
		}
	}
	return over&0xf8f8_f8f8_f8f8_f8f8 == 0 // no id above 7
}

// start searches the board from its given queens on. It returns false where
// the queens attack one another.
func (s *tiny) start(b *Board) bool {
	at := tinyWhole[s.n]
	open := uint32(1)<<s.n - 1
	for cell, m := range b.Marks {
		if m != Queen {
			continue
		}
		queen := cell/s.n<<3 | cell%s.n
		if at>>queen&1 == 0 {
			return false
		}
		id := b.Regions[cell] & 7
		at &^= tinyReach[queen] | s.region[id]
		open &^= 1 << id
		s.queens[queen>>3] = uint8(queen & 7)
	}
	s.run(at, open)
	return true
}

// run searches on from a node. It returns false when the search is to end.
func (s *tiny) run(w uint64, open uint32) bool {
	if s.done != nil {
		if s.nodes++; s.nodes%looksEvery == 0 && s.ended() {
			return false
		}
	}
again:
	if open == 0 {
		s.found++
		return s.found != s.limit
	}
	left := bits.OnesCount32(open)
	var cell int // the queen that is forced, where there is one

	// Rows with a candidate, and with a second one, as the top bits of lanes.
	has := (w&byteRest + byteRest | w) & byteTop
	if bits.OnesCount64(has) != left {
		return true
	}
	two := w & (w - has>>7)
	two = (two&byteRest + byteRest | two) & byteTop
	if lone := has &^ two; lone != 0 {
		lane := uint64(0xff) << (bits.TrailingZeros64(lone) & 56)
		cell = bits.TrailingZeros64(w & lane)
		goto place
	}

	{
		// Columns with a candidate, and with a second one.
		once, twice := w|w>>32, w&(w>>32)
		twice |= twice>>16 | once&(once>>16)
		once |= once >> 16
		twice |= twice>>8 | once&(once>>8)
		once |= once >> 8
		once &= 0xff
		if bits.OnesCount64(once) != left {
			return true
		}
		if lone := once &^ twice; lone != 0 {
			cell = bits.TrailingZeros64(w & ((lone & -lone) * byteLow))
			goto place
		}
	}

	{
		// Regions. Their forced queens are placed on the way.
		fewest, smallest := maxTiny*maxTiny+1, 0
		placed := false
		for rest := open; rest != 0; rest &= rest - 1 {
			id := bits.TrailingZeros32(rest) & 7
			m := w & s.region[id]
			count := bits.OnesCount64(m)
			if count < fewest {
				fewest, smallest = count, id
			}
			if count > maxStarve {
				continue
			}
			if count == 0 {
				return true
			}
			cell := bits.TrailingZeros64(m) & 63
			if count == 1 {
				s.queens[cell>>3] = uint8(cell & 7)
				open &^= 1 << id
				w &^= tinyReach[cell] | s.region[id]
				placed = true
				continue
			}
			// Cells of other regions that every candidate attacks.
			x := tinyReach[cell] & w &^ s.region[id]
			for m &= m - 1; m != 0; m &= m - 1 {
				x &= tinyReach[bits.TrailingZeros64(m)&63]
			}
			w &^= x
		}
		if placed {
			goto again
		}

		// Branch over the smallest region.
		r := s.region[smallest]
		cells := w & r
		w, open = w&^r, open&^(1<<smallest)
		for ; cells != 0; cells &= cells - 1 {
			cell := bits.TrailingZeros64(cells) & 63
			s.queens[cell>>3] = uint8(cell & 7)
			if !s.run(w&^tinyReach[cell], open) {
				return false
			}
		}
		return true
	}

place:
	row, col := cell>>3&7, cell&7
	id := s.regions[row*s.n+col] & 7
	s.queens[row] = uint8(col)
	open &^= 1 << id
	w &^= tinyReach[cell&63] | s.region[id]
	goto again
}

// ended looks whether the search is to end.
func (s *tiny) ended() bool {
	select {
	case <-s.done:
		s.stopped = true
	default:
	}
	return s.stopped
}

// placement returns the placement found last.
func (s *tiny) placement() Placement {
	p := make(Placement, s.n)
	for row := range p {
		p[row] = int(s.queens[row&7])
	}
	return p
}
