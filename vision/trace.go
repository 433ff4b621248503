package vision

import (
	"image"

	"autoqueens/vision/labelling"
	"autoqueens/vision/lattice"
	"autoqueens/vision/raster"
)

// Trial is what the reader made of one grid that it found.
type Trial struct {
	Candidate lattice.Candidate // in pixels from the picture's corner
	View      raster.View
	// Hypotheses are those of the grid's regions, the likeliest first; none where it was
	// refused before regions were looked for.
	Hypotheses []labelling.Hypothesis
	Reading    *Reading // nil where it was refused
	Refusal    *Refusal
}

// Trace reads a picture as [ReadAll] does and hands over every trial: for those who study
// the reader, and for the fit of its numbers.
func Trace(img image.Image, f func(Trial)) []*Reading {
	h, _ := seek(img, &finder{all: true, trace: f})
	return h.readings
}
