package main

import (
	"encoding/json"
	"fmt"
	"image"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/windows"

	"autoqueens/internal/dpi"
)

var (
	user32           = windows.NewLazySystemDLL("user32.dll")
	registerClass    = user32.NewProc("RegisterClassExW")
	createWindow     = user32.NewProc("CreateWindowExW")
	defWindowProc    = user32.NewProc("DefWindowProcW")
	getMessage       = user32.NewProc("GetMessageW")
	dispatchMessage  = user32.NewProc("DispatchMessageW")
	postMessage      = user32.NewProc("PostMessageW")
	setWindowPos     = user32.NewProc("SetWindowPos")
	adjustWindowRect = user32.NewProc("AdjustWindowRect")
	invalidateRect   = user32.NewProc("InvalidateRect")
	updateWindow     = user32.NewProc("UpdateWindow")
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
	messageLeftDown        = 0x0201
	messageLeftUp          = 0x0202
	messageLeftDouble      = 0x0203
	messageOrder           = 0x8000 // WM_APP: an order has come

	styleCaption    = 0x00c80000 // a title and a menu of the system
	showAndNoResize = 0x0040     // SWP_SHOWWINDOW
)

// window is the one window of the process. Everything but orders is of one thread.
type window struct {
	handle uintptr
	game   *game
	orders chan order
	tell   *json.Encoder
}

var the window

func main() {
	runtime.LockOSThread() // messages of a window come to the thread that made it
	dpi.Aware()
	the = window{orders: make(chan order), tell: json.NewEncoder(os.Stdout)}
	if err := the.open(); err != nil {
		fmt.Fprintln(os.Stderr, "nativegame:", err)
		os.Exit(1)
	}
	go the.hear()
	var message [64]byte // MSG has 48
	for {
		if more, _, _ := getMessage.Call(uintptr(unsafe.Pointer(&message)), 0, 0, 0); int32(more) <= 0 {
			return
		}
		_, _, _ = dispatchMessage.Call(uintptr(unsafe.Pointer(&message)))
	}
}

// hear hands on orders until there are no more.
func (w *window) hear() {
	for in := json.NewDecoder(os.Stdin); ; {
		var o order
		if err := in.Decode(&o); err != nil {
			os.Exit(0)
		}
		_, _, _ = postMessage.Call(w.handle, messageOrder, 0, 0)
		w.orders <- o
	}
}

func (w *window) open() error {
	name, err := windows.UTF16PtrFromString("nativegame")
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

// receive is the window procedure.
func receive(handle, message, wide, long uintptr) uintptr {
	w := &the
	switch message {
	case messageOrder:
		w.obey(<-w.orders)
	case messagePaint:
		w.paint()
	case messageEraseBackground:
		return 1 // all of it is painted
	case messageLeftDown, messageLeftDouble:
		if w.game != nil {
			w.game.press(place(long))
		}
		_, _, _ = setCapture.Call(handle)
	case messageLeftUp:
		_, _, _ = releaseCapture.Call()
		if w.game == nil {
			break
		}
		for _, e := range w.game.release(place(long)) {
			w.say(e)
		}
		_, _, _ = invalidateRect.Call(handle, 0, 0)
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

// obey deals a board and moves the window.
func (w *window) obey(o order) {
	if o.Size > 0 {
		g, err := deal(o)
		if err != nil {
			fmt.Fprintln(os.Stderr, "nativegame:", err)
			os.Exit(1)
		}
		w.game = g
	}
	if w.game == nil {
		return
	}
	side := w.game.picture().Rect
	frame := struct{ left, top, right, bottom int32 }{0, 0, int32(side.Dx()), int32(side.Dy())}
	_, _, _ = adjustWindowRect.Call(uintptr(unsafe.Pointer(&frame)), styleCaption, 0)
	_, _, _ = setWindowPos.Call(w.handle, 0, uintptr(o.At.X), uintptr(o.At.Y),
		uintptr(frame.right-frame.left), uintptr(frame.bottom-frame.top), showAndNoResize)
	_, _, _ = invalidateRect.Call(w.handle, 0, 0)
	_, _, _ = updateWindow.Call(w.handle)
	if o.Size > 0 {
		w.say(event{Event: "ready", Cell: -1})
	}
}

func (w *window) paint() {
	var area [80]byte // PAINTSTRUCT has 72
	device, _, _ := beginPaint.Call(w.handle, uintptr(unsafe.Pointer(&area)))
	defer endPaint.Call(w.handle, uintptr(unsafe.Pointer(&area)))
	if w.game == nil {
		return
	}
	img := w.game.picture()
	for p := img.Pix; len(p) >= 4; p = p[4:] {
		p[0], p[2] = p[2], p[0] // Windows has blue first
	}
	width, height := img.Rect.Dx(), img.Rect.Dy()
	header := struct { // BITMAPINFOHEADER
		size                         uint32
		width, height                int32
		planes, bits                 uint16
		compression, bytes           uint32
		perMetreX, perMetreY         int32
		colorsUsed, colorsOfInterest uint32
	}{40, int32(width), int32(-height), 1, 32, 0, 0, 0, 0, 0, 0}
	_, _, _ = setPixels.Call(device, 0, 0, uintptr(width), uintptr(height), 0, 0, 0, uintptr(height),
		uintptr(unsafe.Pointer(&img.Pix[0])), uintptr(unsafe.Pointer(&header)), 0)
}

func (w *window) say(e event) {
	if err := w.tell.Encode(e); err != nil {
		os.Exit(0) // nobody listens any more
	}
}
