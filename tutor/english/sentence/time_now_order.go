package sentence

// An order to make no noise, or to hurry, is given for what goes on at that moment, which is told in the continuous: don't shout, the baby is sleeping.
// Habits give a reason as well (don't shout at him, he works hard), so that the present simple is only named.

// asksForQuiet reports whether g tells in the present simple, right after an order that opens the sentence, what goes on or waits for somebody: don't
// shout, please, the baby sleeps in the next room; hurry up, the taxi waits outside.
func (a *Analysis) asksForQuiet(g *Group) bool {
	p, f := a.parser, g.found
	first := 0
	if p.words[0].lower == "please" {
		first++
		if p.wordAt(1) == "," {
			first++
		}
	}
	n := f.subject
	if last := p.phraseBefore(f.start); last != nil && last.start > 0 && p.words[last.start-1].text == "," { // don't make so much noise, my grandfather sleeps
		n = last
	} else if f.kind != mainClause {
		return false
	}
	if !orders[p.wordAt(first)] || f.inverted || n.start < 2 || !p.words[n.start-1].punct && p.words[n.start-1].lower != "because" || !goesOnNow[g.Verb] || a.hasPresent(f) {
		return false
	}
	if p.marked(first, n.start, ".!?;:") || !p.acts(n) && g.Verb != "wait" && g.Verb != "ring" && g.Verb != "come" {
		return false
	}
	return p.endsHere(f.end)
}

// endsHere reports whether the sentence ends at word i, or after a place or a purpose of the moment: in the next room, outside, for her exam.
func (p *parser) endsHere(i int) bool {
	switch p.wordAt(i) {
	case "upstairs", "outside", "downstairs":
		i++
	case "in", "at":
		switch room := p.wordAt(i + 2); {
		case p.wordAt(i+1) != "the":
			return false
		case room == "next" || room == "other" || room == "living" || room == "dining":
			i += 4
		case room == "kitchen" || room == "bedroom" || room == "garden" || room == "door" || room == "bathroom":
			i += 3
		default:
			return false
		}
	case "for":
		switch {
		case possessives[p.wordAt(i+1)] && (p.wordAt(i+2) == "exam" || p.wordAt(i+2) == "test"):
			i += 3
		case p.lex.is(p.wordAt(i+1), "object", "either"):
			i += 2
		default:
			return false
		}
		switch p.wordAt(i) {
		case "outside", "downstairs":
			i++
		}
	}
	return i >= len(p.words) || p.words[i].punct
}

var (
	orders    = setOf("don't do speak talk be hurry listen look turn shh stop wait")
	goesOnNow = setOf("sleep cry come ring wait work study rest")
)
