package practice

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"autoqueens/solver"
	"autoqueens/solver/games"
)

// game is one board and how far the player is with it. It outlives the page
// that shows it: a reload goes on where the last page was.
type game struct {
	number   int  // how many boards came before this one
	deal     Deal // how it differs from other boards
	size     int
	seed     uint64
	board    *solver.Board // Marks is what the page reported, change by change
	solution solver.Placement
	colors   []string // of each region, "#rrggbb"
	opening  []solver.Mark
	locked   []int  // cells whose queen cannot be changed, ascending
	auto     []bool // crosses that stand because of a queen, not by the player's hand

	phase    Phase
	clock    float64 // ms
	clicks   int
	hints    int
	geometry Geometry
	problem  string // the first report that contradicts what the server knows

	contest *contest // a board of another game than Queens; the fields of Queens are nil then

	instead *game // what takes its place if Trouble.ReplaceAfter says so
}

// deal returns how a board of the series differs from others.
func (o *Options) deal(number int) (Deal, error) {
	if o.Deal == nil {
		return Deal{Game: o.Game, Size: o.Size, Visit: o.Visit, Trouble: o.Trouble}, nil
	}
	d := o.Deal(number)
	d.Game = cmp.Or(d.Game, o.Game)
	if d.Game == o.Game {
		d.Size = cmp.Or(d.Size, o.Size)
	}
	var err error
	if d.Size, err = checkSize(d.Game, d.Size); err != nil {
		return d, err
	}
	if !d.Visit.End.known() {
		return d, fmt.Errorf("there is no end %q", d.Visit.End)
	}
	return d, nil
}

// newGame makes a board and sets it up as the options say. Size 0 is what the
// options say of this number.
func (s *Server) newGame(size, number int) (*game, error) {
	deal, err := s.opts.deal(number)
	if err != nil {
		return nil, err
	}
	size = cmp.Or(size, deal.Size)
	seed := s.opts.Seed + uint64(number)
	g, err := s.makeGame(deal, size, number, seed)
	if err != nil || deal.Trouble.ReplaceAfter == 0 {
		return g, err
	}
	deal.Trouble.ReplaceAfter = 0
	g.instead, err = s.makeGame(deal, size, number, seed^replaced)
	return g, err
}

// replaced changes the seed of a board to that of the one that takes its
// place, far from those of the boards of a series.
const replaced = 1 << 63

func (s *Server) makeGame(deal Deal, size, number int, seed uint64) (*game, error) {
	if deal.Game != games.Queens {
		c, err := s.opts.newContest(deal.Game, size, seed)
		return &game{number: number, deal: deal, size: size, seed: seed, contest: c}, err
	}
	b, p, err := s.opts.Supply(size, seed)
	if err != nil {
		return nil, err
	}
	if b.Size != size || len(p) != size {
		return nil, fmt.Errorf("a board of size %d was made, not %d", b.Size, size)
	}
	if err := p.Check(b); err != nil {
		return nil, fmt.Errorf("seed %d made a board with a wrong solution: %w", seed, err)
	}
	g := &game{
		number: number, deal: deal, size: size, seed: seed,
		board: &solver.Board{
			Size:    size,
			Regions: slices.Clone(b.Regions),
			Marks:   make([]solver.Mark, size*size),
		},
		solution: slices.Clone(p),
		colors:   regionColors(size, seed),
		opening:  make([]solver.Mark, size*size),
	}
	if s.opts.Opening != nil {
		marks := s.opts.Opening(g.board.Clone(), slices.Clone(p))
		if len(marks) != len(g.opening) {
			return nil, fmt.Errorf("the opening marks %d cells of %d", len(marks), len(g.opening))
		}
		copy(g.opening, marks)
	}
	for row := range min(s.opts.Locked, size) {
		cell := row*size + p[row]
		g.opening[cell] = solver.Queen
		g.locked = append(g.locked, cell)
	}
	g.restart()
	return g, nil
}

// restart sets the board up as it was at first.
func (g *game) restart() {
	if g.contest != nil {
		again := *g.contest
		again.state = again.opening
		g.contest = &again
	} else {
		copy(g.board.Marks, g.opening)
		g.auto = make([]bool, len(g.opening))
	}
	g.phase, g.clock, g.clicks, g.hints, g.problem = Unopened, 0, 0, 0, ""
}

