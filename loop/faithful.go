package loop

import (
	"encoding/json"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/planner"
)

// A Value is a part of an answer that can be looked up elsewhere.
type Value struct {
	Kind string // "number", "quote" or "name"
	Text string // as written in the answer
	From string // where it was found: "task", "note", "earlier" (a turn), or the id of a call; "" if nowhere
}

// The kinds of values that are looked for.
const (
	numberValue = "number" // compared as a number: 1,200 is 1200
	quoteValue  = "quote"  // what stands in quotation marks
	nameValue   = "name"   // words with a capital letter, not at the beginning of a sentence
)

// Faithfulness says which values of an answer occur in the task, in notes, or in the results of
// calls. It only compares characters: a value that the model computed correctly is not found, and a
// value that is found may be used incorrectly. It refuses nothing.
type Faithfulness []Value

// Unfounded returns the values that were found nowhere.
func (f Faithfulness) Unfounded() []Value {
	return slices.DeleteFunc(slices.Clone(f), func(v Value) bool { return v.From != "" })
}

// String describes it in one line; it returns "" if the answer has no values.
func (f Faithfulness) String() string {
	if len(f) == 0 {
		return ""
	}
	missing := f.Unfounded()
	text := fmt.Sprintf("faithful: %d of %d values of the answer stand in the task or in what calls gave",
		len(f)-len(missing), len(f))
	for i, v := range missing {
		text += []string{"; not there: ", ", "}[min(i, 1)] + v.Text
	}
	return text
}

// Faithful looks up the values of answer, which is JSON, in s.
func Faithful(s planner.State, answer json.RawMessage) Faithfulness {
	sources := sourcesOf(s)
	var f Faithfulness
	for _, v := range valuesIn(gjson.ParseBytes(answer), nil) {
		if slices.ContainsFunc(f, func(w Value) bool { return w.Kind == v.Kind && w.Text == v.Text }) {
			continue
		}
		if i := slices.IndexFunc(sources, func(t source) bool { return t.has(v) }); i >= 0 {
			v.From = sources[i].name
		}
		f = append(f, v)
	}
	return f
}

// A source is a text in which values may be found.
type source struct {
	name, text string   // folded
	numbers    []string // normal forms
}

func sourceOf(name, text string) source {
	t := source{name: name, text: " " + folded(text) + " "}
	for _, n := range numberText.FindAllString(text, -1) {
		t.numbers = append(t.numbers, normalNumbers(n)...)
	}
	return t
}

// sourcesOf returns what a run was told: its task, its notes, what its calls gave, and the same of earlier turns, with their
// answers. A wait gives nothing.
func sourcesOf(s planner.State) []source {
	list := []source{sourceOf("task", s.Task)}
	for _, n := range s.Notes {
		list = append(list, sourceOf("note", n.Text))
	}
	list = append(list, given(s.Steps)...)
	for _, t := range s.Earlier {
		list = append(append(list, sourceOf("earlier", t.Task), sourceOf("earlier", leaves(gjson.ParseBytes(t.Answer())))), given(t.Steps)...)
	}
	return list
}

// given returns what the calls of steps gave.
func given(steps []planner.Step) (list []source) {
	for _, step := range steps {
		for _, o := range step.Observations {
			i := callIndex(step.Calls, o.ID)
			if i < 0 || step.Calls[i].Tool == planner.WaitRequest {
				continue
			}
			if o.Error != nil {
				list = append(list, sourceOf(o.ID, o.Error.Message))
				continue
			}
			list = append(list, sourceOf(o.ID, leaves(gjson.ParseBytes(o.Output))))
		}
	}
	return list
}

// leaves returns the names and values of a JSON text, without its punctuation.
func leaves(v gjson.Result) string {
	if !v.IsObject() && !v.IsArray() {
		if v.Type == gjson.String && gjson.Valid(v.Str) && strings.ContainsAny(v.Str, "{[") {
			return leaves(gjson.Parse(v.Str))
		}
		if v.Type == gjson.Number {
			return v.Raw
		}
		return v.String()
	}
	var parts []string
	v.ForEach(func(name, value gjson.Result) bool {
		parts = append(parts, name.Str, leaves(value))
		return true
	})
	return strings.Join(parts, " \n ")
}

