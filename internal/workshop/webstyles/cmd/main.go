// Command cmd draws a set of pages in all styles, photographed in Chromium, to a
// folder: a PNG each, the board as text where it can be read, and index.json.
// internal/workshop/visionreport/cmd judges such a set with -set.
//
//	go run ./internal/workshop/webstyles/cmd -out DIR -n 40 -seed 7
//	go run ./internal/workshop/webstyles/cmd -out DIR -n 40 -seed 7 -styles svg,canvas,fold2
//	go run ./internal/workshop/webstyles/cmd -list
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"autoqueens/internal/term"
	"autoqueens/internal/workshop/headless"
	"autoqueens/internal/workshop/webstyles"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "webstyles: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	out := flag.String("out", "", "folder for the set")
	count := flag.Int("n", 40, "pictures of each style; a quarter of that where there is no Queens board")
	first := flag.Int("first", 0, "number of the first picture of each style")
	seed := flag.Uint64("seed", 1, "seed of the set")
	styles := flag.String("styles", "all", "names of styles with commas between, all, boards, others, fold0 ..., -fold0 ...")
	list := flag.Bool("list", false, "list the styles and draw nothing")
	flag.Parse()
	if *list {
		return webstyles.List(os.Stdout)
	}
	if *out == "" {
		return errors.New("no folder was named\nsay where to draw to with -out")
	}
	names, err := webstyles.Select(*styles)
	if err != nil {
		return err
	}
	browser, err := headless.Open(ctx)
	if errors.Is(err, headless.ErrNoBrowser) {
		return fmt.Errorf("%w, which draws the pages\ninstall it: scripts/need desktop", err)
	}
	if err != nil {
		return err
	}
	defer browser.Close()
	jobs := webstyles.Jobs(names, *count)
	for i := range jobs {
		jobs[i].Number += *first
	}
	line := term.NewLine(os.Stderr)
	progress := term.NewProgress(line)
	begun := time.Now()
	ix, err := webstyles.Write(*out, *seed, webstyles.Draw(ctx, browser, *seed, jobs), func(done int) {
		progress.Show(int64(done), int64(len(jobs)), "%d of %d pages", done, len(jobs))
	})
	line.Close()
	if err != nil {
		return err
	}
	took := time.Since(begun)
	demands := make(map[string]int)
	for _, e := range ix.Pictures {
		demands[e.Demand]++
	}
	fmt.Printf("%d pages in %s (%.1f/s): %d must be read, %d may, %d must be refused\n",
		len(ix.Pictures), took.Round(time.Second), float64(len(ix.Pictures))/took.Seconds(), demands["must"], demands["may"], demands["refuse"])
	return nil
}
