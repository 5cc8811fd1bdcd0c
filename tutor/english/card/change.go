package card

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/sentence"
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
	name := c.kind()
	if i := slices.IndexFunc(list, func(k Card) bool { return k.Case == name }); i >= 0 {
		return list[i], true
	}
	return list[0], true
}

// kind returns the case of the change, or "" where its code has only one.
func (c Change) kind() string {
	was, now := wordsOf(c.Original), wordsOf(c.Replacement)
	switch c.Code {
	case sentence.SubjectPronoun:
		return agreement(was, now)
	case sentence.SubjectNoun:
		return c.noun(was, now)
	case sentence.Misspelling:
		return misspelling(now)
	case sentence.PastParticiple:
		if containsAny(now, []string{"was", "were"}) && !containsAny(was, beForms) && slices.Contains(wordsOf(c.After), "born") {
			return "born"
		}
		if containsAny(was, beForms) && containsAny(now, haveForms) {
			return "have-for-be"
		}
		return c.participle(was)
	case sentence.DoSupport:
		if c.inside(was, now) {
			return "inside"
		}
		if c.asks() && (len(now) == 0 || len(now) == 1 && !has(now[0], verb.Base) && has(now[0], verb.Past|verb.ThirdPerson)) {
			return "who"
		}
		return either(c.asks(), "question", "negative")
	case sentence.DoMissing:
		return either(c.asks(), "question", "negative")
	case sentence.ModalBase:
		return c.stray(was)
	case sentence.ToBase:
		if containsAny(was, []string{"do", "not", "don't", "n't"}) {
			return "not-to"
		}
		return infinitive(was, now)
	case sentence.BeGerund:
		return c.continuous(was, now)
	case sentence.AuxiliarySpelling:
		return either(slices.Contains(was, "of"), "of", "apostrophe")
	case sentence.TenseAdverb:
		return c.tense(was, now)
	}
	return ""
}

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

// inside reports whether the change takes the do of a question inside a sentence away, or puts the verb after it into the
// form of a statement: where does she live is where she lives.
func (c Change) inside(was, now []string) bool {
	before := wordsOf(c.Before)
	at := slices.IndexFunc(before, func(w string) bool { return slices.Contains(questionWords, w) })
	if at < 1 {
		return false
	}
	gone := len(now) == 0 && containsAny(was, doForms)
	return gone || len(now) == 1 && len(was) == 1 && !has(now[0], verb.Base) && has(was[0], verb.Base)
}

