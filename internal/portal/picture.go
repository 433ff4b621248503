package portal

import (
	"bufio"
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg" // PNG is what every desktop is known to write, but nothing says so
	_ "image/png"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"autoqueens/internal/fault"
)

// The limits of what is taken for a picture of a screen.
const (
	maxPixels = 1 << 27 // four monitors of 7680 x 4320
	maxBytes  = 4 * maxPixels
)

// take returns the picture in the file at an address, and removes the file if
// it was made since a time; see Screenshot.
func take(uri string, since time.Time) (*image.RGBA, error) {
	path, err := localPath(uri)
	if err == nil {
		var img *image.RGBA
		if img, err = takeFile(path, since); err == nil {
			return img, nil
		}
	}
	return nil, fault.Wrap(err, fault.NoAccess,
		"the picture that the desktop took cannot be read: "+err.Error(),
		"try again; if it stays, use an X11 session")
}

// localPath returns the path of a file on this machine that an address names.
func localPath(uri string) (string, error) {
	u, err := url.Parse(uri)
	if err != nil {
		return "", fmt.Errorf("%q is no address", uri)
	}
	if u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || !filepath.IsAbs(u.Path) {
		return "", fmt.Errorf("%s is no file on this machine", uri)
	}
	return u.Path, nil
}

func takeFile(path string, since time.Time) (*image.RGBA, error) {
	// Before it is opened: opening a pipe would wait for somebody to write.
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no ordinary file", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	img, err := decode(file)
	if err != nil {
		return nil, err
	}
	// The file that was read, and not another that has taken its name.
	read, err := file.Stat()
	if err != nil || !os.SameFile(info, read) {
		return img, nil
	}
	if now, err := os.Lstat(path); err == nil && os.SameFile(now, read) && madeSince(file, since) {
		// What cannot be removed stays, as where it cannot be told whose it is.
		_ = os.Remove(path)
	}
	return img, nil
}

// decode reads a picture after a look at its size, so that a small file cannot
// ask for a lot of memory.
func decode(file *os.File) (*image.RGBA, error) {
	config, _, err := image.DecodeConfig(bufio.NewReader(file))
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	if float64(config.Width)*float64(config.Height) > maxPixels {
		return nil, fmt.Errorf("%s is too large: %d x %d pixels", file.Name(), config.Width, config.Height)
	}
	img, _, err := image.Decode(bufio.NewReader(io.LimitReader(file, maxBytes)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	return opaque(img), nil
}

// opaque draws a picture on black, from 0,0.
func opaque(img image.Image) *image.RGBA {
	if ready, ok := img.(*image.RGBA); ok && ready.Rect.Min == (image.Point{}) && ready.Opaque() {
		return ready
	}
	out := image.NewRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(out, out.Rect, image.Black, image.Point{}, draw.Src)
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Over)
	return out
}
