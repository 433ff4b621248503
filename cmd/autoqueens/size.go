package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

// addSizeFlag adds --size to a command that has --game, with the sizes that a game has there.
func addSizeFlag(cmd *cobra.Command, size *int, sizes func(games.Game) []int) {
	cmd.Flags().IntVar(size, "size", 0, "boards of `N` x N cells, as the game has them (default: the usual size of the game)")
	complete := func(cmd *cobra.Command, _ []string, _ string) (all []cobra.Completion, _ cobra.ShellCompDirective) {
		g, err := games.Find(cmd.Flag("game").Value.String())
		if err != nil {
			g = games.All()[0]
		}
		for _, size := range sizes(g) {
			all = append(all, strconv.Itoa(size))
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	}
	// Only an unknown flag makes this fail.
	_ = cmd.RegisterFlagCompletionFunc("size", complete)
}

// made returns the sizes of a game that are made.
func made(g games.Game) []int { return g.Sizes }

// sizeTable lists the sizes of each game, a line a game.
func sizeTable(sizes func(games.Game) []int) string {
	var out strings.Builder
	for _, g := range games.All() {
		fmt.Fprintf(&out, "  %-10s%s, usually %d\n", g.Name, puzzle.SizeWords(sizes(g)), g.Usual)
	}
	return out.String()
}
