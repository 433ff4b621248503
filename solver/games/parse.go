package games

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/solver"
	"autoqueens/solver/puzzle"
)

// Parse reads one or more puzzles of any games.
//
// In text each puzzle begins with a line that has the name of its game, and goes on as the
// game's MarshalText writes it. What stands before the first such line is boards of Queens, as
// [solver.ParseAll] reads them, and so is what follows the line "queens". What follows a '#' is
// a comment.
//
// JSON is objects that follow one another, one a line for instance, or in an array. Of which game
// one is says "game", or else what it has; an object that carries one as "board" is read as
// well, and so is all that ParseAll reads.
//
// It returns at least one puzzle, each valid, or an error, which is a [fault.Error].
func Parse(data []byte) ([]puzzle.Puzzle, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // the byte order mark of some editors
	trimmed := bytes.TrimSpace(data)
	if len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') {
		return parseJSON(trimmed)
	}
	boards, err := solver.ParseAll(data)
	if err == nil {
		return queens(boards), nil
	}
	if !utf8.Valid(data) || !headed(string(data)) {
		if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind == fault.Failed {
			err = fault.Wrap(err, f.Kind, f.What, f.Advice+"; other games than Queens begin with a line of their name")
		}
		return nil, err
	}
	return parseText(string(data))
}

// queens returns boards as puzzles.
func queens(boards []*solver.Board) (all []puzzle.Puzzle) {
	for _, b := range boards {
		all = append(all, &Board{*b})
	}
	return all
}

// headed tells whether a line of text names a game.
func headed(text string) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if _, ok := heading(line); ok {
			return true
		}
	}
	return false
}

// heading returns the game that a line of text names.
func heading(line string) (Game, bool) {
	line, _, _ = strings.Cut(line, "#")
	words := strings.Fields(line)
	if len(words) == 0 || len(words) > 2 {
		return Game{}, false
	}
	g, err := Find(words[0])
	return g, err == nil
}

func parseText(text string) (all []puzzle.Puzzle, err error) {
	queensGame := table[0]
	game, from := queensGame, 1
	var lines []string
	take := func() error {
		more, err := textOf(game, lines)
		if f, ok := errors.AsType[*fault.Error](err); ok && (from > 1 || len(all) > 0) {
			err = fault.Newf(f.Kind, f.Advice, "the puzzle at line %d: %s", from, f.What)
		}
		all = append(all, more...)
		return err
	}
	for i, line := range strings.Split(text, "\n") {
		if g, ok := heading(line); ok {
			if err := take(); err != nil {
				return nil, err
			}
			game, from, lines = g, i+1, nil
		}
		lines = append(lines, line)
	}
	if err := take(); err != nil {
		return nil, err
	}
	return all, nil
}

// textOf reads the lines of a puzzle, or of any number of boards of Queens.
func textOf(g Game, lines []string) ([]puzzle.Puzzle, error) {
	if g.Name == Queens {
		if len(lines) > 0 {
			if _, ok := heading(lines[0]); ok {
				lines = lines[1:]
			}
		}
		if !slices.ContainsFunc(lines, func(line string) bool {
			line, _, _ = strings.Cut(line, "#")
			return strings.TrimSpace(line) != ""
		}) {
			return nil, nil
		}
		boards, err := solver.ParseAll([]byte(strings.Join(lines, "\n")))
		return queens(boards), err
	}
	p := g.New()
	if err := p.UnmarshalText([]byte(strings.Join(lines, "\n"))); err != nil {
		return nil, err
	}
	return []puzzle.Puzzle{p}, nil
}

const adviceJSON = `give an object a line: {"regions":["aab","abb","ccc"]} for Queens, or one with the name of its "game" and what its puzzles have`

func parseJSON(data []byte) ([]puzzle.Puzzle, error) {
	var items []item
	dec := json.NewDecoder(bytes.NewReader(data))
	for {
		var value json.RawMessage
		if err := dec.Decode(&value); errors.Is(err, io.EOF) {
			break
		} else if err != nil && onlyQueens(items) {
			break
		} else if err != nil {
			return nil, badJSON(err)
		}
		more, err := itemsOf(value)
		if f, ok := errors.AsType[*fault.Error](err); ok {
			return nil, fault.Wrap(f, f.Kind, fmt.Sprintf("puzzle %d: %s", len(items)+len(more)+1, f.What), f.Advice)
		}
		items = append(items, more...)
	}
	if onlyQueens(items) {
		boards, err := solver.ParseAll(data)
		if f, ok := errors.AsType[*fault.Error](err); ok && !slices.ContainsFunc(items, item.sure) {
			err = fault.Wrap(f, f.Kind, f.What, adviceJSON) // perhaps it was to be another game
		}
		return queens(boards), err
	}
	var all []puzzle.Puzzle
	for nth, i := range items {
		more, err := i.read()
		if err != nil {
			f := i.told(err)
			return nil, fault.Wrap(f, f.Kind, fmt.Sprintf("puzzle %d: %s", nth+1, f.What), f.Advice)
		}
		all = append(all, more...)
	}
	return all, nil
}

