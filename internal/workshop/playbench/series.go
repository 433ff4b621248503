//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"autoqueens/internal/player"
	"autoqueens/internal/practice"
	"autoqueens/solver/games"
)

// hurry lies between a win and the next board in a series: long enough for a page
// on a machine that is busy with other work to show the win.
const hurry = time.Second

// countWins plays boards of a game, of Queens those of the sizes 7 to 11, and prints how many
// the page says were won, with presses that hit no cell.
func (a *arena) countWins(ctx context.Context, game string, n int, seed uint64) error {
	sizes := []int{0} // what is usual
	if game == games.Queens {
		sizes = []int{7, 8, 9, 10, 11}
	}
	won, played, beside, repairs := 0, 0, 0, 0
	for i, size := range sizes {
		boards := n / len(sizes)
		if i < n%len(sizes) {
			boards++
		}
		if boards == 0 {
			continue
		}
		t, err := a.serve(ctx, practice.Options{Game: game, Size: size, Seed: seed + uint64(1000*size), AutoNext: hurry})
		if err != nil {
			return err
		}
		p := a.player(player.Options{Timeout: loading, Repeat: boards - 1})
		outcomes, err := p.Run(ctx)
		played += boards
		for _, o := range outcomes {
			repairs += o.Repairs
		}
		if err != nil {
			fmt.Printf("size %d, board %d: %v; the screen then: %s\n", size, len(outcomes), err, a.keepScreen())
		}
		wait, cancel := context.WithTimeout(ctx, 5*time.Second)
		for range len(outcomes) {
			if _, err := t.game.WaitWon(wait); err != nil {
				break
			}
			won++
		}
		cancel()
		for _, e := range t.game.Log() {
			if e.Kind == practice.Down && e.Cell < 0 {
				beside++
			}
		}
		if len(sizes) > 1 {
			fmt.Printf("size %2d: %d of %d so far\n", size, won, played)
		}
		t.close()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	fmt.Printf("%s: won %d of %d; %d repairs; %d presses beside the board\n", game, won, played, repairs, beside)
	if won < played {
		return errLost
	}
	return nil
}

// keepScreen files a picture of the screen, and returns where.
func (a *arena) keepScreen() string {
	img, err := a.eye.Capture(a.screen.Bounds)
	if err != nil {
		return err.Error()
	}
	file, err := os.CreateTemp("", "playbench-*.png")
	if err != nil {
		return err.Error()
	}
	if err := errors.Join(png.Encode(file, img), file.Close()); err != nil {
		return err.Error()
	}
	return file.Name()
}

// soak plays boards in one process and prints what the process holds at the
// start, now and then, and at the end.
func (a *arena) soak(ctx context.Context, n int, seed uint64) error {
	t, err := a.serve(ctx, practice.Options{Size: 8, Seed: seed, AutoNext: hurry})
	if err != nil {
		return err
	}
	played := 0
	p := a.player(player.Options{Timeout: loading, Repeat: n - 1})
	p.Report = func(e player.Event) {
		if e.Kind != player.Done {
			return
		}
		if played++; played == 10 || played%100 == 0 {
			fmt.Printf("after %4d boards: %s\n", played, holdings())
		}
	}
	fmt.Printf("at the start:      %s\n", holdings())
	outcomes, err := p.Run(ctx)
	t.close()
	if err != nil {
		return fmt.Errorf("board %d: %w", len(outcomes), err)
	}
	// The game keeps every event of every board, in this same process.
	t = nil
	fmt.Printf("without the game:  %s\n", holdings())
	return nil
}

// holdings says what this process holds: live heap, resident memory, open
// files, connections among them, goroutines, and shared memory.
func holdings() string {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	files, sockets := 0, 0
	names, _ := filepath.Glob("/proc/self/fd/*")
	for _, name := range names {
		if target, err := os.Readlink(name); err == nil {
			files++
			if strings.HasPrefix(target, "socket:") {
				sockets++
			}
		}
	}
	resident := ""
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if v, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			resident = strings.TrimSpace(v)
		}
	}
	return fmt.Sprintf("heap %.1f MB, resident %s, %d files of which %d sockets, %d goroutines",
		float64(m.HeapAlloc)/1e6, resident, files, sockets, runtime.NumGoroutine())
}
