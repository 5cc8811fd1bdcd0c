package sentence

import "github.com/shortleash/shortleash/tutor/english/verb"

// oneTag are the modals that a tag says again and no other: can, will and would. After must and may, a tag has the auxiliary of what is thought likely.
var oneTag = map[string]string{"can": "can", "ca": "can", "could": "could", "will": "will", "wo": "will", "'ll": "will", "would": "would", "should": "should"}

// tagsOtherModal reports whether the tag at word at has another auxiliary than the only statement before it, which has a modal, or is the tag of a modal
// that the statement has not: they won't be late, do they; she swims well, can't she. The tag is about the subject of the statement, which shows that the sentence
// does not ask something else.
func (a *Analysis) tagsOtherModal(at int, main *Group) bool {
	p := a.parser
	if main == nil || main.found.main >= at || main.found.inverted || main.found.order || main.found.subject == nil || main.found.start > 5 {
		return false
	}
	for i := range a.Groups {
		if g := &a.Groups[i]; g.found.finite && g.found.main < at && g.found.main != main.found.main {
			return false
		}
	}
	if n := main.found.subject; n.kind == pronoun && p.words[n.head].lower != p.words[len(p.words)-2].lower || n.start != 0 {
		return false
	}
	tag := oneTag[p.words[at].lower]
	kind := p.auxiliaryKind(at)
	if len(main.found.aux) == 0 || a.auxiliaryOf(main) != modalAuxiliary {
		pronoun := p.words[len(p.words)-2].lower
		simple := main.Tense == verb.PresentSimple || main.Tense == verb.PastSimple
		return (tag == "can" || tag == "could") && simple && a.auxiliaryOf(main) != otherAuxiliary && pronoun != "you" && main.Verb != "have"
	}
	said := oneTag[p.words[main.found.aux[0]].lower]
	if said == "" {
		return false
	}
	if kind == modalAuxiliary { // you can help me, won't you: a request
		return tag != "" && tag != said && p.words[len(p.words)-2].lower != "you"
	}
	return kind != otherAuxiliary
}
