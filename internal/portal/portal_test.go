//go:build linux

package portal

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"golang.org/x/sys/unix"

	"autoqueens/internal/desk"
	"autoqueens/internal/fault"
	"autoqueens/internal/portal/portaltest"
)

// serve starts a portal on a bus and opens it.
func serve(t *testing.T, bus *desk.Bus, answer func(portaltest.Request)) (*portaltest.Portal, *Portal) {
	t.Helper()
	served, err := portaltest.Start(bus.Address(), 2, answer)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { served.Close() })
	p, err := Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return served, p
}

// shot is a picture like a desktop's of two monitors: in the gap between them
// nothing is drawn.
func shot() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 60, 40))
	for y := range 40 {
		for x := range 60 {
			if x < 25 || x >= 30 && y >= 10 {
				img.SetNRGBA(x, y, color.NRGBA{uint8(4 * x), uint8(6 * y), 200, 255})
			}
		}
	}
	return img
}

// write writes a picture to a file, over what is in it.
func write(t *testing.T, path string, img image.Image) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Error(err)
		return
	}
	if err := errors.Join(png.Encode(file, img), file.Close()); err != nil {
		t.Error(err)
	}
}

func address(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// wantFault checks an error that ends the program.
func wantFault(t *testing.T, err error, words string) {
	t.Helper()
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind != fault.NoAccess || f.Advice == "" || !strings.Contains(f.What, words) {
		t.Errorf("error %#v, want one that says %q", err, words)
	}
}

// TestScreenshot: the picture is as the desktop wrote it, on black, and its file
// is gone, whenever the answer comes and whatever the request is called.
func TestScreenshot(t *testing.T) {
	for _, tt := range []struct {
		name  string
		old   bool
		later bool
	}{{"at once", false, false}, {"later", false, true}, {"an old portal", true, true}} {
		t.Run(tt.name, func(t *testing.T) {
			bus := portaltest.OnBus(t)
			path := filepath.Join(t.TempDir(), "Bildschirmfoto von gestern, 100 %.png")
			served, p := serve(t, bus, func(r portaltest.Request) {
				if r.Interactive {
					t.Error("the person was to choose something")
				}
				answer := func() {
					write(t, path, shot())
					if err := r.Grant(address(path)); err != nil {
						t.Error(err)
					}
				}
				if tt.later {
					time.AfterFunc(20*time.Millisecond, answer)
				} else {
					answer()
				}
			})
			served.Old.Store(tt.old)
			if p.Version() != 2 {
				t.Errorf("version %d", p.Version())
			}
			for range 3 {
				img, err := p.Screenshot(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				want := shot()
				if img.Rect != want.Rect || !img.Opaque() {
					t.Fatalf("a picture of %v, opaque %v", img.Rect, img.Opaque())
				}
				for y := range 40 {
					for x := range 60 {
						c := want.NRGBAAt(x, y)
						if got := img.RGBAAt(x, y); got != (color.RGBA{c.R, c.G, c.B, 255}) {
							t.Fatalf("pixel %d,%d is %v, want %v", x, y, got, c)
						}
					}
				}
				if exists(path) {
					t.Error("the file was left behind")
				}
			}
		})
	}
}

// TestFiles: a file that is not surely the portal's stays, and what is no picture
// of a screen is refused.
func TestFiles(t *testing.T) {
	plain := func(t *testing.T, path string) string {
		write(t, path, shot())
		return address(path)
	}
	text := func(words string) func(*testing.T, string) string {
		return func(t *testing.T, path string) string {
			if err := os.WriteFile(path, []byte(words), 0o600); err != nil {
				t.Error(err)
			}
			return address(path)
		}
	}
	check := func(t *testing.T, err error) {
		if err != nil {
			t.Error(err)
		}
	}
	for _, tt := range []struct {
		name   string
		before func(t *testing.T, path string)
		during func(t *testing.T, path string) (uri string)
		words  string // of the error; empty where it is read
		stays  bool
	}{
		{name: "made for the call", during: plain},
		{name: "there before, and written over", before: func(t *testing.T, path string) { write(t, path, shot()) }, during: plain, stays: true},
		{name: "another file's second name", stays: true, during: func(t *testing.T, path string) string {
			write(t, path, shot())
			check(t, os.Link(path, path+" too"))
			return address(path)
		}},
		{name: "moved there from before", stays: true, before: func(t *testing.T, path string) { write(t, path+".old", shot()) },
			during: func(t *testing.T, path string) string {
				check(t, os.Rename(path+".old", path))
				return address(path)
			}},
		{name: "this machine by name", during: func(t *testing.T, path string) string {
			return strings.Replace(plain(t, path), "file://", "file://localhost", 1)
		}},
		{name: "a link", words: "no ordinary file", stays: true, during: func(t *testing.T, path string) string {
			write(t, path+".png", shot())
			check(t, os.Symlink(path+".png", path))
			return address(path)
		}},
		{name: "a pipe", words: "no ordinary file", stays: true, during: func(t *testing.T, path string) string {
			check(t, unix.Mkfifo(path, 0o600))
			return address(path)
		}},
		{name: "a folder", words: "it is a folder", stays: true, during: func(t *testing.T, path string) string {
			check(t, os.Mkdir(path, 0o700))
			return address(path)
		}},
		{name: "no picture", words: "unknown format", stays: true, during: text("Dear diary")},
		{name: "cut off", words: "not enough pixel data", stays: true, during: func(t *testing.T, path string) string {
			write(t, path, shot())
			check(t, os.Truncate(path, 60))
			return address(path)
		}},
		// The head of a PNG of 2^20 x 2^20 pixels.
		{name: "enormous", words: "too large", stays: true,
			during: text("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x10\x00\x00\x00\x10\x00\x00\x08\x02\x00\x00\x00\xc4\x4a\x37\x92")},
		{name: "empty", words: "format", stays: true, during: text("")},
		{name: "not there", words: "no such file", during: func(t *testing.T, path string) string { return address(path) }},
		{name: "of another machine", words: "no file on this machine", stays: true, during: func(t *testing.T, path string) string {
			return strings.Replace(plain(t, path), "file://", "file://elsewhere", 1)
		}},
		{name: "on the web", words: "no file on this machine", during: func(*testing.T, string) string { return "https://example.org/a.png" }},
		{name: "a path alone", words: "no file on this machine", stays: true, during: func(t *testing.T, path string) string {
			plain(t, path)
			return path
		}},
		{name: "of another machine's share", words: "no file on this machine", during: func(*testing.T, string) string { return "file://127.0.0.1/a" }},
		{name: "a relative path", words: "no file on this machine", stays: true, during: func(t *testing.T, path string) string {
			plain(t, path)
			return "file:shot"
		}},
		{name: "of a terminal's commands", words: `"file:///tmp/%1b[2J%0aall%20is%20well" is no file`, during: func(*testing.T, string) string {
			return "file:///tmp/%1b[2J%0aall%20is%20well"
		}},
		{name: "with an end within", words: "no file on this machine", stays: true, during: func(t *testing.T, path string) string {
			return plain(t, path) + "%00.png"
		}},
		{name: "longer than any path", words: "no file on this machine", during: func(*testing.T, string) string {
			return "file:///" + strings.Repeat("a/", 1<<20)
		}},
		{name: "a device", words: "no ordinary file", during: func(*testing.T, string) string { return "file:///dev/zero" }},
		{name: "another user's", words: "unknown format", during: func(*testing.T, string) string { return "file:///etc/passwd" }},
		{name: "larger than any picture", words: "too large", stays: true, during: func(t *testing.T, path string) string {
			write(t, path, shot())
			check(t, os.Truncate(path, 1<<40))
			return address(path)
		}},
		{name: "kept from others", words: "temporarily unavailable", stays: true, during: func(t *testing.T, path string) string {
			write(t, path, shot())
			lease(t, path)
			return address(path)
		}},
		{name: "nonsense", words: "no address", during: func(*testing.T, string) string { return "file://%zz" }},
		{name: "nothing", words: "names no picture", during: func(*testing.T, string) string { return "" }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bus := portaltest.OnBus(t)
			path := filepath.Join(t.TempDir(), "shot")
			if tt.before != nil {
				tt.before(t, path)
				// Until the clock of the file system shows a later time: some write down a finer
				// one than it shows, and a busy machine is late with its ticks.
				for made := time.Now(); !fileClock().After(made); {
					time.Sleep(time.Millisecond)
				}
			}
			_, p := serve(t, bus, func(r portaltest.Request) {
				if err := r.Grant(tt.during(t, path)); err != nil {
					t.Error(err)
				}
			})
			_, err := p.Screenshot(t.Context())
			if tt.words != "" {
				wantFault(t, err, tt.words)
			} else if err != nil {
				t.Error(err)
			}
			if exists(path) != tt.stays {
				t.Errorf("the file is there: %v, want %v", exists(path), tt.stays)
			}
		})
	}
}

// lease keeps everybody who opens a file waiting, for most of a minute.
func lease(t *testing.T, path string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err == nil {
		t.Cleanup(func() { file.Close() })
		_, err = unix.FcntlInt(file.Fd(), unix.F_SETLEASE, unix.F_WRLCK)
	}
	if err != nil {
		t.Skip("this file system takes no leases:", err)
	}
}

// TestMadeBetween: a file that seems to be of the future is older than it says,
// where the clock was set back since.
func TestMadeBetween(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "made"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	now := time.Now()
	if !madeBetween(file, now.Add(-time.Hour), now) {
		t.Skip("this file system does not tell when a file was created")
	}
	if madeBetween(file, now.Add(-2*time.Hour), now.Add(-time.Hour)) || madeBetween(file, now.Add(time.Hour), now.Add(2*time.Hour)) {
		t.Error("a file of another time was made between two times")
	}
}

// TestStrangeAnswers: what is not of the types that the interface has is no picture.
func TestStrangeAnswers(t *testing.T) {
	none := map[string]dbus.Variant{}
	uri := func(v any) map[string]dbus.Variant { return map[string]dbus.Variant{"uri": dbus.MakeVariant(v)} }
	for _, tt := range []struct {
		name  string
		body  []any
		words string
	}{
		{"nothing", nil, "makes no sense"},
		{"a code alone", []any{uint32(0)}, "makes no sense"},
		{"something more", []any{uint32(0), none, "and"}, "makes no sense"},
		{"a code that would be cut to 0", []any{uint64(1) << 32, uri("file:///")}, "makes no sense"},
		{"a code in words", []any{"0", uri("file:///")}, "makes no sense"},
		{"results of another type", []any{uint32(0), map[string]string{"uri": "file:///"}}, "makes no sense"},
		{"a list", []any{uint32(0), []string{"file:///"}}, "makes no sense"},
		{"no address", []any{uint32(0), none}, "names no picture"},
		{"a number", []any{uint32(0), uri(int32(47))}, "names no picture"},
		{"bytes", []any{uint32(0), uri([]byte("file:///"))}, "names no picture"},
		{"an answer in an answer", []any{uint32(0), uri(dbus.MakeVariant("file:///"))}, "names no picture"},
		{"a list of addresses", []any{uint32(0), uri([]string{"file:///"})}, "names no picture"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, p := serve(t, portaltest.OnBus(t), func(r portaltest.Request) {
				if err := r.Emit(tt.body...); err != nil {
					t.Error(err)
				}
			})
			_, err := p.Screenshot(t.Context())
			wantFault(t, err, tt.words)
		})
	}
}

