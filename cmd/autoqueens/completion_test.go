package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completed returns what a shell offers for the last of some words, without the
// descriptions, and the directive behind it.
func completed(t *testing.T, words ...string) (offers []string, directive string) {
	t.Helper()
	var out strings.Builder
	root := newRootCommand()
	root.SetOut(&out)
	root.SetErr(&strings.Builder{})
	root.SetArgs(append([]string{cobra.ShellCompRequestCmd}, words...))
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	last := len(lines) - 1
	if !strings.HasPrefix(lines[last], ":") {
		t.Fatalf("%v: no directive in %q", words, out.String())
	}
	directive = lines[last][1:]
	for _, line := range lines[:last] {
		offer, _, _ := strings.Cut(line, "\t")
		// Shells leave out what does not begin with what was typed; extensions
		// are for files.
		if directive == byExtension || strings.HasPrefix(offer, words[len(words)-1]) {
			offers = append(offers, offer)
		}
	}
	return offers, directive
}

// The directives that shells are given, as numbers: no files, files of some
// extensions, folders.
const (
	noFiles     = "4"
	noFilesMore = "6" // and no space, since more may follow
	byExtension = "8"
	onlyFolders = "16"
)

func TestCompletion(t *testing.T) {
	config := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", config)
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	profiles := filepath.Join(config, "autoqueens", "profiles")
	if err := os.MkdirAll(profiles, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"default.toml", "clone.toml"} {
		if err := os.WriteFile(filepath.Join(profiles, name), []byte("version = 1\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]string{ // words up to the cursor: offers, directive
		"play --pace ":          "fast human 50ms 150ms 300ms " + noFiles,
		"play --profile ":       "clone default " + noFiles,
		"dump --profile c":      "clone " + noFiles,
		"play --clicks ":        "1 2 3 4 5 " + noFiles,
		"play --region ":        noFiles,
		"play --record ":        onlyFolders,
		"play --color ":         "auto always never " + noFiles,
		"dump --color a":        "auto always " + noFiles,
		"dump ":                 strings.Join(boardFiles, " ") + " " + byExtension,
		"dump --image ":         strings.Join(pictureFiles, " ") + " " + byExtension,
		"dump --out ":           onlyFolders,
		"solve ":                strings.Join(boardFiles, " ") + " " + byExtension,
		"solve board.txt ":      noFiles,
		"solve --format ":       "grid columns chess json " + noFiles,
		"solve --method sat":    "sat sat:sequential sat:product " + noFiles,
		"generate --grade ":     "easy medium hard expert brutal " + noFiles,
		"generate --size 1":     "10 11 12 13 14 15 16 " + noFiles,
		"generate --format w":   "webp " + noFiles,
		"demo --size ":          "5 6 7 8 9 10 11 12 13 14 " + noFiles,
		"demo --wm ":            "openbox xfwm4 none " + noFiles,
		"demo --zoom 1":         "100 125 150 " + noFiles,
		"bench --task ":         "first unique " + noFiles,
		"bench --methods sat,b": "sat,bitmask sat,breadth sat,breadth:given sat,backtrack sat,backtrack:1 sat,backtrack:2 sat,backtrack:3 sat,backtrack:4 sat,backtrack:5 sat,backtrack:6 sat,backtrack:7 " + noFilesMore,
		"bench --sizes 6,":      "6,4 6,5 6,7 6,8 6,9 6,10 6,11 6,12 6,13 6,14 6,15 6,16 " + noFilesMore,
		"sudoku --size ":        "4 6 9 16 " + noFiles,
		"sudoku ":               strings.Join(sudokuFiles, " ") + " " + byExtension,
		"completion ":           "bash zsh fish powershell " + noFiles,
		"replay ":               onlyFolders,
		"help nq":               "nqueens " + noFiles,
		"profiles show ":        "clone default " + noFiles,
		"practice --addr 127":   "127.0.0.1:8080 " + noFiles,
		"play --timeout 1":      "1m 10m " + noFiles,
		"play --target-time ":   "1s 5s 30s " + noFiles,
	} {
		words := strings.Split(line, " ")
		offers, directive := completed(t, words...)
		if got := strings.Join(append(offers, directive), " "); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
	// A person who knows no flag finds them all.
	offers, _ := completed(t, "play", "--")
	for _, want := range []string{"--dry-run", "--color", "--verbose", "--watch"} {
		if !strings.Contains(strings.Join(offers, " ")+" ", want+" ") {
			t.Errorf("play -- does not offer %s: %v", want, offers)
		}
	}
}

// TestCompletionSaysSomething wants a value of every flag that takes one to be
// completed, or at least not to be taken for a file where it is none.
func TestCompletionSaysSomething(t *testing.T) {
	for _, c := range commands(newRootCommand()) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.NoOptDefVal != "" || c == c.Root() {
				return
			}
			words := append(strings.Fields(c.CommandPath())[1:], "--"+f.Name, "")
			if _, directive := completed(t, words...); directive == "0" && f.Name != "out" {
				t.Errorf("%s --%s: any file is offered", c.CommandPath(), f.Name)
			}
		})
	}
}
