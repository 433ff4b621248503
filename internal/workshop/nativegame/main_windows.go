package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"autoqueens/internal/workshop/nativewindow"
)

// table is the game in its window.
type table struct {
	window *nativewindow.Window
	tell   *json.Encoder

	mu   sync.Mutex
	game *game // nil before the first board
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "nativegame:", err)
		os.Exit(1)
	}
}

func run() error {
	t := &table{tell: json.NewEncoder(os.Stdout)}
	var err error
	if t.window, err = nativewindow.Open(t.hear); err != nil {
		return err
	}
	for in := json.NewDecoder(os.Stdin); ; {
		var o order
		switch err := in.Decode(&o); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		if err := t.obey(o); err != nil {
			return err
		}
	}
}

// obey deals a board and moves the window.
func (t *table) obey(o order) error {
	if o.Size == 0 {
		t.window.Show(nil, o.At)
		return nil
	}
	g, err := deal(o)
	if err != nil {
		return err
	}
	t.mu.Lock()
	t.game = g
	t.mu.Unlock()
	t.window.Show(g.picture(), o.At)
	return t.tell.Encode(event{Event: "ready", Cell: -1})
}

// hear plays what is done to the window.
func (t *table) hear(e nativewindow.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.game == nil {
		return
	}
	switch e.Kind {
	case nativewindow.Down:
		t.game.press(e.At)
	case nativewindow.Up:
		for _, e := range t.game.release(e.At) {
			_ = t.tell.Encode(e) // without anybody to read it the input ends, too
		}
		t.window.Draw(t.game.picture())
	}
}
