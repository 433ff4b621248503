// Package atomicfile writes files whole or not at all: under another name
// first, which is then changed to theirs. What stood there stays until the new
// content is complete, so that a full disk, an encoder that fails or a signal
// loses nothing and leaves nothing half written.
//
//	commands, calibrate, dump, failures -> [atomicfile] -> files
//
// It also says who can read what is written, for those too that write while
// something goes on, as recordings and databases do: see [Private] and [Folder].
package atomicfile

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Who can read a file.
const (
	// Private is for what shows or tells of the person's screen or games: nobody
	// but its owner reads it. Windows goes by the folder instead, and those of a
	// person are private there.
	Private fs.FileMode = 0o600
	// Public is for what says nothing of the person: whoever the umask lets.
	Public fs.FileMode = 0o666
)

// ErrNotFile says that a name is taken by what is no plain file: a link, which
// might lead anywhere, a folder, a pipe or a device. It is an [fs.ErrExist].
var ErrNotFile error = notFile("it is a link, or no ordinary file")

// notFile is what has a name in place of a plain file, in words.
type notFile string

func (n notFile) Error() string { return string(n) }

func (notFile) Is(target error) bool { return target == fs.ErrExist || target == ErrNotFile }

// File is one to be written.
type File struct {
	Path string
	Data []byte
}

// Folder makes a folder, and those above it, where there is none. What it makes
// only its owner can enter. What is there already keeps its permissions: it may
// be anybody's.
func Folder(path string) error { return os.MkdirAll(path, 0o700) }

// Head returns the first bytes of the file at path, n at most. It wraps
// [ErrNotFile] where that is no plain file, which opening might wait for, and
// [fs.ErrNotExist] where there is none.
func Head(path string, n int64) ([]byte, error) {
	file, _, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, n))
}

// Open opens the plain file at path for reading, and nothing else that has, or that
// takes, its name: nobody waits for a pipe, and no link is followed. It wraps
// [ErrNotFile] where something else is there.
func Open(path string) (*os.File, fs.FileInfo, error) {
	was, err := check(path)
	if err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err == nil && !(info.Mode().IsRegular() && os.SameFile(was, info)) {
		err = &fs.PathError{Op: "open", Path: path, Err: ErrNotFile}
	}
	if err != nil {
		_ = file.Close()
		return nil, nil, err
	}
	return file, info, nil
}

// Check returns an error where making or opening a file might wait, or make one
// elsewhere: where the name is taken, and not by a plain file. It wraps [ErrNotFile].
func Check(path string) error {
	if _, err := check(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// check looks at what has a name, which is an error where it is no plain file.
func check(path string) (fs.FileInfo, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
	case info.IsDir():
		err = &fs.PathError{Op: "open", Path: path, Err: notFile("it is a folder")}
	case !info.Mode().IsRegular():
		err = &fs.PathError{Op: "open", Path: path, Err: ErrNotFile}
	}
	return info, err
}

// WriteData is Write for what is there already.
func WriteData(path string, who fs.FileMode, data []byte) error {
	return Write(path, who, verbatim(data))
}

// verbatim returns what writes data as it is.
func verbatim(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
}

// Write puts what encode writes into the file at path, so that at every moment,
// power cuts included, the old or the new content is there. Who could read the
// old file does not matter. It wraps [ErrNotFile] where something else than a
// plain file has the name.
func Write(path string, who fs.FileMode, encode func(io.Writer) error) error {
	s, err := stage(path, who, encode, true)
	if err != nil {
		return err
	}
	if err := s.land(); err != nil {
		return err
	}
	// The new name itself has to reach the disk too. Not every system can be
	// asked for that, and the file is good either way.
	if folder, err := os.Open(filepath.Dir(path)); err == nil {
		_ = folder.Sync()
		folder.Close()
	}
	return nil
}

// WriteFiles writes several files as [Write] does one, but without waiting for
// the disk: none gets its name before all are written, so that what fails before
// that leaves all names as they were.
func WriteFiles(who fs.FileMode, files ...File) (err error) {
	var all []*staged
	defer func() {
		for _, s := range all { // what has landed is gone from there
			_ = os.Remove(s.temp)
		}
	}()
	for _, f := range files {
		s, err := stage(f.Path, who, verbatim(f.Data), false)
		if err != nil {
			return err
		}
		all = append(all, s)
	}
	for _, s := range all {
		if err := s.land(); err != nil {
			return err
		}
	}
	return nil
}

// staged is a file that is complete under another name.
type staged struct{ temp, path string }

func stage(path string, who fs.FileMode, encode func(io.Writer) error, sync bool) (*staged, error) {
	if err := Check(path); err != nil {
		return nil, err
	}
	s := &staged{temp: beside(path), path: path}
	file, err := os.OpenFile(s.temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, who)
	if err != nil {
		return nil, s.asked(err)
	}
	err = encode(file)
	if err == nil && sync {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(s.temp)
		return nil, s.asked(err)
	}
	return s, nil
}

// land gives the file its name. Whoever staged it removes it where that fails.
func (s *staged) land() error {
	if err := os.Rename(s.temp, s.path); err != nil {
		_ = os.Remove(s.temp)
		return s.asked(err)
	}
	return nil
}

// prefix begins the names under which files are written at first.
const prefix = ".autoqueens-"

// beside returns a name in the folder of path that is free. It is hidden, and
// short: the name itself may be as long as names can be.
func beside(path string) string {
	return filepath.Join(filepath.Dir(path), prefix+strings.ToLower(rand.Text()))
}

// asked lets an error of the system name the file that was asked for, and not the
// one it was to be at first.
func (s *staged) asked(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok && e.Path == s.temp {
		return &fs.PathError{Op: "write", Path: s.path, Err: e.Err}
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok && e.Old == s.temp {
		return &fs.PathError{Op: "write", Path: s.path, Err: e.Err}
	}
	return err
}
