package sentence

import (
	"cmp"
	"slices"
	"strings"
)

// A parser finds the cheapest parse of a sentence: a search with a beam over the words, where each
// move reads a noun phrase, a verb group or a function word and has a cost (costs.go). A verb that
// disagrees with its subject costs too, so that a reading in which nothing is wrong wins whenever
// it is about as likely.
type parser struct {
	lex        *lexicon
	words      []word
	question   bool // ends with a question mark
	nominalsAt [][]*nominal
	finitesAt  [][]*verbal
	beams      [][]hypothesis
	ending     *clause // where the cheapest parse ends
	alone      bool    // the words are a subject without its verb
	times      []moment

	adverbs []int8 // words of the adverb at each word; -1 where it is not known yet
	clauses arena[clause]
	steps   arena[step]
}

// beamWidth is how many hypotheses are kept at each word.
const beamWidth = 48

func newParser(words []word) *parser {
	p := &parser{lex: theLexicon(), words: words}
	p.nominalsAt = make([][]*nominal, len(words)+1)
	p.finitesAt = make([][]*verbal, len(words)+1)
	p.beams = make([][]hypothesis, len(words)+1)
	p.adverbs = slices.Repeat([]int8{-1}, len(words))
	for _, w := range slices.Backward(words) {
		if !w.punct {
			break
		}
		p.question = p.question || strings.Contains(w.text, "?")
	}
	return p
}

// parse returns the steps of the cheapest parse in order, and its cost.
func (p *parser) parse() ([]*step, float64) {
	p.times = p.moments()
	p.beams[0] = []hypothesis{{top: &clause{}}}
	for i := range p.words {
		p.prune(i)
		for _, h := range p.beams[i] {
			p.move(i, h)
		}
	}
	best, cost := -1, 0.0
	end := p.beams[len(p.words)]
	for k, h := range end {
		if c := h.cost + p.endCost(h.top); best < 0 || c < cost {
			best, cost = k, c
		}
	}
	if best < 0 {
		return nil, 0
	}
	p.ending = end[best].top
	p.beams = nil // thousands of hypotheses, which an analysis need not keep
	var steps []*step
	for s := end[best].last; s != nil; s = s.before {
		steps = append(steps, s)
	}
	slices.Reverse(steps)
	return steps, cost
}

// prune keeps the cheapest hypotheses at word i, one of each kind.
func (p *parser) prune(i int) {
	list := p.beams[i]
	slices.SortFunc(list, func(a, b hypothesis) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.order, b.order))
	})
	kept := list[:0]
	for _, h := range list {
		if slices.ContainsFunc(kept, func(k hypothesis) bool { return k.top.equivalent(h.top) }) {
			continue
		}
		if kept = append(kept, h); len(kept) == beamWidth {
			break
		}
	}
	p.beams[i] = kept
}

// endCost is what is left undone at the end of the sentence.
func (p *parser) endCost(c *clause) float64 {
	if p.alone {
		return p.aloneCost(c)
	}
	cost := 0.0
	for ; c != nil; c = c.parent {
		switch c.phase {
		case atStart:
			if c.found == nil {
				cost += costFragment
			}
		case atSubject:
			cost += p.verbless(c)
		case atInversion:
			cost += costNoVerb
		case atPredicate:
			v := p.auxiliaryAlone(c.open)
			cost += v.cost + p.disagreement(v, c.subject, c) + costAuxiliaryEnds + costIf(v.governor == byHave && c.fronted, costHaveAlone)
		}
		if c.dependent {
			cost += costDependentAlone
		}
	}
	return cost
}

// verbless is the cost of a subject without a verb. A noun phrase that should have a determiner and
// has none is a heading or a fragment rather than the subject of a sentence.
func (p *parser) verbless(c *clause) float64 {
	n := c.subject
	if n != nil && n.start == 0 && p.exclaims(n) {
		return costExclamation
	}
	if n == nil || n.kind != nounPhrase || n.determined {
		return costNoVerb
	}
	w := p.words[n.head]
	next := ""
	if n.end < len(p.words) {
		next = p.words[n.end].lower
	}
	switch {
	case n.end-n.start == 1 && w.first:
		if next == "which" || next == "that" || next == "for" || next == "to" {
			return costHeading
		}
		if !p.nameless(w) && p.lex.number(w, false) == p3sg && !p.lex.nouns["mass"][w.lower] {
			return costTitleNoun
		}
	case p.lex.is(next, "determiner", "object") && p.nameless(p.words[n.start]): // Ana scan these
	case p.lex.number(w, false) == p3sg && !w.capital && !p.lex.nouns["mass"][w.lower] && (len(w.readings) == 0 || p.lex.chieflyNoun(w.lower)):
		return costHeading
	}
	return costNoVerb
}

