package practice

import (
	"net/http"

	"autoqueens/internal/loopback"
	"autoqueens/solver"
)

// hint is what a player who asks for help is told: one cell, and what is to be
// done about it.
type hint struct {
	Cell  int    `json:"cell"`
	Cause string `json:"cause"` // wrong-queen, wrong-cross, or queen
}

// hint points out a mistake where there is one. Otherwise it gives away the
// queen that is the easiest to find: that of the region with the fewest cells
// that are still empty. It returns false when there is nothing to say.
func (g *game) hint() (hint, bool) {
	if g.contest != nil {
		return g.contest.hint()
	}
	room := make([]int, g.size)
	for cell, m := range g.board.Marks {
		solves := g.solution[cell/g.size] == cell%g.size
		switch {
		case m == solver.Queen && !solves:
			return hint{cell, "wrong-queen"}, true
		case m == solver.Cross && solves:
			return hint{cell, "wrong-cross"}, true
		case m == solver.Empty:
			room[g.board.Regions[cell]]++
		}
	}
	best := -1
	for row, col := range g.solution {
		cell := row*g.size + col
		if g.board.Marks[cell] == solver.Queen {
			continue
		}
		if best < 0 || room[g.board.Regions[cell]] < room[g.board.Regions[best]] {
			best = cell
		}
	}
	return hint{best, "queen"}, best >= 0
}

// serveHint answers the newest page. The page has reported every mark before
// it asks.
func (s *Server) serveHint(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Session int `json:"session"`
	}
	if !loopback.ReadJSON(w, r, maxAsk, &request) {
		return
	}
	s.mu.Lock()
	h, ok := s.game.hint()
	ok = ok && request.Session == s.newest
	s.mu.Unlock()
	if !ok {
		http.Error(w, "there is nothing to hint at", http.StatusConflict)
		return
	}
	loopback.WriteJSON(w, h)
}
