package visionreport

import (
	"fmt"
	"html/template"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"

	"autoqueens/vision/overlay"
)

// WritePage writes a page of the failures, the worst first, with each picture
// and what the reader made of it, and returns its path. Pictures lie beside
// it; those of an earlier run are removed.
func (r *Report) WritePage(dir string) (string, error) {
	if err := emptied(dir); err != nil {
		return "", err
	}
	for _, v := range r.Failures {
		if v.Picture.Image == nil {
			continue
		}
		if err := writePair(dir, v); err != nil {
			return "", err
		}
	}
	return writeIndex(dir, page, r.Table, r.Failures)
}

// writeIndex writes the page of a folder, with a table and the failures, and returns its
// path.
func writeIndex(dir string, page *template.Template, table func(io.Writer) error, failures any) (string, error) {
	var text strings.Builder
	if err := table(&text); err != nil {
		return "", err
	}
	path := filepath.Join(dir, "index.html")
	f, err := os.Create(path)
	if err != nil {
		return "", err
	}
	if err := page.Execute(f, map[string]any{"Table": text.String(), "Failures": failures}); err != nil {
		f.Close()
		return "", err
	}
	return path, f.Close()
}

// Floor returns an error with the table and the page of the failures, written
// to dir, where a report falls below what is asked of the reader: a share read
// right, at most so many read as what they are not, and no promise broken.
func (r *Report) Floor(leastRight float64, mostWrong int, dir string) error {
	if r.Counts[Wrong] <= mostWrong && r.Counts[Broken] == 0 && r.Rate() >= leastRight {
		return nil
	}
	var table strings.Builder
	if err := r.Table(&table); err != nil {
		return err
	}
	path, err := r.WritePage(dir)
	if err != nil {
		return err
	}
	return fmt.Errorf("want at most %d read as what they are not, and %.1f %% right\n%ssee %s", mostWrong, 100*leastRight, table.String(), path)
}

// Annotated returns the picture with what the reader made of it.
func (v Verdict) Annotated() image.Image {
	switch {
	case v.Reading != nil:
		return overlay.Annotate(v.Picture.Image, v.Reading)
	case v.Refusal != nil:
		return overlay.AnnotateRefusal(v.Picture.Image, v.Refusal)
	}
	return v.Picture.Image
}

// WritePNG writes a picture to a file.
func WritePNG(path string, img image.Image) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := png.Encode(f, img); err != nil {
		f.Close()
		return fmt.Errorf("%s: %w", path, err)
	}
	return f.Close()
}

var page = template.Must(template.New("page").Parse(`<!doctype html>
<meta charset="utf-8">
<title>What the reader got wrong</title>
<style>
body { font: 15px/1.4 system-ui, sans-serif; margin: 2em; color: #222; background: #fff; }
pre { background: #f4f4f4; padding: 1em; overflow-x: auto; }
figure { margin: 2em 0; border-top: 1px solid #ccc; padding-top: 1em; }
img { max-width: 46%; max-height: 480px; margin-right: 1%; border: 1px solid #ddd; vertical-align: top; }
.c3, .c4 { color: #b00020; font-weight: bold; }
</style>
<h1>What the reader got wrong</h1>
<pre>{{.Table}}</pre>
{{range .Failures}}<figure id="{{.Picture.Name}}">
<figcaption><b>{{.Picture.Name}}</b> <span class="c{{printf "%d" .Class}}">{{.Class}}</span>: {{.Words}}<br>
{{with .Picture.Kinds}}{{.Scene}}{{with .Drawing}}, drawn as {{.}}{{end}}{{with .Look}}, {{.}}{{end}}{{with .Zoom}}, zoom {{.}}{{end}}{{with .Filter}}, filter {{.}}{{end}}, lines {{.Lines}}, palette {{.Palette}}, state {{.State}}, {{.Variant}}, {{.Size}}{{end}}</figcaption>
{{if .Picture.Image}}<img src="{{.Picture.Name}}.png" alt="the picture"> <img src="{{.Picture.Name}}-read.png" alt="what was read">{{end}}
</figure>
{{else}}<p>Nothing.</p>
{{end}}`))
