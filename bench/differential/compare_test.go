package differential

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	santhosh "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/shortleash/shortleash/grammar"
)

// A finding is a contradiction.
type finding struct {
	Kind     string `json:"kind"`
	Number   uint64 `json:"number"` // of the schema, for -only
	Schema   string `json:"schema"`
	Document string `json:"document,omitempty"`
	Why      string `json:"why,omitempty"`
}

// documentsPerSchema is how many documents are drawn for each schema, beside samples of the grammar.
const documentsPerSchema = 16

// patience is how long one schema and its documents may take.
var patience = time.Minute

// atValidators is what is being done while the validators judge a document. Some take twice as long with each level of it.
const atValidators = "the validators judge"

// A draw is a way to draw a schema with documents.
type draw func(*generator) (schema any, documents []any)

// draws are all ways, by name.
var draws = map[string]draw{"usual": drawUsual, "odd": drawOdd}

// drawUsual returns a random schema with documents that satisfy it, or nearly.
func drawUsual(g *generator) (schema any, documents []any) {
	schema = g.root()
	for range documentsPerSchema {
		v := g.meant(schema, schema, 5)
		if g.chance(3) {
			v = g.changed(v)
		}
		documents = append(documents, v)
	}
	return schema, documents
}

// compare draws a schema with documents and examines them.
func compare(d draw, seed, number uint64) (totals, []finding) {
	schema, drawn := d(newGenerator(seed, number))
	var documents []string
	for _, v := range drawn {
		documents = append(documents, text(v))
	}
	e, findings := patiently(schema, documents, number)
	for i, f := range findings {
		findings[i] = shrunk(f, schema)
	}
	return e, findings
}

// patiently examines, and finds that it takes too long.
func patiently(schema any, documents []string, number uint64) (totals, []finding) {
	var doing atomic.Value
	done := make(chan examination, 1)
	go func() { done <- examined(schema, documents, number, &doing) }()
	select {
	case e := <-done:
		e.sum.Findings = len(e.findings)
		return e.sum, e.findings
	case <-time.After(patience):
		if doing.Load() == atValidators {
			slow := totals{Schemas: 1}
			slow.count(&slow.Departures, "a validator takes too long")
			return slow, nil
		}
		f := finding{Kind: "takes too long", Number: number, Schema: text(schema), Why: fmt.Sprint(doing.Load())}
		return totals{Schemas: 1, Findings: 1}, []finding{f}
	}
}

// An examination is of one schema.
type examination struct {
	sum      totals
	findings []finding

	doing   *atomic.Value // a string: what is being looked at
	drawn   bool          // many documents are compared, and more may be drawn; one alone is being shrunk
	number  uint64
	schema  string
	judges  judges
	r       *rand.Rand
	loose   *grammar.Grammar // reads documents as the standard does
	compact *grammar.Grammar // is for masks; nil if the schema is refused for them
	export  *santhosh.Schema // what a server would be told; nil if it may write less
}

// examined compares everything about a schema and documents.
func examined(schema any, documents []string, number uint64, doing *atomic.Value) (e examination) {
	e = examination{doing: doing, number: number, schema: text(schema), r: rand.New(rand.NewPCG(number, 1))}
	e.sum.Schemas, e.drawn = 1, len(documents) > 1
	defer func() {
		if r := recover(); r != nil {
			e.find("panic", "", fmt.Sprintf("%v\n%s", r, debug.Stack()))
		}
	}()
	var ok bool
	if e.judges, ok = newJudges(e.schema); !ok {
		e.sum.count(&e.sum.Refused, "a validator refuses the schema")
		return e
	}
	e.loose = e.compile(grammar.Options{Whitespace: grammar.Foreign(), Order: grammar.AnyOrder, Numbers: grammar.AnyForm}, documents)
	if e.loose == nil {
		return e
	}
	e.compact = e.compile(grammar.Options{}, nil)
	if e.compact != nil {
		e.exports()
	}
	for _, document := range documents { // before what is drawn, so that a finding can be shrunk
		e.pair(document)
		e.steps(e.loose, string(mutant(e.r, []byte(document))))
	}
	e.draw(e.loose)
	if e.compact != nil {
		e.draw(e.compact)
		e.walk(e.compact.Matcher())
		e.walk(e.compact.LenientMatcher())
	}
	e.walk(e.loose.LenientMatcher())
	return e
}

func (e *examination) find(kind, document, why string) {
	for _, f := range e.findings {
		if f.Kind == kind {
			return // one of a kind is enough of a schema
		}
	}
	e.findings = append(e.findings, finding{kind, e.number, e.schema, document, why})
}

// compile returns the grammar, or nil and counts why not.
func (e *examination) compile(o grammar.Options, documents []string) *grammar.Grammar {
	e.doing.Store("compile")
	g, err := grammar.Compile(context.Background(), json.RawMessage(e.schema), o)
	if err == nil {
		return g
	}
	place, ok := errors.AsType[*grammar.CompileError](err)
	if !ok {
		e.find("error without a place", "", err.Error())
		return nil
	}
	if errors.Is(err, grammar.ErrEmpty) {
		for _, document := range documents {
			e.sum.Pairs++
			if valid, agreed := e.judges.judge(document); valid && agreed && departure(e.schema, document) == "" {
				e.find("a document where there is none", document, err.Error())
			}
		}
	}
	if o.Order == grammar.AnyOrder {
		reason := place.Unwrap().Error()
		if i := strings.IndexByte(reason, ':'); i > 0 {
			reason = reason[:i]
		}
		e.sum.count(&e.sum.Refused, strings.TrimSpace(place.Keyword+" "+reason))
	}
	return nil
}

