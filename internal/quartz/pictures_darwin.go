package quartz

import (
	"errors"
	"fmt"
	"image"
	"runtime"
	"sync"
	"time"
	"unsafe"

	"github.com/ebitengine/purego/objc"
)

// pictures are the functions that make pictures of displays, and what is kept between two.
type pictures struct {
	colorSpace     func(name uintptr) uintptr
	bitmap         func(data unsafe.Pointer, width, height, bits, stride, space uintptr, info uint32) uintptr
	draw           func(context uintptr, where rect, image uintptr)
	contextRelease func(context uintptr)
	imageRelease   func(image uintptr)
	displayImage   func(display uint32, part rect) uintptr // gone from newer headers, and gives nothing on macOS 26
	sRGB           uintptr                                 // the name

	kit struct {
		sync.Mutex
		there   bool // ScreenCaptureKit with pictures of displays, from macOS 14 on
		filters map[uint32]objc.ID
	}
}

const (
	// rgba is kCGImageAlphaPremultipliedLast with kCGBitmapByteOrder32Big: the bytes of an
	// image.RGBA, in their order.
	rgba uint32 = 1 | 4<<12
	// answers is how long the window server may take for a picture.
	answers = 5 * time.Second
)

// loadKit finds ScreenCaptureKit.
func (l *library) loadKit(h handles) {
	l.kit.filters = map[uint32]objc.ID{}
	l.kit.there = h.open(cocoa) == nil && h.open(captureKit) == nil && objc.GetClass("SCScreenshotManager") != 0
}

func (l *library) Picture(display uint32, x, y, width, height float64, pixels image.Point) (*image.RGBA, error) {
	part := rect{Point{x, y}, size{width, height}}
	if l.kit.there {
		img, err := l.byKit(display, part, pixels)
		if err != nil {
			// The display may be another one by now, under the same number.
			l.forget(display)
			img, err = l.byKit(display, part, pixels)
		}
		return img, err
	}
	if l.displayImage == nil {
		return nil, errors.New("this macOS has neither ScreenCaptureKit's pictures nor the older call")
	}
	picture := l.displayImage(display, part)
	if picture == 0 {
		return nil, errors.New("macOS gives no picture of the display")
	}
	defer l.imageRelease(picture)
	return l.pixels(picture, pixels)
}

// pixels draws a picture, scaled to a size, in sRGB.
func (l *library) pixels(picture uintptr, pixels image.Point) (*image.RGBA, error) {
	space := l.colorSpace(l.sRGB)
	if space == 0 {
		return nil, errors.New("macOS has no sRGB")
	}
	defer l.release(space)
	img := image.NewRGBA(image.Rectangle{Max: pixels})
	context := l.bitmap(unsafe.Pointer(&img.Pix[0]), uintptr(pixels.X), uintptr(pixels.Y), 8, uintptr(img.Stride), space, rgba)
	if context == 0 {
		return nil, errors.New("macOS has no room to draw a picture")
	}
	defer l.contextRelease(context)
	l.draw(context, rect{Size: size{float64(pixels.X), float64(pixels.Y)}}, picture)
	return img, nil
}

// byKit takes a picture by ScreenCaptureKit.
func (l *library) byKit(display uint32, part rect, pixels image.Point) (*image.RGBA, error) {
	l.kit.Lock()
	defer l.kit.Unlock()
	// A pool belongs to a thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	pool := objc.ID(objc.GetClass("NSAutoreleasePool")).Send(objc.RegisterName("new"))
	defer pool.Send(objc.RegisterName("drain"))
	filter, err := l.filter(display)
	if err != nil {
		return nil, err
	}
	config := objc.ID(objc.GetClass("SCStreamConfiguration")).Send(objc.RegisterName("new"))
	defer config.Send(objc.RegisterName("release"))
	config.Send(objc.RegisterName("setSourceRect:"), part)
	config.Send(objc.RegisterName("setWidth:"), uint(pixels.X))
	config.Send(objc.RegisterName("setHeight:"), uint(pixels.Y))
	config.Send(objc.RegisterName("setShowsCursor:"), false)
	config.Send(objc.RegisterName("setColorSpaceName:"), objc.ID(l.sRGB))

	type answer struct {
		img *image.RGBA
		err error
	}
	answered := make(chan answer, 1)
	block := objc.NewBlock(func(_ objc.Block, picture, no objc.ID) {
		if picture == 0 {
			answered <- answer{err: told(no)}
			return
		}
		img, err := l.pixels(uintptr(picture), pixels)
		answered <- answer{img, err}
	})
	defer block.Release()
	objc.ID(objc.GetClass("SCScreenshotManager")).Send(
		objc.RegisterName("captureImageWithFilter:configuration:completionHandler:"), filter, config, block)
	select {
	case a := <-answered:
		return a.img, a.err
	case <-time.After(answers):
		return nil, fmt.Errorf("macOS took no picture within %v", answers)
	}
}

// filter returns what makes pictures show a whole display. It is kept, since asking for what
// there is takes longer than a picture.
func (l *library) filter(display uint32) (objc.ID, error) {
	if f, ok := l.kit.filters[display]; ok {
		return f, nil
	}
	type answer struct {
		content objc.ID
		err     error
	}
	answered := make(chan answer, 1)
	block := objc.NewBlock(func(_ objc.Block, content, no objc.ID) {
		if content == 0 {
			answered <- answer{err: told(no)}
			return
		}
		answered <- answer{content: content.Send(objc.RegisterName("retain"))}
	})
	defer block.Release()
	objc.ID(objc.GetClass("SCShareableContent")).Send(objc.RegisterName("getShareableContentWithCompletionHandler:"), block)
	var a answer
	select {
	case a = <-answered:
	case <-time.After(answers):
		return 0, fmt.Errorf("macOS did not tell of its displays within %v", answers)
	}
	if a.err != nil {
		return 0, a.err
	}
	defer a.content.Send(objc.RegisterName("release"))
	displays := a.content.Send(objc.RegisterName("displays"))
	for i := range objc.Send[uint](displays, objc.RegisterName("count")) {
		d := displays.Send(objc.RegisterName("objectAtIndex:"), i)
		if objc.Send[uint32](d, objc.RegisterName("displayID")) != display {
			continue
		}
		none := objc.ID(objc.GetClass("NSArray")).Send(objc.RegisterName("array"))
		f := objc.ID(objc.GetClass("SCContentFilter")).Send(objc.RegisterName("alloc")).
			Send(objc.RegisterName("initWithDisplay:excludingWindows:"), d, none)
		if f == 0 {
			break
		}
		l.kit.filters[display] = f
		return f, nil
	}
	return 0, errors.New("the display is not among those that macOS lets this program see")
}

// forget drops what was kept for a display.
func (l *library) forget(display uint32) {
	l.kit.Lock()
	defer l.kit.Unlock()
	if f, ok := l.kit.filters[display]; ok {
		f.Send(objc.RegisterName("release"))
		delete(l.kit.filters, display)
	}
}

// told returns what an NSError says.
func told(no objc.ID) error {
	if no == 0 {
		return errors.New("macOS gives no picture, and no reason")
	}
	return errors.New(objc.Send[string](no.Send(objc.RegisterName("localizedDescription")), objc.RegisterName("UTF8String")))
}

// valueAt returns the pointer that lies at an address of a loaded library.
func valueAt(address uintptr) uintptr { return **(**uintptr)(unsafe.Pointer(&address)) }
