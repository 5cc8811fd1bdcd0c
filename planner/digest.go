package planner

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tools"
)

// What a digest line shows, in bytes.
const (
	digestArgs   = 120
	digestOutput = 120
)

// digest returns a line for each call of a step, and for a refused answer:
//
//	c3 conjugate {"verb":"go"} ok 4 bytes #1c9a "went"
//
// id, tool, arguments, ok or the class of the error, and of the output its length, four digits of
// its hash, and its beginning.
func digest(s Step) []string { return digestOf(s, digestOutput) }

// digestOf is digest with so many bytes of each output.
func digestOf(s Step, output int) []string {
	var lines []string
	for _, o := range s.Observations {
		line := FinalAnswer + " " + head(s.Answer, digestArgs)
		for _, c := range s.Calls {
			if c.ID == o.ID {
				line = c.ID + " " + c.Tool + " " + head(c.Args, digestArgs)
			}
		}
		if o.Error != nil {
			line += " " + o.Error.Class
		} else {
			line += fmt.Sprintf(" ok %d bytes #%.4s %s", o.Bytes, o.SHA256, head(o.Output, output))
		}
		lines = append(lines, line)
	}
	return lines
}

// head returns the first n bytes of text, cut at the border of a character, and a mark if there is more.
func head(text []byte, n int) string {
	if len(text) <= n {
		return string(text)
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return string(text[:n]) + "…"
}

// cut shortens an observation for a prompt: an output of more than limit bytes becomes text.
func cut(o tools.Observation, limit int) tools.Observation {
	if limit == 0 || len(o.Output) <= limit {
		return o
	}
	text, err := json.Marshal(strings.ToValidUTF8(head(o.Output, limit), ""))
	if err != nil {
		panic("planner: BUG: a string failed to encode: " + err.Error())
	}
	o.Output = text
	return o
}

// Digest returns a line for each call of a step, as conversations that are folded show them.
func Digest(s Step) []string { return digest(s) }
