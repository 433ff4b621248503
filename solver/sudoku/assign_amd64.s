#include "go_asm.h"
#include "textflag.h"

// assignPlain of bands_plain.go for all digits at once, first made of AVX2, then
// of AVX-512. The frame of both is assign_amd64.h; the steps are macros, which
// change some of two digits in a register, X, and use Y10 to Y15.
//
// A digit of an octal number stands for a three of cells, the first cell at the
// right.

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

// ROWS is the same cells in all three rows.
#define ROWS(cells) $(cells * 0x100401)

CONSTANT(notLast, ROWS(0333))   // of every three all cells but the last
CONSTANT(last, ROWS(0444))      // the last
CONSTANT(box0, ROWS(0003))      // two bits for every three of the first box
CONSTANT(box01, ROWS(0033))
CONSTANT(box12, ROWS(0330))
CONSTANT(box2, ROWS(0300))
CONSTANT(column0, $0111)        // the first column of every stack
CONSTANT(column01, $0333)
CONSTANT(column12, $0666)
CONSTANT(column2, $0444)
CONSTANT(rowFirst, ROWS(0001))  // the first cell of every row
CONSTANT(row, ROWS(0777))       // all cells
CONSTANT(rowEnd, ROWS(01000))   // the bit after them
LANES(cells, ROWS(0777), ROWS(0777), ROWS(0777), $0)

// A mask for each digit: those from 16*(8-d) on are ones for digit d alone.
DATA  chosen<>+128(SB)/8, $-1
DATA  chosen<>+136(SB)/8, $-1
GLOBL chosen<>(SB), RODATA|NOPTR, $288

// STRIKE loads two digits of the node SI without what is struck out: Y10 of most
// digits, Y10 xor Y11 of the one that the mask DX has ones for.
#define STRIKE(AT, X) \
	VPAND  AT(DX), Y11, X \
	VPXOR  Y10, X, X \
	VPANDN grid_may+AT(SI), X, X

// BANDS keeps the threes that belong to a permutation of their band: there are
// two more, one in the next box and one in the box after, of which one is in the
// next row and one in the row after. After the last comes the first again.
#define BANDS(X) \
	/* Y10: the last bit of the threes that have a cell. */ \
	VPAND  notLast<>(SB), X, Y10 \
	VPADDD notLast<>(SB), Y10, Y10 \
	VPOR   X, Y10, Y10 \
	VPAND  last<>(SB), Y10, Y10 \
	/* Y11: is there one in the next row, in the first bit of the threes, and in
	   the row after, in the second? */ \
	VPSRLD $12, Y10, Y11 \
	VPSLLD $18, Y10, Y12 \
	VPSRLD $21, Y10, Y13 \
	VPSLLD $9, Y10, Y14 \
	VPOR   Y12, Y11, Y11 \
	VPOR   Y14, Y13, Y13 \
	VPOR   Y13, Y11, Y11 \
	/* Y12: the same of the next box. Y13: of the box after. */ \
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
	/* Y14: the first bit of the threes that belong to a permutation. Seven times
	   that are all three bits. */ \
	VPSRLD $1, Y13, Y14 \
	VPSRLD $1, Y12, Y15 \
	VPAND  Y12, Y14, Y14 \
	VPAND  Y13, Y15, Y15 \
	VPOR   Y15, Y14, Y14 \
	VPSLLD $3, Y14, Y15 \
	VPSUBD Y14, Y15, Y15 \
	VPAND  Y15, X, X

