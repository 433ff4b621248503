package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"autoqueens/internal/drawing"
	"autoqueens/solver"
)

// commands returns a command and all below it.
func commands(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		all = append(all, commands(sub)...)
	}
	return all
}

// TestHelp wants of every command a text that explains it, examples, and no
// line wider than a small terminal.
func TestHelp(t *testing.T) {
	for _, c := range commands(newRootCommand()) {
		name := c.CommandPath()
		if c.Short == "" || strings.HasSuffix(c.Short, ".") || c.Long == "" && c.HasAvailableSubCommands() || c.Example == "" {
			t.Errorf("%s: short %q, long %q, example %q", name, c.Short, c.Long, c.Example)
		}
		if len(c.Short) > 70 {
			t.Errorf("%s: the short text is %d characters long", name, len(c.Short))
		}
		var help strings.Builder
		c.SetOut(&help)
		c.InitDefaultHelpFlag()
		if err := c.Help(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for line := range strings.Lines(help.String()) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > 90 {
				t.Errorf("%s: a line of %d columns: %s", name, n, line)
			}
		}
		for line := range strings.Lines(c.Example) {
			if words := strings.Fields(line); !strings.Contains(line, "autoqueens") || !strings.HasPrefix(line, "  ") || len(words) == 0 {
				t.Errorf("%s: example %q", name, line)
			}
		}
	}
}

// needsScreen tells whether a command line needs a screen, a browser, or what
// only these make. Of such examples only the flags and arguments are checked.
func needsScreen(args []string) bool {
	switch command := slices.IndexFunc(args, func(a string) bool { return !strings.HasPrefix(a, "-") }); {
	case command < 0:
		return false
	case slices.Contains([]string{"play", "demo", "practice", "calibrate", "replay", "profiles", "doctor", "daily", "stats"}, args[command]):
		return true
	case slices.Contains([]string{"dump", "hint", "explain"}, args[command]):
		return !slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, ".") })
	}
	return false
}

// TestExamples runs the examples of every command the way a shell would, in a
// folder with the files that they name.
func TestExamples(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	files := t.TempDir()
	exampleFiles(t, files)
	for _, c := range commands(newRootCommand()) {
		for line := range strings.Lines(c.Example) {
			line, _, _ := strings.Cut(strings.TrimSpace(line), " #")
			line = strings.TrimSpace(line)
			run := line != "autoqueens bench" // it takes long
			for _, part := range strings.FieldsFunc(line, func(r rune) bool { return r == '|' || r == '&' || r == '>' }) {
				args := strings.Fields(part)
				if len(args) == 0 {
					continue
				}
				if args[0] != "autoqueens" {
					if _, err := exec.LookPath(args[0]); err != nil && strings.Contains(line, "| "+args[0]) {
						run = false // such as z3 and jq
					}
					continue
				}
				args = unquoted(args[1:])
				run = run && !needsScreen(args)
				if err := parses(args); err != nil {
					t.Errorf("%s: %s: %v", c.CommandPath(), line, err)
				}
			}
			if !run {
				continue
			}
			t.Run(line, func(t *testing.T) {
				t.Parallel()
				cmd := exec.Command("sh", "-c", line)
				if strings.Contains(line, "<(") {
					cmd = exec.Command("bash", "-c", line)
				}
				dir := t.TempDir() // examples write files that others read
				if err := os.CopyFS(dir, os.DirFS(files)); err != nil {
					t.Fatal(err)
				}
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "DISPLAY=", "WAYLAND_DISPLAY=")
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("%v\n%s", err, out)
				}
			})
		}
	}
}

// unquoted takes away the quotes of a shell.
func unquoted(args []string) []string {
	for i, a := range args {
		args[i] = strings.Trim(a, `'"`)
	}
	return args
}

// parses checks the flags and the arguments of a command line.
func parses(args []string) error {
	root := newRootCommand()
	root.InitDefaultHelpCmd()
	c, rest, err := root.Find(args)
	if err != nil {
		return err
	}
	c.InitDefaultHelpFlag()
	if err := c.ParseFlags(rest); err != nil {
		return err
	}
	if err := c.ValidateArgs(c.Flags().Args()); err != nil {
		return err
	}
	return c.ValidateFlagGroups()
}

// exampleFiles writes what the examples read.
func exampleFiles(t *testing.T, dir string) {
	t.Helper()
	b, _, err := solver.Generate(8, 1)
	if err != nil {
		t.Fatal(err)
	}
	line, err := b.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"board.txt":     b.String(),
		"levels.json":   string(line) + "\n",
		"boards.json":   string(line) + "\n",
		"puzzle.txt":    "...24.....3..1.....6.1.2.32..66.....\n",
		"puzzles.jsonl": string(line) + "\n" + `{"game":"sudoku","rows":6,"cols":6,"boxrows":2,"boxcols":3,"givens":[".1234.","......",".2..1.",".3..2.","......",".4523."]}` + "\n",
		"many.txt":      "...24.....3..1.....6.1.2.32..66.....\n1...............\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a.png", "b.png", "shot.png", "screenshot.png", "board.png"} {
		if err := writePNG(filepath.Join(dir, name), true, drawing.Board(b)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestNeedsScreen(t *testing.T) {
	for line, want := range map[string]bool{
		"play --dry-run":       true,
		"dump":                 true,
		"dump --json":          true,
		"dump --json a.png":    false,
		"dump --image a.png":   false,
		"solve board.txt":      false,
		"help play":            false,
		"--help":               false,
		"dump --out seen":      true,
		"generate --size 8":    false,
		"profiles copy a b":    true,
		"nqueens 8 --board":    false,
		"completion bash":      false,
		"replay tape":          true,
		"version":              false,
		"dump --all shot.png":  false,
		"doctor --json":        true,
		"sudoku many.txt":      false,
		"bench --sizes 6,7":    false,
		"dump --json *.png":    false,
		"calibrate":            true,
		"demo --virtual":       true,
		"practice --open":      true,
		"man ~/.local/share":   false,
		"solve --smtlib a.txt": false,
	} {
		if got := needsScreen(strings.Fields(line)); got != want {
			t.Errorf("%s: %v", line, got)
		}
	}
}
