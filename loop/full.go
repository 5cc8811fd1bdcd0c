package loop

import (
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
)

// fullTexts returns a warning for each text of a value that is as long as its schema lets it be. Such a text may be whole,
// but a grammar ends one that is too long in the middle of a word, and nothing else in the value tells. at names the value.
func fullTexts(s *grammar.Schema, value json.RawMessage, at string) []string {
	warnings, _ := fullAt(s, value, at)
	return warnings
}

// cutTexts returns the warnings of what a run leaves: of its answer, and of the calls that were made.
func (r *run) cutTexts(result *Result) (warnings []string) {
	for _, step := range result.Steps {
		for i, call := range step.Calls {
			tool := slices.IndexFunc(r.offers, func(o planner.Offer) bool { return o.Name == call.Tool })
			if tool >= 0 && step.N > 0 && i < len(step.Observations) {
				warnings = append(warnings, fullTexts(&r.offers[tool].Args, call.Args, "call "+call.ID+": "+call.Tool)...)
			}
		}
	}
	return append(warnings, fullTexts(&r.config.Answer, result.Answer, "answer")...)
}

// fullAt is fullTexts. It reports whether the value looks like one of s, which tells the alternatives of an AnyOf apart.
func fullAt(s *grammar.Schema, value json.RawMessage, at string) (warnings []string, like bool) {
	switch {
	case len(s.AnyOf) > 0:
		return fullIn(s.AnyOf, value, at)
	case len(s.Enum) > 0:
		return nil, slices.ContainsFunc(s.Enum, func(v json.RawMessage) bool { return string(v) == string(value) })
	case s.Type == "object" && !s.Open:
		return fullMembers(s, value, at)
	case s.Type == "array":
		return fullItems(s, value, at)
	case s.Type == "string":
		var text string
		if json.Unmarshal(value, &text) != nil || len(value) == 0 || value[0] != '"' {
			return nil, false
		}
		n := utf8.RuneCountInString(text)
		if n == s.MaxLength && s.MinLength < s.MaxLength && len(s.Patterns) == 0 { // a pattern says itself where it ends
			warnings = []string{fmt.Sprintf("%s has %d characters, the most that it may have, and may have been cut there", at, n)}
		}
		return warnings, n >= s.MinLength && n <= s.MaxLength
	default:
		return nil, len(value) > 0 && value[0] != '"' && value[0] != '{' && value[0] != '['
	}
}

// fullIn returns the warnings of the alternative that fits best: one of which no text is full, if there is one.
func fullIn(alternatives []grammar.Schema, value json.RawMessage, at string) (warnings []string, like bool) {
	for i := range alternatives {
		switch found, fits := fullAt(&alternatives[i], value, at); {
		case fits && len(found) == 0:
			return nil, true
		case fits && !like:
			warnings, like = found, true
		}
	}
	return warnings, like
}

func fullMembers(s *grammar.Schema, value json.RawMessage, at string) (warnings []string, like bool) {
	var members map[string]json.RawMessage
	if json.Unmarshal(value, &members) != nil || len(members) != len(s.Properties) {
		return nil, false
	}
	for i := range s.Properties {
		found, fits := fullAt(&s.Properties[i].Schema, members[s.Properties[i].Name], at+"."+s.Properties[i].Name)
		if !fits {
			return nil, false
		}
		warnings = append(warnings, found...)
	}
	return warnings, true
}

func fullItems(s *grammar.Schema, value json.RawMessage, at string) (warnings []string, like bool) {
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil {
		return nil, false
	}
	for i, item := range list {
		schema := s.Items
		if i < len(s.Prefix) {
			schema = &s.Prefix[i]
		}
		if schema == nil {
			return nil, true
		}
		found, fits := fullAt(schema, item, fmt.Sprintf("%s[%d]", at, i))
		if !fits {
			return nil, false
		}
		warnings = append(warnings, found...)
	}
	return warnings, true
}
