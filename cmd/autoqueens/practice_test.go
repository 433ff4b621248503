package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
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
