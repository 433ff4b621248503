package solver

import "golang.org/x/sys/cpu"

// minWide is the size from which a board fills the registers that its regions
// are read through.
const minWide = 6

// fast tells whether the processor has what the assembly uses, as those made
// since 2013 have.
var fast = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT

// gather fills the cells of the regions. It returns false where there are too
// many regions or one of them has no cell.
func (s *compact) gather(regions []uint8) bool {
	switch {
	case !fast || s.n < minWide:
		return s.gatherPlain(regions)
	case s.n <= 8:
		return gatherOne(s, &regions[0])
	}
	return gatherTwo(s, &regions[0])
}

// step searches on until all regions have a queen, nothing is left to search
// or the budget is spent. Some region must be without a queen.
func (s *compact) step() {
	switch {
	case !fast:
		s.stepPlain()
	case s.n <= 8:
		stepOne(s)
	default:
		stepTwo(s)
	}
}

// gatherOne is gatherPlain for boards of 6 to 8 rows, gatherTwo for those of 9
// to 11. The regions are n*n bytes.
//
//go:noescape
func gatherOne(s *compact, regions *uint8) bool

//go:noescape
func gatherTwo(s *compact, regions *uint8) bool

// stepOne is stepPlain for boards of up to 8 rows, stepTwo for those of up to
// 11.
//
//go:noescape
func stepOne(s *compact)

//go:noescape
func stepTwo(s *compact)
