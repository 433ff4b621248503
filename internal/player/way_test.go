package player

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/fault"
	"autoqueens/internal/spot"
	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
	"autoqueens/solver/sudoku"
	"autoqueens/solver/zip"
	"autoqueens/vision"
)

// zipPage is a Zip board in a world: of drags and arrow keys it takes those that it takes.
type zipPage struct {
	*world
	now         *zip.Puzzle
	answer      zip.Solution
	drags, keys int            // how many there were
	takesDrags  bool           // the page does
	lost        func(int) bool // which keys it loses, counted from 1
	wrong       bool           // a step was made that is not right
	slow        time.Duration  // from where the pointer comes to until the page shows it
	onStep      func(cells int)
}

func newZipPage(t *testing.T) *zipPage {
	t.Helper()
	p, answer, err := zip.Generate(6, 7)
	if err != nil {
		t.Fatal(err)
	}
	now := *p
	now.Path = answer.Path[:1:1]
	w := newWorld(t, 6)
	w.frozen = true
	return &zipPage{world: w, now: &now, answer: answer, lost: func(int) bool { return false }, slow: 10 * time.Millisecond}
}

func (p *zipPage) player(o Options) *Player {
	player, _ := p.world.player(o)
	player.Eye, player.Reader, player.Hand = p, p, p
	return player
}

func (p *zipPage) Capture(r image.Rectangle) (*image.RGBA, error) {
	img, err := p.world.canvas(r)
	if err == nil && p.shown {
		p.paint(img, func(cell int) color.Color {
			if slices.Contains(p.now.Path, puzzle.Cell{Row: cell / 6, Col: cell % 6}) {
				return color.Gray{120}
			}
			return color.Gray{240}
		})
	}
	return img, err
}

func (p *zipPage) Read(img image.Image) (*vision.Reading, error) {
	r, err := p.world.Read(img)
	if err != nil {
		return nil, err
	}
	now := *p.now
	now.Path = slices.Clone(p.now.Path)
	return &vision.Reading{Game: zip.Name, Puzzle: &now, Answer: p.answer, Lattice: r.Lattice, Confidence: 1}, nil
}

func (p *zipPage) ReadAt(img image.Image, _ *vision.Reading) (*vision.Reading, error) {
	return p.Read(img)
}
func (p *zipPage) ReadAll(image.Image) []*vision.Reading { return nil }

// step is the page taking a step to a cell, or back.
func (p *zipPage) step(to puzzle.Cell) {
	if n := len(p.now.Path); n > 1 && p.now.Path[n-2] == to {
		p.now.Path = p.now.Path[:n-1]
		return
	}
	p.now.Path = append(slices.Clone(p.now.Path), to)
	p.wrong = p.wrong || len(p.now.Path) > len(p.answer.Path) || p.answer.Path[len(p.now.Path)-1] != to
	if p.onStep != nil {
		p.onStep(len(p.now.Path))
	}
}

func (p *zipPage) Drag(ctx context.Context, path []image.Point, by input.Stroke) error {
	p.drags++
	for i, at := range path[1:] {
		to := puzzle.Cell(cellOf(p.lattice, at))
		if p.takesDrags && i > 0 {
			p.after(p.slow, func() { p.step(to) })
		}
		began := p.now0()
		for {
			shown := by.Shown(i + 1)
			if err := context.Cause(ctx); err != nil || !by.Stands() {
				return err
			}
			if shown {
				break
			}
			if p.now0().Sub(began) >= by.Patience {
				return nil
			}
			p.pass(3 * time.Millisecond)
		}
	}
	return context.Cause(ctx)
}

func (p *zipPage) now0() time.Time { return p.world.now }

func (p *zipPage) Type(_ context.Context, k input.Key) error {
	p.pass(500 * time.Microsecond)
	if p.keys++; p.lost(p.keys) {
		return nil
	}
	head := p.now.Path[len(p.now.Path)-1]
	for by, key := range arrows {
		if key == k {
			p.after(p.slow, func() { p.step(puzzle.Cell{Row: head.Row + by.Row, Col: head.Col + by.Col}) })
		}
	}
	return nil
}

