package planner

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tools"
)

// quickDecision reads a reply that is one call, or the answer, spelled as most are: no white space, no
// escapes, arguments in canonical form. It declines what is not, and readDecision reads it the long way.
// The arguments stay where they stand in the reply.
func quickDecision(reply json.RawMessage) (d Decision, ok bool) {
	const thinks = `{"thought":"`
	var thought []byte
	rest, ok := bytes.CutPrefix(reply, []byte(thinks))
	if ok {
		if thought, rest, ok = plainText(rest); !ok {
			return d, false
		}
		rest, ok = bytes.CutPrefix(rest, []byte(`,"tool":"`))
	} else {
		rest, ok = bytes.CutPrefix(reply, []byte(`{"tool":"`))
	}
	if !ok {
		return d, false
	}
	name, rest, ok := plainText(rest)
	if !ok || string(name) == parallelCalls {
		return d, false
	}
	head := string(reply[:len(reply)-len(rest)-len(`"`)]) // thought and name are parts of one string
	rest, ok = bytes.CutPrefix(rest, []byte(`,"tool_args":{`))
	if !ok || !bytes.HasSuffix(rest, []byte("}")) {
		return d, false
	}
	written := reply[len(reply)-len(rest)-1 : len(reply)-1]
	args, err := tools.Canonical(written)
	if err != nil || !bytes.Equal(args, written) { // more than the arguments, or to be spelled anew
		return d, false
	}
	tool := head[len(head)-len(name):]
	if d = (Decision{Kind: ActDecision, Role: model.Executor}); len(thought) > 0 {
		d.Thought = head[len(thinks):][:len(thought)]
	}
	if tool == FinalAnswer {
		d.Kind, d.Answer = FinalDecision, args
	} else {
		d.Calls = []tools.Call{{Tool: tool, Args: args}}
	}
	return d, true
}

// plainText returns the text of a string up to its closing quotation mark, and what follows, if nothing
// in it is escaped.
func plainText(text []byte) (plain, rest []byte, ok bool) {
	for i, c := range text {
		switch {
		case c == '"':
			return text[:i], text[i+1:], utf8.Valid(text[:i])
		case c == '\\' || c < ' ':
			return nil, nil, false
		}
	}
	return nil, nil, false
}
