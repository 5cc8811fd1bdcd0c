package fake

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// A Goal is an answer that counts as right.
type Goal struct {
	// Answer is the beginning of the arguments of final_answer: an object without its last members and without
	// its end, such as {"text":"went". The model completes it in the shortest way that the grammar allows.
	Answer string
	// Missing lists the words that tools must return before the answer can be given. Beside lists
	// words to ask about when no word is missing. Both are in lower case.
	Missing, Beside []string
}

// A Refusal says where a grammar did not allow a goal.
type Refusal struct {
	Step int // the number of the decision, from 1
	Goal int // its index in the list
	Err  error
}

// A Known is a model that knows the right answers and reaches them through the tools, as far as the grammar
// of each decision allows. It measures a policy: how many of the right answers can a model still give?
//
// It gives the first goal that the grammar allows. Until then it makes the legal call whose output has
// the most words that the goals still miss. It serves one run and never makes the same call twice.
type Known struct {
	goals []Goal
	try   func(tool string, args json.RawMessage) (output json.RawMessage, ok bool)

	mu      sync.Mutex
	step    int
	said    map[string]bool // calls
	seen    map[string]bool // words of outputs
	tried   map[string][]string
	reached int // a goal, or -1
	refused []Refusal
}

var _ model.Model = (*Known)(nil)

// Knowing returns a model for one run that knows goals. try returns what a call would return,
// without making it; only pure tools can be tried.
func Knowing(try func(tool string, args json.RawMessage) (output json.RawMessage, ok bool), goals ...Goal) *Known {
	return &Known{goals: goals, try: try, said: map[string]bool{}, seen: map[string]bool{}, tried: map[string][]string{}, reached: -1}
}

// Name returns "gold".
func (k *Known) Name() string { return "gold" }

// Reached returns the index of the goal that was given as the answer; ok is false if none has been given.
func (k *Known) Reached() (goal int, ok bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.reached, k.reached >= 0
}

// Refusals returns the last refusal of each goal, counting only decisions in which an answer was allowed at all.
func (k *Known) Refusals() []Refusal {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.refused)
}

// Generate implements [model.Model].
func (k *Known) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		m := emitter{ctx.Err, yield}
		text, err := k.reply(req)
		if err != nil {
			m.fail(err)
			return
		}
		if m.say(text) {
			m.done(model.Stop, usage(req, len(text)))
		}
	}
}

