package sentence

// After so and neither, and where a place opens the sentence, the subject stands after its verb and agrees with it all the same: so is my brother, to the left was a small
// door. Learners make the verb agree with what stands before it.

// readLateSubjects makes sure of the subject after its verb where "so" or neither opens the clause, or a place, and nothing follows but the end of it: so is my brother, to the
// left was a small door.
func (a *Analysis) readLateSubjects() {
	p := a.parser
	for i := range a.Groups {
		f := a.Groups[i].found
		n := f.subject
		if n == nil || !f.finite || !f.inverted || f.fronted || f.shared || len(f.aux) == 0 || f.main != f.aux[len(f.aux)-1] || f.aux[0] == 0 || n.kind != nounPhrase || !n.determined || n.start != f.aux[0]+1 {
			continue
		}
		if n.end < len(p.words) && (!p.words[n.end].punct || n.end+1 < len(p.words) && p.words[n.end].text == "," && !p.opensNewClause(n.end+1)) {
			continue
		}
		switch before := p.words[f.aux[0]-1].lower; {
		case before == "so" || before == "neither" || before == "nor":
			f.sure = true
		case f.base == "be" && articles[p.words[n.start].lower] && p.words[n.start].lower != "the" && p.opensWithPlace(f.aux[0]):
			f.sure = true
		}
	}
}

// opensNewClause reports whether a coordinator and a subject stand at word i.
func (p *parser) opensNewClause(i int) bool {
	return i+1 < len(p.words) && (p.words[i].lower == "but" || p.words[i].lower == "and") && p.lex.is(p.words[i+1].lower, "subject", "either")
}

// opensWithPlace reports whether the words before word i, which open the sentence, say where something is.
func (p *parser) opensWithPlace(i int) bool {
	first := p.words[0].lower
	if i == 1 {
		return first == "inside" || first == "outside" || first == "upstairs" || first == "downstairs"
	}
	for _, w := range p.words[1:i] {
		if w.punct || p.lex.is(w.lower, "coordinator", "subordinator", "relative", "subject") {
			return false
		}
	}
	switch first {
	case "in", "on", "under", "behind", "near", "beside", "between", "among", "inside", "opposite", "above", "below":
		return true
	case "to":
		return p.words[1].lower == "the"
	}
	return false
}
