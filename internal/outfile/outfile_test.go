package outfile_test

import (
	"os"
	"path/filepath"
	"testing"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/outfile"
)

// TestKeeps writes two files, of which something stands under the second name: what the person had
// is there afterwards, unless they said otherwise, and then both are new.
func TestKeeps(t *testing.T) {
	const mine, new = "what I wrote\n", "what is made\n"
	for _, tt := range []struct {
		name, there string
		force, kept bool
	}{
		{"something else", mine, false, true},
		{"a beginning of the same", new[:4], false, true},
		{"the same and more", new + mine, false, true},
		{"the same", new, false, false},
		{"something else, by force", mine, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			first, second := filepath.Join(dir, "first"), filepath.Join(dir, "second")
			put(t, second, tt.there)
			err := outfile.Write(atomicfile.Private, tt.force, atomicfile.File{Path: first, Data: []byte(new)}, atomicfile.File{Path: second, Data: []byte(new)})
			want := new
			if tt.kept {
				want = tt.there
			}
			if got := content(t, second); got != want || (err != nil) != tt.kept {
				t.Errorf("it holds %q, want %q, and the error is %v", got, want, err)
			}
			if _, missing := os.Stat(first); (missing != nil) != tt.kept {
				t.Errorf("the file beside it: %v", missing)
			}
		})
	}
}

// TestFree tells what may be written to before it is known what is to be there.
func TestFree(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page")
	if err := outfile.Free(path, "", false); err != nil {
		t.Errorf("nothing is there: %v", err)
	}
	put(t, path, "<p>by autoqueens")
	for _, tt := range []struct {
		mark  string
		force bool
		free  bool
	}{{"by autoqueens", false, true}, {"by another", false, false}, {"", false, false}, {"", true, true}} {
		if err := outfile.Free(path, tt.mark, tt.force); (err == nil) != tt.free {
			t.Errorf("mark %q, force %v: %v", tt.mark, tt.force, err)
		}
	}
	link := path + "2"
	if err := os.Symlink(path, link); err == nil && outfile.Free(link, "", true) == nil {
		t.Error("a link is free")
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
