package answer

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A Grounded is what a model that knows more than the analysis may answer about a sentence: that the verbs
// are right, the sentence with a few verbs changed into forms that the tools returned, or that nothing is judged.
// Which verb, which form and whether to decline is the model's choice.
type Grounded struct {
	about    *Sentence
	observed []sentence.Observation // each call once, those of lookup_spanish left out
	spanish  evidence

	Pattern string // what a correction must match; "" where nothing was returned that could be changed
	Clean   bool   // it may be said that the verbs are right
	Looked  bool   // an observation came, and one about each verb that is certainly wrong, or nothing can be asked; before, only Undecided is true
}

// maxFree is how long the line is that a model adds to a rationale, in code points.
const maxFree = 120

// Grounded returns what may be answered after the observations, which are in the order of their calls. Before
// the first one there is nothing to say, unless there is nothing to ask.
func (s *Sentence) Grounded(observations []Observation) Grounded {
	return s.grounded(observations, nil)
}

// Unsettled is Grounded where only those verbs can change of which the analysis has no opinion.
func (s *Sentence) Unsettled(observations []Observation) Grounded {
	return s.grounded(observations, s.settled())
}

func (s *Sentence) grounded(observations []Observation, settled map[int]bool) Grounded {
	e := readEvidence(observations)
	g := Grounded{about: s, observed: e.verbs, spanish: e}
	g.Looked = s.looked(e, observations)
	g.Clean = g.Looked && !s.certainlyWrong()
	if forms := formsOf(e.verbs); len(forms) > 0 {
		pieces := s.pieces(forms, settled)
		if slices.ContainsFunc(pieces, func(p piece) bool { return p.other != "" }) {
			g.Pattern = expression(pieces, maxVerbEdits)
		}
	}
	return g
}

// Looked reports whether more than Undecided may be answered after the observations.
func (s *Sentence) Looked(observations []Observation) bool {
	return s.looked(readEvidence(observations), observations)
}

func (s *Sentence) looked(e evidence, observations []Observation) bool {
	return (len(e.verbs) > 0 || len(s.verbArguments()) == 0) && len(s.urgent(observations)) == 0
}

// Schema returns the answers as the arguments of final_answer:
//
//	clean       corrected null       in_scope true    a line of the model's, or none
//	outside     corrected null       in_scope false   one of the reasons
//	fixed       matches Pattern      in_scope true    a line of the model's, or none
//
// There always is one. The program adds the observations to the rationale, and the gloss. Pattern may match the sentence
// as it stands, because an expression that leaves one text out is too large for servers: where clean is closed, that
// is read as that the model did not decide.
func (g Grounded) Schema() grammar.Schema {
	free := grammar.Array(grammar.String(1, maxFree), 0, 1)
	var branches []grammar.Schema
	if g.Clean {
		branches = append(branches, objectOf(grammar.Null(), yes, free, grammar.Null()))
	}
	if g.Looked {
		branches = append(branches, outside(Reasons))
	} else {
		branches = append(branches, outside([]sentence.Reason{sentence.Undecided}))
	}
	if g.Pattern != "" {
		branches = append(branches, objectOf(grammar.Pattern(g.Pattern, 1, MaxText), yes, free, grammar.Null()))
	}
	return grammar.AnyOf(branches...)
}

// certainlyWrong reports whether the analysis found a verb that no reading allows.
func (s *Sentence) certainlyWrong() bool { return slices.ContainsFunc(s.analysis.Groups, certain) }

// certain reports whether no reading allows a verb: a form that there is none of (goed, dint), one that a pronoun
// cannot have (he don't), or one that cannot follow its auxiliary (did went, has went, can to swim, to went).
func certain(g sentence.Group) bool {
	j := g.Judgment
	switch {
	case j.Verdict != sentence.Wrong:
		return false
	case j.Code == sentence.SubjectPronoun:
		return j.Moment == ""
	case j.Code == sentence.PastParticiple:
		return len(g.Tokens) > 1
	}
	return slices.Contains(impossible, j.Code)
}

// impossible are the faults that no tense and no other reading of the sentence can make right.
var impossible = []sentence.Code{sentence.Overregular, sentence.AuxiliarySpelling, sentence.DoSupport, sentence.ModalBase, sentence.ToBase}