// TestAnswersTwice: the first answer counts, and the second is not taken for that to
// the next request.
func TestAnswersTwice(t *testing.T) {
	dir := t.TempDir()
	var calls atomic.Int32
	_, p := serve(t, portaltest.OnBus(t), func(r portaltest.Request) {
		n := calls.Add(1)
		for i, path := range []string{"first", "second"} {
			path = filepath.Join(dir, path)
			write(t, path, image.NewGray(image.Rect(0, 0, int(n), 1+i)))
			if err := r.Grant(address(path)); err != nil {
				t.Error(err)
			}
		}
	})
	for n := range 3 {
		img, err := p.Screenshot(t.Context())
		if err != nil || img.Rect.Size() != image.Pt(n+1, 1) {
			t.Fatalf("call %d: %v, %v", n+1, img, err)
		}
		if exists(filepath.Join(dir, "first")) || !exists(filepath.Join(dir, "second")) {
			t.Error("not the file of the first answer was removed")
		}
	}
}

// TestAnotherRequest: an answer to a request that somebody else made is none.
func TestAnotherRequest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shot")
	_, p := serve(t, portaltest.OnBus(t), func(r portaltest.Request) {
		write(t, path, shot())
		r.Path += "x"
		if err := r.Grant(address(path)); err != nil {
			t.Error(err)
		}
	})
	p.ask = 50 * time.Millisecond
	_, err := p.Screenshot(t.Context())
	wantFault(t, err, "did not hand over")
	if !exists(path) {
		t.Error("somebody else's file was removed")
	}
}

