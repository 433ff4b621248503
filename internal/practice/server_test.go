package practice

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"autoqueens/internal/fault"
	"autoqueens/internal/loopback"
	"autoqueens/solver"
	"autoqueens/solver/games"
)

func start(t *testing.T, opts Options) *Server {
	t.Helper()
	s, err := Start(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func TestStartRefuses(t *testing.T) {
	noBoard := func(int, uint64) (*solver.Board, solver.Placement, error) {
		return nil, nil, errors.New("none today")
	}
	for name, test := range map[string]struct {
		opts Options
		want string
	}{
		"small":         {Options{Size: MinSize - 1}, "not 4"},
		"large":         {Options{Size: MaxSize + 1}, "not 15"},
		"every address": {Options{Addr: ":0"}, "this machine only"},
		"any address":   {Options{Addr: "0.0.0.0:0"}, "this machine only"},
		"outside":       {Options{Addr: "192.0.2.1:0"}, "this machine only"},
		"outside IPv6":  {Options{Addr: "[2001:db8::1]:0"}, "this machine only"},
		"name":          {Options{Addr: "example.org:80"}, "this machine only"},
		"no port":       {Options{Addr: "127.0.0.1"}, "host:port"},
		"bad port":      {Options{Addr: "127.0.0.1:99999"}, "cannot listen"},
		"share":         {Options{Trouble: Trouble{DropClicks: 1.5}}, "1.5"},
		"locked":        {Options{Size: 6, Locked: 7}, "7 queens"},
		"no board":      {Options{Supply: noBoard}, "none today"},
		"opening": {Options{Opening: func(*solver.Board, solver.Placement) []solver.Mark {
			return make([]solver.Mark, 3)
		}}, "3 cells of 64"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Start(t.Context(), test.opts)
			if err == nil {
				s.Close()
				t.Fatal("it started")
			}
			f, ok := errors.AsType[*fault.Error](err)
			if !ok || f.Advice == "" || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %q (%T), want advice and %q", err, err, test.want)
			}
		})
	}
}

func TestPortInUse(t *testing.T) {
	s := start(t, Options{})
	if _, err := Start(t.Context(), Options{Addr: s.listener.Addr().String()}); err == nil {
		t.Error("two servers listen on one port")
	}
}

// ask sends one request; a body makes it a POST of JSON.
func ask(t *testing.T, s *Server, path, body string, change func(*http.Request)) (int, string, http.Header) {
	t.Helper()
	method, reader := http.MethodGet, io.Reader(nil)
	if body != "" {
		method, reader = http.MethodPost, strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL()+path, reader)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if change != nil {
		change(r)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text), response.Header
}

func TestRequests(t *testing.T) {
	s := start(t, Options{})
	open, rep := s.token+"/open", s.token+"/report"
	host := func(h string) func(*http.Request) { return func(r *http.Request) { r.Host = h } }
	header := func(k, v string) func(*http.Request) { return func(r *http.Request) { r.Header.Set(k, v) } }
	for name, test := range map[string]struct {
		path, body string
		change     func(*http.Request)
		want       int
	}{
		"page":                     {"", "", nil, 200},
		"script":                   {"main.js", "", nil, 200},
		"style":                    {"board.css", "", nil, 200},
		"raw page":                 {"index.html", "", nil, 404},
		"no such file":             {"nothing.js", "", nil, 404},
		"out of the page":          {"..%2fhttp.go", "", nil, 404},
		"open":                     {open, "{}", nil, 200},
		"open by GET":              {open, "", nil, 405},
		"wrong token":              {"guess/open", "{}", nil, 404},
		"no token":                 {"open", "{}", nil, 405},
		"by localhost":             {"", "", host(strings.Replace(s.listener.Addr().String(), "127.0.0.1", "localhost", 1)), 421},
		"by localhost, from there": {open, "{}", header("Origin", strings.Replace(strings.TrimSuffix(s.URL(), "/"), "127.0.0.1", "localhost", 1)), 403},
		"other host":               {"", "", host("evil.example"), 421},
		"other port":               {"", "", host("127.0.0.1:1"), 421},
		"own origin":               {open, "{}", header("Origin", strings.TrimSuffix(s.URL(), "/")), 200},
		"other origin":             {open, "{}", header("Origin", "http://evil.example"), 403},
		"null origin":              {open, "{}", header("Origin", "null"), 403},
		"form":                     {open, "{}", header("Content-Type", "text/plain"), 415},
		"no JSON":                  {rep, "x", nil, 400},
		"wrong types":              {rep, `{"session":"a"}`, nil, 400},
		"too large":                {rep, `{"x":"` + strings.Repeat("a", maxReport) + `"}`, nil, 413},
		"unknown session":          {rep, `{"session":999,"events":[]}`, nil, 410},
		"no such size":             {open, `{"size":99}`, nil, 422},
	} {
		t.Run(name, func(t *testing.T) {
			got, text, h := ask(t, s, test.path, test.body, test.change)
			if got != test.want {
				t.Errorf("status %d, want %d: %s", got, test.want, text)
			}
			kinds := map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}
			if kind := kinds[path.Ext(test.path)]; got == 200 && kind != "" && h.Get("Content-Type") != kind {
				t.Errorf("the file is of type %s", h.Get("Content-Type"))
			}
			if got != 421 && got != 403 && h.Get("Content-Security-Policy") != loopback.Policy {
				t.Error("no content security policy")
			}
		})
	}
}

