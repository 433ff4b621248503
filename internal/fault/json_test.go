package fault

import (
	"encoding/json"
	"errors"
	"testing"
)

func TestJSON(t *testing.T) {
	type inner struct {
		N int `json:"n"`
	}
	var to struct {
		Rows  int        `json:"rows"`
		Cells []string   `json:"cells"`
		On    bool       `json:"on"`
		Share float64    `json:"share"`
		One   inner      `json:"one"`
		All   []inner    `json:"all"`
		At    [2]float64 `json:"at"`
	}
	for text, want := range map[string]string{
		`{"rows":"x"}`:           `"rows" has a string where a whole number belongs`,
		`{"rows":1e99}`:          `"rows" has the number 1e99, which is not whole, or too large`,
		`{"cells":7}`:            `"cells" has a number where a list belongs`,
		`{"cells":[{}]}`:         `"cells" has an object where a string belongs`,
		`{"cells":[["a"]]}`:      `"cells" has a list where a string belongs`,
		`{"on":1}`:               `"on" has a number where true or false belongs`,
		`{"share":true}`:         `"share" has true or false where a number belongs`,
		`{"one":[]}`:             `"one" has a list where an object belongs`,
		`{"one":{"n":"x"}}`:      `"one.n" has a string where a whole number belongs`,
		`{"all":[{"n":1},true]}`: `"all" has true or false where an object belongs`,
		`[]`:                     `it has a list where an object belongs`,
		`{"rows":`:               `it ends too early`,
	} {
		if got := JSON(json.Unmarshal([]byte(text), &to)); got != want {
			t.Errorf("%s: %s\nwant %s", text, got, want)
		}
	}
	if got := JSON(errors.New("odd")); got != "odd" {
		t.Errorf("another error is told as %q", got)
	}
}
