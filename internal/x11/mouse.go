//go:build cgo && linux

package x11

// How is the mouse asked and moved? Through libxcb. The packages that capture and
// listen speak to the server through xgb, whose goroutines pass every request and
// every answer on. Here the calling thread writes the request and reads the answer
// itself, which takes less than half as long (BenchmarkAnswer). A page that is being
// clicked on leaves no processor idle, and each goroutine that has to be woken waits
// for one.

/*
#cgo LDFLAGS: -lxcb
#include <stdlib.h>
#include <sys/uio.h>
#include <xcb/xcb.h>
#include <xcb/xcbext.h>

// queue adds a request whose body is in one piece, and returns its number.
static unsigned int queue(xcb_connection_t *c, int flags, const xcb_protocol_request_t *request, void *body, size_t length) {
	struct iovec parts[4] = { [2] = { .iov_base = body, .iov_len = length } }; // libxcb uses the two before it
	return xcb_send_request(c, flags, parts + 2, request);
}

static xcb_extension_t xtest = { "XTEST", 0 };

// fake_input queues a request of version 2 of the XTEST extension. Its library
// is a package of its own, for this one request.
static void fake_input(xcb_connection_t *c, uint8_t type, uint8_t detail, xcb_window_t root, int16_t x, int16_t y) {
	static const xcb_protocol_request_t request = { .count = 2, .ext = &xtest, .opcode = 2, .isvoid = 1 };
	struct {
		uint8_t major, minor; // libxcb fills them in, and the length
		uint16_t length;
		uint8_t type, detail;
		uint16_t pad0;
		uint32_t time;
		xcb_window_t root;
		uint8_t pad1[8];
		int16_t x, y;
		uint8_t pad2[7], device;
	} body = { .type = type, .detail = detail, .root = root, .x = x, .y = y };
	queue(c, 0, &request, &body, sizeof body);
}

static xcb_extension_t xinput = { "XInputExtension", 0 };

// Of the X Input extension, version 2. Its library is another package of its own.
enum { select_events = 46, query_version = 47, raw_button_press = 15, raw_motion = 17 };

// raw_events returns the number that the extension has where the server tells of what a
// mouse does even while a client has grabbed it, and 0 where it does not: from version 2.1
// on it tells clients that have asked for that version.
static int raw_events(xcb_connection_t *c) {
	static const xcb_protocol_request_t request = { .count = 2, .ext = &xinput, .opcode = query_version };
	struct { uint8_t major, minor; uint16_t length, wanted_major, wanted_minor; } body = { .wanted_major = 2, .wanted_minor = 1 };
	struct { uint8_t type, minor; uint16_t sequence; uint32_t length; uint16_t has_major, has_minor; } *r;
	const xcb_query_extension_reply_t *extension = xcb_get_extension_data(c, &xinput);
	if (extension == NULL || !extension->present)
		return 0;
	xcb_generic_error_t *refused = NULL;
	r = xcb_wait_for_reply(c, queue(c, XCB_REQUEST_CHECKED, &request, &body, sizeof body), &refused);
	int has = r != NULL && (r->has_major > 2 || (r->has_major == 2 && r->has_minor >= 1));
	free(r);
	free(refused);
	return has ? extension->major_opcode : 0;
}

// heed queues the request to tell of each button that is pressed, and of each movement that a mouse
// makes, or no longer of those.
static void heed(xcb_connection_t *c, xcb_window_t root, int moves) {
	static const xcb_protocol_request_t request = { .count = 2, .ext = &xinput, .opcode = select_events, .isvoid = 1 };
	struct {
		uint8_t major, minor;
		uint16_t length;
		xcb_window_t window;
		uint16_t masks, pad;
		uint16_t device, words; // of the one mask that follows; device 1 is whatever moves a pointer
		uint32_t mask;
	} body = { .window = root, .masks = 1, .device = 1, .words = 1 };
	uint8_t *mask = (uint8_t *)&body.mask; // in this order whatever the machine's
	mask[raw_button_press / 8] |= 1 << raw_button_press % 8;
	if (moves)
		mask[raw_motion / 8] |= 1 << raw_motion % 8;
	queue(c, 0, &request, &body, sizeof body);
}

// forget frees what the server tells every client, such as that the mapping of
// the keyboard has changed. It returns the number of the first error among it,
// 0 where there is none, sets moved where a mouse was moved after the request of
// number last, and before the next one, and adds the buttons that were pressed to presses.
// raw is the number that raw_events has returned.
static int forget(xcb_connection_t *c, int raw, unsigned int last, int *moved, int *presses) {
	int error = 0;
	xcb_generic_event_t *e;
	while ((e = xcb_poll_for_queued_event(c)) != NULL) {
		if (e->response_type == 0 && error == 0)
			error = ((xcb_generic_error_t *)e)->error_code;
		if (e->response_type == XCB_GE_GENERIC) {
			xcb_ge_generic_event_t *g = (xcb_ge_generic_event_t *)e;
			if (g->extension == raw && g->event_type == raw_motion && g->full_sequence == last)
				*moved = 1;
			if (g->extension == raw && g->event_type == raw_button_press)
				++*presses;
		}
		free(e);
	}
	return error;
}
*/
import "C"