// TestZipByKeys plays a Zip board on a page that takes no drags: after one that changed nothing it
// is played by arrow keys, at once where it is known, and also where the page loses some of them.
func TestZipByKeys(t *testing.T) {
	for name, tt := range map[string]struct {
		ways  map[string]Way
		lost  func(int) bool
		drags int // before the keys
	}{
		"not known":     {drags: 1},
		"known":         {ways: map[string]Way{zip.Name: ByKeys}},
		"keys are lost": {ways: map[string]Way{zip.Name: ByKeys}, lost: func(n int) bool { return n == 5 || n == 30 }},
	} {
		p := newZipPage(t)
		if tt.lost != nil {
			p.lost = tt.lost
		}
		player := p.player(Options{Timeout: time.Second, Ways: tt.ways})
		_, err := player.Run(t.Context())
		if err != nil || !slices.Equal(p.now.Path, p.answer.Path) || p.wrong || p.drags != tt.drags || player.Options.Ways[zip.Name] != ByKeys {
			t.Errorf("%s: %v after %d drags and %d keys, wrong steps: %v; %v from here on", name, err, p.drags, p.keys, p.wrong, player.Options.Ways)
		}
	}
}

// TestZipByDrag: where keys do nothing, drags are tried, and a page that takes neither is given up.
func TestZipByDrag(t *testing.T) {
	for _, takes := range []bool{true, false} {
		p := newZipPage(t)
		p.takesDrags, p.lost = takes, func(int) bool { return true }
		player := p.player(Options{Timeout: time.Second, Ways: map[string]Way{zip.Name: ByKeys}})
		_, err := player.Run(t.Context())
		if won := slices.Equal(p.now.Path, p.answer.Path); won != takes || (err == nil) != takes || p.wrong {
			t.Errorf("the page takes drags: %v; %v, won %v after %d drags and %d keys", takes, err, won, p.drags, p.keys)
		}
		if !takes && (!strings.Contains(err.Error(), "does not react") || p.drags != longerRests+1 || p.keys != maxIdle) {
			t.Errorf("it says %v after %d drags and %d keys", err, p.drags, p.keys)
		}
	}
}

// TestWalkUnread: a page draws what cannot be read around the cell that has the keys. A machine so busy that the latest
// look is old by the time that the hand is there makes the last step of the path all the same.
func TestWalkUnread(t *testing.T) {
	for _, aims := range []time.Duration{0, 2 * guardEvery} {
		p := newZipPage(t)
		player := p.player(Options{Timeout: time.Second, Ways: map[string]Way{zip.Name: ByKeys}})
		page := &ringed{zipPage: p, aims: aims}
		player.Eye, player.Reader, player.Hand = page, page, page
		_, err := player.Run(t.Context())
		if err != nil || !slices.Equal(p.now.Path, p.answer.Path) || p.wrong {
			t.Errorf("where to aim takes %v: %v, %d of %d cells", aims, err, len(p.now.Path), len(p.answer.Path))
		}
	}
}

// ringed is a page of Zip that cannot be read once a key was pressed on it, and a hand that takes its time to aim.
type ringed struct {
	*zipPage
	aims time.Duration
}

func (p *ringed) Capture(r image.Rectangle) (*image.RGBA, error) {
	img, err := p.zipPage.Capture(r)
	if err == nil && p.keys > 0 {
		first := innerArea(p.lattice, Cell(p.answer.Path[0]))
		draw.Draw(img, first.Inset(3).Intersect(r), image.White, image.Point{}, draw.Src)
	}
	return img, err
}

func (p *ringed) Read(img image.Image) (*vision.Reading, error) {
	if p.keys > 0 {
		return nil, &vision.Refusal{Game: zip.Name, Reason: vision.Ambiguous, What: "there may be a wall", Advice: "-", Lattice: p.lattice}
	}
	return p.zipPage.Read(img)
}

func (p *ringed) ReadAt(img image.Image, _ *vision.Reading) (*vision.Reading, error) {
	return p.Read(img)
}

func (p *ringed) Aim(ctx context.Context, at image.Point) error {
	p.pass(p.aims)
	return p.zipPage.Aim(ctx, at)
}

