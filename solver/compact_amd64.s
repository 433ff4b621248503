#include "go_asm.h"
#include "textflag.h"

// The searches of compact.go, with the same moves. What depends on the board is
// chosen by conditional moves. The only branches, but for the end of the loop,
// spare the places of regions that have a queen when few others are left, which
// changes seldom enough to be predicted.
//
// DI is the search, BX and R9 are the candidates, R8 is the state of the
// branch, SI the latest branch left to search, R12 the tables.

#define W0 0
#define W1 8
#define STATE 16
#define SIZE 32

// COUNT leaves in KEY the number of candidates of the region at place I times
// 16, plus its place, and in SET the candidates. DX is the row of places.
#define COUNT(I, SET, KEY) \
	MOVQ    (compact_low+8*I)(DI), SET \
	ANDQ    BX, SET \
	POPCNTQ SET, KEY \
	SHLL    $4, KEY \
	ADDL    (tables_place+4*I)(DX), KEY

// FEWER leaves the smaller of two keys, and its candidates, in the first.
#define FEWER(SET, KEY, SET2, KEY2) \
	CMPL    KEY2, KEY \
	CMOVQCS SET2, SET \
	CMOVLCS KEY2, KEY

// func stepOne(s *compact)
TEXT ·stepOne(SB), NOSPLIT, $0-8
	MOVQ s+0(FP), DI
	MOVQ (compact_at+W0)(DI), BX
	MOVQ (compact_at+STATE)(DI), R8
	MOVQ compact_top(DI), SI
	LEAQ compact_others(DI)(SI*1), SI
	MOVQ compact_tables(DI), R12

one:
	MOVL R8, DX
	ANDL $15, DX
	SHLL $6, DX
	ADDQ R12, DX
	COUNT(0, AX, R10)
	COUNT(1, R14, R15)
	FEWER(AX, R10, R14, R15)
	COUNT(2, CX, R11)
	COUNT(3, R14, R15)
	FEWER(CX, R11, R14, R15)
	FEWER(AX, R10, CX, R11)
	MOVL R8, CX
	ANDL $15, CX
	CMPL CX, $4                  // where no more are left, these are all
	JLS  oneFewest
	COUNT(4, CX, R11)
	COUNT(5, R14, R15)
	FEWER(CX, R11, R14, R15)
	COUNT(6, R9, R13)
	COUNT(7, R14, R15)
	FEWER(R9, R13, R14, R15)
	FEWER(CX, R11, R9, R13)
	FEWER(AX, R10, CX, R11)

oneFewest:
	// The region, of the candidates AX, is taken from those without a queen.
	MOVL R10, CX
	ANDL $15, CX
	MOVL R8, DX
	ANDL $15, DX
	MOVQ compact_low(DI)(CX*8), R11
	MOVQ (compact_low-8)(DI)(DX*8), R13
	MOVQ R13, compact_low(DI)(CX*8)
	MOVQ R11, (compact_low-8)(DI)(DX*8)

	// A queen on the first candidate R11 leads to R15 in state R9.
	TZCNTQ AX, R11
	BLSRQ  AX, R13               // the other candidates
	XORQ   R13, AX
	XORQ   BX, AX                // all candidates but the first
	MOVQ   tables_low(R12)(R11*8), R15
	ANDNQ  BX, R15, R15
	SHLL   $8, R11
	LEAL   -1(R11)(DX*1), R9

	// What is left without it goes beyond the latest branch: the second
	// candidate has its queen where there is no third.
	TZCNTQ  R13, R14
	MOVQ    tables_low(R12)(R14*8), CX
	ANDNQ   AX, CX, CX
	SHLL    $8, R14
	LEAL    -1(R14)(DX*1), R14
	BLSRQ   R13, R11
	TESTQ   R11, R11
	CMOVQNE AX, CX
	CMOVLNE R8, R14
	MOVQ    CX, (SIZE+W0)(SI)
	MOVQ    R14, (SIZE+STATE)(SI)

	// It counts where there is a second candidate. Without a first, the search
	// goes on from the latest branch.
	LEAQ    SIZE(SI), R11
	TESTQ   R13, R13
	CMOVQEQ SI, R11
	LEAQ    -SIZE(SI), R13
	CMPL    R10, $16
	CMOVQCS W0(SI), R15
	CMOVLCS STATE(SI), R9
	CMOVQCS R13, R11
	MOVQ    R15, BX
	MOVL    R9, R8
	MOVQ    R11, SI

	MOVL R8, R11
	SHRL $8, R11
	MOVL R8, DX
	ANDL $15, DX
	MOVB R11, compact_queens(DI)(DX*1)
	DECQ compact_budget(DI)
	JEQ  oneEnd
	DECL DX
	CMPL DX, $14
	JCS  one

