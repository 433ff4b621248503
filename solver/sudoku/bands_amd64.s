#include "go_asm.h"
#include "textflag.h"

// assign and choose of bands.go, for all digits at once.
//
// A node is in Y0 to Y4: two digits in each, four lanes a digit, which are its
// three bands and an empty one. The upper half of Y4 is empty too. A digit of an
// octal number stands for a three of cells, with the first cell at the right.

#define LANES(name, a, b, c, d) \
	DATA  name<>+0(SB)/4, a \
	DATA  name<>+4(SB)/4, b \
	DATA  name<>+8(SB)/4, c \
	DATA  name<>+12(SB)/4, d \
	DATA  name<>+16(SB)/4, a \
	DATA  name<>+20(SB)/4, b \
	DATA  name<>+24(SB)/4, c \
	DATA  name<>+28(SB)/4, d \
	GLOBL name<>(SB), RODATA|NOPTR, $32

#define CONSTANT(name, value) LANES(name, value, value, value, value)

CONSTANT(notLast, $0333333333)  // of every three all cells but the last
CONSTANT(last, $0444444444)     // of every three the last cell
CONSTANT(box0, $0003003003)     // two bits for every three of the first box
CONSTANT(box01, $0033033033)
CONSTANT(box12, $0330330330)
CONSTANT(box2, $0300300300)
CONSTANT(column0, $0111)        // the first column of every stack
CONSTANT(column01, $0333)
CONSTANT(column12, $0666)
CONSTANT(column2, $0444)
CONSTANT(rowFirst, $0001001001) // the first cell of every row
CONSTANT(rowNotLast, $0377377377)
CONSTANT(rowLast, $0400400400)
LANES(cells, $0777777777, $0777777777, $0777777777, $0)

// At 16*(8-d) lie nine digits of which d is all ones.
DATA  chosen<>+128(SB)/8, $-1
DATA  chosen<>+136(SB)/8, $-1
GLOBL chosen<>(SB), RODATA|NOPTR, $288

// STRIKE loads two digits of the node SI without what is struck out of them: of
// the chosen digit, where DX has ones, all in Y10 xor Y11, of others all in Y10.
#define STRIKE(AT, X) \
	VPAND  AT(DX), Y11, X \
	VPXOR  Y10, X, X \
	VPANDN grid_may+AT(SI), X, X

// BANDS keeps the threes that belong to a permutation of their band. A three
// does if two others do that lie in the other two rows and boxes, and not in the
// same of them.
#define BANDS(X) \
	/* Y10: the last bit of the threes that have a cell. */ \
	VPAND  notLast<>(SB), X, Y10 \
	VPADDD notLast<>(SB), Y10, Y10 \
	VPOR   X, Y10, Y10 \
	VPAND  last<>(SB), Y10, Y10 \
	/* Y11: the same of the next row and the one after, in the first and the
	   second bit of the threes. */ \
	VPSRLD $11, Y10, Y11 \
	VPSLLD $16, Y10, Y12 \
	VPSRLD $19, Y10, Y13 \
	VPSLLD $8, Y10, Y14 \
	VPOR   Y12, Y11, Y11 \
	VPOR   Y14, Y13, Y13 \
	VPOR   Y13, Y11, Y11 \
	/* Y12: these of the next box. Y13: of the one after. */ \
	VPSRLD $3, Y11, Y12 \
	VPSLLD $6, Y11, Y13 \
	VPAND  box01<>(SB), Y12, Y12 \
	VPAND  box2<>(SB), Y13, Y13 \
	VPOR   Y13, Y12, Y12 \
	VPSRLD $6, Y11, Y13 \
	VPSLLD $3, Y11, Y14 \
	VPAND  box0<>(SB), Y13, Y13 \
	VPAND  box12<>(SB), Y14, Y14 \
	VPOR   Y14, Y13, Y13 \
	/* Y14: the first bit of the threes that belong to a permutation, of which
	   seven times as much are all three bits. */ \
	VPSRLD $1, Y13, Y14 \
	VPSRLD $1, Y12, Y15 \
	VPAND  Y12, Y14, Y14 \
	VPAND  Y13, Y15, Y15 \
	VPOR   Y15, Y14, Y14 \
	VPSLLD $3, Y14, Y15 \
	VPSUBD Y14, Y15, Y15 \
	VPAND  Y15, X, X

