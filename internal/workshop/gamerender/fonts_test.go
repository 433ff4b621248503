package gamerender

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNeeded holds the fonts that scripts/need installs against those that styles draw with.
func TestNeeded(t *testing.T) {
	script, err := os.ReadFile("../../../scripts/need")
	if err != nil {
		t.Fatal(err)
	}
	var drawn []string
	for name, in := range packages {
		drawn = append(drawn, strings.TrimPrefix(in, "fonts-")+"/"+name)
	}
	slices.Sort(drawn)
	installed := regexp.MustCompile(`[a-z-]+/\w+-\w+\.[ot]tf`).FindAllString(string(script), -1)
	slices.Sort(installed)
	if !slices.Equal(drawn, installed) {
		t.Errorf("drawn with are %v, installed %v", drawn, installed)
	}
}
