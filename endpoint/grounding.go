package endpoint

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
)

// A value is grounded if it appears in the conversation. A small model that calls a tool although none fits, or although the user
// has not said enough, invents the arguments; calls that are right hardly ever have an invented one. So an optional argument that
// is not grounded is left out, and for a required one the model is asked which tool fits, if any.

const (
	maxGrounded   = 8 << 10 // bytes of a conversation, and of a prompt, which a server with one slot must read again after the question
	maxValueWords = 6       // in a grounded text; a longer one is the model's own
	stemLength    = 4       // bytes; words that begin alike count as the same
)

// A transcript is the text of a conversation.
type transcript struct {
	text    string   // in lower case
	tokens  string   // words and digits, with one space before and after each
	words   []string // that say something
	numbers []float64
}

var (
	tokenText = regexp.MustCompile(`\d+(?:[.,]\d+)*|[\p{L}\p{M}]+`)
	// functionWords stand in any English text, so one of them grounds nothing.
	functionWords = strings.Fields("a about all am an and any are as at be been but by can could did do does for from had has have he her " +
		"him his how i if in into is it its just me my no not of on one onto or our over please shall she should so some than that the their " +
		"them then there these they this those to too under very was we were what when where which who whom whose why will with within " +
		"without would you your")
)

// transcribe returns a text as a transcript.
func transcribe(text string) transcript {
	s := transcript{text: strings.ToLower(text)}
	tokens := tokenText.FindAllString(s.text, -1)
	s.tokens, s.numbers = " "+strings.Join(tokens, " ")+" ", numbersIn(tokens)
	s.words = slices.DeleteFunc(tokens, func(w string) bool { return w[0] <= '9' || slices.Contains(functionWords, w) })
	return s
}

// transcript returns the text of the conversation, and whether calls are checked against it: at the beginning of a task, if the
// conversation is short.
func (d *decision) transcript() (s transcript, ok bool) {
	var all strings.Builder
	for _, t := range d.q.Turns {
		all.WriteString(t.Text + "\n")
	}
	if all.Len()-len(d.q.Turns) > maxGrounded || slices.ContainsFunc(d.q.Turns[lastWord(d.q.Turns):], turn.isStep) {
		return s, false
	}
	return transcribe(all.String()), true
}

// has reports whether all values in v appear in the conversation. Values that the schema lists, true and false, 0 and 1 need not.
func (s transcript) has(v gjson.Result, schema grammar.Schema) (all bool) {
	all = true
	switch {
	case v.IsObject() || v.IsArray():
		v.ForEach(func(_, member gjson.Result) bool {
			all = s.has(member, schema)
			return all
		})
	case v.Type == gjson.Number:
		return v.Num == 0 || v.Num == 1 || s.hasNumber(v.Num)
	case v.Type == gjson.String && !lists(schema, v.Raw):
		return s.hasText(v.Str)
	}
	return all
}

// hasText reports whether a text appears as it is, or one of its words or numbers does; of a date the month must, and the year or the day.
func (s transcript) hasText(text string) bool {
	if day, err := time.Parse(time.DateOnly, text[:min(len(text), len(time.DateOnly))]); err == nil {
		month := strings.ToLower(day.Month().String()[:3])
		return (s.hasNumber(float64(day.Year())) || s.hasNumber(float64(day.Day()))) && (s.hasNumber(float64(day.Month())) ||
			slices.ContainsFunc(s.words, func(w string) bool { return strings.HasPrefix(w, month) }))
	}
	value := transcribe(text)
	return len(value.tokens) <= 2 || len(strings.Fields(text)) > maxValueWords || strings.Contains(s.tokens, value.tokens) ||
		len(value.text) >= stemLength && strings.Contains(s.text, value.text) || slices.ContainsFunc(value.words, s.hasWord) ||
		slices.ContainsFunc(value.numbers, func(n float64) bool { return n > 1 && s.hasNumber(n) })
}

// hasNumber reports whether a number appears, with any sign or as a percentage.
func (s transcript) hasNumber(n float64) bool {
	return slices.ContainsFunc(s.numbers, func(x float64) bool {
		near := min(x, 1e9) * 1e-12 // 100 times 0.07 is not quite 7
		return math.Abs(x-math.Abs(n)) <= near || n != math.Trunc(n) && math.Abs(x-100*n) <= near
	})
}

func (s transcript) hasWord(part string) bool {
	return len(part) > 1 && slices.ContainsFunc(s.words, func(w string) bool {
		return strings.TrimSuffix(w, "s") == strings.TrimSuffix(part, "s") ||
			len(part) >= stemLength && len(w) >= stemLength && w[:stemLength] == part[:stemLength]
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
