package sudoku

import "sync/atomic"

// geometry says which cells make up the rows, columns and boxes of a size.
// Units are numbered: rows, then columns, then boxes.
type geometry struct {
	boxRows, boxCols int // the cells of a box, down and across
	// units holds the cells of each unit; only the first Size of a unit and
	// the first 3*Size units are used.
	units [3 * maxSize][maxSize]uint8
	// unitsOf holds the row, column and box unit of each cell.
	unitsOf [maxSize * maxSize][3]uint8
}

// boxes are the cells of a box, down and across.
type boxes struct{ rows, cols int }

// usual holds the boxes that a size has where nobody says otherwise.
var usual = map[int]boxes{4: {2, 2}, 6: {2, 3}, 8: {2, 4}, 9: {3, 3}, 10: {2, 5}, 12: {3, 4}, 16: {4, 4}}

// geometries holds those that were asked for, by the rows and columns of a box.
var geometries [maxSize + 1][maxSize + 1]atomic.Pointer[geometry]

// geometry returns that of the puzzle's size and boxes, nil where there is none.
func (p *Puzzle) geometry() *geometry {
	b := boxes{p.BoxRows, p.BoxCols}
	if b == (boxes{}) {
		b = usual[p.Size]
	}
	if p.Size < minSize || p.Size > maxSize || b.rows < 1 || b.cols < 1 || b.rows > maxSize || b.cols > maxSize || b.rows*b.cols != p.Size {
		return nil
	}
	known := &geometries[b.rows][b.cols]
	g := known.Load()
	if g == nil {
		g = newGeometry(p.Size, b.rows, b.cols)
		known.Store(g)
	}
	return g
}

func newGeometry(size, boxRows, boxCols int) *geometry {
	g := &geometry{boxRows: boxRows, boxCols: boxCols}
	var filled [3 * maxSize]int
	for cell := range size * size {
		row, col := cell/size, cell%size
		box := row/boxRows*(size/boxCols) + col/boxCols
		for i, unit := range [3]int{row, size + col, 2*size + box} {
			g.unitsOf[cell][i] = uint8(unit)
			g.units[unit][filled[unit]] = uint8(cell)
			filled[unit]++
		}
	}
	return g
}
