package report

import (
	"fmt"

	"github.com/shortleash/shortleash/bench/corpus"
	"github.com/shortleash/shortleash/bench/trial"
)

// A Class is what became of a schema, as MaskBench scores it: one wrong instance fails the schema.
type Class string

// The classes, best first. A schema that fails in several ways has the worst.
const (
	Passed       Class = "passed"        // compiles, accepts what is valid, refuses what is not
	CompileError Class = "compile error" // the engine says that it cannot
	FalseRefusal Class = "false refusal" // a valid instance was refused
	Trouble      Class = "trouble"       // crash, time-out, or a verdict that the engine itself contradicts
	FalseAccept  Class = "false accept"  // an invalid instance was accepted: must not happen
)

// A Loss is a schema that did not pass, and why.
type Loss struct {
	Name   string
	Class  Class
	Reason string // a keyword, or a kind of failure; losses are counted by it
	Detail string // the first instance at fault, or the engine's own words
}

// A Count is the verdicts on a whole file.
type Count struct {
	Schemas  int
	Untested int // schemas without instances; they pass when they compile
	ByClass  map[Class]int
	// FalseAccepts and FalseRefusals count instances, each once however many spellings went wrong.
	FalseAccepts, FalseRefusals int
	Splits                      int    // texts that masks and bytes judged differently
	Losses                      []Loss // in the order of the file

	untestedLost int
}

// NewCount scores results against what the file says of its instances. Both are in the same order;
// each instance has two texts, as trial.NewJob makes them.
func NewCount(schemas []corpus.Schema, results []trial.Result) (Count, error) {
	if len(schemas) != len(results) {
		return Count{}, fmt.Errorf("report: %d schemas, %d results", len(schemas), len(results))
	}
	c := Count{Schemas: len(schemas), ByClass: map[Class]int{}}
	for i, s := range schemas {
		if len(s.Tests) == 0 {
			c.Untested++
		}
		r := results[i]
		if r.Compiled() && len(r.Texts) != 2*len(s.Tests) {
			return Count{}, fmt.Errorf("report: %s: %d verdicts for %d instances", s.Name, len(r.Texts), len(s.Tests))
		}
		loss := c.score(s, r)
		c.ByClass[loss.Class]++
		if loss.Class != Passed {
			if len(s.Tests) == 0 {
				c.untestedLost++
			}
			c.Losses = append(c.Losses, loss)
		}
	}
	return c, nil
}

// score judges one schema and counts its instances.
func (c *Count) score(s corpus.Schema, r trial.Result) Loss {
	switch {
	case r.Trouble != "":
		return Loss{Name: s.Name, Class: Trouble, Reason: word(r.Trouble), Detail: r.Trouble}
	case r.Error != "":
		reason := r.Reason
		if reason == "" {
			reason = "no reason given"
		}
		return Loss{Name: s.Name, Class: CompileError, Reason: reason, Detail: r.Error}
	}
	worst := Loss{Name: s.Name, Class: Passed}
	worsen := func(class Class, reason, detail string) {
		if severity(class) > severity(worst.Class) {
			worst.Class, worst.Reason, worst.Detail = class, reason, detail
		}
	}
	for i, test := range s.Tests {
		wrong := false
		for spelling, v := range r.Texts[2*i : 2*i+2] {
			where := fmt.Sprintf("test %d, %s", i, []string{"compact", "spaced"}[spelling])
			if v.Split != "" {
				c.Splits++
				worsen(Trouble, "masks and bytes differ", where+": "+v.Split)
			}
			if v.Accepted == test.Valid {
				continue
			}
			wrong = true
			if test.Valid {
				worsen(FalseRefusal, "refused", where+": "+v.Why)
			} else {
				worsen(FalseAccept, "accepted", where)
			}
		}
		if wrong && test.Valid {
			c.FalseRefusals++
		} else if wrong {
			c.FalseAccepts++
		}
	}
	return worst
}

func severity(c Class) int {
	switch c {
	case Passed:
		return 0
	case CompileError:
		return 1
	case FalseRefusal:
		return 2
	case Trouble:
		return 3
	case FalseAccept:
		return 4
	}
	panic("report: BUG: unknown class " + string(c))
}

// word is the part of a trouble before its colon, by which troubles are counted.
func word(trouble string) string {
	for i, r := range trouble {
		if r == ':' {
			return trouble[:i]
		}
	}
	return trouble
}
