package picture

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"autoqueens/internal/picture/picturetest"
)

// decodeThis names the variable that makes this test binary decode the file of its
// value, and print how much memory that took at its highest, in kilobytes.
const decodeThis = "AUTOQUEENS_TEST_DECODE"

func TestMain(m *testing.M) {
	path := os.Getenv(decodeThis)
	if path == "" {
		os.Exit(m.Run())
	}
	data, err := os.ReadFile(path)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	_, err = Decode(context.Background(), data, "a")
	status, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Println(strings.Fields(rest)[0], err)
}

// TestMemory decodes pictures that are as large as each format may be, and made to
// take as much memory as its decoder can be made to, each in a process of its own.
func TestMemory(t *testing.T) {
	// The decoder holds no more than the budget. Half as much again is for what it
	// has dropped and the collector has not looked at yet, and for the program.
	const most = Budget + Budget/2
	for _, tt := range []struct {
		name string
		data []byte
	}{
		{"png, interlaced", picturetest.PNG(6400, 6500, 8, 6, true, false)},
		{"png, gray that is not", picturetest.PNG(6400, 6500, 8, 0, true, true)},
		{"png of 16 bits", picturetest.PNG(6016, 3384, 16, 6, true, false)},
		{"png of 16 bits, gray that is not", picturetest.PNG(6016, 3384, 16, 0, true, true)},
		{"jpeg, progressive", picturetest.JPEG(3700, 3700, 3, 3)},
		{"jpeg of four channels, progressive", picturetest.JPEG(3700, 3700, 4, 4)},
		{"tiff of one piece", picturetest.TIFF(3200, 3200, 16, 4, 0, 1)},
		{"tiff that unpacks to more than it takes", picturetest.TIFF(3200, 3200, 8, 4, 0, 2)},
		{"tiff, gray, that does", picturetest.TIFF(3200, 3200, 8, 1, 0, 8)},
		{"tiff of small tiles", picturetest.TIFF(3200, 3200, 8, 4, 16, 2)},
		{"tiff of large tiles", picturetest.TIFF(10000, 1024, 16, 4, 1024, 1)},
		{"gif", picturetest.GIF(6400, 6500, 20)},
		{"bmp", picturetest.BMP(6400, -6500, 32)},
		{"webp", picturetest.WebP(5200, 5300)},
		{"what it took before", picturetest.PNG(10000, 10000, 16, 6, false, false)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a")
			if err := os.WriteFile(path, tt.data, 0o600); err != nil {
				t.Fatal(err)
			}
			child := exec.CommandContext(t.Context(), os.Args[0])
			child.Env = append(os.Environ(), decodeThis+"="+path)
			out, err := child.CombinedOutput()
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			kilobytes, ended, _ := strings.Cut(strings.TrimSpace(string(out)), " ")
			took, err := strconv.Atoi(kilobytes)
			if err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			t.Logf("%d bytes of file, %d MiB of memory, %s", len(tt.data), took>>10, ended)
			if took<<10 > most {
				t.Errorf("it took %d MiB, want at most %d", took>>10, most>>20)
			}
		})
	}
}
