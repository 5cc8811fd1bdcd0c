package tutor

// The independent check of corrected sentences: [Check] cuts both into words, and looks for an observation of the run that
// accounts for each difference. It is slow and simple, the twin of package answer.

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// Check returns how corrected departs from what the observations allow to change in sentence, or
// nil. Everything but words of verb groups must be the same, and what is new in one place must be
// words that one observation returned, with the small words that may come or go with them.
func Check(sentence, corrected string, observations []answer.Observation) error {
	was, now := cut(sentence), cut(corrected)
	var sources sources
	for _, o := range observations {
		if s, ok := newSource(o); ok {
			sources = append(sources, s)
		}
	}
	if sentence == corrected {
		return fmt.Errorf("a correction that changes nothing: %q", corrected)
	}
	hunks := differences(was, now)
	for _, h := range hunks {
		if slices.ContainsFunc(sources, func(s source) bool { return s.accounts(h) }) {
			continue
		}
		// Groups that stand side by side are several observations' work, and words that occur twice
		// may have been aligned wrongly: then all differences are looked at together.
		if !sources.account(join(hunks)) {
			return fmt.Errorf("no observation accounts for %q in place of %q", texts(h.now), texts(h.was))
		}
	}
	return spacing(was, now)
}

// A word is a word or a mark with the space before it. A contraction is two words.
type word struct{ space, text, lower string }

var (
	pieces = regexp.MustCompile(`(?s)(\s*)([\pL\pM\pN_]+(?:['’.,-][\pL\pM\pN_]+)*|$|.)`)
	// endings are what a contraction ends in; cannot is one too.
	endings = regexp.MustCompile(`(?i)^(.+?)(n['’]t|['’](?:s|m|re|ve|ll|d)|not)$`)
)

func cut(text string) []word {
	var list []word
	for _, m := range pieces.FindAllStringSubmatch(text, -1) {
		if e := endings.FindStringSubmatch(m[2]); e != nil && (e[2] != "not" || strings.EqualFold(e[1], "can")) {
			list = append(list, newWord(m[1], e[1]), newWord("", e[2]))
			continue
		}
		list = append(list, newWord(m[1], m[2]))
	}
	return list
}

func newWord(space, text string) word {
	return word{space, text, strings.ToLower(strings.ReplaceAll(text, "’", "'"))}
}

func texts(words []word) string {
	var b strings.Builder
	for _, w := range words {
		b.WriteString(w.space + w.text)
	}
	return strings.TrimSpace(b.String())
}

// A hunk is a place where the sentences differ, and the word of both that stands after it.
type hunk struct{ was, now, following []word }

// differences compares word by word along a longest common subsequence.
func differences(was, now []word) []hunk {
	length := make([][]int, len(was)+1) // length[i][j]: of the rests from i and j
	for i := range length {
		length[i] = make([]int, len(now)+1)
	}
	for i := len(was) - 1; i >= 0; i-- {
		for j := len(now) - 1; j >= 0; j-- {
			length[i][j] = max(length[i+1][j], length[i][j+1])
			if was[i].text == now[j].text {
				length[i][j] = length[i+1][j+1] + 1
			}
		}
	}
	var list []hunk
	var h hunk
	i, j := 0, 0
	flush := func() {
		if len(h.was)+len(h.now) > 0 {
			list = append(list, h)
		}
		h = hunk{}
	}
	for i < len(was) || j < len(now) {
		switch {
		case i < len(was) && j < len(now) && was[i].text == now[j].text:
			h.following = now[j : j+1]
			flush()
			i, j = i+1, j+1
		case j == len(now) || i < len(was) && length[i+1][j] >= length[i][j+1]:
			h.was = append(h.was, was[i])
			i++
		default:
			h.now = append(h.now, now[j])
			j++
		}
	}
	flush()
	return list
}

func join(hunks []hunk) hunk {
	var all hunk
	for _, h := range hunks {
		all.was, all.now = append(all.was, h.was...), append(all.now, h.now...)
		all.following = append(all.following, h.following...)
	}
	return all
}

// A source is the words that one observation returned, and the verb it was about.
type source struct {
	verb       string
	words      []string
	infinitive string // as lookup_irregular_verb returns it
}

func newSource(o answer.Observation) (source, bool) {
	var args struct {
		Verb string `json:"verb"`
	}
	var output map[string]any
	if o.Tool == "lookup_spanish" || json.Unmarshal(o.Args, &args) != nil || json.Unmarshal(o.Output, &output) != nil {
		return source{}, false
	}
	s := source{verb: strings.ToLower(args.Verb)}
	if o.Tool == "lookup_irregular_verb" {
		s.infinitive, _ = output["infinitive"].(string)
	}
	var collect func(v any)
	collect = func(v any) {
		switch v := v.(type) {
		case string:
			for _, w := range cut(v) {
				s.words = append(s.words, w.lower)
			}
		case []any:
			for _, one := range v {
				collect(one)
			}
		}
	}
	for name, v := range output {
		if name != "head" && name != "person" {
			collect(v)
		}
	}
	return s, output["error"] == nil
}

// short are the contracted forms of what an observation may return.
var short = map[string][]string{
	"'s": {"is", "has"}, "'m": {"am"}, "'re": {"are"}, "'ve": {"have"}, "'ll": {"will"}, "'d": {"had", "would"},
}

// auxiliaries may go, or be replaced.
var auxiliaries = strings.Fields(
	"am is are was were be been have has had do does did will wo can ca could may might must shall should would 's 'm " +
		"'re 've 'll 'd n't not to no of")

