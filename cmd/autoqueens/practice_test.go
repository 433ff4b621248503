package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"autoqueens/internal/exit"
	"autoqueens/internal/practice"
	"autoqueens/internal/workshop/browsertest"
	"autoqueens/solver"
)

// The practice command serves its page until it is interrupted, which is no
// failure.
func TestPracticeServesUntilInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	out, in := io.Pipe()
	cmd := newPracticeCommand()
	cmd.SetArgs([]string{"--size", "6", "--seed", "1", "--dark"})
	cmd.SetOut(in)
	ended := make(chan error, 1)
	go func() { ended <- cmd.ExecuteContext(ctx) }()

	lines := bufio.NewScanner(out)
	lines.Scan()
	url, ok := strings.CutPrefix(lines.Text(), "The practice game is at ")
	if !ok {
		t.Fatalf("it said %q", lines.Text())
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil || !strings.Contains(string(page), `data-theme="dark"`) {
		t.Errorf("the page is not dark (%v)", err)
	}
	interrupt()
	if err := <-ended; err != nil {
		t.Errorf("interrupted, it failed: %v", err)
	}
	if _, err := http.Get(url); err == nil {
		t.Error("it still serves")
	}
}

// TestPracticeTold plays on the page a little, with --verbose.
func TestPracticeTold(t *testing.T) {
	page := browsertest.New(t)
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	out, in := io.Pipe()
	defer out.Close()
	root := newRootCommand()
	root.SetOut(in)
	root.SetErr(in)
	ended := make(chan exit.Status, 1)
	go func() {
		ended <- run(ctx, root, []string{"practice", "--size", "6", "--seed", "7", "--verbose"})
		in.Close()
	}()
	lines := bufio.NewScanner(out)
	lines.Scan()
	url := strings.TrimPrefix(lines.Text(), "The practice game is at ")
	lines.Scan() // how to end it
	told := make(chan string)
	go func() {
		defer close(told)
		for lines.Scan() {
			told <- lines.Text()
		}
	}()
	if _, err := chromedp.Run(page, chromedp.Navigate(url+"?autostart=1")); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`^page 1, \S+ \S+: opened with the board of seed 7, 6 x 6$`, `^page 1, \S+ \S+: the game begins$`,
	} {
		select {
		case line := <-told:
			if !regexp.MustCompile(want).MatchString(line) {
				t.Errorf("it tells %q, want %s", line, want)
			}
		case <-page.Done():
			t.Fatalf("it does not tell %s", want)
		}
	}
	interrupt()
	for range told { // what the page still did
	}
	if status := <-ended; status != exit.OK {
		t.Errorf("interrupted, it ends with status %d", status)
	}
}

func TestPracticeWords(t *testing.T) {
	now := practice.State{Session: 2, Size: 6, Seed: 7}
	for _, tt := range []struct {
		event practice.Event
		want  string
	}{
		{practice.Event{Kind: practice.Opened, Session: 2}, "opened with the board of seed 7, 6 x 6"},
		{practice.Event{Kind: practice.Opened, Session: 1}, "opened"},
		{practice.Event{Kind: practice.Marked, Cell: 8, To: solver.Queen, Cause: "click"}, "r2c3 is a queen, by click"},
		{practice.Event{Kind: practice.Marked, Cell: 35, To: solver.Empty, Cause: "undo"}, "r6c6 is empty, by undo"},
		{practice.Event{Kind: practice.Won, Clock: 12345}, "won in 12.35 s"},
		{practice.Event{Kind: practice.Down}, ""},
	} {
		if got := practiceWords(tt.event, now); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.event, got, tt.want)
		}
	}
}