// STACKS does the same with the columns of a stack and the three bands.
#define STACKS(X) \
	/* Y10: the columns that have a cell, and something above them. */ \
	VPSRLD  $10, X, Y10 \
	VPSRLD  $20, X, Y11 \
	VPOR    X, Y10, Y10 \
	VPOR    Y11, Y10, Y10 \
	/* Y11: the next column of the stack. Y12: the column after. */ \
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
	/* The same of the next band, 0xC9, and of the band after, 0xD2. */ \
	VPSHUFD $0xC9, Y11, Y13 \
	VPSHUFD $0xD2, Y12, Y14 \
	VPSHUFD $0xD2, Y11, Y11 \
	VPSHUFD $0xC9, Y12, Y12 \
	VPAND   Y14, Y13, Y13 \
	VPAND   Y12, Y11, Y11 \
	VPOR    Y11, Y13, Y13 \
	/* The same columns in all rows. */ \
	VPSLLD  $10, Y13, Y11 \
	VPSLLD  $20, Y13, Y12 \
	VPOR    Y13, Y11, Y11 \
	VPOR    Y12, Y11, Y11 \
	VPAND   Y11, X, X

// HIDDEN sets OWN to the cells that are the only ones in their row. What is the
// only one in a box or a column is soon the only one in its row too, by the above.
#define HIDDEN(X, OWN) \
	/* Y12: all cells of a row but the first. */ \
	VPSUBD  rowFirst<>(SB), X, Y12 \
	VPAND   X, Y12, Y12 \
	/* The bit after the rows that have no other, then all cells of these. */ \
	VMOVDQU rowEnd<>(SB), Y13 \
	VPSUBD  Y12, Y13, Y12 \
	VPAND   Y13, Y12, Y12 \
	VPSRLD  $9, Y12, Y13 \
	VPSUBD  Y13, Y12, Y12 \
	VPAND   Y12, X, OWN

// NAKED strikes out the other cells of the rows that have a cell in Y10, the cells
// with one candidate. Where a row has several, all but the first of them go too,
// and are left with none.
#define NAKED(X) \
	VPAND   Y10, X, Y11 \
	/* Y12: all but the first, and the bit after the rows that have one. Y13: all
	   cells of these rows. */ \
	VPADDD  row<>(SB), Y11, Y12 \
	VPAND   rowEnd<>(SB), Y12, Y13 \
	VPSRLD  $9, Y13, Y14 \
	VPSUBD  Y14, Y13, Y13 \
	VPAND   Y11, Y12, Y12 \
	VPANDN  Y13, Y11, Y13 \
	VPOR    Y12, Y13, Y13 \
	VPANDN  X, Y13, X

// MORE counts candidates: to the cells with one in Y10, and with two in Y11, it
// adds those with more because of X.
#define MORE(X) \
	VPAND X, Y10, Y12 \
	VPOR  X, Y10, Y10 \
	VPOR  Y12, Y11, Y11

// KEEP strikes out the cells of Y15 but for those of OWN.
#define KEEP(X, OWN) \
	VPANDN X, Y15, X \
	VPOR   OWN, X, X

// CHANGED adds to Y11 what is not as it is in the node DI.
#define CHANGED(AT, X) \
	VPXOR grid_may+AT(DI), X, Y12 \
	VPOR  Y12, Y11, Y11

// func assignAVX2(next, node *grid, digit, at int) outcome
TEXT ·assignAVX2(SB), NOSPLIT, $32-40
#include "assign_amd64.h"

#undef BANDS
#undef STACKS
#undef NAKED
#undef MORE
#undef KEEP
#undef CHANGED

// The same steps with AVX-512, in registers of the same size, since there are more
// units for these than for larger ones.
//
// VPTERNLOGD looks up a function of three bits, its last operand being the highest:
//
//	0x70  last and not both others
//	0xA8  (last or middle) and first
//	0xB0  last and not (middle without first)
//	0xDC  last without first, or middle
//	0xE4  last where first is 1, else middle
//	0xF6  last or (middle xor first)
//	0xF8  last or (middle and first)
//	0xFE  any
//
// VPSHRDD of a band and the same two bits to the left turns its 30 bits by two less
// than the number given: by a row or two, and in BANDS to another bit of the
// threes as well.

