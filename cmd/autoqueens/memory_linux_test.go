package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"autoqueens/internal/picture/picturetest"
)

// TestPicturesTakeBoundedMemory solves and dumps pictures that were made to take a
// lot, those too that are refused for it.
func TestPicturesTakeBoundedMemory(t *testing.T) {
	t.Parallel()
	// Decoding holds 320 MiB and leaves half as much again lying about; the rest is
	// for reading what comes of it, some 12 bytes a pixel of 42 megapixels.
	const most = 1 << 30
	for name, data := range map[string][]byte{
		"refused.png":         picturetest.PNG(10000, 10000, 16, 6, false, false),
		"refused.tiff":        picturetest.TIFF(8000, 8000, 16, 4, 0, 1),
		"as large as can.png": picturetest.PNG(6400, 6500, 8, 2, true, true),
		"deep.png":            picturetest.PNG(6016, 3384, 16, 6, true, false),
		"as large.tiff":       picturetest.TIFF(3200, 3200, 16, 4, 0, 1),
		"as large.jpeg":       picturetest.JPEG(3700, 3700, 4, 4),
		"as large.webp":       picturetest.WebP(5200, 5300),
		"as large.gif":        picturetest.GIF(6400, 6500, 20),
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, command := range []string{"solve", "dump"} {
			cmd := exec.CommandContext(t.Context(), "autoqueens", command, path)
			out, err := cmd.CombinedOutput()
			if err == nil || cmd.ProcessState.ExitCode() > 4 {
				t.Errorf("%s %s: %v, %s", command, name, err, out)
			}
			// What this test held when it started the program is the least it counts.
			took := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
			t.Logf("%s %s of %d bytes takes %d MiB", command, name, len(data), took>>20)
			if took > most {
				t.Errorf("%s %s of %d bytes takes %d MiB, want at most %d", command, name, len(data), took>>20, most>>20)
			}
		}
	}
}