// TestTakeEnds: nobody waits for the file of a picture longer than asked.
func TestTakeEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shot")
	write(t, path, shot())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 100 {
		if _, err := take(ctx, address(path), time.Now()); errors.Is(err, context.Canceled) {
			return
		}
	}
	t.Error("the file was read to its end although nobody waited for it")
}

func TestDeclined(t *testing.T) {
	for code, words := range map[uint32]string{1: "declined", 2: "does not let this program", 77: "does not let this program"} {
		_, p := serve(t, portaltest.OnBus(t), func(r portaltest.Request) {
			if err := r.Answer(code, nil); err != nil {
				t.Error(err)
			}
		})
		_, err := p.Screenshot(t.Context())
		wantFault(t, err, words)
	}
}

// TestNobodyAnswers: the question to the person is taken back when the time is
// up, and when the caller stops waiting.
func TestNobodyAnswers(t *testing.T) {
	for _, ending := range []string{"the time is up", "the caller stops"} {
		t.Run(ending, func(t *testing.T) {
			asked := make(chan portaltest.Request, 1)
			_, p := serve(t, portaltest.OnBus(t), func(r portaltest.Request) { asked <- r })
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			stop := errors.New("enough")
			if ending == "the time is up" {
				p.ask = 50 * time.Millisecond
			}
			done := make(chan error, 1)
			go func() {
				_, err := p.Screenshot(ctx)
				done <- err
			}()
			r := <-asked
			if ending == "the caller stops" {
				cancel(stop)
				if err := <-done; err != stop {
					t.Errorf("%v, want the cause", err)
				}
			} else {
				wantFault(t, <-done, "did not hand over")
			}
			<-r.Closed
		})
	}
}

