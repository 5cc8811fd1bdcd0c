// Package answer declares the tutor's answer, an [Object], and works out which answers a run allows.
//
// [New] analyzes a sentence once. [Sentence.RemainingCalls] lists what the tools may still be asked about
// it, and [Sentence.Answers] what may be answered after a run's [Observation] values: that the verbs are
// right, if for each verb group that can be judged an observation returned what is written; the sentence
// with verb groups replaced by words that observations returned; or that nothing is judged, for a reason
// that fits what is known. [Answers.Schema] is that as a schema, and [Answers.CompleteRationale] puts the
// lines of an answer in order. Every text of these answers is made here: a model chooses, it does not write.
// So it cannot rewrite style, invent a form, cite a tool that was not called, or skip a verb.
//
// [Sentence.Rewritings] is for trained models where the analysis sees no error and is not sure ([Sentence.Open]): they
// write the sentence, whose verbs may change into forms that the tools returned; [Sentence.CompleteRewriting] adds the
// rest. Everything depends on the sentence and the observations alone.
//
// To add a member to answers: a field of Object, with its name in alphabetical order; the same in objectOf,
// whose callers in schema.go, open.go and object.go say what each kind of answer may hold there; package
// rules, which writes answers; tutor.Report and its join, docs/manual.md, and what shows reports. The prompts of
// package tutor tell language models about it (answer_object.txt, answer_object_mixed.txt, react.md,
// react.mixed.md). The grammar makes the embedded network write it at once; what the network chooses there
// means nothing before it is trained again.
package answer

import (
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/spanish"
)

const (
	// MaxSentences is how many corrected sentences there are at most to choose from.
	MaxSentences = 64

	maxAwaited = 3 // groups that must be confirmed: more would not leave a run the steps for a gloss
)

// A Sentence is one sentence, analyzed once. It is safe for concurrent use.
type Sentence struct {
	analysis sentence.Analysis
	facts    []groupFacts // one for each group of the analysis
	calls    func() []sentence.Call
	variety  spanish.Variety // of its glosses

	mu      sync.Mutex // guards glosses
	glosses map[string]*Gloss
}

// New analyzes text, which is one sentence. About any other text there is nothing to ask, and one of the
// reasons is all that can be answered. The glosses are in the Spanish of Latin America.
func New(text string) *Sentence { return NewIn(text, spanish.LatinAmerica) }

// NewIn is New with glosses in the Spanish of v.
func NewIn(text string, v spanish.Variety) *Sentence {
	s := &Sentence{analysis: sentence.Analyze(text), variety: v, glosses: map[string]*Gloss{}}
	s.facts = factsOf(s.analysis)
	s.calls = sync.OnceValue(s.findCalls)
	return s
}

// Analysis returns the analysis of the sentence.
func (s *Sentence) Analysis() sentence.Analysis { return s.analysis }

// Answers are what may be answered.
type Answers struct {
	Clean   *Choice           // that the verbs are right; nil while one of them waits for its evidence
	Fixed   []Choice          // corrections, at most MaxSentences, each once; none while a verb waits
	Reasons []sentence.Reason // for not judging: all of them where nothing can be judged; Undecided while evidence is missing
}

// A Choice is one answer.
type Choice struct {
	Corrected string   // the whole sentence; "" where nothing is to be corrected
	Lines     []string // the observations it rests on, in the order of the calls
	Gloss     string   // the Spanish of the sentence; "" where it may not be given
}

// Answers returns what may be answered after the observations, which are in the order of their
// calls.
func (s *Sentence) Answers(observations []Observation) Answers {
	e := readEvidence(observations)
	found := s.findings(e)
	var a Answers
	if confirmed, ok := s.confirmed(found); ok {
		a.Clean = &Choice{Lines: s.lines(confirmed), Gloss: s.glossFor(s.analysis.Text, e)}
	}
	if len(waiting(found)) == 0 {
		for _, c := range s.combine(found) {
			c.Gloss = s.glossFor(c.Corrected, e)
			a.Fixed = append(a.Fixed, c)
		}
	}
	switch {
	case !slices.ContainsFunc(s.facts, func(is groupFacts) bool { return is.awaited }):
		a.Reasons = Reasons
	case a.Clean == nil && (len(a.Fixed) == 0 || !slices.ContainsFunc(found, finding.contradicted)):
		a.Reasons = []sentence.Reason{sentence.Undecided}
	}
	return a
}

// Undecided reports whether Undecided is the only possible answer.
func (a Answers) Undecided() bool {
	return len(a.Reasons) == 1 && len(a.Fixed) == 0
}

// Find returns the answer with that correction, or, for nil, the answer that the verbs are right.
func (a Answers) Find(corrected *string) (Choice, bool) {
	if corrected == nil {
		if a.Clean == nil {
			return Choice{}, false
		}
		return *a.Clean, true
	}
	i := slices.IndexFunc(a.Fixed, func(c Choice) bool { return c.Corrected == *corrected })
	if i < 0 {
		return Choice{}, false
	}
	return a.Fixed[i], true
}

// fits reports whether text is not longer than limit code points.
func fits(text string, limit int) bool {
	return len(text) <= limit || utf8.RuneCountInString(text) <= limit
}
