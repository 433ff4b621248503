package visionreport

import (
	"image"
	"testing"

	"autoqueens/internal/workshop/render"
	"autoqueens/solver/solvertest"
)

func TestCut(t *testing.T) {
	p := render.Picture{
		Image: image.NewRGBA(image.Rect(5, 5, 305, 205)),
		Truth: render.Truth{
			Board:  solvertest.Board(t, []string{"aabb", "acbb", "cccd", "cddd"}, []string{".Q..", "....", "....", "...x"}),
			Bounds: render.Rect{X: 105, Y: 45.5, Width: 80, Height: 80},
			Slack:  1.5,
			Either: []int{15},
		},
	}
	p.Image.(*image.RGBA).Pix[(40*300+96)*4] = 7 // where the cut begins, by whole blocks
	cut := Cut(p, 0)
	if want := image.Rect(0, 0, 84, 81); cut.Image.Bounds() != want {
		t.Errorf("cut to %v, want %v", cut.Image.Bounds(), want)
	}
	if r, _, _, _ := cut.Image.At(0, 0).RGBA(); r != 7*0x101 {
		t.Errorf("the first pixel is another")
	}
	const want = `# may be refused: it is faint
# at 4.00,0.50 80.00x80.00 within 1.50
# appearing: row 4 column 4
aabb
acbb
cccd
cddd

.Q..
....
....
...x
`
	cut.Truth.Demand, cut.Truth.Why = render.May, "it is faint"
	if got := Text(cut.Truth); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if all := Cut(p, 100); all.Image.Bounds() != image.Rect(0, 0, 300, 200) || all.Truth.Bounds.X != 100 {
		t.Errorf("a margin beyond the picture cuts it to %v, the board at %v", all.Image.Bounds(), all.Truth.Bounds)
	}
	if got := Text(render.Truth{Demand: render.Refuse, Why: "there is none"}); got != "# must be refused: there is none\n" {
		t.Errorf("of no board it says %q", got)
	}
}