// TestPortalEnds: nobody waits for an answer that cannot come.
func TestPortalEnds(t *testing.T) {
	for _, ending := range []string{"the portal", "the bus", "our own end"} {
		t.Run(ending, func(t *testing.T) {
			bus := portaltest.OnBus(t)
			asked := make(chan struct{})
			served, p := serve(t, bus, func(portaltest.Request) { close(asked) })
			go func() {
				<-asked
				switch ending {
				case "the portal":
					served.Close()
				case "the bus":
					bus.Close()
				default:
					p.Close()
				}
			}()
			_, err := p.Screenshot(t.Context())
			wantFault(t, err, "could not be asked")
			if _, err := p.Screenshot(t.Context()); err == nil {
				t.Error("a picture from nowhere")
			}
		})
	}
}

// TestOthersAnswer: only the portal's own answer counts, though anybody on the
// bus can send one.
func TestOthersAnswer(t *testing.T) {
	bus := portaltest.OnBus(t)
	stranger, err := dbus.Connect(bus.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer stranger.Close()
	forged, real := filepath.Join(t.TempDir(), "forged.png"), filepath.Join(t.TempDir(), "real.png")
	write(t, forged, image.NewGray(image.Rect(0, 0, 5, 5)))
	_, p := serve(t, bus, func(r portaltest.Request) {
		results := map[string]dbus.Variant{"uri": dbus.MakeVariant(address(forged))}
		if err := stranger.Emit(r.Path, request+".Response", uint32(0), results); err != nil {
			t.Error(err)
		}
		// The bus has passed it on when it answers the next thing.
		if err := stranger.BusObject().Call("org.freedesktop.DBus.GetId", 0).Err; err != nil {
			t.Error(err)
		}
		write(t, real, shot())
		if err := r.Grant(address(real)); err != nil {
			t.Error(err)
		}
	})
	img, err := p.Screenshot(t.Context())
	if err != nil || img.Rect != shot().Rect {
		t.Errorf("%v, %v", img, err)
	}
	if !exists(forged) {
		t.Error("somebody else's file was removed")
	}
}

// TestSeveralAtOnce: callers get their pictures one after the other.
func TestSeveralAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "out.png") // the same each time, as some desktops do it
	_, p := serve(t, portaltest.OnBus(t), func(r portaltest.Request) {
		write(t, path, shot())
		if err := r.Grant(address(path)); err != nil {
			t.Error(err)
		}
	})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if img, err := p.Screenshot(t.Context()); err != nil || img.Rect != shot().Rect {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if exists(path) {
		t.Error("the file was left behind")
	}
}