oneEnd:
	LEAQ compact_others(DI), R11
	SUBQ R11, SI
	MOVQ SI, compact_top(DI)
	MOVQ BX, (compact_at+W0)(DI)
	MOVQ R8, (compact_at+STATE)(DI)
	RET

// COUNT2 is COUNT for two words, without the candidates, which FEWER2 leaves
// out as well.
#define COUNT2(I, KEY) \
	MOVQ    (compact_low+8*I)(DI), KEY \
	ANDQ    BX, KEY \
	MOVQ    (compact_high+8*I)(DI), CX \
	ANDQ    R9, CX \
	ORQ     CX, KEY \
	POPCNTQ KEY, KEY \
	SHLL    $4, KEY \
	ADDL    (tables_place+4*I)(DX), KEY

#define FEWER2(KEY, KEY2) \
	CMPL    KEY2, KEY \
	CMOVLCS KEY2, KEY

// func stepTwo(s *compact)
TEXT ·stepTwo(SB), NOSPLIT, $0-8
	MOVQ s+0(FP), DI
	MOVQ (compact_at+W0)(DI), BX
	MOVQ (compact_at+W1)(DI), R9
	MOVQ (compact_at+STATE)(DI), R8
	MOVQ compact_top(DI), SI
	LEAQ compact_others(DI)(SI*1), SI
	MOVQ compact_tables(DI), R12

two:
	MOVL R8, DX
	ANDL $15, DX
	SHLL $6, DX
	ADDQ R12, DX
	MOVL R8, AX
	ANDL $15, AX
	CMPL AX, $4
	JHI  two4
	COUNT2(0, R10)
	COUNT2(1, R11)
	COUNT2(2, R13)
	COUNT2(3, AX)
	FEWER2(R10, AX)
	FEWER2(R10, R13)
	FEWER2(R10, R11)
	JMP twoFewest

two4:
	CMPL AX, $8
	JHI  two8
	COUNT2(0, R10)
	COUNT2(1, R11)
	COUNT2(2, R13)
	COUNT2(3, AX)
	FEWER2(R10, AX)
	COUNT2(4, R14)
	FEWER2(R11, R14)
	COUNT2(5, R15)
	FEWER2(R13, R15)
	COUNT2(6, AX)
	FEWER2(R10, AX)
	COUNT2(7, R14)
	FEWER2(R11, R14)
	FEWER2(R10, R13)
	FEWER2(R10, R11)
	JMP twoFewest

two8:
	COUNT2(0, R10)
	COUNT2(1, R11)
	COUNT2(2, R13)
	COUNT2(3, AX)
	FEWER2(R10, AX)
	COUNT2(4, R14)
	FEWER2(R11, R14)
	COUNT2(5, R15)
	FEWER2(R13, R15)
	COUNT2(6, AX)
	FEWER2(R10, AX)
	COUNT2(7, R14)
	FEWER2(R11, R14)
	COUNT2(8, R15)
	FEWER2(R13, R15)
	COUNT2(9, AX)
	FEWER2(R10, AX)
	COUNT2(10, R14)
	FEWER2(R11, R14)
	FEWER2(R10, R13)
	FEWER2(R10, R11)

