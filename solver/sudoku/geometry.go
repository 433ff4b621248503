package sudoku

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

// geometries holds the sizes there are. It is never written to after the
// program has started.
var geometries = map[int]*geometry{
	4:  newGeometry(4, 2, 2),
	6:  newGeometry(6, 2, 3),
	9:  newGeometry(9, 3, 3),
	16: newGeometry(16, 4, 4),
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