// TestZipCard: a page may lay its result over the board in the frame in which it shows the last cell of the
// path, also of one that was begun.
func TestZipCard(t *testing.T) {
	for _, way := range []Way{ByDrag, ByKeys} {
		for begun := 1; begun < 36; begun += 17 {
			for slow := time.Millisecond; slow <= 100*time.Millisecond; slow += 9 * time.Millisecond {
				p := newZipPage(t)
				p.takesDrags, p.slow = true, slow
				p.now.Path = p.answer.Path[:begun:begun]
				p.onStep = func(cells int) { p.shown = cells < len(p.answer.Path) }
				out, err := p.player(Options{Timeout: time.Second, Ways: map[string]Way{zip.Name: way}}).Run(t.Context())
				if err != nil || p.wrong || len(p.now.Path) != len(p.answer.Path) || out[0].By != BoardGone {
					t.Errorf("by %s, %d cells drawn, shown after %v: %v, %d cells of the path: %+v", way, begun, slow, err, len(p.now.Path), out)
				}
			}
		}
	}
}

// TestDragToNothing: a drag ends soon after the page has become empty, wherever on its way it is.
func TestDragToNothing(t *testing.T) {
	for cells := 2; cells <= 34; cells += 8 {
		p := newZipPage(t)
		p.takesDrags, p.page = true, 200 // without a word on it
		var gone time.Time
		p.onStep = func(n int) {
			if n == cells {
				p.shown, gone = false, p.now0()
			}
		}
		player := p.player(Options{Timeout: time.Second, Ways: map[string]Way{zip.Name: ByDrag}})
		hand := &timing{zipPage: p}
		player.Hand = hand
		_, err := player.Run(t.Context())
		if held := hand.up.Sub(gone); held > 2*guardEvery || err == nil || !strings.Contains(err.Error(), "went out of sight") {
			t.Errorf("empty after %d cells: the button is down for %v more: %v", cells, held, err)
		}
	}
}

// TestDragReplaced: a drag ends soon after another board has taken the place of the one that is played, and none
// is read with the button down.
func TestDragReplaced(t *testing.T) {
	for cells := 2; cells <= 34; cells += 8 {
		p := newZipPage(t)
		p.takesDrags = true
		var gone time.Time
		page := &figures{zipPage: p}
		p.onStep = func(n int) {
			if n == cells {
				page.others, gone = true, p.now0()
				p.after(time.Millisecond, func() { p.shown = false })
			}
		}
		player := p.player(Options{Timeout: time.Second, Ways: map[string]Way{zip.Name: ByDrag}})
		hand := &timing{zipPage: p}
		player.Eye, player.Reader, player.Hand = page, page, hand
		page.hand = hand
		_, err := player.Run(t.Context())
		if held := hand.up.Sub(gone); gone.IsZero() || held > 2*guardEvery || err == nil || page.read > 0 {
			t.Errorf("replaced after %d cells: the button is down for %v more, and the board is read %d times: %v", cells, held, page.read, err)
		}
	}
}

// figures is a page of Zip that shows a figure in each cell, or another one, and a reader of it that counts how
// often it reads with the button down.
type figures struct {
	*zipPage
	hand   *timing
	others bool
	read   int
}

func (p *figures) Capture(r image.Rectangle) (*image.RGBA, error) {
	shown := p.shown
	p.shown = true // the other board, once that of the world is gone
	img, err := p.zipPage.Capture(r)
	p.shown = shown
	if err != nil {
		return nil, err
	}
	for cell := range 36 {
		area := innerArea(p.lattice, Cell{cell / 6, cell % 6})
		figure := image.Rectangle{Min: area.Min.Add(image.Pt(2, 2)), Max: area.Min.Add(image.Pt(8, 8))}
		if p.others {
			figure = figure.Add(image.Pt(7, 7))
		}
		draw.Draw(img, figure.Intersect(img.Rect), image.Black, image.Point{}, draw.Src)
	}
	return img, nil
}

func (p *figures) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	if p.hand.down {
		p.read++
	}
	return p.zipPage.ReadAt(img, last)
}

// timing is a hand that notes when the button came up after a drag.
type timing struct {
	*zipPage
	up   time.Time
	down bool
}

func (h *timing) Drag(ctx context.Context, path []image.Point, by input.Stroke) error {
	h.down = true
	defer func() { h.up, h.down = h.now0(), false }()
	return h.zipPage.Drag(ctx, path, by)
}