twoFewest:

	// The region is taken from those without a queen; CX and R13 are its
	// candidates.
	MOVL R10, AX
	ANDL $15, AX
	MOVL R8, DX
	ANDL $15, DX
	MOVQ R8, (SIZE+STATE)(SI)
	MOVQ compact_low(DI)(AX*8), CX
	MOVQ (compact_low-8)(DI)(DX*8), R11
	MOVQ R11, compact_low(DI)(AX*8)
	MOVQ CX, (compact_low-8)(DI)(DX*8)
	ANDQ BX, CX
	MOVQ compact_high(DI)(AX*8), R13
	MOVQ (compact_high-8)(DI)(DX*8), R11
	MOVQ R11, compact_high(DI)(AX*8)
	MOVQ R13, (compact_high-8)(DI)(DX*8)
	ANDQ R9, R13

	// The first candidate AX, the others R15 and R14, and, in CX and R13, all
	// candidates but the first.
	TZCNTQ  CX, AX
	TZCNTQ  R13, R11
	ADDL    $64, R11
	BLSRQ   R13, R14
	BLSRQ   CX, R15
	TESTQ   CX, CX
	CMOVLEQ R11, AX
	CMOVQNE R13, R14
	XORQ    R15, CX
	XORQ    R14, R13
	XORQ    BX, CX
	XORQ    R9, R13

	// A queen there leads to BX and R9 in state R8. Where there is none, the
	// search goes on from the latest branch.
	MOVQ    tables_low(R12)(AX*8), R11
	ANDNQ   BX, R11, BX
	MOVQ    tables_high(R12)(AX*8), R11
	ANDNQ   R9, R11, R9
	SHLL    $8, AX
	LEAL    -1(AX)(DX*1), R8
	MOVQ    R15, AX
	ORQ     R14, AX
	LEAQ    SIZE(SI), R11
	CMOVQEQ SI, R11
	LEAQ    -SIZE(SI), AX
	CMPL    R10, $16
	CMOVQCS W0(SI), BX
	CMOVQCS W1(SI), R9
	CMOVLCS STATE(SI), R8
	CMOVQCS AX, R11

	// What is left without it goes beyond the latest branch: the second
	// candidate has its queen where there is no third.
	TZCNTQ  R14, R10
	ADDL    $64, R10
	TZCNTQ  R15, AX
	TESTQ   R15, R15
	CMOVLEQ R10, AX
	BLSRQ   R14, R10
	TESTQ   R15, R15
	CMOVQNE R14, R10
	BLSRQ   R15, R15
	ORQ     R15, R10
	MOVQ    tables_low(R12)(AX*8), R14
	ANDNQ   CX, R14, R14
	MOVQ    tables_high(R12)(AX*8), R15
	ANDNQ   R13, R15, R15
	SHLL    $8, AX
	LEAL    -1(AX)(DX*1), AX
	TESTQ   R10, R10
	CMOVQNE CX, R14
	CMOVQNE R13, R15
	CMOVLNE (SIZE+STATE)(SI), AX
	MOVQ    R14, (SIZE+W0)(SI)
	MOVQ    R15, (SIZE+W1)(SI)
	MOVQ    AX, (SIZE+STATE)(SI)
	MOVQ    R11, SI

	MOVL R8, R11
	SHRL $8, R11
	MOVL R8, DX
	ANDL $15, DX
	MOVB R11, compact_queens(DI)(DX*1)
	DECQ compact_budget(DI)
	JEQ  twoEnd
	DECL DX
	CMPL DX, $14
	JCS  two

twoEnd:
	LEAQ compact_others(DI), R11
	SUBQ R11, SI
	MOVQ SI, compact_top(DI)
	MOVQ BX, (compact_at+W0)(DI)
	MOVQ R9, (compact_at+W1)(DI)
	MOVQ R8, (compact_at+STATE)(DI)
	RET

