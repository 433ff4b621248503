package fault

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// JSON says why JSON was not read, in the words of JSON: the library's own name types of Go.
func JSON(err error) string {
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		where := "it"
		if wrong.Field != "" {
			where = fmt.Sprintf("%q", wrong.Field)
		}
		if number, ok := strings.CutPrefix(wrong.Value, "number "); ok {
			return fmt.Sprintf("%s has the number %s, which is not whole, or too large", where, number)
		}
		return fmt.Sprintf("%s has %s where %s belongs", where, found(wrong.Value), wanted(wrong.Type))
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || err.Error() == "unexpected end of JSON input" {
		return "it ends too early"
	}
	return err.Error()
}

// found names a value as [json.UnmarshalTypeError] has it.
func found(value string) string {
	switch value {
	case "bool":
		return "true or false"
	case "array":
		return "a list"
	case "object":
		return "an object"
	}
	return "a " + value
}

// wanted names what is read into a type.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Float32, reflect.Float64:
		return "a number"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return "a whole number"
}
