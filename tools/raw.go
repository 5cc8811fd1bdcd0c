package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/grammar"
)

// NewRaw makes a tool called name from a function over JSON and a schema of its arguments that was written
// elsewhere, as tools of MCP servers have it. Everything else is as with [New].
//
// Models write the arguments in the closed form that [grammar.Close] makes of the schema, which [Tool.Schema] returns.
//
// call gets the arguments as the schema has them: an optional member that was null is left out, and a
// list of names and values is an object again. Reading them ends with the context of the call. What
// the closed form lets through and the schema refuses is checked before the call wherever package
// grammar can read the schema; [Tool.Unenforced] lists it, and says what is left to the tool.
// [Tool.Unwritable] lists what the schema allows and the closed form cannot say. An error says that
// the schema is none, or is too large, or that no arguments can satisfy it.
//
// The output of call is the JSON that models read; none is null. Text that is not JSON is an error of the tool.
//
// NewRaw ends soon after ctx does: its error then wraps the cause.
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

// Unenforced lists what the schema of a tool made by [NewRaw] refuses although the grammar of its
// arguments lets it through: the place in that schema, the keyword, and whether it is checked before the
// call. The caller must not modify it.
func (t Tool) Unenforced() []grammar.Gap { return t.unenforced }

// Unwritable lists what the schema of a tool made by [NewRaw] allows although a model cannot write it.
// The caller must not modify it.
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
