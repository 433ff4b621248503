package packaging

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	cdx "github.com/CycloneDX/cyclonedx-go"

	"autoqueens/internal/workshop/golden"
)

// program builds the program as make does, once for all tests, with the mouse.
func program(t *testing.T) *Program {
	t.Helper()
	cgo, err := exec.Command("go", "env", "CGO_ENABLED").Output()
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "linux" || strings.TrimSpace(string(cgo)) != "1" {
		t.Skip("the lists are those of the program for Linux with the mouse")
	}
	path := filepath.Join(t.TempDir(), "autoqueens")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", path, "autoqueens/cmd/autoqueens").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	p, err := Inspect(path)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestProgram holds what the program carries against a list that a person has
// looked at: a new module comes with a licence, and with a line there.
func TestProgram(t *testing.T) {
	p := program(t)
	var list strings.Builder
	for _, part := range p.Parts {
		fmt.Fprintf(&list, "%s: %s\n", part.Name, part.Licence)
		for _, text := range part.Texts {
			fmt.Fprintf(&list, "\t%s\n", text.Name)
		}
	}
	for _, library := range p.Libraries {
		fmt.Fprintf(&list, "from the system: %s\n", library)
	}
	// A part joins the list once somebody has looked whether it may be carried.
	golden.Check(t, filepath.Join("testdata", "parts.txt"), list.String())

	t.Run("licences", func(t *testing.T) { testLicences(t, p) })
	t.Run("bill of materials", func(t *testing.T) { testBOM(t, p) })
}

func testLicences(t *testing.T, p *Program) {
	var out bytes.Buffer
	if err := WriteLicences(&out, p); err != nil {
		t.Fatal(err)
	}
	for _, part := range p.Parts {
		for _, text := range part.Texts {
			if !strings.Contains(out.String(), strings.Trim(text.Body, "\n")) {
				t.Errorf("%s of %s is not in the licences", text.Name, part.Name)
			}
		}
	}
	for _, holder := range []string{"Michael Sanders", "Ato Araki", "The Go Authors", "Bigelow & Holmes", "kbinani"} {
		if !strings.Contains(out.String(), holder) {
			t.Errorf("%s is not named in the licences", holder)
		}
	}
}

func testBOM(t *testing.T, p *Program) {
	var first, second bytes.Buffer
	for _, w := range []*bytes.Buffer{&first, &second} {
		if err := WriteBOM(w, p, "1.2.3"); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("the same program has two bills of materials")
	}
	var bom cdx.BOM
	if err := cdx.NewBOMDecoder(&first, cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
		t.Fatal(err)
	}
	if got, want := len(*bom.Components), len(p.Parts)+len(p.Libraries); got != want {
		t.Errorf("%d components, want %d", got, want)
	}
	refs := map[string]bool{}
	for _, c := range *bom.Components {
		if refs[c.BOMRef] {
			t.Errorf("two components are referred to as %s", c.BOMRef)
		}
		refs[c.BOMRef] = true
		if module := strings.HasPrefix(c.PackageURL, "pkg:golang/"); module && (c.Hashes == nil || c.Licenses == nil) {
			t.Errorf("%s has no hash or no licence", c.Name)
		}
	}
	for _, ref := range *(*bom.Dependencies)[0].Dependencies {
		if !refs[ref] {
			t.Errorf("the program depends on %s, which is no component", ref)
		}
	}
}

func TestInspectRefuses(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no program"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{text, filepath.Join(t.TempDir(), "missing")} {
		if p, err := Inspect(path); err == nil {
			t.Errorf("Inspect(%s) = %v, want an error", path, p)
		}
	}
}

// TestOtherSystems sees that what the programs for other systems carry may be
// passed on as well. They are not built for that.
func TestOtherSystems(t *testing.T) {
	for _, system := range []string{"linux/arm64", "windows/amd64", "windows/arm64", "darwin/arm64"} {
		t.Run(system, func(t *testing.T) {
			list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "autoqueens/cmd/autoqueens")
			goos, goarch, _ := strings.Cut(system, "/")
			cgo := "0" // only the mouse of X11 needs it
			if goos == "linux" {
				cgo = "1"
			}
			list.Env = append(os.Environ(), "CGO_ENABLED="+cgo, "GOOS="+goos, "GOARCH="+goarch)
			out, err := list.Output()
			if err != nil {
				t.Fatalf("go list: %v", err)
			}
			var p Program
			seen := map[string]bool{}
			for line := range strings.Lines(string(out)) {
				if name, version, ok := strings.Cut(strings.TrimSpace(line), " "); ok && !seen[name] {
					seen[name] = true
					p.Parts = append(p.Parts, Part{Name: name, Version: version})
				}
			}
			if len(p.Parts) < 10 {
				t.Fatalf("it carries only %v", p.Parts)
			}
			if err := p.addTexts(); err != nil {
				t.Error(err)
			}
		})
	}
}
