package endpoint

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/planner"
)

// A value is grounded if it appears in the conversation. A small model that calls a tool although none fits, or although the user
// has not said enough, invents the arguments; calls that are right hardly ever have an invented one. So an optional argument that
// is not grounded is left out, and for a required one the model is asked which tool fits, if any.

const (
	maxGrounded   = 8 << 10 // bytes of a conversation, and of a prompt, which a server with one slot must read again after the question
	maxValueWords = 6       // in a grounded text; a longer one is the model's own
	stemLength    = 4       // bytes; words that begin alike count as the same
)

var numerals = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// A transcript is the text of a conversation.
type transcript struct {
	text  string // in lower case
	words []string
}

// transcript returns the text of the conversation, and whether calls are checked against it: at the beginning of a task, if the
// conversation is short.
func (d *decision) transcript() (s transcript, ok bool) {
	size := 0
	for _, t := range d.q.Turns {
		size += len(t.Text)
	}
	if size > maxGrounded || len(stateOf(d.q.Turns[lastWord(d.q.Turns):]).Steps) > 0 {
		return s, false
	}
	for _, t := range d.q.Turns {
		s.text += strings.ToLower(t.Text) + "\n"
	}
	s.words = strings.FieldsFunc(s.text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' })
	return s, true
}

// has reports whether all values in v appear in the conversation: numbers as digits, as a word or as a percentage, texts in
// part. Values that the schema lists, true and false need not.
func (s transcript) has(v gjson.Result, schema grammar.Schema) (all bool) {
	all = true
	switch {
	case v.IsObject() || v.IsArray():
		v.ForEach(func(_, member gjson.Result) bool {
			all = s.has(member, schema)
			return all
		})
	case v.Type == gjson.Number:
		return s.hasNumber(v.Num)
	case v.Type == gjson.String && !lists(schema, v.Raw):
		value := strings.ToLower(v.Str)
		parts := strings.FieldsFunc(value, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		return len(parts) == 0 || len(parts) > maxValueWords || strings.Contains(s.text, value) || slices.ContainsFunc(parts, s.hasWord)
	}
	return all
}

func (s transcript) hasNumber(n float64) bool {
	return n == 0 || n == 1 || slices.ContainsFunc(s.words, func(w string) bool {
		x, err := strconv.ParseFloat(strings.Trim(w, "."), 64)
		return err == nil && (x == n || x == -n || x == 100*n) || float64(slices.Index(numerals, w)) == n
	})
}

func (s transcript) hasWord(part string) bool {
	return len(part) > 1 && slices.ContainsFunc(s.words, func(w string) bool {
		return w == part || len(part) >= stemLength && len(w) >= stemLength && w[:stemLength] == part[:stemLength]
	})
}

// lists reports whether a schema lists a value anywhere.
func lists(s grammar.Schema, value string) bool {
	in := func(s grammar.Schema) bool { return lists(s, value) }
	return slices.ContainsFunc(s.Enum, func(e json.RawMessage) bool { return string(e) == value }) || slices.ContainsFunc(s.AnyOf, in) ||
		slices.ContainsFunc(s.Properties, func(p grammar.Property) bool { return in(p.Schema) }) || s.Items != nil && in(*s.Items)
}

// ground returns arguments with null for optional ones that are not grounded, and whether a required one is not. Arguments are in the
// closed form of their schema.
func (s transcript) ground(schema grammar.Schema, args json.RawMessage) (rest json.RawMessage, ungrounded bool) {
	given := map[string]json.RawMessage{}
	if json.Unmarshal(args, &given) != nil {
		return args, false
	}
	for _, p := range schema.Sparse().Properties {
		value := given[p.Name]
		if string(value) == "null" || s.has(gjson.ParseBytes(value), p.Schema) {
			continue
		}
		if p.Optional {
			given[p.Name] = json.RawMessage("null")
		} else {
			ungrounded = true
		}
	}
	return encode(given), ungrounded
}

// askFit asks which tool fits the task. If none does, only an answer is left, and the error tells the model so.
func (x *exchange) askFit(ctx context.Context, a planner.Allowed) error {
	x.fitAsked = true
	s := planner.Situation{Tools: a.Tools, Task: stateOf(x.q.Turns).Task}
	name, err := planner.Fitting(ctx, s, planner.Question{}, x.answered)
	if err != nil || name != planner.NoTool {
		return err
	}
	x.without = planner.OfferNames(x.allowed.Tools)
	return errRepair{phrases.Error("no tool fits")}
}
