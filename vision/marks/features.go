package marks

import (
	"math"

	"autoqueens/vision/glyph"
	"autoqueens/vision/raster"
)

// The features of a cell's foreground. All are bounded, and none depends on how large a cell
// is drawn, or in which colours.
const (
	fBias        = iota
	fSize        // of the box, in powers of 2: 0 for the smallest mark, 1 for one as large as the part looked at
	fSmall       // how much smaller it is than a quarter of the cell's side, in powers of 2; 0 for all others
	fOffDiagonal // how far from the diagonals it lies, in units of what a block has
	fSides       // how much of it lies at the middles of the box's sides, in units of that on the diagonals
	fOff         // how far its box is off the cell's middle, a quarter of a cell for 1, and how much it touches the sides of the part looked at
	fSkew        // how far it is from being the same left and right
	fAspect      // width by height of the box, in powers of 2
	fFew         // 1 for no pixels, 0 for many
	fFill        // the share of its box that it covers
	fScatter     // the share of it that is in other pieces than the largest, see glyph.Measures
	fWeak        // how little it departs from the background where compression or noise leaves traces: 1 for the least that is seen
	fChroma      // how much its tint is colour and not brightness, where compression or noise leaves colour behind
	fThin        // how much more opaque it is than the board's marks would be here, in powers of 2: below 0 where it is thinner
	fLarger      // how much larger it is than the board's marks that look otherwise, as fSize is measured
	fBlockier    // how much further from the diagonals it lies than those do, in units of what a block has
	fCommon      // how many marks look like it: 1 for three times as many as the board has rows, or more
	Features
)

// FeatureNames are the constants' names.
var FeatureNames = [Features]string{
	"fBias", "fSize", "fSmall", "fOffDiagonal", "fSides", "fOff", "fSkew", "fAspect", "fFew", "fFill", "fScatter", "fWeak", "fChroma", "fThin", "fLarger", "fBlockier", "fCommon",
}

// Vector holds the features of a cell.
type Vector [Features]float64

const (
	// inner is the part of a cell's side in which marks are looked for: lines,
	// and the corners of rounded cells, lie outside.
	inner = 0.76
	// smallest is the size of the smallest mark, as a share of the cell's side.
	smallest = 0.08
	// smallMark is the size from which on a mark counts as small, the same.
	smallMark = 0.25
	// smallQueen is that of the smallest queens, which are letters as high as capitals are in a font
	// of 0.4 of the cell.
	smallQueen = 0.4 * 0.73
	// farthest is how far off the middle of a cell something is told to be, in cells.
	farthest = 0.25
	// block is how far off the diagonals a block lies.
	block = 0.25
	// faintest is how far a foreground departs from the background at least, 0 to 255, and
	// strong how far what compression leaves never does.
	faintest = raster.LeastContrast / 2
	strong   = 4 * raster.LeastContrast
	// shapeless is of how many pixels a side is that shows half of a shape.
	shapeless = 5
)

// featuresOf returns the features of what stands in a cell by itself.
func featuresOf(k *glyph.Foreground, m *glyph.Measures, chroma float64, pristine bool) (f Vector) {
	shown := float64(m.Side) / float64(m.Side+shapeless)
	aside := (float64(k.Foreign) + m.Asymmetry*float64(k.N)) / float64(k.Foreign+k.N)
	f[fBias] = 1
	f[fSize] = min(max(math.Log2(m.Size/smallest)/math.Log2(inner/smallest), -0.5), 1)
	f[fOffDiagonal] = shown * (m.OffDiagonal/block - 1)
	f[fSmall] = min(max(math.Log2(smallMark/m.Size), 0), 1)
	f[fOff] = min(max(math.Abs(m.OffX), math.Abs(m.OffY))/farthest+m.Touching, 1)
	f[fSides] = shown * (min(m.Sides, 1) - 0.5)
	f[fSkew] = min(aside+m.Lean, 1)
	f[fAspect] = min(max(math.Log2(m.Aspect), -1), 1)
	f[fFew] = 1 - float64(m.Side)/float64(m.Side+3)
	f[fFill], f[fScatter] = m.Fill, m.Scatter
	if !pristine {
		f[fWeak] = min(max(math.Log2(strong/float64(k.Contrast))/math.Log2(strong/faintest), 0), 1)
		f[fChroma] = chroma
	}
	return f
}

// Comparing are the features that compare a mark with the board's others. What is no mark
// is neither like them nor unlike.
var Comparing = [Features]bool{fThin: true, fLarger: true, fBlockier: true, fCommon: true}

// strange tells whether a foreground, in a cell whose side has so many pixels, is like no cross, or like
// no queen, that the model was fitted to: what that makes of it, it makes of something else. None is
// as uneven, as long and thin or as far off the middle as the features can tell; no cross is for the
// most part in other pieces than its largest; no queen is so and reaches all four sides, as what lies
// around a mark does that passed for the ground, is a plus, or is smaller than the smallest. Nor has one
// four arms along the diagonals, which its template tells.
func (f *Vector) strange(m *glyph.Measures, unit float64) (noCross, noQueen bool) {
	beyond := f[fSkew] >= 1 || math.Abs(f[fAspect]) >= 1 || max(math.Abs(m.OffX), math.Abs(m.OffY)) >= farthest
	pieces := m.Pieces > 0.5
	return beyond || pieces, beyond || pieces && m.Touching == 1 || m.Plus || m.Side < int(smallQueen*unit)
}
