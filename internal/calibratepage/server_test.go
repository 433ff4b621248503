package calibratepage

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/png"
	"io"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/internal/loopback"
	"autoqueens/internal/spot"
)

// ask sends a request as the page does; a body makes it a POST. path begins
// after the token, or is a whole address.
func ask(t *testing.T, s *Server, path, body string, change func(*http.Request)) (int, string, http.Header) {
	t.Helper()
	if !strings.HasPrefix(path, "http:") {
		path = s.URL() + path
	}
	method, reader := http.MethodGet, io.Reader(nil)
	if body != "" {
		method, reader = http.MethodPost, strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, path, reader)
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "http://"+s.listener.Addr().String())
	}
	if change != nil {
		change(r)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(r)
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

// game is the region that is proposed for the game, as a request has it.
const game = `"shot":1,"display":0,"x":250,"y":100,"width":500,"height":500`

func TestRequests(t *testing.T) {
	d := newDesktop()
	s := serve(t, d, nil)
	address := s.listener.Addr().String()
	host := func(h string) func(*http.Request) { return func(r *http.Request) { r.Host = h } }
	header := func(k, v string) func(*http.Request) {
		return func(r *http.Request) {
			if v == "" {
				r.Header.Del(k)
			} else {
				r.Header.Set(k, v)
			}
		}
	}
	method := func(m string) func(*http.Request) { return func(r *http.Request) { r.Method = m } }
	root := "http://" + address + "/"
	wrong := root + strings.Repeat("A", len(s.token)) + "/"
	for name, test := range map[string]struct {
		path, body string
		change     func(*http.Request)
		want       int
	}{
		"page":                {"", "", nil, 200},
		"script":              {"main.js", "", nil, 200},
		"style":               {"drawing.css", "", nil, 200},
		"state":               {"state", "", nil, 200},
		"picture":             {"picture/1/0", "", nil, 200},
		"raw page":            {"page.html", "", nil, 404},
		"no such file":        {"nothing.js", "", nil, 404},
		"out of the page":     {"..%2fhttp.go", "", nil, 404},
		"no token":            {root, "", nil, 404},
		"no token, but state": {root + "state", "", nil, 404},
		"wrong token":         {wrong, "", nil, 404},
		"wrong token, state":  {wrong + "state", "", nil, 404},
		"wrong token, script": {wrong + "main.js", "", nil, 404},
		"wrong token, events": {wrong + "events", "", nil, 404},
		"wrong token, save":   {wrong + "save", "{}", nil, 404},
		"token cut short":     {root + s.token[:8] + "/state", "", nil, 404},

		"other host":        {"state", "", host("evil.example"), 421},
		"rebound name":      {"state", "", host(strings.Replace(address, "127.0.0.1", "evil.example", 1)), 421},
		"localhost by name": {"state", "", host(strings.Replace(address, "127.0.0.1", "localhost", 1)), 421},
		"other port":        {"state", "", host("127.0.0.1:1"), 421},
		"other origin":      {"read", "{" + game + "}", header("Origin", "http://evil.example"), 403},
		"null origin":       {"read", "{" + game + "}", header("Origin", "null"), 403},
		"no origin":         {"read", "{" + game + "}", header("Origin", ""), 403},
		"form":              {"read", "{" + game + "}", header("Content-Type", "text/plain"), 415},

		"read by GET":    {"read", "", nil, 404},
		"save by PUT":    {"save", "{}", method("PUT"), 405},
		"save by DELETE": {"save", "{}", method("DELETE"), 405},
		"state by POST":  {"state", "{}", nil, 405},

		"read":             {"read", "{" + game + "}", nil, 200},
		"no JSON":          {"read", "board", nil, 400},
		"half of it":       {"read", `{"shot":1,`, nil, 400},
		"wrong type":       {"read", `{"shot":"1"}`, nil, 400},
		"a fraction":       {"read", `{"shot":1,"x":0.5}`, nil, 400},
		"a list":           {"read", `[1]`, nil, 400},
		"too large":        {"read", `{"pad":"` + strings.Repeat("a", maxBody) + `"}`, nil, 413},
		"old picture":      {"read", `{"shot":0,"display":0,"x":250,"y":100,"width":500,"height":500}`, nil, 409},
		"no such display":  {"read", `{"shot":1,"display":7,"x":250,"y":100,"width":500,"height":500}`, nil, 422},
		"negative display": {"read", `{"shot":1,"display":-1,"x":250,"y":100,"width":500,"height":500}`, nil, 422},
		"outside":          {"read", `{"shot":1,"display":0,"x":1000,"y":100,"width":500,"height":500}`, nil, 422},
		"other display":    {"read", `{"shot":1,"display":0,"x":1300,"y":0,"width":100,"height":100}`, nil, 422},
		"negative size":    {"read", `{"shot":1,"display":0,"x":250,"y":100,"width":-100,"height":100}`, nil, 422},
		"no size":          {"read", `{"shot":1,"display":0,"x":250,"y":100}`, nil, 422},
		"too small":        {"read", `{"shot":1,"display":0,"x":250,"y":100,"width":15,"height":100}`, nil, 422},
		"overflow":         {"read", `{"shot":1,"display":0,"x":9223372036854775807,"y":0,"width":9223372036854775807,"height":9}`, nil, 422},
		"beyond numbers":   {"read", `{"shot":1,"display":0,"x":1e300,"y":0,"width":100,"height":100}`, nil, 400},

		"picture of none":      {"picture/1/2", "", nil, 404},
		"picture before it":    {"picture/1/-1", "", nil, 404},
		"picture of yesterday": {"picture/0/0", "", nil, 409},
		"picture of a word":    {"picture/1/x", "", nil, 404},

		"countdown too long":     {"capture", `{"seconds":61}`, nil, 422},
		"countdown before":       {"capture", `{"seconds":-1}`, nil, 422},
		"test outside":           {"test", `{"on":true,"shot":1,"display":0,"x":1100,"y":0,"width":500,"height":500}`, nil, 422},
		"button outside":         {"button", `{` + game + `,"at":{"x":5000,"y":5}}`, nil, 422},
		"button on the board":    {"button", `{` + game + `,"at":{"x":400,"y":300}}`, nil, 422},
		"button on nothing":      {"button", `{` + game + `,"at":{"x":100,"y":700}}`, nil, 422},
		"button at the edge":     {"button", `{` + game + `,"at":{"x":2,"y":2}}`, nil, 422},
		"button":                 {"button", `{` + game + `,"at":{"x":500,"y":645}}`, nil, 200},
		"button without a board": {"button", `{"shot":1,"display":9,"x":0,"y":0,"width":50,"height":50,"at":{"x":5,"y":5}}`, nil, 422},

		"save as a path":     {"save", `{` + game + `,"name":"../../x","clicks":2,"pace":"fast","button":"keep"}`, nil, 422},
		"save without name":  {"save", `{` + game + `,"name":"","clicks":2,"pace":"fast","button":"keep"}`, nil, 422},
		"save no clicks":     {"save", `{` + game + `,"name":"x","clicks":0,"pace":"fast","button":"keep"}`, nil, 422},
		"save odd pace":      {"save", `{` + game + `,"name":"x","clicks":2,"pace":"soon","button":"keep"}`, nil, 422},
		"save odd button":    {"save", `{` + game + `,"name":"x","clicks":2,"pace":"fast","button":"?"}`, nil, 422},
		"save button beside": {"save", `{` + game + `,"name":"x","clicks":2,"pace":"fast","button":"set","at":{"x":-5,"y":5}}`, nil, 422},
		"save outside":       {"save", `{"shot":1,"display":0,"x":1100,"y":0,"width":500,"height":500,"name":"x","clicks":2,"pace":"fast","button":"keep"}`, nil, 422},
	} {
		t.Run(name, func(t *testing.T) {
			got, text, h := ask(t, s, test.path, test.body, test.change)
			if got != test.want {
				t.Errorf("status %d, want %d: %s", got, test.want, text)
			}
			if got == 422 {
				var p problemJSON
				if err := json.Unmarshal([]byte(text), &p); err != nil || p.What == "" || p.Advice == "" {
					t.Errorf("it is not said what is wrong and what to do: %s", text)
				}
			}
			if got == 404 && strings.Contains(text, s.token) {
				t.Error("the answer tells the token")
			}
			if got == 200 {
				for key, want := range map[string]string{
					"Content-Security-Policy": loopback.Policy, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "Access-Control-Allow-Origin": "",
				} {
					if h.Get(key) != want {
						t.Errorf("%s is %q, want %q", key, h.Get(key), want)
					}
				}
			}
		})
	}
	if len(d.kept) != 0 {
		t.Errorf("%d profiles were saved", len(d.kept))
	}
	select {
	case <-s.done:
		t.Errorf("one of the requests ended the page: %v", s.outcome)
	default:
	}
}

// TestPageFiles keeps what a strict policy forbids out of the page, and all that
// is outside.
func TestPageFiles(t *testing.T) {
	files, err := os.ReadDir("page")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile("page/" + file.Name())
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(data), "http://www.w3.org/2000/svg", "")
		for _, not := range []string{"http:", "https:", "style=", "<style", "onclick=", "onload=", "eval(", "innerHTML", "localStorage"} {
			if strings.Contains(text, not) {
				t.Errorf("%s has %q in it", file.Name(), not)
			}
		}
	}
}