// The page names nothing outside itself.
func TestPageIsWhole(t *testing.T) {
	s := start(t, Options{})
	_, page, _ := ask(t, s, "", "", nil)
	if !strings.Contains(page, s.token) {
		t.Error("the page has no token")
	}
	files, err := pageFiles.ReadDir("page")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := pageFiles.ReadFile("page/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		text = bytes.ReplaceAll(text, []byte("http://www.w3.org/2000/svg"), nil)
		for _, outside := range []string{"http:", "https:", "//cdn", "@import"} {
			if bytes.Contains(text, []byte(outside)) {
				t.Errorf("%s holds %q", f.Name(), outside)
			}
		}
	}
}

// fakePage reports as the page does, without a browser.
type fakePage struct {
	*testing.T
	s       *Server
	session int
	seq     int
}

func load(t *testing.T, s *Server, r openRequest) *fakePage {
	t.Helper()
	id, _, err := s.open(r)
	if err != nil {
		t.Fatal(err)
	}
	return &fakePage{t, s, id, 0}
}

func (p *fakePage) send(events ...Event) acknowledgement {
	p.Helper()
	for i := range events {
		events[i].Seq = p.seq
		p.seq++
	}
	ack, err := p.s.take(report{Session: p.session, Events: events})
	if err != nil {
		p.Fatal(err)
	}
	return ack
}

// queens marks a placement.
func queens(p solver.Placement) []Event {
	var events []Event
	for row, col := range p {
		events = append(events, Event{Kind: Marked, Cell: row*len(p) + col, To: solver.Queen, Clock: float64(row)})
	}
	return events
}

func text(p solver.Placement) string {
	rows := make([]string, len(p))
	for row, col := range p {
		rows[row] = strings.Repeat(".", col) + "Q" + strings.Repeat(".", len(p)-col-1)
	}
	return strings.Join(rows, "")
}