// TestDragReading: a reading that does not end is not waited for in a drag once the person has come, and not for
// long otherwise.
func TestDragReading(t *testing.T) {
	for _, comes := range []bool{true, false} {
		p := newZipPage(t)
		p.takesDrags = true
		player := p.player(Options{Timeout: time.Second, Ways: map[string]Way{zip.Name: ByDrag}})
		reader := &endless{zipPage: p, comes: comes, end: make(chan struct{})}
		player.Reader = reader
		_, err := player.Run(t.Context())
		close(reader.end)
		if reader.begun.Load() != 1 || comes != (fault.KindOf(err) == fault.Stopped) || !comes && (err != nil || p.drags < 2) {
			t.Errorf("the person comes: %v; after %d drags: %v", comes, p.drags, err)
		}
	}
}

// endless is a reader of which the first reading in a drag does not end, in which the person may come.
type endless struct {
	*zipPage
	comes bool
	begun atomic.Int32
	end   chan struct{}
}

func (r *endless) ReadAt(img image.Image, last *vision.Reading) (*vision.Reading, error) {
	if r.drags == 0 || r.begun.Swap(1) > 0 {
		return r.zipPage.ReadAt(img, last)
	}
	if r.comes {
		r.takeOver()
	}
	select {
	case <-r.end:
	case <-time.After(2 * shownFor):
		r.t.Error("the reading is waited for")
	}
	return nil, r.refusal
}

// TestWalkPause: arrow keys are as far apart as the pace says, or farther.
func TestWalkPause(t *testing.T) {
	const pause = 300 * time.Millisecond
	p := newZipPage(t)
	var last time.Time
	p.lost = func(n int) bool {
		if now := p.now0(); n > 1 && now.Sub(last) < pause {
			t.Errorf("key %d comes %v after the one before", n, now.Sub(last))
		}
		last = p.now0()
		return false
	}
	player := p.player(Options{Timeout: time.Second, Pause: pause, Ways: map[string]Way{zip.Name: ByKeys}})
	if _, err := player.Run(t.Context()); err != nil || len(p.now.Path) != len(p.answer.Path) {
		t.Errorf("%v, %d cells of the path", err, len(p.now.Path))
	}
}

// TestTry makes one step of the answer, and tells in which way the page takes it.
func TestTry(t *testing.T) {
	for _, drags := range []bool{false, true} {
		p := newZipPage(t)
		p.takesDrags = drags
		player := p.player(Options{Timeout: time.Second, Try: true})
		out, err := player.Run(t.Context())
		if want := map[bool]Way{false: ByKeys, true: ByDrag}[drags]; err != nil || len(p.now.Path) != 2 || p.wrong || out[0].Way != want {
			t.Errorf("takes drags %v: %v: %d cells, %v", drags, err, len(p.now.Path), out[0].Way)
		}
	}
}

// TestProven: that clicks land where they are aimed is noted of a board that was won by them. A path
// that was walked by keys says nothing of it.
func TestProven(t *testing.T) {
	first := newTangoPage(t, 0)
	player, _ := first.player(Options{Timeout: time.Second})
	if _, err := player.Run(t.Context()); err != nil || len(player.proven) != 1 {
		t.Fatalf("%v, proven %v", err, player.proven)
	}
	z := newZipPage(t)
	walker := z.player(Options{Timeout: time.Second, Ways: map[string]Way{zip.Name: ByKeys}})
	if _, err := walker.Run(t.Context()); err != nil || len(walker.proven) > 0 {
		t.Errorf("by keys: %v, proven %v", err, walker.proven)
	}
}

// padPage is a Sudoku that takes no keys, with a pad below it.
type padPage struct {
	*sudokuPage
	covered bool // something lies over the pad
	pressed int  // presses on it
	onPress func()
}

func padAt(digit int) image.Point { return image.Pt(280+80*digit, 520) }

func (p *padPage) Capture(r image.Rectangle) (*image.RGBA, error) {
	img, err := p.sudokuPage.Capture(r)
	if err == nil && !p.covered {
		for digit := 1; digit <= 6; digit++ {
			at := padAt(digit)
			draw.Draw(img, image.Rectangle{Min: at, Max: at}.Inset(-20).Intersect(r), image.NewUniform(color.Gray{uint8(25 * digit)}), image.Point{}, draw.Src)
		}
	}
	return img, err
}

// buttons are those of the digits from 1 on, as they look now.
func (p *padPage) buttons(n int) (pad []spot.Spot) {
	p.t.Helper()
	screen, _ := p.Capture(image.Rect(0, 0, 1280, 1024))
	for digit := 1; digit <= n; digit++ {
		s, err := spot.Of(screen, padAt(digit))
		if err != nil {
			p.t.Fatal(err)
		}
		pad = append(pad, s)
	}
	return pad
}

