// Command cmd has the reader read drawn boards and prints how often it is
// right, by kind; it writes a page with the failures and their pictures.
//
//	go run ./internal/workshop/visionreport/cmd -n 10000
//	go run ./internal/workshop/visionreport/cmd -seed 1 -case 17 -variant jpeg
//	go run ./internal/workshop/visionreport/cmd -seed 1 -case 17 -variant jpeg -margin 1.5
//	go run ./internal/workshop/visionreport/cmd -seed 1 -case 17 -variant browser
//	go run ./internal/workshop/visionreport/cmd -n 0 -browser 0 -styles 40 -seed 7
//	go run ./internal/workshop/visionreport/cmd -set folder
//	go run ./internal/workshop/visionreport/cmd -set folder -covered 2
//	go run ./internal/workshop/visionreport/cmd -n 60 -export folder
//	go run ./internal/workshop/visionreport/cmd -read list.json
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"autoqueens/internal/term"
	"autoqueens/internal/workshop/render"
	"autoqueens/internal/workshop/render/web"
	"autoqueens/internal/workshop/visionreport"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "vision-report: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	var o visionreport.Options
	flag.Uint64Var(&o.Seed, "seed", 1, "seed of the run")
	flag.IntVar(&o.Boards, "n", 500, "boards to draw, each in every variant")
	flag.IntVar(&o.First, "first", 0, "number of the first case")
	flag.IntVar(&o.Decoys, "decoys", -1, "pictures of what is no board; a fifth of the boards unless given")
	flag.IntVar(&o.Workers, "workers", 0, "how many to read at once; one a processor unless given")
	flag.IntVar(&o.Keep, "keep", 200, "refused pictures to show on the page; wrong ones are all shown")
	only := flag.Int("case", -1, "draw and read this case alone, and write its pictures and what they show")
	margin := flag.Float64("margin", -1, "with -case, cut its pictures to the board and so many cells around it")
	variant := flag.String("variant", "", "draw this variant alone: "+strings.Join(slices.Concat(render.Variants, render.Strange), ", ")+", browser, or with -case a decoy")
	drawn := flag.Int("browser", 300, "pictures to have a browser draw")
	styles := flag.Int("styles", 0, "pages to have a browser draw in each of the styles of internal/workshop/webstyles")
	set := flag.String("set", "", "judge the pages of this folder, which internal/workshop/webstyles/cmd drew, and nothing else")
	covered := flag.Int("covered", 0, "with -set, lay something over a cell of each page so many times, and tell what is read then")
	out := flag.String("out", filepath.Join("out", "vision-report"), "folder for the page and its pictures")
	export := flag.String("export", "", "write the pictures and their truth to this folder and read none")
	list := flag.String("read", "", "read the picture files of this list, a JSON array, and print regions and times")
	rounds := flag.Int("rounds", 3, "with -read, how often each is read; its time is the middle one")
	flag.Parse()
	if *list != "" {
		return readList(ctx, *list, *rounds)
	}
	if *set != "" && *covered > 0 {
		return visionreport.Covered(ctx, *set, *covered, *out, os.Stdout)
	}
	if *set != "" {
		return judgeSet(ctx, *set, o, filepath.Join(*out, "styles"))
	}
	switch *variant {
	case "":
	case web.Variant:
		o.Boards, o.Decoys = 0, 0
	default:
		o.Variants, *drawn = []string{*variant}, 0
	}
	var browser *web.Browser
	if *variant == web.Variant || *drawn > 0 && *only < 0 {
		var err error
		switch browser, err = web.Open(ctx); {
		case errors.Is(err, web.ErrNoBrowser) && *variant != web.Variant:
			fmt.Fprintf(os.Stderr, "the pictures that a browser draws are left out: %v\n", err)
		case err != nil:
			return err
		default:
			defer browser.Close()
		}
	}
	if *only >= 0 {
		return show(o, *only, *margin, *out, browser)
	}
	if o.Decoys < 0 {
		o.Decoys = o.Boards / 5
	}
	var failed error // of the browser; the report is of what came before
	if browser != nil {
		o.More = func(yield func(render.Picture) bool) {
			for p, err := range browser.Pictures(o.Seed, o.First, *drawn) {
				if err != nil {
					failed = err
					return
				}
				if !yield(p) {
					return
				}
			}
		}
	}
	if *export != "" {
		return cmp.Or(visionreport.Export(ctx, o, *export), failed)
	}
	if err := judgeDrawn(ctx, o, *out, browser, *drawn, &failed); err != nil || *styles == 0 {
		return err
	}
	if browser != nil {
		browser.Close()
	}
	return judgeStyles(ctx, *styles, o, filepath.Join(*out, "styles"))
}

// judgeDrawn judges what is drawn here, and what the browser draws of it.
func judgeDrawn(ctx context.Context, o visionreport.Options, out string, browser *web.Browser, drawn int, failed *error) error {
	line := term.NewLine(os.Stderr)
	progress := term.NewProgress(line)
	each := len(render.Variants)
	if len(o.Variants) > 0 {
		each = len(o.Variants)
	}
	all := o.Boards*each + o.Decoys
	if browser != nil {
		all += drawn
	}
	if all == 0 {
		return nil
	}
	o.Progress = func(done int) { progress.Show(int64(done), int64(all), "%d of %d pictures", done, all) }
	report := visionreport.Run(ctx, o)
	line.Close()
	if err := report.Table(os.Stdout); err != nil {
		return err
	}
	path, err := report.WritePage(out)
	if err != nil {
		return err
	}
	fmt.Printf("the failures with their pictures: %s\n", path)
	return cmp.Or(ctx.Err(), *failed)
}

// readList reads the picture files that a list names.
func readList(ctx context.Context, path string, rounds int) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var files []string
	if err := json.Unmarshal(text, &files); err != nil {
		return fmt.Errorf("%s is no list of files: %w", path, err)
	}
	return visionreport.ReadFiles(ctx, files, rounds, os.Stdout)
}

// show writes the pictures of one case, cut where margin is not negative, and what they
// show, as tests of the reader take it; and it says what came of each.
func show(o visionreport.Options, number int, margin float64, out string, browser *web.Browser) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	var pictures []render.Picture
	if browser != nil {
		p, err := browser.Draw(o.Seed, number)
		if err != nil {
			return err
		}
		pictures = append(pictures, p)
	} else if len(o.Variants) == 1 && slices.Contains(render.Decoys, o.Variants[0]) {
		pictures = append(pictures, render.Decoy(o.Seed, number, o.Variants[0]))
	} else {
		pictures = slices.Collect(render.Pictures(o.Seed, number, o.Variants...))
	}
	for _, p := range pictures {
		if margin >= 0 && p.Truth.Board != nil {
			p = visionreport.Cut(p, margin)
		}
		v := visionreport.Judge(p)
		path := filepath.Join(out, p.Name+".png")
		if err := visionreport.WritePNG(path, p.Image); err != nil {
			return err
		}
		annotated := filepath.Join(out, p.Name+"-read.png")
		if err := visionreport.WritePNG(annotated, v.Annotated()); err != nil {
			return err
		}
		fmt.Printf("%s (%s %s): %s %s\n  %+v\n  %s\n  %s\n", p.Name, p.Truth.Demand, p.Truth.Why, v.Class, v.Words, p.Kinds, path, annotated)
		if err := os.WriteFile(filepath.Join(out, p.Name+".txt"), []byte(visionreport.Text(p.Truth)), 0o644); err != nil {
			return err
		}
	}
	return nil
}
