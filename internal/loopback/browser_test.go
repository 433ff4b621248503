package loopback

import "testing"

// TestOpener opens what a person is to see with the program that each system has for it.
func TestOpener(t *testing.T) {
	for system, want := range map[string]string{"linux": "xdg-open", "freebsd": "xdg-open", "darwin": "open", "windows": "rundll32"} {
		if name, args := Opener(system, "a b.png"); name != want || args[len(args)-1] != "a b.png" {
			t.Errorf("%s: %s %q", system, name, args)
		}
	}
}