// A demand says what has to become of a main verb.
type demand int

const (
	another demand = iota + 1 // another form of the verb, or none of the auxiliaries before it
	helped                    // another form of the verb, or an auxiliary before it: he need
)

// demands returns, by where they begin, the main verbs that are a form of no verb (goed), that cannot follow their
// auxiliary (did went), or that stand alone after a pronoun which cannot have them (he need).
func (s *Sentence) demands() map[int]demand {
	places := map[int]demand{}
	for _, g := range s.analysis.Groups {
		start := s.analysis.Tokens[g.Main].Start
		switch {
		case !certain(g) || g.Judgment.Code == sentence.AuxiliarySpelling:
		case g.Judgment.Code == sentence.Overregular:
			places[start] = another
		case g.Judgment.Code != sentence.SubjectPronoun: // after an auxiliary; a base form may be right after another one: can to swim
			if s.analysis.Tokens[g.Main].Lower != g.Verb {
				places[start] = another
			}
		case len(g.Tokens) == 1:
			places[start] = helped
		}
	}
	return places
}

// Disputes reports whether a correction changes a verb that the analysis sees as right.
func (s *Sentence) Disputes(corrected string) bool {
	changed := changedWords(s.analysis.Text, corrected)
	for i := range s.analysis.Groups {
		g := &s.analysis.Groups[i]
		if g.Judgment.Verdict != sentence.Right {
			continue
		}
		for _, t := range g.Tokens {
			if changed[s.analysis.Tokens[t].Start] {
				return true
			}
		}
	}
	return false
}

// Complete returns an answer of g's schema with what the program writes: in the rationale, the observations
// whose words were used, in the order of the calls, before the model's own line, and what was seen and not
// checked; and the gloss, where the Spanish of all verbs was looked up.
func (g Grounded) Complete(o Object) Object {
	text := g.about.analysis.Text
	if o.Corrected != nil {
		text = *o.Corrected
	}
	if o.InScope && text == g.about.analysis.Text && !g.Clean {
		return Object{Rationale: []string{ReasonLine(sentence.Undecided)}}
	}
	if gloss := g.about.glossFor(text, g.spanish); gloss != "" && o.InScope && o.SpanishGloss == nil {
		o.SpanishGloss = &gloss
	}
	if !o.InScope {
		return o
	}
	lines := g.lines(text)
	for _, line := range o.Rationale {
		// Brackets name the tool of an observation.
		if free := strings.NewReplacer("[", "(", "]", ")").Replace(strings.Join(strings.Fields(line), " ")); free != "" && !slices.Contains(lines, free) {
			lines = append(lines, free)
		}
	}
	for _, n := range g.about.analysis.Notes {
		lines = append(lines, NoteLine(string(n)))
	}
	o.Rationale = lines
	return o
}

// lines returns a line for each observation whose words are in the changed places of text; of the unchanged
// sentence, for each whose words stand in it.
func (g Grounded) lines(text string) []string {
	was, now := g.about.analysis.Text, text
	changed := newWords(was, now)
	if was == now {
		for _, w := range g.about.words() {
			changed = append(changed, w.Lower)
		}
	}
	var used, about []string
	for _, o := range g.observed {
		forms := formsOf([]sentence.Observation{o})
		for _, list := range forms {
			line := g.line(o, was != now)
			if slices.ContainsFunc(list, func(form string) bool { return slices.Contains(changed, form) }) {
				used = appendNew(used, line)
			}
			about = appendNew(about, line)
		}
	}
	if len(used) == 0 { // only words of the closed list were changed: beside the verbs that were asked about
		used = about
	}
	return used[:min(len(used), maxEvidence)]
}

// line says what an observation shows.
func (g Grounded) line(o sentence.Observation, instead bool) string {
	s, best := g.about, -1
	for i := range s.analysis.Groups {
		if s.about(i, o.Call) {
			best = i
			break
		}
	}
	if best >= 0 {
		_, ok := s.analysis.Realize(best, o)
		return s.line(best, o, instead && ok)
	}
	var text string
	switch o.Call.Tool {
	case sentence.Lookup:
		kind := Regular
		if o.Irregular {
			kind = Irregular
		}
		text = o.Infinitive + kind + o.Infinitive + ", " + o.PastSimple + ", " + o.PastParticiple
	case sentence.Agreement:
		text = o.Call.Subject + ": " + o.Expected
	default:
		text = string(o.Call.Tense) + FormOf(o.Call.Person) + o.Call.Verb + ": " + o.Form
	}
	source := Source(o.Call.Tool)
	return Cut(text, MaxLine-len(source)) + source
}

