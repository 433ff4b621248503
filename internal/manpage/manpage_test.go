package manpage_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/internal/manpage"
	"autoqueens/internal/workshop/golden"
)

// TestWrite writes the pages of a small program, and compares them with reviewed text.
func TestWrite(t *testing.T) {
	root := &cobra.Command{Use: "tea", Short: "Make tea", Long: "Make tea.\n\nExit status:\n  0  it is ready\n  1  there is no water"}
	root.PersistentFlags().Bool("quiet", false, "say nothing of `it_`")
	brew := &cobra.Command{
		Use: "brew [FILE...]", Short: "Brew a cup", Long: "Brew a cup, *hot*:\n  tea brew", Example: "  tea brew --minutes 3",
		Run: func(*cobra.Command, []string) {},
	}
	brew.Flags().IntP("minutes", "m", 4, "wait for `N` minutes")
	hidden := &cobra.Command{Use: "spill", Hidden: true, Run: func(*cobra.Command, []string) {}}
	root.AddCommand(brew, hidden)

	dir := filepath.Join(t.TempDir(), "man")
	m := manpage.Manual{Version: "v1", Date: time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC), Environment: "  KETTLE  which one", Files: "  ~/.tea"}
	if err := m.Write(root, dir); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range files {
		page, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString("## " + f.Name() + "\n" + string(page))
	}
	golden.Check(t, filepath.Join("testdata", "pages.golden"), all.String())
}
