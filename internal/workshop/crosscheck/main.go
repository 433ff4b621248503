// Command crosscheck holds that the program compiles without cgo for every system that it is
// packaged for: it checks the types of its packages, and of all that they import, from their
// sources. Compiling them for six systems, to throw away what comes of it, takes ten times as long.
// What only the rest of a compiler and a linker find, `make dist` does.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// targets are the systems, GOOS/GOARCH.
var targets = []string{"linux/amd64", "linux/arm64", "windows/amd64", "windows/arm64", "darwin/amd64", "darwin/arm64"}

func main() {
	failed := false
	for _, target := range targets {
		for _, err := range check(target) {
			fmt.Fprintf(os.Stderr, "crosscheck: %s: %v\n", target, err)
			failed = true
		}
	}
	if failed {
		fmt.Fprintln(os.Stderr, "make it compile there, as by GOOS=... GOARCH=... CGO_ENABLED=0 go build ./cmd/autoqueens")
		os.Exit(1)
	}
}

// pkg is what `go list -json` tells of a package.
type pkg struct {
	ImportPath, Dir string
	GoFiles, SFiles []string
	ImportMap       map[string]string // where an import is found elsewhere than it says
	Standard        bool
	Error           *struct{ Err string } // such as files that are to be embedded, and are not there
	Module          *struct {
		Main      bool
		GoVersion string
	}
}

// check returns what is wrong with the program for a target, GOOS/GOARCH.
func check(target string) []error {
	goos, goarch, _ := strings.Cut(target, "/")
	// In the order of their imports: each after those that it needs.
	list := exec.Command("go", "list", "-e", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,ImportMap,SFiles,EmbedFiles,Standard,Module,Error", "./...")
	list.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	list.Stderr = os.Stderr
	out, err := list.StdoutPipe()
	if err != nil {
		return []error{err}
	}
	if err := list.Start(); err != nil {
		return []error{err}
	}
	var errs []error
	c := checker{sizes: types.SizesFor("gc", goarch), checked: map[string]*types.Package{"unsafe": types.Unsafe}}
	for packages := json.NewDecoder(out); ; {
		var p pkg
		err := packages.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return append(errs, err)
		}
		errs = append(errs, c.check(p)...)
	}
	if err := list.Wait(); err != nil {
		errs = append(errs, fmt.Errorf("go list: %w", err))
	}
	return errs
}

// checker checks the packages of one target, each after those that it imports.
type checker struct {
	sizes   types.Sizes
	checked map[string]*types.Package
}

func (c *checker) check(p pkg) []error {
	// What a test binary begins with is written only when it is built.
	if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") {
		return nil
	}
	own := p.Module != nil && p.Module.Main
	var errs []error
	if p.Error != nil {
		errs = append(errs, errors.New(p.Error.Err))
	}
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		parsed = append(parsed, f)
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && own && d.Body == nil && len(p.SFiles) == 0 {
				errs = append(errs, fmt.Errorf("%s: %s has no body", files.Position(d.Pos()), d.Name.Name))
			}
		}
	}
	config := types.Config{
		Sizes: c.sizes,
		// Of what others keep, what is exported has to be there: that it is right is for them to hold.
		IgnoreFuncBodies: !own,
		Importer: importer(func(path string) (*types.Package, error) {
			if mapped, ok := p.ImportMap[path]; ok {
				path = mapped
			}
			if found, ok := c.checked[path]; ok {
				return found, nil
			}
			return nil, fmt.Errorf("%s is not among what go list prints", path)
		}),
		Error: func(err error) { errs = append(errs, err) },
	}
	switch {
	case p.Module != nil && p.Module.GoVersion != "":
		config.GoVersion = "go" + p.Module.GoVersion
	case p.Standard:
		config.GoVersion = build.Default.ReleaseTags[len(build.Default.ReleaseTags)-1]
	}
	checked, _ := config.Check(p.ImportPath, files, parsed, nil) // every error came by Error
	c.checked[p.ImportPath] = checked
	return errs
}

// importer finds a package by its path.
type importer func(path string) (*types.Package, error)

func (find importer) Import(path string) (*types.Package, error) { return find(path) }