func TestVerdict(t *testing.T) {
	type step func(solution solver.Placement) []Event
	won := func(clock float64) step {
		return func(p solver.Placement) []Event { return []Event{{Kind: Won, Marks: text(p), Clock: clock}} }
	}
	for name, test := range map[string]struct {
		opts    Options
		steps   []step
		problem string
	}{
		"right":        {Options{}, []step{queens, won(1234)}, ""},
		"nothing set":  {Options{}, []step{won(5)}, "other marks"},
		"not followed": {Options{}, []step{func(p solver.Placement) []Event { return queens(p)[1:] }, won(5)}, "other marks"},
		"off the board": {Options{}, []step{queens, func(solver.Placement) []Event {
			return []Event{{Kind: Marked, Cell: 64, To: solver.Queen}}
		}, won(5)}, "cell 64"},
		"wrong before": {Options{}, []step{queens, func(p solver.Placement) []Event {
			return []Event{{Kind: Marked, Cell: p[0], From: solver.Cross, To: solver.Queen}}
		}, won(5)}, "did not have"},
		"locked": {Options{Locked: 1}, []step{func(p solver.Placement) []Event {
			return append([]Event{{Kind: Marked, Cell: p[0], From: solver.Queen}}, queens(p)...)
		}, won(5)}, "locked"},
		"too few": {Options{}, []step{func(p solver.Placement) []Event {
			e := queens(p)[1:]
			return append(e, Event{Kind: Won, Marks: "........" + text(p)[8:]})
		}}, "row 1 has no queen"},
	} {
		t.Run(name, func(t *testing.T) {
			test.opts.Seed = 3
			s := start(t, test.opts)
			p := load(t, s, openRequest{})
			p.send(Event{Kind: Ready})
			for _, step := range test.steps {
				p.send(step(s.game.solution)...)
			}
			r, err := s.WaitWon(t.Context())
			if (err != nil) != (test.problem != "") || !strings.Contains(r.Problem, test.problem) {
				t.Fatalf("problem %q (%v), want %q", r.Problem, err, test.problem)
			}
			if test.problem == "" && (r.Clock != 1234*time.Millisecond || r.Size != 8 || r.Seed != 3 || r.Session != 1) {
				t.Errorf("result %+v", r)
			}
		})
	}
}

// TestCrowned takes the picture that shows the finished board: once it is gold and stands still, or
// the last from before the card.
func TestCrowned(t *testing.T) {
	// A frame is what the screen shows when it is captured, and what the page reports after that.
	type frame struct {
		shows  byte // a grey
		report Kind
	}
	const early, late, gold, card = 1, 2, 3, 4
	for name, test := range map[string]struct {
		frames []frame
		want   byte
	}{
		"gold":                {[]frame{{late, ""}, {late, Gilded}, {gold, ""}, {gold, ""}}, gold},
		"gold drawn late":     {[]frame{{late, ""}, {late, Gilded}, {late, ""}, {gold, ""}, {gold, ""}}, gold},
		"the card at once":    {[]frame{{early, ""}, {late, ""}, {card, Carded}}, late},
		"the card after gold": {[]frame{{early, Gilded}, {gold, ""}, {card, Carded}}, gold},
		"already covered":     {[]frame{{card, Carded}}, card},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, Options{Size: 5})
			p := load(t, s, openRequest{})
			p.send(Event{Kind: Ready})
			taken := 0
			img, err := s.Crowned(t.Context(), func() (*image.RGBA, error) {
				f := test.frames[min(taken, len(test.frames)-1)]
				taken++
				if f.report != "" {
					p.send(Event{Kind: f.report})
				}
				return &image.RGBA{Pix: []byte{f.shows}}, nil
			})
			if err != nil || img.Pix[0] != test.want || taken != len(test.frames) {
				t.Errorf("the picture shows %d after %d were taken, %v; want %d after %d", img.Pix[0], taken, err, test.want, len(test.frames))
			}
		})
	}
}

// A claimed win on marks that break a rule is no win.
func TestVerdictBreaksRule(t *testing.T) {
	s := start(t, Options{Size: 5})
	p := load(t, s, openRequest{})
	straight := solver.Placement{0, 1, 2, 3, 4}
	p.send(append(queens(straight), Event{Kind: Won, Marks: text(straight)})...)
	if r, err := s.WaitWon(t.Context()); err == nil {
		t.Errorf("queens that touch won: %+v", r)
	}
}

