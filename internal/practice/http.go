package practice

import (
	"bytes"
	"cmp"
	"crypto/subtle"
	"embed"
	"encoding/json"
	"errors"
	"html/template"
	"io/fs"
	"net/http"
	"strconv"
	"time"

	"autoqueens/internal/loopback"
	"autoqueens/solver/games"
)

//go:embed page
var pageFiles embed.FS

var pageTemplates = template.Must(template.ParseFS(pageFiles, "page/*.html"))

// What bounds a request, in bytes.
const (
	// maxReport is that of a report. The page sends 200 events at a time, of which
	// the longest, with a geometry, have 900 bytes; as it goes away it sends what is
	// left, of which browsers take 64 KiB.
	maxReport = 256 << 10
	maxAsk    = 4 << 10 // of any other request; they have less than 100
)

func (s *Server) newHTTPServer() *http.Server {
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err) // cannot be: the folder is part of the binary
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.servePage)
	mux.HandleFunc("GET /done", s.serveDone)
	mux.HandleFunc("GET /{file}", func(w http.ResponseWriter, r *http.Request) {
		loopback.ServeFile(w, r, files, r.PathValue("file"))
	})
	mux.HandleFunc("POST /{token}/open", s.withToken(s.serveOpen))
	mux.HandleFunc("POST /{token}/report", s.withToken(s.serveReport))
	mux.HandleFunc("POST /{token}/hint", s.withToken(s.serveHint))
	return loopback.NewServer(loopback.Guard{Hosts: []string{s.listener.Addr().String()}}.Wrap(mux))
}

// withToken lets only those in who read the token on the page, which other
// pages cannot.
func (s *Server) withToken(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if subtle.ConstantTimeCompare([]byte(r.PathValue("token")), []byte(s.token)) != 1 {
			http.NotFound(w, r)
			return
		}
		next(w, r)
	}
}

func (s *Server) servePage(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	theme, _ := s.theme(s.game)
	name := s.game.deal.Game
	s.mu.Unlock()
	game, err := games.Find(name)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	writePage(w, "index.html", struct{ Token, Theme, Game, Title string }{s.token, theme, game.Name, game.Title})
}

// serveDone serves the page that the game goes to when it ends elsewhere.
func (s *Server) serveDone(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	s.mu.Lock()
	theme, _ := s.theme(s.game)
	last := s.last(s.game)
	s.mu.Unlock()
	// The game tells which colours it was shown in, so that these are the same.
	if shade := query.Get("shade"); shade == "light" || shade == "dark" {
		theme = shade
	}
	writePage(w, "done.html", struct {
		Token, Theme, Time string
		Lost, Last         bool
		AutoNext           int64
	}{s.token, theme, query.Get("time"), query.Has("lost"), last, s.opts.AutoNext.Milliseconds()})
}

func writePage(w http.ResponseWriter, name string, data any) {
	var page bytes.Buffer
	if err := pageTemplates.ExecuteTemplate(&page, name, data); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(page.Bytes()) // a browser that went away needs no answer
}

// opened is what a page gets to show.
type opened struct {
	Session int      `json:"session"`
	Game    string   `json:"game"`
	Rows    int      `json:"rows"`
	Cols    int      `json:"cols"`
	Size    int      `json:"size"`
	Seed    string   `json:"seed"`   // text, for it may be larger than a script can count
	Number  int      `json:"number"` // from 1
	Regions []int    `json:"regions"`
	Colors  []string `json:"colors"`
	Names   []string `json:"names"` // of the colours
	Marks   string   `json:"marks"`
	Locked  []int    `json:"locked"`
	Clock   float64  `json:"clock"` // ms
	Solved  bool     `json:"solved"`
	Last    bool     `json:"last"`
	Sizes   [2]int   `json:"sizes"`
	// Of another game than Queens.
	Puzzle  json.RawMessage `json:"puzzle,omitempty"`
	Opening string          `json:"opening"`
	State   string          `json:"state"`

	AutoStart bool `json:"autoStart"`
	AutoNext  int  `json:"autoNext"` // ms
	AutoX     bool `json:"autoX"`

	Theme string `json:"theme"` // light, dark, or nothing for what the browser prefers
	Dealt bool   `json:"dealt"` // whether the theme is this board's own

	Visit   pageVisit   `json:"visit"`
	Trouble pageTrouble `json:"trouble"`

	Instead *opened `json:"instead,omitempty"` // the board that takes this one's place
}