import (
	"errors"
	"fmt"
	"image"
	"unsafe"
)

// Mouse is the mouse of an X server, over a connection of its own. It is not for several goroutines at once.
type Mouse struct {
	c      *C.xcb_connection_t
	root   C.xcb_window_t
	unseen C.xcb_window_t // a window of its own that is on no screen
	raw    C.int          // what raw_events has returned
	// The number of the question of the latest Guard, and whether a mouse was moved
	// after it and before what came next.
	guard C.uint
	moved bool

	presses uint64 // of any button that the server has told of, by whomever
	own     uint64 // of them, and of those that it will tell of, that were made for whoever holds the Mouse
	others  uint64 // as many as it was ever certain that somebody else has made
}

// Pointer is what the server says of the mouse at one moment.
type Pointer struct {
	At    image.Point // on the root window, in its pixels
	Mask  uint16      // the buttons and modifiers that are down, as in the X protocol
	Child uint32      // the child of the root window that the pointer is in, 0 for none
	// Elsewhere tells that it is on another screen of the server, on whose root window At is then.
	Elsewhere bool
	// Grabbed tells that a client has the mouse to itself, as for a menu that is open;
	// false where that was not asked.
	Grabbed bool
}

// Question is one that was asked and is to be answered.
type Question struct {
	where C.xcb_query_pointer_cookie_t
	grab  C.xcb_grab_pointer_cookie_t // 0 where that is not asked
}

// OpenMouse connects to the server and the screen that DISPLAY names.
func OpenMouse() (*Mouse, error) {
	var number C.int
	c := &Mouse{c: C.xcb_connect(nil, &number)}
	if err := c.broken(); err != nil {
		c.Close()
		return nil, err
	}
	screens := C.xcb_setup_roots_iterator(C.xcb_get_setup(c.c))
	for ; number > 0 && screens.rem > 1; number-- {
		C.xcb_screen_next(&screens)
	}
	c.root = screens.data.root
	c.unseen = C.xcb_generate_id(c.c)
	C.xcb_create_window(c.c, 0, c.unseen, c.root, 0, 0, 1, 1, 0, C.XCB_WINDOW_CLASS_INPUT_ONLY, 0, 0, nil)
	if c.raw = C.raw_events(c.c); c.raw != 0 {
		c.heed(false)
	}
	return c, nil
}

// Close frees the connection. Nothing may be called after it.
func (c *Mouse) Close() { C.xcb_disconnect(c.c) }

// Ask queues the question where the pointer is.
func (c *Mouse) Ask() Question { return Question{where: C.xcb_query_pointer(c.c, c.root)} }

// AskGrabbed is Ask, and the question whether a client has grabbed the pointer.
//
// No request asks the latter. A grab for a window that is not to be seen is always
// refused, so that nobody notices it, and the server says that somebody else has the
// mouse before it says that there is no such window on the screen.
func (c *Mouse) AskGrabbed() Question {
	const async = C.XCB_GRAB_MODE_ASYNC
	grab := C.xcb_grab_pointer(c.c, 0, c.unseen, 0, async, async, C.XCB_NONE, C.XCB_NONE, C.XCB_CURRENT_TIME)
	q := c.Ask()
	q.grab = grab
	return q
}

// Guards tells whether Guard may be called: the server has version 2.1 of the X Input
// extension, as servers have since 2011.
func (c *Mouse) Guards() bool { return c.raw != 0 }

