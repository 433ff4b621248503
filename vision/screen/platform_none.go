//go:build !(linux || freebsd || openbsd || netbsd || windows || darwin)

package screen

import (
	"runtime"

	"autoqueens/internal/fault"
)

func wayNames() []string { return nil }

func openBy(string) (platform, error) { return openPlatform() }

func openPlatform() (platform, error) {
	return nil, fault.New(fault.NoAccess,
		"screens cannot be captured on "+runtime.GOOS,
		"use Linux, Windows or macOS; pictures from files can be read everywhere")
}
