package vision

import (
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// Sizes of board the reader looks for, cells a side.
const (
	MinSize = lattice.MinSize
	MaxSize = lattice.MaxSize
)

// Point is a place in a picture in pixels; see [raster.Point].
type Point = raster.Point

// Rect is an axis-parallel rectangle in pixels of the picture; see [raster.Rect].
type Rect = raster.Rect

// Lattice says where the cells of a board lie; see [lattice.Lattice].
type Lattice = lattice.Lattice
