package grammar

import (
	"errors"
	"net/url"
	"strings"
)

// A registry knows what the references of one schema document can point to: its resources by
// address, and their anchors. It is built at the first reference.
type registry struct {
	legacy    bool // "id" of draft-04 counts
	bases     map[*tree]*url.URL
	resources map[string]*tree
	anchors   map[string]*tree
	dynamic   map[string]int // how often a name is a $dynamicAnchor
}

var errRemote = errors.New("the reference leaves the document")

func newRegistry(root *tree, legacy bool) *registry {
	r := &registry{
		legacy:    legacy,
		bases:     map[*tree]*url.URL{},
		resources: map[string]*tree{},
		anchors:   map[string]*tree{},
		dynamic:   map[string]int{},
	}
	base := &url.URL{Scheme: "schema", Host: "document", Path: "/"}
	r.bases[root] = base
	r.resources[base.String()] = root
	r.visit(root, base)
	return r
}

// visit indexes the schema t, whose base address is base, and the schemas within.
func (r *registry) visit(t *tree, base *url.URL) {
	if t == nil || t.kind != treeObject {
		return
	}
	if id := r.id(t); id != "" {
		base = r.identify(t, base, id)
	}
	for _, keyword := range []string{"$anchor", "$dynamicAnchor"} {
		if a := t.get(keyword); a != nil && a.kind == treeString {
			r.anchors[base.String()+"#"+a.text] = t
			if keyword == "$dynamicAnchor" {
				r.dynamic[a.text]++
			}
		}
	}
	for _, m := range t.members {
		switch subschemas[m.name] {
		case oneSchema:
			r.visit(m.value, base)
			if m.value.kind == treeArray && m.name == "items" {
				r.visitAll(m.value, base)
			}
		case listOfSchemas, mapOfSchemas:
			r.visitAll(m.value, base)
		}
	}
}

func (r *registry) visitAll(t *tree, base *url.URL) {
	for _, m := range t.members {
		r.visit(m.value, base)
	}
}

func (r *registry) id(t *tree) string {
	keyword := "$id"
	if r.legacy {
		keyword = "id"
	}
	if id := t.get(keyword); id != nil && id.kind == treeString {
		return id.text
	}
	return ""
}

func (r *registry) identify(t *tree, base *url.URL, id string) *url.URL {
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

// The places of a schema that hold schemas.
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
func (r *registry) resolve(from *tree, ref string) (*tree, error) {
	home := from
	for r.bases[home] == nil {
		home = home.parent
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
	if t := follow(resource, fragment); t != nil {
		return t, nil
	}
	if r.legacy { // generators of draft-04 gave every property an id that nobody meant as a base
		for home.parent != nil {
			home = home.parent
		}
		if t := follow(home, fragment); t != nil {
			return t, nil
		}
	}
	return nil, errors.New("nothing stands there")
}
