//go:build !windows

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "nativegame: its window is one of Windows")
	os.Exit(1)
}
