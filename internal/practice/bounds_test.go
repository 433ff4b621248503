package practice

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"autoqueens/solver"
)

// TestReportBounds sends what no page reports; nothing of it is kept.
func TestReportBounds(t *testing.T) {
	one := func(event string) string { return `{"session":1,"events":[` + event + `]}` }
	long := strings.Repeat("a", maxWord+1)
	for name, test := range map[string]struct {
		body string
		want int
	}{
		"click":           {one(`{"kind":"down","cell":195,"target":"","x":-32000,"y":5.5,"button":-1,"buttons":32}`), 200},
		"words":           {one(`{"kind":"key","cell":-1,"key":"\u00e9","target":"` + long[1:] + `"}`), 200},
		"cause":           {one(`{"kind":"hint","cause":"wrong-queen"}`), 200},
		"days":            {one(`{"kind":"ready","time":8.64e9,"origin":1.9e12}`), 200},
		"no kind":         {one(`{}`), 422},
		"unknown kind":    {one(`{"kind":"boast"}`), 422},
		"long kind":       {one(`{"kind":"` + long + `"}`), 422},
		"long target":     {one(`{"kind":"down","target":"` + long + `"}`), 422},
		"long key":        {one(`{"kind":"key","key":"` + long + `"}`), 422},
		"long cause":      {one(`{"kind":"mark","cause":"` + long + `"}`), 422},
		"cause of escape": {one(`{"kind":"mark","cause":"\u001b[2J"}`), 422},
		"long marks":      {one(`{"kind":"won","marks":"` + strings.Repeat("Q", MaxSize*MaxSize+1) + `"}`), 422},
		"cell beyond":     {one(`{"kind":"mark","cell":196}`), 422},
		"cell before":     {one(`{"kind":"mark","cell":-2}`), 422},
		"mark beyond":     {one(`{"kind":"mark","to":256}`), 400},
		"never":           {one(`{"kind":"ready","time":1e300}`), 422},
		"long ago":        {one(`{"kind":"ready","clock":-1e300}`), 422},
		"origin":          {one(`{"kind":"open","origin":1e14}`), 422},
		"far":             {one(`{"kind":"down","x":1e9}`), 422},
		"far on screen":   {one(`{"kind":"down","screenY":-1e9}`), 422},
		"button":          {one(`{"kind":"down","buttons":9223372036854775807}`), 422},
		"vast board":      {one(`{"kind":"geometry","geometry":{"board":{"width":1e300}}}`), 422},
		"vast next":       {one(`{"kind":"geometry","geometry":{"next":{"x":-1e300}}}`), 422},
		"vast ratio":      {one(`{"kind":"geometry","geometry":{"dpr":1e300}}`), 422},
		"second is wrong": {one(`{"kind":"ready"},{"seq":1,"kind":"boast"}`), 422},
		"no list":         {`{"session":1,"events":{}}`, 400},
		"list cut short":  {`{"session":1,"events":[{}`, 400},
		"none":            {`{"session":1,"events":null}`, 200},
		"many":            {one(strings.TrimSuffix(strings.Repeat(`{"kind":"up"},`, maxBatch), ",")), 200},
		"too many":        {one(strings.TrimSuffix(strings.Repeat(`{"kind":"up"},`, maxBatch+1), ",")), 400},
		"nothing, often":  {one(strings.TrimSuffix(strings.Repeat(`0,`, maxBatch+1), ",")), 400},
		"too large":       {one(`{"kind":"down","target":"` + strings.Repeat("a", maxReport) + `"}`), 413},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, Options{Size: 5})
			load(t, s, openRequest{})
			status, text, _ := ask(t, s, s.token+"/report", test.body, nil)
			if status != test.want {
				t.Errorf("status %d, want %d: %s", status, test.want, text)
			}
			if n := len(s.Log()); test.want != 200 && n != 0 {
				t.Errorf("%d events were taken", n)
			}
			if status == 422 && !strings.HasPrefix(text, "this is no report of the page: ") {
				t.Errorf("it says %q", text)
			}
		})
	}
	for _, what := range []string{"open", "hint"} {
		s := start(t, Options{Size: 5})
		if status, _, _ := ask(t, s, s.token+"/"+what, `{"x":"`+strings.Repeat("a", maxAsk)+`"}`, nil); status != 413 {
			t.Errorf("%s takes what is too large: status %d", what, status)
		}
	}
}

