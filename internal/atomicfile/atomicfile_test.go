package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// text returns what Write takes to write a text.
func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// content returns what is in a file.
func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, strings.Repeat("a", 255)) // as long as names can be
	for _, want := range []string{"first", "second", ""} {
		if err := Write(path, Private, text(want)); err != nil {
			t.Fatal(err)
		}
		if got := content(t, path); got != want {
			t.Errorf("%q is there, want %q", got, want)
		}
	}
	if got := names(t, dir); got != filepath.Base(path) {
		t.Errorf("the folder holds %s", got)
	}
}

func TestPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows goes by the folder")
	}
	dir := filepath.Join(t.TempDir(), "a", "b")
	if err := Folder(dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "file")
	if err := os.WriteFile(path, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, Private, text("new")); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other")
	if err := WriteFiles(Private, File{other, []byte("x")}); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{path: 0o600, other: 0o600, dir: 0o700, filepath.Dir(dir): 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, want %v (%v)", path, info.Mode().Perm(), want, err)
		}
	}
}

// TestFailures wants what stood there to stay, and nothing else to be there.
func TestFailures(t *testing.T) {
	broken := errors.New("broken")
	half := func(w io.Writer) error {
		_, _ = io.WriteString(w, "hal")
		return broken
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "file")
	if err := Write(path, Private, half); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	if got := names(t, dir); got != "" {
		t.Errorf("the folder holds %s", got)
	}
	if err := Write(path, Private, text("old")); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, Private, half); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	// The second of two has no folder to be in.
	err := WriteFiles(Private, File{path, []byte("new")}, File{filepath.Join(dir, "none", "file"), nil})
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), filepath.Join("none", "file")) {
		t.Errorf("error %v", err)
	}
	// The second of two cannot be put where a folder is.
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := WriteFiles(Private, File{path, []byte("new")}, File{filepath.Join(dir, "folder"), nil}); !errors.Is(err, ErrNotFile) {
		t.Errorf("error %v", err)
	}
	if got := content(t, path); got != "old" {
		t.Errorf("%q is there, want what was", got)
	}
	if got := names(t, dir); got != "file folder" {
		t.Errorf("the folder holds %s", got)
	}
}

func TestLinks(t *testing.T) {
	dir := t.TempDir()
	target, dangling, link := filepath.Join(dir, "target"), filepath.Join(dir, "dangling"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "nowhere"), dangling); err != nil {
		t.Skip("this user cannot make links: ", err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{dangling, link} {
		if err := Write(path, Private, text("new")); !errors.Is(err, ErrNotFile) {
			t.Errorf("%s: error %v", path, err)
		}
		if err := WriteFiles(Private, File{path, []byte("new")}); !errors.Is(err, ErrNotFile) {
			t.Errorf("%s: error %v", path, err)
		}
		if _, err := Head(path, 10); !errors.Is(err, ErrNotFile) {
			t.Errorf("%s: error %v", path, err)
		}
	}
	if got := content(t, target); got != "old" {
		t.Errorf("%q was written through a link", got)
	}
	if got := names(t, dir); got != "dangling link target" {
		t.Errorf("the folder holds %s", got)
	}
}

func TestHead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if _, err := Head(path, 3); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v", err)
	}
	if err := os.WriteFile(path, []byte("abcdef"), 0o600); err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int64]string{0: "", 3: "abc", 10: "abcdef"} {
		if got, err := Head(path, n); err != nil || string(got) != want {
			t.Errorf("%d bytes: %q, %v", n, got, err)
		}
	}
}
