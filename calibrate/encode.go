package calibrate

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"autoqueens/internal/spot"
	"autoqueens/vision"
)

// header tells a person who opens the file what it is.
const header = `# A place to play, found by "autoqueens calibrate". It may be edited or deleted.
# Display and region are in pixels of a screenshot of the whole desktop; the
# mapping has the same corner there and for the mouse pointer, and the pointer's
# units a pixel.

`

// errOutdated is the cause of an error for a profile of another version.
var errOutdated = errors.New("made for another version of the program")

// file is a profile as TOML. The text is a contract with files that are years
// old: a change of it that is not an addition raises Version.
type file struct {
	Version int         `toml:"version"`
	Saved   time.Time   `toml:"saved"`
	Clicks  int         `toml:"clicks"`
	Pace    string      `toml:"pace"`
	Size    int         `toml:"size"`
	Display fileDisplay `toml:"display"`
	Region  fileRect    `toml:"region"`
	Mapping fileMapping `toml:"mapping"`
}

// startButton is the key of the start buttons: a table where there is one, as it
// always was, and an array of tables where there are several.
const startButton = "start_button"

// gameButton is the key of the start buttons of games, a table each.
const gameButton = "game_button"

// way is the key of the ways in which games are played, a table by game.
const way = "way"

// pad is the key of the buttons of a pad, an array of tables.
const pad = "pad"

// writtenFile and readFile are a file with its buttons.
type (
	writtenFile struct {
		file
		Starts     any                   `toml:"start_button,omitempty"`
		GameStarts map[string]fileButton `toml:"game_button,omitempty"`
		Ways       map[string]string     `toml:"way,omitempty"`
		Pad        []fileButton          `toml:"pad,omitempty"`
	}
	readFile struct {
		file
		Starts     toml.Primitive        `toml:"start_button"`
		GameStarts map[string]fileButton `toml:"game_button"`
		Ways       map[string]string     `toml:"way"`
		Pad        []fileButton          `toml:"pad"`
	}
)

type fileDisplay struct {
	Index int    `toml:"index"`
	Name  string `toml:"name"`
	fileRect
}

type fileRect struct {
	X      int `toml:"x"`
	Y      int `toml:"y"`
	Width  int `toml:"width"`
	Height int `toml:"height"`
}

type fileMapping struct {
	PixelX int     `toml:"pixel_x"`
	PixelY int     `toml:"pixel_y"`
	PointX float64 `toml:"point_x"`
	PointY float64 `toml:"point_y"`
	ScaleX float64 `toml:"scale_x"`
	ScaleY float64 `toml:"scale_y"`
}

// fileButton has pointers, nil for what a file leaves out.
type fileButton struct {
	X    *int       `toml:"x"`
	Y    *int       `toml:"y"`
	Look *spot.Look `toml:"look"`
}

// encodeStarts returns start buttons as they are written, nil without any.
func encodeStarts(starts []spot.Spot) any {
	switch all := encodeButtons(starts); len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	default:
		return all
	}
}

func encodeButtons(buttons []spot.Spot) (all []fileButton) {
	for _, s := range buttons {
		all = append(all, encodeStart(s))
	}
	return all
}

// decodeButtons reads the buttons that are written under a key.
func decodeButtons(key string, all []fileButton) (buttons []spot.Spot, err error) {
	for _, b := range all {
		s, err := b.spot(key)
		if err != nil {
			return nil, err
		}
		buttons = append(buttons, s)
	}
	return buttons, nil
}

// decodeStarts reads start buttons, in either form.
func decodeStarts(meta toml.MetaData, text toml.Primitive) ([]spot.Spot, error) {
	var all []fileButton
	var err error
	switch meta.Type(startButton) {
	case "":
		return nil, nil
	case "Hash":
		all = make([]fileButton, 1)
		err = meta.PrimitiveDecode(text, &all[0])
	default:
		err = meta.PrimitiveDecode(text, &all)
	}
	if err != nil {
		return nil, errors.New(oneLine(err))
	}
	return decodeButtons(startButton, all)
}

// encodeGameStarts returns the start buttons of games as they are written, nil without any.
func encodeGameStarts(starts map[string]spot.Spot) map[string]fileButton {
	all := map[string]fileButton{}
	for name, s := range starts {
		all[name] = encodeStart(s)
	}
	return all
}

// decodeGameStarts reads the start buttons of games.
func decodeGameStarts(all map[string]fileButton) (map[string]spot.Spot, error) {
	var starts map[string]spot.Spot
	for name, b := range all {
		start, err := b.spot(gameButton + "." + name)
		if err != nil {
			return nil, err
		}
		if starts == nil {
			starts = map[string]spot.Spot{}
		}
		starts[name] = start
	}
	return starts, nil
}

func encodeStart(s spot.Spot) fileButton { return fileButton{&s.At.X, &s.At.Y, &s.Look} }

// spot returns the start button that is written under a key.
func (b fileButton) spot(key string) (spot.Spot, error) {
	switch {
	case b.X == nil:
		return spot.Spot{}, missingKey(key + ".x")
	case b.Y == nil:
		return spot.Spot{}, missingKey(key + ".y")
	case b.Look == nil:
		return spot.Spot{}, missingKey(key + ".look")
	}
	at := fileRect{X: *b.X, Y: *b.Y}.rectangle().Min // bounded
	return spot.Spot{At: at, Look: *b.Look}, nil
}