// take follows one event of the newest page. It returns true if the event is a
// win, right or wrong.
func (g *game) take(e Event) bool {
	g.clock = max(g.clock, e.Clock)
	if e.Geometry != nil {
		g.geometry = *e.Geometry
	}
	switch e.Kind {
	case Ready:
		g.phase = max(g.phase, Playing)
	case Down:
		if e.Cell >= 0 && g.phase == Playing {
			g.clicks++
		}
	case Marked:
		if g.contest != nil {
			g.contest.state = e.State
		} else {
			g.mark(e)
		}
	case Hinted:
		g.hints++
	case Gilded:
		g.phase = max(g.phase, Golden)
	case Carded:
		g.phase = max(g.phase, Finished)
	case Won:
		if g.phase >= Solved {
			return false // the page of a solved board was loaded again
		}
		g.phase = Solved
		if reported := cmp.Or(e.State, e.Marks); reported != g.marks(false) {
			g.object("the page reports other marks at the end than it reported one by one")
		}
		if err := g.verdict(); err != nil {
			g.object(err.Error())
		}
		return true
	}
	return false
}

// mark follows one change of a mark.
func (g *game) mark(e Event) {
	switch {
	case e.Cell < 0 || e.Cell >= len(g.board.Marks) || e.From > solver.Queen || e.To > solver.Queen:
		g.object(fmt.Sprintf("mark %d on cell %d", e.To, e.Cell))
		return
	case g.board.Marks[e.Cell] != e.From:
		g.object(fmt.Sprintf("cell %d changed from a mark that it did not have", e.Cell))
	case slices.Contains(g.locked, e.Cell):
		g.object(fmt.Sprintf("the locked cell %d changed", e.Cell))
	}
	g.board.Marks[e.Cell] = e.To
	g.auto[e.Cell] = e.To == solver.Cross && e.Cause == "auto"
}

// object keeps the first thing that is wrong with what the page reported.
func (g *game) object(problem string) {
	if g.problem == "" {
		g.problem = problem
	}
}

// verdict judges the marks by the rules.
func (g *game) verdict() error {
	if g.contest != nil {
		return g.contest.verdict()
	}
	p := make(solver.Placement, g.size)
	for i := range p {
		p[i] = -1
	}
	for cell, m := range g.board.Marks {
		if m != solver.Queen {
			continue
		}
		if p[cell/g.size] >= 0 {
			return fmt.Errorf("row %d has more than one queen", cell/g.size+1)
		}
		p[cell/g.size] = cell % g.size
	}
	if row := slices.Index(p, -1); row >= 0 {
		return fmt.Errorf("row %d has no queen", row+1)
	}
	return p.Check(g.board)
}

// marks returns the board as a string: '.', 'x', 'Q', and, if auto is wanted,
// 'a' for the crosses that the page placed by itself.
func (g *game) marks(auto bool) string {
	if g.contest != nil {
		return g.contest.state
	}
	text := make([]byte, len(g.board.Marks))
	for cell, m := range g.board.Marks {
		text[cell] = [...]byte{'.', 'x', 'Q'}[m]
		if auto && g.auto[cell] {
			text[cell] = 'a'
		}
	}
	return string(text)
}

func (g *game) state(session int) State {
	s := State{
		Session: session, Phase: g.phase, Game: g.deal.Game, Size: g.size, Seed: g.seed,
		Clock: milliseconds(g.clock), Geometry: g.geometry, Text: g.marks(false),
	}
	if g.contest != nil {
		s.Puzzle, s.Answer, s.Solved = g.contest.puzzle, g.contest.answer, g.contest.solved()
	} else {
		s.Board, s.Solution = g.board.Clone(), slices.Clone(g.solution)
	}
	return s
}

func (g *game) result(session int) Result {
	r := Result{
		Session: session, Game: g.deal.Game, Size: g.size, Seed: g.seed,
		Clock: milliseconds(g.clock), Clicks: g.clicks, Hints: g.hints, Problem: g.problem,
	}
	if g.contest == nil {
		r.Board = g.board.Clone()
	}
	return r
}

