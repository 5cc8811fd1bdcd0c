package grammar

import (
	"context"
	"encoding/json"
	"fmt"
)

// An opener turns a value in closed form into one of the schema that it was made of. A nil opener changes
// nothing.
type opener struct {
	optional map[string]bool    // members that are left out where they are null
	members  map[string]*opener // of objects
	entries  bool               // a list of names and values is an object; items is for the values
	items    *opener            // of arrays
	branches []opened           // the first whose grammar takes the value opens it
}

type opened struct {
	grammar *Grammar
	opener  *opener
}

// A branch is one alternative in closed form.
type branch struct {
	schema Schema
	opener *opener
}

// unite returns the union of branches. Branches that are alike count once.
func (c *closer) unite(branches []branch, description string) (Schema, *opener, bool) {
	var flat []Schema
	var all []branch
	opens, came := false, map[string]bool{}
	for _, b := range branches {
		for _, s := range b.schema.alternatives() {
			text := s.JSON()
			if !c.closerWork.spend(memberSteps + len(text)/readBytes) {
				return Schema{}, nil, false
			}
			if !came[string(text)] {
				came[string(text)] = true
				flat = append(flat, s)
			}
		}
		all = append(all, b)
		opens = opens || b.opener != nil
	}
	if len(flat) == 0 {
		return Schema{}, nil, false
	}
	if description != "" { // nothing stands beside an anyOf
		flat[0].Description = description
	}
	out := AnyOf(flat...)
	if !opens || len(all) == 1 {
		return out, all[0].opener, true
	}
	o := &opener{}
	for _, b := range all {
		g, err := c.compile(b.schema, c.left.work)
		if err != nil {
			return Schema{}, nil, false
		}
		o.branches = append(o.branches, opened{g, b.opener})
	}
	return out, o, true
}

func inItems(o *opener) *opener {
	if o == nil {
		return nil
	}
	return &opener{items: o}
}

// orNil returns o, or nil if it changes nothing.
func (o *opener) orNil() *opener {
	for _, m := range o.members {
		if m != nil {
			return o
		}
	}
	if len(o.optional) > 0 {
		return o
	}
	return nil
}

// open returns value as the schema has it.
func (o *opener) open(ctx context.Context, value json.RawMessage) (json.RawMessage, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if o == nil || len(value) == 0 {
		return value, nil
	}
	for _, b := range o.branches {
		err := b.grammar.Check(ctx, value)
		if err == nil {
			return b.opener.open(ctx, value)
		}
		if _, refused := err.(*Violation); !refused {
			return nil, err
		}
	}
	switch {
	case o.entries && value[0] == '[':
		return o.object(ctx, value)
	case o.items != nil && value[0] == '[':
		items := list(value)
		if items == nil {
			return value, nil
		}
		for i, item := range items {
			var err error
			if items[i], err = o.items.open(ctx, item); err != nil {
				return nil, err
			}
		}
		return encode(items), nil
	case o.members != nil && value[0] == '{':
		return o.omit(ctx, value)
	}
	return value, nil
}

// omit leaves out optional members that are null.
func (o *opener) omit(ctx context.Context, value json.RawMessage) (json.RawMessage, error) {
	object := members(value)
	for name, member := range object {
		if o.optional[name] && string(member) == "null" {
			delete(object, name)
			continue
		}
		var err error
		if object[name], err = o.members[name].open(ctx, member); err != nil {
			return nil, err
		}
	}
	return encode(object), nil
}

// object makes an object of a list of names and values.
func (o *opener) object(ctx context.Context, value json.RawMessage) (json.RawMessage, error) {
	object := node{}
	for _, item := range list(value) {
		entry := members(item)
		name := text(entry["name"])
		if object[name] != nil {
			return nil, fmt.Errorf("the name %q stands twice in one list; each may stand once", name)
		}
		var err error
		if object[name], err = o.items.open(ctx, entry["value"]); err != nil {
			return nil, err
		}
	}
	return encode(object), nil
}

// originalOptions are how the schema is read for a check of opened values: as the standard has it, without what this
// package does not know, and with bounds, because it may be hostile.
var originalOptions = Options{
	Lenient: true, OneOfAsAnyOf: true, Numbers: AnyForm, Order: AnyOrder,
	Limits: Limits{Nodes: 5000, States: 5000, Parallel: 128},
}

// compileOriginal compiles the schema as it came, and says at each gap whether that covers it. It takes what is left of
// the work.
func (w *closerWork) compileOriginal(f *Closed, text json.RawMessage) {
	g, err := w.compileText(text, w.left.work, originalOptions)
	ignored := map[string]bool{}
	if err == nil {
		f.original = g
		for _, gap := range g.Unenforced() {
			ignored[gap.Keyword] = true
		}
	}
	for i := range f.Unenforced {
		gap := &f.Unenforced[i]
		if f.original == nil || gap.Keyword == "oneOf" || ignored[gap.Keyword] {
			gap.Why += "; left to the tool"
		} else {
			gap.Why += "; checked before the call"
		}
	}
}

// Memory returns about how many bytes f takes: all that closing it made.
func (f *Closed) Memory() int { return f.made }

// Open converts a document of f.Grammar back to the form of the original schema: an optional member that was null is left out,
// and a list of names and values is an object again. The error is the error of ctx, or tells a model what the schema refuses.
func (f *Closed) Open(ctx context.Context, document json.RawMessage) (json.RawMessage, error) {
	document, err := f.opener.open(ctx, document)
	if err == nil && f.original != nil {
		err = f.original.Check(ctx, document)
	}
	return document, err
}
