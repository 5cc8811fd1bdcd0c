package planner

import (
	"encoding/json"
	"fmt"
	"slices"
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
func digest(s Step) []string { return digestOf(s, digestArgs, digestOutput) }

// digestOf is digest with so many bytes of the arguments and of each output.
func digestOf(s Step, args, output int) []string {
	var lines []string
	for _, o := range s.Observations {
		line := FinalAnswer + " " + head(s.Answer, args)
		for _, c := range s.Calls {
			if c.ID == o.ID {
				line = c.ID + " " + c.Tool + " " + head(c.Args, args)
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

// callLines returns the digest lines of the calls of the present trial, for a prompt that shows them in no
// other way; which picks what of a step is told. Of the steps that f folds neither arguments nor outputs
// are shown.
func (s State) callLines(f Folding, output int, which func(Step) Step) []string {
	var lines []string
	n := 0
	for _, step := range s.Steps {
		if step.Trial != s.Trial {
			continue
		}
		args, bytes := digestArgs, output
		if n++; n <= f.Steps {
			args, bytes = 0, 0
		}
		if step = which(step); len(step.Calls) > 0 {
			lines = append(lines, digestOf(step, args, bytes)...)
		}
	}
	return lines
}

// whole picks all of a step, and failures what of it failed.
func whole(s Step) Step { return s }

func failures(s Step) Step {
	s.Observations = slices.DeleteFunc(slices.Clone(s.Observations), func(o tools.Observation) bool { return o.Error == nil })
	return s
}

// shown is how many of n bytes of an output a prompt shows that f has shortened.
func (f Folding) shown(n int) int {
	if f.Observation > 0 {
		return min(n, f.Observation)
	}
	return n
}

// cutText is a JSON value for a prompt that f has shortened: one that is too long becomes text.
func (f Folding) cutText(value json.RawMessage) json.RawMessage {
	return cut(&tools.Observation{Output: value}, f.Observation).Output
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

// cut returns an observation as a prompt shows it: o, or a copy in which an output of more than limit bytes
// has become text.
func cut(o *tools.Observation, limit int) *tools.Observation {
	if limit == 0 || len(o.Output) <= limit {
		return o
	}
	text, err := json.Marshal(strings.ToValidUTF8(head(o.Output, limit), ""))
	if err != nil {
		panic("planner: BUG: a string failed to encode: " + err.Error())
	}
	shorter := *o
	shorter.Output = text
	return &shorter
}

// Digest returns a line for each call of a step, as conversations that are folded show them.
func Digest(s Step) []string { return digest(s) }
