package endpoint

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// stateOf returns what the history of a conversation says has been done: each of the assistant's turns with calls is a
// step, and all that the user said is the task.
func stateOf(turns []turn) planner.State {
	var s planner.State
	var said []string
	for i, t := range turns {
		switch {
		case t.Author == model.User:
			said = append(said, t.Text)
		case t.isStep():
			step := planner.Step{N: len(s.Steps) + 1, Thought: t.Text, Role: model.Executor}
			for _, c := range t.Calls {
				step.Calls = append(step.Calls, c.asked())
				step.Observations = append(step.Observations, observed(c.ID, turns[i+1:]))
			}
			s.Steps = append(s.Steps, step)
		}
	}
	s.Task = strings.Join(said, "\n")
	s.Counters.Steps = len(s.Steps)
	return s
}

// isStep reports whether the assistant made calls.
func (t turn) isStep() bool { return t.Author != model.User && len(t.Calls) > 0 }

// recent returns the steps since the user last spoke, of all steps of a conversation.
func recent(turns []turn, steps []planner.Step) []planner.Step {
	for _, t := range turns[:lastWord(turns)] {
		if t.isStep() {
			steps = steps[1:]
		}
	}
	return steps
}

// asked returns a call with canonical arguments, where they have such a form.
func (c called) asked() tools.Call {
	args, err := tools.Canonical(c.Args)
	if err != nil {
		args = c.Args
	}
	return tools.Call{ID: c.ID, Tool: c.Tool, Args: args}
}

// observed returns what the next turns say a call gave.
func observed(id string, next []turn) tools.Observation {
	for _, t := range next {
		if t.Author == model.Tool && t.Of == id {
			output := t.output()
			if t.failed() {
				class := tools.ClassFailed
				if temporary.MatchString(t.Text) {
					class = tools.ClassUnavailable
				}
				return tools.Failed(id, &tools.Error{Class: class, Recoverable: true, Message: t.Text})
			}
			return tools.Succeeded(id, output)
		}
	}
	return tools.Failed(id, &tools.Error{Class: tools.ClassUnavailable, Message: "there is no result"})
}

// temporary matches the messages of failures that may not happen again.
var temporary = regexp.MustCompile(`(?i)again|temporar|timed?.?out|not.respon|unavailable|unreachable|busy|overload|rate.limit|` +
	`too.many|connection|\b(429|502|503|504)\b`)

// output returns what a tool gave, as JSON.
func (t turn) output() json.RawMessage {
	if text := strings.TrimSpace(t.Text); json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	quoted, _ := tools.Encode(t.Text) // any text has a JSON form
	return quoted
}

// failed reports whether a tool's turn says that the call failed. Not all protocols have a place for it, so the text may:
// it begins with the word error, or is an object whose member error, or isError, is not empty.
func (t turn) failed() bool {
	if t.Failed {
		return true
	}
	text := strings.TrimSpace(t.Text)
	if v := gjson.Parse(text); v.IsObject() {
		e := v.Get("error")
		return e.Exists() && e.Type != gjson.Null && e.Type != gjson.False && e.String() != "" || v.Get("isError").Bool()
	}
	return len(text) >= 5 && strings.EqualFold(text[:5], "error")
}

// lastWord returns the index of the turn in which the user said something new last.
func lastWord(turns []turn) int {
	for i := len(turns) - 1; i >= 0; i-- {
		if turns[i].Author == model.User && !turns[i].Beside {
			return i
		}
	}
	return 0
}

// madeCalls returns the calls of steps whose outcome is known and has not changed since: all of them, back to the last one that
// succeeded and may have changed something. A temporary failure counts from its second time on. reads says which tools change nothing.
func madeCalls(steps []planner.Step, reads func(tool string) bool) (calls []tools.Call) {
	failures := map[tools.CallKey]int{}
	for _, step := range slices.Backward(steps) {
		changed := false
		for i, c := range step.Calls {
			o := step.Observations[i]
			if !o.OK {
				failures[c.Key()]++
			}
			if o.OK || o.Error.Class != tools.ClassUnavailable || failures[c.Key()] > 1 {
				calls = append(calls, c)
			}
			changed = changed || o.OK && !reads(c.Tool)
		}
		if changed {
			break
		}
	}
	return calls
}

// readers are the words with which the names of tools begin that change nothing.
var readers = strings.Fields(`calculate cat check count describe fetch find get glob grep has is list look lookup ls query read
	retrieve search show view what`)

// readsByName reports whether the name of a tool says that it changes nothing: its first word is one of readers.
func readsByName(name string) bool {
	end := len(name)
	for i, r := range name {
		if i > 0 && (!unicode.IsLetter(r) || unicode.IsUpper(r)) {
			end = i
			break
		}
	}
	return slices.Contains(readers, strings.ToLower(name[:end]))
}
