// Package userdirs says where the program keeps what is the person's: in a folder
// "autoqueens" among their configuration, state and cache, wherever the system
// keeps those. See https://specifications.freedesktop.org/basedir-spec/latest/.
//
//	environment -> [userdirs] -> calibrate, history, daily, demo, hint
package userdirs

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"github.com/adrg/xdg"

	"autoqueens/internal/fault"
)

// Config returns the path of what the person has set up: profiles. Like [State]
// and [Cache] it makes nothing. Where the environment does not say whose things
// they are, the error is a [fault.Error] that wraps [fs.ErrNotExist].
func Config(elem ...string) (string, error) {
	return among("XDG_CONFIG_HOME", func() string { return xdg.ConfigHome }, elem)
}

// State returns the path of what the program remembers from run to run.
func State(elem ...string) (string, error) {
	return among("XDG_STATE_HOME", func() string { return xdg.StateHome }, elem)
}

// Cache returns the path of what can be made again.
func Cache(elem ...string) (string, error) {
	return among("XDG_CACHE_HOME", func() string { return xdg.CacheHome }, elem)
}

var reloading sync.Mutex

// among returns a path below one of the base folders. The environment is looked at
// anew, which the library does only once, when the program starts.
func among(variable string, base func() string, elem []string) (string, error) {
	// The library takes / for the home of a person who has none, and a HOME that is
	// relative for what it says: neither is a place that the person meant.
	if runtime.GOOS != "windows" && !filepath.IsAbs(os.Getenv(variable)) && !filepath.IsAbs(os.Getenv("HOME")) {
		what := "HOME is not set"
		if home := os.Getenv("HOME"); home != "" {
			what = "HOME is " + home + ", which is no whole path"
		}
		return "", fault.Wrap(fs.ErrNotExist, fault.Failed, what+", so nobody knows where your files are", "set HOME to your home folder, or "+variable+" to one for this")
	}
	reloading.Lock()
	defer reloading.Unlock()
	xdg.Reload()
	return filepath.Join(append([]string{base(), "autoqueens"}, elem...)...), nil
}
