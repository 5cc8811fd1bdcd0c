package card

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A Change is one edit of a sentence: what stands before it and after it, and what it replaces by
// what.
type Change struct {
	Code                                 sentence.Code
	Before, Original, Replacement, After string
}

// For returns the card that a change is about. It is false only if no card has its code. Where a group of verbs
// has two faults, an auxiliary that only agrees now has a card of its own: they is work, she don't likes.
func For(c Change) (Card, bool) {
	if name := c.auxiliary(); name != "" {
		return Named(name)
	}
	list := Of(c.Code)
	if len(list) == 0 {
		return Card{}, false
	}
	return list[max(0, slices.IndexFunc(list, func(k Card) bool { return k.Case == c.kind() }))], true
}

// A row is one of changes.tsv.
type row struct {
	code         sentence.Code
	name         string
	alternatives [][]term
}

// A term is a condition on a change.
type term struct {
	not               bool
	place, mark, what string
	words             int // of a place
}

var termForm = regexp.MustCompile(`^(!?)([a-z]+?)(\d*)(?:([:=#~])(.+))?$`)

var rows = sync.OnceValue(func() []row {
	var list []row
	for _, r := range tables.Read("changes", 3) {
		next := row{code: sentence.Code(r[0]), name: r[1]}
		for alternative := range strings.SplitSeq(r[2], " / ") {
			var terms []term
			for text := range strings.FieldsSeq(alternative) {
				m := termForm.FindStringSubmatch(text)
				if m == nil {
					panic("card: BUG: changes.tsv: no term " + text)
				}
				n, _ := strconv.Atoi(m[3]) // no digits are 0
				terms = append(terms, term{m[1] != "", m[2], m[4], m[5], n})
			}
			next.alternatives = append(next.alternatives, terms)
		}
		list = append(list, next)
	}
	return list
})

// kind returns the case of the change, or "" where its code has only one.
func (c Change) kind() string {
	for _, r := range rows() {
		if r.code == c.Code && slices.ContainsFunc(r.alternatives, func(terms []term) bool {
			return !slices.ContainsFunc(terms, func(t term) bool { return c.holds(t) == t.not })
		}) {
			return r.name
		}
	}
	return ""
}

// holds reports whether a term, but for its !, holds.
func (c Change) holds(t term) bool {
	was, now, before, after := wordsOf(c.Original), wordsOf(c.Replacement), wordsOf(c.Before), wordsOf(c.After)
	var words []string
	switch t.place {
	case "question":
		end := strings.IndexAny(c.After, ".?!")
		return end >= 0 && c.After[end] == '?'
	case "longer":
		return len(strings.Join(now, "")) > len(strings.Join(was, ""))
	case "inside": // a question word stands before, and not first
		return slices.IndexFunc(before, func(w string) bool { return slices.Contains(lists["asking"], w) }) >= 1
	case "was":
		words = was
	case "now":
		words = now
	case "before":
		words = before[max(0, len(before)-t.words):]
	case "at":
		words = before[max(0, len(before)-t.words):max(0, len(before)-1)]
	case "after":
		words = after[:min(t.words, len(after))]
	case "all":
		words = append(before, after...)
	case "aux":
		words = nearestAuxiliary(append(before, was...))
	case "verb":
		words = verbAfter(after)
	default:
		panic("card: BUG: changes.tsv: no place " + t.place)
	}
	switch t.mark {
	case "=":
		return strings.Join(words, " ") == t.what
	case "#":
		return strconv.Itoa(len(words)) == t.what
	case "~":
		return strings.HasSuffix(strings.Join(words, " "), t.what)
	}
	return slices.ContainsFunc(words, func(w string) bool { return is(w, t.what) })
}

// is reports whether a word is the given one, on the list of that name, or in that form of a verb.
func is(word, what string) bool {
	if list := lists[what]; list != nil {
		return containsAny([]string{word}, list)
	}
	if form := forms[what]; form != 0 {
		return has(word, form)
	}
	switch what {
	case "year":
		return len(word) == 4 && strings.Trim(word, "0123456789") == ""
	case "irregular":
		r, ok := verb.Lemma(word)
		return ok && verb.Of(r.Base).Irregular && !r.Forms.Has(verb.ThirdPerson|verb.Gerund)
	case "modals": // cans
		return strings.HasSuffix(word, "s") && slices.Contains(lists["modal"], strings.TrimSuffix(word, "s"))
	}
	return word == what
}

