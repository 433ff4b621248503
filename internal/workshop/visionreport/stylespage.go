package visionreport

import (
	"html/template"
	"os"
	"path/filepath"
)

// WritePage writes a page with the tables, the calibration as a picture and the
// failures, the worst first, to the folder that has their pictures, and returns
// its path.
func (r *StylesReport) WritePage(dir string) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	if err := WritePNG(filepath.Join(dir, "calibration.png"), r.Calibration.Diagram()); err != nil {
		return "", err
	}
	return writeIndex(dir, stylesPage, r.Table, r.Failures)
}

var stylesPage = template.Must(template.New("styles").Parse(`<!doctype html>
<meta charset="utf-8">
<title>Pages built in other ways</title>
<style>
body { font: 15px/1.4 system-ui, sans-serif; margin: 2em; color: #222; background: #fff; }
pre { background: #f4f4f4; padding: 1em; overflow-x: auto; }
figure { margin: 2em 0; border-top: 1px solid #ccc; padding-top: 1em; }
figure img { max-width: 46%; max-height: 480px; margin-right: 1%; border: 1px solid #ddd; vertical-align: top; }
.c3, .c4 { color: #b00020; font-weight: bold; }
</style>
<h1>Pages built in other ways</h1>
<pre>{{.Table}}</pre>
<p><img src="calibration.png" alt="stated confidence and how often it was right"></p>
{{range .Failures}}<figure id="{{.Picture.Name}}">
<figcaption><b>{{.Picture.Name}}</b> <span class="c{{printf "%d" .Class}}">{{.Class}}</span>: {{.Words}}<br>
{{with .Picture.Kinds}}style {{.Drawing}}, spoiled by {{.Variant}}{{with .Palette}}, palette {{.}}{{end}}{{with .State}}, state {{.}}{{end}}{{end}}</figcaption>
{{if .Shown}}<img src="{{.Picture.Name}}.png" alt="the picture" loading="lazy"> <img src="{{.Picture.Name}}-read.png" alt="what was read" loading="lazy">{{end}}
</figure>
{{else}}<p>Nothing.</p>
{{end}}`))