// exclaims reports whether a noun phrase that opens the sentence needs no verb: What a large ship!
// One more ticket, please.
func (p *parser) exclaims(n *nominal) bool {
	if p.words[0].lower == "what" && n.end > 2 && (p.words[1].lower == "a" || p.words[1].lower == "an") {
		return true
	}
	return n.end+1 < len(p.words) && p.words[n.end].text == "," && p.words[n.end+1].lower == "please"
}

// aloneCost is the cost of ending after a subject without its verb: none if that is what was read.
func (p *parser) aloneCost(c *clause) float64 {
	switch {
	case c.phase == atSubject && c.parent == nil:
		return 0
	case c.kind == relClause && c.parent != nil && c.parent.phase == atSubject && (c.phase == atVerb || c.phase == atSubject):
		return costAloneRelative
	}
	return costAloneNot
}

// advance records a move: h reads the words from i to end and is then in clause c.
func (p *parser) advance(h hypothesis, i, end int, cost float64, c clause, f *found, n *nominal) {
	s := p.steps.put(step{before: h.last, from: i, to: end, clause: c.id, found: f, nominal: n})
	p.beams[end] = append(p.beams[end], hypothesis{h.cost + cost, p.clauses.put(c), s, len(p.beams[end])})
}

// move tries everything that may follow hypothesis h at word i.
func (p *parser) move(i int, h hypothesis) {
	w, c := p.words[i], *h.top
	if w.punct {
		p.punctuation(i, h)
		return
	}
	if n := p.adverb(i); n > 0 && !(c.phase == atSubject && w.lower == "not") {
		exists := costIf(w.lower == "ago", costAgoInside) // on Mondays there is: the adverb would stand between subject and verb
		if c.phase == atSubject && w.lower == "there" && i+1 < len(p.words) && (p.words[i+1].lower == "'s" ||
			p.lex.is(p.words[i+1].lower, "be", "have")) {
			exists = costThereAdverb + costIf(c.joined || timeNouns()[p.words[c.subject.head].lower], costThereAdverbTime)
		}
		p.advance(h, i, i+n, exists+costAdverb+costIf(c.phase == atStart, costAdverbFirst), c, nil, nil)
	}
	p.timePhrase(i, h)
	p.preposition(i, h)
	if p.lex.is(w.lower, "coordinator") {
		p.coordinator(i, h)
	}
	switch c.phase {
	case atStart:
		p.fromStart(i, h)
	case atSubject:
		p.fromSubject(i, h)
	case atVerb:
		p.fromVerb(i, h)
	case atInversion:
		p.fromInversion(i, h)
	case atPredicate:
		p.fromPredicate(i, h)
	}
	// A word that fits nowhere: symbols, foreign words, mistakes of other kinds.
	waits := c.phase == atSubject && len(w.readings) > 0 && !w.guessed // for just such a word
	finite := (p.lex.is(w.lower, "be", "have", "do") || possessives[w.lower]) && !w.named()
	p.advance(h, i, i+1, costStrayWord+costIf(waits, costStrayVerb)+costIf(finite, costStrayFinite), c, nil, nil)
}

// adverb returns how many words of an adverb stand at word i.
func (p *parser) adverb(i int) int {
	if p.adverbs[i] < 0 {
		p.adverbs[i] = int8(p.findAdverb(i))
	}
	return int(p.adverbs[i])
}

