// Command marks fits the model by which the reader tells what stands in the cells of a
// board, prints what each of its numbers is, and writes them to a Go file.
//
// It draws boards, and takes pages of sets that were photographed in a browser (see
// internal/workshop/webstyles), measures their cells where the truth says they lie, and fits a
// multinomial logistic regression to what it measured. Then it leaves out what says least
// until few weights are left. What it prints of how well cells are told is of boards that
// nothing was fitted to, and of pages whose fold of styles was held out.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"

	"autoqueens/internal/workshop/webstyles"
	"autoqueens/vision/marks"
)

func main() {
	boards := flag.Int("n", 220, "how many boards to draw, each in several variants")
	sets := flag.String("sets", "", "folders of photographed pages, by commas")
	out := flag.String("o", "", "the Go file to write")
	flag.Parse()
	if err := run(*boards, *sets, *out); err != nil {
		fmt.Fprintln(os.Stderr, "marks:", err)
		os.Exit(1)
	}
}

// Seeds of the boards. No test and no report uses them.
const (
	fitSeed  = 7001
	heldSeed = 7002
)

func run(boards int, sets, out string) error {
	pages, err := photographed(sets)
	if err != nil {
		return err
	}
	fitted := drawn(fitSeed, boards)
	held := drawn(heldSeed, boards/2)
	like, clash := likeness(slices.Concat(fitted, pages)), clashes(slices.Concat(fitted, pages))
	for _, all := range [][]sight{fitted, pages, held} {
		for i := range all {
			all[i].board.Compare(all[i].rows, like)
		}
	}
	m := fitPruned(slices.Concat(fitted, pages))
	for i := range held {
		held[i].board.Apply(&m)
	}
	w := kept(&m)
	for f := range webstyles.Folds {
		of := func(in bool) []sight {
			return slices.DeleteFunc(slices.Clone(pages), func(s sight) bool { return (s.fold == f) != in })
		}
		var without marks.Model
		byTurns(slices.Concat(fitted, of(false)), &without, &w)
		for _, s := range of(true) {
			s.board.Apply(&without)
			held = append(held, s)
		}
	}
	fmt.Printf("log-odds that marks are of one kind: %.2f, and %.2f times their correlation\nqueens clash %.2f times as often as cells\n", like.Bias, like.Slope, clash)
	describe(os.Stdout, &m, held)
	if out == "" {
		return nil
	}
	return write(out, &m, like, clash)
}
