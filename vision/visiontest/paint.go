// Package visiontest draws small pictures for the tests of the reader and its rooms.
package visiontest

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
)

// PaintCells draws cells of a size from a corner on, row by row in the colours of their
// letters, each with a black line of a width around it.
func PaintCells(img draw.Image, colors map[rune]color.NRGBA, rows string, corner, size image.Point, line int) {
	for i, row := range strings.Fields(rows) {
		for j, id := range row {
			at := image.Rectangle{Max: size}.Add(corner).Add(image.Pt(j*size.X, i*size.Y))
			if line > 0 {
				draw.Draw(img, at, image.Black, image.Point{}, draw.Src)
			}
			draw.Draw(img, at.Inset(line), image.NewUniform(colors[id]), image.Point{}, draw.Src)
		}
	}
}
