package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"sync"

	"github.com/spf13/cobra"

	"autoqueens/internal/loopback"
	"autoqueens/internal/practice"
	"autoqueens/internal/printable"
	"autoqueens/solver"
	gamesolver "autoqueens/solver/games"
)

func newPracticeCommand() *cobra.Command {
	var opts practice.Options
	var dark, light, open bool
	cmd := &cobra.Command{
		Use:   "practice",
		Short: "Serve the practice game on this machine, to play by hand",
		Long: `Serve the practice game on this machine only, Queens or another, to play by
hand, and print its address. The boards never end; each has exactly one
solution, and the next board has the next seed. Ctrl-C ends it. With --verbose
it tells what is done on the page: boards that are opened, marks, hints and
wins. The sizes are
` + sizeTable(practice.Sizes) + `"generate" makes Queens of 4, 15 and 16 as well: of 4 there are two answers in
all, and for more than 14 regions the page has no colours that are told apart at
a glance.`,
		Example: `  autoqueens practice --open                       # play in your browser
  autoqueens practice --game zip --open            # another game
  autoqueens practice --size 11 --seed 42 --dark   # print the address only`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if dark || light {
				opts.Dark = &dark
			}
			if !cmd.Flags().Changed("seed") {
				opts.Seed = rand.Uint64N(1_000_000)
			}
			opts.Tell = func(line string) { note(cmd, line) }
			ctx := cmd.Context()
			server, err := practice.Start(ctx, opts)
			if err != nil {
				return err
			}
			if w := details(cmd); w != io.Discard {
				var told sync.WaitGroup
				defer told.Wait() // after Close, which ends the events
				told.Go(func() { tellPractice(w, server) })
			}
			defer server.Close()
			fmt.Fprintf(cmd.OutOrStdout(), "The practice game is at %s\nPress Start there to begin, and Ctrl-C here to end it.\n", server.URL())
			if open {
				failed := func(err error) {
					if len(server.Log()) > 0 || ctx.Err() != nil {
						return // the page has come: the browser was closed, or ended with this
					}
					printable.Fprintf(cmd.ErrOrStderr(), "No browser could be opened (%v).\nOpen the address by hand.\n", err)
				}
				if err := loopback.OpenBrowser(server.URL(), failed); err != nil {
					failed(err)
				}
			}
			<-ctx.Done() // Ctrl-C is how the game ends, not a failure
			return nil
		},
	}
	flags := cmd.Flags()
	opts.Game = gamesolver.Queens
	addGameFlag(cmd, &opts.Game, "practise `NAME`")
	addSizeFlag(cmd, &opts.Size, practice.Sizes)
	flags.Uint64Var(&opts.Seed, "seed", 0, "the first board is that of seed `N` (default: another one each time)")
	flags.BoolVar(&dark, "dark", false, "dark page, whatever the browser prefers")
	flags.BoolVar(&light, "light", false, "light page, whatever the browser prefers")
	flags.BoolVar(&opts.AutoX, "auto-x", false, "let the page fill in the crosses around a queen")
	flags.StringVar(&opts.Addr, "addr", "127.0.0.1:0", "serve on the loopback address `HOST:PORT`; port 0 is a free one")
	flags.BoolVar(&open, "open", false, "open the page in the browser")
	cmd.MarkFlagsMutuallyExclusive("dark", "light")
	_ = cmd.RegisterFlagCompletionFunc("addr", values("127.0.0.1:8080", "[::1]:8080"))
	return cmd
}

// tellPractice tells what is done on the pages of the game until it is closed.
func tellPractice(w io.Writer, server *practice.Server) {
	for e := range server.Events() {
		if what := practiceWords(e, server.State()); what != "" {
			fmt.Fprintf(w, "page %d, %s: %s\n", e.Session, took(e.Time), what)
		}
	}
}

// practiceWords puts an event into words, "" for one that is none to people. now is
// what the newest page says.
func practiceWords(e practice.Event, now practice.State) string {
	switch e.Kind {
	case practice.Opened:
		if now.Session != e.Session {
			return "opened" // and another one since
		}
		return fmt.Sprintf("opened with the board of seed %d, %d x %d", now.Seed, now.Size, now.Size)
	case practice.Started:
		return "the game begins"
	case practice.Marked:
		if e.State != "" {
			return "the board is " + e.State + ", by " + e.Cause
		}
		mark := map[solver.Mark]string{solver.Empty: "empty", solver.Cross: "a cross", solver.Queen: "a queen"}[e.To]
		return fmt.Sprintf("r%dc%d is %s, by %s", e.Cell/now.Size+1, e.Cell%now.Size+1, mark, e.Cause)
	case practice.Hinted:
		return "a hint is given"
	case practice.Won:
		return "won in " + took(e.Clock)
	case practice.Left:
		return "left"
	}
	return ""
}
