package sentence

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A rewriting collects the new texts of the words of one group.
type rewriting struct {
	analysis *Analysis
	found    *found
	text     map[int]string // word -> its new text, "" for a deleted word
	before   map[int]string // word -> text inserted before it
}

// Realize writes what a tool answered into group i, in the group's own shape: negative, question,
// contracted or full. Nothing but the group's words changes. It returns the edits, none of them
// when the answer is what stands there, and false when the answer does not fit the group: another
// verb, or a shape outside the tables of allowed changes.
func (a Analysis) Realize(i int, o Observation) ([]Edit, bool) {
	return a.realize(a.Groups[i].found, o)
}

// Covers reports whether an observation that returned the words of group i confirms the whole group. The
// agreement tool does not check the words after the finite one, nor an auxiliary that a question lacks,
// and it accepts both numbers after "there"; lookup_irregular_verb does not check the auxiliary. These
// must be right by themselves. Where an expression of time decided the tense, only that tense counts.
func (a Analysis) Covers(i int, o Observation) bool {
	g := &a.Groups[i]
	f := g.found
	switch {
	case g.Judgment.Moment != "":
		return o.Call.Tense == g.Judgment.Call.Tense
	case o.Call.Tool == Agreement:
		return f.fault == noFault && !f.asks && (f.subject == nil || f.subject.kind != existential || a.agrees(f))
	case o.Call.Tool == Lookup:
		return f.main == f.finiteWord() || f.finite && f.subject != nil && a.agrees(f)
	}
	return true
}

func (a *Analysis) realize(f *found, o Observation) ([]Edit, bool) {
	r := &rewriting{analysis: a, found: f, text: map[int]string{}, before: map[int]string{}}
	ok := false
	switch tool := o.Call.Tool; {
	case f.fault == bornAlone: // no form of bear is meant
		ok = tool == Conjugate && o.Call.Verb == "be" && o.Call.Tense == verb.PastSimple && r.born(o)
	case tool == Conjugate:
		ok = f.fault == gerundAsked && o.Call.Verb == f.base && r.gerund(o) || o.Call.Verb == f.base && f.finite && a.conjugates(f) &&
			!f.order && r.conjugate(o)
	case tool == Lookup:
		ok = o.Infinitive == f.base && r.lookUp(o) || f.of >= 0 && f.base == "" && o.Infinitive == "have" && r.lookUp(o)
	case tool == Agreement:
		ok = f.finite && r.agree(o)
	}
	if !ok {
		return nil, false
	}
	return r.edits(), true
}

// agree replaces the finite word.
func (r *rewriting) agree(o Observation) bool {
	finite := r.found.finiteWord()
	w := r.word(finite)
	if w.lower != strings.ToLower(o.Call.Verb) || o.Expected == "" {
		return false
	}
	if r.contractedNot() && o.Expected == "am" {
		return false // there is no "amn't"
	}
	r.text[finite] = o.Expected
	return true
}

// lookUp replaces the main verb by the form that its governor asks for.
func (r *rewriting) lookUp(o Observation) bool {
	f := r.found
	if f.fault == thatAsked { // want that she comes: want her to come
		r.text[f.main], r.before[f.main], r.text[f.subject.start-1] = o.Infinitive, "to ", ""
		return true
	}
	if f.fault == orderReported { // told us don't wait: told us not to wait
		r.text[f.aux[0]], r.text[f.not] = "not", "to"
		if r.contractedNot() {
			r.text[f.not] = " to"
		}
		return true
	}
	if f.fault == doWithModal && f.governor != byModal { // do you can be here
		r.modalForDo()
		return true
	}
	if f.of >= 0 {
		r.text[f.of] = "have"
		if f.main == f.of {
			return true
		}
	}
	if f.main == f.finiteWord() && len(f.aux) > 0 {
		return false
	}
	switch f.governor {
	case byModal, byDo, byTo:
		r.text[f.main] = o.Infinitive
		if f.fault == missingTo {
			r.before[f.main] = "to "
		}
		if f.fault == forPurpose {
			r.toForFor()
		}
		if f.to >= 0 && f.governor != byTo {
			r.text[f.to] = ""
		}
		if f.fault == doWithModal {
			r.modalForDo()
		}
	case byHave, byHaveOr, byBe, byBeOr:
		if has(f.readings, verb.Gerund) && f.finite {
			return false
		}
		r.text[f.main] = o.PastParticiple
	case alone:
		if f.not >= 0 || f.no >= 0 || !f.finite {
			return false
		}
		r.text[f.main] = o.PastSimple
	default:
		return false
	}
	return true
}

// toForFor puts "to" in the place of "for", or leaves out the "for" before a "to".
func (r *rewriting) toForFor() {
	f := r.found
	r.text[f.to] = "to"
	if f.main == f.to+2 {
		r.text[f.to] = ""
	}
}

// modalForDo puts the modal in the place of the form of do before it: don't can go is can't go.
func (r *rewriting) modalForDo() {
	f := r.found
	modal := r.word(f.modal).lower
	r.text[f.aux[0]], r.text[f.modal] = modal, ""
	switch {
	case f.not < 0:
	case r.contractedNot() && (modal == "may" || modal == "might"): // mayn't is hardly written
		r.text[f.not] = " not"
	case !r.contractedNot() && modal == "can" && f.not == f.aux[0]+1:
		r.text[f.aux[0]], r.text[f.not] = "cannot", ""
	}
}