func missingKey(key string) error { return fmt.Errorf("the key %s is missing", key) }

func (r fileRect) rectangle() image.Rectangle {
	// Written out, not image.Rect, which would turn a negative size around;
	// bounded, because a sum may not overflow on its way to being refused.
	const far = 4 * maxCoordinate
	bound := func(v int) int { return max(-far, min(far, v)) }
	x, y := bound(r.X), bound(r.Y)
	return image.Rectangle{Min: image.Pt(x, y), Max: image.Pt(x+bound(r.Width), y+bound(r.Height))}
}

func rectOf(r image.Rectangle) fileRect { return fileRect{r.Min.X, r.Min.Y, r.Dx(), r.Dy()} }

// encode returns the text of a profile that Validate has passed.
func encode(p *Profile) ([]byte, error) {
	var text bytes.Buffer
	text.WriteString(header)
	encoder := toml.NewEncoder(&text)
	encoder.Indent = ""
	err := encoder.Encode(writtenFile{Starts: encodeStarts(p.Starts), GameStarts: encodeGameStarts(p.GameStarts), Ways: p.Ways, Pad: encodeButtons(p.Pad), file: file{
		Version: p.Version,
		Saved:   p.Saved.UTC().Truncate(time.Second),
		Clicks:  p.Clicks,
		Pace:    p.Pace,
		Size:    p.Size,
		Display: fileDisplay{p.Display.Index, p.Display.Name, rectOf(p.Display.Bounds)},
		Region:  rectOf(p.Region),
		Mapping: fileMapping{
			p.Mapping.Origin.X, p.Mapping.Origin.Y,
			p.Mapping.PointerOrigin.X, p.Mapping.PointerOrigin.Y,
			p.Mapping.ScaleX, p.Mapping.ScaleY,
		},
	}})
	return text.Bytes(), err
}

// decode reads the text of a profile. Every key must be there and no other,
// so that a misspelt one is not taken for one left out. The error is one line
// without advice; it wraps errOutdated where the version is not ours.
func decode(text []byte) (*Profile, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("it is not text")
	}
	// The version comes first: the rest of another version may look like
	// anything.
	var about struct {
		Version *int64 `toml:"version"`
	}
	if _, err := toml.Decode(string(text), &about); err != nil {
		return nil, errors.New(oneLine(err))
	}
	switch {
	case about.Version == nil:
		return nil, errors.New("it does not say its version")
	case *about.Version > Version:
		return nil, fmt.Errorf("it is of version %d, %w, which knows %d", *about.Version, errOutdated, Version)
	case *about.Version < Version:
		return nil, fmt.Errorf("it is of the old version %d, %w, which knows %d", *about.Version, errOutdated, Version)
	}
	var f readFile
	meta, err := toml.Decode(string(text), &f)
	if err != nil {
		return nil, errors.New(oneLine(err))
	}
	for _, key := range []string{gameButton, way} { // anything else is taken for none without a word
		if kind := meta.Type(key); kind != "" && kind != "Hash" {
			return nil, fmt.Errorf("the key %s is no table", key)
		}
	}
	starts, err := decodeStarts(meta, f.Starts)
	if err != nil {
		return nil, err
	}
	gameStarts, err := decodeGameStarts(f.GameStarts)
	if err != nil {
		return nil, err
	}
	buttons, err := decodeButtons(pad, f.Pad)
	if err != nil {
		return nil, err
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("the key %s is not known", short(unknown[0].String()))
	}
	for _, key := range keys {
		if !meta.IsDefined(strings.Split(key, ".")...) {
			return nil, missingKey(key)
		}
	}
	p := &Profile{
		Version: f.Version,
		Saved:   f.Saved.UTC(),
		Display: Display{Index: f.Display.Index, Name: f.Display.Name, Bounds: f.Display.rectangle()},
		Region:  f.Region.rectangle(),
		Mapping: Mapping{
			Origin:        image.Pt(f.Mapping.PixelX, f.Mapping.PixelY),
			PointerOrigin: vision.Point{X: f.Mapping.PointX, Y: f.Mapping.PointY},
			ScaleX:        f.Mapping.ScaleX,
			ScaleY:        f.Mapping.ScaleY,
		},
		Size:   f.Size,
		Clicks: f.Clicks,
		Pace:   f.Pace,
		Starts: starts,

		GameStarts: gameStarts,
		Ways:       f.Ways,
		Pad:        buttons,
	}
	if err := p.Validate(); err != nil {
		return nil, err
	}
	return p, nil
}

// keys are the keys that a profile must have.
var keys = []string{
	"version", "saved", "clicks", "pace", "size",
	"display.index", "display.name", "display.x", "display.y", "display.width", "display.height",
	"region.x", "region.y", "region.width", "region.height",
	"mapping.pixel_x", "mapping.pixel_y", "mapping.point_x", "mapping.point_y", "mapping.scale_x", "mapping.scale_y",
}

// oneLine returns the words of a TOML error with the line it is about.
func oneLine(err error) string {
	text := err.Error()
	if p, ok := errors.AsType[toml.ParseError](err); ok {
		text = fmt.Sprintf("line %d: %s", p.Position.Line, p.Message)
	}
	return short(strings.Join(strings.Fields(text), " "))
}

// short cuts words off where they would fill the screen.
func short(text string) string {
	const most = 120
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}
