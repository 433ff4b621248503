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
	"time"

	"autoqueens/internal/fault"
	"autoqueens/internal/picture"
)

// maxBytes is how large the file of a picture may be: no format makes one larger
// than its pixels, of which there are Budget/8 at most, of four bytes each.
const maxBytes = picture.Budget / 2

// take returns the picture in the file at an address, and removes the file if
// it was made since a time; see Screenshot.
func take(ctx context.Context, uri string, since time.Time) (*image.RGBA, error) {
	path, err := localPath(uri)
	if err == nil {
		var img *image.RGBA
		if img, err = takeFile(ctx, path, since); err == nil {
			return img, nil
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
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

func takeFile(ctx context.Context, path string, since time.Time) (*image.RGBA, error) {
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
	img, err := decode(ctx, file)
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