// TestOpenRefuses: sessions without a portal, or with half of one, are told so.
func TestOpenRefuses(t *testing.T) {
	for _, tt := range []struct {
		name  string
		make  func(t *testing.T)
		words string
	}{
		{"no bus", func(t *testing.T) { t.Setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:") }, "no message bus"},
		{"a bus that is gone", func(t *testing.T) { portaltest.OnBus(t).Close() }, "no message bus"},
		{"no portal", func(t *testing.T) { portaltest.OnBus(t) }, "no desktop portal"},
		{"a portal without pictures", func(t *testing.T) {
			served, err := portaltest.Start(portaltest.OnBus(t).Address(), 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { served.Close() })
		}, "takes no pictures"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.make(t)
			p, err := Open(t.Context())
			if err == nil {
				p.Close()
			}
			wantFault(t, err, tt.words)
		})
	}
}

// TestBusHangs: a bus that takes connections and says nothing holds nobody up
// who wants to stop.
func TestBusHangs(t *testing.T) {
	bus := portaltest.OnBus(t)
	bus.Suspend()
	stop := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(20*time.Millisecond, func() { cancel(stop) })
	if _, err := Open(ctx); err != stop {
		t.Errorf("%v, want the cause", err)
	}
	limited, done := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer done()
	if _, err := connect(limited); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want the end of the time", err)
	}
}

// FuzzPicture reads what the answer of a portal may name and hold: the picture is
// opaque and begins at 0,0, or there is none.
func FuzzPicture(f *testing.F) {
	var small, photo bytes.Buffer
	if err := errors.Join(png.Encode(&small, shot()), jpeg.Encode(&photo, shot(), nil)); err != nil {
		f.Fatal(err)
	}
	for _, uri := range []string{"file:///tmp/a%20b.png", "file://localhost/a", "file://elsewhere/a", "file:a", "https://a/b", "%", "", "file:///%00"} {
		f.Add(uri, small.Bytes(), uint32(0), []byte(nil))
	}
	for at := range uint32(12) {
		f.Add("file:///a", small.Bytes(), 5*at, []byte{0xff})
		f.Add("file:///a", photo.Bytes(), 50*at, []byte{0xff, 0xc0})
	}
	path := filepath.Join(f.TempDir(), "picture")
	f.Fuzz(func(t *testing.T, uri string, data []byte, at uint32, with []byte) {
		if named, err := localPath(uri); err == nil && !filepath.IsAbs(named) {
			t.Errorf("%q is the file %q", uri, named)
		}
		data = bytes.Clone(data)
		if int(at) < len(data) {
			copy(data[at:], with)
		}
		const most = 1 << 20 // it would take long to draw a larger one
		if c, _, err := image.DecodeConfig(bytes.NewReader(data)); err == nil && float64(c.Width)*float64(c.Height) > most {
			return
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if img, err := decode(t.Context(), file); err == nil && (img.Rect.Min != image.Point{} || !img.Opaque()) {
			t.Errorf("a picture of %v, opaque %v", img.Rect, img.Opaque())
		}
	})
}
