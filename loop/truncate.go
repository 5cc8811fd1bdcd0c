package loop

import (
	"encoding/json"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tools"
)

// truncate cuts an output over limit bytes, or the words of an error, at the border of a character, and says how
// long it was. What is left of an output is text, no longer the JSON it was cut from; Bytes and SHA256 are still the
// whole's.
func truncate(o tools.Observation, limit int) tools.Observation {
	if e := o.Error; e != nil && max(len(e.Class), len(e.Message)) > limit {
		short := *e
		short.Class, short.Message = head(e.Class, limit, len(e.Class)), head(e.Message, limit, len(e.Message))
		o.Error = &short
	}
	if len(o.Output) > limit {
		text, err := json.Marshal(head(string(o.Output), limit, o.Bytes))
		if err != nil {
			panic("loop: BUG: a string failed to encode: " + err.Error())
		}
		o.Output = text
	}
	return o
}

// head returns the first limit bytes of text, or fewer so that no character is cut, and how long the whole was; all of
// it where it is no longer than that.
func head(text string, limit, whole int) string {
	if len(text) <= limit {
		return text
	}
	n := limit
	for n > max(0, limit-utf8.UTFMax) && !utf8.RuneStart(text[n]) {
		n--
	}
	return phrases.Say("cut", "Head", text[:n], "Shown", n, "Bytes", whole)
}
