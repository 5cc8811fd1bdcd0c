package schema

import (
	"errors"
	"net/url"
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
)

// A registry knows what the references of one schema document can point to: its resources by
// address, and their anchors. It is built at the first reference.
type registry struct {
	legacy    bool // "id" of draft-04 counts
	bases     map[*jsontext.Tree]*url.URL
	resources map[string]*jsontext.Tree
	anchors   map[string]*jsontext.Tree
	dynamic   map[string]int // how often a name is a $dynamicAnchor
	index     jsontext.Index
}

var errRemote = errors.New("the reference leaves the document")

func newRegistry(root *jsontext.Tree, legacy bool) *registry {
	r := &registry{
		legacy:    legacy,
		bases:     map[*jsontext.Tree]*url.URL{},
		resources: map[string]*jsontext.Tree{},
		anchors:   map[string]*jsontext.Tree{},
		dynamic:   map[string]int{},
		index:     jsontext.Index{},
	}
	base := &url.URL{Scheme: "schema", Host: "document", Path: "/"}
	r.bases[root] = base
	r.resources[base.String()] = root
	r.visit(root, base)
	return r
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
	if r.legacy {
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
		return nil, errRemote
	}
	fragment := u.Fragment
	u.Fragment, u.RawFragment = "", ""
	resource := r.resources[u.String()]
	if resource == nil {
		return nil, errRemote
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
	if r.legacy { // generators of draft-04 gave every property an id that was not meant as a base
		for home.Parent != nil {
			home = home.Parent
		}
		if t := jsontext.Follow(home, fragment); t != nil {
			return t, nil
		}
	}
	return nil, errors.New("nothing stands there")
}
