package infile_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"autoqueens/internal/fault"
	"autoqueens/internal/infile"
)

// TestReadFile reads what can be read, and says of the rest what is wrong. Pipes,
// devices and sockets are tried where the commands are.
func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	for name, size := range map[string]int64{"empty": 0, "large": infile.MaxBytes, "larger": infile.MaxBytes + 1} {
		file, err := os.Create(path(name))
		if err == nil {
			err = errors.Join(file.Truncate(size), file.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		path string
		size int
		what string // what is wrong
	}{
		{path: path("empty")},
		{path: path("large"), size: infile.MaxBytes},
		{path: path("larger"), what: path("larger") + " is larger than 64 MiB"},
		{path: path("nothing"), what: "there is no file " + path("nothing")},
		{path: dir, what: dir + " is a folder"},
	} {
		data, err := infile.ReadFile(t.Context(), tt.path)
		if tt.what != "" {
			wantFault(t, err, fault.Failed, tt.what)
		} else if err != nil || len(data) != tt.size {
			t.Errorf("%s: %d bytes, %v", tt.path, len(data), err)
		}
	}
}

func wantFault(t *testing.T, err error, kind fault.Kind, what string) {
	t.Helper()
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != kind || f.What != what || f.Advice == "" {
		t.Errorf("the error is %#v, want %q", err, what)
	}
}

// endless gives bytes without end.
type endless struct{}

func (endless) Read(data []byte) (int, error) { return len(data), nil }

func TestRead(t *testing.T) {
	if data, err := infile.Read(t.Context(), strings.NewReader("abc"), "a"); err != nil || string(data) != "abc" {
		t.Errorf("%q, %v", data, err)
	}
	_, err := infile.Read(t.Context(), endless{}, "it")
	wantFault(t, err, fault.Failed, "it is larger than 64 MiB")
	silent, in := io.Pipe()
	defer in.Close()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err = infile.Read(ctx, silent, "it")
	wantFault(t, err, fault.Stopped, "stopped while reading it")
}
