package runs

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/loop"
)

// always is the reply that also approves later calls of the tool.
const always = "always"

// replies are the words for what a person can want.
var replies = []string{string(loop.Approve), always, string(loop.Deny), string(loop.Edit), string(loop.Rerun), string(loop.Use), string(loop.Skip)}

// How replies are given: at the terminal, and as flags.
var (
	wordForms = map[string]string{
		string(loop.Deny): "deny REASON", string(loop.Edit): "edit ARGUMENTS", string(loop.Use): "result OUTPUT",
	}
	flagForms = map[string]string{
		string(loop.Deny): "deny --text REASON", string(loop.Edit): "edit --args JSON", string(loop.Use): "result --output JSON",
	}
)

// fitting lists the replies to a question.
func fitting(kind loop.InterruptKind) []string {
	switch kind {
	case loop.ToolCall:
		return replies[:4]
	case loop.UnsureCall:
		return replies[4:]
	default: // a pause
		return replies[:1]
	}
}

// ways lists the replies to a question in their forms.
func ways(kind loop.InterruptKind, forms map[string]string) string {
	var list []string
	for _, word := range fitting(kind) {
		if form, ok := forms[word]; ok {
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
func AtTerminal(ctx context.Context, c *cli.Console, lines <-chan string, i *loop.Interrupt) (*loop.Reply, error) {
	for {
		c.Say("Answer with %s.", ways(i.Kind, wordForms))
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case line, more := <-lines:
			if !more {
				return nil, io.EOF
			}
			reply, err := parseReply(line, i)
			if err == nil {
				return reply, nil
			}
			c.Say("%v", err)
		}
	}
}

// parseReply reads a line that a person typed: a word, and after some words what belongs to it.
func parseReply(line string, i *loop.Interrupt) (*loop.Reply, error) {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	rest = strings.TrimSpace(rest)
	if !slices.Contains(fitting(i.Kind), word) {
		return nil, fmt.Errorf("%q is no answer to this", word)
	}
	reply := replyOf(word, i)
	switch reply.Do {
	case loop.Deny:
		reply.Text = rest
		return &reply, nil
	case loop.Edit:
		reply.Args = json.RawMessage(rest)
	case loop.Use:
		reply.Output = json.RawMessage(rest)
	default:
		if rest != "" {
			return nil, fmt.Errorf("nothing belongs behind %s", word)
		}
		return &reply, nil
	}
	if !json.Valid([]byte(rest)) {
		return nil, fmt.Errorf("behind %s belongs JSON", word)
	}
	return &reply, nil
}