// onlyQueens tells whether none of the values is of another game.
func onlyQueens(items []item) bool {
	return !slices.ContainsFunc(items, func(i item) bool { return i.game.Name != Queens })
}

// item is a JSON value and the game that it is of, Queens where nothing tells.
type item struct {
	game  Game
	value json.RawMessage
	named bool // whether something tells
}

// sure tells whether a value is certainly meant for the game that it is of: what lists rows alone
// can be Queens only.
func (i item) sure() bool { return i.named || i.value[0] == '[' && len(i.value) > len("[]") }

// itemsOf returns what there is in a JSON value: the objects of an array, or the value. With an
// error, a [fault.Error], it returns those before the one that is wrong.
func itemsOf(value json.RawMessage) (all []item, err error) {
	values := []json.RawMessage{value}
	if value[0] == '[' {
		var objects []json.RawMessage
		if err := json.Unmarshal(value, &objects); err != nil {
			return nil, badJSON(err)
		}
		if len(objects) > 0 && objects[0][0] == '{' {
			values = objects
		}
	}
	for _, value := range values {
		if key, ok := twice(value); ok {
			return all, fault.Plainf("leave out the one that is wrong", "it has %q twice", printable.Line(key))
		}
		i := item{game: table[0], value: value}
		for value[0] == '{' {
			var fields map[string]json.RawMessage
			if err := json.Unmarshal(value, &fields); err != nil {
				return all, badJSON(err)
			}
			if board := bytes.TrimSpace(fields["board"]); len(board) > 0 && board[0] == '{' {
				value = board
				continue
			}
			i.value = value
			if i.game, i.named, err = gameOf(fields); err != nil {
				return all, err
			}
			break
		}
		all = append(all, i)
	}
	return all, nil
}

// twice returns a key that an object of a JSON value has more than once, in whichever case: of such
// keys the library takes the last.
func twice(value json.RawMessage) (key string, found bool) {
	type open struct {
		keys map[string]bool // of an object; nil for an array
		key  bool            // a key comes next
	}
	var within []open
	for dec := json.NewDecoder(bytes.NewReader(value)); ; {
		token, err := dec.Token()
		if err != nil {
			return "", false // the end: the value has been read before
		}
		var in *open
		if len(within) > 0 {
			in = &within[len(within)-1]
		}
		if in != nil && in.key {
			if name, ok := token.(string); ok {
				folded := strings.ToLower(strings.ToUpper(name))
				if in.keys[folded] {
					return name, true
				}
				in.keys[folded], in.key = true, false
				continue
			}
		} else if in != nil {
			in.key = in.keys != nil // after this value
		}
		switch token {
		case json.Delim('{'):
			within = append(within, open{keys: map[string]bool{}, key: true})
		case json.Delim('['):
			within = append(within, open{})
		case json.Delim('}'), json.Delim(']'):
			within = within[:len(within)-1]
		}
	}
}

// read reads the puzzle, or for Queens the boards, of a JSON value.
func (i item) read() ([]puzzle.Puzzle, error) {
	switch {
	case i.value[0] != '{' && i.value[0] != '[':
		return nil, fault.Plain("it is no object", adviceJSON)
	case i.game.Name == Queens:
		boards, err := solver.ParseAll(i.value)
		return queens(boards), err
	}
	p := i.game.New()
	if err := json.Unmarshal(i.value, p); err != nil {
		return nil, err
	}
	return []puzzle.Puzzle{p}, nil
}

// told makes a failure of an error that is none, as those of the library.
func (i item) told(err error) *fault.Error {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f
	}
	return fault.Wrap(err, fault.Failed, fault.JSON(err), "a puzzle of "+i.game.Title+" has "+i.game.shape)
}

// gameOf returns the game that a JSON object is of, Queens where nothing tells.
func gameOf(fields map[string]json.RawMessage) (g Game, told bool, err error) {
	if name, ok := fields["game"]; ok {
		var s string
		if err := json.Unmarshal(name, &s); err != nil {
			return Game{}, false, fault.Plainf(adviceJSON, `"game" is no name`)
		}
		g, err = Find(s)
		return g, true, err
	}
	for _, g := range table {
		if slices.ContainsFunc(g.keys, func(key string) bool { return fields[key] != nil }) {
			return g, true, nil
		}
	}
	return table[0], false, nil
}

func badJSON(err error) error {
	return fault.Wrap(err, fault.Failed, "the JSON cannot be read: "+fault.JSON(err), adviceJSON)
}
