package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
)

// addGameFlag adds --game, which names one game; where it is left out that is what game holds, "" for
// any. usage is what the command does with it.
func addGameFlag(cmd *cobra.Command, game *string, usage string) {
	cmd.Flags().StringVar(game, "game", *game, usage+": "+strings.Join(games.Names(), ", "))
	_ = cmd.RegisterFlagCompletionFunc("game", values(games.Names()...))
}

// checkGame refuses a game that there is not, and spells the others as they are spelled.
func checkGame(game *string) error {
	if *game == "" {
		return nil
	}
	g, err := games.Find(*game)
	if err != nil {
		return err
	}
	*game = g.Name
	return nil
}

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
