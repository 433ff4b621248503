package input

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	setWindowsHook    = user32.NewProc("SetWindowsHookExW")
	unhookWindowsHook = user32.NewProc("UnhookWindowsHookEx")
	callNextHook      = user32.NewProc("CallNextHookEx")
	getMessage        = user32.NewProc("GetMessageW")
	postThreadMessage = user32.NewProc("PostThreadMessageW")
)

const (
	hookKeyboard = 13
	hookMouse    = 14

	messageQuit       = 0x0012
	messageMove       = 0x0200
	messageKeyDown    = 0x0100
	messageSysKeyDown = 0x0104

	injected = 0x1 // of an event of the mouse that a program has made
)

// mouseEvent is MSLLHOOKSTRUCT, and keyEvent KBDLLHOOKSTRUCT.
type (
	mouseEvent struct {
		x, y        int32
		data, flags uint32
		time        uint32
		extra       uintptr
	}
	keyEvent struct {
		key, scan, flags, time uint32
		extra                  uintptr
	}
)

// listener hears of each event of mouse and keyboard on this desktop before any window does.
// Windows waits for it meanwhile, so all that it does is count.
type listener struct {
	wine   bool   // this is Wine
	thread uint32 // that hears
	ended  chan struct{}

	taken   atomic.Uint32 // the serial of the latest event of ours that Windows has taken
	aim     atomic.Uint64 // where the pointer was sent last; see packed
	echoes  atomic.Uint32 // counts the movements of others to just there
	heard   chan struct{} // has an element when any of these may have changed since it was looked at
	theirs  atomic.Uint64 // counts the events of the mouse that are not ours
	mu      sync.Mutex
	pressed func() // is called when Esc goes down; nil where nobody watches
}

// listeners holds the listener of each thread that hears: Windows calls back on that thread
// and has nothing else to tell them apart by.
var listeners sync.Map // uint32 -> *listener

// Windows keeps callbacks for ever, so there is one of each for all listeners.
var (
	mouseCallback = sync.OnceValue(func() uintptr { return windows.NewCallback(onMouse) })
	keyCallback   = sync.OnceValue(func() uintptr { return windows.NewCallback(onKey) })
)

// listen begins to hear. It returns an error of Windows.
func listen() (*listener, error) {
	l := &listener{ended: make(chan struct{}), heard: make(chan struct{}, 1)}
	l.wine = windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() == nil
	began := make(chan error)
	go l.hear(began)
	return l, <-began
}

// hear hears until close is called. It tells began whether it can.
func (l *listener) hear(began chan<- error) {
	// Hooks belong to a thread, which ends with this.
	runtime.LockOSThread()
	defer close(l.ended)
	l.thread = windows.GetCurrentThreadId()
	listeners.Store(l.thread, l)
	defer listeners.Delete(l.thread)
	var program windows.Handle // that has the callbacks
	if err := windows.GetModuleHandleEx(0, nil, &program); err != nil {
		began <- err
		return
	}
	for kind, callback := range map[uintptr]uintptr{hookMouse: mouseCallback(), hookKeyboard: keyCallback()} {
		hook, _, err := setWindowsHook.Call(kind, callback, uintptr(program), 0)
		if hook == 0 {
			began <- err
			return
		}
		defer unhookWindowsHook.Call(hook)
	}
	began <- nil
	var message [64]byte // MSG has 48
	for {
		// It is where Windows calls back; the one message that it returns for is the last.
		if more, _, _ := getMessage.Call(uintptr(unsafe.Pointer(&message)), 0, 0, 0); int32(more) <= 0 {
			return
		}
	}
}

// close ends the listening.
func (l *listener) close() {
	_, _, _ = postThreadMessage.Call(uintptr(l.thread), messageQuit, 0, 0)
	<-l.ended
}

// mark returns what an event of ours carries.
func (l *listener) mark(serial uint16) uintptr {
	return uintptr(windows.GetCurrentProcessId())<<16 | uintptr(serial)
}

// await waits until done holds after an event was heard, and tells whether it does in time.
func (l *listener) await(atMost time.Duration, done func() bool) bool {
	late := time.NewTimer(atMost)
	defer late.Stop()
	for !done() {
		select {
		case <-l.heard:
		case <-late.C:
			return false
		}
	}
	return true
}

// onEscape has pressed called, at most once, when Esc goes down.
func (l *listener) onEscape(pressed func()) (stop func()) {
	var once sync.Once
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pressed = func() { once.Do(func() { go pressed() }) }
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.pressed = nil
	}
}

func onMouse(code int32, message uintptr, e *mouseEvent) uintptr {
	if l := hearing(); l != nil && code >= 0 {
		switch {
		case e.extra&^0xffff == l.mark(0):
			l.take(e.extra)
		case l.wine && e.flags&injected != 0:
			// Wine's own, after a click.
		case message == messageMove && packed(e.x, e.y) == l.aim.Load():
			// Nobody has moved the pointer who leaves it where it is.
			l.echoes.Add(1)
			l.poke()
		default:
			l.theirs.Add(1)
		}
	}
	return passOn(code, message, unsafe.Pointer(e))
}

// packed returns a point as one number.
func packed(x, y int32) uint64 { return uint64(uint32(x))<<32 | uint64(uint32(y)) }

func onKey(code int32, message uintptr, e *keyEvent) uintptr {
	if l := hearing(); l != nil && code >= 0 {
		down := message == messageKeyDown || message == messageSysKeyDown
		if e.extra&^0xffff == l.mark(0) {
			l.take(e.extra)
		} else if down && e.key == keyEscape {
			l.mu.Lock()
			if l.pressed != nil {
				l.pressed()
			}
			l.mu.Unlock()
		}
	}
	return passOn(code, message, unsafe.Pointer(e))
}

// take notes that Windows has taken an event of ours.
func (l *listener) take(extra uintptr) {
	l.taken.Store(uint32(extra & 0xffff))
	l.poke()
}

// poke wakes who waits.
func (l *listener) poke() {
	select {
	case l.heard <- struct{}{}:
	default: // it is to be looked at already
	}
}

// hearing returns the listener of this thread.
func hearing() *listener {
	l, _ := listeners.Load(windows.GetCurrentThreadId())
	h, _ := l.(*listener)
	return h
}

func passOn(code int32, message uintptr, e unsafe.Pointer) uintptr {
	r, _, _ := callNextHook.Call(0, uintptr(code), message, uintptr(e))
	return r
}
