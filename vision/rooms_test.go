package vision_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rooms are the packages of the reader, each below those that may import it. Those before
// marks serve any puzzle, and must not know of one.
var rooms = []string{
	"num", "partition", "parallel", "raster", "lattice", "outline", "digit", "cellcolor", "gridline", "glyph",
	"marks", "extent", "labelling", "scene", "",
	// Those of the other games stand beside each other; each may import its solver.
	"tango", "zip", "sudoku", "patches", "games", "overlay",
}

// TestRooms holds the packages below vision to their order: each imports only those below
// it, and none of the lower ones knows the puzzle.
func TestRooms(t *testing.T) {
	const module = "autoqueens/"
	generic := rooms[:slices.Index(rooms, "marks")]
	for at, room := range rooms {
		for _, file := range sources(t, room) {
			for _, spec := range file.Imports {
				path, _ := strconv.Unquote(spec.Path.Value)
				name := strings.TrimPrefix(strings.TrimPrefix(path, module+"vision"), "/")
				switch {
				case !strings.HasPrefix(path, module):
				case strings.HasPrefix(path, module+"vision"):
					if below := slices.Index(rooms, name); below < 0 || below >= at {
						t.Errorf("vision/%s imports %s, which is not below it", room, path)
					}
				case strings.HasPrefix(path, module+"solver/") && at >= slices.Index(rooms, ""):
				case path != module+"solver" || slices.Contains(generic, room):
					t.Errorf("vision/%s imports %s", room, path)
				}
			}
		}
	}
}

// TestMethods wants no type of the reader with so many methods that nobody can say what it
// is for.
func TestMethods(t *testing.T) {
	const most = 30
	for _, room := range rooms {
		count := make(map[string]int)
		for _, file := range sources(t, room) {
			for _, d := range file.Decls {
				f, ok := d.(*ast.FuncDecl)
				if !ok || f.Recv == nil {
					continue
				}
				of := f.Recv.List[0].Type
				if star, ok := of.(*ast.StarExpr); ok {
					of = star.X
				}
				if name, ok := of.(*ast.Ident); ok {
					count[name.Name]++
				}
			}
		}
		for name, n := range count {
			if n > most {
				t.Errorf("vision/%s: %s has %d methods, more than %d", room, name, n, most)
			}
		}
	}
}

// sources parses the files of a package below vision, tests left out.
func sources(t *testing.T, room string) (files []*ast.File) {
	t.Helper()
	entries, err := filepath.Glob(filepath.Join(filepath.FromSlash(room), "*.go"))
	if room == "" {
		entries, err = filepath.Glob("*.go")
	}
	if err != nil || len(entries) == 0 {
		t.Fatalf("no files in vision/%s: %v", room, err)
	}
	set := token.NewFileSet()
	for _, path := range entries {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}
