package looptest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// Bounds of what is tried at one decision.
const (
	maxValues   = 24 // of one member
	maxTries    = 48 // of one tool
	maxWords    = 64 // of each text
	maxHints    = 256
	maxPerRound = 256 // decisions of one grammar
)

// candidates returns decisions that g holds, without those that were made.
func (s *search) candidates(g *grammar.Grammar, before []json.RawMessage, events []loop.Event) (list []json.RawMessage) {
	var schema grammar.Schema
	if err := json.Unmarshal(g.Schema(), &schema); err != nil {
		return nil // not one of ours, as where nothing is bound
	}
	branches := schema.AnyOf
	if branches == nil {
		branches = []grammar.Schema{schema}
	}
	hints := s.hints(events)
	add := func(text string) {
		d := json.RawMessage(text)
		if len(list) < maxPerRound && !slices.ContainsFunc(before, func(b json.RawMessage) bool { return string(b) == text }) &&
			!slices.ContainsFunc(list, func(b json.RawMessage) bool { return string(b) == text }) && g.Check(context.Background(), d) == nil {
			list = append(list, d)
		}
	}
	for _, branch := range branches {
		tool, _ := branch.Property("tool")
		args, ok := branch.Property("tool_args")
		if !ok || len(tool.Enum) != 1 {
			continue
		}
		name := gjson.ParseBytes(tool.Enum[0]).Str
		if slices.Contains([]string{planner.FinalAnswer, planner.ParallelCalls, planner.ReplanRequest, planner.StepFailedReport}, name) {
			continue
		}
		begin := `{"tool":`
		if _, thinks := branch.Property("thought"); thinks {
			begin = `{"thought":"","tool":`
		}
		for _, c := range s.calls {
			if c.Tool == name {
				add(fmt.Sprintf("%s%q,\"tool_args\":%s}", begin, name, c.Args))
			}
		}
		for _, value := range hints.values(args, maxTries) {
			add(fmt.Sprintf("%s%q,\"tool_args\":%s}", begin, name, value))
		}
		m := g.Matcher() // one that fits, if none of these does
		start := fmt.Sprintf("%s%q,\"tool_args\":", begin, name)
		if _, err := m.Feed(context.Background(), []byte(start)); err == nil {
			add(start + string(m.MinimalCompletion()))
		}
		m.Release()
	}
	return list
}

// hints are values that arguments may hold, the likeliest first.
type hints struct{ texts, numbers []json.RawMessage }

// hints collects words and numbers of the answer, the observations and the task.
func (s *search) hints(events []loop.Event) hints {
	var h hints
	h.collect(gjson.ParseBytes(s.answer))
	for _, e := range events {
		if e.Observation != nil && e.Observation.OK {
			h.collect(gjson.ParseBytes(e.Observation.Output))
		}
	}
	h.words(s.task)
	return h
}

// collect adds what stands in a JSON value.
func (h *hints) collect(v gjson.Result) {
	switch v.Type {
	case gjson.String:
		h.words(v.Str)
	case gjson.Number:
		h.add(&h.numbers, json.RawMessage(v.Raw))
	case gjson.JSON:
		v.ForEach(func(_, item gjson.Result) bool {
			h.collect(item)
			return true
		})
	}
}

// words adds a text, its words and its numbers.
func (h *hints) words(text string) {
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n.,;:!?()[]{}\"'", r) })
	for _, word := range append([]string{text}, words[:min(len(words), maxWords)]...) {
		if json.Valid([]byte(word)) && gjson.Parse(word).Type == gjson.Number {
			h.add(&h.numbers, json.RawMessage(word))
		}
		if quoted, err := tools.Encode(word); err == nil {
			h.add(&h.texts, quoted)
		}
	}
}

func (h *hints) add(list *[]json.RawMessage, value json.RawMessage) {
	if len(*list) < maxHints && !slices.ContainsFunc(*list, func(v json.RawMessage) bool { return string(v) == string(value) }) {
		*list = append(*list, value)
	}
}

// values returns at most most values to try for a schema. Some may not fit.
func (h hints) values(s grammar.Schema, most int) (list []json.RawMessage) {
	switch {
	case s.AnyOf != nil:
		for _, branch := range s.AnyOf {
			list = append(list, h.values(branch, most)...)
		}
	case len(s.Enum) > 0:
		list = s.Enum
	case s.Type == "string":
		g, err := grammar.Compile(context.Background(), s.JSON(), grammar.Options{})
		if err != nil {
			return nil
		}
		for _, text := range h.texts {
			if g.Check(context.Background(), text) == nil {
				list = append(list, text)
			}
		}
	case s.Type == "integer" || s.Type == "number":
		list = slices.Clone(h.numbers)
		for _, bound := range []json.Number{s.Minimum, s.Maximum} {
			if bound != "" {
				list = append(list, json.RawMessage(bound))
			}
		}
	case s.Type == "boolean":
		list = []json.RawMessage{json.RawMessage("true"), json.RawMessage("false")}
	case s.Type == "null":
		list = []json.RawMessage{json.RawMessage("null")}
	case s.Type == "array":
		if s.MinItems == 0 {
			list = append(list, json.RawMessage("[]"))
		}
		if s.Items != nil && s.MinItems < 2 {
			for _, item := range h.values(*s.Items, maxValues) {
				list = append(list, json.RawMessage("["+string(item)+"]"))
			}
		}
	case s.Type == "object" && !s.Open:
		return h.objects(s, most)
	}
	return list[:min(len(list), most)]
}

// objects returns objects of all combinations of the likeliest values of their members.
func (h hints) objects(s grammar.Schema, most int) []json.RawMessage {
	each := most // values of a member, so that all combinations are about most
	for n := len(s.Properties); n > 1 && pow(each, n) > 4*most; each-- {
	}
	texts := []string{"{"}
	for i, p := range s.Properties {
		name, err := tools.Encode(p.Name)
		if err != nil {
			return nil
		}
		if i > 0 {
			name = append([]byte(","), name...)
		}
		var longer []string
		for _, text := range texts {
			for _, value := range h.values(p.Schema, min(each, maxValues)) {
				longer = append(longer, text+string(name)+":"+string(value))
			}
		}
		texts = longer
	}
	list := make([]json.RawMessage, 0, len(texts))
	for _, text := range texts[:min(len(texts), 4*most)] {
		list = append(list, json.RawMessage(text+"}"))
	}
	return list
}

func pow(base, n int) int {
	product := 1
	for range n {
		product *= base
	}
	return product
}