// born puts was or were before "born", in the place of another auxiliary.
func (r *rewriting) born(o Observation) bool {
	if f := r.found; len(f.aux) > 0 {
		r.text[f.aux[0]] = o.Form
	} else {
		r.insert(o.Form)
	}
	return true
}

// gerund replaces an infinitive by the -ing form of a continuous tense, and deletes its "to", unless that is a
// preposition: looking forward to, used to.
func (r *rewriting) gerund(o Observation) bool {
	words := strings.Fields(o.Form)
	if o.Call.Tense != verb.PresentContinuous || len(words) < 2 {
		return false
	}
	r.text[r.found.main] = words[len(words)-1]
	if to := r.found.to; to >= 0 && r.word(to-1).lower != "forward" && r.word(to-1).lower != "used" {
		r.text[to] = ""
	}
	return true
}

// conjugate replaces the whole group.
func (r *rewriting) conjugate(o Observation) bool {
	f := r.found
	auxiliary, main := r.parts(o)
	if r.accepts(o, r.word(f.main).lower) {
		main = r.word(f.main).lower
	}
	old := f.finiteWord()
	single := f.main == old // no auxiliary beside the main verb
	switch {
	case len(f.aux) == 2 && auxiliary == "": // will be: is
		if f.inverted || f.not > f.aux[1] {
			return false
		}
		r.text[f.aux[0]], r.text[f.main] = "", main
		if f.not >= 0 { // won't be: isn't
			r.text[f.aux[0]], r.text[f.main] = main, ""
		}
		return true
	case len(f.aux) == 2: // will be, has been
		r.text[f.aux[0]], r.text[f.main] = auxiliary, main
		return true
	case single && auxiliary == "":
		r.text[f.main] = main
		return f.no < 0
	case single && len(f.aux) == 1 && f.inverted && o.Call.Tense == verb.PresentPerfect: // how long is she ill: has she been
		return f.not < 0 && r.afterSubject(auxiliary, main)
	case single && len(f.aux) == 1: // be, have or do alone: no auxiliary goes before it in a question
		if f.inverted || f.not >= 0 {
			return false
		}
		r.text[f.main] = main
		if f.asks { // What you did?
			r.insert(auxiliary)
		} else if clitics[r.word(f.main).lower] { // she's: she will be
			r.text[f.main] = auxiliary + " " + main
		} else {
			r.before[f.main] = auxiliary + " "
		}
	case single:
		r.text[f.main] = main
		r.insert(auxiliary)
	case auxiliary == "":
		if f.not >= 0 || f.inverted {
			return false
		}
		r.text[old], r.text[f.main] = "", main
	default:
		r.text[old], r.text[f.main] = auxiliary, main
	}
	if f.to >= 0 {
		r.text[f.to] = ""
	}
	return true
}

// afterSubject puts the main verb after the subject of a question, and its auxiliary before it.
func (r *rewriting) afterSubject(auxiliary, main string) bool {
	end := r.found.subject.end
	if end >= len(r.analysis.parser.words) || r.word(end).punct {
		return false
	}
	r.text[r.found.main], r.before[end] = auxiliary, main+" "
	return true
}

// accepts reports whether the main word is another right spelling of the answer: learnt, got.
func (r *rewriting) accepts(o Observation, main string) bool {
	return slices.ContainsFunc(o.Variants, func(v string) bool {
		words := strings.Fields(v)
		return len(words) > 0 && words[len(words)-1] == main
	})
}

// parts cuts the answer into auxiliary and main verb, by the shape of the group. The auxiliary
// comes without its "n't".
func (r *rewriting) parts(o Observation) (auxiliary, main string) {
	f := r.found
	form := o.Form
	switch {
	case f.not >= 0 || f.no >= 0:
		form = o.Negative
	case f.inverted, f.asks:
		form = strings.Replace(o.Question, " _", "", 1)
	}
	words := strings.Fields(form)
	if len(words) > 1 && words[1] == "not" {
		words = slices.Delete(words, 1, 2)
	}
	words[0] = withoutNot(words[0])
	if len(words) == 1 {
		return "", words[0]
	}
	return words[0], strings.Join(words[1:], " ")
}

// insert puts an auxiliary where there was none.
func (r *rewriting) insert(auxiliary string) {
	f := r.found
	switch {
	case f.asks:
		first := r.word(f.subject.start)
		if first.capital && f.subject.start == 0 {
			auxiliary = r.capital(first, auxiliary)
			if first.lower != "i" {
				r.text[f.subject.start] = first.lower
			}
		}
		r.before[f.subject.start] = auxiliary + " "
	case f.no >= 0:
		r.text[f.no] = withNot(auxiliary)
	case f.not >= 0:
		r.before[f.not] = auxiliary + " "
	case f.fault == bareGerund: // they still packing: are still packing
		r.before[f.start] = auxiliary + " "
	default:
		r.before[f.main] = auxiliary + " "
	}
}

func (r *rewriting) word(i int) word { return r.analysis.parser.words[i] }

func (r *rewriting) contractedNot() bool {
	return r.found.not >= 0 && r.word(r.found.not).lower == "n't"
}
