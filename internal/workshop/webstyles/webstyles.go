// Package webstyles draws whole web pages that hold a Queens board, each style
// another way to build such a page, and photographs them in Chromium. It is to
// measure how well the reader does on pages that nobody tuned it on.
//
//	seed, style, number -> sheet (what is dealt) -> HTML -> Chromium
//	  -> photograph, layout -> spoiled (JPEG, scaled, cut, ...) -> (picture, truth)
//
// Package render and its web draw boards in all states, to prove the reader on
// what it was made for; the styles here share nothing with them but the kind of
// truth, and differ among themselves in how a region is told from the next: by
// lines, gaps, colours, letters, patterns. So a reader with numbers fitted to
// pictures can be fitted on some styles and judged on others: see Fold.
//
// The HTML follows from seed, style and number on every machine. The pixels
// also depend on the browser and the fonts. Where the cells lie is asked of the
// page's layout, never of the pixels.
package webstyles

import (
	"fmt"
	"slices"
	"strings"
)

// Folds is how many folds the styles are divided in.
const Folds = 4

// Style is a way to build a page.
type Style struct {
	Name  string
	About string // one line: how the board is built
	Fold  int
	// Board tells whether its pages hold a Queens board; the others hold grids
	// that are none.
	Board bool

	deal func(*sheet)                   // deals what is the style's own; may be nil
	draw func(*sheet, *strings.Builder) // writes the board, or the grid that is none
	page func(*sheet, string) string    // the style's own surroundings; nil for those that are dealt
}

// all lists the styles. Those that are drawn by the same means or look much
// alike are in one fold, so that judging a fold by what was fitted on the others
// is no test on more of the same; for the rest each fold has something of each
// kind: flat cells, regions told by other than a colour each, cells that stand
// apart, cells that are shaded, grids that are no board. A style never changes
// its fold, or figures could not be compared; new ones may join any.
var all = slices.Concat(flatStyles, toldStyles, apartStyles, shadedStyles, otherGrids)

// Styles returns all styles in their order: those with boards first.
func Styles() []Style { return slices.Clone(all) }

// Fold returns the fold that a style is in, 0 to Folds-1, always the same. It is
// -1 where there is no such style.
func Fold(style string) int {
	if s := find(style); s != nil {
		return s.Fold
	}
	return -1
}

func find(name string) *Style {
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}

// Select returns the styles that a list names, with commas between: names,
// "all", "boards" for those with a Queens board, "others" for those with none,
// "fold2" for the styles of a fold, "-fold2" for all but those.
func Select(list string) ([]string, error) {
	var out []string
	add := func(want func(Style) bool) {
		for _, s := range all {
			if want(s) && !slices.Contains(out, s.Name) {
				out = append(out, s.Name)
			}
		}
	}
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		var fold int
		switch {
		case name == "all":
			add(func(Style) bool { return true })
		case name == "boards":
			add(func(s Style) bool { return s.Board })
		case name == "others":
			add(func(s Style) bool { return !s.Board })
		case find(name) != nil:
			add(func(s Style) bool { return s.Name == name })
		case scan(name, "fold%d", &fold):
			add(func(s Style) bool { return s.Fold == fold })
		case scan(name, "-fold%d", &fold):
			add(func(s Style) bool { return s.Fold != fold })
		default:
			return nil, fmt.Errorf("there is no style %q\nuse all, boards, others, fold0 to fold%d, -fold0 to -fold%d, or some of: %s", name, Folds-1, Folds-1, strings.Join(names(), ", "))
		}
	}
	return out, nil
}

// scan reads a fold from a name.
func scan(name, format string, fold *int) bool {
	n, err := fmt.Sscanf(name, format, fold)
	return n == 1 && err == nil && fmt.Sprintf(format, *fold) == name && *fold >= 0 && *fold < Folds
}

func names() []string {
	var out []string
	for _, s := range all {
		out = append(out, s.Name)
	}
	return out
}