// STACKS keeps the columns of boxes that belong to a permutation of columns and
// bands in their stack.
#define STACKS(X) \
	/* Y10: the columns with a cell, and more above them. */ \
	VPSRLD  $9, X, Y10 \
	VPSRLD  $18, X, Y11 \
	VPOR    X, Y10, Y10 \
	VPOR    Y11, Y10, Y10 \
	/* Y11: the next column of each. Y12: the one after. */ \
	VPSRLD  $1, Y10, Y11 \
	VPSLLD  $2, Y10, Y12 \
	VPAND   column01<>(SB), Y11, Y11 \
	VPAND   column2<>(SB), Y12, Y12 \
	VPOR    Y12, Y11, Y11 \
	VPSRLD  $2, Y10, Y12 \
	VPSLLD  $1, Y10, Y13 \
	VPAND   column0<>(SB), Y12, Y12 \
	VPAND   column12<>(SB), Y13, Y13 \
	VPOR    Y13, Y12, Y12 \
	/* 0xC9 is the next band, 0xD2 the one after. */ \
	VPSHUFD $0xC9, Y11, Y13 \
	VPSHUFD $0xD2, Y12, Y14 \
	VPSHUFD $0xD2, Y11, Y11 \
	VPSHUFD $0xC9, Y12, Y12 \
	VPAND   Y14, Y13, Y13 \
	VPAND   Y12, Y11, Y11 \
	VPOR    Y11, Y13, Y13 \
	/* The same columns in all rows. */ \
	VPSLLD  $9, Y13, Y11 \
	VPSLLD  $18, Y13, Y12 \
	VPOR    Y13, Y11, Y11 \
	VPOR    Y12, Y11, Y11 \
	VPAND   Y11, X, X

// SINGLES strikes out the other cells of a row with a cell of Y10, which have one
// candidate, and sets HIDDEN to the cells that are the only ones of their row.
#define SINGLES(X, HIDDEN) \
	VPAND   Y10, X, Y11 \
	/* The last bit of the rows with one, then Y13: all cells of these rows. A
	   row with two makes a mess, but then it is a dead end. */ \
	VPADDD  rowNotLast<>(SB), Y11, Y12 \
	VPAND   rowLast<>(SB), Y12, Y12 \
	VPADDD  Y12, Y12, Y13 \
	VPSRLD  $8, Y12, Y12 \
	VPSUBD  Y12, Y13, Y13 \
	VPANDN  Y13, Y11, Y13 \
	VPANDN  X, Y13, X \
	/* Y12: all cells of a row but the first. Those that have one candidate all
	   the same are struck out, so that no candidate is left. */ \
	VPSUBD  rowFirst<>(SB), X, Y12 \
	VPAND   X, Y12, Y12 \
	VPAND   Y11, Y12, Y13 \
	VPANDN  X, Y13, X \
	/* The last bit of the rows where there are none, then all cells. */ \
	VMOVDQU rowLast<>(SB), Y13 \
	VPSRLD  $1, Y12, Y12 \
	VPSUBD  Y12, Y13, Y12 \
	VPAND   Y13, Y12, Y12 \
	VPADDD  Y12, Y12, Y13 \
	VPSRLD  $8, Y12, Y12 \
	VPSUBD  Y12, Y13, Y13 \
	VPAND   Y13, X, HIDDEN

// MORE counts the candidates of cells on by a register: Y10 has the cells with
// one at least, Y11 two.
#define MORE(X) \
	VPAND X, Y10, Y12 \
	VPOR  X, Y10, Y10 \
	VPOR  Y12, Y11, Y11

// func assignVector(next, node *grid, digit, at int) outcome
TEXT ·assignVector(SB), NOSPLIT, $32-40
	MOVQ next+0(FP), DI
	MOVQ node+8(FP), SI
	MOVQ digit+16(FP), DX
	MOVQ at+24(FP), CX

	// The digit loses the peers of the cell, the others lose the cell.
	SHLQ           $4, DX
	LEAQ           chosen<>+128(SB), AX
	SUBQ           DX, AX
	MOVQ           AX, DX
	SHLQ           $4, CX
	LEAQ           ·itself(SB), AX
	VBROADCASTI128 (AX)(CX*1), Y10
	LEAQ           ·peers(SB), AX
	VBROADCASTI128 (AX)(CX*1), Y11
	VPXOR          Y10, Y11, Y11
	STRIKE(0, Y0)
	STRIKE(32, Y1)
	STRIKE(64, Y2)
	STRIKE(96, Y3)
	VPAND          128(DX), X11, X4
	VPXOR          X10, X4, X4
	VPANDN         grid_may+128(SI), X4, X4
	VMOVDQU        Y0, grid_may+0(DI)
	VMOVDQU        Y1, grid_may+32(DI)
	VMOVDQU        Y2, grid_may+64(DI)
	VMOVDQU        Y3, grid_may+96(DI)
	VMOVDQU        X4, grid_may+128(DI)
	VPXOR          Y10, Y10, Y10
	VMOVDQU        Y10, hidden-32(SP)

