package packaging

import (
	"image/png"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"autoqueens/internal/workshop/golden"
)

// tree copies what make install works with into a new folder, with stand-ins for
// what make builds, so that no build is needed and none is in the way.
func tree(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("make install is for Unix systems")
	}
	root := t.TempDir()
	for _, dir := range []string{"scripts", "internal/workshop/packaging/linux"} {
		if err := os.CopyFS(filepath.Join(root, dir), os.DirFS(filepath.Join("..", "..", "..", dir))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{
		"bin/autoqueens", "out/man/autoqueens.1.gz", "out/man/autoqueens-play.1.gz",
		"out/completions/bash", "out/completions/zsh", "out/completions/fish", "out/completions/powershell",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// install runs scripts/install of a tree and returns what it says.
func install(root, dest, prefix, what string) (string, error) {
	command := exec.Command(filepath.Join(root, "scripts", "install"), what)
	command.Env = append(os.Environ(), "DESTDIR="+dest, "PREFIX="+prefix)
	out, err := command.CombinedOutput()
	return string(out), err
}

// files lists the files below a folder, each with its mode.
func files(t *testing.T, dir string) string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		list = append(list, info.Mode().String()+" "+filepath.ToSlash(name)+"\n")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(list)
	return strings.Join(list, "")
}

func TestInstall(t *testing.T) {
	root, dest := tree(t), t.TempDir()
	if out, err := install(root, dest, "/usr/local", "install"); err != nil {
		t.Fatalf("install: %v\n%s", err, out)
	}
	golden.Check(t, filepath.Join("testdata", "install.txt"), files(t, dest))

	// What others have put there stays.
	other := filepath.Join(dest, "usr", "local", "bin", "other")
	if err := os.WriteFile(other, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := install(root, dest, "/usr/local", "uninstall"); err != nil {
		t.Fatalf("uninstall: %v\n%s", err, out)
	}
	if got, want := files(t, dest), "-rwxr-xr-x usr/local/bin/other\n"; got != want {
		t.Errorf("make uninstall leaves\n%swant\n%s", got, want)
	}
}

// TestInstallRefuses has nothing put in place where not everything was built.
func TestInstallRefuses(t *testing.T) {
	for _, missing := range []string{"bin/autoqueens", "out/man", "out/completions"} {
		root, dest := tree(t), t.TempDir()
		if err := os.RemoveAll(filepath.Join(root, missing)); err != nil {
			t.Fatal(err)
		}
		out, err := install(root, dest, "", "install")
		if err == nil || strings.Count(out, "\n") != 2 || !strings.Contains(out, missing) {
			t.Errorf("without %s: %v, and it says %q", missing, err, out)
		}
		if got := files(t, dest); got != "" {
			t.Errorf("without %s it installs\n%s", missing, got)
		}
	}
}

// TestDesktopEntry has the programs that desktops use judge the entry and its
// icon, where they are installed.
func TestDesktopEntry(t *testing.T) {
	if validate, err := exec.LookPath("desktop-file-validate"); err != nil {
		t.Log("desktop-file-validate is not installed")
	} else if out, err := exec.Command(validate, filepath.Join("linux", "autoqueens.desktop")).CombinedOutput(); err != nil {
		t.Errorf("desktop-file-validate: %v\n%s", err, out)
	}
	icons, err := filepath.Glob(filepath.Join("linux", "icons", "*.png"))
	if err != nil || len(icons) < 5 {
		t.Fatalf("there are the icons %v, %v", icons, err)
	}
	for _, path := range icons {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		config, err := png.DecodeConfig(file)
		file.Close()
		side := strconv.Itoa(config.Width)
		if err != nil || config.Width != config.Height || filepath.Base(path) != side+".png" {
			t.Errorf("%s has %d x %d pixels, %v", path, config.Width, config.Height, err)
		}
	}
}