// The first boxes and, where nothing else is to get, the bit after the row.
CONSTANT(pick0, ROWS(01007))
CONSTANT(pick01, ROWS(01077))
CONSTANT(first, ROWS(0111)) // of every three the first cell

#define BANDS(X) \
	/* Y10: the last bit of the threes that have a cell. */ \
	VPAND      notLast<>(SB), X, Y10 \
	VPADDD     notLast<>(SB), Y10, Y10 \
	VPTERNLOGD $0xA8, last<>(SB), X, Y10 \
	/* Y11: is there one in the next row, and in the row after? */ \
	VPSLLD     $2, Y10, Y11 \
	VPSHRDD    $14, Y10, Y11, Y12 \
	VPSHRDD    $23, Y10, Y11, Y13 \
	VPOR       Y12, Y13, Y11 \
	/* Y12: the same of the next box. Y13: of the box after. */ \
	VPSRLD     $3, Y11, Y12 \
	VPSLLD     $6, Y11, Y13 \
	VPTERNLOGD $0xE4, pick01<>(SB), Y13, Y12 \
	VPSRLD     $6, Y11, Y13 \
	VPSLLD     $3, Y11, Y14 \
	VPTERNLOGD $0xE4, pick0<>(SB), Y14, Y13 \
	/* Y14: the first bit of the threes that belong to a permutation. */ \
	VPSRLD     $1, Y13, Y14 \
	VPSRLD     $1, Y12, Y15 \
	VPAND      Y12, Y14, Y14 \
	VPTERNLOGD $0xF8, Y13, Y15, Y14 \
	VPSLLD     $3, Y14, Y15 \
	VPSUBD     Y14, Y15, Y15 \
	VPAND      Y15, X, X

#define STACKS(X) \
	/* Y10: the columns that have a cell, in all rows. */ \
	VPSLLD     $2, X, Y10 \
	VPSHRDD    $12, X, Y10, Y11 \
	VPSHRDD    $22, X, Y10, Y10 \
	VPTERNLOGD $0xFE, X, Y11, Y10 \
	/* Y11: the next column of the stack. Y12: the column after. */ \
	VPSRLD     $1, Y10, Y11 \
	VPSLLD     $2, Y10, Y12 \
	VPTERNLOGD $0xE4, notLast<>(SB), Y12, Y11 \
	VPSRLD     $2, Y10, Y12 \
	VPSLLD     $1, Y10, Y13 \
	VPTERNLOGD $0xE4, first<>(SB), Y13, Y12 \
	/* The same of the next band, and of the band after. */ \
	VPSHUFD    $0xC9, Y11, Y13 \
	VPSHUFD    $0xD2, Y12, Y14 \
	VPSHUFD    $0xD2, Y11, Y11 \
	VPSHUFD    $0xC9, Y12, Y12 \
	VPAND      Y14, Y13, Y13 \
	VPTERNLOGD $0xF8, Y12, Y11, Y13 \
	VPAND      Y13, X, X

#define NAKED(X) \
	VPAND      Y10, X, Y11 \
	VPADDD     row<>(SB), Y11, Y12 \
	VPAND      rowEnd<>(SB), Y12, Y13 \
	VPSRLD     $9, Y13, Y14 \
	VPSUBD     Y14, Y13, Y13 \
	VPTERNLOGD $0xB0, Y11, Y13, X \
	VPTERNLOGD $0x70, Y11, Y12, X

#define MORE(X) \
	VPTERNLOGD $0xF8, X, Y10, Y11 \
	VPOR       X, Y10, Y10

#define KEEP(X, OWN) \
	VPTERNLOGD $0xDC, Y15, OWN, X

#define CHANGED(AT, X) \
	VPTERNLOGD $0xF6, grid_may+AT(DI), X, Y11

// func assignAVX512(next, node *grid, digit, at int) outcome
TEXT ·assignAVX512(SB), NOSPLIT, $32-40
#include "assign_amd64.h"
