package practice

import "math/rand/v2"

// palette holds the region colours in the order boards use them: a board of
// size N has the first N. The colours from the twelfth on are for boards
// larger than players are used to; they are chosen to be as far from all
// before them as a cell that a black mark must show on allows.
var palette = [MaxSize]string{
	"#bba3e2", "#ffc992", "#96beff", "#b3dfa0", "#dfdfdf", "#ff7b60",
	"#e6f388", "#b9b29e", "#dfa0bf", "#a3d2d8", "#62efea",
	"#e95aeb", "#5ae95c", "#6570f6",
}

// colorNames are the colours in words, for people who hear the page.
var colorNames = map[string]string{
	"#bba3e2": "lilac", "#ffc992": "peach", "#96beff": "blue", "#b3dfa0": "green",
	"#dfdfdf": "grey", "#ff7b60": "red", "#e6f388": "yellow", "#b9b29e": "taupe",
	"#dfa0bf": "pink", "#a3d2d8": "teal", "#62efea": "aqua", "#e95aeb": "magenta",
	"#5ae95c": "bright green", "#6570f6": "indigo",
}

// regionColors deals the colours of a board to its regions.
func regionColors(size int, seed uint64) []string {
	colors := make([]string, size)
	for i, at := range rand.New(rand.NewPCG(seed, uint64(size))).Perm(size) {
		colors[i] = palette[at]
	}
	return colors
}
