// Package picture decodes pictures that come from outside: files that a person
// names, what the desktop hands over, recordings of others.
//
//	bytes ──> [picture] ──> an image ──> vision
//
// Whatever the bytes are, decoding them takes a bounded time and bounded memory,
// and ends at once when nobody waits for it any more.
package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/gif" // the formats a picture may have
	_ "image/jpeg"
	_ "image/png"
	"io"
	"time"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"

	"autoqueens/internal/fault"
	"autoqueens/internal/promptly"
)

const (
	// Budget is how many bytes decoding a picture may hold, beside the file. At the 8
	// bytes a pixel of the usual formats that is 41.9 megapixels, five displays of
	// 3840 x 2160 or one of 7680 x 4320; at twice that, for 16 bits a sample, one of
	// 6016 x 3384.
	Budget = 320 << 20
	// maxSide is that of the reader of boards, in pixels. Formats that keep a table
	// of their lines keep it short.
	maxSide = 1 << 15
	// limit is how long a picture may take. The largest screenshots take a second;
	// ten are for a slow machine that has other things to do. What takes longer
	// was made to: a JPEG may draw over itself thousands of times.
	limit = 10 * time.Second
	// chunk is how many bytes a decoder is given at a time, after a look at the
	// clock. Fewer would cost time; for so many a JPEG goes on for half a second at
	// most.
	chunk = 1 << 10
)

// Decode decodes a picture of any format the program takes, after a look at what
// it says it is: a small file may ask for a lot of memory. name is for people.
//
// The error wraps image.ErrFormat where the data is no picture; it is ctx's cause
// where that ended first, without waiting for the decoder; else it is a
// *fault.Error.
func Decode(ctx context.Context, data []byte, name string) (image.Image, error) {
	return decode(ctx, data, name, limit)
}

func decode(ctx context.Context, data []byte, name string, limit time.Duration) (image.Image, error) {
	// The decoder ends by itself when the time is over, and is waited for: one that
	// was left behind would still hold its memory when the next begins.
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return promptly.Do(ctx, func() (img image.Image, err error) {
		var format string
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("the decoder broke: %v", p)
			}
			if _, worded := errors.AsType[*fault.Error](err); err == nil || worded || errors.Is(err, image.ErrFormat) {
				return
			}
			img = nil
			if limited.Err() != nil {
				err = fault.Plainf("save it again as a PNG", "the %s picture %s takes longer than %v to decode", format, name, limit)
				return
			}
			err = fault.Wrap(err, fault.Failed, fmt.Sprintf("the %s picture %s is damaged: %v", format, name, err), "take or save the picture again")
		}()
		config, format, err := image.DecodeConfig(&source{ctx: limited, data: data})
		if err != nil {
			return nil, err
		}
		if config.Width > maxSide || config.Height > maxSide || float64(config.Width)*float64(config.Height)*perPixel(format, config.ColorModel, data) > Budget {
			return nil, fault.Plainf("crop it to the board", "the picture %s is too large: %d x %d pixels", name, config.Width, config.Height)
		}
		img, _, err = image.Decode(&source{ctx: limited, data: data})
		return img, err
	})
}

// perPixel returns how many bytes a pixel the decoder of a format holds at most,
// the picture included. The colour model tells no more than how long samples are: a
// gray PNG with a transparent colour becomes a picture of four channels.
func perPixel(format string, model color.Model, data []byte) float64 {
	switch {
	case format == "tiff":
		// Four channels of 16 bits, and three times as much for the unpacked block,
		// which may be all of the picture and lies there twice while it grows.
		return 32
	case format == "jpeg" && bytes.Contains(data, []byte{0xff, 0xc2}):
		// A progressive one: a coefficient of 32 bits for each of four channels
		// beside the usual. Its marker is always these two bytes, which otherwise
		// are only where another picture is packed in.
		return 24
	case format == "webp":
		// Four channels, half as much again while two pixels that are packed into one
		// are told apart, and 136 MB for 2600 sets of codes of all lengths, which is
		// less than as much again for what the budget leaves.
		return 12
	case model == color.RGBA64Model, model == color.NRGBA64Model, model == color.Gray16Model:
		return 16 // four channels, and for an interlaced picture as much again
	}
	return 8 // the same with 8 bits; others hold less
}

// source hands out data in small pieces as long as somebody waits for what becomes
// of it. That it can be read at any place saves the decoder of TIFFs a copy, and
// that it can be peeked at keeps package image from reading ahead.
type source struct {
	ctx  context.Context
	data []byte
	at   int
}

func (s *source) Read(p []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, s.ctx.Err()
	}
	if s.at == len(s.data) {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), chunk)], s.data[s.at:])
	s.at += n
	return n, nil
}

func (s *source) ReadAt(p []byte, at int64) (int, error) {
	if s.ctx.Err() != nil {
		return 0, s.ctx.Err()
	}
	return bytes.NewReader(s.data).ReadAt(p, at)
}

func (s *source) Peek(n int) ([]byte, error) {
	if rest := s.data[s.at:]; n > len(rest) {
		return rest, io.EOF
	}
	return s.data[s.at : s.at+n], nil
}