// TestWaitingHoldsNoPictures has requests wait for their turn while new pictures
// are taken: the old ones go all the same.
func TestWaitingHoldsNoPictures(t *testing.T) {
	s := serve(t, newDesktop(), nil)
	gone := make(chan struct{})
	runtime.AddCleanup(s.current(), func(gone chan struct{}) { close(gone) }, gone)
	s.reading.Lock()
	s.encoding.Lock()
	var waiting sync.WaitGroup
	for path, body := range map[string]string{"read": "{" + game + "}", "picture/1/0": ""} {
		waiting.Go(func() {
			if status, text, _ := ask(t, s, path, body, nil); status != 409 && status != 404 {
				t.Errorf("%s: status %d: %s", path, status, text)
			}
		})
	}
	time.Sleep(200 * time.Millisecond) // until both wait; sooner the test shows nothing
	newer := *s.current()
	newer.number++
	s.mu.Lock()
	s.shot = &newer
	s.mu.Unlock()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		runtime.GC()
		select {
		case <-gone:
		default:
			if time.Now().Before(deadline) {
				continue
			}
			t.Error("the old pictures are held")
		}
		break
	}
	s.encoding.Unlock()
	s.reading.Unlock()
	waiting.Wait()
}

func decode[T any](t *testing.T, text string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

func TestState(t *testing.T) {
	d := newDesktop()
	s := serve(t, d, func(o *Options) { o.Clicks, o.Pace = 1, "150ms" })
	_, text, _ := ask(t, s, "state", "", nil)
	v := decode[state](t, text)
	if len(v.Displays) != 2 || v.Displays[1].Bounds != (area{1200, -100, 640, 500}) {
		t.Errorf("the displays are %+v", v.Displays)
	}
	if len(v.Candidates) != 2 || v.Chosen != 0 || v.Candidates[0].Kind != kindPlay || v.Candidates[1].Kind != kindOther {
		t.Fatalf("the candidates are %+v, chosen %d", v.Candidates, v.Chosen)
	}
	if b := v.Candidates[0].Board; b == nil || near(b, gameAt) > 2 {
		t.Errorf("the game is at %+v, want %v", b, gameAt)
	}
	if v.Clicks != 1 || v.Pace != "150ms" || v.Name != calibrate.DefaultName || len(v.Profiles) != 0 {
		t.Errorf("the settings are %+v", v)
	}

	_, data, h := ask(t, s, "picture/1/1", "", nil)
	img, err := png.Decode(strings.NewReader(data))
	if err != nil || img.Bounds().Size() != image.Pt(640, 500) || h.Get("Content-Type") != "image/png" {
		t.Errorf("the picture of the second display: %v, %v", img, err)
	}

	// A display that is black today is told of, and the others are shown.
	d.change(func() { d.black = 1 })
	_, text, _ = ask(t, s, "capture", `{"seconds":0}`, nil)
	v = decode[state](t, text)
	if v.Displays[0].Problem != "" || !strings.Contains(v.Displays[1].Problem, "black") {
		t.Errorf("the displays are %+v", v.Displays)
	}
	if status, _, _ := ask(t, s, "picture/2/1", "", nil); status != 404 {
		t.Errorf("the picture of a black display: status %d", status)
	}
	if status, _, _ := ask(t, s, "read", `{"shot":2,"display":1,"x":1300,"y":0,"width":100,"height":100}`, nil); status != 422 {
		t.Errorf("read on a black display: status %d", status)
	}
}

// near returns how far a box is from a rectangle, on its worst side.
func near(b *box, r image.Rectangle) float64 {
	far := 0.0
	for _, d := range []float64{b.X - float64(r.Min.X), b.Y - float64(r.Min.Y), b.X + b.Width - float64(r.Max.X), b.Y + b.Height - float64(r.Max.Y)} {
		far = max(far, d, -d)
	}
	return far
}

func TestRead(t *testing.T) {
	s := serve(t, newDesktop(), nil)
	for name, test := range map[string]struct {
		body  string
		size  int
		words string
	}{
		"the game":    {"{" + game + "}", 8, "exactly one solution"},
		"the example": {`{"shot":1,"display":0,"x":780,"y":140,"width":220,"height":220}`, 5, ""},
		"nothing":     {`{"shot":1,"display":1,"x":1300,"y":0,"width":300,"height":300}`, 0, "no board"},
		"half of it":  {`{"shot":1,"display":0,"x":250,"y":100,"width":250,"height":500}`, 0, ""},
	} {
		_, text, _ := ask(t, s, "read", test.body, nil)
		l := decode[look](t, text)
		if l.Size != test.size || l.Read != (test.size > 0) || !strings.Contains(l.Words, test.words) || l.Read == (l.Advice != "") {
			t.Errorf("%s: %+v", name, l)
		}
		if l.Read && (l.Drawing == "" || l.Thumb == "" || l.Confidence <= 0) {
			t.Errorf("%s: nothing is drawn", name)
		}
	}
}

// TestCandidates tells what is proposed beside the boards that are found.
func TestCandidates(t *testing.T) {
	d := newDesktop()
	p := calibrate.New("clone", d.displays[0], image.Rect(200, 100, 760, 620), calibrate.FromDisplay(d.displays[0]))
	p.Clicks, p.Pace = 3, "human"
	kinds := func(s *Server) string {
		var kinds []string
		for i, c := range s.shot.candidates {
			if i == s.shot.chosen {
				c.Kind = "[" + c.Kind + "]"
			}
			kinds = append(kinds, c.Kind)
		}
		return strings.Join(kinds, " ")
	}
	named := func(o *Options) { o.Name = "clone" }
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	if _, err := p.Save(); err != nil {
		t.Fatal(err)
	}
	s := serveHere(t, d, named)
	if got := kinds(s); got != "[play] other saved" {
		t.Errorf("the candidates are %s", got)
	}
	if clicks, pace := s.settings(); clicks != 3 || pace != "human" {
		t.Errorf("%d clicks at the pace %s are proposed, want those of the profile", clicks, pace)
	}
	// The board is gone, as it is behind a card: its place is chosen.
	d.change(func() { d.game, d.displays = image.Rectangle{}, d.displays[:1] })
	s = serveHere(t, d, named)
	if got := kinds(s); got != "[play] saved" { // the example is the largest now
		t.Errorf("without the game the candidates are %s", got)
	}
	// The display has changed, so that the profile does not hold any more.
	d.change(func() { d.displays[0].Bounds.Max.X = 1300 })
	s = serveHere(t, d, named)
	if got := kinds(s); got != "[play]" {
		t.Errorf("on another display the candidates are %s", got)
	}
	if v := s.state(); len(v.Profiles) != 1 || !strings.Contains(v.Profiles[0].Problem, "no longer fits") {
		t.Errorf("the profiles are %+v", v.Profiles)
	}
	s = serveHere(t, d, func(o *Options) { o.Region = image.Rect(20, 400, 220, 600) })
	if got := kinds(s); got != "play [refused]" && got != "play [region]" {
		t.Errorf("with a region the candidates are %s", got)
	}
}

func TestSave(t *testing.T) {
	d := newDesktop()
	s := serve(t, d, nil)
	good := `{` + game + `,"name":"clone","clicks":1,"pace":"human","button":"set","at":{"x":500,"y":645}}`

	// What stops the check of the mouse saves nothing and leaves the page there.
	d.change(func() { d.refuse = errStopped })
	if status, text, _ := ask(t, s, "save", good, nil); status != 422 || !strings.Contains(text, "you moved the mouse") {
		t.Errorf("stopped: %d %s", status, text)
	}
	d.change(func() { d.refuse = nil })
	// So does a display that has changed since.
	d.change(func() { d.displays[0].Bounds.Max.X++ })
	if status, text, _ := ask(t, s, "save", good, nil); status != 422 || !strings.Contains(text, "displays have changed") {
		t.Errorf("changed: %d %s", status, text)
	}
	d.change(func() { d.displays[0].Bounds.Max.X-- })

	// A profile that was there is not replaced unasked.
	if path, err := calibrate.Path("clone"); err != nil || os.MkdirAll(strings.TrimSuffix(path, "clone.toml"), 0o700) != nil || os.WriteFile(path, []byte("mine"), 0o600) != nil {
		t.Fatal(err)
	}
	if status, text, _ := ask(t, s, "save", good, nil); status != http.StatusPreconditionFailed {
		t.Errorf("taken: %d %s", status, text)
	}
	if status, text, _ := ask(t, s, "save", strings.Replace(good, `"name"`, `"replace":true,"name"`, 1), nil); status != 200 || !strings.Contains(text, "kept clone") {
		t.Fatalf("save: %d %s", status, text)
	}
	if err := s.Wait(t.Context()); err != nil {
		t.Errorf("Wait = %v", err)
	}
	p, err := calibrate.Load("clone")
	if err != nil {
		t.Fatal(err)
	}
	if p.Region != image.Rect(250, 100, 750, 600) || p.Size != 8 || p.Clicks != 1 || p.Pace != "human" || len(p.Starts) != 1 || p.Starts[0].At != image.Pt(500, 645) || p.Display.Bounds != d.displays[0].Bounds {
		t.Errorf("saved: %+v", p)
	}
	if len(d.kept) != 1 {
		t.Errorf("%d profiles were kept", len(d.kept))
	}
	if status, _, _ := ask(t, s, "save", good, nil); status != http.StatusConflict {
		t.Errorf("a second save: %d", status)
	}
}

// TestSaveButtons adds a start button to those that a profile knows, or takes it in
// place of them.
func TestSaveButtons(t *testing.T) {
	for button, want := range map[string][]image.Point{
		"keep": {{900, 60}}, "none": nil, "add": {{900, 60}, {500, 645}}, "set": {{500, 645}},
	} {
		d := newDesktop()
		s := serve(t, d, nil)
		old := calibrate.New("clone", d.displays[0], image.Rect(200, 50, 800, 650), calibrate.FromDisplay(d.displays[0]))
		img, err := d.Capture(d.displays[0].Bounds)
		if err != nil {
			t.Fatal(err)
		}
		known, err := spot.Of(img, image.Pt(500, 645))
		if err != nil {
			t.Fatal(err)
		}
		known.At = image.Pt(900, 60)
		old.Starts = []spot.Spot{known}
		if _, err := old.Save(); err != nil {
			t.Fatal(err)
		}
		request := `{` + game + `,"name":"clone","replace":true,"clicks":1,"pace":"human","button":"` + button + `","at":{"x":500,"y":645}}`
		if status, text, _ := ask(t, s, "save", request, nil); status != 200 {
			t.Fatalf("%s: %d %s", button, status, text)
		}
		p, err := calibrate.Load("clone")
		if err != nil {
			t.Fatal(err)
		}
		var got []image.Point
		for _, start := range p.Starts {
			got = append(got, start.At)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the profile knows buttons at %v, want %v", button, got, want)
		}
	}
}

// TestButtonUnderPointer refuses a look that the mouse may have lit up.
func TestButtonUnderPointer(t *testing.T) {
	d := newDesktop()
	d.point(image.Pt(520, 650))
	s := serve(t, d, nil)
	ask500 := `{` + game + `,"at":{"x":500,"y":645}}`
	if status, text, _ := ask(t, s, "button", ask500, nil); status != 422 || !strings.Contains(text, "the mouse was on the button") {
		t.Errorf("%d %s", status, text)
	}
	d.point(image.Pt(20, 20))
	if status, text, _ := ask(t, s, "capture", `{"seconds":0}`, nil); status != 200 {
		t.Fatal(text)
	}
	if status, text, _ := ask(t, s, "button", strings.Replace(ask500, `"shot":1`, `"shot":2`, 1), nil); status != 200 {
		t.Errorf("%d %s", status, text)
	}
}

func TestCapture(t *testing.T) {
	d := newDesktop()
	s := serve(t, d, nil)
	d.change(func() { d.game = image.Rect(200, 200, 520, 520) })
	_, text, _ := ask(t, s, "capture", `{"seconds":0.01}`, nil)
	v := decode[state](t, text)
	if v.Shot != 2 || near(v.Candidates[0].Board, d.game) > 2 {
		t.Errorf("after the capture: picture %d, the game at %+v", v.Shot, v.Candidates[0].Board)
	}
	// A page that gives up takes no picture.
	before := d.captures
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, "POST", s.URL()+"capture", strings.NewReader(`{"seconds":30}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", "http://"+s.listener.Addr().String())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := http.DefaultClient.Do(r); !errors.Is(err, context.Canceled) {
		t.Errorf("the request ended with %v", err)
	}
	if d.captures != before || s.current().number != 2 {
		t.Errorf("a capture that was given up: %d pictures, number %d", d.captures-before, s.current().number)
	}
	// All displays gone: what was there stays.
	d.change(func() { d.displays = nil })
	if status, text, _ := ask(t, s, "capture", `{"seconds":0}`, nil); status != 422 || s.current().number != 2 {
		t.Errorf("%d %s", status, text)
	}
}

// events opens the event stream.
func events(t *testing.T, s *Server) (next func() event, leave func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, "GET", s.URL()+"events", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(response.Body)
	return func() event {
		t.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				return decode[event](t, data)
			}
		}
		t.Fatalf("the events have ended: %v", lines.Err())
		return event{}
	}, cancel
}

// TestCorners moves the mouse over the corners of the game and beside it.
func TestCornersTest(t *testing.T) {
	d := newDesktop()
	s := serve(t, d, nil)
	next, _ := events(t, s)
	_, text, _ := ask(t, s, "test", `{`+game+`,"on":true}`, nil)
	zones := decode[[]struct{ X, Y, Reach float64 }](t, text)
	if len(zones) != 4 {
		t.Fatalf("the zones are %s", text)
	}
	var last event
	for i, corner := range []image.Point{{305, 155}, {500, 300}, {695, 154}, {690, 545}, {310, 548}} {
		d.point(corner)
		for {
			last = next()
			onIt := int(last.X) == corner.X && int(last.Y) == corner.Y
			if onIt && (i == 1 || last.Words != "") {
				break
			}
		}
		if last.Display != 0 {
			t.Errorf("the pointer is on display %d", last.Display)
		}
	}
	if last.Done != [4]bool{true, true, true, true} || !last.Over {
		t.Errorf("in the end: %+v", last)
	}
	if status, _, _ := ask(t, s, "cancel", "{}", nil); status != 200 {
		t.Error("cannot be cancelled")
	}
	if e := next(); e.Kind != "end" || e.Saved || !strings.Contains(e.Words, "Nothing was saved") {
		t.Errorf("the end: %+v", e)
	}
	if err := s.Wait(t.Context()); !errors.Is(err, ErrCancelled) || fault.KindOf(err) != fault.Stopped {
		t.Errorf("Wait = %v", err)
	}
}

func TestEnds(t *testing.T) {
	t.Run("closed for a while", func(t *testing.T) {
		s := serve(t, newDesktop(), func(o *Options) { o.Away = time.Millisecond })
		_, leave := events(t, s)
		select {
		case <-s.Seen():
		case <-t.Context().Done():
		}
		leave()
		if err := s.Wait(t.Context()); !errors.Is(err, ErrClosed) {
			t.Errorf("Wait = %v", err)
		}
	})
	t.Run("loaded again", func(t *testing.T) {
		s := serve(t, newDesktop(), func(o *Options) { o.Away = time.Hour })
		_, leave := events(t, s)
		leave()
		next, _ := events(t, s)
		ask(t, s, "cancel", "{}", nil)
		if e := next(); e.Kind != "end" {
			t.Errorf("%+v", e)
		}
	})
	t.Run("never opened", func(t *testing.T) {
		s := serve(t, newDesktop(), func(o *Options) { o.Unseen = time.Millisecond })
		if err := s.Wait(t.Context()); !errors.Is(err, ErrUnseen) {
			t.Errorf("Wait = %v", err)
		}
	})
	t.Run("Ctrl-C", func(t *testing.T) {
		s := serve(t, newDesktop(), nil)
		next, _ := events(t, s)
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errStopped)
		if err := s.Wait(ctx); !errors.Is(err, errStopped) {
			t.Errorf("Wait = %v", err)
		}
		if e := next(); e.Kind != "end" || e.Saved || !strings.Contains(e.Words, "has ended") {
			t.Errorf("%+v", e)
		}
	})
	t.Run("no screen", func(t *testing.T) {
		d := newDesktop()
		d.displays = nil
		if _, err := Start(t.Context(), Options{Source: d, Pointer: d.Pointer, Keep: d.keep}); fault.KindOf(err) != fault.NoAccess {
			t.Errorf("Start = %v", err)
		}
	})
}
