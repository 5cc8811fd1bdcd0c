package schema

import (
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// A registry knows what the references of one schema can point to: its own resources and those that the caller
// gave, by address, and their anchors. It is built at the first reference.
type registry struct {
	c         *compiler
	draft     draft // of the document that is being indexed
	bases     map[*jsontext.Tree]*url.URL
	resources map[string]*jsontext.Tree
	anchors   map[string]*jsontext.Tree
	dynamic   map[string]int // how often a name is a $dynamicAnchor
	index     jsontext.Index
	given     map[string]json.RawMessage // by address: Options.Resources that nothing has referred to yet
	drafts    map[*jsontext.Tree]draft   // of the documents among them that something has referred to
}

// unnamed is the address of a schema that has none.
const unnamed = "schema://document/"

func newRegistry(c *compiler) *registry {
	r := &registry{
		c:         c,
		draft:     c.draft,
		bases:     map[*jsontext.Tree]*url.URL{},
		resources: map[string]*jsontext.Tree{},
		anchors:   map[string]*jsontext.Tree{},
		dynamic:   map[string]int{},
		index:     jsontext.Index{},
		given:     map[string]json.RawMessage{},
		drafts:    map[*jsontext.Tree]draft{},
	}
	base := &url.URL{Scheme: "schema", Host: "document", Path: "/"}
	for address, text := range c.Options.Resources {
		if u, err := base.Parse(address); err == nil {
			r.given[withoutFragment(u).String()] = text
		}
	}
	r.bases[c.document] = base
	r.resources[base.String()] = c.document
	r.visit(c.document, base)
	return r
}

// missing is the address of a resource that was not given.
type missing string

func (address missing) Error() string {
	return string(address) + " is not in the schema: give it in Options.Resources"
}

func withoutFragment(u *url.URL) *url.URL {
	v := *u
	v.Fragment, v.RawFragment = "", ""
	return &v
}

// resource returns the document or part of a document at an address, or nil. A resource that the caller gave is
// read when its address is asked for; all of them are when none has it, since one may name it with $id.
func (r *registry) resource(u *url.URL) (*jsontext.Tree, error) {
	address := u.String()
	if t := r.resources[address]; t != nil {
		return t, nil
	}
	if text, ok := r.given[address]; ok {
		err := r.load(address, text)
		return r.resources[address], err
	}
	for _, other := range slices.Sorted(maps.Keys(r.given)) {
		if err := r.load(other, r.given[other]); err != nil {
			return nil, err
		}
	}
	return r.resources[address], nil
}

// load reads a resource that the caller gave.
func (r *registry) load(address string, text json.RawMessage) error {
	delete(r.given, address)
	c := r.c
	t, trees, err := jsontext.Read(text, c.Limits.SchemaBytes, c.meter)
	if err != nil {
		if e, ok := errors.AsType[*jsontext.Error](err); ok {
			e.Pointer = address + "#" + e.Pointer
		}
		return err
	}
	c.meter.Make(trees * treeNodeBytes)
	renumber(t, int32(len(c.schemaNodes)))
	c.schemaNodes = append(c.schemaNodes, make([]int32, trees)...)
	if t.Kind == jsontext.Object {
		t.Text = address + "#"
	}
	base, err := url.Parse(address)
	if err != nil {
		return err
	}
	d, err := c.draftOf(t)
	if err != nil {
		return err
	}
	r.drafts[t], r.bases[t], r.resources[address] = d, base, t
	r.draft = d
	r.visit(t, base)
	return nil
}

// renumber adds first to the numbers of t and all below.
func renumber(t *jsontext.Tree, first int32) {
	t.ID += first
	for _, m := range t.Members {
		renumber(m.Value, first)
	}
}

// draftAt returns what the document of t is written in.
func (c *compiler) draftAt(t *jsontext.Tree) draft {
	if c.registry == nil || len(c.registry.drafts) == 0 {
		return c.draft
	}
	for t.Parent != nil {
		t = t.Parent
	}
	if d, ok := c.registry.drafts[t]; ok {
		return d
	}
	return c.draft
}

// visit indexes the schema t, whose base address is base, and the schemas within.
func (r *registry) visit(t *jsontext.Tree, base *url.URL) {
	if t == nil || t.Kind != jsontext.Object {
		return
	}
	if id := r.id(t); id != "" {
		base = r.identify(t, base, id)
	}
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if a := t.Lookup(keyword); a != nil && a.Kind == jsontext.String {
			r.anchors[base.String()+"#"+a.Text] = t
			if keyword == "$dynamicAnchor" {
				r.dynamic[a.Text]++
			}
		}
	}
	for _, m := range t.Members {
		switch subschemas[m.Name] {
		case oneSchema:
			r.visit(m.Value, base)
			if m.Value.Kind == jsontext.Array && m.Name == "items" {
				r.visitAll(m.Value, base)
			}
		case listOfSchemas, mapOfSchemas:
			r.visitAll(m.Value, base)
		}
	}
}

