package place

import (
	"bytes"
	"image"
	"strings"
	"testing"

	"autoqueens/calibrate"
	"autoqueens/internal/fault"
	"autoqueens/vision/screen"
)

// two displays, the second left of the first.
var displays = []screen.Display{
	{Index: 0, Bounds: image.Rect(0, 0, 1920, 1080), Primary: true, Name: "DP-1"},
	{Index: 1, Bounds: image.Rect(-1280, 0, 0, 1024), Name: "HDMI-1"},
}

func TestViews(t *testing.T) {
	region := image.Rect(-900, 100, -500, 500)
	profile := calibrate.New("left", displays[1], region, calibrate.FromDisplay(displays[1]))
	gone := calibrate.New("old", screen.Display{Index: 1, Name: "HDMI-1", Bounds: image.Rect(-800, 0, 0, 600)}, image.Rect(-700, 0, -300, 400), calibrate.FromDisplay(displays[0]))
	for _, tt := range []struct {
		name    string
		place   Place
		profile *calibrate.Profile
		want    string // the views' names and areas
		kind    fault.Kind
		note    string
	}{
		{name: "everywhere", place: Anywhere, want: "display 0 0,0,1920,1080; display 1 -1280,0,1280,1024"},
		{name: "the profile first", place: Anywhere, profile: profile,
			want: "profile left -900,100,400,400; display 0 0,0,1920,1080; display 1 -1280,0,1280,1024"},
		{name: "one display", place: Place{Display: 1}, want: "display 1 -1280,0,1280,1024"},
		{name: "a region at negative coordinates", place: Place{Display: -1, Region: "-900,100,400,400"}, want: "region -900,100,400,400 -900,100,400,400"},
		{name: "a region across two displays", place: Place{Display: -1, Region: "-100,0,400,400"}, want: "region -100,0,400,400 0,0,300,400"},
		{name: "a region off the screen", place: Place{Display: -1, Region: "1900,0,400,400"}, kind: fault.Failed},
		{name: "no such display", place: Place{Display: 2}, kind: fault.Failed},
		{name: "a default profile that no longer fits", place: Anywhere, profile: gone,
			want: "display 0 0,0,1920,1080; display 1 -1280,0,1280,1024", note: "looking at every display instead"},
		{name: "a named profile that no longer fits", place: Place{Display: -1, Profile: "old"}, profile: gone, kind: fault.Failed},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var notes bytes.Buffer
			views, err := tt.place.Views(displays, tt.profile, &notes)
			if got := fault.KindOf(err); got != tt.kind {
				t.Fatalf("%q (%v), want %q", got, err, tt.kind)
			}
			var got []string
			for _, v := range views {
				got = append(got, v.Name+" "+Words(v.Area))
				if !v.Area.In(v.Screen) {
					t.Errorf("%s: %v is not on its screen %v", v.Name, v.Area, v.Screen)
				}
			}
			if s := strings.Join(got, "; "); s != tt.want {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
			if !strings.Contains(notes.String(), tt.note) || tt.note == "" && notes.Len() > 0 {
				t.Errorf("notes %q, want %q", notes.String(), tt.note)
			}
		})
	}
}

func FuzzRegion(f *testing.F) {
	for _, s := range []string{"1,2,3,4", "-5, 0,1,1", ",,,", "1,2,3", "9999999999999999999,0,1,1", "1,2,3,4,5", "1,2,9223372036854775807,4", "-9223372036854775808,0,1,1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p := Place{Region: s, Display: -1}
		if r, err := p.Rectangle(); err == nil && (r.Empty() || !r.In(anywhere)) {
			t.Errorf("%q is the region %v", s, r)
		}
		_, _ = p.Views(displays, nil, &bytes.Buffer{})
	})
}

func FuzzPoint(f *testing.F) {
	for _, s := range []string{"720,640", " -3 , 4 ", "1", "1,2,3", ",", "-9223372036854775808,0", "0,-9223372036854775808", "pointer"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if p, ok := Point(s); ok && !p.In(anywhere) {
			t.Errorf("%q is the place %v", s, p)
		}
	})
}

// TestPoint reads what people write, and nothing that only begins like it.
func TestPoint(t *testing.T) {
	for s, want := range map[string]image.Point{"720,640": {X: 720, Y: 640}, " -3 , 4 ": {X: -3, Y: 4}} {
		if p, ok := Point(s); !ok || p != want {
			t.Errorf("%q: %v, %v", s, p, ok)
		}
	}
	for _, s := range []string{"", "1", "1,2,3", ",", "pointer", "99999999,0"} {
		if p, ok := Point(s); ok {
			t.Errorf("%q is the place %v", s, p)
		}
	}
}

// anywhere is where regions and places may be at all.
var anywhere = image.Rect(-farthest, -farthest, 2*farthest+1, 2*farthest+1)
