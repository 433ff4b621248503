package gamerender

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
)

// The fonts of the system that styles draw with.
var (
	cantarell  = system("fonts-cantarell", "Cantarell-Bold.otf")
	carlito    = system("fonts-crosextra-carlito", "Carlito-Bold.ttf")
	dejavu     = system("fonts-dejavu-core", "DejaVuSans-Bold.ttf")
	inter      = system("fonts-inter", "Inter-SemiBold.otf")
	lato       = system("fonts-lato", "Lato-Bold.ttf")
	liberation = system("fonts-liberation", "LiberationSans-Regular.ttf")
	openSans   = system("fonts-open-sans", "OpenSans-Bold.ttf")
)

// packages are the Debian packages that these are in, by the names of their files.
var packages = make(map[string]string)

// files are the fonts that this machine has, by the names of their files.
var files = sync.OnceValue(func() map[string]string {
	found := make(map[string]string)
	_ = filepath.WalkDir("/usr/share/fonts", func(path string, _ fs.DirEntry, _ error) error {
		found[filepath.Base(path)] = path
		return nil
	})
	return found
})

// Missing returns an error that names the fonts which this machine lacks, or nil where it can draw
// every style. Another font in place of one that is missing would make another drawing of the same
// seed.
func Missing() error {
	var missing []string
	for name, in := range packages {
		if files()[name] == "" {
			missing = append(missing, in)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	slices.Sort(missing)
	return fmt.Errorf("boards are drawn in fonts that are missing here: scripts/need test installs them (%s)", strings.Join(missing, ", "))
}

// system returns the faces of a font file. Nothing can be drawn in it where it is Missing.
func system(in, name string) func(float64) font.Face {
	packages[name] = in
	load := sync.OnceValues(func() (*opentype.Font, error) {
		data, err := os.ReadFile(files()[name])
		if err != nil {
			return nil, err
		}
		return opentype.Parse(data)
	})
	return func(size float64) font.Face {
		f, err := load()
		if err == nil {
			var face font.Face
			if face, err = opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72}); err == nil {
				return face
			}
		}
		panic(fmt.Sprintf("gamerender: %s of %s cannot be used: %v", name, in, err))
	}
}
