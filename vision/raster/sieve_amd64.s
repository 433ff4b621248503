#include "textflag.h"

// The sigma filter of smooth.go with AVX2, eight pixels at a time.

// The bytes of a pixel that are its colour.
DATA  colors<>+0(SB)/4, $0x00ffffff
GLOBL colors<>(SB), RODATA|NOPTR, $4

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
