// Package outfile writes the files that a person names, and loses none that they had.
//
//	generate, hint, explain, stats, dump, ... ──> [outfile] ──> internal/atomicfile ──> a file
//
// One rule holds for all of them: what stands under a name is written over only where it is the same or
// empty, where the program itself has marked it as its own, or where the person says so with --force.
// Where it takes long to know what is to be written, nothing is begun that may end so.
package outfile

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
)

// Write writes files, all or none. Where something else stands under one of the names, other than
// nothing, it writes none, unless force says so. What is no plain file, a link say, is never written
// over. The error is a [fault.Error].
func Write(who fs.FileMode, force bool, files ...atomicfile.File) error {
	if err := Check(force, files...); err != nil {
		return err
	}
	if err := atomicfile.WriteFiles(who, files...); err != nil {
		path := files[0].Path
		if e, ok := errors.AsType[*fs.PathError](err); ok {
			path = e.Path
		}
		return fault.Unwritable(path, err)
	}
	return nil
}

// Check returns the [fault.Error] that [Write] would end with for what stands under the names.
func Check(force bool, files ...atomicfile.File) error {
	for _, file := range files {
		old, err := atomicfile.Head(file.Path, int64(len(file.Data))+1)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return fault.Unwritable(file.Path, err)
		case !force && len(old) > 0 && !bytes.Equal(old, file.Data):
			return fault.Plainf(advice, "%s is there already and holds something else", file.Path)
		}
	}
	return nil
}

// Free tells before the work begins whether a name may be written to, where only the end of the
// work would tell what is to be there: it returns a [fault.Error] where a file stands there that holds
// something without mark in its first bytes, unless force says so. No file has the mark "".
func Free(path, mark string, force bool) error {
	const first = 512 // bytes
	old, err := atomicfile.Head(path, first)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fault.Unwritable(path, err)
	case !force && len(old) > 0 && (mark == "" || !bytes.Contains(old, []byte(mark))):
		return fault.Plainf(advice, "%s is there already", path)
	}
	return nil
}

const advice = "give another name, or write over it with --force"

// Named returns a [fault.Error] where a name does not end in what it is to hold: in one of the
// extensions, which are small and have a dot. What is the name of that, as in "the chart is a PNG".
func Named(path, what string, extensions ...string) error {
	if slices.Contains(extensions, strings.ToLower(filepath.Ext(path))) {
		return nil
	}
	return fault.Plainf("give a name that ends in "+strings.Join(extensions, " or "), "%s, and %s would not be named so", what, path)
}
