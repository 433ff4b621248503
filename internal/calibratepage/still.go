package calibratepage

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"image"

	"autoqueens/calibrate"
)

// A machine without a browser gets the page as one file, to be looked at
// elsewhere. It shows the same drawing and says how to save from the command
// line, because nobody answers it.

// Generator tells such a file from a person's own.
const Generator = `<meta name="generator" content="autoqueens calibrate">`

//go:embed still.html
var stillSource string

var stillTemplate = template.Must(template.New("still").Parse(stillSource))

// stillShot is a display in the file.
type stillShot struct {
	Title, Problem string
	ViewBox        string
	Bounds         area
	Picture        template.URL
	Drawings       []template.HTML
	Candidates     []stillCandidate
}

// stillCandidate is a board, or something like one, in the file.
type stillCandidate struct {
	Number       int
	Read, Chosen bool
	Title, Words string
	Confidence   string
	Thumb        template.HTML
	Command      string
}

// WriteStill returns the page as one file without any script, for the profile of
// a name.
func WriteStill(ctx context.Context, source calibrate.Source, name string) ([]byte, error) {
	s := &Server{opts: Options{
		Source: source, Name: name,
		Pointer: func() (image.Point, error) { return image.Point{}, context.Canceled }, // nobody asks for it
	}}
	if err := s.capture(ctx); err != nil {
		return nil, err
	}
	style, err := pageFiles.ReadFile("page/drawing.css")
	if err != nil {
		return nil, err
	}
	page := struct {
		Shots      []stillShot
		Style      template.CSS
		Found      int
		NameOption string
	}{Style: template.CSS(style)}
	if name != calibrate.DefaultName {
		page.NameOption = " --profile " + name
	}
	for i, v := range s.shot.sights {
		shown := stillShot{Title: v.Display.String(), Problem: problem(v), Bounds: areaOf(v.Display.Bounds)}
		if shown.Problem != "" {
			page.Shots = append(page.Shots, shown)
			continue
		}
		b := shown.Bounds
		shown.ViewBox = fmt.Sprintf("%d %d %d %d", b.X, b.Y, b.Width, b.Height)
		data, err := s.shot.picture(i)
		if err != nil {
			return nil, err
		}
		shown.Picture = template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(data))
		for k, c := range s.shot.candidates {
			if c.Display != i {
				continue
			}
			// What is marked as safe here is made of numbers and letters.
			shown.Drawings = append(shown.Drawings, template.HTML(c.Drawing), template.HTML(tag(k+1, c)))
			words := c.Words
			if c.Advice != "" {
				words += "; " + c.Advice
			}
			r := c.Region
			shown.Candidates = append(shown.Candidates, stillCandidate{
				Number: k + 1, Read: c.Read, Chosen: k == s.shot.chosen, Title: c.Title, Words: words,
				Confidence: fmt.Sprintf("%.2f", c.Confidence), Thumb: template.HTML(c.Thumb),
				Command: fmt.Sprintf("autoqueens calibrate%s --region %d,%d,%d,%d", page.NameOption, r.X, r.Y, r.Width, r.Height),
			})
			page.Found++
		}
		page.Shots = append(page.Shots, shown)
	}
	var out bytes.Buffer
	err = stillTemplate.Execute(&out, page)
	return out.Bytes(), err
}

// tag draws the number of a candidate at its corner.
func tag(number int, c look) string {
	b := box{float64(c.Region.X), float64(c.Region.Y), float64(c.Region.Width), float64(c.Region.Height)}
	if c.Board != nil {
		b = *c.Board
	}
	side := max(26, min(b.Width, b.Height)/9)
	return fmt.Sprintf(`<g class="outline"><rect class="tag" x="%s" y="%s" width="%s" height="%s"/><text x="%s" y="%s" font-size="%s">%d</text></g>`,
		num(b.X), num(b.Y-side), num(side), num(side), num(b.X+side/2), num(b.Y-0.28*side), num(0.66*side), number)
}
