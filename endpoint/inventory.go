package endpoint

import (
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// The bounds on what clients describe.
const (
	maxTools   = 256
	maxName    = 256      // bytes
	maxSchemas = 1 << 20  // bytes of all schemas of a request
	maxKept    = 64 << 20 // bytes of closed forms that are kept, of grammars, and so on
	leastKept  = 16 << 10 // bytes that each of them counts beside its own, so that they are not too many
)

// A tool is one that a client offers, as a model is offered it.
type tool struct {
	offered
	wire   string // its name in a decision: another one where its own is reserved
	closed *grammar.Closed
}

// An inventory keeps the closed forms of schemas, the grammars of decisions and the heads of prompts, which the next request of a
// conversation needs again, and what is to be told about them. It is safe for concurrent use.
type inventory struct {
	closed   kept[*grammar.Closed]
	grammars kept[*grammar.Grammar]
	thoughts kept[string] // by the ID of the call that they came before, without its prefix

	known kept[string] // reports of tools, as JSON
	heads kept[string] // of prompts
}

// A ToolReport says which parts of a tool's schema the grammar does not enforce.
type ToolReport struct {
	Name       string   `json:"name"`
	Unenforced []string `json:"unenforced"` // what the schema refuses but the grammar does not, and who checks it
	Unwritable []string `json:"unwritable"` // what the schema allows but no model can write
}

// close returns the closed form of a schema.
func (v *inventory) close(ctx context.Context, schema json.RawMessage) (*grammar.Closed, error) {
	if len(schema) == 0 || string(schema) == "null" {
		schema = json.RawMessage(`{"type":"object","properties":{}}`)
	}
	return v.closed.get(schema, func() (*grammar.Closed, error) {
		closed, err := grammar.CloseLong(ctx, schema, grammar.MaxText)
		if err == nil {
			closed.Grammar = nil // decisions have grammars of their own
		}
		return closed, err
	})
}

// compile returns the grammar of a schema.
func (v *inventory) compile(ctx context.Context, schema grammar.Schema) (*grammar.Grammar, error) {
	text := schema.JSON()
	return v.grammars.get(text, func() (*grammar.Grammar, error) { return grammar.Compile(ctx, text, grammar.Options{}) })
}

// tools closes the tools of a request. Its error is a *problem.
func (v *inventory) tools(ctx context.Context, list []offered) ([]*tool, error) {
	if len(list) > maxTools {
		return nil, invalid("tools", "there are %d tools; at most %d can be offered at once", len(list), maxTools)
	}
	names, size := map[string]bool{}, 0
	for _, o := range list {
		names[o.Name] = true
		size += len(o.Schema) + len(o.Description)
	}
	if size > maxSchemas {
		return nil, invalid("tools", "the tools have %d bytes of schemas and descriptions; at most %d are read", size, maxSchemas)
	}
	var all []*tool
	for _, o := range list {
		if !names[o.Name] {
			return nil, invalid("tools", "two tools are called %q", o.Name)
		}
		delete(names, o.Name)
		if o.Name == "" || len(o.Name) > maxName || strings.ContainsFunc(o.Name, func(r rune) bool { return r < ' ' || r == 0xfffd }) {
			return nil, invalid("tools", "the name %q of a tool is empty, longer than %d bytes, or no text", o.Name, maxName)
		}
		closed, err := v.close(ctx, o.Schema)
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, invalid("tools", "the schema of %s cannot be held: %s", o.Name, plain(err))
		}
		t := &tool{offered: o, wire: o.Name, closed: closed}
		for slices.Contains(tools.Reserved, t.wire) || t.wire != o.Name && names[t.wire] {
			t.wire += "_tool"
		}
		v.report(t)
		all = append(all, t)
	}
	return all, nil
}

// thought returns what a model thought before a call, or "" where it is not known, or not any more.
func (v *inventory) thought(id string) string {
	text, _ := v.thoughts.get([]byte(id[strings.LastIndexByte(id, '_')+1:]), func() (string, error) { return "", errors.New("unknown") })
	return text
}

// report keeps what is to be told about a tool.
func (v *inventory) report(t *tool) {
	v.known.get([]byte(t.Name+"\x00"+string(t.Schema)), func() (string, error) {
		return string(encode(ToolReport{t.Name, lines(t.closed.Unenforced), lines(t.closed.Unwritable)})), nil
	})
}

// Unheld counts what is neither held nor checked here.
func unheld(list []*tool) int {
	n := 0
	for _, t := range list {
		for _, g := range t.closed.Unenforced {
			if strings.HasSuffix(g.Why, "left to the tool") {
				n++
			}
		}
	}
	return n
}

func lines(gaps []grammar.Gap) []string {
	all := []string{}
	for _, g := range gaps {
		all = append(all, fmt.Sprintf("%s: %s: %s", g.Pointer, g.Keyword, g.Why))
	}
	return all
}

// plain returns the words of an error without the name of its package.
func plain(err error) string { return strings.TrimPrefix(err.Error(), "grammar: ") }

// kept remembers what was made of texts: the latest of them, of maxKept bytes of memory together. Its zero value is ready.
type kept[T any] struct {
	mu    sync.Mutex
	index map[[32]byte]*list.Element
	order list.List // the latest first
	size  int
}

type keptEntry[T any] struct {
	key   [32]byte
	size  int
	value T
}

// get returns what make makes of text. An error is not remembered.
func (k *kept[T]) get(text []byte, make func() (T, error)) (T, error) {
	key := sha256.Sum256(text)
	k.mu.Lock()
	if e, ok := k.index[key]; ok {
		k.order.MoveToFront(e)
		defer k.mu.Unlock()
		return e.Value.(keptEntry[T]).value, nil
	}
	k.mu.Unlock() // what is made takes time, and may be made twice
	v, err := make()
	if err != nil {
		return v, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.index == nil {
		k.index = map[[32]byte]*list.Element{}
	}
	if e, ok := k.index[key]; ok {
		return e.Value.(keptEntry[T]).value, nil
	}
	size := leastKept + len(text)
	switch v := any(v).(type) {
	case string:
		size += len(v)
	case interface{ Memory() int }:
		size += v.Memory()
	}
	k.index[key] = k.order.PushFront(keptEntry[T]{key, size, v})
	for k.size += size; k.size > maxKept; {
		old := k.order.Remove(k.order.Back()).(keptEntry[T])
		delete(k.index, old.key)
		k.size -= old.size
	}
	return v, nil
}

// each calls do for what is remembered, the latest first.
func (k *kept[T]) each(do func(T)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for e := k.order.Front(); e != nil; e = e.Next() {
		do(e.Value.(keptEntry[T]).value)
	}
}
