package sudoku

import "golang.org/x/sys/cpu"

// fast tells whether the processor has what the assembly uses, as those made
// since 2013 have.
var fast = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT

// assignVector is assignPlain.
//
//go:noescape
func assignVector(next, node *grid, digit, at int) outcome

//go:noescape
func choosePair(node *grid) (at, digit, other int)