sweep:
	BANDS(Y0)
	BANDS(Y1)
	BANDS(Y2)
	BANDS(Y3)
	BANDS(Y4)
	STACKS(Y0)
	STACKS(Y1)
	STACKS(Y2)
	STACKS(Y3)
	STACKS(Y4)

	// Y10: the cells with one candidate at least. Y11: with two.
	VPOR  Y1, Y0, Y10
	VPAND Y1, Y0, Y11
	MORE(Y2)
	MORE(Y3)
	MORE(Y4)
	VPERM2I128 $1, Y10, Y10, Y12
	VPERM2I128 $1, Y11, Y11, Y13
	VPAND      Y12, Y10, Y14
	VPOR       Y12, Y10, Y10
	VPOR       Y13, Y11, Y11
	VPOR       Y14, Y11, Y11

	// It is a dead end where a digit has no cell in a band, where a cell has no
	// candidate and where it is the only cell for two digits.
	VPMINUD      Y1, Y0, Y12
	VPMINUD      Y3, Y2, Y13
	VPMINUD      Y13, Y12, Y12
	VEXTRACTI128 $1, Y12, X13
	VPMINUD      X13, X12, X12
	VPMINUD      X4, X12, X12
	VPXOR        X13, X13, X13
	VPCMPEQD     X13, X12, X12
	VPANDN       cells<>(SB), X10, X13
	VPAND        cells<>(SB), X12, X12
	VPAND        hidden-32(SP), X11, X14
	VPOR         X13, X12, X12
	VPOR         X14, X12, X12
	VPTEST       X12, X12
	JNE          deadEnd

	// What the others lose where a cell is the only one for a digit.
	VPANDN     Y10, Y11, Y10
	VMOVDQU    Y11, Y15
	SINGLES(Y0, Y5)
	SINGLES(Y1, Y6)
	SINGLES(Y2, Y7)
	SINGLES(Y3, Y8)
	SINGLES(Y4, Y9)
	VPOR       Y5, Y6, Y10
	VPOR       Y7, Y8, Y11
	VPOR       Y9, Y10, Y10
	VPOR       Y11, Y10, Y10
	VPERM2I128 $1, Y10, Y10, Y11
	VPOR       Y11, Y10, Y10
	VMOVDQU    Y10, hidden-32(SP)
	VPANDN     Y0, Y10, Y0
	VPANDN     Y1, Y10, Y1
	VPANDN     Y2, Y10, Y2
	VPANDN     Y3, Y10, Y3
	VPANDN     Y4, Y10, Y4
	VPOR       Y5, Y0, Y0
	VPOR       Y6, Y1, Y1
	VPOR       Y7, Y2, Y2
	VPOR       Y8, Y3, Y3
	VPOR       Y9, Y4, Y4

	// Again, until nothing changes.
	VPXOR   grid_may+0(DI), Y0, Y11
	VPXOR   grid_may+32(DI), Y1, Y12
	VPXOR   grid_may+64(DI), Y2, Y13
	VPXOR   grid_may+96(DI), Y3, Y14
	VPOR    Y12, Y11, Y11
	VPXOR   grid_may+128(DI), X4, X12
	VPOR    Y14, Y13, Y13
	VPOR    Y12, Y11, Y11
	VPOR    Y13, Y11, Y11
	VMOVDQU Y0, grid_may+0(DI)
	VMOVDQU Y1, grid_may+32(DI)
	VMOVDQU Y2, grid_may+64(DI)
	VMOVDQU Y3, grid_may+96(DI)
	VMOVDQU X4, grid_may+128(DI)
	VPTEST  Y11, Y11
	JNE     sweep

	VPTEST  Y15, Y10
	JNE     deadEnd
	VPTEST  Y15, Y15
	JEQ     fullGrid

	// The cells with two candidates and no third: Y12 has those with three.
	VPOR         Y1, Y0, Y10
	VPAND        Y1, Y0, Y11
	VPAND        Y2, Y11, Y13
	MORE(Y2)
	VPAND        Y3, Y11, Y14
	VPOR         Y14, Y13, Y13
	MORE(Y3)
	VPAND        Y4, Y11, Y14
	VPOR         Y14, Y13, Y13
	MORE(Y4)
	VEXTRACTI128 $1, Y10, X12
	VEXTRACTI128 $1, Y11, X14
	VPAND        X12, X11, X11
	VPAND        X14, X10, X10
	VEXTRACTI128 $1, Y13, X12
	VPOR         X10, X11, X11
	VPOR         X12, X13, X13
	VPOR         X11, X13, X13
	VPANDN       X15, X13, X13
	VMOVDQU      X13, grid_pairs(DI)
	MOVQ         $const_open, ret+32(FP)
	VZEROUPPER
	RET

fullGrid:
	MOVQ $const_full, ret+32(FP)
	VZEROUPPER
	RET

deadEnd:
	MOVQ $const_dead, ret+32(FP)
	VZEROUPPER
	RET

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
GLOBL bit<>(SB), RODATA|NOPTR, $112

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
