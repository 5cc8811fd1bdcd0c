// Package wording has the sentences that models read inside messages: what is wrong with a plan, why a call failed,
// why another plan is needed. The messages themselves are prompt files.
//
// A room keeps its sentences in a file of its own, phrases.md, as blocks of text/template:
//
//	{{define "timeout"}}{{.Tool}} gave no result within {{.Limit}}{{end}}
//
// The test of each room calls [github.com/shortleash/shortleash/internal/wording/wordingtest.Check], so that no block is
// missing, unused or filled wrongly, and no sentence stands in Go that a model may read.
package wording

import (
	"errors"
	"strings"
	"sync"
	"text/template"
	"text/template/parse"
)

// Phrases are the sentences of one file. They are safe for concurrent use.
type Phrases struct {
	parsed func() *template.Template
}

// Read returns the sentences in the text of a file. The file is parsed when it is first used; one that cannot be parsed
// is a mistake in the program.
func Read(name, text string) *Phrases {
	return &Phrases{sync.OnceValue(func() *template.Template {
		t, err := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{"join": strings.Join}).Parse(text)
		if err != nil {
			panic("wording: BUG: " + err.Error())
		}
		return t
	})}
}

// Say returns a sentence. pairs are the names of what the sentence speaks of, each with its value.
func (p *Phrases) Say(name string, pairs ...any) string {
	data := make(map[string]any, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		data[pairs[i].(string)] = pairs[i+1]
	}
	var out strings.Builder
	if err := p.parsed().ExecuteTemplate(&out, name, data); err != nil {
		panic("wording: BUG: " + err.Error())
	}
	return out.String()
}

// Error returns a sentence as an error.
func (p *Phrases) Error(name string, pairs ...any) error { return errors.New(p.Say(name, pairs...)) }

// Fields returns the sentences by name, and the names of what each speaks of.
func (p *Phrases) Fields() map[string][]string {
	all := map[string][]string{}
	root := p.parsed()
	for _, t := range root.Templates() {
		if t.Name() != root.Name() {
			names := map[string]bool{}
			fields(t.Root, names)
			all[t.Name()] = []string{}
			for name := range names {
				all[t.Name()] = append(all[t.Name()], name)
			}
		}
	}
	return all
}

// fields collects the fields of the data that a part of a template names.
func fields(n parse.Node, names map[string]bool) {
	switch n := n.(type) {
	case *parse.ListNode:
		if n != nil {
			for _, m := range n.Nodes {
				fields(m, names)
			}
		}
	case *parse.ActionNode:
		fields(n.Pipe, names)
	case *parse.IfNode:
		fields(n.Pipe, names)
		fields(n.List, names)
		fields(n.ElseList, names)
	case *parse.PipeNode:
		for _, c := range n.Cmds {
			for _, arg := range c.Args {
				fields(arg, names)
			}
		}
	case *parse.FieldNode:
		names[n.Ident[0]] = true
	}
}
