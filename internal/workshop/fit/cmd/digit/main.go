// Command digit fits the networks by which the reader tells digits, prints how well they do on
// fonts that were held out, and writes them to a file.
//
// It draws digits in fonts of this machine, with serifs and without, upright and slanted (scripts/need
// fonts installs those it was fitted with), letters and shapes that are none, changes them as screens,
// scaling and compression do, and measures them as the reader does.
package main

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"text/tabwriter"

	"autoqueens/internal/workshop/fit"
	"autoqueens/vision/digit"
	"autoqueens/vision/num"
)

func main() {
	n := flag.Int("n", 60, "how often to draw each digit in each font")
	seed := flag.Uint64("seed", 31, "of what is drawn")
	folder := flag.String("fonts", "/usr/share/fonts", "the folder below which fonts lie")
	out := flag.String("o", "", "the file to write")
	flag.Parse()
	if err := run(*folder, *n, *seed, *out); err != nil {
		fmt.Fprintln(os.Stderr, "digit:", err)
		os.Exit(1)
	}
}

// Sizes of the networks, and how often they see each sample.
var hidden = [2]int{96, 96}

const rounds = 20

func run(folder string, n int, seed uint64, out string) error {
	faces, err := fonts(folder)
	if err != nil {
		return err
	}
	var fitted, held []typeface
	for _, f := range faces {
		if f.held {
			held = append(held, f)
		} else {
			fitted = append(fitted, f)
		}
	}
	tried := drawn(seed, 3, held, max(n/2, 1))
	report(os.Stdout, "fonts held out, with the networks as they are", tried)
	all := drawn(seed, 1, fitted, n)
	fmt.Printf("%d faces fitted to, %d held out; %d glyphs\n", len(fitted), len(held), len(all))
	nets := [2]*num.Perceptron{}
	done := make(chan int)
	for i := range nets {
		go func() {
			samples := make([]fit.Sample, len(all))
			for j := range all {
				samples[j] = fit.Sample{X: all[j].glyph.Input(i), Class: all[j].class}
			}
			nets[i] = fit.FitPerceptron(samples, hidden[i], digit.Classes, rounds, seed)
			done <- i
		}()
	}
	<-done
	<-done
	data := encode(nets)
	if err := digit.Use(data); err != nil {
		return err
	}
	report(os.Stdout, "fonts fitted to", drawn(seed, 2, fitted, max(n/6, 1)))
	report(os.Stdout, "fonts held out", tried)
	if out == "" {
		return nil
	}
	return os.WriteFile(out, data, 0o644)
}

// encode writes the networks as package digit reads them: of each the number of inputs and
// hidden units, then each row of weights as a scale and a byte a weight.
func encode(nets [2]*num.Perceptron) []byte {
	var b bytes.Buffer
	for _, n := range nets {
		_ = binary.Write(&b, binary.LittleEndian, [2]uint16{uint16(n.Inputs), uint16(n.Hidden)})
		rows := func(all []float32, length int) {
			for ; len(all) > 0; all = all[length:] {
				most := float32(0)
				for _, v := range all[:length] {
					most = max(most, float32(math.Abs(float64(v))))
				}
				scale := max(most/127, 1e-9)
				_ = binary.Write(&b, binary.LittleEndian, scale)
				for _, v := range all[:length] {
					b.WriteByte(byte(int8(math.Round(float64(v / scale)))))
				}
			}
		}
		rows(n.First, n.Inputs+1)
		rows(n.Second, n.Hidden+1)
	}
	return b.Bytes()
}

// report prints how the glyphs are told.
func report(w io.Writer, title string, all []sample) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	defer t.Flush()
	fmt.Fprintf(t, "\n%s\n\t\tglyphs\tright\tin doubt\twrong\n", title)
	names := [...]string{"digits up to 9 px", "up to 14 px", "larger", "something else"}
	var rows [kinds][len(names)][4]int
	for i := range all {
		s := &all[i]
		k := len(names) - 1
		if s.class < 10 {
			switch h := s.glyph.Height; {
			case h <= 9:
				k = 0
			case h <= 14:
				k = 1
			default:
				k = 2
			}
		}
		got, p := s.glyph.Digit()
		as := 1
		switch {
		case p < 0.95 || s.class < 10 && got == digit.Other:
			as = 2
		case got != s.class && (s.class < 10 || got >= 0):
			as = 3
			fmt.Fprintf(os.Stderr, "wrong: %s %q as %d (%.4f), %.1f px, %s\n", s.face, s.text, got, p, s.glyph.Height, s.how)
		}
		rows[s.kind][k][0]++
		rows[s.kind][k][as]++
	}
	for kind, of := range rows {
		for k, r := range of {
			fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\t%d\n", kindNames[kind], names[k], r[0], r[1], r[2], r[3])
		}
	}
}
