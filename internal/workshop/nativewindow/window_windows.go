// Package nativewindow is a window of Windows that shows a picture and tells what is done to
// it: something to click in for tests, under Wine or on Windows.
package nativewindow

import (
	"fmt"
	"image"
	"runtime"
	"unsafe"

	"golang.org/x/sys/windows"

	"autoqueens/internal/dpi"
)

// Kind is what was done to a window.
type Kind string

// The kinds.
const (
	Down  Kind = "down"  // the left button went down
	Up    Kind = "up"    // and came up
	Moved Kind = "moved" // the pointer was moved, over the window or with its button down
	Typed Kind = "typed" // a key went down
)

// Event is something that was done to a window.
type Event struct {
	Kind Kind
	At   image.Point // pixels of the picture; means nothing of a key
	Key  uint16      // the virtual key
}

// Window is on the screen until the process ends.
type Window struct {
	handle uintptr
	hear   func(Event)
	shows  chan showing
	shown  chan struct{}
	img    *image.RGBA // what is in it, of the window's thread
}

type showing struct {
	img *image.RGBA
	at  image.Point
}

var (
	user32           = windows.NewLazySystemDLL("user32.dll")
	registerClass    = user32.NewProc("RegisterClassExW")
	createWindow     = user32.NewProc("CreateWindowExW")
	defWindowProc    = user32.NewProc("DefWindowProcW")
	getMessage       = user32.NewProc("GetMessageW")
	dispatchMessage  = user32.NewProc("DispatchMessageW")
	postMessage      = user32.NewProc("PostMessageW")
	setWindowPos     = user32.NewProc("SetWindowPos")
	setForeground    = user32.NewProc("SetForegroundWindow")
	adjustWindowRect = user32.NewProc("AdjustWindowRect")
	invalidateRect   = user32.NewProc("InvalidateRect")
	updateWindow     = user32.NewProc("UpdateWindow")
	clientToScreen   = user32.NewProc("ClientToScreen")
	beginPaint       = user32.NewProc("BeginPaint")
	endPaint         = user32.NewProc("EndPaint")
	setCapture       = user32.NewProc("SetCapture")
	releaseCapture   = user32.NewProc("ReleaseCapture")
	setPixels        = windows.NewLazySystemDLL("gdi32.dll").NewProc("SetDIBitsToDevice")
)

// Messages and styles, under Microsoft's names in words.
const (
	messagePaint           = 0x000f
	messageEraseBackground = 0x0014
	messageKeyDown         = 0x0100
	messageMoved           = 0x0200
	messageLeftDown        = 0x0201
	messageLeftUp          = 0x0202
	messageLeftDouble      = 0x0203
	messageShow            = 0x8000 // WM_APP: there is something to show

	styleCaption = 0x00c80000 // a title and a menu of the system
	showWindow   = 0x0040
)

// the is the one window of a process: Windows calls back without telling whose it is.
var the *Window

// Open makes the window of this process, which has to be its only one, and has hear called
// for each event, on the window's thread: the window waits meanwhile.
func Open(hear func(Event)) (*Window, error) {
	dpi.Aware()
	w := &Window{hear: hear, shows: make(chan showing), shown: make(chan struct{})}
	if the != nil {
		return nil, fmt.Errorf("there is a window already")
	}
	the = w
	opened := make(chan error)
	go func() {
		runtime.LockOSThread() // messages of a window come to the thread that made it
		err := w.open()
		opened <- err
		var message [64]byte // MSG has 48
		for err == nil {
			if more, _, _ := getMessage.Call(uintptr(unsafe.Pointer(&message)), 0, 0, 0); int32(more) <= 0 {
				return
			}
			_, _, _ = dispatchMessage.Call(uintptr(unsafe.Pointer(&message)))
		}
	}()
	return w, <-opened
}

func (w *Window) open() error {
	name, err := windows.UTF16PtrFromString("native window")
	if err != nil {
		return err
	}
	class := struct { // WNDCLASSEXW
		size, style                        uint32
		procedure                          uintptr
		classExtra, windowExtra            int32
		instance, icon, cursor, background uintptr
		menu, name                         *uint16
		smallIcon                          uintptr
	}{procedure: windows.NewCallback(receive), name: name}
	class.size = uint32(unsafe.Sizeof(class))
	if ok, _, err := registerClass.Call(uintptr(unsafe.Pointer(&class))); ok == 0 {
		return err
	}
	w.handle, _, err = createWindow.Call(0, uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(name)), styleCaption,
		0, 0, 100, 100, 0, 0, 0, 0)
	if w.handle == 0 {
		return err
	}
	return nil
}

