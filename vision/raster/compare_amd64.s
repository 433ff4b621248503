#include "textflag.h"

// The comparisons of scan.go, columns.go and smooth.go with AVX2, eight pixels at
// a time.

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

// TOLERANCE makes ready for ALIKE with the tolerance in AX.
#define TOLERANCE \
	VMOVD        AX, X15 \
	VPBROADCASTB X15, Y15 \
	VPBROADCASTD colors<>(SB), Y14 \
	VPXOR        Y12, Y12, Y12

// ALIKE sets all bits of Y4 for each pixel of A that differs by no more than the
// tolerance from that of B.
#define ALIKE(A, B) \
	VPSUBUSB B, A, Y4 \
	VPSUBUSB A, B, Y5 \
	VPOR     Y4, Y5, Y4 \
	VPSUBUSB Y15, Y4, Y4 \
	VPCMPEQD Y12, Y4, Y4

// WITHIN sets a bit of AX for each such pixel.
#define WITHIN(A, B, AX) \
	ALIKE(A, B) \
	VMOVMSKPS Y4, AX

// Of the columns every third pixel is one.
//
// func compareColumnsAVX2(line, other *uint8, colors *columnColors, tol int) (holds, begins uint16)
TEXT ·compareColumnsAVX2(SB), NOSPLIT, $0-36
	MOVQ         line+0(FP), SI
	MOVQ         other+8(FP), DI
	MOVQ         colors+16(FP), DX
	MOVQ         tol+24(FP), AX
	TOLERANCE
	VMOVDQU      order<>(SB), Y13

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
	TOLERANCE
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
	TOLERANCE
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

// The last pixels of a row are compared together with some before them.
//
// func flatRowsAVX2(at *uint8, stride, rows, n int, color uint32, tol int) int
TEXT ·flatRowsAVX2(SB), NOSPLIT, $0-56
	MOVQ         at+0(FP), SI
	MOVQ         stride+8(FP), BX
	MOVQ         rows+16(FP), R8
	MOVQ         n+24(FP), CX
	MOVL         color+32(FP), AX
	VMOVD        AX, X1
	VPBROADCASTD X1, Y1
	MOVQ         tol+40(FP), AX
	TOLERANCE
	SUBQ         $8, CX
	XORQ         R9, R9

row:
	VPAND (SI)(CX*4), Y14, Y0
	ALIKE(Y0, Y1)
	VMOVDQA Y4, Y6
	XORQ    DX, DX
	CMPQ    DX, CX
	JGE     end

next:
	VPAND (SI)(DX*4), Y14, Y0
	ALIKE(Y0, Y1)
	VPAND Y4, Y6, Y6
	ADDQ  $8, DX
	CMPQ  DX, CX
	JLT   next

end:
	VMOVMSKPS Y6, AX
	CMPL      AX, $0xff
	JNE       found
	ADDQ      BX, SI
	INCQ      R9
	CMPQ      R9, R8
	JLT       row

found:
	MOVQ R9, ret+48(FP)
	VZEROUPPER
	RET

// ADD adds the pixels of a row that are like those in Y0 to the sums: of the
// channels in Y1 and Y2, of the pixels in Y3.
#define ADD(at, row) \
	VMOVDQU    at(row), Y6 \
	VPAND      Y14, Y6, Y6 \
	ALIKE(Y0, Y6) \
	VPSUBD     Y4, Y3, Y3 \
	VPAND      Y4, Y6, Y6 \
	VPUNPCKLBW Y12, Y6, Y4 \
	VPUNPCKHBW Y12, Y6, Y5 \
	VPADDW     Y4, Y1, Y1 \
	VPADDW     Y5, Y2, Y2

// MEANS divides sums by their numbers N, rounded, where RECIPROCAL is 65535/N cut
// to a whole number: the product is the quotient or one less.
#define MEANS(SUM, N, RECIPROCAL) \
	VPSRLW   $1, N, Y4 \
	VPADDW   Y4, SUM, SUM \
	VPMULHUW RECIPROCAL, SUM, Y4 \
	VPMULLW  N, Y4, Y5 \
	VPSUBW   Y5, SUM, Y5 \
	VPCMPGTW Y5, N, Y5 \
	VPSUBW   Y11, Y4, Y4 \
	VPADDW   Y5, Y4, SUM

// func sieveAVX2(to, from, around *uint8, stride, rows, n, tol int)
TEXT ·sieveAVX2(SB), NOSPLIT, $0-56
	MOVQ         to+0(FP), DI
	MOVQ         from+8(FP), SI
	MOVQ         around+16(FP), R8
	MOVQ         stride+24(FP), R9
	MOVQ         rows+32(FP), R10
	MOVQ         n+40(FP), CX
	MOVQ         tol+48(FP), AX
	TOLERANCE
	VPCMPEQD     Y11, Y11, Y11       // minus one
	MOVL         $0xffff, AX
	VMOVD        AX, X10
	VPBROADCASTD X10, Y10
	VCVTDQ2PS    Y10, Y10

next:
	VPAND (SI), Y14, Y0
	VPXOR Y1, Y1, Y1
	VPXOR Y2, Y2, Y2
	VPXOR Y3, Y3, Y3
	MOVQ  R8, R11
	MOVQ  R10, R12

row:
	ADD(0, R11)
	ADD(4, R11)
	ADD(8, R11)
	ADD(12, R11)
	ADD(16, R11)
	ADDQ R9, R11
	DECQ R12
	JNE  row

	VCVTDQ2PS  Y3, Y4
	VDIVPS     Y4, Y10, Y4
	VCVTTPS2DQ Y4, Y7
	VPSLLD     $16, Y3, Y4
	VPOR       Y4, Y3, Y3        // a word for each channel
	VPSLLD     $16, Y7, Y4
	VPOR       Y4, Y7, Y7
	VPUNPCKLDQ Y3, Y3, Y8
	VPUNPCKHDQ Y3, Y3, Y3
	VPUNPCKLDQ Y7, Y7, Y9
	VPUNPCKHDQ Y7, Y7, Y7
	MEANS(Y1, Y8, Y9)
	MEANS(Y2, Y3, Y7)
	VPACKUSWB  Y2, Y1, Y1
	VPANDN     (SI), Y14, Y2     // its own alpha
	VPAND      Y14, Y1, Y1
	VPOR       Y1, Y2, Y1
	VMOVDQU    Y1, (DI)
	ADDQ       $32, SI
	ADDQ       $32, DI
	ADDQ       $32, R8
	SUBQ       $8, CX
	JNE        next
	VZEROUPPER
	RET
