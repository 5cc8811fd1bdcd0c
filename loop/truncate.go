package loop

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tools"
)

// truncate cuts an output over limit bytes, at the border of a character, and says how long it was.
// What is left is text, no longer the JSON it was cut from; Bytes and SHA256 are still the whole's.
func truncate(o tools.Observation, limit int) tools.Observation {
	if len(o.Output) <= limit {
		return o
	}
	head := o.Output[:limit]
	for len(head) > 0 && !utf8.Valid(head) {
		head = head[:len(head)-1] // at most three bytes: the whole is valid
	}
	text, err := json.Marshal(phrases.Say("cut", "Head", string(head), "Shown", len(head), "Bytes", o.Bytes))
	if err != nil {
		panic("loop: BUG: a string failed to encode: " + err.Error())
	}
	o.Output = text
	return o
}
