package packaging

import (
	_ "embed"
	"go/build"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"autoqueens/internal/fault"
)

// textName matches the files that a module has to be passed on with.
var textName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|notice|patents)([-.].*)?$`)

// textsBelow reads the licences in a module and in the folders below it: C code
// that a module has taken from elsewhere keeps its own there. Files that say the
// same are kept once.
func textsBelow(dir string) ([]Text, error) {
	var texts []Text
	err := filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && file != dir && isApart(file) {
			return fs.SkipDir
		}
		if !entry.Type().IsRegular() || !textName.MatchString(entry.Name()) || filepath.Ext(file) == ".go" {
			return nil
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		text, err := readText(dir, filepath.ToSlash(name))
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(texts, func(t Text) bool { return t.Body == text.Body }) {
			texts = append(texts, text)
		}
		return nil
	})
	return texts, err
}

// isApart tells whether a folder of a module holds what no other program has
// linked into it: a program of its own, or data for tests.
func isApart(dir string) bool {
	if name := filepath.Base(dir); name == "testdata" || name == "examples" {
		return true
	}
	p, err := build.ImportDir(dir, 0)
	return err == nil && p.IsCommand()
}

func readText(dir, name string) (Text, error) {
	body, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return Text{}, fault.Wrap(err, fault.Failed, "a licence cannot be read: "+err.Error(), "download the modules again with 'go clean -modcache' and 'go mod download'")
	}
	text := string(body)
	if !utf8.ValidString(text) {
		// Old licences have their copyright sign in Latin-1, whose bytes are the
		// first characters of Unicode.
		runes := make([]rune, len(body))
		for i, b := range body {
			runes[i] = rune(b)
		}
		text = string(runes)
	}
	return Text{name, strings.ReplaceAll(text, "\r\n", "\n")}, nil
}

// clipboardLicence belongs to code that robotgo carries without its text.
//
//go:embed clipboard.txt
var clipboardLicence string

// withMore puts right what files of the usual names say.
func withMore(module, dir string, texts []Text) ([]Text, error) {
	switch module {
	case "github.com/go-vgo/robotgo":
		// Its clipboard is that of github.com/atotto/clipboard, as the head of
		// the file says, and the licence that it names is not beside it.
		texts = append(texts, Text{"clipboard/LICENSE", clipboardLicence})
	case "github.com/golang/freetype":
		// It may be had under one of two licences, and is had under this one: the
		// other asks the same of the whole program. It wants to be named, too,
		// which the README does.
		text, err := readText(dir, "licenses/ftl.txt")
		if err != nil {
			return nil, err
		}
		texts = []Text{text}
	case "modernc.org/memory":
		// It says where the picture in its README is from, which nobody passes on.
		texts = without(texts, "LICENSE-LOGO")
	case "modernc.org/sqlite":
		// One lists other modules, those of its tests included: what the program
		// carries of them are parts of their own. The other belongs to an extension
		// that the program does not have.
		texts = without(texts, "LICENSE-3RD-PARTY.md", "LICENSE-SQLITE_VEC")
	case "golang.org/x/image":
		// The Go fonts have a licence of their own, in a file named otherwise.
		text, err := readText(dir, "font/gofont/ttfs/README")
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// without returns the texts of other names.
func without(texts []Text, names ...string) []Text {
	return slices.DeleteFunc(texts, func(t Text) bool { return slices.Contains(names, t.Name) })
}

// licences are the ones that may be passed on in a program under the MIT
// licence, each by phrases that its text has and those before it have not.
// Letters and spaces are all that is compared.
var licences = []struct {
	id      string
	phrases []string
}{
	{"Apache-2.0", []string{"apache license version", "terms and conditions for use reproduction and distribution"}},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "endorse or promote products derived from"}},
	{"BSD-2-Clause", []string{"redistribution and use in source and binary forms", "redistributions in binary form must reproduce"}},
	{"FTL", []string{"the freetype project license", "you must acknowledge us"}},
	{"MIT", []string{"permission is hereby granted free of charge to any person obtaining a copy", "the above copyright notice and this permission notice shall be included"}},
	{"blessing", []string{"sqlite is public domain", "anyone is free to copy modify publish use compile sell or distribute the original sqlite code"}},
	{"ISC", []string{"permission to use copy modify and or distribute this software for any purpose with or without fee is hereby granted"}},
}

// forbidden are phrases of licences that ask more of the whole program than
// this project gives. A text with one of them is not accepted, whatever else it
// says.
var forbidden = []string{"gnu general public license", "gnu lesser general public license", "gnu affero", "mozilla public license", "eclipse public license"}

var notLetters = regexp.MustCompile(`[^a-z]+`)

// licenceOf recognises a licence by its text; it returns "" for others.
func licenceOf(text string) string {
	plain := notLetters.ReplaceAllString(strings.ToLower(text), " ")
	has := func(phrase string) bool { return strings.Contains(plain, phrase) }
	if slices.ContainsFunc(forbidden, has) {
		return ""
	}
	for _, l := range licences {
		if !slices.ContainsFunc(l.phrases, func(phrase string) bool { return !has(phrase) }) {
			return l.id
		}
	}
	return ""
}

// licencesOf names the licences of a part. Grants of patents and notices come
// beside a licence and are none.
func licencesOf(part string, texts []Text) (string, error) {
	var ids []string
	for _, t := range texts {
		base := strings.ToLower(path.Base(t.Name))
		if strings.HasPrefix(base, "patents") || strings.HasPrefix(base, "notice") {
			continue
		}
		id := licenceOf(t.Body)
		if id == "" {
			return "", fault.Plainf("read it; if it may be passed on in a program under the MIT licence, add it to internal/workshop/packaging/licence.go", "the licence of %s in its file %s is not known", part, t.Name)
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return "", fault.Plainf("ask its authors, or do without it", "%s has no licence", part)
	}
	slices.Sort(ids)
	return strings.Join(ids, " AND "), nil
}
