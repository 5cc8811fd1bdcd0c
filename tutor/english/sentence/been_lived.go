package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// Have been and a participle are a passive, which a verb without an object has not. Learners mix have lived and have been living: have been lived here for
// ten years. Either is right, and the shorter one keeps the participle that they chose.

// judgeBeenLived judges the passive of the perfect where the verb has none: has been lived here since May, has been studied law for years.
func (a *Analysis) judgeBeenLived(g *Group) Judgment {
	p, f := a.parser, g.found
	if len(f.aux) != 2 || f.governor != byBe || f.fault != noFault || f.main != f.aux[1]+1 || f.inverted || f.kind == relClause || p.words[f.aux[1]].lower != "been" || !has(f.readings, verb.Participle) || has(f.readings, verb.Base) || !a.agrees(f) {
		return Judgment{}
	}
	switch p.words[f.aux[0]].lower {
	case "have", "has", "'ve", "had":
	default:
		return Judgment{}
	}
	if !a.isIntransitive(f) && !(p.acts(f.subject) && studiedThings[f.base] && a.objectFollows(f)) {
		return Judgment{}
	}
	f.fault = beenState
	return Judgment{Wrong, PastParticiple, Call{Tool: Lookup, Verb: g.Verb}, ""}
}

// studiedThings are verbs of what people do with one thing, so that a passive of theirs has no object.
var studiedThings = setOf("study learn play watch visit speak eat drink practise practice wear")

// isIntransitive reports whether the verb of f has no object, so that been and its participle are no passive.
func (a *Analysis) isIntransitive(f *found) bool {
	p := a.parser
	if f.base == "rain" || f.base == "snow" {
		return f.subject.kind == pronoun && p.words[f.subject.head].lower == "it"
	}
	if !p.acts(f.subject) {
		return false
	}
	next := ""
	if f.end < len(p.words) {
		next = p.words[f.end].lower
	}
	switch f.base {
	case "live", "travel", "sleep":
	case "wait":
		if next == "for" && !p.timeAt(f.end+1) {
			return false
		}
	case "work", "smoke":
		if next == "to" || next == "by" || next == "hard" || next == "too" || p.adverb(f.end) > 0 && next != "here" && next != "there" && next != "together" && next != "alone" {
			return false
		}
	default:
		return false
	}
	return next != "on" && next != "by" && next != "upon"
}

// withoutBeen leaves out the been after have, and puts a participle after it: has been knowing is has known, and has been lived has lived.
func (r *rewriting) withoutBeen(o Observation) {
	f := r.found
	r.text[f.aux[1]] = ""
	if has(f.readings, verb.Gerund) {
		r.text[f.main] = o.PastParticiple
	}
}