// TestMemoryIsBounded has a page report the largest events that are taken, open
// boards and win without end.
func TestMemoryIsBounded(t *testing.T) {
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	s := start(t, Options{Size: MaxSize, Supply: func() func(int, uint64) (*solver.Board, solver.Placement, error) {
		b, p, err := solver.Generate(MaxSize, 1) // which takes its time
		return func(int, uint64) (*solver.Board, solver.Placement, error) { return b, p, err }
	}()})
	p := load(t, s, openRequest{})
	largest, err := json.Marshal(Event{
		Kind: Won, Target: strings.Repeat("t", maxWord), Key: strings.Repeat("k", maxWord), Cause: strings.Repeat("c", maxWord),
		Marks: strings.Repeat("Q", MaxSize*MaxSize), Geometry: &Geometry{Next: &Rect{}, Pad: &Rect{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for range maxEvents*3/2 - 2*maxResults { // until the log is full again; through the JSON, for strings that nothing else holds
		var e Event
		if err := json.Unmarshal(largest, &e); err != nil {
			t.Fatal(err)
		}
		p.send(e)
	}
	for range 2 * maxResults {
		p = load(t, s, openRequest{Step: "again"})
		p.send(Event{Kind: Won})
	}
	if n := len(s.pages); n > maxSessions {
		t.Errorf("%d pages are kept", n)
	}
	if n := len(s.results); n > maxResults {
		t.Errorf("%d results are kept", n)
	}
	got := float64(heap()-before) / (1 << 20)
	t.Logf("%.0f MiB are kept", got)
	if got > 128 { // what the package says, and a quarter for how a list grows
		t.Errorf("%.0f MiB are kept", got)
	}
	runtime.KeepAlive(s)
}

// TestLongSession plays thousands of boards on one server, each to its end: none
// is lost, whatever was forgotten of the first ones.
func TestLongSession(t *testing.T) {
	s := start(t, Options{Size: 5})
	p := load(t, s, openRequest{})
	for n := range 3 * maxResults {
		p.send(append(queens(s.State().Solution), Event{Kind: Won, Marks: text(s.State().Solution)})...)
		r, err := s.WaitWon(t.Context())
		if err != nil || r.Seed != uint64(n) {
			t.Fatalf("board %d: %+v %v", n, r, err)
		}
		p = load(t, s, openRequest{Step: "next", From: p.session})
	}
	// Who comes late gets the latest.
	for range maxResults + 5 {
		p = load(t, s, openRequest{Step: "again"})
		p.send(append(queens(s.State().Solution), Event{Kind: Won, Marks: text(s.State().Solution)})...)
	}
	if r, err := s.WaitWon(t.Context()); err != nil || r.Session != p.session-maxResults+1 {
		t.Errorf("the first of those kept is of page %d, %v; the last is of %d", r.Session, err, p.session)
	}
	if _, err := s.take(report{Session: p.session - maxSessions}); !errors.Is(err, errUnknown) {
		t.Errorf("a page of long ago: %v", err)
	}
}

func TestBatch(t *testing.T) {
	var b batch
	if err := json.Unmarshal([]byte(`[{"kind":"mark","cell":3,"from":1,"to":2},{"seq":1,"kind":"won"}]`), &b); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(b[0].Cell, b[0].To, b[1].Seq, b[1].Kind), fmt.Sprint(3, solver.Queen, 1, Won); got != want || len(b) != 2 {
		t.Errorf("got %s of %d, want %s", got, len(b), want)
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if e := (Event{Kind: Down, X: v}); e.check() == nil {
			t.Errorf("a click at %v", v)
		}
	}
}