// Changes returns the words of a correction that are not in the sentence at their place, and those of the sentence
// that stand near to a change, both in lower case.
func Changes(was, now string) (added, near []string) {
	before, after := plainWords(was), plainWords(now)
	kept := commonPlaces(before, after)
	place := map[int]int{} // of the words of now that stay, in was
	for _, p := range kept {
		place[p[1]] = p[0]
	}
	changed := map[int]bool{} // words of was that go, and those between which others come
	for j, w := range after {
		if _, stays := place[j]; !stays {
			added = appendNew(added, w.Lower)
			for k := j; k >= 0; k-- {
				if i, ok := place[k]; ok {
					changed[i] = true
					break
				}
			}
		}
	}
	for i := range before {
		if !slices.ContainsFunc(kept, func(p [2]int) bool { return p[0] == i }) {
			changed[i] = true
		}
	}
	const reach = 3
	for i, w := range before {
		for d := -reach; d <= reach; d++ {
			if changed[i+d] {
				near = appendNew(near, w.Lower)
			}
		}
	}
	return added, near
}

// newWords returns the words of now that are not at their place in was, in lower case.
func newWords(was, now string) []string {
	before, after := plainWords(was), plainWords(now)
	kept := commonPlaces(before, after)
	var list []string
	for j, w := range after {
		if !slices.ContainsFunc(kept, func(p [2]int) bool { return p[1] == j }) {
			list = append(list, w.Lower)
		}
	}
	return list
}

// changedWords returns where the words of was begin that are not in now.
func changedWords(was, now string) map[int]bool {
	before, after := plainWords(was), plainWords(now)
	kept := commonPlaces(before, after)
	changed := map[int]bool{}
	for i, w := range before {
		if !slices.ContainsFunc(kept, func(p [2]int) bool { return p[0] == i }) {
			changed[w.Start] = true
		}
	}
	return changed
}

func plainWords(text string) []sentence.Token {
	return slices.DeleteFunc(sentence.Tokens(text), func(t sentence.Token) bool { return t.Kind != sentence.Word })
}

// commonPlaces returns the places of the words that both lists have, in order, as many as there can be.
func commonPlaces(a, b []sentence.Token) [][2]int {
	best := make([][]int, len(a)+1)
	for i := range best {
		best[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i].Lower == b[j].Lower {
				best[i][j] = best[i+1][j+1] + 1
			} else {
				best[i][j] = max(best[i+1][j], best[i][j+1])
			}
		}
	}
	var list [][2]int
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i].Lower == b[j].Lower:
			list = append(list, [2]int{i, j})
			i, j = i+1, j+1
		case best[i+1][j] >= best[i][j+1]:
			i++
		default:
			j++
		}
	}
	return list
}

// verbArguments returns the verbs that tools may be asked about: the words of the sentence that are or may be
// verb forms, their infinitives, and be, which may be missing.
func (s *Sentence) verbArguments() []string {
	s.verbsOnce.Do(func() {
		for _, w := range s.words() {
			if len(w.bases) == 0 {
				continue
			}
			forms := append([]string{w.Lower}, w.bases...)
			if strings.Contains(w.Lower, "'") || helpers().meant[w.Lower] != "" {
				forms = w.bases
			}
			for _, v := range forms {
				if fits(v, sentence.MaxVerb) && askable(v) {
					s.verbs = appendNew(s.verbs, v)
				}
			}
		}
		if len(plainWords(s.analysis.Text)) > 1 {
			s.verbs = appendNew(s.verbs, "be")
		}
	})
	return s.verbs
}

// askable reports whether the tools take a word for a verb.
func askable(w string) bool {
	_, known := verb.Lemma(w)
	return known || !sentence.IsKnownNonVerb(w) && !strings.ContainsFunc(w, func(r rune) bool { return (r < 'a' || r > 'z') && r != '-' })
}
