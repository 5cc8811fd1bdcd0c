package fake

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/model"
)

// Decisions in the wire format, seen from outside: a fake model knows what it was asked for, not
// the planner that asks.
const finalAnswer = "final_answer"

// tries is how many documents are drawn in the hope of one that is wanted. With k branches of which
// one is unwanted, all are that one in 1 of k^tries draws.
const tries = 64

// otherThanAnswer returns a random document for req that is not the final answer, if there is any.
func otherThanAnswer(d *rand.Rand, req model.Request) string {
	text := sample(d, req)
	for range tries {
		if gjson.Get(text, "tool").Str != finalAnswer {
			return text
		}
		text = sample(d, req)
	}
	return text
}

// repeated returns the decision whose turn it is. It keeps a decision as long as it is valid, and
// keeps the two apart as long as the grammar holds two.
func (a *Adversary) repeated(d *rand.Rand, req model.Request) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	turn := 0
	if a.kind == TwoDecisions {
		turn = a.turns % 2
	}
	a.turns++
	text := a.held[turn]
	if text != "" && (req.Grammar == nil || req.Grammar.Check(context.Background(), []byte(text)) == nil) {
		return text
	}
	for range tries {
		text = otherThanAnswer(d, req)
		if text != a.held[1-turn] {
			break
		}
	}
	// The last step's grammar may hold the answer alone: that is not a decision to go on with.
	if gjson.Get(text, "tool").Str != finalAnswer {
		a.held[turn] = text
	}
	return text
}

// half returns the first half of text, at least one byte less than all of it.
func half(text string) string { return strings.ToValidUTF8(text[:len(text)/2], "") }

// unknownTool returns decision with another tool in it.
func unknownTool(decision string) string {
	return `{"thought":` + member(decision, "thought", `""`) +
		`,"tool":"launch_rocket","tool_args":` + member(decision, "tool_args", `{}`) + `}`
}

// wrongArgs returns decision with arguments of the wrong types; what is not a decision becomes an
// array.
func wrongArgs(decision string) string {
	args := gjson.Get(decision, "tool_args")
	if !args.IsObject() {
		return "[" + strconv.Quote("no decision") + "]"
	}
	var wrong []string
	args.ForEach(func(name, _ gjson.Result) bool {
		wrong = append(wrong, name.Raw+":"+wrongType)
		return true
	})
	if wrong == nil {
		wrong = []string{`"unasked":true`}
	}
	return `{"thought":` + member(decision, "thought", `""`) + `,"tool":` + member(decision, "tool", `""`) +
		`,"tool_args":{` + strings.Join(wrong, ",") + `}}`
}

// wrongType is a value that no argument of a sane tool can have.
const wrongType = `[[[{}]]]`

// member returns the raw value of a member, or otherwise.
func member(object, name, otherwise string) string {
	if m := gjson.Get(object, name); m.Exists() {
		return m.Raw
	}
	return otherwise
}

// lacking says which members of a decision an object lacks.
func lacking(decision string) (text string) {
	for _, name := range []string{"thought", "tool", "tool_args"} {
		if v := gjson.Parse(decision); v.IsObject() && !v.Get(name).Exists() {
			text += ", and it has no " + strconv.Quote(name)
		}
	}
	return text
}
