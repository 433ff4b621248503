//go:build cgo && linux

package doctor

import (
	"slices"
	"strings"
	"testing"

	"autoqueens/input"
	"autoqueens/internal/desk"
	"autoqueens/internal/desk/desktest"
	"autoqueens/internal/portal/portaltest"
	"autoqueens/internal/wayland/waylandtest"
	"autoqueens/vision/screen"
)

// TestExamine looks at a real display under each window manager.
func TestExamine(t *testing.T) {
	for _, wm := range []string{desk.NoWM, desk.Openbox, desk.Xfwm4} {
		t.Run("wm="+wm, func(t *testing.T) {
			desktest.Start(t, desk.Options{Width: 900, Height: 700, WM: wm})
			f := Examine(t.Context(), false)
			r := Judge(f)
			if !r.Usable {
				t.Errorf("not usable: %+v", r.Findings)
			}
			if !strings.EqualFold(f.X.Manager, wm) {
				t.Errorf("the window manager is %q, want %q", f.X.Manager, wm)
			}
			if len(f.Displays) != 1 || f.Displays[0].Bounds.Dx() != 900 || f.Displays[0].Bounds.Dy() != 700 {
				t.Errorf("displays %v", f.Displays)
			}
			if len(f.Ways) < 3 || f.HandWay == "" {
				t.Errorf("ways to capture %+v, to click %q", f.Ways, f.HandWay)
			}
			for _, w := range f.Ways {
				if w.Err != nil || w.Took <= 0 {
					t.Errorf("capturing by %s: %v, %v", w.Name, w.Took, w.Err)
				}
			}
			if physicalLeft(f.X.Buttons) != 1 {
				t.Errorf("the mapping is %v", f.X.Buttons)
			}
			var text strings.Builder
			if err := r.Write(&text); err != nil {
				t.Fatal(err)
			}
			t.Log("\n" + text.String())
		})
	}
}

// TestExamineWayland looks at a session with a real message bus, with a portal
// on it and without. No picture is asked for.
func TestExamineWayland(t *testing.T) {
	bus := portaltest.OnWayland(t)
	f := Examine(t.Context(), false)
	if !f.Wayland || f.ScreenErr == nil || Judge(f).Usable {
		t.Errorf("without a portal: %+v", f)
	}
	p, err := portaltest.Start(bus.Address(), 3, func(portaltest.Request) { t.Error("a picture was taken") })
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	f = Examine(t.Context(), false)
	if !f.Wayland || f.ScreenErr != nil || f.Portal != 3 || Judge(f).Usable {
		t.Errorf("with a portal: %+v", f)
	}
	if !slices.Contains(screen.WayNames(), f.Eye) {
		t.Errorf("the way to capture is %q", f.Eye)
	}
}

// TestExamineDeclined: who has said no to a look at the screen is not asked for the mouse.
func TestExamineDeclined(t *testing.T) {
	bus := portaltest.OnWayland(t)
	p, err := portaltest.Start(bus.Address(), 3, func(r portaltest.Request) { r.Answer(1, nil) })
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	f := Examine(input.Asking(t.Context(), func(string) {}), true)
	if !f.Declined || f.ScreenErr == nil || f.HandErr != nil || Judge(f).Usable {
		t.Errorf("%+v", f)
	}
}

// TestExamineWlroots looks at a session whose compositor shows the screen and takes
// clicks.
func TestExamineWlroots(t *testing.T) {
	waylandtest.Start(t, desk.WaylandOptions{})
	f := Examine(t.Context(), false)
	if !f.Wayland || f.Asks || f.Hand.Way != "wlroots" || f.Hand.Passed == nil || f.Eye != "wlroots" || len(f.Unseen) > 0 || f.HandTook <= 0 || !f.Hidden || !Judge(f).Usable {
		t.Errorf("%+v", f)
	}
	if len(f.Ways) != 1 || f.Ways[0].Name != "wlroots" || f.Ways[0].Err != nil {
		t.Errorf("ways to capture: %+v", f.Ways)
	}
}

func TestTextDPI(t *testing.T) {
	for resources, want := range map[string]float64{
		"": 0, "Xft.dpi:\t192\n": 192, "a: b\nXft.dpi: 120": 120, "Xft.dpi: many\n": 0, "Xft.dpi: -3": 0, "Xft.dpi": 0,
	} {
		if got := textDPI(resources); got != want {
			t.Errorf("textDPI(%q) = %v, want %v", resources, got, want)
		}
	}
}