func either(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

var (
	beForms       = strings.Fields("am is are was were be been being isn't aren't wasn't weren't 'm 're 's")
	haveForms     = strings.Fields("have has had haven't hasn't hadn't 've")
	doForms       = strings.Fields("do does did don't doesn't didn't")
	questionWords = strings.Fields("what where when why how who which whose")
	letForms      = strings.Fields("let lets letting make makes made making")
	modals        = strings.Fields("can could may might must shall should will would 'll can't couldn't won't mustn't shouldn't wouldn't")
	determiners   = strings.Fields("a an the my your his her its our their this that these those")
	beside        = strings.Fields("just still even well like only not")
	// manyWords are subjects whose number cannot be seen: plural without -s, or singular with one.
	manyWords = strings.Fields("people police children men women feet teeth mice geese cattle news mathematics physics")
)

// agreement returns which word of a group agrees with a pronoun.
func agreement(was, now []string) string {
	switch {
	case containsAny(now, haveForms), containsAny(was, haveForms):
		return "have"
	case containsAny(now, beForms):
		return "be"
	case containsAny(now, doForms):
		return "do"
	}
	return either(len(strings.Join(now, "")) > len(strings.Join(was, "")), "missing-s", "extra-s")
}

// continuous returns what is wrong beside be: a form of it that is missing or too much, or the form of the verb.
func (c Change) continuous(was, now []string) string {
	if containsAny(now, beForms) && !containsAny(was, beForms) {
		return "missing-be"
	}
	if containsAny(was, beForms) { // the form of be goes: is the verb after it one of state?
		return either(has(c.verbAfter(), verb.Gerund), "state", "base")
	}
	before, after := strings.Join(was, ""), strings.Join(now, "")
	switch {
	case strings.HasSuffix(before, "ing") && !strings.HasSuffix(after, "ing"):
		return "state"
	case strings.HasSuffix(after, "ing"):
		return "missing-ing"
	}
	return "base"
}

// verbAfter returns the first verb after the change, "" if there is none near. What a determiner stands before is no verb, and
// neither is the word that all know as an adverb: are you really know the plan.
func (c Change) verbAfter() string {
	after := wordsOf(c.After)
	for i, w := range after[:min(6, len(after))] {
		if i > 0 && slices.Contains(determiners, after[i-1]) || slices.Contains(beside, w) {
			continue
		}
		if has(w, verb.Base|verb.ThirdPerson|verb.Past|verb.Participle|verb.Gerund) {
			return w
		}
	}
	return ""
}

// tense returns what decides the tense: an expression of time, a clause, or what goes on.
func (c Change) tense(was, now []string) string {
	switch {
	case c.firstTime(was, now):
		return "first-time"
	case c.notYet(was, now):
		return "yet"
	case len(now) == 2 && slices.Contains(beForms, now[0]) && has(now[1], verb.Gerund):
		return "now"
	case containsAny(was, haveForms) && !containsAny(now, haveForms):
		return "perfect"
	case containsAny(now, haveForms):
		return "since"
	case containsAny(was, []string{"will", "'ll", "wo", "won't"}):
		return "will"
	}
	before := wordsOf(c.Before)
	near := before[max(0, len(before)-4):]
	words := append(before, wordsOf(c.After)...)
	switch {
	case containsAny(now, []string{"will", "won't", "'ll"}):
		return "future"
	// will be: is
	case len(now) == 1 && len(was) == 1 && !has(now[0], verb.Past) &&
		containsAny(before[max(0, len(before)-2):], []string{"will", "'ll", "won't"}):
		return "will"
	case len(now) == 1 && has(now[0], verb.Participle) && containsAny(near, doForms): // do you know: have you known
		return "since"
	case len(now) == 1 && len(was) == 1 && has(was[0], verb.Gerund) && has(now[0], verb.Participle): // am going: have gone
		return "since"
	case len(now) == 1 && has(now[0], verb.Base) && !has(now[0], verb.Past) && containsAny(near, haveForms): // has she phoned: did she phone
		return "perfect"
	case containsAny(words, pastWords), slices.ContainsFunc(words, isYear):
		return "past"
	case containsAny(now, []string{"been"}):
		return "since"
	case slices.ContainsFunc(words, func(w string) bool { return slices.Contains(timeConjunctions, w) }):
		return "clause"
	case slices.ContainsFunc(words, func(w string) bool { return w == "and" || w == "so" || w == "but" }):
		return "story"
	}
	return "past"
}

// firstTime reports whether the change makes a perfect of the verb after "the first time".
func (c Change) firstTime(was, now []string) bool {
	before := wordsOf(c.Before)
	before = before[max(0, len(before)-8):]
	at := slices.Index(before, "time")
	return at > 0 && slices.Contains(strings.Fields("first second third fourth fifth"), before[at-1]) &&
		!containsAny(was, []string{"will", "was", "were"}) && len(now) > 0 &&
		(containsAny(now, haveForms) || has(now[len(now)-1], verb.Participle))
}

// notYet reports whether the change makes a perfect of a negation with "yet".
func (c Change) notYet(was, now []string) bool {
	after := wordsOf(c.After)
	if !slices.Contains(after[:min(10, len(after))], "yet") {
		return false
	}
	return containsAny(was, doForms) && containsAny(now, haveForms) || len(now) == 1 && has(now[0], verb.Participle)
}

// isYear reports whether the word is a year in digits.
func isYear(word string) bool { return len(word) == 4 && strings.Trim(word, "0123456789") == "" }

var (
	pastWords        = strings.Fields("yesterday ago last eighties nineties seventies")
	timeConjunctions = strings.Fields("when while before after until till once soon whenever")
)

// misspelling returns which rule of spelling the right word follows: none, if it is irregular.
func misspelling(now []string) string {
	word := strings.Join(now, " ")
	if r, ok := verb.Lemma(word); ok && verb.Of(r.Base).Irregular && !r.Forms.Has(verb.ThirdPerson|verb.Gerund) {
		return "irregular"
	}
	return either(strings.Contains(word, "ie") || strings.HasSuffix(word, "ying"), "y", "doubling")
}

// stray returns the word before a "to" that is removed, or "form" where none is.
func (c Change) stray(was []string) string {
	before := wordsOf(c.Before)
	switch {
	case containsAny(was, doForms), len(now(c)) == 0 && containsAny(was, modals):
		return "do"
	case len(was) == 1 && slices.Contains(modals, strings.TrimSuffix(was[0], "s")) && strings.HasSuffix(was[0], "s"):
		return "s"
	case !slices.Contains(was, "to"):
		return "form"
	case containsAny(before[max(0, len(before)-5):], letForms) && !containsAny(before[len(before)-1:], modals):
		return "let"
	}
	return "to"
}

func now(c Change) []string { return wordsOf(c.Replacement) }

// infinitive returns what became of "to" and the word after it.
func infinitive(was, now []string) string {
	switch word := strings.Join(now, " "); {
	case word == "to", len(now) == 0 && len(was) == 1 && was[0] == "for":
		return "missing"
	case slices.Contains(was, "that"), len(now) == 2 && now[0] == "to" && !strings.HasSuffix(strings.Join(was, ""), "ing"):
		return "want-that"
	case len(now) == 2 && now[0] == "to":
		return "infinitive"
	case slices.Contains(was, "to"), strings.HasSuffix(word, "ing") && !has(word, verb.Base):
		return "gerund"
	}
	return "form"
}

// has reports whether word can be that form of a verb.
func has(word string, form verb.Form) bool {
	return slices.ContainsFunc(verb.Readings(word), func(r verb.Reading) bool { return r.Forms.Has(form) })
}

// noun returns what is hard about the number of a noun.
func (c Change) noun(was, now []string) string {
	before := wordsOf(c.Before)
	if containsAny(before[max(0, len(before)-2):], manyWords) {
		return "plural-word"
	}
	plural := containsAny(now, strings.Fields("are were have do aren't weren't haven't don't"))
	singular := containsAny(now, strings.Fields("is was has does isn't wasn't hasn't doesn't"))
	longer := len(strings.Join(now, "")) > len(strings.Join(was, ""))
	return either(singular || longer && !plural, "missing-s", "extra-s")
}

// participle returns what the form depends on: the nearest auxiliary to its left.
func (c Change) participle(was []string) string {
	if len(was) == 1 && was[0] == "been" && !containsAny(wordsOf(c.Replacement), []string{"been"}) { // we been there
		return "as-past"
	}
	before := wordsOf(c.Before)
	// never have I saw
	inverted := len(before) > 1 && containsAny(before[len(before)-2:len(before)-1], haveForms)
	// when it begun to rain
	if len(before) > 0 && !c.asks() && !inverted &&
		slices.Contains([]string{"i", "he", "she", "it", "we", "they"}, before[len(before)-1]) && len(was) == 1 {
		return "as-past"
	}
	left := append(before, was...)
	for i := len(left) - 1; i >= 0; i-- {
		switch word := left[i : i+1]; {
		case containsAny(word, haveForms):
			return "after-have"
		case containsAny(word, beForms):
			return "passive"
		}
	}
	return "as-past"
}

// asks reports whether the sentence of the change is a question.
func (c Change) asks() bool {
	end := strings.IndexAny(c.After, ".?!")
	return end >= 0 && c.After[end] == '?'
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
