// Package calibratepage shows what calibrate found, in a page on this machine,
// and lets the person correct it, test it, and save it.
//
//	screen -> calibrate.Survey -> [page <-> person] -> calibrate.Profile
//
// The pictures were taken before the page opened, because its window may cover
// the game. They stay in memory. Nothing here moves or clicks the mouse: the
// page only tells where the person has it. Whoever saves (Options.Keep) checks
// the mapping with the pointer first.
//
// A page that shows a board is itself something that a player could take for the
// game. So the pictures are taken off the page before the screen is captured
// again, and when the page is done.
//
// What a page sends is small and not kept, and loopback.Listen bounds how many
// requests there are at once, of which one at a time captures or reads. So the
// memory holds the last pictures and those that are just taken, and for each
// request a picture as PNG at the most.
package calibratepage

import (
	"context"
	"crypto/rand"
	"image"
	"net"
	"net/http"
	"sync"
	"time"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/loopback"
)

// Options are what the page needs of the machine, and what it begins with.
type Options struct {
	Source calibrate.Source
	// Pointer returns where the mouse pointer is, in pointer points.
	Pointer func() (image.Point, error)
	// Keep checks a profile and saves it. It returns the words for the person.
	Keep func(ctx context.Context, p *calibrate.Profile, found calibrate.Found) (string, error)
	// Tell says how things go beside the page, on one line, strangers that were
	// turned away included; nil says nothing.
	Tell func(line string)

	Name   string          // of the profile that is proposed
	Clicks int             // to a queen, 0 for those of the profile that is there, or the usual number
	Pace   string          // empty likewise
	Region image.Rectangle // that is proposed first, in capture pixels; empty for none

	// Away is how long the page may be closed before the server ends, 0 for 30
	// seconds; Unseen how long the first page may take to come, 0 for 15 minutes.
	Away, Unseen time.Duration
}

// What ends the page beside a saved profile and the end of its context.
var (
	ErrCancelled error = fault.New(fault.Stopped, "stopped on the page: nothing was saved",
		"run `autoqueens calibrate` again when you are ready")
	ErrClosed error = fault.New(fault.Stopped, "the page was closed: nothing was saved",
		"run `autoqueens calibrate` again, and save before you close the page")
	ErrUnseen error = fault.New(fault.Stopped, "no browser has opened the page: nothing was saved",
		"run `autoqueens calibrate --no-page`, show the board with --point, or write the page to a file with --page-file")
)

// Server serves the page. Its methods may be called from several goroutines.
type Server struct {
	opts     Options
	listener net.Listener
	http     *http.Server
	token    string
	done     chan struct{} // closed when the outcome is known
	seen     chan struct{} // closed when the first page is there
	ctx      context.Context

	// One picture is read at a time, which takes all of the machine, and one is
	// encoded. Both are locked before pictures are taken up: requests that wait
	// must not hold old ones.
	reading, encoding sync.Mutex

	mu      sync.Mutex
	shot    *shot
	streams map[chan event]bool
	away    *time.Timer // ends the server; runs while no page is open
	test    *test       // nil while none was started
	latest  *event      // of the test
	saving  bool
	ended   bool
	outcome error
	words   string // for the page, when it is over
}

// Start takes the pictures, reads them, and serves the page until it is over;
// see Wait. It must be closed. The errors are *fault.Error.
func Start(ctx context.Context, opts Options) (*Server, error) {
	if opts.Away == 0 {
		opts.Away = 30 * time.Second
	}
	if opts.Unseen == 0 {
		opts.Unseen = 15 * time.Minute
	}
	if opts.Tell == nil {
		opts.Tell = func(string) {}
	}
	s := &Server{
		opts: opts, ctx: ctx, token: rand.Text(),
		done: make(chan struct{}), seen: make(chan struct{}), streams: make(map[chan event]bool),
	}
	err := s.capture(ctx)
	if err != nil {
		return nil, err
	}
	s.listener, err = loopback.Listen(ctx, loopback.FreePort, func(line string) { opts.Tell("Note      " + line) })
	if err != nil {
		return nil, fault.Wrap(err, fault.KindOf(err), "the page cannot be served: "+err.Error(),
			"calibrate without a page: autoqueens calibrate --no-page")
	}
	guard := loopback.Guard{Hosts: []string{s.listener.Addr().String()}, PostOrigin: true}
	s.http = loopback.NewServer(guard.Wrap(s.routes()))
	s.mu.Lock()
	s.away = time.AfterFunc(opts.Unseen, func() { s.end(ErrUnseen, "") })
	s.mu.Unlock()
	go func() { _ = s.http.Serve(s.listener) }() // returns when Close is called
	return s, nil
}

// URL returns the address of the page. Whoever knows it can use the page.
func (s *Server) URL() string {
	return "http://" + s.listener.Addr().String() + "/" + s.token + "/"
}

// Seen is closed when a browser shows the page.
func (s *Server) Seen() <-chan struct{} { return s.seen }

// Wait waits until the page is over: nil means that a profile was saved. Else
// the error is ErrCancelled, ErrClosed, ErrUnseen, or why ctx ended.
func (s *Server) Wait(ctx context.Context) error {
	select {
	case <-s.done:
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.outcome
	case <-ctx.Done():
		s.end(context.Cause(ctx), "")
		return context.Cause(ctx)
	}
}

// Close ends the server. Answers under way get a moment to arrive. It may be
// called more than once.
func (s *Server) Close() error {
	s.end(ErrClosed, "")
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if s.http.Shutdown(ctx) != nil {
		_ = s.http.Close()
	}
	return nil
}

// end makes it over, once, and tells the pages, which then show no picture any
// more.
func (s *Server) end(outcome error, words string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	s.ended, s.outcome, s.words = true, outcome, words
	if s.words == "" && outcome != nil {
		s.words = "The program has ended: " + outcome.Error() + "."
	}
	if s.away != nil {
		s.away.Stop()
	}
	if s.test != nil {
		s.test.stop()
	}
	close(s.done)
}

// open counts a page that is there, and returns how to count it out.
func (s *Server) open() (events chan event, leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// A page that is slow misses places of the pointer, of which the next one
	// is as good.
	events = make(chan event, 16)
	s.streams[events] = true
	if s.test != nil && s.latest != nil {
		events <- *s.latest // what a page has missed that comes in the middle of a test
	}
	s.away.Stop()
	select {
	case <-s.seen:
	default:
		close(s.seen)
	}
	return events, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.streams, events)
		if len(s.streams) == 0 && !s.ended {
			s.away = time.AfterFunc(s.opts.Away, func() { s.end(ErrClosed, "") })
		}
	}
}

// send tells every page.
func (s *Server) send(e event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.latest = &e
	for stream := range s.streams {
		select {
		case stream <- e:
		default:
		}
	}
}
