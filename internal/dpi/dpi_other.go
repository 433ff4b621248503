//go:build !windows

package dpi

func declare() {}
