package corpus

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// finish renders the sentence and reads the facts off its groups.
func (d *draft) finish() (Example, bool) {
	d.flush()
	e := Example{Text: d.styled(render(d.pieces, true)), InScope: true}
	right := d.styled(render(d.pieces, false))
	wrong, judged := false, false
	var chief *group
	var seen []*group
	for _, p := range d.pieces {
		g := p.group
		if g == nil || slices.Contains(seen, g) {
			continue
		}
		seen = append(seen, g)
		f := Fact{Verb: g.base, Person: g.person, Code: g.code}
		if g.tense.Valid() {
			f.Tense = g.tense
		}
		e.Groups = append(e.Groups, f)
		wrong, judged = wrong || g.code != "", judged || g.judged()
		if g.code != "" && (chief == nil || chief.code == "") || chief == nil && g.kind != "" {
			chief = g
		}
	}
	switch {
	case wrong:
		e.Corrected = right
	case !judged:
		e.InScope, e.Reason = false, sentence.OtherTense
	}
	e.Cell = d.cell(e, chief)
	return e, !d.failed && wrong == (e.Text != right)
}

// notJudged returns the text of the draft as an example that is not judged.
func (d *draft) notJudged() Example {
	d.flush()
	return Example{Text: d.styled(render(d.pieces, false)), Reason: sentence.Reason(d.recipe.outcome), Cell: d.recipe.outcome}
}

// styled types the sentence as the recipe has it.
func (d *draft) styled(text string) string {
	switch d.recipe.style {
	case jotted:
		return strings.TrimSuffix(text, ".")
	case curled:
		text = strings.ReplaceAll(text, "'", "’")
	}
	return capital(text)
}

// cell names the cell of the example.
func (d *draft) cell(e Example, chief *group) string {
	outcome := d.recipe.outcome
	if outcome == "wrong" {
		var codes []string
		for _, f := range e.Groups {
			if f.Code != "" {
				codes = append(codes, string(f.Code))
			}
		}
		outcome = strings.Join(codes, "+")
	}
	if chief == nil {
		return outcome
	}
	shape := "affirmative"
	if chief.negative {
		shape = "negative"
	}
	if chief.question {
		shape = "question"
	}
	return strings.Join([]string{outcome, string(chief.tense), string(chief.person), shape, chief.kind}, "/")
}
