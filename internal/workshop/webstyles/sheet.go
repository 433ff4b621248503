package webstyles

import (
	"fmt"
	"hash/fnv"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"

	"autoqueens/solver"
)

// f is fmt.Sprintf; a page is written with little else.
func f(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// told is by what a person tells the regions of a board apart.
type told struct {
	color   bool // each region has a colour of its own, or of those it touches none
	lines   bool // lines or gaps around regions are other than those inside
	name    bool // a letter or number in each cell
	pattern bool // a pattern for each region
}

// sheet is a page with all that is dealt for it. Lengths are in CSS pixels.
type sheet struct {
	r      *rand.Rand
	style  *Style
	number int

	n     int
	board *solver.Board
	queen solver.Placement // a solution
	state string

	scale         float64 // device pixels to a CSS pixel
	width, height int     // of the viewport
	pitch         float64
	phone         bool

	dark              bool
	paper, card       color.NRGBA // the page, and what is around the board
	ink, soft, accent color.NRGBA
	font              string
	frame             string // which surroundings
	filter            string // a CSS filter over the page, or ""
	margin            float64
	crop              bool // the picture is cut to the board and a margin

	palettes []string // of which one is dealt
	palette  string
	few      int     // so many colours for all regions, 0 for one each
	least    float64 // deltaE of colours
	darkest  float64 // how light they are at least, 0 to 1
	colors   []color.NRGBA
	twins    bool // two regions that touch have one colour

	told       told
	line       color.NRGBA
	thin       float64
	thick      float64
	edge       float64    // how far cells may be taken to begin from the lattice, beside half a line
	faint      string     // what colour lines inside regions have: as the others, grey or translucent
	at         [2]float64 // where cells show their colour: a ring from .. to, in shares of a cell from its edge
	looks      looks
	inkFixed   *color.NRGBA
	hover      int
	hoverShade float64 // below 0 darkened, above 0 lightened, by this share
	clash      []int
	clashBy    string

	spoiling string
	cover    cover
	cut      cut
}

// The states of play.
const (
	untouched = "untouched"
	crossed   = "crosses"
	played    = "some queens"
	astray    = "wrong queens"
	clashing  = "clashing queens"
	solved    = "solved"
)

// deal deals the sheet of a page. With emoji false the machine has no font for
// them. The same arguments give the same sheet.
func deal(seed uint64, style *Style, number int, emoji bool) *sheet {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d", style.Name, number)
	s := &sheet{r: rand.New(rand.NewPCG(seed, h.Sum64())), style: style, number: number, hover: -1, at: [2]float64{0.09, 0.19}}
	r := s.r
	s.spoiling = dealSpoiling(r, style.Board)
	s.dealSize()
	s.dealScreen()
	s.dark = chance(r, 0.25)
	s.palettes = []string{linkedin, linkedin, pastel, pastel, earthy, vivid, material, charts, random}
	s.told = told{color: true}
	s.thin, s.thick, s.line, s.faint = 1, pick(r, 3.0, 3, 4), black, pick(r, "same", "same", "grey", "translucent")
	if style.deal != nil {
		style.deal(s)
	}
	s.dealTheme()
	s.dealPuzzle()
	s.dealColors()
	s.dealState()
	s.looks = dealLooks(r, style, emoji)
	s.dealHover()
	s.dealFilter()
	s.dealHidden()
	return s
}

func (s *sheet) dealSize() {
	r := s.r
	s.n = pick(r, 5, 6, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10, 11, 12)
	if chance(r, 0.05) {
		s.n = 13 + r.IntN(6)
	}
}

// dealScreen deals the screen, its scale and how large the board is on it. The
// styles that have a screen of their own deal it anew.
func (s *sheet) dealScreen() {
	r := s.r
	s.scale = pick(r, 1, 1, 1, 1, 1, 1.25, 1.5, 2)
	if s.style.page == nil && chance(r, 0.07) {
		s.handset()
		return
	}
	s.desktop(s.scale)
}

// desktop deals a screen of a scale, and a board on it.
func (s *sheet) desktop(scale float64) {
	r := s.r
	s.scale, s.phone = scale, false
	screen := pick(r, [2]float64{1280, 800}, [2]float64{1366, 768}, [2]float64{1440, 900}, [2]float64{1600, 900})
	switch {
	case scale >= 2:
		screen = [2]float64{2560, 1600}
	case scale > 1.3:
		screen = [2]float64{1920, 1080}
	}
	s.width, s.height = int(screen[0]/scale), int(screen[1]/scale)
	s.frame = pick(r, surroundings...)
	room := min(float64(s.height)-190, float64(s.width)-420)
	least := max(min(240, room), 17*float64(s.n), 15*float64(s.n)/scale)
	s.pitch = between(r, least, max(least, min(room, 620))) / float64(s.n)
	s.dealPitch()
}

// handset deals a phone, and a board nearly as wide as it.
func (s *sheet) handset() {
	r := s.r
	s.phone, s.scale = true, pick(r, 2.0, 2.625, 3)
	s.width, s.height = pick(r, 360, 375, 390, 393, 412), pick(r, 667, 740, 780, 844)
	s.frame = "phone"
	s.pitch = (float64(s.width) - pick(r, 16.0, 24, 32, 40)) / float64(s.n)
	s.dealPitch()
}

// dealPitch makes the pitch a whole number half the time, as style sheets have it.
func (s *sheet) dealPitch() {
	if chance(s.r, 0.5) {
		s.pitch = math.Floor(s.pitch)
	}
}

func (s *sheet) side() float64 { return s.pitch * float64(s.n) }

func (s *sheet) dealTheme() {
	r := s.r
	s.paper, s.card = pick(r, white, rgb(0xF4F2EE), rgb(0xFAFAFA), rgb(0xEEF2F7), rgb(0xFFF8E7)), white
	if chance(r, 0.5) {
		s.card = s.paper
	}
	s.ink, s.soft = rgb(0x1F2328), rgb(0x6B7280)
	if s.dark {
		s.paper = pick(r, rgb(0x1C1F23), rgb(0x121212), rgb(0x0F172A), rgb(0x1B1B2F), rgb(0x202124))
		s.card = mix(s.paper, white, pick(r, 0, 0.05, 0.08))
		s.ink, s.soft = rgb(0xE8EAED), rgb(0x9AA0A6)
	}
	s.accent = pick(r, rgb(0x0A66C2), rgb(0x2DA44E), rgb(0x7C3AED), rgb(0xD9480F), rgb(0x0D9488))
	s.font = pick(r, "system-ui,sans-serif", "'Nimbus Sans',Arial,sans-serif", "'DejaVu Sans',Verdana,sans-serif", "'DejaVu Serif',Georgia,serif", "'URW Gothic',sans-serif")
	s.margin = between(r, 8, 48)
	s.crop = !s.phone && chance(r, 0.12)
}

// dealPuzzle deals regions and a solution: nearly always the only one.
func (s *sheet) dealPuzzle() {
	r := s.r
	if s.n <= 13 {
		s.board, s.queen, _ = solver.Generate(s.n, r.Uint64())
	}
	if s.board == nil || chance(r, 0.04) { // may have several
		s.board, s.queen = grown(r, s.n)
	}
	everywhere := s.few == 0 && (s.told.color || s.told.name || s.told.pattern)
	switch k := r.Float64(); {
	case !everywhere:
	case k < 0.07:
		s.board = scattered(r, s.board, s.queen)
	case k < 0.08 && !s.told.lines && s.n <= 9:
		s.board = confetti(r, s.queen)
	}
	s.board.Marks = make([]solver.Mark, s.n*s.n)
}

func (s *sheet) dealColors() {
	r := s.r
	s.palette = pick(r, s.palettes...)
	least := s.least
	if least == 0 {
		least = Apart
	}
	if s.n > 12 {
		least *= 0.6
	}
	if s.few > 0 {
		shades := colorsOf(r, s.palette, s.few, least, s.darkest)
		s.colors = make([]color.NRGBA, s.n)
		for id, k := range mapped(r, s.board, s.few) {
			s.colors[id] = shades[k%len(shades)]
		}
	} else {
		s.colors = colorsOf(r, s.palette, s.n, least, s.darkest)
	}
	if s.twins = s.told == (told{color: true}) && chance(r, 0.03); s.twins {
		a, b := s.touching()
		s.colors[b] = s.colors[a]
	}
	// Lines that no cell hides.
	if s.told.lines && s.nearest(s.line) < 25 {
		for _, k := range []color.NRGBA{black, white} {
			if s.nearest(k) > s.nearest(s.line) {
				s.line = k
			}
		}
	}
}

// nearest returns how far the closest of the colours is from k.
func (s *sheet) nearest(k color.NRGBA) float64 {
	d := math.Inf(1)
	for _, c := range s.colors {
		d = min(d, deltaE(c, k))
	}
	return d
}

// touching returns two regions that touch.
func (s *sheet) touching() (a, b uint8) {
	for cell := range s.board.Regions {
		if cell%s.n+1 < s.n && s.board.Regions[cell] != s.board.Regions[cell+1] {
			return s.board.Regions[cell], s.board.Regions[cell+1]
		}
	}
	return 0, 0
}

func (s *sheet) dealState() {
	r, n := s.r, s.n
	s.state = pick(r, untouched, untouched, untouched, untouched, crossed, crossed, crossed, played, played, played, astray, clashing, solved)
	marks := s.board.Marks
	cross := func(p float64) {
		for i := range marks {
			if marks[i] == solver.Empty && chance(r, p) {
				marks[i] = solver.Cross
			}
		}
	}
	right := func(p float64) {
		for row, col := range s.queen {
			if chance(r, p) {
				marks[row*n+col] = solver.Queen
			}
		}
	}
	switch s.state {
	case crossed:
		cross(pick(r, 0.03, 0.1, 0.3, 0.6))
	case played:
		right(between(r, 0.2, 0.8))
		cross(pick(r, 0, 0.1, 0.3, 0.6))
	case astray:
		for range 1 + r.IntN(4) {
			marks[r.IntN(n*n)] = solver.Queen
		}
		cross(pick(r, 0, 0.2))
	case clashing:
		row, cols := r.IntN(n), r.Perm(n)
		s.clash = []int{row*n + cols[0], row*n + cols[1]}
		for _, cell := range s.clash {
			marks[cell] = solver.Queen
		}
		cross(pick(r, 0, 0.2))
		s.clashBy = pick(r, "ink", "ring", "stripes")
		if s.told.lines || s.told.name {
			s.clashBy = pick(r, "ink", "ring", "stripes", "tint")
		}
	case solved:
		right(1)
		cross(pick(r, 0.0, 1))
	}
}

// dealHover lays the pointer on a cell, at times, which shades it. Where colour
// alone tells, the shaded cell stays closer to its own colour than to any other.
func (s *sheet) dealHover() {
	r := s.r
	if s.phone || !chance(r, 0.14) {
		return
	}
	cell := r.IntN(s.n * s.n)
	shade := -between(r, 0.12, 0.24)
	if luma(s.of(cell)) < 0.35 {
		shade = between(r, 0.12, 0.24)
	}
	if !s.told.lines && !s.told.name {
		veil := black
		if shade > 0 {
			veil = white
		}
		k, own := mix(s.of(cell), veil, math.Abs(shade)), s.of(cell)
		for _, o := range s.colors {
			if o != own && deltaE(k, o) < deltaE(k, own)+3 {
				return
			}
		}
	}
	s.hover, s.hoverShade = cell, shade
}

// of returns the colour of a cell's region.
func (s *sheet) of(cell int) color.NRGBA { return s.colors[s.board.Regions[cell]] }

func (s *sheet) dealFilter() {
	r := s.r
	switch r.IntN(24) {
	case 0:
		s.filter = f("sepia(%.2f)", between(r, 0.15, 0.4))
	case 1:
		s.filter = f("brightness(%.2f)", between(r, 0.75, 0.95))
	case 2:
		s.filter = f("contrast(%.2f)", between(r, 0.8, 1.15))
	case 3:
		s.filter = f("saturate(%.2f)", between(r, 0.7, 1.3))
	}
}

// side of a cell.
const (
	top = iota
	right
	bottom
	left
)

// beside returns the cell on a side, or -1 at the board's edge.
func (s *sheet) beside(cell, side int) int {
	row, col := cell/s.n, cell%s.n
	switch side {
	case top:
		row--
	case right:
		col++
	case bottom:
		row++
	case left:
		col--
	}
	if row < 0 || col < 0 || row >= s.n || col >= s.n {
		return -1
	}
	return row*s.n + col
}

// border tells whether a region ends on a cell's side.
func (s *sheet) border(cell, side int) bool {
	o := s.beside(cell, side)
	return o < 0 || s.board.Regions[o] != s.board.Regions[cell]
}

// clashes tells whether a cell's queen is shown in conflict.
func (s *sheet) clashes(cell int) bool { return slices.Contains(s.clash, cell) }
