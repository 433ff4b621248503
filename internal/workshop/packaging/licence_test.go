package packaging

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	mit = `Permission is hereby granted, free of charge, to any person obtaining
a copy of this software ... The above copyright notice and this permission
notice shall be included in all copies.`
	bsd2 = `// Redistribution and use in source and binary forms, with or without
// modification, are permitted ... Redistributions in binary form must reproduce
// the above copyright notice.`
	bsd3 = bsd2 + `
// Neither the name of X may be used to endorse or promote products derived
// from this software.`
	apache = `Apache License
   Version 2.0, January 2004
   TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION`
)

func TestLicenceOf(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"MIT", mit, "MIT"},
		{"BSD with two clauses, as a comment", bsd2, "BSD-2-Clause"},
		{"BSD with three clauses", bsd3, "BSD-3-Clause"},
		{"Apache", apache, "Apache-2.0"},
		{"half of MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy", ""},
		{"a licence that asks more", "GNU General Public License\nversion 3", ""},
		{"one that grants and asks more", mit + "\nor the GNU Lesser General Public License", ""},
		{"none", "All rights reserved.", ""},
		{"empty", "", ""},
	} {
		if got := licenceOf(test.text); got != test.want {
			t.Errorf("%s: licenceOf = %q, want %q", test.name, got, test.want)
		}
	}
}

func TestLicencesOf(t *testing.T) {
	for _, test := range []struct {
		name  string
		texts []Text
		want  string // empty where it has to be refused
	}{
		{"one", []Text{{"LICENSE", mit}}, "MIT"},
		{"two, and C code of others", []Text{{"LICENSE", mit}, {"c/LICENSE", bsd3}, {"d/COPYING", mit}}, "BSD-3-Clause AND MIT"},
		{"a grant of patents beside", []Text{{"LICENSE", bsd3}, {"PATENTS", "Additional IP rights"}}, "BSD-3-Clause"},
		{"a notice alone", []Text{{"NOTICE", mit}}, ""},
		{"none", nil, ""},
		{"an unknown one below", []Text{{"LICENSE", mit}, {"c/COPYING", "ask me"}}, ""},
	} {
		got, err := licencesOf("a part", test.texts)
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%s: licencesOf = %q, %v, want %q", test.name, got, err, test.want)
		}
	}
}

func TestTextsBelow(t *testing.T) {
	dir := t.TempDir()
	for name, body := range map[string]string{
		"LICENSE":            "one",
		"COPYING.md":         "two",
		"c/licence.txt":      "three",
		"d/LICENSE":          "one", // said already
		"e/NOTICE":           "four\r\n",
		"license.go":         "package p",
		"README":             "no licence",
		"latin1":             "copyright \xa9 2006",
		"cmd/tool/main.go":   "package main",
		"cmd/tool/LICENSE":   "of a program that is not linked in",
		"testdata/LICENSE":   "of data for tests",
		"x/examples/LICENSE": "of an example",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := textsBelow(dir)
	if err != nil {
		t.Fatal(err)
	}
	if latin, err := readText(dir, "latin1"); err != nil || latin.Body != "copyright © 2006" {
		t.Errorf("readText of Latin-1 = %q, %v", latin.Body, err)
	}
	want := []Text{{"COPYING.md", "two"}, {"LICENSE", "one"}, {"c/licence.txt", "three"}, {"e/NOTICE", "four\n"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("textsBelow (-want +got)\n%s", diff)
	}
}
