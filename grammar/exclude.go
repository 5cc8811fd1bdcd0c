package grammar

import (
	"encoding/json"
	"slices"
)

// Exclude returns the schema of the documents of s other than value. ok is false if there are none. It works only
// for listed values: enums, booleans, null, and closed objects of these. No server supports a grammar of all strings
// except one, or of all numbers except one; if the value depends on such a member, Exclude returns s unchanged.
func Exclude(s Schema, value json.RawMessage) (rest Schema, ok bool) {
	rest, some, exact := s.without(value)
	if !exact {
		return s, true
	}
	return rest, some
}

// without returns s without value, whether any document is left, and whether this form can say it.
func (s Schema) without(value json.RawMessage) (rest Schema, some, exact bool) {
	switch {
	case s.AnyOf != nil:
		return s.alternativesWithout(value)
	case !s.holds(value):
		return s, true, true
	case len(s.Enum) > 0:
		rest = s
		rest.Enum = slices.DeleteFunc(slices.Clone(s.Enum), func(e json.RawMessage) bool { return sameValue(e, value) })
		return rest, len(rest.Enum) > 0, true
	}
	switch s.Type {
	case "null":
		return s, false, true
	case "boolean":
		rest = s
		rest.Enum = []json.RawMessage{json.RawMessage("true")}
		if string(value) == "true" {
			rest.Enum = []json.RawMessage{json.RawMessage("false")}
		}
		return rest, true, true
	case "integer":
		if s.Minimum != "" && s.Minimum == s.Maximum {
			return s, false, true
		}
	case "object":
		if !s.Open {
			return s.membersWithout(value)
		}
	}
	return s, true, false
}

func (s Schema) alternativesWithout(value json.RawMessage) (rest Schema, some, exact bool) {
	var branches []Schema
	for _, branch := range s.AnyOf {
		left, some, exact := branch.without(value)
		if !exact {
			return s, true, false
		}
		if some {
			branches = append(branches, left.alternatives()...)
		}
	}
	if len(branches) == 0 {
		return s, false, true
	}
	rest = AnyOf(branches...)
	if rest.AnyOf != nil {
		rest.Description = s.Description
	}
	return rest, true, true
}

// membersWithout returns a closed object without value. What is left is one alternative for each member: those
// before it are as in value, it is another, and those after it are free.
func (s Schema) membersWithout(value json.RawMessage) (rest Schema, some, exact bool) {
	var members map[string]json.RawMessage // only looked up
	if json.Unmarshal(value, &members) != nil {
		return s, true, false
	}
	var branches []Schema
	begin := s // with the members before the present one as in value
	for _, p := range s.Properties {
		other, some, exact := p.Schema.without(members[p.Name])
		if !exact {
			return s, true, false
		}
		if some {
			branches = append(branches, begin.With(p.Name, other))
		}
		begin = begin.With(p.Name, constant(p.Schema, members[p.Name]))
	}
	return AnyOf(branches...), len(branches) > 0, true
}

// constant returns the schema of value alone, which s holds and can leave out.
func constant(s Schema, value json.RawMessage) Schema {
	switch {
	case s.AnyOf != nil:
		i := slices.IndexFunc(s.AnyOf, func(branch Schema) bool { return branch.holds(value) })
		return constant(s.AnyOf[i], value)
	case s.Type == "object":
		var members map[string]json.RawMessage // only looked up
		if err := json.Unmarshal(value, &members); err != nil {
			panic("grammar: BUG: a value that an object holds is none: " + err.Error())
		}
		for _, p := range s.Properties {
			s = s.With(p.Name, constant(p.Schema, members[p.Name]))
		}
		return s
	case s.Type == "null":
		return s
	}
	return Schema{Type: s.Type, Description: s.Description, Enum: []json.RawMessage{value}}
}

// holds reports whether value is a document of s; of an array it looks at the type alone.
func (s Schema) holds(value json.RawMessage) bool {
	if s.AnyOf != nil {
		return slices.ContainsFunc(s.AnyOf, func(branch Schema) bool { return branch.holds(value) })
	}
	if len(value) == 0 {
		return false
	}
	switch s.Type {
	case "null":
		return string(value) == "null"
	case "boolean":
		return (string(value) == "true" || string(value) == "false") && s.admits(value)
	case "array":
		return value[0] == '['
	case "object":
		var members map[string]json.RawMessage // only looked up
		if json.Unmarshal(value, &members) != nil || members == nil {
			return false
		}
		return s.Open || len(members) == len(s.Properties) &&
			!slices.ContainsFunc(s.Properties, func(p Property) bool { return !p.Schema.holds(members[p.Name]) })
	case "string":
		return value[0] == '"' && s.admits(value)
	}
	return value[0] != '"' && s.admits(value)
}