// func gatherOne(s *compact, regions *uint8) bool
TEXT ·gatherOne(SB), NOSPLIT, $0-17
	MOVQ     s+0(FP), DI
	MOVQ     regions+8(FP), SI
	MOVQ     compact_n(DI), DX
	MOVQ     DX, CX
	IMULQ    CX, CX
	SUBQ     $32, CX                // where the last 32 cells begin
	VMOVDQU  (SI), Y1
	VMOVDQU  (SI)(CX*1), Y2
	VPXOR    Y0, Y0, Y0             // the region
	VPCMPEQB Y5, Y5, Y5
	LEAQ     compact_low(DI), DI
	LEAQ     (DI)(DX*8), DX
	XORL     BX, BX                 // all cells so far

gatherOneRegion:
	VPCMPEQB  Y0, Y1, Y3
	VPCMPEQB  Y0, Y2, Y4
	VPSUBB    Y5, Y0, Y0
	VPMOVMSKB Y3, R10
	VPMOVMSKB Y4, R11
	SHLQ      CX, R11
	ORQ       R11, R10
	JEQ       gatherOneBad
	ORQ       R10, BX
	MOVQ      R10, (DI)
	ADDQ      $8, DI
	CMPQ      DI, DX
	JCS       gatherOneRegion

	// Cells without a region are those with one that is too large.
	MOVQ  s+0(FP), DI
	MOVQ  (compact_at+W0)(DI), R10
	CMPQ  R10, BX
	SETEQ ret+16(FP)
	VZEROUPPER
	RET

gatherOneBad:
	MOVB $0, ret+16(FP)
	VZEROUPPER
	RET

// func gatherTwo(s *compact, regions *uint8) bool
TEXT ·gatherTwo(SB), NOSPLIT, $0-17
	MOVQ     s+0(FP), DI
	MOVQ     regions+8(FP), SI
	MOVQ     compact_n(DI), DX
	MOVQ     DX, CX
	IMULQ    CX, CX
	VMOVDQU  (SI), Y1
	VMOVDQU  32(SI), Y2
	VMOVDQU  -64(SI)(CX*1), Y3      // the last 64 cells, some of them again
	VMOVDQU  -32(SI)(CX*1), Y4
	NEGQ     CX
	ADDQ     $128, CX
	VPXOR    Y0, Y0, Y0             // the region
	VPCMPEQB Y5, Y5, Y5
	LEAQ     compact_low(DI), DI
	LEAQ     (DI)(DX*8), DX
	XORL     BX, BX                 // all cells so far
	XORL     R8, R8

gatherTwoRegion:
	VPCMPEQB  Y0, Y1, Y6
	VPCMPEQB  Y0, Y2, Y7
	VPCMPEQB  Y0, Y3, Y8
	VPCMPEQB  Y0, Y4, Y9
	VPSUBB    Y5, Y0, Y0
	VPMOVMSKB Y6, R10
	VPMOVMSKB Y7, R11
	VPMOVMSKB Y8, R12
	VPMOVMSKB Y9, R13
	SHLQ      $32, R11
	ORQ       R11, R10
	SHLQ      $32, R13
	ORQ       R13, R12
	SHRQ      CX, R12
	ORQ       R10, BX
	ORQ       R12, R8
	MOVQ      R10, (DI)
	MOVQ      R12, (compact_high-compact_low)(DI)
	ORQ       R12, R10
	JEQ       gatherTwoBad
	ADDQ      $8, DI
	CMPQ      DI, DX
	JCS       gatherTwoRegion

	// Cells without a region are those with one that is too large.
	MOVQ  s+0(FP), DI
	XORQ  (compact_at+W0)(DI), BX
	XORQ  (compact_at+W1)(DI), R8
	ORQ   R8, BX
	SETEQ ret+16(FP)
	VZEROUPPER
	RET

gatherTwoBad:
	MOVB $0, ret+16(FP)
	VZEROUPPER
	RET
