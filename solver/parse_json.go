package solver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"autoqueens/internal/fault"
	"autoqueens/internal/printable"
	"autoqueens/solver/internal/layout"
)

const adviceJSON = `give {"regions":["aab","abb","ccc"]}, an array of such boards, or one on each line`

// jsonInput is all that a JSON board may carry; other keys are ignored.
type jsonInput struct {
	Size    *int            `json:"size"`
	N       *int            `json:"n"`
	Regions json.RawMessage `json:"regions"`
	Grid    json.RawMessage `json:"grid"`
	Marks   []string        `json:"marks"`
	Board   json.RawMessage `json:"board"`
}

// parseJSON reads one or more JSON values that stand one after another.
func parseJSON(data []byte) ([]*Board, error) {
	var boards []*Board
	dec := json.NewDecoder(bytes.NewReader(data))
	for {
		var value json.RawMessage
		if err := dec.Decode(&value); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, badJSON(err)
		}
		more, err := jsonBoards(value)
		if err != nil {
			return nil, err
		}
		boards = append(boards, more...)
	}
	if len(boards) == 0 {
		return nil, fault.Plain("the JSON holds no board", adviceJSON)
	}
	return boards, nil
}

// jsonBoards reads the board or boards of one JSON value: an object, an array
// of objects, or an array of rows.
func jsonBoards(value json.RawMessage) ([]*Board, error) {
	if value[0] != '[' {
		b := new(Board)
		if err := b.UnmarshalJSON(value); err != nil {
			return nil, err
		}
		return []*Board{b}, nil
	}
	var items []json.RawMessage
	if err := json.Unmarshal(value, &items); err != nil {
		return nil, badJSON(err)
	}
	if len(items) > 0 && items[0][0] != '{' {
		names, err := jsonRows(value)
		if err != nil {
			return nil, err
		}
		b, err := fromNames(names, nil)
		if err != nil {
			return nil, err
		}
		return []*Board{b}, nil
	}
	boards := make([]*Board, len(items))
	for i, item := range items {
		boards[i] = new(Board)
		if err := boards[i].UnmarshalJSON(item); err != nil {
			if f, ok := errors.AsType[*fault.Error](err); ok && len(items) > 1 {
				err = fault.Newf(f.Kind, f.Advice, "board %d: %s", i+1, f.What)
			}
			return nil, err
		}
	}
	return boards, nil
}

// UnmarshalJSON reads one board from the JSON that Parse reads. The error is a
// *fault.Error.
func (b *Board) UnmarshalJSON(data []byte) error {
	var in jsonInput
	if err := json.Unmarshal(data, &in); err != nil {
		return badJSON(err)
	}
	if in.Regions == nil && in.Grid == nil {
		switch {
		case in.Board == nil, string(in.Board) == "null":
			return fault.Plain(`the JSON has no "regions"`, adviceJSON)
		case in.Board[0] != '{':
			return fault.Plain(`the "board" of the JSON is not an object`, adviceJSON)
		}
		// One level only, so that nesting cannot run the stack down.
		var inner jsonInput
		if err := json.Unmarshal(in.Board, &inner); err != nil {
			return badJSON(err)
		}
		if in = inner; in.Regions == nil && in.Grid == nil {
			return fault.Plain(`the "board" of the JSON has no "regions"`, adviceJSON)
		}
	}
	names, err := in.rows()
	if err != nil {
		return err
	}
	for _, size := range []*int{in.Size, in.N} {
		if size != nil && *size != len(names) {
			return fault.Plainf(adviceJSON, "the JSON gives size %d but %s", *size, printable.Count(len(names), "row"))
		}
	}
	parsed, err := fromNames(names, splitRows(in.Marks))
	if err != nil {
		return err
	}
	*b = *parsed
	return nil
}

// rows reads the rows of the board's regions, of which there are some by one name or the other.
func (in *jsonInput) rows() ([][]string, error) {
	if in.Regions == nil {
		return jsonRows(in.Grid)
	}
	names, err := jsonRows(in.Regions)
	if err != nil || in.Grid == nil {
		return names, err
	}
	others, err := jsonRows(in.Grid)
	if err == nil && !slices.EqualFunc(names, others, slices.Equal) {
		err = layout.TwoAnswers("regions", "grid")
	}
	return names, err
}

// jsonRows reads the rows of regions: strings as in text, or arrays of numbers
// or names.
func jsonRows(data json.RawMessage) ([][]string, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(data, &items); err != nil {
		return nil, fault.Wrap(err, fault.Failed, `the "regions" of the JSON are not an array`, adviceJSON)
	}
	rows := make([][]string, len(items))
	for i, item := range items {
		switch item[0] {
		case '"':
			var line string
			if err := json.Unmarshal(item, &line); err != nil {
				return nil, badJSON(err)
			}
			rows[i] = splitRow(line)
		case '[':
			var cells []any
			if err := json.Unmarshal(item, &cells); err != nil {
				return nil, badJSON(err)
			}
			for _, cell := range cells {
				switch c := cell.(type) {
				case string:
					rows[i] = append(rows[i], c)
				case float64:
					rows[i] = append(rows[i], strconv.FormatFloat(c, 'f', -1, 64))
				default:
					return nil, fault.Plainf(adviceJSON, "row %d of the JSON holds %s where a region belongs", i+1, shorten(fmt.Sprint(cell)))
				}
			}
		default:
			return nil, fault.Plainf(adviceJSON, "row %d of the JSON is neither a string nor an array", i+1)
		}
	}
	return rows, nil
}

func badJSON(err error) error {
	return fault.Wrap(err, fault.Failed, "this is not the JSON of a board: "+shortenTo(fault.JSON(err), 80), adviceJSON)
}
