// Package printable makes text that came from outside fit to be shown: names of
// files and displays, what the environment says, answers of other programs. A
// terminal would follow the escape sequences in it, and a line break would let it
// pass for something that this program said.
//
//	the world -> [printable] -> terminal, log, comments in a board's text
package printable

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Line returns s on one line with everything spelled out that a terminal would not
// show as it is: control characters, what turns the direction of writing, bytes
// that are no UTF-8. A person can still tell from it which name was meant.
func Line(s string) string {
	if shown(s) {
		return s
	}
	var out strings.Builder
	for len(s) > 0 {
		c, size := utf8.DecodeRuneInString(s)
		switch {
		case c == utf8.RuneError && size == 1:
			out.WriteString(`\x` + strconv.FormatUint(uint64(s[0])+0x100, 16)[1:])
		case unicode.IsGraphic(c):
			out.WriteRune(c)
		default:
			quoted := strconv.QuoteRune(c)
			out.WriteString(quoted[1 : len(quoted)-1])
		}
		s = s[size:]
	}
	return out.String()
}

// OneLine is [Line] of a text whose line breaks, and other runs of space, are single spaces.
func OneLine(s string) string { return Line(strings.Join(strings.Fields(s), " ")) }

func shown(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(c rune) bool { return !unicode.IsGraphic(c) })
}

// Writer returns a writer that makes every line printable, as [Line] does, but for
// tabs, before it goes to w. It is for output without colours. A write must not end
// within a character. What it returns has a method Unwrap for w.
func Writer(w io.Writer) io.Writer { return &writer{w} }

type writer struct{ w io.Writer }

func (w *writer) Write(data []byte) (int, error) {
	text := string(data)
	if shown(strings.NewReplacer("\n", "", "\t", "").Replace(text)) {
		return w.w.Write(data)
	}
	var out strings.Builder
	for rest := text; rest != ""; {
		i := strings.IndexAny(rest, "\n\t")
		if i < 0 {
			out.WriteString(Line(rest))
			break
		}
		out.WriteString(Line(rest[:i]))
		out.WriteByte(rest[i])
		rest = rest[i+1:]
	}
	if _, err := io.WriteString(w.w, out.String()); err != nil {
		return 0, err
	}
	return len(data), nil
}

func (w *writer) Unwrap() io.Writer { return w.w }

// Fprintf is [fmt.Fprintf] with every argument that is text, or an error, made
// printable as [Line] does it: line breaks are those of the format alone.
func Fprintf(w io.Writer, format string, args ...any) (int, error) {
	safe := make([]any, len(args))
	for i, arg := range args {
		switch v := arg.(type) {
		case string:
			safe[i] = Line(v)
		case error:
			safe[i] = Line(v.Error())
		default:
			safe[i] = arg
		}
	}
	return fmt.Fprintf(w, format, safe...)
}

// JSON returns a writer that spells out what a terminal would follow in the strings of
// JSON, as their values have it too. A write must not end within a character.
func JSON(w io.Writer) io.Writer { return &jsonWriter{w} }

type jsonWriter struct{ w io.Writer }

func (j *jsonWriter) Write(data []byte) (int, error) {
	text := string(data)
	if shown(strings.ReplaceAll(text, "\n", "")) {
		return j.w.Write(data)
	}
	var out strings.Builder
	for _, c := range text {
		if c == '\n' || unicode.IsGraphic(c) {
			out.WriteRune(c)
			continue
		}
		for _, unit := range utf16.Encode([]rune{c}) {
			fmt.Fprintf(&out, `\u%04x`, unit)
		}
	}
	if _, err := io.WriteString(j.w, out.String()); err != nil {
		return 0, err
	}
	return len(data), nil
}

// Count puts a number before a noun: "1 row", "2 rows".
func Count(n int, noun string) string { return CountOf(n, noun, noun+"s") }

// CountOf puts a number before one of two forms of words: "1 queen is", "2 queens are".
func CountOf(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
