package prompt

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// How much a summary shows of arguments and of an output, in bytes.
const (
	summaryArgs  = 120
	SummaryBytes = 120
)

// Summarize returns a line for each call of a step, and for a refused answer, as conversations show steps
// that are folded:
//
//	c3 conjugate {"verb":"go"} ok 4 bytes #1c9a "went"
//
// id, tool, arguments, ok or the class of the error, and of the output its length, four digits of
// its hash, and its beginning.
func Summarize(s planner.Step) []string { return summarize(s, summaryArgs, SummaryBytes) }

// summarize is Summarize with so many bytes of the arguments and of each output.
func summarize(s planner.Step, args, output int) []string {
	var lines []string
	for _, o := range s.Observations {
		line := planner.FinalAnswer + " " + planner.Truncate(string(s.Answer), args)
		for _, c := range s.Calls {
			if c.ID == o.ID {
				line = c.ID + " " + c.Tool + " " + planner.Truncate(string(c.Args), args)
			}
		}
		if o.Error != nil {
			line += " " + o.Error.Class
		} else {
			line += phrases.Say("call that gave", "Bytes", o.Bytes, "SHA256", o.SHA256, "Output", planner.Truncate(string(o.Output), output))
		}
		lines = append(lines, line)
	}
	return lines
}

// CallLines returns summaries of the calls of the present trial, with output bytes of each output. pick selects
// what is shown of a step: [Whole] or [Failures]. Steps that f folds are shown without arguments and outputs.
func CallLines(s planner.State, f planner.Folding, output int, pick func(planner.Step) planner.Step) []string {
	var lines []string
	n := 0
	for _, step := range s.Steps {
		if step.Trial != s.Trial.N {
			continue
		}
		args, bytes := summaryArgs, output
		if n++; n <= f.Steps {
			args, bytes = 0, 0
		}
		if step = pick(step); len(step.Calls) > 0 {
			lines = append(lines, summarize(step, args, bytes)...)
		}
	}
	return lines
}

// Whole selects everything in a step.
func Whole(s planner.Step) planner.Step { return s }

// Failures selects what failed in a step.
func Failures(s planner.Step) planner.Step {
	s.Observations = slices.DeleteFunc(slices.Clone(s.Observations), func(o tools.Observation) bool { return o.Error == nil })
	return s
}

// Output returns the first n bytes of an output, or fewer if f shows fewer.
func Output(output json.RawMessage, n int, f planner.Folding) string {
	if f.Observation > 0 {
		n = min(n, f.Observation)
	}
	return planner.Truncate(string(output), n)
}

// Shorten returns a JSON value shortened by f: a value that is too long becomes a string with its beginning.
func Shorten(value json.RawMessage, f planner.Folding) json.RawMessage {
	return shortened(&tools.Observation{Output: value}, f.Observation).Output
}

// shortened returns an observation as a prompt shows it: o, or a copy in which an output of more than
// limit bytes has become a string with its beginning.
func shortened(o *tools.Observation, limit int) *tools.Observation {
	if limit == 0 || len(o.Output) <= limit {
		return o
	}
	text, err := json.Marshal(strings.ToValidUTF8(planner.Truncate(string(o.Output), limit), ""))
	if err != nil {
		panic("prompt: BUG: a string failed to encode: " + err.Error())
	}
	shorter := *o
	shorter.Output = text
	return &shorter
}

// maxFirst bounds how much of its first line reminds of a text, in characters.
const maxFirst = 300

// firstLine returns the first line of a text, cut after maxFirst characters: what reminds of a task that was read before.
func firstLine(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(text), "\n")
	if r := []rune(text); len(r) > maxFirst {
		return string(r[:maxFirst]) + "…"
	}
	return text
}
