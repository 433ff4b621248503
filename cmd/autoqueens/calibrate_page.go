package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"autoqueens/calibrate"
	"autoqueens/input"
	"autoqueens/internal/calibratepage"
	"autoqueens/internal/loopback"
	"autoqueens/internal/outfile"
	"autoqueens/internal/place"
	"autoqueens/internal/pointing"
	"autoqueens/internal/printable"
	"autoqueens/internal/term"
	"autoqueens/vision/screen"
)

// browserSoon is when a person is told again where the page is.
const browserSoon = 20 * time.Second

// wantsPage tells whether a person is there who can look at a page: both ends of
// the command are a terminal, and the place was not given in words.
func (f *calibrateFlags) wantsPage(cmd *cobra.Command) bool {
	switch {
	case f.page:
		return true
	case f.noPage || f.place.Region != "" || f.place.Display >= 0:
		return false
	}
	if quiet, _ := cmd.Flags().GetBool("quiet"); quiet {
		return false
	}
	in, ok := cmd.InOrStdin().(*os.File)
	return ok && term.Is(in) && term.Is(cmd.OutOrStdout())
}

// showPage shows what is on the screen in a page, and ends when the person has
// saved there, or will not.
func (f *calibrateFlags) showPage(cmd *cobra.Command, source screen.Source, hand *input.Hand) error {
	w := words(cmd)
	opts := calibratepage.Options{
		Source: source, Pointer: hand.Position, Name: f.name(),
		Tell: func(line string) { fmt.Fprintln(w, line) },
	}
	if cmd.Flags().Changed("clicks") {
		opts.Clicks = f.clicks
	}
	if cmd.Flags().Changed("pace") {
		opts.Pace = f.pace
	}
	if f.place.Region != "" {
		opts.Region, _ = f.place.Rectangle() // which run has checked
	}
	opts.Keep = func(ctx context.Context, p *calibrate.Profile, found calibrate.Found) (string, error) {
		if err := pointing.LetGo(ctx, hand); err != nil {
			return "", err
		}
		path, err := keepProfile(ctx, cmd, hand, p, found)
		return fmt.Sprintf("The profile %s is in\n%s", p.Name, path), err
	}
	server, err := calibratepage.Start(cmd.Context(), opts)
	if err != nil {
		return err
	}
	defer server.Close()
	printable.Fprintf(w, "Page      %s\n", server.URL())
	forget, err := loopback.OpenSecretly(server.URL())
	defer forget()
	if err != nil {
		printable.Fprintf(w, "          no browser could be opened (%v)\n", err)
	}
	fmt.Fprintf(w, "          for you alone; Ctrl-C ends it\n")
	for _, m := range place.Unshared(cmd.Context(), source) {
		printable.Fprintf(w, "          %s, and not on the page\n", place.UnsharedWords(m))
	}
	soon := time.AfterFunc(browserSoon, func() {
		printable.Fprintf(w, "          No browser has come yet. Open the address yourself, or press Ctrl-C and use\n"+
			"          --point to show the board with the mouse, --no-page to take the one that is found,\n"+
			"          or --page-file FILE to look at it on another machine\n")
	})
	defer soon.Stop()
	over := make(chan struct{})
	defer close(over)
	go func() {
		select {
		case <-server.Seen():
			soon.Stop()
			forget()
		case <-over:
		}
	}()
	return server.Wait(cmd.Context())
}

// writePage writes what is on the screen into a file that any browser shows.
func (f *calibrateFlags) writePage(cmd *cobra.Command) error {
	source, err := screen.Open(cmd.Context(), f.place.Capture)
	if err != nil {
		return err
	}
	defer source.Close()
	if err := outfile.Named(f.pageFile, "the page is HTML", ".html", ".htm"); err != nil {
		return err
	}
	if err := outfile.Free(f.pageFile, calibratepage.Generator, f.force); err != nil {
		return err
	}
	page, err := calibratepage.WriteStill(cmd.Context(), source, f.name())
	if err != nil {
		return err
	}
	// It shows the whole screen: nobody else's business.
	if err := writeBytes(f.pageFile, page); err != nil {
		return err
	}
	printable.Fprintf(words(cmd), "Page      %s\n          shows your whole screen; nothing was saved\n", f.pageFile)
	return nil
}