// milliseconds turns the page's time into a duration; what no page can have
// counted is cut to what a duration holds.
func milliseconds(ms float64) time.Duration {
	return time.Duration(min(max(ms, 0), 1e12) * float64(time.Millisecond))
}

// session is one page load, or one board of a page that went on to the next.
type session struct {
	game *game
	next int // number of the event that comes next
	// instead is the session of the board that takes this one's place, if any
	// does, and of is the session whose place this one takes. It counts from its
	// first report on.
	instead, of int
}

// errUnknown is for pages of an earlier server, or from very long ago.
var errUnknown = errors.New("this page is not known here any more")

const (
	maxSessions = 64      // how many pages may still report
	maxResults  = 1 << 10 // how many wins wait for WaitWon; the oldest are dropped
)

// openRequest is what a page asks for when it is loaded or goes on.
type openRequest struct {
	Step string `json:"step"` // "" this board, "next" the next one, "again" this one from its start
	From int    `json:"from"` // the session the page had before, 0 for a new page
	Size int    `json:"size"` // another size, 0 to keep it
}

// open starts a session and returns it with its board.
func (s *Server) open(r openRequest) (int, *game, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	number, size := s.game.number, s.game.size
	if _, err := checkSize(s.game.deal.Game, r.Size); err != nil {
		return 0, nil, err
	}
	if r.Size != 0 {
		size = r.Size
	}
	// A page asks for what follows its own board, so that two pages, or two
	// presses of the button, do not skip one.
	if from := s.pages[r.From]; r.Step == "next" && from != nil && from.game == s.game {
		number++
		if s.opts.Deal != nil && r.Size == 0 {
			size = 0 // what is dealt
		}
	}
	switch {
	case s.opts.Boards > 0 && number >= s.opts.Boards:
		return 0, nil, fmt.Errorf("there are only %d boards", s.opts.Boards)
	case number != s.game.number || size != s.game.size:
		g, err := s.newGame(size, number)
		if err != nil {
			return 0, nil, err
		}
		s.game = g
	case r.Step == "again":
		again := *s.game
		if again.board != nil {
			again.board = again.board.Clone()
		}
		again.restart()
		s.game = &again
	}
	s.newest = s.newSession(&session{game: s.game})
	if other := s.game.instead; other != nil {
		s.pages[s.newest].instead = s.newSession(&session{game: other, of: s.newest})
	}
	s.game.shown()
	s.touch()
	return s.newest, s.game, nil
}

// newSession gives a session its id.
func (s *Server) newSession(page *session) int {
	s.ids++
	s.pages[s.ids] = page
	delete(s.pages, s.ids-maxSessions)
	return s.ids
}

// shown: a page has the game, and has not painted it yet.
func (g *game) shown() {
	g.phase = max(g.phase, Splash)
	if g.phase == Playing {
		g.phase = Splash
	}
}

// report is a batch of events of one page.
type report struct {
	Session int   `json:"session"`
	Events  batch `json:"events"`
}

// acknowledgement tells a page what has arrived.
type acknowledgement struct {
	Next    int  `json:"next"`    // number of the event that is expected next
	Current bool `json:"current"` // whether this is the page that counts
}

// take follows a report. Events that arrived before, because the page sent
// them twice to be sure, are skipped; events after a gap wait to be sent again.
func (s *Server) take(r report) (acknowledgement, error) {
	for i := range r.Events {
		if err := r.Events[i].check(); err != nil {
			return acknowledgement{}, fmt.Errorf("this is no report of the page: %w", err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	page := s.pages[r.Session]
	if page == nil {
		return acknowledgement{}, errUnknown
	}
	if page.of != 0 && page.of == s.newest { // the other board took its place
		s.newest, s.game = r.Session, page.game
		s.game.shown()
	}
	current := r.Session == s.newest
	for _, e := range r.Events {
		if e.Seq != page.next {
			continue
		}
		page.next++
		e.Session = r.Session
		s.log.add(e)
		if current && page.game.take(e) {
			s.results = append(s.results, page.game.result(r.Session))
			s.results = s.results[max(0, len(s.results)-maxResults):]
		}
	}
	s.touch()
	return acknowledgement{Next: page.next, Current: current}, nil
}
