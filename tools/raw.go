package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/grammar"
)

// NewRaw makes a tool called name from a function that takes and returns JSON, and from an existing
// schema for its arguments, such as one from an MCP server. Everything else works as in [New].
//
// Models write the arguments in the closed form of the schema, which [grammar.Close] makes and [Tool.Schema] returns.
//
// call gets the arguments in the original form: an optional member that was null is left out, and a
// list of names and values is an object again. This conversion stops when the context of the call ends.
// The closed form may accept arguments that the schema refuses. These are checked before the call
// wherever package grammar can read the schema; [Tool.Unenforced] lists them and says which checks are
// left to the tool. [Tool.Unwritable] lists what the schema allows but the closed form cannot express.
// NewRaw fails if the schema is invalid or too large, or if no arguments can satisfy it.
//
// call returns the JSON that models read; no output means null. Output that is not JSON is an error of the tool.
//
// NewRaw stops soon after ctx ends; its error then wraps the cause.
func NewRaw(ctx context.Context, name, description string, schema json.RawMessage,
	call func(context.Context, json.RawMessage) (json.RawMessage, error), o Options) (Tool, error) {
	if err := o.complete(name); err != nil {
		return Tool{}, err
	}
	f, err := grammar.Close(ctx, schema)
	if err != nil {
		return Tool{}, fmt.Errorf("tools: arguments of %s: %w", name, err)
	}
	raw := func(ctx context.Context, args json.RawMessage) (produced, error) {
		args, err := opened(ctx, f, args)
		if err != nil {
			return produced{}, err
		}
		output, err := call(ctx, args)
		switch {
		case failed(err):
			return produced{}, err
		case len(output) == 0:
			return produced{output: json.RawMessage("null")}, nil
		case !json.Valid(output): // no log could hold it
			return produced{}, errors.New(phrases.Say("output"))
		}
		return produced{output: output}, nil
	}
	return Tool{
		name: name, description: description, schema: f.Schema, grammar: f.Grammar, options: o, call: raw,
		unenforced: f.Unenforced, unwritable: f.Unwritable,
	}, nil
}

// Unenforced lists what the grammar of the arguments accepts although the schema given to [NewRaw]
// refuses it: the place in that schema, the keyword, and whether it is checked before the call. The
// caller must not modify the list.
func (t Tool) Unenforced() []grammar.Gap { return t.unenforced }

// Unwritable lists what the schema given to [NewRaw] allows but a model cannot write. The caller
// must not modify the list.
func (t Tool) Unwritable() []grammar.Gap { return t.unwritable }

// opened returns arguments in closed form as the schema has them. The error is an *[Error] that tells a model what the
// schema refuses, or that of ctx, which ends the reading.
func opened(ctx context.Context, f *grammar.Closed, args json.RawMessage) (json.RawMessage, error) {
	args, err := f.Open(ctx, args)
	if err == nil || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return args, err
	}
	return nil, BadArgument("%s", strings.TrimPrefix(err.Error(), "grammar: "))
}