// pageTrouble is Trouble as the page takes it, with times in ms.
type pageTrouble struct {
	Seed          uint32  `json:"seed"`
	DropClicks    float64 `json:"dropClicks"`
	BusyPerClick  float64 `json:"busyPerClick"`
	SwallowSecond float64 `json:"swallowSecond"`
	EatFirst      bool    `json:"eatFirst"`
	CoverAfter    int     `json:"coverAfter"`
	CoverFor      float64 `json:"coverFor"`
	CoverAt       float64 `json:"coverAt"`
	CoverWhole    bool    `json:"coverWhole"`
	ShiftAfter    int     `json:"shiftAfter"`
	ShiftX        int     `json:"shiftX"`
	ShiftY        int     `json:"shiftY"`
	DropFrom      int     `json:"dropFrom"`
	NoKeys        bool    `json:"noKeys"`
	NoDrags       bool    `json:"noDrags"`
	LeaveAfter    int     `json:"leaveAfter"`
	LeaveAt       float64 `json:"leaveAt"`
	ReloadAt      float64 `json:"reloadAt"`
	ReplaceAfter  int     `json:"replaceAfter"`
}

func (s *Server) serveOpen(w http.ResponseWriter, r *http.Request) {
	var request openRequest
	if !loopback.ReadJSON(w, r, maxAsk, &request) {
		return
	}
	if s.opts.Fresh && request.From == 0 && request.Step == "" {
		request.Step = "again"
	}
	if s.opts.Hold && request.Step == "next" {
		s.hold(r.Context())
	}
	session, _, err := s.open(request)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	loopback.WriteJSON(w, s.describe(session))
}

// describe returns what the page of a session shows.
func (s *Server) describe(id int) opened {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.describeLocked(id)
}

func (s *Server) describeLocked(id int) opened {
	page := s.pages[id]
	g := page.game
	theme, dealt := s.theme(g)
	o := opened{
		Session: id, Game: g.deal.Game, Rows: g.size, Cols: g.size, Size: g.size, Seed: strconv.FormatUint(g.seed, 10), Number: g.number + 1,
		Colors: g.colors, Marks: g.marks(true), Locked: append([]int{}, g.locked...), Clock: g.clock,
		Solved: g.phase >= Solved, Last: s.last(g),
		Sizes:     [2]int{MinSize, MaxSize},
		AutoStart: s.opts.AutoStart, AutoX: s.opts.AutoX, AutoNext: int(cmp.Or(g.deal.AutoNext, s.opts.AutoNext).Milliseconds()),
		Theme: theme, Dealt: dealt,
		Visit: g.deal.Visit.forPage(), Trouble: g.deal.Trouble.forPage(g.seed),
	}
	if c := g.contest; c != nil {
		o.Puzzle, o.Opening, o.State = c.puzzleJSON(), c.untouched(), c.state
	} else {
		for _, id := range g.board.Regions {
			o.Regions = append(o.Regions, int(id))
		}
	}
	for _, c := range g.colors {
		o.Names = append(o.Names, colorNames[c])
	}
	if page.instead != 0 {
		other := s.describeLocked(page.instead)
		o.Instead = &other
	}
	return o
}

// last tells whether no board follows.
func (s *Server) last(g *game) bool {
	return s.opts.Boards > 0 && g.number+1 >= s.opts.Boards
}

// theme returns light, dark, or nothing for what the browser prefers, and
// whether the board has a theme of its own.
func (s *Server) theme(g *game) (theme string, dealt bool) {
	dark := s.opts.Dark
	if dealt = g.deal.Dark != nil; dealt {
		dark = g.deal.Dark
	}
	switch {
	case dark == nil:
		return "", dealt
	case *dark:
		return "dark", dealt
	default:
		return "light", dealt
	}
}

// ms is a time as the page counts it.
func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func (t Trouble) forPage(seed uint64) pageTrouble {
	return pageTrouble{
		Seed: uint32(seed), DropClicks: t.DropClicks,
		BusyPerClick: ms(t.BusyPerClick), SwallowSecond: ms(t.SwallowSecond), EatFirst: t.EatFirst,
		CoverAfter: t.CoverAfter, CoverFor: ms(t.CoverFor), CoverAt: ms(t.CoverAt), CoverWhole: t.CoverWhole,
		ShiftAfter: t.ShiftAfter, ShiftX: t.ShiftX, ShiftY: t.ShiftY,
		DropFrom: t.DropFrom, NoKeys: t.NoKeys, NoDrags: t.NoDrags, LeaveAfter: t.LeaveAfter, LeaveAt: ms(t.LeaveAt), ReloadAt: ms(t.ReloadAt), ReplaceAfter: t.ReplaceAfter,
	}
}

func (s *Server) serveReport(w http.ResponseWriter, r *http.Request) {
	var batch report
	if !loopback.ReadJSON(w, r, maxReport, &batch) {
		return
	}
	ack, err := s.take(batch)
	switch {
	case errors.Is(err, errUnknown):
		http.Error(w, err.Error(), http.StatusGone)
		return
	case err != nil:
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	loopback.WriteJSON(w, ack)
}