func (p *padPage) Type(context.Context, input.Key) error { return nil }

// Click also checks what is clicked beside the board.
func (p *padPage) Click(ctx context.Context, at image.Point) error {
	for digit := 1; digit <= 6; digit++ {
		if at == padAt(digit) {
			if !at.In(p.fence) || p.fence.Dx() > 1 || p.covered {
				p.t.Errorf("the button %d is clicked with the fence %v; it is covered: %v", digit, p.fence, p.covered)
			}
			p.pressed++
			if p.onPress != nil {
				p.onPress()
			}
			return p.sudokuPage.Type(ctx, input.Key('0'+rune(digit)))
		}
	}
	return p.sudokuPage.Click(ctx, at)
}

// TestSudokuByPad: where keys do nothing the buttons are clicked that the person has shown, and
// nothing where none were shown, or where they do not look as they did.
func TestSudokuByPad(t *testing.T) {
	for name, tt := range map[string]struct {
		ways   map[string]Way
		shown  int // buttons
		covers bool
		moved  int // the board lies that far lower, over the pad
		want   string
	}{
		"not known":    {shown: 6},
		"known":        {ways: map[string]Way{sudoku.Name: ByPad}, shown: 6},
		"one missing":  {ways: map[string]Way{sudoku.Name: ByPad}, shown: 5, want: "does not react"},
		"on the board": {ways: map[string]Way{sudoku.Name: ByPad}, shown: 6, moved: 150, want: "does not react"},
		"covered":      {shown: 6, covers: true, want: "does not look as it did"},
	} {
		p := &padPage{sudokuPage: newSudokuPage(t)}
		pad := p.buttons(tt.shown)
		p.covered = tt.covers
		p.lattice.Y += float64(tt.moved)
		player, _ := p.world.player(Options{Timeout: time.Second, Ways: tt.ways, Pad: pad})
		player.Eye, player.Reader, player.Hand = p, p, p
		out, err := player.Run(t.Context())
		if clicks := p.n + p.pressed; out[0].Clicks != clicks {
			t.Errorf("%s: %d clicks are told, %d were made", name, out[0].Clicks, clicks)
		}
		if tt.moved > 0 && p.pressed > 0 {
			t.Errorf("%s: %d presses on the pad", name, p.pressed)
		}
		switch won := slices.Equal(p.now.Cells, p.answer.Cells); {
		case tt.want == "" && (err != nil || !won || p.wrong > 0 || player.Options.Ways[sudoku.Name] != ByPad):
			t.Errorf("%s: %v, won %v, %d digits in the wrong cells, %v from here on", name, err, won, p.wrong, player.Options.Ways)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want) || won):
			t.Errorf("%s: %v, won %v", name, err, won)
		}
		if len(p.outside) > 0 {
			t.Errorf("%s: clicks beside the board, at %v", name, p.outside)
		}
	}
}

// TestPadAfterMove: a button that is not to be seen at once is not pressed once the board has moved.
func TestPadAfterMove(t *testing.T) {
	p := &padPage{sudokuPage: newSudokuPage(t)}
	player, _ := p.world.player(Options{Timeout: time.Second, Ways: map[string]Way{sudoku.Name: ByPad}, Pad: p.buttons(6)})
	player.Eye, player.Reader, player.Hand = p, p, p
	after := 0 // clicks on cells before the next press on the pad
	p.onClick = func(n int, _ Cell) bool {
		if n == 4 {
			p.covered, p.lattice.Y = true, p.lattice.Y+60
			p.after(300*time.Millisecond, func() { p.covered = false })
			p.onPress = func() { after, p.onPress = p.n-4, nil }
		}
		return false
	}
	if _, err := player.Run(t.Context()); err != nil || after < 1 || !slices.Equal(p.now.Cells, p.answer.Cells) {
		t.Errorf("%v; the pad was pressed after %d further clicks on cells", err, after)
	}
}

// TestWaysOfProfiles: a profile keeps every way that there is, and no other.
func TestWaysOfProfiles(t *testing.T) {
	for _, g := range games.Names() {
		var names []string
		for _, way := range ways[g] {
			names = append(names, string(way))
		}
		if kept := calibrate.WayNames(g); !slices.Equal(kept, names) {
			t.Errorf("%s is played by %q, and a profile keeps %q", g, names, kept)
		}
	}
}
