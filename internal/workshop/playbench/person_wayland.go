//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"autoqueens/internal/desk"
	"autoqueens/internal/wayland/waylandtest"
)

// personOnWayland is a person at a compositor of wlroots' kind.
type personOnWayland struct {
	*waylandtest.Person
	ctx    context.Context // of the series that it is part of
	desk   *desk.Desk
	socket string

	mu    sync.Mutex
	sheet *waylandtest.Window // nil while nothing is covered
	were  int                 // clicks on sheets before this one
}

func newPersonOnWayland(ctx context.Context, d *desk.Desk) (*personOnWayland, error) {
	socket := waylandtest.Socket(d)
	p, err := waylandtest.Sit(socket)
	return &personOnWayland{Person: p, ctx: ctx, desk: d, socket: socket}, err
}

func (p *personOnWayland) close() { p.Leave() }

func (p *personOnWayland) nudge(dx, dy int) error { return p.Move(float64(dx), float64(dy)) }

func (p *personOnWayland) button(down bool) error {
	const right = 0x111
	return p.Button(right, down)
}

var kernelKeys = map[key]uint32{keyEscape: waylandtest.KeyEscape, keyF5: waylandtest.KeyF5}

// strike returns when the key is down; it comes up as late as a person lets it.
func (p *personOnWayland) strike(keys ...key) error {
	code, ok := kernelKeys[keys[0]]
	if !ok || len(keys) > 1 {
		return fmt.Errorf("keys that are held: %w", errors.ErrUnsupported)
	}
	defer time.AfterFunc(40*time.Millisecond, func() { _ = p.Hold(code, false) })
	return p.Hold(code, true)
}

func (p *personOnWayland) move(dx, dy int) error {
	return p.desk.Tell(p.ctx, fmt.Sprintf("[app_id=.*] move right %d px, move down %d px", dx, dy))
}

func (p *personOnWayland) cover() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var err error
	p.sheet, err = waylandtest.Lock(p.socket)
	return err
}

func (p *personOnWayland) uncover() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sheet != nil {
		p.were += p.sheet.Pressed()
		p.sheet.Close()
		p.sheet = nil
	}
	return nil
}

func (p *personOnWayland) caught() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sheet != nil {
		return p.were + p.sheet.Pressed()
	}
	return p.were
}
