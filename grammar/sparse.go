package grammar

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Sparse returns the schema of the documents of s without their null members: a member that may be null is optional instead, and
// optional members come last. [Schema.Fill] turns such a document into one of s, and [Schema.Thin] does the reverse. Alternatives
// that could not be distinguished without their nulls keep them.
func (s Schema) Sparse() Schema {
	switch {
	case s.AnyOf != nil && distinct(s.AnyOf):
		s.AnyOf = slices.Clone(s.AnyOf)
		for i, branch := range s.AnyOf {
			s.AnyOf[i] = branch.Sparse()
		}
	case s.sparseItems():
		items := s.Items.Sparse()
		s.Items = &items
	case s.Type == "object":
		var needed, optional []Property
		for _, p := range s.Properties {
			if some, ok := withoutNull(p.Schema); ok {
				optional = append(optional, Property{p.Name, some.Sparse(), true})
			} else {
				needed = append(needed, Property{p.Name, p.Schema.Sparse(), false})
			}
		}
		s.Properties = append(needed, optional...)
	}
	return s
}

// sparseItems reports whether s is an array whose items may be sparse.
func (s Schema) sparseItems() bool {
	return s.Type == "array" && s.Items != nil && len(s.Prefix) == 0 && len(s.Enum) == 0
}

// withoutNull returns s without null, and whether s is null or something else.
func withoutNull(s Schema) (some Schema, ok bool) {
	branches := slices.DeleteFunc(slices.Clone(s.AnyOf), func(b Schema) bool { return b.Type == "null" })
	if len(branches) == 0 || len(branches) == len(s.AnyOf) || slices.ContainsFunc(branches, allowsNull) {
		return s, false
	}
	some = AnyOf(branches...)
	if some.Description == "" {
		some.Description = s.Description
	}
	return some, true
}

// distinct reports whether a sparse document shows of which of the alternatives it is.
func distinct(alternatives []Schema) bool {
	for i, a := range alternatives {
		if a.AnyOf != nil {
			return false
		}
		for _, b := range alternatives[:i] {
			if a.Type == b.Type && (a.Type == "object" || a.Type == "array") && !apart(a, b) && !apart(b, a) {
				return false
			}
		}
	}
	return true
}

// apart reports whether a requires a member that b does not have, or has with another single value.
func apart(a, b Schema) bool {
	return slices.ContainsFunc(a.Properties, func(p Property) bool {
		if _, optional := withoutNull(p.Schema); optional {
			return false
		}
		q, ok := b.Property(p.Name)
		return !ok || len(p.Schema.Enum) == 1 && len(q.Enum) == 1 && !sameValue(p.Schema.Enum[0], q.Enum[0])
	})
}

// Fill returns a document of s.Sparse() as a document of s: what was left out is null. Any other text is returned as it is.
func (s Schema) Fill(document json.RawMessage) json.RawMessage { return s.convert(document, true) }

// Thin returns a document of s as a document of s.Sparse(). Any other text is returned as it is.
func (s Schema) Thin(document json.RawMessage) json.RawMessage { return s.convert(document, false) }

func (s Schema) convert(document json.RawMessage, fill bool) json.RawMessage {
	if document = bytes.TrimSpace(document); !json.Valid(document) {
		return document
	}
	return s.sparse(document, fill)
}

func (s Schema) sparse(document json.RawMessage, fill bool) json.RawMessage {
	switch {
	case s.AnyOf != nil && distinct(s.AnyOf):
		for _, branch := range s.AnyOf {
			if branch.fits(document) {
				return branch.sparse(document, fill)
			}
		}
	case s.sparseItems() && document[0] == '[':
		items := list(document)
		for i, item := range items {
			items[i] = s.Items.sparse(item, fill)
		}
		if items != nil {
			return encode(items)
		}
	case s.fits(document):
		return s.sparseMembers(members(document), fill)
	}
	return document
}

// fits reports whether document is an array or an object, s is too, and the object has all members that s requires,
// with their single values, and no others.
func (s Schema) fits(document json.RawMessage) bool {
	if s.Type != "object" || document[0] != '{' {
		return s.Type == "array" && document[0] == '['
	}
	given, known := members(document), 0
	for _, p := range s.Properties {
		value, ok := given[p.Name]
		if ok {
			known++
		}
		if _, optional := withoutNull(p.Schema); !ok && !optional || ok && len(p.Schema.Enum) == 1 && !sameValue(value, p.Schema.Enum[0]) {
			return false
		}
	}
	return !s.Open && given != nil && known == len(given)
}

func (s Schema) sparseMembers(given map[string]json.RawMessage, fill bool) json.RawMessage {
	order := s.Properties
	if !fill {
		order = s.Sparse().Properties
	}
	var b bytes.Buffer
	b.WriteByte('{')
	for _, p := range order {
		value, ok := given[p.Name]
		if !ok {
			value = json.RawMessage("null")
		}
		if p.Optional && string(value) == "null" {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(encode(p.Name))
		b.WriteByte(':')
		member, _ := s.Property(p.Name)
		b.Write(member.sparse(value, fill))
	}
	b.WriteByte('}')
	return b.Bytes()
}
