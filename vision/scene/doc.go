// Package scene tells whether a board is the game in play or an example: one that stands in
// a dialog over a dimmed page, or is an ornament of a start page.
//
//	raster -> lattice -> cellcolor -> [scene] -> vision
package scene
