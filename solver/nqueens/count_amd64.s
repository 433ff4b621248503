#include "go_asm.h"
#include "textflag.h"

// The search of descendPlain, with the same moves.
//
// AX is the counter. R8, R9, R10 and R11 are what is left to try in the column,
// and what is taken, rising and falling; CX is the column. BX is the place of the
// next one that is left.

// LOOK has the bits that BLOCKED leaves free in a column A further than CX as
// BLOCKED, and makes DEAD negative where there are none.
#define LOOK(A, BLOCKED, DEAD) \
	ANDNQ (counter_allowed+8*A)(AX)(CX*8), BLOCKED, BLOCKED \
	DECQ  BLOCKED \
	ORQ   BLOCKED, DEAD

// func descendFast(c *counter)
TEXT ·descendFast(SB), NOSPLIT, $0-8
	MOVQ c+0(FP), AX
	MOVQ (counter_here+column_free)(AX), R8
	MOVQ (counter_here+column_taken)(AX), R9
	MOVQ (counter_here+column_rising)(AX), R10
	MOVQ (counter_here+column_falling)(AX), R11
	MOVQ counter_top(AX), BX
	LEAQ counter_left(AX)(BX*1), BX
	MOVQ counter_edge(AX), R12
	MOVQ $(1<<32), R13
	MOVQ counter_last(AX), R15
	MOVQ R9, CX
	SHRQ $32, CX

	PCALIGN $32
next:
	BLSIQ   R8, DI
	MOVL    DI, counter_rows(AX)(CX*4)
	MOVQ    R9, column_taken(BX)
	MOVQ    R10, column_rising(BX)
	MOVQ    R11, column_falling(BX)
	LEAQ    column__size(BX), DX
	BLSRQ   R8, R8
	MOVQ    R8, column_free(BX)
	CMOVQNE DX, BX                   // where there is a rest

	ORQ  DI, R10
	ORQ  DI, R11
	ADDQ R13, DI
	ADDQ R10, R10
	SHRQ $1, R11
	ADDQ DI, R9

	MOVQ  R9, R8
	ORQ   R10, R8
	ORQ   R11, R8
	ANDNQ (counter_allowed+8)(AX)(CX*8), R8, R8
	LEAQ  -1(R8), DX

	// The two columns after the next must have a row free as well.
	LEAQ (R10)(R10*1), SI
	MOVQ R11, DI
	SHRQ $1, DI
	ORQ  R9, SI
	ORQ  DI, SI
	LOOK(2, SI, DX)
	LEAQ (R10*4), SI
	SHRQ $1, DI
	ORQ  R9, SI
	ORQ  DI, SI
	LOOK(3, SI, DX)

	LEAQ  -column__size(BX), DI
	ANDNQ R12, R9, SI
	ADDQ  (counter_missing+8)(AX)(CX*8), SI
	ORQ   SI, DX

	CMOVQMI column_free(DI), R8
	CMOVQMI column_taken(DI), R9
	CMOVQMI column_rising(DI), R10
	CMOVQMI column_falling(DI), R11
	CMOVQMI DI, BX
	MOVQ    R9, CX
	SHRQ    $32, CX
	CMPQ    CX, R15
	JCS     next

	MOVQ R8, (counter_here+column_free)(AX)
	MOVQ R9, (counter_here+column_taken)(AX)
	LEAQ counter_left(AX), DX
	SUBQ DX, BX
	MOVQ BX, counter_top(AX)
	RET
