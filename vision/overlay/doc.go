// Package overlay draws what was read over the picture it was read from, so that a person
// sees at a glance what was taken for what, and what was in doubt.
//
//	vision -> [overlay]
package overlay