// Guard is Ask, and notices where a mouse is moved after the server has answered it and
// before it does what is queued next, as another client or a person may do. [Mouse.Moved]
// tells; Unguard ends it.
//
// The server tells of such a movement with the number of the request that it has done
// last. What this connection moves has another one.
func (c *Mouse) Guard() Question {
	c.heed(true)
	q := c.Ask()
	c.guard, c.moved = q.where.sequence, false
	return q
}

// Unguard queues that the server tells of movements no longer. Nobody would read it until
// the next question.
func (c *Mouse) Unguard() { c.heed(false) }

// Moved tells what Guard has noticed, once a question that was asked later is answered.
func (c *Mouse) Moved() bool { return c.moved }

func (c *Mouse) heed(moves bool) {
	on := C.int(0)
	if moves {
		on = 1
	}
	C.heed(c.c, c.root, on)
}

// Answer sends what is queued and waits for the answer to a question. The server has
// then done all that was queued before the question, in that order. It returns an
// error where the server is gone, or has refused something of it.
func (c *Mouse) Answer(q Question) (Pointer, error) {
	var refused *C.xcb_generic_error_t
	r := C.xcb_query_pointer_reply(c.c, q.where, &refused)
	defer C.free(unsafe.Pointer(r))
	defer C.free(unsafe.Pointer(refused))
	grabbed := false
	if q.grab.sequence != 0 { // it was asked before, so that the answer is there
		grab := C.xcb_grab_pointer_reply(c.c, q.grab, nil)
		grabbed = grab != nil && grab.status == C.XCB_GRAB_STATUS_ALREADY_GRABBED
		C.free(unsafe.Pointer(grab))
	}
	moved := C.int(0)
	presses := C.int(0)
	number := C.forget(c.c, c.raw, c.guard, &moved, &presses)
	c.moved = c.moved || moved != 0
	// Of those that were made for us some may still be told of.
	if c.presses += uint64(presses); c.presses > c.own {
		c.others = max(c.others, c.presses-c.own)
	}
	switch {
	case refused != nil:
		return Pointer{}, refusal(C.int(refused.error_code))
	case r == nil:
		if err := c.broken(); err != nil {
			return Pointer{}, err
		}
		return Pointer{}, errors.New("the X server did not answer")
	case number != 0:
		return Pointer{}, refusal(number)
	}
	return Pointer{
		At: image.Pt(int(r.root_x), int(r.root_y)), Mask: uint16(r.mask), Child: uint32(r.child),
		Elsewhere: r.same_screen == 0,
		Grabbed:   grabbed,
	}, nil
}

// Shift queues a move of the pointer by so many pixels from where it is.
func (c *Mouse) Shift(by image.Point) {
	C.xcb_warp_pointer(c.c, C.XCB_NONE, C.XCB_NONE, 0, 0, 0, 0, C.int16_t(by.X), C.int16_t(by.Y))
}

// Fake queues an event as if the mouse had made it: kind is that of the core
// protocol (press, release or motion), detail the physical button, at the place that
// a motion goes to on the root window. Without the XTEST extension the connection
// breaks.
func (c *Mouse) Fake(kind, detail byte, at image.Point) {
	if kind == C.XCB_BUTTON_PRESS {
		c.Owns()
	}
	C.fake_input(c.c, C.uint8_t(kind), C.uint8_t(detail), c.root, C.int16_t(at.X), C.int16_t(at.Y))
}

// Owns notes that a button is about to be pressed over another connection for whoever holds the Mouse.
func (c *Mouse) Owns() { c.own++ }

// Others returns how many presses of a button, turns of a wheel included, the server has told of with the latest answer that
// are not the Mouse's own, of a pointer that rests too; 0 for ever where Guards is false.
func (c *Mouse) Others() uint64 { return c.others }

// Send sends what is queued, without waiting for anything.
func (c *Mouse) Send() error {
	C.xcb_flush(c.c)
	return c.broken()
}

// broken returns why nothing can come over the connection any more, nil while it can.
func (c *Mouse) broken() error {
	switch n := C.xcb_connection_has_error(c.c); n {
	case 0:
		return nil
	case C.XCB_CONN_ERROR:
		return errors.New("the connection was closed")
	default:
		return fmt.Errorf("libxcb gave the connection up with number %d", n)
	}
}

func refusal(number C.int) error {
	return fmt.Errorf("the X server refused a request with error %d", number)
}
