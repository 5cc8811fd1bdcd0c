package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// CheckJSON returns what is wrong with one JSON value that would be read as something else than was meant: text that is not
// UTF-8, an escape that is half of a character, a member that stands twice, or something after the value.
func CheckJSON(text []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(text))
	_, err := d.ReadValue()
	e, _ := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case !utf8.Valid(text):
		return errors.New("this is not UTF-8 text")
	case errors.Is(err, jsontext.ErrDuplicateName) && e != nil:
		return fmt.Errorf("the member %q occurs twice", e.JSONPointer.LastToken())
	case err != nil && e != nil && json.Valid(text):
		return fmt.Errorf("%q holds an escape that is half of a character, such as \\ud83d without its other half", e.JSONPointer.LastToken())
	case err != nil:
		return errors.New("this is not JSON")
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON value")
	}
	return nil
}
