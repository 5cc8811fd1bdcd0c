package sentence

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A rule is a row of tables/rules.tsv: words in which a verb is wrong, or in which it must not be judged.
type rule struct {
	code   Code  // "" where the row spares the verb
	asked  asked // what stands instead
	parts  []part
	guards []string
	wrong  string
	right  string
	line   int
}

// An asked form is how a row mends a verb: by what governs it, by what is wrong with it, or by the tense that it should have.
type asked struct {
	by    governor
	fault fault
	tense verb.Tense
}

// askable are the asked forms by the name that the table gives them; the table explains them.
var askable = map[string]asked{
	"participle": {by: byBe, fault: wrongForm},
	"perfect":    {by: byHave, fault: wrongForm},
	"to":         {by: byTo, fault: missingTo},
	"for":        {by: byTo, fault: forPurpose},
	"not to":     {by: byTo, fault: orderReported},
	"gerund":     {by: ungoverned, fault: gerundAsked},
	"inside":     {by: byDo, fault: askedInside},

	"present tense":    {tense: verb.PresentSimple},
	"past tense":       {tense: verb.PastSimple},
	"perfect tense":    {tense: verb.PresentPerfect},
	"continuous tense": {tense: verb.PresentContinuous},
}

// A part is one part of a pattern.
type part struct {
	mark     byte // > the verb, ~ its "to", = an auxiliary of its group, or 0
	optional bool
	options  []string
}

var theRules = sync.OnceValue(func() []rule {
	var list []rule
	for i, record := range tables.Read("rules", 6) {
		r := rule{parts: partsOf(record[2]), guards: strings.Fields(record[3]), wrong: record[4], right: record[5], line: i + 1}
		if record[0] != "spare" {
			form, ok := askable[record[1]]
			if !ok {
				panic(fmt.Sprintf("sentence: BUG: rules.tsv: %q is nothing that a row can ask for", record[1]))
			}
			r.code, r.asked = Code(record[0]), form
		}
		list = append(list, r)
	}
	return list
})

// partsOf reads a pattern.
func partsOf(pattern string) []part {
	var list []part
	for text := range strings.FieldsSeq(pattern) {
		var p part
		if strings.IndexByte(">~=", text[0]) >= 0 && len(text) > 1 {
			p.mark, text = text[0], text[1:]
		}
		text, p.optional = strings.CutSuffix(text, "?")
		if text == "" { // a question mark
			text, p.optional = "?", false
		}
		p.options = strings.Split(text, "|")
		list = append(list, p)
	}
	return list
}

// applyRules decides the verbs that rows of the table speak of, in the order of the table. The first row that matches
// a verb decides it, and no later row looks at it again.
func (a *Analysis) applyRules(rules []rule) {
	decided := map[int]bool{}
	for k := range rules {
		r := &rules[k]
		for i := range a.parser.words {
			m := match{analysis: a, main: -1, to: -1}
			if !m.from(r.parts, i) || m.main < 0 || decided[m.main] || !a.guarded(r, &m) {
				continue
			}
			if r.code == "" {
				decided[m.main] = true
				a.spare(m.main)
			} else if a.mend(r, &m) {
				decided[m.main] = true
			}
		}
	}
	a.sortGroups()
}

func (a *Analysis) sortGroups() {
	slices.SortStableFunc(a.Groups, func(x, y Group) int { return x.Main - y.Main })
}

// groupAt returns the group whose main verb is word i, or nil.
func (a *Analysis) groupAt(i int) *Group {
	for k := range a.Groups {
		if a.Groups[k].found.main == i {
			return &a.Groups[k]
		}
	}
	return nil
}

// groupOf returns the group that word i belongs to, or nil.
func (a *Analysis) groupOf(i int) *Group {
	for k := range a.Groups {
		if f := a.Groups[k].found; f.main == i || slices.Contains(f.aux, i) {
			return &a.Groups[k]
		}
	}
	return nil
}

// spare withdraws what was said against the verb at word i.
func (a *Analysis) spare(i int) {
	if g := a.groupOf(i); g != nil && g.Judgment.Verdict == Wrong {
		g.Judgment = Judgment{Verdict: NotJudged}
	}
}

// mend says that the verb of a match is wrong, if what the row asks for can be written there.
func (a *Analysis) mend(r *rule, m *match) bool {
	if r.asked.fault == noFault {
		return a.mendTense(r, m)
	}
	w := a.parser.words[m.main]
	if len(w.readings) == 0 {
		return false
	}
	v := newVerbal(m.main)
	for _, i := range append(slices.Clone(m.aux), m.to) {
		if i >= 0 {
			v.start = min(v.start, i)
		}
	}
	v.main, v.end, v.to, v.readings = m.main, m.main+1, m.to, m.readings
	if base := w.form(verb.Base); len(base) > 0 && r.asked.by == byBe {
		v.readings = base // gets bore: of bore, not of bear
	}
	v.base, v.governor, v.fault = v.readings[0].Base, r.asked.by, r.asked.fault
	f := &found{verbal: &v, subjectless: true, clause: a.clauseAt(m.main)}
	for _, i := range m.aux {
		if a.parser.isNegation(i) {
			v.not = i
		} else {
			v.aux = append(v.aux, i)
		}
	}
	call := Call{Tool: Lookup, Verb: v.base}
	if r.asked.fault == askedInside {
		v.finite, f.subject, f.kind, f.subjectless = true, m.subject, compClause, false
	}
	g := a.group(f)
	switch r.asked.fault {
	case gerundAsked:
		call = a.askForGerund(f)
	case askedInside:
		call = Call{Tool: Conjugate, Verb: v.base, Person: g.person(), Tense: g.Tense}
	}
	g.Judgment = Judgment{Wrong, r.code, call, ""}
	a.Groups = slices.DeleteFunc(a.Groups, func(o Group) bool {
		return o.found.main == v.main || slices.Contains(o.found.aux, v.main) || slices.Contains(v.aux, o.found.main)
	})
	a.Groups = append(a.Groups, g)
	return true
}

// mendTense says that the group of the verb of a match should stand in another tense.
func (a *Analysis) mendTense(r *rule, m *match) bool {
	g := a.groupOf(m.main)
	if g == nil || !g.found.finite || g.Subject.Person == "" || !a.conjugates(g.found) {
		return false
	}
	old := g.Judgment
	call := Call{Tool: Conjugate, Verb: g.Verb, Person: g.Subject.Person, Tense: r.asked.tense}
	g.Judgment = Judgment{Wrong, r.code, call, a.text(m.start, m.end)}
	for i := range a.Groups {
		if &a.Groups[i] == g && !a.changesWords(i) {
			g.Judgment = old
			return false
		}
	}
	return true
}
