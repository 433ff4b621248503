package main

import (
	"fmt"
	"image/color"
	"math/rand/v2"
	"strings"
	"text/tabwriter"

	"autoqueens/internal/drawing"
	"autoqueens/internal/workshop/gamerender"
	puzzles "autoqueens/solver/games"
	"autoqueens/vision"
)

// plain has boards of all games read as the program draws them, with something opaque over them.
func (f *flags) plain(t *tabwriter.Writer) {
	const style = "plain"
	for _, g := range puzzles.All() {
		if f.game != "" && g.Name != f.game || !strings.Contains(style, f.style) {
			continue
		}
		f.states = make(map[string][outcomes]int)
		judged := f.series()
		for number := range f.n {
			judged.add(func() gamerender.Drawing {
				seed := f.seed + uint64(number)
				p, _, err := g.Generate(g.Usual, seed)
				if err != nil {
					panic(err) // boards of the usual size are made
				}
				img := drawing.Puzzle(p)
				d := gamerender.Drawing{
					Name: fmt.Sprintf("%s/%s/%d", g.Name, style, seed), Image: img, Puzzle: ordered(p), Variant: "as drawn",
					Lattice: vision.Lattice{X: drawing.Margin, Y: drawing.Margin, PitchX: drawing.Pitch, PitchY: drawing.Pitch, Size: g.Usual},
				}
				d.State = gamerender.Cover(rand.New(rand.NewPCG(seed, 1)), img, d.Lattice, color.White, g.Name == puzzles.Queens)
				return d
			})
		}
		row(t, g.Name, style, judged.end())
	}
}
