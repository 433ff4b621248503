//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

// asAnybody starts the program again without the right to raise priorities,
// where it has that. Chromium uses it, and then goes before the X server, the
// window manager and the hand, as it never does on anybody's desktop: what is
// measured is how long they wait for it.
func asAnybody() {
	const started = "PLAYBENCH_AS_ANYBODY"
	if os.Geteuid() != 0 || os.Getenv(started) != "" {
		return
	}
	drop := []string{"--bounding-set=-sys_nice", "--inh-caps=-sys_nice"}
	self, err := os.Executable()
	if err != nil {
		return
	}
	path, err := exec.LookPath("setpriv")
	if err == nil {
		err = exec.Command(path, append(drop, "true")...).Run()
	}
	if err == nil {
		args := append(append([]string{path}, drop...), self)
		err = syscall.Exec(path, append(args, os.Args[1:]...), append(os.Environ(), started+"=1"))
	}
	fmt.Fprintf(os.Stderr, "playbench: the browser may raise its priority, and the rest waits for it: %v\n", err)
}
