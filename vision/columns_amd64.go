package vision

import "golang.org/x/sys/cpu"

// fast tells whether the processor has what the assembly uses, as those made
// since 2013 have.
var fast = cpu.X86.HasAVX2

// compareColumnsAVX2 is compareColumnsPlain for the pixels of a whole block.
//
//go:noescape
func compareColumnsAVX2(line, other *uint8, colors *columnColors, tol int) (holds, begins uint16)
