// Package parallel does two things at the same time.
package parallel
