// Package corpus makes English sentences together with the truth about their verbs.
//
// A [Generator] starts from the truth: it draws a frame, a clause, a subject, a verb, a tense and a shape,
// renders the right sentence with the forms of package verb, and then may inject one of the tutor's
// kinds of errors into a verb group. So an [Example] knows its correction, its codes and its scope without
// any analysis, and can be right where the analysis is not. What there is to draw from stands in the tables
// of folder words: plans.tsv says which clauses an error can stand in, clauses.tsv and subjects.tsv how they
// are written.
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

// A Split is one of the two parts into which lemmas fall by their hash.
type Split string

// The splits: nine in ten lemmas, and those on which a model is measured.
const (
	Train Split = "train"
	Dev   Split = "dev"
)

// A Fact is the truth about one verb group.
type Fact struct {
	Verb   string        // infinitive
	Person verb.Person   // of the subject; "" where there is none
	Tense  verb.Tense    // of the right form: one of the five, or "" for any other and for an infinitive
	Code   sentence.Code // of the planted error, or ""
}

// An Example is a sentence and what a tutor should say about it.
type Example struct {
	Text      string
	Corrected string          // "" where nothing is to be corrected
	InScope   bool            // a judgment is given
	Reason    sentence.Reason // why none is given; "" in scope
	Groups    []Fact          // in the order of the sentence; of a sentence without English verbs, none
	Cell      string          // outcome or codes, then tense/person/shape/subject of the chief group
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
		return e
	}
}

func (g *Generator) forbidden(text string) bool {
	return g.options.Forbidden != nil && g.options.Forbidden(text)
}
