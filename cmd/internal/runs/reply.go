package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
)

// always is the reply that also approves later calls of the tool.
const always = "always"

// replies are the words for what a person can want.
var replies = []string{string(loop.Approve), always, string(loop.Deny), string(loop.Edit), string(loop.Rerun), string(loop.Use), string(loop.Skip), string(loop.Reject)}

// How replies are given: at the terminal, and as flags.
var (
	wordForms = map[string]string{
		string(loop.Deny): "deny REASON", string(loop.Edit): "edit ARGUMENTS", string(loop.Use): "result OUTPUT",
	}
	shortForms = map[string]string{string(loop.Approve): "y", string(loop.Reject): "n REASON", string(loop.Edit): "edit"}
	flagForms  = map[string]string{
		string(loop.Deny): "deny --text REASON", string(loop.Edit): "edit --args JSON", string(loop.Use): "result --output JSON",
		string(loop.Reject): "reject --text REASON",
	}
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

// ways lists the replies to a question in their forms.
func ways(kind loop.InterruptKind, forms map[string]string) string {
	var list []string
	for _, word := range fitting(kind) {
		if word == string(loop.Edit) && kind == loop.PlanReview && forms[word] == flagForms[word] {
			word = "edit --plan FILE"
		} else if form, ok := forms[word]; ok {
			word = form
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
	forms := wordForms
	if isShort(i.Kind) {
		forms = shortForms
	}
	for {
		c.Remark(fmt.Sprintf("Answer with %s.", ways(i.Kind, forms)))
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
		c.Remark(err.Error())
	}
}

// isShort reports whether a question may be answered with shortWords: all but those about calls, where a wrong key could do harm.
func isShort(kind loop.InterruptKind) bool { return kind != loop.ToolCall && kind != loop.UnsureCall }

// shortWords are how a person may answer at the terminal whether a plan is good, or a run goes on, in English or Spanish.
var shortWords = map[string]string{
	"y": string(loop.Approve), "yes": string(loop.Approve), "n": string(loop.Reject), "no": string(loop.Reject), "e": string(loop.Edit),
	"s": string(loop.Approve), "si": string(loop.Approve), "sí": string(loop.Approve), "editar": string(loop.Edit),
}

// parseReply reads a line that a person typed: a word, and after some words what belongs to it.
func parseReply(line string, i *loop.Interrupt) (*loop.Reply, error) {
	typed, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	rest = strings.TrimSpace(rest)
	word := typed
	if whole, ok := shortWords[typed]; ok && isShort(i.Kind) {
		word = whole
	}
	if !slices.Contains(fitting(i.Kind), word) {
		return nil, fmt.Errorf("%q is no answer to this", typed)
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
			return nil, fmt.Errorf("nothing may follow %s", word)
		}
		return &reply, nil
	}
	if !json.Valid([]byte(rest)) {
		return nil, fmt.Errorf("JSON must follow %s", word)
	}
	return &reply, nil
}
