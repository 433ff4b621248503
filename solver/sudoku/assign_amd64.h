// The frame of assign_amd64.s, around BANDS, STACKS, HIDDEN, NAKED, MORE, KEEP and
// CHANGED.
//
// A node is in Y0 to Y4: two digits in each, four lanes a digit, which are its
// three bands and an empty one. The upper half of Y4 is empty too.

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

sweep:
	BANDS(Y0)
	BANDS(Y1)
	BANDS(Y2)
	BANDS(Y3)
	BANDS(Y4)
	VMOVDQU Y0, grid_may+0(DI)
	VMOVDQU Y1, grid_may+32(DI)
	VMOVDQU Y2, grid_may+64(DI)
	VMOVDQU Y3, grid_may+96(DI)
	VMOVDQU X4, grid_may+128(DI)
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

	// It is a dead end where a digit has no place in a band or a cell no candidate.
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
	VPOR         X13, X12, X12
	VPTEST       X12, X12
	JNE          deadEnd

	// Y10: the cells with one. Y5 to Y9: the cells that are the only place of their
	// digit. Y15: of any. NAKED and HIDDEN each need something that takes long to
	// get ready, but not the same thing.
	VMOVDQU    Y11, twice-32(SP)
	VPANDN     Y10, Y11, Y10
	HIDDEN(Y0, Y5)
	HIDDEN(Y1, Y6)
	HIDDEN(Y2, Y7)
	HIDDEN(Y3, Y8)
	HIDDEN(Y4, Y9)
	VPOR       Y5, Y6, Y15
	VPOR       Y7, Y8, Y11
	VPOR       Y9, Y15, Y15
	VPOR       Y11, Y15, Y15
	VPERM2I128 $1, Y15, Y15, Y11
	VPOR       Y11, Y15, Y15

	NAKED(Y0)
	NAKED(Y1)
	NAKED(Y2)
	NAKED(Y3)
	NAKED(Y4)
	KEEP(Y0, Y5)
	KEEP(Y1, Y6)
	KEEP(Y2, Y7)
	KEEP(Y3, Y8)
	KEEP(Y4, Y9)

	// Again, until nothing changes after BANDS, which then finds nothing either.
	VPXOR  grid_may+0(DI), Y0, Y11
	VPXOR  grid_may+128(DI), X4, X12
	VPOR   Y12, Y11, Y11
	CHANGED(32, Y1)
	CHANGED(64, Y2)
	CHANGED(96, Y3)
	VPTEST Y11, Y11
	JNE    sweep

	// It is a dead end too where two digits have the same cell for their only
	// place, which both have kept.
	VMOVDQU twice-32(SP), Y14
	VPTEST  Y14, Y15
	JNE     deadEnd
	VPTEST  Y14, Y14
	JEQ     fullGrid
	VMOVDQU Y14, Y15

	// The cells with two candidates, of which Y13 has those with three.
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
