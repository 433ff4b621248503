// Package packaging tells what a built program carries: the modules that were
// linked into it, under which licences, and which libraries of the system it
// asks for.
//
//	go build ──> program ──[packaging]──> licences and a bill of materials
//
// It stands outside the flow of the program. The packages of a release are made
// with it (see cmd beside it), from the finished program and not from go.mod,
// so that every one tells of itself and of nothing it has not got.
package packaging

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"debug/elf"
	"debug/pe"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"autoqueens/internal/fault"
)

// Program is what a built program tells of itself.
type Program struct {
	Path string
	// Name is the last word of the path of its main package.
	Name         string
	OS, Arch     string
	Go           string // the version of Go, such as go1.26.8
	Commit, Time string // of the version control, empty where it was not asked
	Parts        []Part // sorted by name; Go itself is the first
	Libraries    []string
}

// Part is something that was linked into a program.
type Part struct {
	Name    string // the path of a module, or a plain name
	Version string
	Sum     string // of a module, as go.sum has it
	Module  bool
	Texts   []Text // its licence, notices and grants of patents
	Licence string // SPDX identifiers joined by AND
}

// Text is a file of a part that has to be passed on with it.
type Text struct {
	Name string // path inside the part, by slashes
	Body string
}

// Inspect reads a built program, and from the module cache the texts of what it
// carries. A module that is not in the cache is downloaded by the go command. A
// part without a licence, or with one that licenceOf does not know, is an error:
// whether it may be passed on is for a person to say.
func Inspect(path string) (*Program, error) {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("%s tells nothing of its build: %v", path, err), "give a program that 'go build' made")
	}
	p := &Program{Path: path, Name: filepath.Base(info.Path), Go: info.GoVersion}
	for _, s := range info.Settings {
		switch s.Key {
		case "GOOS":
			p.OS = s.Value
		case "GOARCH":
			p.Arch = s.Value
		case "vcs.revision":
			p.Commit = s.Value
		case "vcs.time":
			p.Time = s.Value
		}
	}
	if p.Libraries, err = libraries(path); err != nil {
		return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("%s cannot be read as a program: %v", path, err), "build it again")
	}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		p.Parts = append(p.Parts, Part{Name: m.Path, Version: m.Version, Sum: m.Sum, Module: true})
	}
	slices.SortFunc(p.Parts, func(a, b Part) int { return cmp.Compare(a.Name, b.Name) })
	if err := p.addTexts(); err != nil {
		return nil, err
	}
	golang, err := goItself(info.GoVersion)
	if err != nil {
		return nil, err
	}
	p.Parts = slices.Insert(p.Parts, 0, golang)
	return p, nil
}

// addTexts finds every part in the module cache and reads what has to be passed
// on with it.
func (p *Program) addTexts() error {
	dirs, err := moduleDirs(p.Parts)
	if err != nil {
		return err
	}
	for i := range p.Parts {
		part := &p.Parts[i]
		dir := dirs[part.Name+"@"+part.Version]
		if dir == "" {
			return fault.Plainf("run 'go mod download' and try again", "the module %s is not in the module cache", part.Name)
		}
		texts, err := textsBelow(dir)
		if err != nil {
			return err
		}
		if part.Texts, err = withMore(part.Name, dir, texts); err != nil {
			return err
		}
		if part.Licence, err = licencesOf(part.Name, part.Texts); err != nil {
			return err
		}
	}
	return nil
}

// moduleDirs asks the go command where modules are in its cache. The keys are
// of the form path@version.
func moduleDirs(parts []Part) (map[string]string, error) {
	args := []string{"mod", "download", "-json"}
	for _, p := range parts {
		args = append(args, p.Name+"@"+p.Version)
	}
	command := exec.Command("go", args...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("the go command does not tell where the modules are: %v", err), "see what it said above")
	}
	dirs := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var m struct{ Path, Version, Dir string }
		if err := d.Decode(&m); errors.Is(err, io.EOF) {
			return dirs, nil
		} else if err != nil {
			return nil, fmt.Errorf("the go command's answer about modules: %w", err)
		}
		dirs[m.Path+"@"+m.Version] = m.Dir
	}
}

// goItself is the runtime and the standard library, which every program carries.
func goItself(version string) (Part, error) {
	out, err := exec.Command("go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		return Part{}, fmt.Errorf("go env: %w", err)
	}
	root, here, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if here != version {
		return Part{}, fault.Plainf("build it again with the Go of this machine", "the program was built by %s, and this is %s", version, here)
	}
	part := Part{Name: "Go standard library", Version: strings.TrimPrefix(version, "go")}
	for _, name := range []string{"LICENSE", "PATENTS"} {
		text, err := readText(root, name)
		if err != nil {
			return Part{}, err
		}
		part.Texts = append(part.Texts, text)
	}
	part.Licence, err = licencesOf(part.Name, part.Texts)
	return part, err
}

// libraries lists what the loader of the system has to find beside the program.
func libraries(path string) ([]string, error) {
	if f, err := elf.Open(path); err == nil {
		defer f.Close()
		names, err := f.ImportedLibraries()
		slices.Sort(names)
		return names, err
	}
	f, err := pe.Open(path)
	if err != nil {
		return nil, nil // of a system whose programs the standard library does not read
	}
	defer f.Close()
	symbols, err := f.ImportedSymbols()
	var names []string
	for _, s := range symbols {
		_, library, _ := strings.Cut(s, ":")
		names = append(names, library)
	}
	slices.Sort(names)
	return slices.Compact(names), err
}
