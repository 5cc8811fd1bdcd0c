// Package corpus makes English sentences together with the truth about their verbs.
//
// A [Generator] starts from the truth: it draws a frame, a subject, a verb, a tense and a shape,
// renders the right sentence with the forms of package verb, and then may inject one of the tutor's
// kinds of errors into a verb group, or a fault that is not one of verbs. So an [Example] knows its
// correction, its codes and its scope without any analysis, and can be right where the analysis is not.
//
// Example i depends on the options and i alone: shards of any size, made in any order, hold the same
// sentences. Each lexical word belongs to one [Split], by the hash of its lemma. Some verbs, nouns and
// names are invented, so that a model learns to copy words instead of a list of them.
//
// Sentences whose truth is open to dispute are not made: a form that is right in another of the five
// tenses is no error here unless an expression of time contradicts it.
package corpus

import (
	"math/rand/v2"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A Split is one of the three parts into which lemmas fall by their hash.
type Split string

// The splits: 80, 10 and 10 percent of the lemmas.
const (
	Train Split = "train"
	Dev   Split = "dev"
	Test  Split = "test"
)

// A Familiarity says whether the training split has the verb of an example.
type Familiarity string

// The familiarities. In the training split all verbs that are not made up are Seen.
const (
	Seen     Familiarity = "seen"
	Unseen   Familiarity = "unseen"
	Invented Familiarity = "invented"
)

// A Fact is the truth about one verb group.
type Fact struct {
	Verb    string        // infinitive
	Person  verb.Person   // of the subject; "" where there is none
	Tense   verb.Tense    // of the right form: one of the five, or "" for any other and for an infinitive
	Subject string        // as written; "" where there is none
	Finite  string        // the word that carries the tense, as written, without n't: wo of won't; or ""
	Code    sentence.Code // of the planted error, or ""
}

// An Example is a sentence and what a tutor should say about it.
type Example struct {
	Text      string
	Corrected string          // "" where nothing is to be corrected
	InScope   bool            // a judgment is given
	Reason    sentence.Reason // why none is given; "" in scope
	Notes     []string        // what stands beside the verbs, as sentence.Notes names it, sorted
	Groups    []Fact          // in the order of the sentence; of a sentence without English verbs, none
	Cell      string          // outcome or codes, then tense/person/shape/subject of the chief group
	Split     Split
	Verbs     Familiarity // of the chief group: the first that is wrong, else the first
}

// Options say what a Generator makes. The zero value makes the training split of seed 0. Generators
// in several goroutines call the same Forbidden.
type Options struct {
	Seed      uint64
	Split     Split                  // by default, Train
	Forbidden func(text string) bool // of sentences never to emit, wrong or corrected; nil for none
}

// A Generator makes examples. It belongs to one goroutine; generators of equal options make equal
// examples.
type Generator struct {
	options Options
	next    uint64
	words   *lexicon
	source  *rand.PCG
	random  *rand.Rand
}

// New returns a generator whose first example is example 0. It panics on an unknown split.
func New(options Options) *Generator {
	if options.Split == "" {
		options.Split = Train
	}
	source := rand.NewPCG(0, 0)
	return &Generator{options: options, words: lexiconOf(options.Split), source: source, random: rand.New(source)}
}

// Next returns the next example.
func (g *Generator) Next() Example {
	e := g.At(g.next)
	g.next++
	return e
}

// At returns example i. It does not move Next.
func (g *Generator) At(i uint64) Example {
	seed := g.options.Seed * 0x9e3779b97f4a7c15
	g.source.Seed(seed, i)
	r := (&draft{random: g.random, words: g.words}).newRecipe()
	for try := uint64(1); ; try++ {
		g.source.Seed(seed+try, i)
		d := &draft{random: g.random, words: g.words, recipe: r}
		e, ok := d.draw()
		if !ok || g.forbidden(e.Text) || e.Corrected != "" && g.forbidden(e.Corrected) {
			continue
		}
		e.Split = g.options.Split
		return e
	}
}

func (g *Generator) forbidden(text string) bool {
	return g.options.Forbidden != nil && g.options.Forbidden(text)
}
