package hint

import (
	"image"
	"image/color"
	"slices"
	"strconv"

	"git.sr.ht/~sbinet/gg"
	"github.com/disintegration/imaging"
	"golang.org/x/image/font"

	"autoqueens/internal/typeface"
)

// What is written? Names of rows, columns and regions on the board, and below
// it the hint in words and what the signs mean.

// letters are those of a typeface, at a size in pixels.
type letters = func(size float64) font.Face

// capital returns text with a capital at its beginning.
func capital(text string) string {
	if text == "" || text[0] < 'a' || text[0] > 'z' || len(text) > 1 && text[1] >= '0' && text[1] <= '9' {
		return text // "r3c4" stays
	}
	return string(text[0]-'a'+'A') + text[1:]
}

// letters writes the letter of each region on its first cell, by which the
// words name it.
func (p *picture) letters() {
	b := p.s.board()
	if b == nil {
		return
	}
	seen := map[byte]bool{}
	size := max(11, 0.22*p.cell)
	for row, line := range b.RegionRows() {
		for col := range p.cols {
			if seen[line[col]] {
				continue
			}
			seen[line[col]] = true
			x, y := p.at(row*p.cols + col)
			p.plate(x+0.2*p.cell, y+0.2*p.cell, size, line[col:col+1])
		}
	}
}

// plate writes a letter on a light plate.
func (p *picture) plate(x, y, size float64, text string) {
	p.dc.SetColor(color.NRGBA{R: 255, G: 255, B: 255, A: 225})
	p.dc.DrawRoundedRectangle(x-0.6*size, y-0.65*size, 1.2*size, 1.3*size, 0.25*size)
	p.dc.Fill()
	p.write(x, y, 0.5, typeface.Bold, size, ink, text)
}

// numbers writes those of rows and columns along the edges, from 1.
func (p *picture) numbers() {
	size := max(12, 0.24*p.cell)
	for i := range p.rows {
		p.write(p.left-0.32*p.cell, p.top+(float64(i)+0.5)*p.cell, 0.5, typeface.Regular, size, soft, strconv.Itoa(i+1))
	}
	for i := range p.cols {
		p.write(p.left+(float64(i)+0.5)*p.cell, p.top-0.32*p.cell, 0.5, typeface.Regular, size, soft, strconv.Itoa(i+1))
	}
}

// caption writes the words below the board and cuts the drawing off there.
func (p *picture) caption(headline string, lines []string) {
	width := float64(p.dc.Width())
	const margin = 20.0
	scale := max(1, width/640) // words as large as they are read beside a large board
	room := width - 2*margin
	y := p.top + float64(p.rows)*p.cell + 0.35*p.cell
	paragraph := func(face letters, size float64, c color.Color, text string) {
		if text == "" {
			return
		}
		p.dc.SetFontFace(face(size))
		for _, line := range p.dc.WordWrap(text, room) {
			y += 1.4 * size
			p.write(margin, y-0.7*size, 0, face, size, c, line)
		}
	}
	paragraph(typeface.Bold, 21*scale, ink, capital(headline))
	y += 4
	for _, line := range lines {
		paragraph(typeface.Regular, 17*scale, ink, capital(line))
	}
	y = p.legend(margin, y, room, scale)
	height := min(p.dc.Height(), int(y+margin))
	p.dc = gg.NewContextForImage(imaging.Crop(p.dc.Image(), image.Rect(0, 0, p.dc.Width(), height)))
}

// legend says below y what the signs in the drawing mean, and returns where it
// ends.
func (p *picture) legend(x, y, room, scale float64) float64 {
	size, text, gap := 24*scale, 14*scale, 8*scale
	from, end := x, y
	y += 12 * scale
	for _, item := range meanings {
		if !slices.Contains(p.roles, item.role) {
			continue
		}
		p.dc.SetFontFace(typeface.Regular(text))
		w, _ := p.dc.MeasureString(item.words)
		if x > from && x+size+gap+w > from+room {
			x, y = from, y+size+gap
		}
		p.sign(item.role, x, y, size)
		if item.role == reason {
			one := *p
			one.rows, one.cols, one.cell, one.left, one.top = 1, 1, size, x, y
			one.hatch(0)
		}
		p.write(x+size+gap, y+size/2, 0, typeface.Regular, text, soft, item.words)
		x += size + gap + w + 22*scale
		end = y + size
	}
	return end
}

// write writes a line around y, from x on: share of it lies left of x.
func (p *picture) write(x, y, share float64, face letters, size float64, c color.Color, text string) {
	p.dc.SetFontFace(face(size))
	p.dc.SetColor(c)
	p.dc.DrawStringAnchored(text, x, y+0.36*size, share, 0)
}
