package answer

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// An Observation is what one call returned, as the model read it.
type Observation struct {
	Tool   string
	Args   json.RawMessage
	Output json.RawMessage
}

// arguments has the arguments of all tools.
type arguments struct {
	Person  verb.Person `json:"person"`
	Subject string      `json:"subject"`
	Tense   verb.Tense  `json:"tense"`
	Verb    string      `json:"verb"`
}

// output has the members of all tools' outputs.
type output struct {
	Form     *string  `json:"form"` // null in an answer of lookup_spanish that knows no verb
	Negative string   `json:"negative"`
	Question string   `json:"question"`
	Variants []string `json:"variants"`

	Infinitive     *string `json:"infinitive"`
	IsIrregular    bool    `json:"is_irregular"`
	PastParticiple string  `json:"past_participle"`
	PastSimple     string  `json:"past_simple"`

	Forms []string `json:"forms"`

	Agrees   bool   `json:"agrees"`
	Expected string `json:"expected"`
}

// call returns what was asked.
func (o Observation) call() (sentence.Call, bool) {
	var in arguments
	if json.Unmarshal(o.Args, &in) != nil {
		return sentence.Call{}, false
	}
	c := sentence.Call{Tool: sentence.Tool(o.Tool), Verb: in.Verb}
	switch c.Tool {
	case sentence.Conjugate, sentence.Spanish:
		c.Verb, c.Person, c.Tense = infinitive(in.Verb), in.Person, in.Tense
	case sentence.Lookup:
		c.Verb = infinitive(in.Verb)
	case sentence.Agreement:
		c.Subject = in.Subject
	}
	return c, true
}

// Read returns the observation as package sentence takes it. It is false for an error, for a verb that is
// not in the Spanish list, and for an output that no tool returns.
func (o Observation) Read() (sentence.Observation, bool) {
	call, ok := o.call()
	var out output
	if !ok || json.Unmarshal(o.Output, &out) != nil {
		return sentence.Observation{}, false
	}
	shown := sentence.Observation{Call: call}
	switch call.Tool {
	case sentence.Conjugate:
		shown.Form, shown.Negative, shown.Question, shown.Variants = deref(out.Form), out.Negative, out.Question, out.Variants
		ok = haveWords(shown.Form, shown.Negative, shown.Question)
	case sentence.Lookup:
		shown.Infinitive, shown.Irregular = deref(out.Infinitive), out.IsIrregular
		shown.PastSimple, shown.PastParticiple, shown.Forms = out.PastSimple, out.PastParticiple, out.Forms
		ok = haveWords(shown.Infinitive, shown.PastSimple, shown.PastParticiple)
	case sentence.Agreement:
		shown.Agrees, shown.Expected = out.Agrees, out.Expected
		ok = haveWords(shown.Expected)
	case sentence.Spanish:
		shown.Form = deref(out.Form)
		ok = haveWords(shown.Form)
	default:
		ok = false
	}
	return shown, ok
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// haveWords reports whether each of the texts has a word in it.
func haveWords(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(t string) bool { return strings.TrimSpace(t) == "" })
}

// infinitive returns the verb of which an argument is a form, as the tools read it.
func infinitive(word string) string {
	if r, ok := verb.Lemma(word); ok {
		return r.Base
	}
	return strings.ToLower(word)
}

// evidence is what a run observed, each call once.
type evidence struct {
	verbs   []sentence.Observation // in call order
	spanish []sentence.Call        // that were answered with a form
}

// readEvidence reads the observations of a run.
func readEvidence(observations []Observation) evidence {
	var e evidence
	for _, o := range observations {
		if shown, ok := o.Read(); ok {
			e.add(shown)
		}
	}
	return e
}

func (e *evidence) add(o sentence.Observation) {
	if o.Call.Tool == sentence.Spanish {
		e.spanish = append(e.spanish, o.Call)
		return
	}
	if !slices.ContainsFunc(e.verbs, func(was sentence.Observation) bool { return was.Call == o.Call }) {
		e.verbs = append(e.verbs, o)
	}
}
