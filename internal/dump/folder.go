package dump

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"

	"autoqueens/internal/atomicfile"
	"autoqueens/internal/fault"
	"autoqueens/internal/outfile"
	"autoqueens/internal/promptly"
	"autoqueens/internal/term"
	"autoqueens/vision"
	"autoqueens/vision/overlay"
)

// The files of a subject.
const (
	CropSuffix    = ".crop.png"    // the board, with a cell's room around it
	overlaySuffix = ".overlay.png" // the same with the reading drawn over it
	TextSuffix    = ".txt"         // the board as text
	JSONSuffix    = ".json"        // the line of JSON
	PictureSuffix = ".picture.png" // a picture that was refused, whole
	refusedSuffix = ".refused.png" // the same with what was seen, and why not read
	pageName      = "index.html"   // all of it
)

// Folder files subjects under names that do not clash.
//
//	NAME.crop.png     the board, with a cell's room around it
//	NAME.overlay.png  the same with the reading drawn over it
//	NAME.txt          the board as text
//	NAME.json         the line of JSON, with "crop" for where the crop was
//	NAME.picture.png  instead of the first three: the picture that was refused
//	NAME.refused.png  the same with what was seen and why it was not read
//	index.html        all of it on one page
//
// NAME is that of the picture, with the number of the board behind it where
// boards are numbered.
type Folder struct {
	dir   string
	force bool
	used  map[string]bool
	page  []heading
	// The subjects on the page, written aside until it is known what comes before
	// them: the pictures of a hundred are more than a machine may hold. size is how
	// many bytes of it are whole subjects.
	sections *os.File
	size     int64
}

// Open makes the folder if there is none. Files that are there already and
// hold something else are not written over, unless force says so; only a page
// of an earlier dump is. The error is a [fault.Error].
func Open(dir string, force bool) (*Folder, error) {
	if err := atomicfile.Folder(dir); err != nil {
		return nil, fault.Unwritable(dir, err)
	}
	f := &Folder{dir: dir, force: force, used: make(map[string]bool)}
	page := filepath.Join(dir, pageName)
	if err := outfile.Free(page, generator, force); err != nil {
		return nil, err
	}
	return f, nil
}

// Save writes what belongs to the subjects of one picture and returns the
// paths. Either all files of a subject are written or, where one of them must
// not be, none. When ctx ends, the rest is left out, and the error is its cause.
func (f *Folder) Save(ctx context.Context, subjects ...Subject) (paths []string, err error) {
	var base string
	for i, s := range subjects {
		if i == 0 {
			base = f.name(s.File)
		}
		name := base
		if s.Index > 0 {
			name = fmt.Sprintf("%s.%d", base, s.Index)
		}
		// A large picture takes seconds to compress.
		r, err := promptly.Do(ctx, func() (rendered, error) { return f.render(s, name, subjects) })
		if err != nil {
			return paths, err
		}
		if err := outfile.Write(atomicfile.Private, f.force, r.files...); err != nil {
			return paths, err
		}
		e := r.entry
		for _, file := range r.files {
			paths = append(paths, file.Path)
			e.Files = append(e.Files, filepath.Base(file.Path))
		}
		if err := f.keep(e); err != nil {
			return paths, err
		}
	}
	return paths, nil
}

// keep puts a subject on the page.
func (f *Folder) keep(e entry) error {
	if f.sections == nil {
		file, err := os.CreateTemp(f.dir, "."+pageName+"-*")
		if err != nil {
			return fault.Unwritable(filepath.Join(f.dir, pageName), err)
		}
		// Where the system lets it, so that nothing can leave it behind; else it
		// goes when the page is written.
		_ = os.Remove(file.Name())
		f.sections = file
	}
	e.At = len(f.page)
	err := writeSection(f.sections, e)
	size, seekErr := f.sections.Seek(0, io.SeekCurrent)
	if err = errors.Join(err, seekErr); err != nil {
		return fault.Unwritable(filepath.Join(f.dir, pageName), err)
	}
	f.size = size
	f.page = append(f.page, e.heading)
	return nil
}

// Close writes the page and returns its path. Without subjects there is none.
func (f *Folder) Close() (string, error) {
	if f.sections == nil {
		return "", nil
	}
	defer func() {
		_ = f.sections.Close()
		_ = os.Remove(f.sections.Name())
	}()
	if len(f.page) == 0 {
		return "", nil
	}
	path := filepath.Join(f.dir, pageName)
	return path, fault.Unwritable(path, atomicfile.Write(path, atomicfile.Private, func(w io.Writer) error {
		return writePage(w, f.page, io.NewSectionReader(f.sections, 0, f.size))
	}))
}

// rendered is what becomes of a subject: its files and its place on the page.
type rendered struct {
	files []atomicfile.File
	entry entry
}

// render changes nothing of f, so that it can be left behind.
func (f *Folder) render(s Subject, name string, others []Subject) (r rendered, err error) {
	add := func(suffix string, data []byte) {
		r.files = append(r.files, atomicfile.File{Path: filepath.Join(f.dir, name+suffix), Data: data})
	}
	drawing := func(img image.Image) []byte {
		var out bytes.Buffer
		if err == nil {
			err = png.Encode(&out, img)
		}
		return out.Bytes()
	}
	line := NewLine(s)
	r.entry = newEntry(s)
	refusal, refused := s.Refusal()
	switch {
	case s.Reading != nil:
		if s.Picture != nil {
			area := cropOf(s, others)
			line.Crop = &Area{X: area.Min.X, Y: area.Min.Y, Width: area.Dx(), Height: area.Dy()}
			crop := Cut(s.Picture, area)
			data := drawing(crop)
			add(CropSuffix, data)
			add(overlaySuffix, drawing(overlay.Annotate(crop, s.Reading)))
			over := overlay.Layer(area, s.Reading)
			r.entry.show(data, drawing(over), area, over.Rect)
		}
		text, err := Text(s.Reading)
		if err != nil {
			return r, err
		}
		r.entry.Text = string(text)
		add(TextSuffix, text)
	case refused && s.Picture != nil && !s.Picture.Bounds().Empty():
		whole := s.Picture.Bounds()
		data := drawing(Cut(s.Picture, whole))
		add(PictureSuffix, data)
		add(refusedSuffix, drawing(overlay.AnnotateRefusal(s.Picture, refusal)))
		if refusal.Lattice.Size == 0 {
			r.entry.show(data, nil, whole, whole)
			break
		}
		over := overlay.LayerRefusal(whole, refusal)
		r.entry.show(data, drawing(over), whole, over.Rect)
	}
	var out bytes.Buffer
	if err := line.Write(&out); err != nil {
		return r, err
	}
	add(JSONSuffix, out.Bytes())
	return r, err
}

// Text returns a board as text that solve reads.
func Text(r *vision.Reading) ([]byte, error) {
	if r.Puzzle != nil {
		return r.Puzzle.MarshalText()
	}
	var text bytes.Buffer
	err := term.Style{}.Board(&text, &r.Board, nil, nil)
	return text.Bytes(), err
}

// name returns a name for the files of a picture that no other picture has,
// also where the system takes capitals for small letters.
func (f *Folder) name(file string) string {
	base := filepath.Base(file)
	base = strings.TrimSuffix(base, filepath.Ext(base))
	if base == "" || base == "." || base == "-" || base == string(filepath.Separator) {
		base = "stdin"
	}
	name := base
	for n := 2; f.used[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s-%d", base, n)
	}
	f.used[strings.ToLower(name)] = true
	return name
}
