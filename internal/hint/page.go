package hint

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"image"
	"image/png"

	"autoqueens/solver/games"
	"autoqueens/solver/puzzle"
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
// else. The steps are those from p on, which is the board in src; boards of other games than
// Queens are drawn anew for each. The same steps give the same bytes.
func Album(src Source, p puzzle.Puzzle, e *puzzle.Explanation, title string) ([]File, error) {
	type figure struct {
		Headline, Reason      string
		Number, Width, Height int
		Picture               template.URL
	}
	var files []File
	var figures []figure
	now := p
	for i := range e.Steps {
		s := &e.Steps[i]
		if p.Game() != games.Queens {
			src = Plain(now)
		}
		scene, headline := StepScene(now, s), capital(s.Conclusion)
		data, err := encode(Picture(src, scene, fmt.Sprintf("%d. %s", i+1, headline), []string{reasonWords(s)}))
		if err != nil {
			return nil, err
		}
		files = append(files, File{fmt.Sprintf("step-%02d.png", i+1), data})
		bare := Picture(src, scene, "", nil) // the page has the words as text
		if data, err = encode(bare); err != nil {
			return nil, err
		}
		figures = append(figures, figure{
			Headline: headline, Reason: capital(reasonWords(s)), Number: i + 1,
			Width: bare.Bounds().Dx(), Height: bare.Bounds().Dy(),
			Picture: template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(data)),
		})
		now = s.Board
	}
	rows, cols := p.Dims()
	var out bytes.Buffer
	err := page.Execute(&out, map[string]any{
		"Title": title, "Rows": rows, "Cols": cols, "Steps": figures, "Grade": e.Grade().String(), "Hardest": e.Hardest.Name,
	})
	return append(files, File{"index.html", out.Bytes()}), err
}

func encode(img image.Image) ([]byte, error) {
	var out bytes.Buffer
	err := png.Encode(&out, img)
	return out.Bytes(), err
}
