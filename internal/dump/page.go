package dump

import (
	"bufio"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"image"
	"image/color"
	"io"
	"slices"
	"strconv"
	"strings"

	"autoqueens/internal/printable"
	"autoqueens/solver"
	"autoqueens/solver/games"
	"autoqueens/vision"
)

// generator tells the page of a dump from a person's own.
const generator = `<meta name="generator" content="autoqueens dump">`

// The template of the page is what comes before the subjects; "section" is one of
// them.
//
//go:embed page.html
var pageSource string

var page = template.Must(template.New("page").Parse(pageSource))

// heading is what the page says of a subject before it comes to it.
type heading struct {
	Name   string
	Number string // "board 1 of 2", empty where boards are not numbered
	Read   bool
}

// entry is a subject on the page.
type entry struct {
	heading
	At int // its place on the page, from 0
	// What is the summary of a reading, or why nothing was read.
	What, Advice string
	Reason       vision.Reason // empty where something was read
	Shot         *shot         // nil where there is no picture
	Columns      []int         // from 1
	Rows         []row
	Confidence   string // empty for text
	Testimony    []vision.Statement
	Doubts       []string
	Solution     string // empty where there is none
	Text         string
	Files        []string
}

// shot is a picture with the drawing that is laid over it.
type shot struct {
	Picture, Overlay template.URL // Overlay is empty where there is nothing to draw
	Width, Height    int          // of the drawing
	Enlarged         bool
}

type row struct {
	Number int
	Cells  []cell
}

// cell is a cell of the table. The class holds what the style sheet draws:
// borders to other regions, doubts, a dark ground.
type cell struct {
	Class  string
	Letter string
	Hex    string // measured colour as "#rrggbb", empty for text
	Mark   string // "x", "Q" or empty
	Queen  bool   // the solution has one here
	Doubt  string // what was doubted, in words
}

func newEntry(s Subject) entry {
	e := entry{heading: heading{Name: s.Name}}
	if s.Index > 0 {
		e.Number = fmt.Sprintf("board %d of %d", s.Index, s.Of)
	}
	if s.Fault != nil {
		e.What, e.Advice, e.Reason = s.Fault.What, s.Fault.Advice, BadFile
		if r, ok := s.Refusal(); ok {
			e.What, e.Reason, e.Doubts = r.What, r.Reason, doubtWords(r.Doubts)
			if r.Lattice.Size > 0 {
				l := r.Lattice
				e.Testimony = []vision.Statement{{Witness: "lattice", Words: fmt.Sprintf(
					"what came closest begins at %.1f, %.1f and has cells of %.1f x %.1f pixels", l.X, l.Y, l.PitchX, l.PitchY)}}
			}
		}
		return e
	}
	r := s.Reading
	e.Read = true
	e.What = BoardWords(r)
	e.Testimony, e.Doubts = r.Testimony(), doubtWords(r.Doubts)
	if s.Picture != nil {
		e.Confidence = strconv.FormatFloat(Hundredths(r.Confidence), 'f', 2, 64)
	}
	if r.Solution != nil {
		e.Solution = Columns(r.Solution)
	}
	if r.Puzzle == nil {
		e.table(r)
	}
	return e
}

// BoardWords says what a board is.
func BoardWords(r *vision.Reading) string {
	if r.Puzzle != nil {
		rows, cols := r.Puzzle.Dims()
		return fmt.Sprintf("%s, %d x %d, %s", games.Of(r.Puzzle).Title, rows, cols, SolutionWords(r))
	}
	text := fmt.Sprintf("%d x %d, %s", r.Board.Size, r.Board.Size, SolutionWords(r))
	if r.Example {
		text += ", an example, not the game"
	}
	return text
}

// SolutionWords says how many solutions a reading has.
func SolutionWords(r *vision.Reading) string {
	text := [...]string{"no solution", "one solution", "several solutions"}[min(r.Solutions, 2)]
	if r.Solution != nil && !r.Kept {
		text += ", which the queens on the board do not fit"
	}
	return text
}

