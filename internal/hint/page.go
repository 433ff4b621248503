package hint

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"image"
	"image/png"

	"autoqueens/solver"
	"autoqueens/solver/explain"
)

// File is something to be written.
type File struct {
	Name string
	Data []byte
}

//go:embed page.html
var pageSource string

var page = template.Must(template.New("page").Parse(pageSource))

// Album draws every step of an explanation: a picture each, named step-01.png
// and so on, and index.html, a page that holds all of them and needs nothing
// else. The steps are those from b on, which is the board in src. The same
// steps give the same bytes.
func Album(src Source, b *solver.Board, e *explain.Explanation, title string) ([]File, error) {
	type figure struct {
		Headline, Reason      string
		Number, Width, Height int
		Picture               template.URL
	}
	var files []File
	var figures []figure
	board := b
	for i := range e.Steps {
		s := &e.Steps[i]
		headline := fmt.Sprintf("%d. %s", i+1, capital(s.Conclusion(b.Size)))
		scene := StepScene(board, s)
		data, err := encode(Picture(src, scene, headline, []string{StepReason(s)}))
		if err != nil {
			return nil, err
		}
		name := fmt.Sprintf("step-%02d.png", i+1)
		files = append(files, File{name, data})
		bare := Picture(src, scene, "", nil) // the page has the words as text
		if data, err = encode(bare); err != nil {
			return nil, err
		}
		figures = append(figures, figure{
			Headline: capital(s.Conclusion(b.Size)), Reason: capital(StepReason(s)), Number: i + 1,
			Width: bare.Bounds().Dx(), Height: bare.Bounds().Dy(),
			Picture: template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(data)),
		})
		board = explain.After(board, s)
	}
	var out bytes.Buffer
	err := page.Execute(&out, map[string]any{
		"Title": title, "Size": b.Size, "Steps": figures, "Grade": e.Grade().String(), "Hardest": e.Hardest().String(),
	})
	return append(files, File{"index.html", out.Bytes()}), err
}

func encode(img image.Image) ([]byte, error) {
	var out bytes.Buffer
	err := png.Encode(&out, img)
	return out.Bytes(), err
}
