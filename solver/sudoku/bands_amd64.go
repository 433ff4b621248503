package sudoku

import "golang.org/x/sys/cpu"

// fast tells whether the processor has what the assembly uses, as those made
// since 2013 have, and wide whether it has AVX-512 for registers of 256 bits, and
// the shifts of two words that came with its second generation.
var (
	fast = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT
	wide = fast && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VBMI2
)

// assignVector is assignPlain, for all digits at once.
func assignVector(next, node *grid, digit, at int) outcome {
	if wide {
		return assignAVX512(next, node, digit, at)
	}
	return assignAVX2(next, node, digit, at)
}

//go:noescape
func assignAVX2(next, node *grid, digit, at int) outcome

//go:noescape
func assignAVX512(next, node *grid, digit, at int) outcome

// choosePair is choosePairPlain.
//
//go:noescape
func choosePair(node *grid) (at, digit, other int)
