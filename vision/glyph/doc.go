// Package glyph finds what stands in a cell in front of its background: the foreground mask,
// its measures, and templates by which two of them are compared.
//
//	raster -> lattice -> cellcolor -> [glyph] -> marks -> labelling -> vision
//
// What a glyph means is told by the package of each puzzle; see marks.
package glyph
