package raster

import "golang.org/x/sys/cpu"

// fast tells whether the processor has what the assembly uses, as those made
// since 2013 have.
var fast = cpu.X86.HasAVX2

// sieveAVX2 is sieveRow for n pixels of a row, a multiple of lengthAVX2, that have
// sieveRadius pixels on either side. around is the pixel that far to the left of
// the first one in the uppermost of the rows to look at.
//
//go:noescape
func sieveAVX2(to, from, around *uint8, stride, rows, n, tol int)
