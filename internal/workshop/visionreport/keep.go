package visionreport

import (
	"fmt"
	"image"
	"image/draw"
	"math"
	"strings"

	"autoqueens/internal/workshop/render"
)

// What a picture needs to be kept as a test of the reader, which drawing it anew is
// not: a change of the drawing makes another picture of it.

// Cut cuts a picture to its board and a margin of so many cells, as far as the picture
// goes. Blocks of compression stay whole at the left and the top.
func Cut(p render.Picture, margin float64) render.Picture {
	const block = 8
	t, old := p.Truth.Bounds, p.Image.Bounds()
	wide := margin * t.Width / float64(p.Truth.Board.Size)
	whole := func(from float64, least int) int {
		return least + block*int(math.Floor((from-wide-float64(least))/block))
	}
	part := image.Rect(whole(t.X, old.Min.X), whole(t.Y, old.Min.Y), int(math.Ceil(t.X+t.Width+wide)), int(math.Ceil(t.Y+t.Height+wide))).Intersect(old)
	img := image.NewRGBA(image.Rect(0, 0, part.Dx(), part.Dy()))
	draw.Draw(img, img.Rect, p.Image, part.Min, draw.Src)
	p.Image = img
	p.Truth.Bounds.X -= float64(part.Min.X)
	p.Truth.Bounds.Y -= float64(part.Min.Y)
	return p
}

// Asked says in words what a demand asks of the reader.
var Asked = [...]string{render.Must: "must be read", render.May: "may be refused", render.Refuse: "must be refused"}

// Text writes a truth as the text beside a picture of vision/testdata/hard, which says
// what is asked of the reader and what the picture shows. What makes it hard is for a
// person to add, where the truth does not say.
func Text(t render.Truth) string {
	var out strings.Builder
	fmt.Fprintf(&out, "# %s: %s\n", Asked[t.Demand], t.Why)
	if t.Board == nil {
		return out.String()
	}
	b := t.Bounds
	fmt.Fprintf(&out, "# at %.2f,%.2f %.2fx%.2f", b.X, b.Y, b.Width, b.Height)
	if t.Slack > 0 {
		fmt.Fprintf(&out, " within %.2f", t.Slack)
	}
	out.WriteString("\n")
	for _, i := range t.Either {
		fmt.Fprintf(&out, "# appearing: row %d column %d\n", i/t.Board.Size+1, i%t.Board.Size+1)
	}
	out.WriteString(t.Board.Canonical().String())
	return out.String()
}