// Show puts a picture into the window, which takes its size and goes to a place: that of its
// corner, in pixels of the desktop. It returns when the picture has been drawn. The picture is
// the window's from then on; nil leaves the one that is there. It must not be called by what
// hears; that changes the picture with Draw.
func (w *Window) Show(img *image.RGBA, at image.Point) {
	_, _, _ = postMessage.Call(w.handle, messageShow, 0, 0)
	w.shows <- showing{img, at}
	<-w.shown
}

// Draw has another picture of the same size drawn soon. It is for what hears.
func (w *Window) Draw(img *image.RGBA) {
	w.img = img
	_, _, _ = invalidateRect.Call(w.handle, 0, 0)
}

// Corner returns where on the desktop the picture's corner is.
func (w *Window) Corner() image.Point {
	var p struct{ X, Y int32 }
	_, _, _ = clientToScreen.Call(w.handle, uintptr(unsafe.Pointer(&p)))
	return image.Pt(int(p.X), int(p.Y))
}

// receive is the window procedure.
func receive(handle, message, wide, long uintptr) uintptr {
	w := the
	switch message {
	case messageShow:
		w.show(<-w.shows)
		w.shown <- struct{}{}
	case messagePaint:
		w.paint()
	case messageEraseBackground:
		return 1 // all of it is painted
	case messageLeftDown, messageLeftDouble:
		_, _, _ = setCapture.Call(handle)
		w.hear(Event{Kind: Down, At: place(long)})
	case messageLeftUp:
		_, _, _ = releaseCapture.Call()
		w.hear(Event{Kind: Up, At: place(long)})
	case messageMoved:
		w.hear(Event{Kind: Moved, At: place(long)})
	case messageKeyDown:
		w.hear(Event{Kind: Typed, Key: uint16(wide)})
	default:
		r, _, _ := defWindowProc.Call(handle, message, wide, long)
		return r
	}
	return 0
}

// place takes the pixel of a message apart.
func place(long uintptr) image.Point {
	return image.Pt(int(int16(long)), int(int16(long>>16)))
}

func (w *Window) show(s showing) {
	if s.img != nil {
		w.img = s.img
	}
	if w.img == nil {
		return
	}
	frame := struct{ left, top, right, bottom int32 }{0, 0, int32(w.img.Rect.Dx()), int32(w.img.Rect.Dy())}
	_, _, _ = adjustWindowRect.Call(uintptr(unsafe.Pointer(&frame)), styleCaption, 0)
	_, _, _ = setWindowPos.Call(w.handle, 0, uintptr(s.at.X), uintptr(s.at.Y),
		uintptr(frame.right-frame.left), uintptr(frame.bottom-frame.top), showWindow)
	_, _, _ = setForeground.Call(w.handle)
	_, _, _ = invalidateRect.Call(w.handle, 0, 0)
	_, _, _ = updateWindow.Call(w.handle)
}

func (w *Window) paint() {
	var area [80]byte // PAINTSTRUCT has 72
	device, _, _ := beginPaint.Call(w.handle, uintptr(unsafe.Pointer(&area)))
	defer endPaint.Call(w.handle, uintptr(unsafe.Pointer(&area)))
	if w.img == nil {
		return
	}
	width, height := w.img.Rect.Dx(), w.img.Rect.Dy()
	pixels := make([]byte, 0, 4*width*height)
	for p := w.img.Pix; len(p) >= 4; p = p[4:] {
		pixels = append(pixels, p[2], p[1], p[0], p[3]) // Windows has blue first
	}
	header := struct { // BITMAPINFOHEADER
		size                         uint32
		width, height                int32
		planes, bits                 uint16
		compression, bytes           uint32
		perMetreX, perMetreY         int32
		colorsUsed, colorsOfInterest uint32
	}{40, int32(width), int32(-height), 1, 32, 0, 0, 0, 0, 0, 0}
	_, _, _ = setPixels.Call(device, 0, 0, uintptr(width), uintptr(height), 0, 0, 0, uintptr(height),
		uintptr(unsafe.Pointer(&pixels[0])), uintptr(unsafe.Pointer(&header)), 0)
}
