package puzzle

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Field is what a line of JSON has beside the puzzle.
type Field struct {
	Name  string
	Value any
}

// Line returns the JSON of a puzzle with more fields after its own, without a line end.
func Line(p Puzzle, fields ...Field) ([]byte, error) {
	data, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	line := bytes.NewBuffer(bytes.TrimSuffix(data, []byte("}")))
	for _, f := range fields {
		value, err := json.Marshal(f.Value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(line, ",%q:%s", f.Name, value)
	}
	line.WriteByte('}')
	return line.Bytes(), nil
}

// MarshalJSON writes {"technique","conclusion","cells","because","reason"}, and "crossed":true where
// that is so.
func (s Step) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Technique  string `json:"technique"`
		Conclusion string `json:"conclusion"`
		Cells      []Cell `json:"cells"`
		Crossed    bool   `json:"crossed,omitempty"`
		Because    []Cell `json:"because"`
		Reason     string `json:"reason"`
	}{s.Technique.Name, s.Conclusion, s.Cells, s.Crossed, s.Because, s.Reason})
}