// deep is from how many levels on no validator is asked, where the schema refers: both may take several times as long with
// each level.
var deep = 8

// levels returns how deep a value is.
func levels(v any) int {
	most := 0
	switch x := v.(type) {
	case []any:
		for _, item := range x {
			most = max(most, levels(item))
		}
	case object:
		for _, member := range x {
			most = max(most, levels(member))
		}
	default:
		return 0
	}
	return most + 1
}

// pair compares the verdicts on one document.
func (e *examination) pair(document string) {
	if v, err := parse(document); err == nil && levels(v) >= deep && strings.Contains(e.schema, `"$ref"`) {
		e.sum.count(&e.sum.Departures, "too deep for the validators")
		return
	}
	e.sum.Pairs++
	e.doing.Store("check " + document)
	why := e.loose.Check(context.Background(), []byte(document))
	accepted := why == nil
	e.doing.Store(atValidators)
	valid, agreed := e.judges.judge(document)
	e.doing.Store("compare " + document)
	if e.judges.second != nil {
		e.sum.Both++
	}
	if !agreed {
		e.sum.Disputed++
		return
	}
	if valid {
		e.sum.Valid++
	}
	switch known := departure(e.schema, document); {
	case accepted == valid:
	case known != "":
		e.sum.count(&e.sum.Departures, known)
	case accepted:
		e.find("wrong accept", document, "")
	case strings.Contains(why.Error(), tooManyReadings):
		e.sum.count(&e.sum.Departures, "Limits.Parallel")
	default:
		e.find("wrong refusal", document, why.Error())
	}
	if took := e.steps(e.loose, document); took != accepted {
		e.find("byte by byte it is another verdict", document, "")
	}
	if e.compact == nil {
		return
	}
	if e.steps(e.compact, document) {
		if !accepted && !strings.Contains(why.Error(), tooManyReadings) {
			e.find("accepted if compact only", document, why.Error())
		}
		e.exported(document)
	}
}

// steps feeds a document byte by byte, compares each byte with what Next says before it, and reports whether
// the document is complete.
func (e *examination) steps(g *grammar.Grammar, document string) bool {
	e.doing.Store("step by step " + document)
	m := g.Matcher()
	defer m.Release()
	for i := range len(document) {
		next := m.Next()
		_, err := m.Feed(context.Background(), []byte(document[i:i+1]))
		e.sum.Steps++
		if err != nil && strings.Contains(err.Error(), tooManyReadings) {
			e.sum.count(&e.sum.Departures, "Limits.Parallel")
			return false
		}
		if (err == nil) != next.Has(document[i]) {
			e.find("next and feed disagree", document, fmt.Sprintf("byte %d: next has it: %v", i, next.Has(document[i])))
		}
		if err != nil {
			return false
		}
	}
	return m.End() == nil
}

// draw holds samples and completions of g to its own verdict and to the validators'.
func (e *examination) draw(g *grammar.Grammar) {
	e.complete(g, "")
	for i := range 3 {
		e.doing.Store("sample")
		sample := string(g.SampleWith(e.r, grammar.SampleOptions{Hostile: i == 1, Budget: 200}))
		if sample == "" && e.mayRunOut(g) {
			continue
		}
		e.sum.Samples++
		if err := g.Check(context.Background(), []byte(sample)); err != nil && strings.Contains(err.Error(), tooManyReadings) {
			e.sum.count(&e.sum.Departures, "Limits.Parallel")
			continue
		} else if err != nil {
			e.find("sample refused", sample, err.Error())
			continue
		}
		e.pair(sample)
		if e.drawn {
			near := generator{r: e.r}
			e.pair(text(near.changed(parsed(sample))))
		}
		e.complete(g, sample[:e.r.IntN(len(sample))])
	}
}

// mayRunOut reports whether items that must differ may run out, so that a document that has begun has no end.
func (e *examination) mayRunOut(g *grammar.Grammar) bool {
	return g != e.compact && strings.Contains(e.schema, `"uniqueItems":true`)
}

// complete holds the shortest end of a document that has begun to its verdict.
func (e *examination) complete(g *grammar.Grammar, begun string) {
	e.doing.Store("complete " + begun)
	m := g.Matcher()
	defer m.Release()
	if _, err := m.Feed(context.Background(), []byte(begun)); err != nil {
		e.find("sample refused", begun, err.Error())
		return
	}
	rest := m.MinimalCompletion()
	if rest == nil && e.mayRunOut(g) {
		return
	}
	if err := g.Check(context.Background(), []byte(begun+string(rest))); err != nil {
		e.find("completion refused", begun+string(rest), fmt.Sprintf("from byte %d: %v", len(begun), err))
	}
}

// exports makes every export, and keeps what a server would be told, if it promises to let everything through.
func (e *examination) exports() {
	e.doing.Store("export")
	e.compact.GBNF()
	e.compact.MaxBytes()
	if x := e.compact.ServerSchema(grammar.Ollama); len(x.Narrowings) == 0 {
		s, ok := newFirst(x.Text)
		if !ok {
			e.find("export is not a schema", "", x.Text)
		}
		e.export = s
	}
}

// exported holds the export to a document of the grammar.
func (e *examination) exported(document string) {
	if e.export != nil && !accepts(e.export, document) {
		e.find("export refuses", document, e.compact.ServerSchema(grammar.Ollama).Text)
	}
}
