package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestJSONIsReadAsItWasMeant(t *testing.T) {
	for text, want := range map[string]string{
		`{"input":"He \ud83d\ude00 goed."} `: "",
		"{\"input\":\"He go\xe9d.\"}":        "this is not UTF-8 text",
		`{"a":1,"input":"He \ud800 goed."}`:  `"input" holds an escape that is half of a character, such as \ud83d without its other half`,
		`{"a":{"b":["\udc00"]}}`:             `"0" holds an escape that is half of a character, such as \ud83d without its other half`,
		`{"input":"a","input":"b"}`:          `the member "input" occurs twice`,
		`{"input":"a","inp\u0075t":"b"}`:     `the member "input" occurs twice`,
		`{"input":"a"} {}`:                   "something follows the JSON value",
		`{"input":"a"}}`:                     "something follows the JSON value",
		`{"input":`:                          "this is not JSON",
		``:                                   "this is not JSON",
	} {
		err := CheckJSON([]byte(text))
		if want == "" {
			assert.NoError(t, err, text)
		} else {
			assert.EqualError(t, err, want, text)
		}
	}
}
