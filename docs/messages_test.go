package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// serious are the statuses of failures that people look up: those that have to
// do with the machine, the picture or the game. Wrong usage explains itself.
var serious = []string{"NoBoard", "Uncertain", "NoSolution", "Unverified", "Stopped", "NoAccess"}

// elsewhere is what the page need not tell of: other puzzles, and what only the
// project's own tests and tools use.
var elsewhere = []string{
	".git", "out", "dist", "testdata", "playbench", "visionreport", "packaging",
	"sudoku", "nqueens", "wayland_linux.go", "xorg_linux.go",
}

// message is what a place in the code can say went wrong, as the pieces of text
// that it is put together from.
type message struct {
	at     token.Position
	pieces []string
}

// messages finds what the code says went wrong: the first lines of failures of a
// serious status, and of what the reader refuses.
func messages(t *testing.T) []message {
	t.Helper()
	var found []message
	files := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch name := entry.Name(); {
		case slices.Contains(elsewhere, name):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(name, ".go"), strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if what := whatOf(n, file.Name.Name); what != nil {
				if pieces := texts(what); len(pieces) > 0 {
					found = append(found, message{files.Position(n.Pos()), pieces})
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// whatOf returns the expression of the first line, where a node makes a failure.
func whatOf(n ast.Node, pkg string) ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if s, ok := n.Lhs[0].(*ast.SelectorExpr); ok && pkg == "vision" && s.Sel.Name == "What" {
			return n.Rhs[0]
		}
	case *ast.CallExpr:
		if pkg == "vision" && isName(n.Fun, "refuse") && len(n.Args) > 1 {
			return n.Args[1]
		}
		f, ok := n.Fun.(*ast.SelectorExpr)
		if !ok || !isName(f.X, "fault") {
			return nil
		}
		at, ok := map[string][2]int{"New": {0, 1}, "Newf": {0, 2}, "Wrap": {1, 2}}[f.Sel.Name]
		if !ok || len(n.Args) <= at[1] {
			return nil
		}
		if status, ok := n.Args[at[0]].(*ast.SelectorExpr); ok && slices.Contains(serious, status.Sel.Name) {
			return n.Args[at[1]]
		}
	case *ast.CompositeLit:
		if pkg != "vision" || !isName(n.Type, "Refusal") {
			return nil
		}
		for _, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok && isName(kv.Key, "What") {
				return kv.Value
			}
		}
	}
	return nil
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// wordy matches text that can be looked up: three words in a row.
var wordy = regexp.MustCompile(`[A-Za-z']+ [A-Za-z']+ [A-Za-z']+`)

// texts returns the pieces of text in an expression, without those that only
// join what others say.
func texts(e ast.Expr) (pieces []string) {
	ast.Inspect(e, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil && wordy.MatchString(s) {
				pieces = append(pieces, s)
			}
		}
		return true
	})
	return pieces
}

// TestMessagesAreTold finds every serious failure on the page of troubles: some
// heading there has to be a part of what the code says.
func TestMessagesAreTold(t *testing.T) {
	headings := told(t)
	all := messages(t)
	if len(all) < 40 {
		t.Fatalf("the code says only %d messages", len(all))
	}
	for _, m := range all {
		if !slices.ContainsFunc(m.pieces, func(piece string) bool {
			return slices.ContainsFunc(headings, func(heading string) bool { return strings.Contains(piece, heading) })
		}) {
			t.Errorf("%v: no heading of troubleshooting.md tells of %q", m.at, m.pieces)
		}
	}
}
