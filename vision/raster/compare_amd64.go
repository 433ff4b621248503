package raster

import "golang.org/x/sys/cpu"

// fast tells whether the processor has what the assembly uses, as those made
// since 2013 have.
var fast = cpu.X86.HasAVX2

// beginsAVX2 returns the first of n pixels, a multiple of lengthAVX2, that differs
// by no more than tol per channel from the one flatAhead further on, or n.
//
//go:noescape
func beginsAVX2(line *uint8, n, tol int) int

// endAVX2 returns the first of n pixels, a multiple of lengthAVX2, that differs by
// more than tol per channel from a colour, or n.
//
//go:noescape
func endAVX2(line *uint8, n int, color uint32, tol int) int

// flatRowsAVX2 returns the first of some rows in which one of n pixels, lengthAVX2 or
// more, differs by more than tol per channel from a colour, or rows. at is the first
// pixel of the uppermost one.
//
//go:noescape
func flatRowsAVX2(at *uint8, stride, rows, n int, color uint32, tol int) int

// compareColumnsAVX2 is compareColumnsPlain for the pixels of a whole block.
//
//go:noescape
func compareColumnsAVX2(line, other *uint8, colors *columnColors, tol int) (holds, begins uint16)

// sieveAVX2 is sieveRow for n pixels of a row, a multiple of lengthAVX2, that have
// sieveRadius pixels on either side. around is the pixel that far to the left of
// the first one in the uppermost of the rows to look at.
//
//go:noescape
func sieveAVX2(to, from, around *uint8, stride, rows, n, tol int)