// Columns lists the columns of the queens, row by row, for people, who count
// from 1.
func Columns(p solver.Placement) string {
	var out []string
	for _, col := range p {
		out = append(out, strconv.Itoa(col+1))
	}
	return strings.Join(out, " ")
}

func doubtWords(doubts []vision.Doubt) (out []string) {
	for _, d := range doubts {
		out = append(out, d.String())
	}
	return out
}

// table lists the cells.
func (e *entry) table(r *vision.Reading) {
	n := r.Board.Size
	letters := r.Board.RegionRows()
	for i := range n {
		e.Columns = append(e.Columns, i+1)
		line := row{Number: i + 1}
		for j := range n {
			c := cell{Letter: letters[i][j : j+1], Queen: r.Solution != nil && r.Solution[i] == j}
			var class []string
			if j > 0 && r.Board.Region(i, j) != r.Board.Region(i, j-1) {
				class = append(class, "l")
			}
			if i > 0 && r.Board.Region(i, j) != r.Board.Region(i-1, j) {
				class = append(class, "t")
			}
			if len(r.Colors) == n*n {
				k := r.Colors[i*n+j]
				c.Hex = fmt.Sprintf("#%02x%02x%02x", k.R, k.G, k.B)
				class = append(class, ground(k))
			}
			switch r.Board.Mark(i, j) {
			case solver.Cross:
				c.Mark = "x"
			case solver.Queen:
				c.Mark = "Q"
			}
			var words []string
			for _, d := range r.Doubts {
				if d.Row != i || d.Col != j {
					continue
				}
				words = append(words, d.Words)
				_, _, beside := d.Other()
				switch {
				case beside && d.Side == vision.Left:
					class = append(class, "dl")
				case beside:
					class = append(class, "dt")
				default:
					class = append(class, "d")
				}
			}
			c.Class, c.Doubt = strings.Join(slices.Compact(class), " "), strings.Join(words, "; ")
			line.Cells = append(line.Cells, c)
		}
		e.Rows = append(e.Rows, line)
	}
}

// ground returns the class of a cell whose ground is light or dark.
func ground(c color.NRGBA) string {
	if 299*int(c.R)+587*int(c.G)+114*int(c.B) < 115*1000 {
		return "dark"
	}
	return "light"
}

// show puts a picture and the drawing over it on the page. They have the bounds
// given; those of the drawing are a multiple. A nil overlay is left out.
func (e *entry) show(picture, overlay []byte, bounds, drawn image.Rectangle) {
	e.Shot = &shot{
		Picture: inline(picture), Width: drawn.Dx(), Height: drawn.Dy(), Enlarged: drawn.Dx() > bounds.Dx(),
	}
	if overlay != nil {
		e.Shot.Overlay = inline(overlay)
	}
}

// inline returns a PNG as an address that holds it.
func inline(data []byte) template.URL {
	return template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(data))
}

// writePage writes the page. sections are the subjects, each as writeSection wrote
// it.
func writePage(w io.Writer, headings []heading, sections io.Reader) error {
	read := 0
	for _, h := range headings {
		if h.Read {
			read++
		}
	}
	if err := page.Execute(w, map[string]any{"Entries": headings, "Summary": summary(read, len(headings)-read)}); err != nil {
		return err
	}
	if _, err := io.Copy(w, sections); err != nil {
		return err
	}
	_, err := io.WriteString(w, "</html>\n")
	return err
}

func writeSection(w io.Writer, e entry) error {
	buffered := bufio.NewWriter(w)
	return errors.Join(page.ExecuteTemplate(buffered, "section", e), buffered.Flush())
}

// summary counts in words.
func summary(read, refused int) string {
	words := printable.Count(read, "board") + " read"
	if refused > 0 {
		words += fmt.Sprintf(", %d refused", refused)
	}
	return words
}
