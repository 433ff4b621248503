// Package games reads the board of whichever game a picture shows.
//
//	screen -> vision -> tango, zip, sudoku, patches -> [games] -> player, dump
//
// The picture is searched for grids once; which game it is follows from what is seen.
// It keeps no state: all functions may be called from several goroutines at once.
package games
