package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"

	"autoqueens/internal/term"
	"autoqueens/internal/workshop/headless"
	"autoqueens/internal/workshop/visionreport"
	"autoqueens/internal/workshop/webstyles"
)

// judgeStyles judges so many pages of each style, drawn now.
func judgeStyles(ctx context.Context, count int, o visionreport.Options, dir string) error {
	browser, err := headless.Open(ctx)
	if errors.Is(err, headless.ErrNoBrowser) {
		fmt.Fprintf(os.Stderr, "the pages built in other styles are left out: %v\n", err)
		return nil
	}
	if err != nil {
		return err
	}
	defer browser.Close()
	names, err := webstyles.Select("all")
	if err != nil {
		return err
	}
	jobs := webstyles.Jobs(names, count)
	for i := range jobs {
		jobs[i].Number += o.First
	}
	return judgePages(ctx, len(jobs), webstyles.Draw(ctx, browser, o.Seed, jobs), o, dir)
}

// judgeSet judges a set that was drawn before.
func judgeSet(ctx context.Context, set string, o visionreport.Options, dir string) error {
	count, pages, err := webstyles.Load(set)
	if err != nil {
		return err
	}
	return judgePages(ctx, count, pages, o, dir)
}

func judgePages(ctx context.Context, count int, pages iter.Seq2[webstyles.Picture, error], o visionreport.Options, dir string) error {
	line := term.NewLine(os.Stderr)
	progress := term.NewProgress(line)
	report, failed := visionreport.RunStyles(ctx, visionreport.StylesOptions{
		Dir: dir, Workers: o.Workers, Keep: o.Keep,
		Progress: func(done int) { progress.Show(int64(done), int64(count), "%d of %d pages", done, count) },
	}, pages)
	line.Close()
	if err := report.Table(os.Stdout); err != nil {
		return err
	}
	path, err := report.WritePage(dir)
	if err != nil {
		return err
	}
	fmt.Printf("the failures with their pictures: %s\n", path)
	return cmp.Or(failed, ctx.Err())
}