// sources are those of a run.
type sources []source

// account reports whether the observations together explain a difference: apart from what any of
// them brings or drops, the same words are left in the same order.
func (list sources) account(h hunk) bool {
	kept := slices.DeleteFunc(slices.Clone(h.was), func(w word) bool {
		return slices.ContainsFunc(list, func(s source) bool { return s.drops(w) })
	})
	left := slices.DeleteFunc(slices.Clone(h.now), func(w word) bool {
		small := slices.Contains(auxiliaries, w.lower) && w.in(h.was)
		return small || slices.ContainsFunc(list, func(s source) bool { return s.brings(w, h) })
	})
	return slices.EqualFunc(kept, left, func(x, y word) bool { return x.lower == y.lower })
}

// accounts reports whether the observation alone explains a difference.
func (s source) accounts(h hunk) bool {
	for _, w := range h.now {
		if !s.brings(w, h) && !w.in(h.was) {
			return false
		}
	}
	for _, w := range h.was {
		if !s.drops(w) && !w.in(h.now) {
			return false
		}
	}
	return true
}

// brings reports whether a new word is one that the observation returned, or comes with it.
func (s source) brings(w word, h hunk) bool {
	mends := slices.ContainsFunc(h.was, misspelt) && slices.Contains(auxiliaries, w.lower)
	if w.lower == "to" && s.infinitive != "" {
		before := word{lower: s.infinitive}
		return before.in(h.now) || before.in(h.following)
	}
	return s.returned(w.lower) || w.lower == "have" && h.has("of") || mends || h.keeps(w)
}

// drops reports whether an old word is a form of the observation's verb, or a small word of a verb
// group.
func (s source) drops(w word) bool {
	return s.isForm(w.lower) || slices.Contains(auxiliaries, w.lower) || misspelt(w)
}

func (s source) returned(w string) bool {
	return slices.Contains(s.words, w) || slices.ContainsFunc(short[w], func(long string) bool { return slices.Contains(s.words, long) })
}

// isForm reports whether w is the verb that was asked about, or a form of it, right or wrong.
func (s source) isForm(w string) bool {
	if w == s.verb {
		return true
	}
	return slices.ContainsFunc(verb.Readings(w), func(r verb.Reading) bool {
		return r.Base == s.verb || slices.ContainsFunc(verb.Readings(s.verb), func(asked verb.Reading) bool { return asked.Base == r.Base })
	})
}

// in reports whether the word stands among words too, but for its capital.
func (w word) in(words []word) bool {
	return slices.ContainsFunc(words, func(other word) bool { return other.lower == w.lower })
}

func (h hunk) has(lower string) bool { return word{lower: lower}.in(h.was) }

// keeps reports whether w is the pronoun of a contraction that was written in one piece: youve.
func (h hunk) keeps(w word) bool {
	return slices.ContainsFunc(h.was, func(o word) bool { return misspelt(o) && strings.HasPrefix(o.lower, w.lower) && len(w.lower) > 1 })
}

// contractions are what learners write in one piece.
var contractions = strings.Fields(
	"didnt doesnt dont isnt arent wasnt werent hasnt havent hadnt couldnt wouldnt shouldnt does youve theyve weve")

// plain are those that are another word with one letter less, or too short to tell: they must be
// written just so.
var plain = strings.Fields("cant wont mustnt neednt im hes shes thats theres youre theyre youll theyll couldve shouldve wouldve")

// misspelt reports whether w is a contraction without its apostrophe, at most one letter missing,
// added or out of its place: dint, youve, dosent. A lone r is are.
func misspelt(w word) bool {
	if slices.Contains(auxiliaries, w.lower) || len(verb.Readings(w.lower)) > 0 {
		return false
	}
	return w.lower == "r" || slices.Contains(plain, w.lower) || slices.ContainsFunc(contractions, func(c string) bool {
		switch len(w.lower) - len(c) {
		case -1:
			return isSubsequence(w.lower, c)
		case 0:
			return sorted(w.lower) == sorted(c)
		case 1:
			return isSubsequence(c, w.lower)
		}
		return false
	})
}

// isSubsequence reports whether long has the letters of short in their order.
func isSubsequence(short, long string) bool {
	i := 0
	for j := 0; i < len(short) && j < len(long); j++ {
		if short[i] == long[j] {
			i++
		}
	}
	return i == len(short)
}

func sorted(letters string) string {
	b := []byte(letters)
	slices.Sort(b)
	return string(b)
}

// spacing reports words that ran together, and space that changed between words that did not.
func spacing(was, now []word) error {
	i := 0
	for j := range now {
		at := i
		for at < len(was) && was[at].text != now[j].text {
			at++
		}
		if at == len(was) {
			i = min(i, len(was)) // a new word
		} else {
			if j > 0 && at > 0 && at == i && was[at-1].text == now[j-1].text && was[at].space != now[j].space {
				return fmt.Errorf("the space before %q changed", now[j].text)
			}
			i = at + 1
		}
		if j > 0 && now[j].space == "" && letters(now[j]) && letters(now[j-1]) {
			return fmt.Errorf("%q and %q ran together", now[j-1].text, now[j].text)
		}
	}
	return nil
}

// letters reports whether w is a whole word.
func letters(w word) bool {
	return w.text != "" && !strings.ContainsAny(w.text, "'’") && strings.ToLower(w.text) != strings.ToUpper(w.text) && w.lower != "not"
}
