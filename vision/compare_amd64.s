#include "textflag.h"

// The comparisons of scan.go and columns.go with AVX2, eight pixels at a time.

// The bytes of a pixel that are its colour.
DATA  colors<>+0(SB)/4, $0x00ffffff
GLOBL colors<>(SB), RODATA|NOPTR, $4

// Where the pixels 0, 3 .. 21 of 24 are once THIRDS has put them together.
DATA  order<>+0(SB)/4, $0
DATA  order<>+4(SB)/4, $3
DATA  order<>+8(SB)/4, $6
DATA  order<>+12(SB)/4, $1
DATA  order<>+16(SB)/4, $4
DATA  order<>+20(SB)/4, $7
DATA  order<>+24(SB)/4, $2
DATA  order<>+28(SB)/4, $5
GLOBL order<>(SB), RODATA|NOPTR, $32

// THIRDS loads every third of 24 pixels: three registers have them in eight
// different places.
#define THIRDS(at, row, X) \
	VMOVDQU  at(row), X \
	VPBLENDD $0x92, at+32(row), X, X \
	VPBLENDD $0x24, at+64(row), X, X \
	VPERMD   X, Y13, X \
	VPAND    Y14, X, X

// WITHIN sets a bit of AX for each pixel of A that differs by no more than the
// tolerance from that of B.
#define WITHIN(A, B, AX) \
	VPSUBUSB  B, A, Y4 \
	VPSUBUSB  A, B, Y5 \
	VPOR      Y4, Y5, Y4 \
	VPSUBUSB  Y15, Y4, Y4 \
	VPCMPEQD  Y12, Y4, Y4 \
	VMOVMSKPS Y4, AX

// Of the columns every third pixel is one.
//
// func compareColumnsAVX2(line, other *uint8, colors *columnColors, tol int) (holds, begins uint16)
TEXT ·compareColumnsAVX2(SB), NOSPLIT, $0-36
	MOVQ         line+0(FP), SI
	MOVQ         other+8(FP), DI
	MOVQ         colors+16(FP), DX
	MOVQ         tol+24(FP), AX
	VMOVD        AX, X15
	VPBROADCASTB X15, Y15
	VPBROADCASTD colors<>(SB), Y14
	VMOVDQU      order<>(SB), Y13
	VPXOR        Y12, Y12, Y12

	THIRDS(0, SI, Y0)
	THIRDS(96, SI, Y1)
	VMOVDQU (DX), Y2
	VMOVDQU 32(DX), Y3
	WITHIN(Y0, Y2, R8)
	WITHIN(Y1, Y3, R9)
	SHLL    $8, R9
	ORL     R9, R8
	MOVW    R8, holds+32(FP)

	THIRDS(0, DI, Y2)
	THIRDS(96, DI, Y3)
	WITHIN(Y0, Y2, R8)
	WITHIN(Y1, Y3, R9)
	SHLL    $8, R9
	ORL     R9, R8
	MOVW    R8, begins+34(FP)
	VZEROUPPER
	RET

// func beginsAVX2(line *uint8, n, tol int) int
TEXT ·beginsAVX2(SB), NOSPLIT, $0-32
	MOVQ         line+0(FP), SI
	MOVQ         n+8(FP), CX
	MOVQ         tol+16(FP), AX
	VMOVD        AX, X15
	VPBROADCASTB X15, Y15
	VPBROADCASTD colors<>(SB), Y14
	VPXOR        Y12, Y12, Y12
	XORQ         DX, DX

next:
	VMOVDQU (SI)(DX*4), Y0
	VMOVDQU 28(SI)(DX*4), Y1 // the pixels seven further on
	VPAND   Y14, Y0, Y0
	VPAND   Y14, Y1, Y1
	WITHIN(Y0, Y1, AX)
	TESTL   AX, AX
	JNE     found
	ADDQ    $8, DX
	CMPQ    DX, CX
	JLT     next
	MOVQ    CX, ret+24(FP)
	VZEROUPPER
	RET

found:
	BSFL    AX, AX
	ADDQ    AX, DX
	MOVQ    DX, ret+24(FP)
	VZEROUPPER
	RET

// func endAVX2(line *uint8, n int, color uint32, tol int) int
TEXT ·endAVX2(SB), NOSPLIT, $0-40
	MOVQ         line+0(FP), SI
	MOVQ         n+8(FP), CX
	MOVL         color+16(FP), AX
	VMOVD        AX, X1
	VPBROADCASTD X1, Y1
	MOVQ         tol+24(FP), AX
	VMOVD        AX, X15
	VPBROADCASTB X15, Y15
	VPBROADCASTD colors<>(SB), Y14
	VPXOR        Y12, Y12, Y12
	XORQ         DX, DX

next:
	VPAND (SI)(DX*4), Y14, Y0
	WITHIN(Y0, Y1, AX)
	XORL  $0xff, AX
	JNE   found
	ADDQ  $8, DX
	CMPQ  DX, CX
	JLT   next
	MOVQ  CX, ret+32(FP)
	VZEROUPPER
	RET

found:
	BSFL AX, AX
	ADDQ AX, DX
	MOVQ DX, ret+32(FP)
	VZEROUPPER
	RET