func TestReportsTwiceAndWithGaps(t *testing.T) {
	s := start(t, Options{})
	p := load(t, s, openRequest{})
	batch := []Event{{Seq: 0, Kind: Opened}, {Seq: 1, Kind: Ready}}
	for range 3 { // the same batch again, as after a lost answer
		ack, err := s.take(report{Session: p.session, Events: batch})
		if err != nil || ack.Next != 2 || !ack.Current {
			t.Fatalf("%+v %v", ack, err)
		}
	}
	ack, _ := s.take(report{Session: p.session, Events: []Event{{Seq: 4, Kind: Down}}})
	if ack.Next != 2 {
		t.Errorf("an event after a gap was taken: next is %d", ack.Next)
	}
	ack, _ = s.take(report{Session: p.session, Events: []Event{{Seq: 1, Kind: Ready}, {Seq: 2, Kind: Down}, {Seq: 3, Kind: Up}, {Seq: 4, Kind: Click}}})
	if ack.Next != 5 {
		t.Errorf("next is %d, want 5", ack.Next)
	}
	var kinds []Kind
	for _, e := range s.Log() {
		kinds = append(kinds, e.Kind)
	}
	if diff := cmp.Diff([]Kind{Opened, Ready, Down, Up, Click}, kinds); diff != "" {
		t.Error(diff)
	}
}

func TestNewestPageCounts(t *testing.T) {
	s := start(t, Options{})
	first := load(t, s, openRequest{})
	first.send(Event{Kind: Ready}, Event{Kind: Marked, Cell: 3, To: solver.Cross, Clock: 50})
	second := load(t, s, openRequest{})
	if s.State().Phase != Splash {
		t.Errorf("the phase is %v before the new page has painted", s.State().Phase)
	}
	if ack := first.send(Event{Kind: Marked, Cell: 4, To: solver.Queen}); ack.Current {
		t.Error("the old page is told that it counts")
	}
	second.send(Event{Kind: Ready})
	st := s.State()
	if st.Session != 2 || st.Phase != Playing || st.Board.Marks[3] != solver.Cross || st.Board.Marks[4] != solver.Empty || st.Clock != 50*time.Millisecond {
		t.Errorf("state %+v", st)
	}
	// The log keeps both apart.
	log := s.Log()
	if e := log[2]; e.Session != 1 || e.Cell != 4 {
		t.Errorf("event %+v", e)
	}
}

func TestNextBoard(t *testing.T) {
	s := start(t, Options{Size: 6, Seed: 10, Boards: 2})
	load(t, s, openRequest{})
	load(t, s, openRequest{Step: "next", From: 1})
	// The button pressed twice, or in two pages, does not skip a board.
	load(t, s, openRequest{Step: "next", From: 1})
	if st := s.State(); st.Seed != 11 {
		t.Errorf("seed %d, want 11", st.Seed)
	}
	if _, _, err := s.open(openRequest{Step: "next", From: 3}); err == nil {
		t.Error("there is a third board of two")
	}
	load(t, s, openRequest{Size: 9})
	if st := s.State(); st.Size != 9 || len(st.Board.Regions) != 81 {
		t.Errorf("size %d", st.Size)
	}
}

func TestPlayAgain(t *testing.T) {
	opening := func(b *solver.Board, _ solver.Placement) []solver.Mark {
		m := make([]solver.Mark, b.Size*b.Size)
		m[0] = solver.Cross
		return m
	}
	s := start(t, Options{Opening: opening})
	p := load(t, s, openRequest{})
	p.send(Event{Kind: Ready}, Event{Kind: Marked, Cell: 0, From: solver.Cross, To: solver.Queen, Clock: 900})
	load(t, s, openRequest{Step: "again", From: 1})
	if st := s.State(); st.Board.Marks[0] != solver.Cross || st.Clock != 0 {
		t.Errorf("state %+v", st)
	}
}