func (p *parser) findAdverb(i int) int {
	w := p.words[i]
	if w.punct {
		return 0
	}
	for _, ph := range p.lex.phrases[w.lower] {
		if ph.class == "interjection" && p.matches(i, ph.words) {
			return len(ph.words)
		}
		if (ph.class == "adverb" || ph.class == "frequency") && p.matches(i, ph.words) {
			if end := i + len(ph.words); end < len(p.words) && p.words[end].lower == "of" {
				return 0 // a lot of books
			}
			return len(ph.words)
		}
	}
	if w.named() && !p.lex.is(w.lower, "adverb") {
		return 0
	}
	if p.lex.is(w.lower, "adverb", "frequency", "negation") && w.lower != "n't" {
		return 1
	}
	if p.lex.is(w.lower, "interjection") && (i == 0 || p.words[i-1].punct || i+1 == len(p.words) || p.words[i+1].punct) {
		return 1
	}
	if strings.HasSuffix(w.lower, "ly") && len(w.readings) == 0 && !lyNouns[w.lower] && len(w.lower) > 4 {
		return 1
	}
	return 0
}

// at returns word i, and a mark where there is none.
func (p *parser) at(i int) word {
	if i < 0 || i >= len(p.words) {
		return word{punct: true}
	}
	return p.words[i]
}

// matches reports whether the words at i are those of a phrase.
func (p *parser) matches(i int, phrase []string) bool {
	if i+len(phrase) > len(p.words) {
		return false
	}
	for k, want := range phrase {
		if p.words[i+k].lower != want {
			return false
		}
	}
	return true
}

// punctuation reads a comma or another mark.
func (p *parser) punctuation(i int, h hypothesis) {
	c := *h.top
	strong := p.words[i].text != "," && p.words[i].text != "-"
	p.advance(h, i, i+1, 0, c, nil, nil)
	if c.phase == atSubject {
		p.parenthesis(i, h)
	}
	last := true
	for _, w := range p.words[i:] {
		last = last && w.punct
	}
	if last || c.phase != atVerb && !strong && c.phase != atStart {
		return
	}
	cost := costComma
	if strong {
		cost = costMark
	}
	switch {
	case c.phase == atVerb && c.dependent:
		p.advance(h, i, i+1, 0, clause{id: i + 1}, nil, nil)
	case c.phase == atVerb && c.parent == nil, c.phase == atVerb && strong:
		p.advance(h, i, i+1, cost, clause{id: i + 1}, nil, nil)
	case strong && c.phase == atSubject: // a heading: "What it does: …"
		p.advance(h, i, i+1, costFragment, clause{id: i + 1}, nil, nil)
	}
	if c.phase == atVerb && c.parent != nil && (c.parent.phase == atSubject || c.parent.phase == atStart) {
		p.advance(h, i, i+1, costClosingComma, *c.parent, nil, nil)
	}
}

// parenthesis passes over what stands between two commas after a subject, whatever it is.
func (p *parser) parenthesis(i int, h hypothesis) {
	closing := map[string]string{",": ",", "(": ")", "–": "–", "—": "—", "-": "-"}[p.words[i].text]
	for j := i + 2; closing != "" && j < len(p.words)-1 && j < i+14; j++ {
		if p.words[j].text == closing {
			p.advance(h, i, j+1, costParenthesis, *h.top, nil, nil)
			return
		}
	}
}

// timePhrase reads "last night", "every day", "two years ago", which stand anywhere.
func (p *parser) timePhrase(i int, h hypothesis) {
	for _, m := range p.times {
		if m.from == i && m.to > i+1 { // the day before yesterday
			p.advance(h, i, m.to, costTimePhrase, *h.top, nil, nil)
		}
	}
	for _, n := range p.nominals(i) {
		if possessives[p.words[i].lower] && n.end < len(p.words) && p.words[n.end].lower == "ago" {
			continue // saw her two days ago
		}
		if !n.determined && !isTimeModifier(p.words[i].lower) || !timeNouns()[p.words[n.head].lower] || n.kind != nounPhrase {
			continue
		}
		end := n.end
		if end < len(p.words) && p.words[end].lower == "ago" {
			end++
		}
		f := h.top.found
		exists := f != nil && f.subject != nil && f.subject.kind == existential && f.existing == nil && f.end == i // there are seven days
		p.advance(h, i, end, costTimeNoun+n.cost+costIf(exists, costTimeExists), *h.top, nil, nil)
	}
}

func isTimeModifier(w string) bool {
	return w == "last" || w == "next" || w == "yesterday" || w == "tomorrow"
}
