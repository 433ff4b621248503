#include "go_asm.h"
#include "textflag.h"

// choosePairPlain of bands_plain.go, with the same choice.

#define BITS(AT, a, b, c, d) \
	DATA bit<>+(AT+0)(SB)/4, a \
	DATA bit<>+(AT+4)(SB)/4, b \
	DATA bit<>+(AT+8)(SB)/4, c \
	DATA bit<>+(AT+12)(SB)/4, d

// One cell of a band.
BITS(0, $0x1, $0x2, $0x4, $0x8)
BITS(16, $0x10, $0x20, $0x40, $0x80)
BITS(32, $0x100, $0x200, $0x400, $0x800)
BITS(48, $0x1000, $0x2000, $0x4000, $0x8000)
BITS(64, $0x10000, $0x20000, $0x40000, $0x80000)
BITS(80, $0x100000, $0x200000, $0x400000, $0x800000)
BITS(96, $0x1000000, $0x2000000, $0x4000000, $0x8000000)
BITS(112, $0x10000000, $0x20000000, $0x40000000, $0x80000000)
GLOBL bit<>(SB), RODATA|NOPTR, $128

// The digits in order, out of the order in which they are collected.
DATA  inOrder<>+0(SB)/4, $0
DATA  inOrder<>+4(SB)/4, $4
DATA  inOrder<>+8(SB)/4, $1
DATA  inOrder<>+12(SB)/4, $5
DATA  inOrder<>+16(SB)/4, $2
DATA  inOrder<>+20(SB)/4, $6
DATA  inOrder<>+24(SB)/4, $3
DATA  inOrder<>+28(SB)/4, $7
GLOBL inOrder<>(SB), RODATA|NOPTR, $32

// DIGITS sets A and B to the two digits of the cell AX. Where only one of the
// first eight digits is there, the other is the ninth.
#define DIGITS(A, B) \
	MOVL         AX, CX \
	ANDL         $31, CX \
	LEAQ         bit<>(SB), DX \
	VPBROADCASTD (DX)(CX*4), Y0 \
	MOVL         AX, CX \
	ANDL         $0x60, CX \
	LEAQ         digits-96(SP), DX \
	VPAND        (DX)(CX*1), Y0, Y1 \
	VPCMPEQD     Y0, Y1, Y1 \
	VMOVMSKPS    Y1, B \
	ORL          $0x100, B \
	TZCNTL       B, A \
	BLSRL        B, B \
	TZCNTL       B, B

// SEEN adds to AX 256 times what is in sight for the digit, whose place in the
// node is D: what it has among the peers R8 and R9, and three times what it has
// among those of them with two candidates, R10 and R11.
#define SEEN(D) \
	SHLL    $4, D \
	MOVQ    grid_may+0(DI)(D*1), CX \
	MOVQ    grid_may+8(DI)(D*1), DX \
	MOVQ    R10, R13 \
	MOVQ    R11, D \
	ANDQ    CX, R13 \
	ANDQ    DX, D \
	ANDQ    R8, CX \
	ANDQ    R9, DX \
	POPCNTQ R13, R13 \
	POPCNTQ D, D \
	POPCNTQ CX, CX \
	POPCNTQ DX, DX \
	ADDL    D, R13 \
	ADDL    DX, CX \
	LEAL    (R13)(R13*2), R13 \
	ADDL    R13, CX \
	SHLL    $8, CX \
	ADDL    CX, AX

// func choosePair(node *grid) (at, digit, other int)
TEXT ·choosePair(SB), NOSPLIT, $104-32
	MOVQ node+0(FP), DI

	// The first eight digits side by side, a register for each band.
	VMOVDQU     grid_may+0(DI), Y0
	VMOVDQU     grid_may+32(DI), Y1
	VMOVDQU     grid_may+64(DI), Y2
	VMOVDQU     grid_may+96(DI), Y3
	VMOVDQU     inOrder<>(SB), Y11
	VPUNPCKLDQ  Y1, Y0, Y4
	VPUNPCKLDQ  Y3, Y2, Y5
	VPUNPCKHDQ  Y1, Y0, Y6
	VPUNPCKHDQ  Y3, Y2, Y7
	VPUNPCKLQDQ Y5, Y4, Y8
	VPUNPCKHQDQ Y5, Y4, Y9
	VPUNPCKLQDQ Y7, Y6, Y10
	VPERMD      Y8, Y11, Y8
	VPERMD      Y9, Y11, Y9
	VPERMD      Y10, Y11, Y10
	VMOVDQU     Y8, digits-96(SP)
	VMOVDQU     Y9, digits-64(SP)
	VMOVDQU     Y10, digits-32(SP)

	// SI is the best so far: 256 times what is in sight, plus 255 less the cell.
	// BX has the cells to look at, first those of two bands, then of the third.
	XORL  SI, SI
	MOVQ  $0, first-104(SP)
	MOVQ  grid_pairs+0(DI), BX
	TESTQ BX, BX
	JEQ   pairBand

pairCell:
	TZCNTQ BX, AX
	BLSRQ  BX, BX
	ADDL   first-104(SP), AX
	DIGITS(R14, R15)
	MOVL   AX, CX
	SHLL   $4, CX
	LEAQ   ·peers(SB), R8
	MOVQ   8(R8)(CX*1), R9
	MOVQ   (R8)(CX*1), R8
	MOVQ   grid_pairs+0(DI), R10
	MOVQ   grid_pairs+8(DI), R11
	ANDQ   R8, R10
	ANDQ   R9, R11
	XORL   $255, AX
	SEEN(R14)
	SEEN(R15)
	CMPL    AX, SI
	CMOVLHI AX, SI
	TESTQ   BX, BX
	JNE     pairCell

pairBand:
	CMPQ  first-104(SP), $0
	JNE   pairEnd
	MOVQ  $64, first-104(SP)
	MOVQ  grid_pairs+8(DI), BX
	TESTQ BX, BX
	JNE   pairCell

pairEnd:
	MOVL SI, AX
	ANDL $255, AX
	XORL $255, AX
	DIGITS(R14, R15)
	MOVQ AX, at+8(FP)
	MOVQ R14, digit+16(FP)
	MOVQ R15, other+24(FP)
	VZEROUPPER
	RET
