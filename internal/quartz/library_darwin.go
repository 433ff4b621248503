package quartz

import (
	"errors"
	"fmt"
	"image"
	"runtime"
	"sync"

	"github.com/ebitengine/purego"
)

// The numbers of the headers that are used here.
const (
	statePrivate  int32  = -1 // kCGEventSourceStatePrivate
	stateCombined int32  = 0  // kCGEventSourceStateCombinedSessionState
	hidTap        uint32 = 0  // kCGHIDEventTap
	sessionTap    uint32 = 1  // kCGSessionEventTap
	headInsert    uint32 = 0  // kCGHeadInsertEventTap
	listenOnly    uint32 = 1  // kCGEventTapOptionListenOnly

	fieldClickState uint32 = 1  // kCGMouseEventClickState
	fieldUserData   uint32 = 42 // kCGEventSourceUserData

	tapTimedOut  = ^Event(1)  // kCGEventTapDisabledByTimeout, 0xfffffffe
	tapSwitched  = ^Event(0)  // kCGEventTapDisabledByUserInput, 0xffffffff
	mostDisplays = uint32(32) // more than any Mac drives
	suppressFor  = float64(0) // seconds that the person's own events are held back
	leftButton   = uint32(0)  // kCGMouseButtonLeft
	frameworks   = "/System/Library/Frameworks/"
	graphics     = frameworks + "CoreGraphics.framework/CoreGraphics"
	foundation   = frameworks + "CoreFoundation.framework/CoreFoundation"
	services     = frameworks + "ApplicationServices.framework/ApplicationServices"
	captureKit   = frameworks + "ScreenCaptureKit.framework/ScreenCaptureKit"
	cocoa        = frameworks + "Foundation.framework/Foundation"
)

type size struct{ Width, Height float64 }

type rect struct {
	Origin Point
	Size   size
}

// library holds the functions. Those that an older system lacks are nil.
type library struct {
	release func(ref uintptr)

	sourceCreate      func(state int32) uintptr
	sourceSetInterval func(source uintptr, seconds float64)
	sourceSetUserData func(source uintptr, data int64)
	buttonState       func(state int32, button uint32) bool
	keyState          func(state int32, key uint16) bool

	eventCreate      func(source uintptr) uintptr
	eventCreateMouse func(source uintptr, kind uint32, at Point, button uint32) uintptr
	eventCreateKey   func(source uintptr, key uint16, down bool) uintptr
	eventSetInteger  func(event uintptr, field uint32, value int64)
	eventInteger     func(event uintptr, field uint32) int64
	eventLocation    func(event uintptr) Point
	eventPost        func(tap uint32, event uintptr)

	tapCreate     func(tap, place, options uint32, events uint64, callback, data uintptr) uintptr
	tapEnable     func(tap uintptr, on bool)
	portSource    func(allocator, port uintptr, order int) uintptr
	portClose     func(port uintptr)
	loopCurrent   func() uintptr
	loopAdd       func(loop, source, mode uintptr)
	loopRun       func()
	loopStop      func(loop uintptr)
	loopModes     uintptr
	preflightPost func() bool
	requestPost   func() bool
	preflightHear func() bool
	requestHear   func() bool
	preflightSee  func() bool
	requestSee    func() bool
	trusted       func() bool

	activeDisplays func(most uint32, ids *uint32, n *uint32) int32
	displayBounds  func(id uint32) rect
	mainDisplay    func() uint32
	displayMode    func(id uint32) uintptr
	modeRelease    func(mode uintptr)
	modePixelWidth func(mode uintptr) uint
	modeWidth      func(mode uintptr) uint

	pictures
}

// handles opens each framework once.
type handles map[string]uintptr

// bind looks one function up. Each is looked up by itself, since a newer system may lack one
// of an older and the other way round.
func (h handles) bind(framework, name string, function any) error {
	address, err := h.symbol(framework, name)
	if err != nil {
		return err
	}
	purego.RegisterFunc(function, address)
	return nil
}

// symbol returns the address of a name.
func (h handles) symbol(framework, name string) (uintptr, error) {
	if err := h.open(framework); err != nil {
		return 0, err
	}
	return purego.Dlsym(h[framework], name)
}

func (h handles) open(framework string) error {
	if _, ok := h[framework]; ok {
		return nil
	}
	handle, err := purego.Dlopen(framework, purego.RTLD_LAZY|purego.RTLD_GLOBAL)
	if err == nil {
		h[framework] = handle
	}
	return err
}

// Load binds the library of this system. It fails where one that nothing goes without is
// missing.
func Load() (Library, error) { return loaded() }

