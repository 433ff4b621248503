package calibrate

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
	"autoqueens/internal/userdirs"
)

const (
	profiles  = "profiles" // the folder
	extension = ".toml"
	// maxFile is the largest file that is read as a profile, in bytes. One is
	// some 800. The TOML library takes minutes over ten times as much, should
	// it be nothing but nested keys.
	maxFile = 8 << 10
)

// Load reads a profile. The error is a [fault.Error] that names the file and
// says what to do: it wraps fs.ErrNotExist where there is no such profile, and
// is another where the file is damaged or of another version. Whether the
// profile fits the displays of today only Fits can tell.
func Load(name string) (*Profile, error) {
	path, err := Path(name)
	if err != nil {
		return nil, err
	}
	text, err := readProfile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.Wrap(err, fault.Failed,
			fmt.Sprintf("there is no profile %q (looked for %s)", name, path), calibrateAgain(name))
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("the profile %s cannot be read: %v", path, cause(err)),
			"make the file readable, or choose another name: autoqueens calibrate --profile NAME")
	}
	p, err := decode(text)
	if errors.Is(err, errOutdated) {
		return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("the profile %s cannot be used: %v", path, err), calibrateAgain(name))
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("the profile %s is damaged: %v", path, err), calibrateAgain(name))
	}
	p.Name = name
	return p, nil
}

// Save writes the profile to the file of its name and returns the path. The
// file is replaced as a whole or not at all. What stood there and was not a
// profile that this program reads is kept beside it, with ".bak" at the end.
func (p *Profile) Save() (path string, err error) {
	path, err = Path(p.Name)
	if err != nil {
		return "", err
	}
	if err := p.Validate(); err != nil {
		return "", fault.Wrap(err, fault.Failed, fmt.Sprintf("the profile %q cannot be saved: %v", p.Name, err), "calibrate again: autoqueens calibrate")
	}
	text, err := encode(p)
	if err == nil {
		err = store(path, text)
	}
	if err != nil {
		return "", fault.Wrap(err, fault.Failed, fmt.Sprintf("the profile %s cannot be saved: %v", path, cause(err)),
			"make room and see that the folder can be written to, or set XDG_CONFIG_HOME to one that can")
	}
	return path, nil
}

// store replaces the file at path.
func store(path string, text []byte) error {
	// A link that somebody made stays a link: what it points to is replaced.
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if err := atomicfile.Folder(filepath.Dir(path)); err != nil {
		return err
	}
	old, err := readProfile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case errors.Is(err, errTooLarge):
		if err := moveAside(path); err != nil {
			return err
		}
	case err != nil:
		return err
	default:
		if _, err := decode(old); err != nil {
			if err := keep(path, old); err != nil {
				return err
			}
		}
	}
	return atomicfile.WriteData(path, atomicfile.Private, text)
}

// keep writes what stood at path beside it.
func keep(path string, old []byte) error {
	backup, done, err := backupName(path, func(existing string) bool {
		text, err := readProfile(existing)
		return err == nil && string(text) == string(old)
	})
	if err != nil || done {
		return err
	}
	return atomicfile.WriteData(backup, atomicfile.Private, old)
}

// moveAside renames a file that is too large to be copied for nothing.
func moveAside(path string) error {
	backup, _, err := backupName(path, func(string) bool { return false })
	if err != nil {
		return err
	}
	return os.Rename(path, backup)
}

// backupName returns a name for a backup of path that is not taken, or done
// where one of the taken ones already holds the same.
func backupName(path string, same func(existing string) bool) (name string, done bool, err error) {
	for i := range 100 {
		name := path + ".bak"
		if i > 0 {
			name = fmt.Sprintf("%s.bak%d", path, i+1)
		}
		_, err := os.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			return name, false, nil
		}
		if err != nil {
			return "", false, err
		}
		if same(name) {
			return name, true, nil
		}
	}
	return "", false, fmt.Errorf("there are 100 backups of %s already", filepath.Base(path))
}

var errTooLarge = fmt.Errorf("it is larger than the %d bytes that a profile can have", maxFile)

// readProfile returns what is in a file, if that can be a profile at all.
func readProfile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // opening a pipe would wait for a writer
		return nil, errors.New("it is not a file")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxFile {
		return nil, errTooLarge
	}
	return text, nil
}

// List returns the names of the saved profiles, sorted; they need not be
// readable. No folder means no profiles.
func List() ([]string, error) {
	dir, err := userdirs.Config(profiles)
	if err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Failed, fmt.Sprintf("the folder of the profiles, %s, cannot be read: %v", dir, cause(err)),
			"make it readable, or set XDG_CONFIG_HOME to a folder that is")
	}
	var names []string
	for _, entry := range entries {
		name, ok := strings.CutSuffix(entry.Name(), extension)
		if ok && !entry.IsDir() && validName(name) == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// Delete removes a profile. The error wraps fs.ErrNotExist where there is none.
func Delete(name string) error {
	path, err := Path(name)
	if err != nil {
		return err
	}
	err = os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fault.Wrap(err, fault.Failed, fmt.Sprintf("there is no profile %q (looked for %s)", name, path), "nothing is left to do")
	}
	if err != nil {
		return fault.Wrap(err, fault.Failed, fmt.Sprintf("the profile %s cannot be deleted: %v", path, cause(err)), "delete the file by hand")
	}
	return nil
}

// Path returns where a profile is kept, whether it exists or not: in the
// folder "autoqueens/profiles" among the user's configuration, wherever the
// system keeps that.
func Path(name string) (string, error) {
	if err := validName(name); err != nil {
		return "", err
	}
	return userdirs.Config(profiles, name+extension)
}

// A name is a file's name on every system, and no path.
var namePattern = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$`)

// reserved are the names of devices on Windows, with any extension.
var reserved = regexp.MustCompile(`^(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)

func validName(name string) error {
	const advice = "use up to 64 letters, digits, dots, hyphens and underscores, and no dot in front"
	if !namePattern.MatchString(name) {
		return fault.Plainf(advice, "%q cannot be the name of a profile", name)
	}
	if reserved.MatchString(name) {
		return fault.Plainf("choose another one", "%q cannot be the name of a profile: it names a device on Windows", name)
	}
	return nil
}

// cause returns an error without the path that the words name already.
func cause(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return e.Err
	}
	return err
}
