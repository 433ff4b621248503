package solver

import "autoqueens/internal/fault"

// Check reports how p breaks the rules on b: a queen off the board, two in a
// column or a region, or two that touch. It shares no code with the search, so
// that either can vouch for the other. Marks on the board do not matter. The
// error is a *fault.Error.
func (p Placement) Check(b *Board) error {
	const advice = "this placement must not be played"
	if err := b.Validate(); err != nil {
		return err
	}
	if len(p) != b.Size {
		return fault.Newf(fault.Failed, advice, "a board of size %d takes %d queens, not %d", b.Size, b.Size, len(p))
	}
	for row, col := range p {
		if col < 0 || col >= b.Size {
			return fault.Newf(fault.Failed, advice, "the queen of row %d stands in column %d, off the board", row+1, col+1)
		}
		for above, other := range p[:row] {
			switch {
			case other == col:
				return fault.Newf(fault.Failed, advice, "the queens of rows %d and %d share column %d", above+1, row+1, col+1)
			case b.Region(above, other) == b.Region(row, col):
				return fault.Newf(fault.Failed, advice, "the queens of rows %d and %d share a region", above+1, row+1)
			case above == row-1 && (other == col-1 || other == col+1):
				return fault.Newf(fault.Failed, advice, "the queens of rows %d and %d touch", above+1, row+1)
			}
		}
	}
	return nil
}
