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
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
)

// A small model that calls a tool although none fits, or although it was not told enough, fills the arguments with values that
// stand nowhere in the conversation. Calls that are right hardly ever have one. So a value of an optional argument that stands
// nowhere is left out, and for one of another argument the model is asked which tool fits, if any.

const (
	maxDoubted    = 8 << 10 // bytes of a conversation, and of a prompt, which a server with one slot reads again after the short question
	maxValueWords = 6       // a longer text is written, not taken from somewhere
	stemLength    = 4       // bytes that words of one meaning share
)

var numerals = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// A said is what a conversation says.
type said struct {
	text  string // in lower case
	words []string
}

func (d *decision) said() (s said) {
	var b strings.Builder
	for _, t := range d.q.Turns {
		b.WriteString(strings.ToLower(t.Text) + "\n")
	}
	s.text = b.String()
	s.words = strings.FieldsFunc(s.text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' })
	return s
}

// has reports whether all values in v stand somewhere: numbers as such, in a word or as a percentage, texts in part. A value
// that the schema lists, true and false need not.
func (s said) has(v gjson.Result, schema grammar.Schema) (all bool) {
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

func (s said) hasNumber(n float64) bool {
	return n == 0 || n == 1 || slices.ContainsFunc(s.words, func(w string) bool {
		x, err := strconv.ParseFloat(strings.Trim(w, "."), 64)
		return err == nil && (x == n || x == -n || x == 100*n) || float64(slices.Index(numerals, w)) == n
	})
}

func (s said) hasWord(part string) bool {
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

// settled returns arguments in their closed form with null for optional ones that stand nowhere, and whether others do not either.
func (s said) settled(schema grammar.Schema, args json.RawMessage) (rest json.RawMessage, doubtful bool) {
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
			doubtful = true
		}
	}
	return encode(given), doubtful
}

// doubt asks which tool fits, where calls of a task that has just been given have values that nobody said. If none fits, all
// tools are away for the rest of the reply, and the error says so to the model.
func (x *exchange) doubt(ctx context.Context, a planner.Allowed) error {
	x.doubted = true
	turns := x.q.Turns
	asked := planner.Situation{Tools: a.Tools}
	for _, t := range turns {
		if t.Author == model.User {
			asked.Task = strings.TrimSpace(asked.Task + "\n" + t.Text)
		}
	}
	name, err := planner.Fitting(ctx, asked, planner.Question{}, x.answered)
	if err != nil || name != planner.NoTool {
		return err
	}
	x.without = planner.OfferNames(x.allowed.Tools)
	return errRepair{phrases.Error("no tool fits")}
}