var forms = map[string]verb.Form{
	"base": verb.Base, "third": verb.ThirdPerson, "past": verb.Past, "participle": verb.Participle, "gerund": verb.Gerund,
}

// lists are the words that the table speaks of.
var lists = func() map[string][]string {
	m := map[string][]string{}
	for name, words := range map[string]string{
		"be":       "am is are was were be been being isn't aren't wasn't weren't 'm 're 's",
		"have":     "have has had haven't hasn't hadn't 've",
		"do":       "do does did don't doesn't didn't",
		"donot":    "do not don't n't",
		"will":     "will 'll wo won't",
		"waswere":  "was were",
		"willwas":  "will was were",
		"asking":   "what where when why how who which whose",
		"let":      "let lets letting make makes made making",
		"modal":    "can could may might must shall should will would 'll can't couldn't won't mustn't shouldn't wouldn't",
		"subject":  "i he she it we they",
		"ordinal":  "first second third fourth fifth",
		"singular": "is was has does isn't wasn't hasn't doesn't",
		"plural":   "are were have do aren't weren't haven't don't",
		"ago":      "yesterday ago last eighties nineties seventies",
		"when":     "when while before after until till once soon whenever",
		"and":      "and so but",
		// subjects whose number cannot be seen: plural without -s, or singular with one
		"many": "people police children men women feet teeth mice geese cattle news mathematics physics",
	} {
		m[name] = strings.Fields(words)
	}
	return m
}()

// auxiliary returns the card about the agreement of an auxiliary, if the change puts it into another person and the
// code is about the verb after it; else "".
func (c Change) auxiliary() string {
	was, now := wordsOf(c.Original), wordsOf(c.Replacement)
	if len(was) != 1 || len(now) != 1 || was[0] == now[0] {
		return ""
	}
	switch c.Code {
	case sentence.DoSupport, sentence.PastParticiple, sentence.BeGerund, sentence.AuxiliarySpelling, sentence.ModalBase, sentence.ToBase:
	default:
		return ""
	}
	for _, pair := range []struct{ words, card string }{
		{"do does", "do"}, {"don't doesn't", "do"}, {"have has", "have"}, {"haven't hasn't", "have"},
		{"am is are", "be"}, {"was were", "be"}, {"aren't isn't", "be"}, {"weren't wasn't", "be"},
	} {
		if list := strings.Fields(pair.words); slices.Contains(list, was[0]) && slices.Contains(list, now[0]) {
			return "sva-pron-" + pair.card
		}
	}
	return ""
}

// nearestAuxiliary returns the last form of have or be.
func nearestAuxiliary(words []string) []string {
	for i := len(words) - 1; i >= 0; i-- {
		if word := words[i : i+1]; containsAny(word, lists["have"]) || containsAny(word, lists["be"]) {
			return word
		}
	}
	return nil
}

// verbAfter returns the first verb, none if there is none near. What a determiner stands before is no verb, and
// neither is the word that all know as an adverb: are you really know the plan.
func verbAfter(words []string) []string {
	determiners := strings.Fields("a an the my your his her its our their this that these those")
	for i, w := range words[:min(6, len(words))] {
		if i > 0 && slices.Contains(determiners, words[i-1]) || slices.Contains(strings.Fields("just still even well like only not"), w) {
			continue
		}
		if has(w, verb.Base|verb.ThirdPerson|verb.Past|verb.Participle|verb.Gerund) {
			return []string{w}
		}
	}
	return nil
}

// has reports whether word can be that form of a verb.
func has(word string, form verb.Form) bool {
	return slices.ContainsFunc(verb.Readings(word), func(r verb.Reading) bool { return r.Forms.Has(form) })
}

// containsAny reports whether a word, or what is contracted with it, is on the list.
func containsAny(words, list []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		at := max(0, strings.LastIndexByte(w, '\''))
		return slices.Contains(list, w) || slices.Contains(list, w[at:])
	})
}

// wordsOf returns the words of text in lower case, without punctuation around them.
func wordsOf(text string) []string {
	text = strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	var list []string
	for word := range strings.FieldsSeq(text) {
		if word = strings.Trim(word, `.,;:!?"“”()`); word != "" {
			list = append(list, word)
		}
	}
	return list
}
