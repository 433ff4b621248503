// Package term speaks to people who sit at a terminal. It stands at the end of
// the flow: commands hand it what they found. It draws boards in colour (board.go
// has what can be drawn, drawing.go how, palette.go in which colours), keeps one
// line up to date with what is going on (line.go), asks (confirm.go), hears keys
// (keys.go), and says how long something long will take (progress.go).
//
// Where the output is no terminal it draws no colours and keeps no line: boards
// become text that reads back, and scripts see nothing that they did not ask for.
package term

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"github.com/charmbracelet/colorprofile"
	xterm "github.com/charmbracelet/x/term"
	"github.com/mattn/go-isatty"
)

// When says when colour is used. It is a pflag.Value.
type When string

// The values of --color.
const (
	Auto   When = "auto"   // on a terminal that takes it
	Always When = "always" // also in a file or a pipe
	Never  When = "never"
)

// Whens lists the values of --color.
var Whens = []string{string(Auto), string(Always), string(Never)}

// Set takes a value of --color.
func (w *When) Set(text string) error {
	switch v := When(text); v {
	case Auto, Always, Never:
		*w = v
		return nil
	}
	return fmt.Errorf("choose %s", strings.Join(Whens, ", "))
}

// String returns the value, and Type what --help calls it.
func (w *When) String() string { return string(*w) }

// Type returns what --help calls the value.
func (w *When) Type() string { return "when" }

// Style says how boards are drawn. The zero Style draws them as text.
type Style struct {
	// Profile is how many colours there are: colorprofile.ANSI for 16, ANSI256
	// or TrueColor. Anything below is text.
	Profile colorprofile.Profile
	// ASCII draws borders with - and | where the terminal shows nothing better.
	ASCII bool
	// Width is how many columns there are; 0 is as many as it takes.
	Width int
}

// StyleOf returns the style for what is written to w. With Auto it is that of
// the terminal behind w, or text where there is none, or where NO_COLOR is set
// (https://no-color.org) or TERM is dumb. Always is for what a terminal shows in
// the end, as behind less -R, and goes by the environment alone.
func StyleOf(w io.Writer, when When) Style {
	style := Style{ASCII: plainLocale()}
	switch {
	case when == Never:
		return Style{}
	case when == Always:
		style.Profile = max(colorprofile.Env(withoutNoColor(os.Environ())), colorprofile.ANSI)
	case os.Getenv("NO_COLOR") != "" || !escapes(w):
		return Style{}
	default:
		style.Profile = colorprofile.Detect(file(w), os.Environ())
	}
	if Is(w) {
		style.Width = Width(w)
	}
	return style
}

// Colorful tells whether boards are drawn in colour, and not as text.
func (s Style) Colorful() bool { return s.Profile >= colorprofile.ANSI }

// withoutNoColor lets a flag win over the environment.
func withoutNoColor(env []string) (out []string) {
	for _, entry := range env {
		if !strings.HasPrefix(entry, "NO_COLOR=") {
			out = append(out, entry)
		}
	}
	return out
}

// plainLocale tells whether the locale names a character set that lacks the
// characters for borders. Where it names none, they are there: terminals of
// today are UTF-8.
func plainLocale() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToLower(os.Getenv(name)); v != "" {
			return !strings.Contains(v, "utf-8") && !strings.Contains(v, "utf8")
		}
	}
	return false
}

// wrapper is a writer around another one, as Line.Over makes it.
type wrapper interface{ Unwrap() io.Writer }

// file returns the file behind a writer, nil where there is none.
func file(rw any) *os.File {
	for {
		switch v := rw.(type) {
		case *os.File:
			return v
		case wrapper:
			rw = v.Unwrap()
		default:
			return nil
		}
	}
}

// Is tells whether rw, an [io.Writer] or an [io.Reader], is a terminal.
func Is(rw any) bool {
	f := file(rw)
	return f != nil && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// escapes tells whether w is a terminal that takes escape sequences. On Windows
// it makes the console take them.
func escapes(w io.Writer) bool {
	f, name := file(w), os.Getenv("TERM")
	if f == nil || !Is(w) || name == "dumb" || name == "" && runtime.GOOS != "windows" {
		return false
	}
	return isatty.IsCygwinTerminal(f.Fd()) || enableEscapes(f)
}

// defaultWidth is that of a terminal that does not tell.
const defaultWidth = 80

// Width returns how many columns the terminal behind w has.
func Width(w io.Writer) int {
	if f := file(w); f != nil {
		if width, _, err := xterm.GetSize(f.Fd()); err == nil && width > 0 {
			return width
		}
	}
	return defaultWidth
}