// reply returns what to say: a goal, a call, or the shortest document.
func (k *Known) reply(req model.Request) (string, error) {
	if req.Grammar == nil {
		return "", &model.Fault{Kind: model.Rejected, Err: fmt.Errorf("fake: a model that knows answers wants a grammar")}
	}
	if req.Role != model.Executor && req.Role != model.Synthesizer {
		return string(req.Grammar.Matcher().MinimalCompletion()), nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.step++
	if text, ok := k.answer(req.Grammar); ok {
		return text, nil
	}
	if text, ok := k.call(req.Grammar); ok {
		return text, nil
	}
	for _, start := range starts(finalAnswer) {
		if text, err := completed(req.Grammar, start); err == nil {
			return text, nil // the run is over, and no goal was reached
		}
	}
	return string(req.Grammar.Matcher().MinimalCompletion()), nil
}

// starts returns how a decision begins that chooses a tool.
func starts(tool string) []string {
	rest := `"tool":` + quoted(tool) + `,"tool_args":`
	return []string{`{"thought":"",` + rest, `{` + rest}
}

func quoted(text string) string {
	out, err := json.Marshal(text)
	if err != nil {
		panic("fake: BUG: a string is not JSON: " + err.Error())
	}
	return string(out)
}

// completed returns the shortest document that begins with text.
func completed(g *grammar.Grammar, text string) (string, error) {
	m := g.Matcher()
	defer m.Release()
	if _, err := m.Feed(context.Background(), []byte(text)); err != nil {
		return "", err
	}
	return text + string(m.MinimalCompletion()), nil
}

// answer returns the first goal that g has room for.
func (k *Known) answer(g *grammar.Grammar) (string, bool) {
	for i, goal := range k.goals {
		for _, start := range starts(finalAnswer) {
			if _, err := completed(g, start); err != nil {
				continue // no answer may be given yet
			}
			text, err := completed(g, start+goal.Answer)
			if err == nil {
				k.reached = i
				return text, true
			}
			k.refuse(Refusal{k.step, i, err})
		}
	}
	return "", false
}

func (k *Known) refuse(r Refusal) {
	k.refused = slices.DeleteFunc(k.refused, func(was Refusal) bool { return was.Goal == r.Goal })
	k.refused = append(k.refused, r)
}

// call returns the best legal call that was not made yet.
func (k *Known) call(g *grammar.Grammar) (string, bool) {
	var best legalCall
	most := 0
	for _, c := range legalCalls(g.Schema()) {
		if k.said[c.tool+c.args] {
			continue
		}
		words, ok := k.words(c)
		if !ok {
			continue
		}
		if score := k.score(words); score > most {
			best, most = c, score
		}
	}
	if most == 0 {
		return "", false
	}
	k.said[best.tool+best.args] = true
	for _, w := range k.tried[best.tool+best.args] {
		k.seen[w] = true
	}
	for _, start := range starts(best.tool) {
		if text, err := completed(g, start+best.args); err == nil {
			return text, true
		}
	}
	return "", false
}

// score says how much a call helps that returns words.
func (k *Known) score(words []string) int {
	score := 1 // a look is worth more than none
	for _, goal := range k.goals {
		for _, w := range goal.Missing {
			if !k.seen[w] && slices.Contains(words, w) {
				score += 1000
			}
		}
		for _, w := range goal.Beside {
			if !k.seen[w] && slices.Contains(words, w) {
				score += 10
			}
		}
	}
	return score
}

// words returns the words that a call would return.
func (k *Known) words(c legalCall) (_ []string, ok bool) {
	key := c.tool + c.args
	if words, known := k.tried[key]; known {
		return words, words != nil
	}
	output, ok := k.try(c.tool, json.RawMessage(c.args))
	if !ok {
		k.tried[key] = nil
		return nil, false
	}
	words := strings.FieldsFunc(strings.ToLower(string(output)), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
	k.tried[key] = words
	return words, true
}

// A legalCall is a call that a grammar has room for.
type legalCall struct{ tool, args string }

// maxLegal bounds how many calls of one decision are looked at.
const maxLegal = 20_000

// legalCalls lists the calls of the schema of a decision whose arguments are all of closed lists.
func legalCalls(schema json.RawMessage) []legalCall {
	var list []legalCall
	for _, branch := range alternativesOf(gjson.ParseBytes(schema)) {
		tool := branch.Get("properties.tool.enum.0").Str
		if tool == "" || tool == finalAnswer {
			continue
		}
		for _, args := range alternativesOf(branch.Get("properties.tool_args")) {
			for _, text := range objectsOf(args) {
				if len(list) < maxLegal {
					list = append(list, legalCall{tool, text})
				}
			}
		}
	}
	return list
}

func alternativesOf(schema gjson.Result) []gjson.Result {
	any := schema.Get("anyOf")
	if !any.Exists() {
		return []gjson.Result{schema}
	}
	var list []gjson.Result
	for _, branch := range any.Array() {
		list = append(list, alternativesOf(branch)...)
	}
	return list
}

// objectsOf lists the objects of a schema whose members all have an enum.
func objectsOf(schema gjson.Result) []string {
	texts := []string{"{"}
	complete := true
	schema.Get("properties").ForEach(func(name, member gjson.Result) bool {
		values := member.Get("enum").Array()
		if complete = len(values) > 0 && len(values)*len(texts) <= maxLegal; !complete {
			return false
		}
		next := make([]string, 0, len(texts)*len(values))
		for _, text := range texts {
			if len(text) > 1 {
				text += ","
			}
			for _, v := range values {
				next = append(next, text+name.Raw+":"+v.Raw)
			}
		}
		texts = next
		return true
	})
	if !complete {
		return nil
	}
	for i := range texts {
		texts[i] += "}"
	}
	return texts
}
