package tutor

import (
	"context"
	"encoding/json"
	"slices"
	"sort"
	"sync"
	"unicode/utf8"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/toolset"
)

// Knowing returns a model for one run that knows how a sentence is right: any of accept, or, where accept is
// empty, as it stands. With it the ceiling of a policy is measured.
func Knowing(text string, accept []string, l Language) *fake.Known {
	o := l.options()
	look := func(tool string, args json.RawMessage) (json.RawMessage, bool) {
		if tool == string(sentence.Spanish) {
			return nil, false // it has no English words
		}
		return try(tool, args, o)
	}
	var goals []fake.Goal
	for _, want := range accept {
		missing, beside := changes(text, want)
		goals = append(goals, fake.Goal{Answer: `{"corrected":` + encoded(want) + `,"in_scope":true`, Missing: missing, Beside: beside})
	}
	if len(accept) == 0 {
		var words []string
		for _, w := range wordsIn(text) {
			words = append(words, w.Lower)
		}
		for _, inScope := range []string{"true", "false"} {
			goals = append(goals, fake.Goal{Answer: `{"corrected":null,"in_scope":` + inScope, Beside: words})
		}
		goals = append(goals, fake.Goal{Answer: `{"corrected":` + encoded(text) + `,"in_scope":true`, Beside: words}) // at the leash Mixed
	}
	return fake.Knowing(look, goals...)
}

// changes returns the words that a correction brings, and those of the sentence that stand near to a change, both in
// lower case.
func changes(was, now string) (added, near []string) {
	const reach = 3
	stand := wordsIn(was)
	for _, e := range Diff(was, now) {
		for _, w := range wordsIn(e.Replacement) {
			added = append(added, w.Lower)
		}
		start := byteOffset(was, e.Offset)
		first := sort.Search(len(stand), func(i int) bool { return stand[i].End() > start })
		last := sort.Search(len(stand), func(i int) bool { return stand[i].Start >= start+len(e.Original) })
		for _, w := range stand[max(0, first-reach):min(len(stand), last+reach)] {
			near = append(near, w.Lower)
		}
	}
	return added, near
}

// wordsIn returns the words of a text, those of a contraction apart.
func wordsIn(text string) []sentence.Token {
	return slices.DeleteFunc(sentence.Tokens(text), func(t sentence.Token) bool { return t.Kind != sentence.Word })
}

func encoded(text string) string {
	out, err := tools.Encode(text)
	if err != nil {
		panic("tutor: BUG: a string is no JSON: " + err.Error())
	}
	return string(out)
}

// WithModel returns a tutor like t whose next input is corrected by m. It knows nothing of another model to
// escalate to.
func (t *Tutor) WithModel(m model.Model) *Tutor {
	other := *t
	other.options.Model, other.escalated = func() model.Model { return m }, nil
	return &other
}

// Sentences returns the sentences of an input, each of which is a run of its own.
func Sentences(input string) []string {
	var list []string
	for _, p := range split(input) {
		list = append(list, p.sentence)
	}
	return slices.Clip(list)
}

// registries holds those that try made, by their Options.
var registries sync.Map

// try returns what a call of one of the four tools would return; ok is false where it would fail.
func try(tool string, args json.RawMessage, o toolset.Options) (output json.RawMessage, ok bool) {
	made, known := registries.Load(o)
	if !known {
		list, err := toolset.Tools(o)
		if err != nil {
			return nil, false
		}
		four, err := tools.NewRegistry(list...)
		if err != nil {
			return nil, false
		}
		made, _ = registries.LoadOrStore(o, four)
	}
	seen := made.(*tools.Registry).Call(context.Background(), tools.Call{Tool: tool, Args: args})
	return seen.Output, seen.Error == nil
}

// byteOffset returns where the code point number n of s begins. An invalid byte counts as one.
func byteOffset(s string, n int) int {
	at := 0
	for ; n > 0 && at < len(s); n-- {
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return at
}