// has reports whether v stands in the source.
func (t source) has(v Value) bool {
	if v.Kind == numberValue {
		return slices.ContainsFunc(normalNumbers(v.Text), func(n string) bool { return slices.Contains(t.numbers, n) })
	}
	wanted := folded(v.Text)
	for at := 0; ; {
		i := strings.Index(t.text[at:], wanted)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(t.text[:at+i])
		after, _ := utf8.DecodeRuneInString(t.text[at+i+len(wanted):])
		if !wordRune(before) && !wordRune(after) {
			return true
		}
		at += i + len(wanted)
	}
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// folded is text without differences of case and space.
func folded(text string) string { return strings.Join(strings.Fields(strings.ToLower(text)), " ") }

var (
	numberText = regexp.MustCompile(`\d+(?:[.,]\d+)*`)
	quoteText  = sync.OnceValue(func() *regexp.Regexp { // most runs never need it, and it takes a millisecond
		return regexp.MustCompile(`"([^"\n]{2,200})"|“([^”\n]{2,200})”|«([^»\n]{2,200})»|(?:^|[\s(])'([^'\n]{2,200})'(?:$|[\s).,;:!?])`)
	})
	nameText = regexp.MustCompile(`\p{Lu}[\p{L}\p{M}’'-]*(?: \p{Lu}[\p{L}\p{M}’'-]*)*`)
)

// maxDigits bounds what is read as a number; what is longer must stand there as it is.
const maxDigits = 64

// normalNumbers returns what a number can mean: 1,200 is 1200, or 1.2 where a comma is the decimal sign.
func normalNumbers(text string) (list []string) {
	text = strings.TrimPrefix(text, "-")
	if len(text) > maxDigits || strings.ContainsAny(text, "eE") {
		return []string{text}
	}
	for _, form := range []string{strings.ReplaceAll(text, ",", ""), strings.ReplaceAll(strings.ReplaceAll(text, ".", ""), ",", ".")} {
		r, ok := new(big.Rat).SetString(form)
		if !ok {
			continue
		}
		if normal := r.RatString(); !slices.Contains(list, normal) {
			list = append(list, normal)
		}
	}
	if list == nil { // 1.2.3
		return []string{text}
	}
	return list
}

// valuesIn adds to values those of a JSON value: of each text and each number in it.
func valuesIn(v gjson.Result, values []Value) []Value {
	switch {
	case v.IsObject(), v.IsArray():
		v.ForEach(func(_, value gjson.Result) bool {
			values = valuesIn(value, values)
			return true
		})
	case v.Type == gjson.Number:
		values = append(values, Value{Kind: numberValue, Text: v.Raw})
	case v.Type == gjson.String:
		values = valuesOfText(v.Str, values)
	}
	return values
}

// valuesOfText adds to values those of a text: quotations, and outside of them numbers and names.
func valuesOfText(text string, values []Value) []Value {
	for _, m := range quoteText().FindAllStringSubmatch(text, -1) {
		values = append(values, Value{Kind: quoteValue, Text: m[1] + m[2] + m[3] + m[4]})
	}
	text = quoteText().ReplaceAllString(text, " ")
	for _, at := range numberText.FindAllStringIndex(text, -1) {
		before, _ := utf8.DecodeLastRuneInString(text[:at[0]])
		after, _ := utf8.DecodeRuneInString(text[at[1]:])
		if !unicode.IsLetter(before) && !unicode.IsLetter(after) { // not the 4 of GPT4, nor the 3 of 3sg
			values = append(values, Value{Kind: numberValue, Text: text[at[0]:at[1]]})
		}
	}
	for _, at := range nameText.FindAllStringIndex(text, -1) {
		name := text[at[0]:at[1]]
		if beginsSentence(text[:at[0]]) {
			_, rest, several := strings.Cut(name, " ")
			if !several {
				continue // any word is written so there
			}
			name = rest
		}
		if len([]rune(name)) > 1 { // not I
			values = append(values, Value{Kind: nameValue, Text: name})
		}
	}
	return values
}

// beginsSentence reports whether what follows before is the beginning of a sentence.
func beginsSentence(before string) bool {
	before = strings.TrimRight(before, " \t\"“«'(¿¡")
	return before == "" || strings.ContainsAny(before[len(before)-1:], ".!?:\n-*")
}