func (r *registry) visitAll(t *jsontext.Tree, base *url.URL) {
	for _, m := range t.Members {
		r.visit(m.Value, base)
	}
}

func (r *registry) id(t *jsontext.Tree) string {
	keyword := "$id"
	if r.draft.legacyIDs {
		keyword = "id"
	}
	if id := t.Lookup(keyword); id != nil && id.Kind == jsontext.String {
		return id.Text
	}
	return ""
}

func (r *registry) identify(t *jsontext.Tree, base *url.URL, id string) *url.URL {
	u, err := base.Parse(id)
	if err != nil {
		return base
	}
	if strings.HasPrefix(id, "#") { // draft-06: an anchor
		r.anchors[base.String()+id] = t
		return base
	}
	u.Fragment = ""
	r.bases[t] = u
	r.resources[u.String()] = t
	return u
}

// A subschema says how a keyword holds schemas.
type subschema uint8

const (
	oneSchema subschema = iota + 1
	listOfSchemas
	mapOfSchemas
)

var subschemas = map[string]subschema{
	"additionalItems": oneSchema, "additionalProperties": oneSchema, "contains": oneSchema, "contentSchema": oneSchema,
	"else": oneSchema, "if": oneSchema, "items": oneSchema, "not": oneSchema, "propertyNames": oneSchema, "then": oneSchema,
	"unevaluatedItems": oneSchema, "unevaluatedProperties": oneSchema,
	"allOf": listOfSchemas, "anyOf": listOfSchemas, "oneOf": listOfSchemas, "prefixItems": listOfSchemas,
	"$defs": mapOfSchemas, "definitions": mapOfSchemas, "dependencies": mapOfSchemas, "dependentSchemas": mapOfSchemas,
	"patternProperties": mapOfSchemas, "properties": mapOfSchemas,
}

// resolve returns what the reference ref, which stands in the schema from, points to.
func (r *registry) resolve(from *jsontext.Tree, ref string) (*jsontext.Tree, error) {
	home := from
	for r.bases[home] == nil {
		home = home.Parent
	}
	u, err := r.bases[home].Parse(ref)
	if err != nil {
		return nil, errors.New("no address")
	}
	fragment := u.Fragment
	u = withoutFragment(u)
	resource, err := r.resource(u)
	if err != nil {
		return nil, err
	}
	if resource == nil {
		return nil, missing(strings.TrimPrefix(u.String(), unnamed))
	}
	if fragment != "" && fragment[0] != '/' {
		if t := r.anchors[u.String()+"#"+fragment]; t != nil {
			return t, nil
		}
		return nil, errors.New("no such anchor")
	}
	if t := r.index.Follow(resource, fragment); t != nil {
		return t, nil
	}
	if r.c.draft.legacyIDs { // generators of draft-04 gave every property an id that was not meant as a base
		for home.Parent != nil {
			home = home.Parent
		}
		if t := jsontext.Follow(home, fragment); t != nil {
			return t, nil
		}
	}
	return nil, errors.New("nothing stands there")
}
