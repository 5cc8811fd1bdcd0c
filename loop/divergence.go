package loop

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// A Divergence is the first place where a run and its log differ.
type Divergence struct {
	Seq      int    // of the recorded event
	Field    string // gjson path into the event: "ask.messages"
	Recorded string // the value in the log
	Now      string // the value of the run
	What     string // what has changed, in plain words
}

// Error returns one line.
func (d *Divergence) Error() string {
	return fmt.Sprintf("loop: %s; go on with what made the log (event %d differs from the log: %s was %s, and is %s now)",
		d.What, d.Seq, d.Field, d.Recorded, d.Now)
}

// difference returns the first field in which two events differ, times apart, or nil.
func difference(recorded, now Event) *Divergence {
	a, b := comparable(recorded), comparable(now)
	if bytes.Equal(a, b) {
		return nil
	}
	first := diffValues("", gjson.ParseBytes(a), gjson.ParseBytes(b), nil)[0]
	path := strings.ReplaceAll(strings.TrimPrefix(first.Path, "/"), "/", ".")
	was, is := clip(string(first.Was), string(first.Is))
	return &Divergence{Seq: recorded.Seq, Field: path, Recorded: was, Now: is, What: describeChange(recorded, now, path)}
}

// comparable is an event as JSON, without what depends on the clock.
func comparable(e Event) []byte {
	e.Time, e.Seq = time.Time{}, 0
	if e.Result != nil {
		result := *e.Result
		result.Counters.WallMS = 0
		e.Result = &result
	}
	line, err := json.Marshal(e)
	if err != nil {
		panic("loop: BUG: an event failed to encode: " + err.Error())
	}
	return line
}

// maxShown is how much of a value an error shows, in characters.
const maxShown = 80

// clip shortens two values for an error to where they differ.
func clip(was, is string) (string, string) {
	x, y := []rune(was), []rune(is)
	same := 0
	for same < min(len(x), len(y)) && x[same] == y[same] {
		same++
	}
	from := 0
	if same > maxShown/2 {
		from = same - maxShown/4
	}
	return window(x, from), window(y, from)
}

// window returns what stands at from in a value, with marks where something is left out.
func window(value []rune, from int) string {
	if len(value) == 0 {
		return "missing"
	}
	before, after := "", ""
	if from > 0 {
		before = "…"
	}
	value = value[from:]
	if len(value) > maxShown {
		value, after = value[:maxShown], "…"
	}
	return before + string(value) + after
}

// describeChange says in plain words what a difference between two events means.
func describeChange(recorded, now Event, field string) string {
	// Rules and the form of the answer may come and go with tools.
	if recorded.Kind == RunStarted && now.Kind == RunStarted && !slices.Equal(recorded.Run.Tools, now.Run.Tools) {
		return "the tools are others: " + strings.Join(toolChanges(recorded.Run.Tools, now.Run.Tools), ", ")
	}
	for _, change := range []struct{ field, text string }{
		{"run.strategy", "the strategy is another"},
		{"run.config.instructions", "the instructions are others"},
		{"run.config.answer", "the form of the answer is another"},
		{"run.config.budget", "the limits of the run are others"},
		{"run.config", "the settings of the run are others"},
		{"run.rules", "the rules are others"},
		{"run.models", "the models are others"},
		{"run.roles", "the models are others"},
		{"run.planner", "what the planner knows is another"},
		{"ask.messages", "the prompts are others"},
		{"ask.prompt_bytes", "the prompts are others"},
		{"ask.schema", "what the model may write is another"},
		{"ask.choices", "what the model may write is another"},
	} {
		if recorded.Kind == now.Kind && strings.HasPrefix(field, change.field) {
			return change.text
		}
	}
	return "what happens next is something else"
}

// toolChanges names the tools that are not what they were: "c is gone", "d is new", "a has changed".
func toolChanges(was, is []ToolInfo) []string {
	var changes []string
	for _, old := range was {
		i := slices.IndexFunc(is, func(t ToolInfo) bool { return t.Name == old.Name })
		switch {
		case i < 0:
			changes = append(changes, old.Name+" is gone")
		case is[i] != old:
			changes = append(changes, old.Name+" has changed")
		}
	}
	for _, t := range is {
		if !slices.ContainsFunc(was, func(old ToolInfo) bool { return old.Name == t.Name }) {
			changes = append(changes, t.Name+" is new")
		}
	}
	if changes == nil {
		changes = []string{"their order has changed"}
	}
	return changes
}
