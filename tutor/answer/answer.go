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
// A new member of answers is a field of Object, in alphabetical order, and one in objectOf; package rules, the
// prompts of package tutor and tutor.Report follow.
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

// A Cache keeps the sentences that were analyzed last: a run needs its own at each step. It is
// safe for concurrent use, and so is what it returns. A nil Cache keeps none.
type Cache struct {
	mu   sync.Mutex // guards kept
	kept map[cacheKey]*Sentence
}

type cacheKey struct {
	text    string
	variety spanish.Variety
}

// cacheSize bounds how many sentences a Cache keeps.
const cacheSize = 256

// Sentence is [Sentence], done once for a sentence that is kept.
func (m *Cache) Sentence(text string, v spanish.Variety) *Sentence {
	if m == nil {
		return NewIn(text, v)
	}
	key := cacheKey{text, v}
	m.mu.Lock()
	s := m.kept[key]
	m.mu.Unlock()
	if s != nil {
		return s
	}
	s = NewIn(text, v)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil || len(m.kept) >= cacheSize {
		m.kept = map[cacheKey]*Sentence{} // rare, and cheaper than an order of use
	}
	m.kept[key] = s
	return s
}
