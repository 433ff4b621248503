//go:build linux

package wayland

import (
	"cmp"
	"context"
	"image"
	"slices"
	"sync"
)

// Output is a monitor.
type Output struct {
	Object    Object
	Name      string          // such as "DP-1"; empty where the compositor does not say
	Points    image.Rectangle // its place in the layout, points; Max exclusive
	Mode      image.Point     // pixels, before it is turned
	Transform Transform       // how its picture is turned
}

// Same tells whether two monitors show the same part of the desktop in the same way: one
// that was taken away and brought back may have another Object.
func (o Output) Same(as Output) bool {
	as.Object = o.Object
	return o == as
}

// Pixels returns how many pixels it shows, as they are seen.
func (o Output) Pixels() image.Point {
	if o.Transform.Sideways() {
		return image.Pt(o.Mode.Y, o.Mode.X)
	}
	return o.Mode
}

// Transform is how the pixels of a monitor's buffer lie on it, as the protocol counts
// it: quarter turns, from 4 on after a flip.
type Transform uint8

// Sideways tells whether width and height change places.
func (t Transform) Sideways() bool { return t&1 != 0 }

// Source returns which pixel of a buffer of the given size shows at a place of the
// picture as it is seen.
func (t Transform) Source(at, buffer image.Point) image.Point {
	x, y := at.X, at.Y
	w, h := buffer.X, buffer.Y // of the buffer
	switch t &^ 4 {
	case 1: // a quarter turn
		x, y = y, h-1-x
	case 2:
		x, y = w-1-x, h-1-y
	case 3:
		x, y = w-1-y, x
	}
	if t&4 != 0 {
		x = w - 1 - x
	}
	return image.Pt(x, y)
}

// Events and requests of the protocols for monitors.
const (
	outputGeometry = 0
	outputMode     = 1
	outputName     = 4

	currentMode = 1 // a flag

	xdgManagerGet     = 1
	xdgOutputPosition = 0
	xdgOutputSize     = 1
	xdgOutputName     = 3
)

// Outputs follows the monitors of a session. Its methods may be called from several
// goroutines.
type Outputs struct {
	conn    *Conn
	manager Object

	mu    sync.Mutex
	known map[uint32]*Output // by the name of the global
}

// FollowOutputs asks for the monitors, and for all that changes about them. ok is false
// where the compositor does not tell where they lie.
func (c *Conn) FollowOutputs(ctx context.Context) (outputs *Outputs, ok bool, err error) {
	manager, _, ok := c.Bind("zxdg_output_manager_v1", 1, 3, nil)
	if !ok {
		return nil, false, nil
	}
	o := &Outputs{conn: c, manager: manager, known: map[uint32]*Output{}}
	c.Follow(o.relist)
	o.relist()
	// Once for the monitors, and once for the places that were asked for meanwhile.
	for range 2 {
		if err := c.Sync(ctx); err != nil {
			return nil, true, err
		}
	}
	return o, true, nil
}

// relist binds monitors that are new, and forgets those that have gone.
func (o *Outputs) relist() {
	globals := o.conn.Globals("wl_output")
	o.mu.Lock()
	defer o.mu.Unlock()
	for name := range o.known {
		if !slices.ContainsFunc(globals, func(g Global) bool { return g.Name == name }) {
			delete(o.known, name)
		}
	}
	for _, g := range globals {
		if o.known[g.Name] == nil {
			o.add(g)
		}
	}
}

// add follows a monitor. The caller holds mu.
func (o *Outputs) add(g Global) {
	out := &Output{}
	object, _, err := o.conn.BindGlobal(g, 4, func(e *Event) { o.hear(out, e) })
	if err != nil {
		return // the connection has ended, as the next request tells
	}
	out.Object = object
	if o.conn.Create(func() []*Request {
		xdg := o.conn.New(func(e *Event) { o.hearXDG(out, e) })
		return []*Request{NewRequest(o.manager, xdgManagerGet).Object(xdg).Object(object)}
	}) != nil {
		return
	}
	o.known[g.Name] = out
}

func (o *Outputs) hear(out *Output, e *Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch e.Opcode {
	case outputGeometry:
		for range 5 { // place, size in mm and the order of its colours
			e.Int()
		}
		_, _ = e.String(), e.String() // maker and model
		out.Transform = Transform(e.Int() & 7)
	case outputMode:
		flags := e.Uint()
		size := image.Pt(e.Int(), e.Int())
		if flags&currentMode != 0 {
			out.Mode = size
		}
	case outputName:
		out.Name = e.String()
	}
}

func (o *Outputs) hearXDG(out *Output, e *Event) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch e.Opcode {
	case xdgOutputPosition:
		at := image.Pt(e.Int(), e.Int())
		out.Points = image.Rectangle{Min: at, Max: at.Add(out.Points.Size())}
	case xdgOutputSize:
		out.Points.Max = out.Points.Min.Add(image.Pt(e.Int(), e.Int()))
	case xdgOutputName:
		out.Name = e.String()
	}
}

// List returns the monitors that show something, from left to right.
func (o *Outputs) List() []Output {
	o.mu.Lock()
	defer o.mu.Unlock()
	var all []Output
	for _, out := range o.known {
		if !out.Points.Empty() && out.Mode.X > 0 && out.Mode.Y > 0 {
			all = append(all, *out)
		}
	}
	slices.SortFunc(all, func(a, b Output) int {
		return cmp.Or(cmp.Compare(a.Points.Min.X, b.Points.Min.X), cmp.Compare(a.Points.Min.Y, b.Points.Min.Y),
			cmp.Compare(a.Object, b.Object))
	})
	return all
}

// Layout returns the rectangle, in points, that encloses the monitors.
func (o *Outputs) Layout() image.Rectangle {
	var all image.Rectangle
	for _, out := range o.List() {
		all = all.Union(out.Points)
	}
	return all
}
