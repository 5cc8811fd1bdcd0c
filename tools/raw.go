package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/shortleash/shortleash/grammar"
)

// NewRaw makes a tool called name from a function over JSON and a schema of its arguments that was written
// elsewhere, as tools of MCP servers have it. Everything else is as with [New].
//
// Models write the arguments in the closed form of [grammar.Schema], which [Tool.Schema] returns: objects
// are closed, every member is required, and an optional one may be null. An object of any members is a
// list of names and values. References are resolved, and recursion ends after a few levels. Where the
// schema gives no bounds, a string holds at most [grammar.MaxString] code points, an array 32 items, an
// integer 53 bits, and a value of any type is a string, a number, true, false or null.
//
// call gets the arguments as the schema has them: an optional member that was null is left out, and a
// list of names and values is an object again. Reading them ends with the context of the call. What the closed form lets through and the schema refuses
// is checked before the call wherever package grammar can read the schema; [Tool.Unenforced] lists it,
// and says what is left to the tool. [Tool.Unwritable] lists what the schema allows and the closed form
// cannot say. An error says that the schema is none, or is too large, or that no arguments can satisfy it.
// Too large is one of more than 256 KiB, of more than 2,000 subschemas in the closed form, or that takes more than
// 2,000,000 steps of work, which are about 100 ms of processor time. A reference is followed within itself at most
// three times, and what lies deeper than 24 levels cannot be written; both are listed. Of its patterns, the first 64
// are in the closed form.
//
// The output of call is the JSON that models read; none is null. Text that is no JSON is an error of the tool.
//
// NewRaw ends soon after ctx does: its error then wraps the cause.
func NewRaw(ctx context.Context, name, description string, schema json.RawMessage, call func(context.Context, json.RawMessage) (json.RawMessage, error), o Options) (Tool, error) {
	if err := o.complete(name); err != nil {
		return Tool{}, err
	}
	w := closerWork{ctx: ctx, left: grammar.Allowance{Work: maxForeignWork, Memory: maxForeignMemory}}
	f, g, err := closeForeign(ctx, schema, &w)
	if err != nil {
		return Tool{}, fmt.Errorf("tools: arguments of %s: %w", name, err)
	}
	if err := f.compileOriginal(ctx, schema, &w.left); err != nil {
		return Tool{}, fmt.Errorf("tools: arguments of %s: %w", name, err)
	}
	raw := func(ctx context.Context, args json.RawMessage) (produced, error) {
		args, err := f.open(ctx, args)
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
		name: name, description: description, schema: f.schema, grammar: g, options: o, call: raw,
		unenforced: f.unenforced, unwritable: f.unwritable,
	}, nil
}

// Unenforced lists what the schema of a tool made by [NewRaw] refuses although the grammar of its
// arguments lets it through: the place in that schema, the keyword, and whether it is checked before the
// call. The caller must not modify it.
func (t Tool) Unenforced() []grammar.Gap { return t.unenforced }

// Unwritable lists what the schema of a tool made by [NewRaw] allows although a model cannot write it.
// The caller must not modify it.
func (t Tool) Unwritable() []grammar.Gap { return t.unwritable }

// foreign is a schema from elsewhere in closed form.
type foreign struct {
	schema                 grammar.Schema
	opener                 *opener          // nil: the arguments are passed on as they are
	original               *grammar.Grammar // nil: it does not compile
	unenforced, unwritable []grammar.Gap
}

// originalOptions are how a foreign schema is read: as the standard has it, without what package grammar
// does not know, and with bounds, because it may be hostile.
var originalOptions = grammar.Options{
	Lenient: true, OneOfAsAnyOf: true, Numbers: grammar.AnyForm, Order: grammar.AnyOrder,
	Limits: grammar.Limits{Nodes: 5000, States: 5000, Parallel: 128},
}

// compileOriginal compiles the schema as it came, for a check before each call, and says at each gap whether
// that check covers it. It takes what is left of the work. The error is that of ctx.
func (f *foreign) compileOriginal(ctx context.Context, schema json.RawMessage, left *grammar.Allowance) error {
	g, err := grammar.CompileFrom(ctx, left, schema, originalOptions)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	ignored := map[string]bool{}
	if err == nil {
		f.original = g
		for _, gap := range g.Unenforced() {
			ignored[gap.Keyword] = true
		}
	}
	for i := range f.unenforced {
		gap := &f.unenforced[i]
		if f.original == nil || gap.Keyword == "oneOf" || ignored[gap.Keyword] {
			gap.Why += "; left to the tool"
		} else {
			gap.Why += "; checked before the call"
		}
	}
	return nil
}

// open returns arguments in closed form as the schema has them. The error is an *[Error] that tells a
// model what the schema refuses, or that of ctx, which ends the reading.
func (f *foreign) open(ctx context.Context, args json.RawMessage) (json.RawMessage, error) {
	args, err := f.opener.open(ctx, args)
	if err != nil {
		return nil, err
	}
	if f.original == nil {
		return args, nil
	}
	if err := f.original.Check(ctx, args); err != nil {
		return nil, violated(err)
	}
	return args, nil
}
