package loop

import (
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
)

// fullTexts returns a warning for each text of a value that is as long as its schema lets it be. Such a text may be whole,
// but a grammar ends one that is too long in the middle of a word, and nothing else in the value tells. at names the value.
func fullTexts(s *grammar.Schema, value json.RawMessage, at string) []string {
	warnings, _ := fullAt(s, gjson.ParseBytes(value), at)
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
func fullAt(s *grammar.Schema, value gjson.Result, at string) (warnings []string, like bool) {
	switch {
	case len(s.AnyOf) > 0:
		return fullIn(s.AnyOf, value, at)
	case len(s.Enum) > 0:
		return nil, slices.ContainsFunc(s.Enum, func(v json.RawMessage) bool { return string(v) == value.Raw })
	case s.Type == "object" && !s.Open:
		return fullMembers(s, value, at)
	case s.Type == "array":
		return fullItems(s, value, at)
	case s.Type == "string" && value.Type == gjson.String:
		n := utf8.RuneCountInString(value.Str)
		if n == s.MaxLength && s.MinLength < s.MaxLength && len(s.Patterns) == 0 { // a pattern says itself where it ends
			warnings = []string{fmt.Sprintf("%s has %d characters, the most that it may have, and may have been cut there", at, n)}
		}
		return warnings, n >= s.MinLength && n <= s.MaxLength
	default:
		return nil, s.Type != "string" && value.Exists() && value.Type != gjson.String && value.Type != gjson.JSON
	}
}

// fullIn returns the warnings of the alternative that fits best: one of which no text is full, if there is one.
func fullIn(alternatives []grammar.Schema, value gjson.Result, at string) (warnings []string, like bool) {
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

func fullMembers(s *grammar.Schema, value gjson.Result, at string) (warnings []string, like bool) {
	n, like := 0, value.IsObject()
	value.ForEach(func(name, member gjson.Result) bool {
		i := slices.IndexFunc(s.Properties, func(p grammar.Property) bool { return p.Name == name.Str })
		if like = i >= 0; like {
			var found []string
			found, like = fullAt(&s.Properties[i].Schema, member, at+"."+name.Str)
			warnings, n = append(warnings, found...), n+1
		}
		return like
	})
	return warnings, like && n == len(s.Properties)
}

func fullItems(s *grammar.Schema, value gjson.Result, at string) (warnings []string, like bool) {
	for i, item := range value.Array() {
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
	return warnings, value.IsArray()
}