var loaded = sync.OnceValues(func() (Library, error) {
	l, h := &library{}, handles{}
	var missing []error
	for _, f := range []struct {
		framework, name string
		function        any
		optional        bool
	}{
		{foundation, "CFRelease", &l.release, false},
		{graphics, "CGEventSourceCreate", &l.sourceCreate, false},
		{graphics, "CGEventSourceSetLocalEventsSuppressionInterval", &l.sourceSetInterval, false},
		{graphics, "CGEventSourceSetUserData", &l.sourceSetUserData, false},
		{graphics, "CGEventSourceButtonState", &l.buttonState, false},
		{graphics, "CGEventSourceKeyState", &l.keyState, false},
		{graphics, "CGEventCreate", &l.eventCreate, false},
		{graphics, "CGEventCreateMouseEvent", &l.eventCreateMouse, false},
		{graphics, "CGEventCreateKeyboardEvent", &l.eventCreateKey, false},
		{graphics, "CGEventSetIntegerValueField", &l.eventSetInteger, false},
		{graphics, "CGEventGetIntegerValueField", &l.eventInteger, false},
		{graphics, "CGEventGetLocation", &l.eventLocation, false},
		{graphics, "CGEventPost", &l.eventPost, false},
		{graphics, "CGEventTapCreate", &l.tapCreate, true},
		{graphics, "CGEventTapEnable", &l.tapEnable, true},
		{foundation, "CFMachPortCreateRunLoopSource", &l.portSource, true},
		{foundation, "CFMachPortInvalidate", &l.portClose, true},
		{foundation, "CFRunLoopGetCurrent", &l.loopCurrent, true},
		{foundation, "CFRunLoopAddSource", &l.loopAdd, true},
		{foundation, "CFRunLoopRun", &l.loopRun, true},
		{foundation, "CFRunLoopStop", &l.loopStop, true},
		{graphics, "CGPreflightPostEventAccess", &l.preflightPost, true},
		{graphics, "CGRequestPostEventAccess", &l.requestPost, true},
		{graphics, "CGPreflightListenEventAccess", &l.preflightHear, true},
		{graphics, "CGRequestListenEventAccess", &l.requestHear, true},
		{graphics, "CGPreflightScreenCaptureAccess", &l.preflightSee, true},
		{graphics, "CGRequestScreenCaptureAccess", &l.requestSee, true},
		{services, "AXIsProcessTrusted", &l.trusted, true},
		{graphics, "CGGetActiveDisplayList", &l.activeDisplays, false},
		{graphics, "CGDisplayBounds", &l.displayBounds, false},
		{graphics, "CGMainDisplayID", &l.mainDisplay, false},
		{graphics, "CGDisplayCopyDisplayMode", &l.displayMode, false},
		{graphics, "CGDisplayModeRelease", &l.modeRelease, false},
		{graphics, "CGDisplayModeGetPixelWidth", &l.modePixelWidth, false},
		{graphics, "CGDisplayModeGetWidth", &l.modeWidth, false},
		{graphics, "CGColorSpaceCreateWithName", &l.colorSpace, false},
		{graphics, "CGBitmapContextCreate", &l.bitmap, false},
		{graphics, "CGContextDrawImage", &l.draw, false},
		{graphics, "CGContextRelease", &l.contextRelease, false},
		{graphics, "CGImageRelease", &l.imageRelease, false},
		{graphics, "CGDisplayCreateImageForRect", &l.displayImage, true},
	} {
		if err := h.bind(f.framework, f.name, f.function); err != nil && !f.optional {
			missing = append(missing, err)
		}
	}
	// Constants are found at the addresses of their names.
	for _, c := range []struct {
		framework, name string
		value           *uintptr
		optional        bool
	}{
		{foundation, "kCFRunLoopCommonModes", &l.loopModes, true},
		{graphics, "kCGColorSpaceSRGB", &l.sRGB, false},
	} {
		address, err := h.symbol(c.framework, c.name)
		if err == nil {
			*c.value = valueAt(address)
		} else if !c.optional {
			missing = append(missing, err)
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("macOS lacks what the mouse and the screen need: %w", errors.Join(missing...))
	}
	l.loadKit(h)
	return l, nil
})

func (l *library) Allowed(p Permission, ask bool) bool {
	has, request := l.preflightPost, l.requestPost
	switch p {
	case InputMonitoring:
		has, request = l.preflightHear, l.requestHear
	case ScreenRecording:
		has, request = l.preflightSee, l.requestSee
	}
	switch {
	case has == nil && p == Accessibility && l.trusted != nil:
		return l.trusted()
	case has == nil || has():
		return true // before macOS 10.15 nobody was asked
	case ask && request != nil:
		return request()
	}
	return false
}

func (l *library) NewSource(mark int64) (Source, error) {
	s := l.sourceCreate(statePrivate)
	if s == 0 {
		return 0, errors.New("macOS gives no source of events")
	}
	l.sourceSetInterval(s, suppressFor)
	l.sourceSetUserData(s, mark)
	return Source(s), nil
}

func (l *library) PostMouse(s Source, e Event, at Point) error {
	event := l.eventCreateMouse(uintptr(s), uint32(e), at, leftButton)
	if event == 0 {
		return errors.New("macOS makes no event of the mouse")
	}
	defer l.release(event)
	if e == LeftDown || e == LeftUp {
		l.eventSetInteger(event, fieldClickState, 1)
	}
	l.eventPost(hidTap, event)
	return nil
}

func (l *library) PostKey(s Source, code uint16, down bool) error {
	event := l.eventCreateKey(uintptr(s), code, down)
	if event == 0 {
		return errors.New("macOS makes no event of the keyboard")
	}
	defer l.release(event)
	l.eventPost(hidTap, event)
	return nil
}

func (l *library) Location() Point {
	event := l.eventCreate(0)
	if event == 0 {
		return Point{}
	}
	defer l.release(event)
	return l.eventLocation(event)
}

func (l *library) ButtonDown(button uint32) bool { return l.buttonState(stateCombined, button) }
func (l *library) KeyIsDown(code uint16) bool    { return l.keyState(stateCombined, code) }

// heard is who listens. There is one callback for the whole program, since their number is
// limited.
var (
	hearing  sync.Mutex
	heard    = map[uintptr]func(kind Event, event uintptr){}
	lastHear uintptr
	callback = sync.OnceValue(func() uintptr {
		return purego.NewCallback(func(_ uintptr, kind uint32, event, data uintptr) uintptr {
			hearing.Lock()
			f := heard[data]
			hearing.Unlock()
			if f != nil {
				f(Event(kind), event)
			}
			return event
		})
	})
)

func (l *library) Listen(kinds []Event, hear func(Event, int64)) (stop func(), err error) {
	if l.tapCreate == nil || l.tapEnable == nil || l.portSource == nil || l.portClose == nil ||
		l.loopCurrent == nil || l.loopAdd == nil || l.loopRun == nil || l.loopStop == nil || l.loopModes == 0 {
		return nil, errors.New("this macOS has no taps of events")
	}
	var mask uint64
	for _, k := range kinds {
		mask |= 1 << k
	}
	type opened struct {
		loop uintptr
		err  error
	}
	ready, done := make(chan opened), make(chan struct{})
	go func() {
		defer close(done)
		// A run loop belongs to a thread.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		var tap uintptr
		hearing.Lock()
		lastHear++
		data := lastHear
		heard[data] = func(kind Event, event uintptr) {
			if kind == tapTimedOut || kind == tapSwitched {
				l.tapEnable(tap, true)
				return
			}
			hear(kind, l.eventInteger(event, fieldUserData))
		}
		hearing.Unlock()
		defer func() {
			hearing.Lock()
			delete(heard, data)
			hearing.Unlock()
		}()
		if tap = l.tapCreate(sessionTap, headInsert, listenOnly, mask, callback(), data); tap == 0 {
			ready <- opened{err: errors.New("macOS lets this program hear no events of others")}
			return
		}
		defer l.release(tap)
		defer l.portClose(tap)
		source := l.portSource(0, tap, 0)
		if source == 0 {
			ready <- opened{err: errors.New("macOS gives no source for a tap of events")}
			return
		}
		defer l.release(source)
		loop := l.loopCurrent()
		l.loopAdd(loop, source, l.loopModes)
		ready <- opened{loop: loop}
		l.loopRun()
	}()
	o := <-ready
	if o.err != nil {
		return nil, o.err
	}
	var once sync.Once
	return func() {
		once.Do(func() { l.loopStop(o.loop) })
		<-done
	}, nil
}

func (l *library) Displays() ([]Display, error) {
	ids := make([]uint32, mostDisplays)
	var n uint32
	if code := l.activeDisplays(mostDisplays, &ids[0], &n); code != 0 || n == 0 {
		return nil, fmt.Errorf("macOS lists no displays (error %d)", code)
	}
	var ds []Display
	for _, id := range ids[:n] {
		b := l.displayBounds(id)
		d := Display{ID: id, Scale: 1, Main: id == l.mainDisplay(),
			Points: image.Rect(int(b.Origin.X), int(b.Origin.Y), int(b.Origin.X+b.Size.Width), int(b.Origin.Y+b.Size.Height))}
		if mode := l.displayMode(id); mode != 0 {
			if w := l.modeWidth(mode); w > 0 {
				d.Scale = float64(l.modePixelWidth(mode)) / float64(w)
			}
			l.modeRelease(mode)
		}
		ds = append(ds, d)
	}
	return ds, nil
}
