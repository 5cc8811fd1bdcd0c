package sentence

// The -ed adjective of a feeling says what a person feels, the -ing one what causes it. Learners say that a film was bored, and that they are boring.

// feltBy is what a person is, causing what makes one so. By what tires somebody one is tired; a face is tired too, and a day is not.
var (
	feltBy     = setOf("bored surprised terrified disgusted excited interested confused disappointed frightened amazed shocked annoyed embarrassed depressed fascinated")
	causing    = setOf("boring exciting interesting confusing disappointing frightening surprising tiring")
	wearing    = setOf("tired exhausted worried")
	worn       = setOf("film films story stories speech speeches book work play") // without force, where tired describes them
	feltEvents = setOf(`trip trips journey journeys flight flights travel job jobs work day days week weeks lesson lessons film films movie movies
		game games match matches meeting meetings walk walks traffic course courses exercise exercises homework book exam exams training
		holiday holidays speech speeches lecture lectures play concert concerts story stories exhibition museum weekend housework documentary`)
)

// mixesFeelings reports whether a thing is said to feel something, or the speaker to make others feel it: the film was bored, I
// am boring.
func (a *Analysis) mixesFeelings(g *Group) bool {
	p, f := a.parser, g.found
	if f.inverted || f.kind == relClause {
		return false
	}
	i := f.main
	switch g.Verb {
	case "be", "feel", "seem", "look", "get", "become":
	default:
		if f.governor != byBe && f.governor != byBeOr || !feltBy[p.words[i].lower] && !causing[p.words[i].lower] && !wearing[p.words[i].lower] {
			return false
		}
	}
	if w := p.words[i].lower; !feltBy[w] && !causing[w] && !wearing[w] {
		i, _ = p.skipAdverbs(f.end)
		i = p.secondAdjective(i)
	}
	if i >= len(p.words) {
		return false
	}
	w, n := p.words[i].lower, f.subject
	next := ""
	if i+1 < len(p.words) {
		next = p.words[i+1].lower
	}
	first := n.kind == pronoun && (p.words[n.head].lower == "i" || p.words[n.head].lower == "we")
	switch {
	case causing[w]:
		return first && p.phraseEnds(i+1) || n.kind == pronoun && p.acts(n) && w == "interesting" && next == "in"
	case next == "by" || next == "with" || !p.phraseEnds(i+1) || !feltBy[w] && !wearing[w]:
		return false
	case wearing[w] && (g.Verb == "look" || g.Verb == "feel" || g.Verb == "seem"), wearing[w] && worn[p.words[n.head].lower]: // the story feels tired
		return false
	case n.kind == gerund, n.kind == nounPhrase && feltEvents[p.words[n.head].lower]:
		return true // driving is tired, the trip was tired
	}
	thing := n.kind == nounPhrase && n.determined && n.persons == p3sg && !p.acts(n) && !p.lex.nouns["collective"][p.words[n.head].lower] || n.kind == pronoun && p.words[n.head].lower == "it"
	return feltBy[w] && thing && next != "in"
}

// secondAdjective returns the place of the adjective that "and" joins to the one at word i, or i: long and tired.
func (p *parser) secondAdjective(i int) int {
	if i+2 < len(p.words) && p.words[i+1].lower == "and" && p.lex.is(p.words[i].lower, "adjective") {
		if w := p.words[i+2].lower; feltBy[w] || wearing[w] {
			return i + 2
		}
	}
	return i
}

// feelingEvent reports whether what happens is described by what a person feels: a bored lesson, a very tired day.
func (p *parser) feelingEvent() bool {
	for i := 1; i+1 < len(p.words); i++ {
		w, before := p.words[i].lower, p.words[i-1].lower
		felt := w == "bored" || w == "tired" || w == "excited" || w == "interested" || w == "exhausted" || w == "surprised"
		if before == "very" || before == "really" { // a very tired day
			before = p.words[max(i-2, 0)].lower
		}
		if felt && feltEvents[p.words[i+1].lower] && p.phraseEnds(i+2) && (before == "a" || before == "an") && !(wearing[w] && worn[p.words[i+1].lower]) {
			return true
		}
	}
	return false
}
