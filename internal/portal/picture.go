package portal

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
	"autoqueens/internal/picture"
	"autoqueens/internal/promptly"
)

// maxBytes is how large the file of a picture may be: no format makes one larger
// than its pixels, of which there are Budget/8 at most, of four bytes each.
const maxBytes = picture.Budget / 2

// take returns the picture in the file at an address, and removes the file if
// it was made since a time; see Screenshot. The error is ctx's where that ended:
// a file system that does not answer, or a picture that takes long to decode, is
// then left to itself.
func take(ctx context.Context, uri string, since time.Time) (*image.RGBA, error) {
	img, err := promptly.Do(ctx, func() (*image.RGBA, error) {
		path, err := localPath(uri)
		if err != nil {
			return nil, err
		}
		return takeFile(ctx, path, since)
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fault.Wrap(err, fault.NoAccess,
			"the picture that the desktop took cannot be read: "+err.Error(),
			"try again; if it stays, log out and in")
	}
	return img, nil
}

// maxPath is PATH_MAX: the system opens no longer path.
const maxPath = 4096

// localPath returns the path of a file on this machine that an address names. It may
// be shown to people.
func localPath(uri string) (string, error) {
	const some = "%.200q" // of an address that may be of any length and hold anything
	u, err := url.Parse(uri)
	if err != nil {
		return "", fmt.Errorf(some+" is no address", uri)
	}
	if u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || !filepath.IsAbs(u.Path) ||
		len(u.Path) > maxPath || strings.ContainsFunc(u.Path, unicode.IsControl) {
		return "", fmt.Errorf(some+" is no file on this machine", uri)
	}
	return u.Path, nil
}

func takeFile(ctx context.Context, path string, since time.Time) (*image.RGBA, error) {
	file, read, err := atomicfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if read.Size() > maxBytes {
		return nil, fmt.Errorf("%s is too large: %d bytes", path, read.Size())
	}
	img, err := decode(ctx, file)
	if err != nil {
		return nil, err
	}
	// The file that was read, and not another that has taken its name.
	if now, err := os.Lstat(path); err == nil && os.SameFile(now, read) && madeBetween(file, since, time.Now()) {
		// What cannot be removed stays, as where it cannot be told whose it is.
		_ = os.Remove(path)
	}
	return img, nil
}

// decode reads a picture, and makes it opaque.
func decode(ctx context.Context, file *os.File) (*image.RGBA, error) {
	data, err := io.ReadAll(io.LimitReader(file, maxBytes+1))
	if err == nil && len(data) > maxBytes {
		err = fmt.Errorf("%s is larger than %d MiB", file.Name(), maxBytes>>20)
	}
	if err != nil {
		return nil, err
	}
	img, err := picture.Decode(ctx, data, file.Name())
	if errors.Is(err, image.ErrFormat) {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	if err != nil {
		return nil, err
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