func TestEvents(t *testing.T) {
	s := start(t, Options{})
	early := s.Events()
	p := load(t, s, openRequest{})
	p.send(Event{Kind: Opened}, Event{Kind: Ready})
	late := s.Events()
	p.send(Event{Kind: Down, Cell: 7})
	for name, events := range map[string]<-chan Event{"early": early, "late": late} {
		var got []string
		for len(got) < 3 {
			e := <-events
			got = append(got, fmt.Sprintf("%d %s", e.Seq, e.Kind))
		}
		if want := []string{"0 open", "1 ready", "2 down"}; !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	s.Close()
	for range early { // ends because the channel is closed
	}
}

func TestLogIsBounded(t *testing.T) {
	var l eventLog
	for i := range maxEvents + 10 {
		l.add(Event{Seq: i})
	}
	if len(l.events) > maxEvents {
		t.Errorf("%d events are kept", len(l.events))
	}
	events, n := l.after(0)
	if n != maxEvents+10 || events[len(events)-1].Seq != maxEvents+9 || events[0].Seq != l.first {
		t.Errorf("from %d to %d, next %d", events[0].Seq, events[len(events)-1].Seq, n)
	}
}

func TestWaits(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s, err := Start(ctx, Options{})
	if err != nil {
		t.Fatal(err)
	}
	gone, stop := context.WithCancel(t.Context())
	stop()
	if err := s.WaitReady(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := s.WaitWon(t.Context()); !errors.Is(err, ErrClosed) {
			t.Errorf("got %v, want ErrClosed", err)
		}
	})
	cancel() // ends the server, and with it the wait
	wg.Wait()
	for range 2 {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := http.Get(s.URL()); err == nil {
		t.Error("the server still answers")
	}
}

// Taken from a window of Chromium on a desktop, with the pointer in a known
// place.
func TestOrigin(t *testing.T) {
	for _, test := range []struct {
		g                      Geometry
		x, y, screenX, screenY float64
	}{
		{Geometry{DPR: 0.8, ScreenX: 1, ScreenY: 20, InnerW: 1597, InnerH: 1110, OuterW: 1278, OuterH: 975}, 745, 205, 597, 271},
		{Geometry{DPR: 1, ScreenX: 1, ScreenY: 20, InnerW: 1278, InnerH: 888, OuterW: 1278, OuterH: 975}, 588, 206, 589, 313},
		{Geometry{DPR: 1.5, ScreenX: 1, ScreenY: 20, InnerW: 852, InnerH: 592, OuterW: 1278, OuterH: 975}, 420.667, 292.667, 632, 546},
	} {
		x, y := test.g.Origin(1)
		x, y = x+test.x*test.g.DPR, y+test.y*test.g.DPR
		if abs(x-test.screenX) > 0.5 || abs(y-test.screenY) > 0.5 {
			t.Errorf("%v: got %.1f, %.1f, want %v, %v", test.g.DPR, x, y, test.screenX, test.screenY)
		}
	}
}

func abs(v float64) float64 { return max(v, -v) }

func TestPaletteIsDistinct(t *testing.T) {
	for n := MinSize; n <= MaxSize; n++ {
		colors := regionColors(n, 5)
		slices.Sort(colors)
		if len(slices.Compact(colors)) != n {
			t.Errorf("size %d has fewer colours than regions", n)
		}
	}
	for _, c := range palette {
		if colorNames[c] == "" {
			t.Errorf("%s has no name", c)
		}
	}
}

func FuzzReport(f *testing.F) {
	f.Add([]byte(`{"session":1,"events":[{"seq":0,"kind":"ready"}]}`))
	f.Add([]byte(`{"session":1,"events":[{"seq":0,"kind":"mark","cell":-5,"from":9,"to":200}]}`))
	f.Add([]byte(`{"session":1,"events":[{"seq":0,"kind":"won","marks":"QQ","clock":1e300}]}`))
	f.Add([]byte(`{"session":1,"events":[{"seq":0,"kind":"geometry","geometry":null}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		s := &Server{changed: make(chan struct{}), pages: map[int]*session{}, opts: Options{Game: games.Queens, Size: 5, Supply: solver.Generate}}
		g, err := s.newGame(5, 0)
		if err != nil {
			t.Fatal(err)
		}
		s.game = g
		if _, _, err := s.open(openRequest{}); err != nil {
			t.Fatal(err)
		}
		var r report
		if json.Unmarshal(body, &r) != nil {
			return
		}
		if _, err := s.take(r); err != nil {
			return
		}
		for _, r := range s.results {
			if r.Problem == "" && g.verdict() != nil {
				t.Error("a wrong board won")
			}
		}
		_ = s.State()
	})
}
