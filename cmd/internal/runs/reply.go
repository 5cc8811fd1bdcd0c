package runs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/internal/didyoumean"
	"github.com/shortleash/shortleash/loop"
)

// always is the reply that also approves later calls of the tool.
const always = "always"

// replies are the words for what a person can want.
var replies = []string{string(loop.Approve), always, string(loop.Deny), string(loop.Edit), string(loop.Rerun),
	string(loop.Use), string(loop.Skip), string(loop.Reject)}

// How replies are given: at the terminal, and as flags.
var (
	typedForms = map[string]string{
		string(loop.Approve): "y", always: "a (always)", string(loop.Deny): "n REASON", string(loop.Reject): "n REASON",
		string(loop.Edit): "edit ARGUMENTS", string(loop.Use): "result OUTPUT",
	}
	flagForms = map[string]string{
		string(loop.Deny): "deny --text REASON", string(loop.Edit): "edit --args JSON", string(loop.Use): "result --output JSON",
		string(loop.Reject): "reject --text REASON",
	}
	planEdit = map[bool]string{true: "edit --plan FILE", false: "edit"} // of a plan, as flags or not
)

// fitting lists the replies to a question.
func fitting(kind loop.InterruptKind) []string {
	switch kind {
	case loop.ToolCall:
		return replies[:4]
	case loop.UnsureCall:
		return replies[4:7]
	case loop.PlanReview:
		return []string{string(loop.Approve), string(loop.Reject), string(loop.Edit)}
	default: // a pause
		return replies[:1]
	}
}

// ways lists the replies to a question, as flags or as a person types them.
func ways(kind loop.InterruptKind, asFlags bool) string {
	forms := typedForms
	if asFlags {
		forms = flagForms
	}
	var list []string
	for _, word := range fitting(kind) {
		if form, ok := forms[word]; ok {
			word = form
		}
		if kind == loop.PlanReview && strings.HasPrefix(word, string(loop.Edit)) {
			word = planEdit[asFlags]
		}
		list = append(list, word)
	}
	return strings.Join(list, " | ")
}

// replyOf returns the reply that a word begins.
func replyOf(word string, i *loop.Interrupt) loop.Reply {
	reply := loop.Reply{Interrupt: i.ID, Do: loop.Do(word)}
	if word == always {
		reply.Do, reply.Remember = loop.Approve, true
	}
	return reply
}

// AtTerminal asks the person at the terminal until one of lines, which the person types, answers a question. After the
// last line the error is io.EOF.
func AtTerminal(ctx context.Context, c *cli.Console, lines cli.LineReader, i *loop.Interrupt) (*loop.Reply, error) {
	for {
		c.Say("Answer with %s.", ways(i.Kind, false))
		if refusal(i.Kind) != "" {
			c.Say("Other words are a no, and the model reads them as its reason.")
		}
		line, err := lines.Line(ctx, "")
		if err != nil {
			return nil, err
		}
		reply, err := parseReply(line, i)
		if err == nil && i.Kind == loop.PlanReview && reply.Do == loop.Edit {
			reply.Plan, err = editPlan(ctx, c, *i.Plan)
		}
		if err == nil {
			return reply, nil
		}
		c.Say("%v", err)
	}
}

// refusal is the reply that says no to a question; "" where there is none.
func refusal(kind loop.InterruptKind) loop.Do {
	switch kind {
	case loop.ToolCall:
		return loop.Deny
	case loop.PlanReview:
		return loop.Reject
	}
	return ""
}

// shortWords are how a person may answer at the terminal, in English or Spanish; no is the refusal that fits the question.
var shortWords = map[string]string{
	"y": string(loop.Approve), "yes": string(loop.Approve), "n": no, "no": no, "a": always, "e": string(loop.Edit),
	"s": string(loop.Approve), "si": string(loop.Approve), "sí": string(loop.Approve), "editar": string(loop.Edit),
}

const no = "no"

// parseReply reads a line that a person typed: a word, and after some words what belongs to it. Other words refuse.
func parseReply(line string, i *loop.Interrupt) (*loop.Reply, error) {
	line = strings.TrimSpace(line)
	typed, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	word := cmp.Or(shortWords[strings.ToLower(typed)], typed)
	refuse := string(refusal(i.Kind))
	if word == no {
		word = refuse
	}
	// A letter or two can begin a sentence: "a question: why?", and in Spanish "y" is "and", "si" is "if".
	sentence := refuse != "" && word != refuse && len(typed) <= 2 && strings.Contains(rest, " ") && !strings.HasPrefix(rest, "{")
	if sentence || !slices.Contains(fitting(i.Kind), word) {
		near := didyoumean.Of(typed, fitting(i.Kind))
		switch {
		case sentence:
		case refuse == "", typed == "", rest == "" && slices.Contains(replies, word):
			return nil, fmt.Errorf("%q is no answer to this", typed)
		case rest == "" && near != "":
			return nil, fmt.Errorf("%q is no answer to this; did you mean %s?", typed, near)
		}
		word, rest = refuse, line
	}
	reply := replyOf(word, i)
	switch reply.Do {
	case loop.Deny, loop.Reject:
		reply.Text = rest
		return &reply, nil
	case loop.Edit:
		if i.Kind == loop.PlanReview {
			return &reply, nil // the plan is edited elsewhere
		}
		reply.Args = json.RawMessage(rest)
	case loop.Use:
		reply.Output = json.RawMessage(rest)
	default:
		if rest != "" {
			return nil, fmt.Errorf("nothing may follow %s", typed)
		}
		return &reply, nil
	}
	if !json.Valid([]byte(rest)) {
		return nil, fmt.Errorf("JSON must follow %s", word)
	}
	return &reply, nil
}
