package tools

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/grammar"
)

// A member is a field that a model writes.
type member struct {
	*site
	name     string
	depth    int // in how many embedded structs it stands
	optional bool
}

// members returns the members of a struct, as encoding/json finds them.
func (s *site) members() ([]member, error) {
	var found []member
	hidden, err := s.collect(s.t, 0, &found)
	if err != nil {
		return nil, err
	}
	if found == nil && hidden {
		return nil, s.wrong("", "no field of the struct is exported, so nothing can be written; begin their names with capitals")
	}
	slices.SortStableFunc(found, func(a, b member) int {
		return cmp.Or(strings.Compare(a.name, b.name), a.depth-b.depth)
	})
	var members []member
	for _, m := range found {
		if n := len(members); n == 0 || members[n-1].name != m.name {
			members = append(members, m)
		} else if other := members[n-1]; other.depth == m.depth {
			return nil, m.wrong("", "%s has the name %q too", other.field, m.name)
		}
	}
	return members, nil
}

// collect adds the fields of t, those of embedded structs too, and reports whether it has passed over any that is not exported.
func (s *site) collect(t reflect.Type, depth int, found *[]member) (hidden bool, err error) {
	for f := range t.Fields() {
		at := s.below(f.Type, "."+f.Name)
		if at.field[0] == '.' {
			at.field = f.Name
		}
		name, optional, err := at.jsonTag(f)
		if err != nil {
			return false, err
		}
		inner := f.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		switch {
		case f.Anonymous && name == "" && inner.Kind() == reflect.Struct:
			if f.Type != inner && !f.IsExported() {
				return false, at.wrong("", "encoding/json cannot make an embedded pointer to a type that is not exported; embed the type itself")
			}
			if _, tagged := f.Tag.Lookup("jsonschema"); tagged {
				return false, at.wrong(string(f.Tag), "the fields of an embedded struct are members themselves, and it is none; give them the tag")
			}
			more, err := s.collect(inner, depth+1, found)
			if err != nil {
				return false, err
			}
			hidden = hidden || more
		case !f.IsExported():
			hidden = true
		case name != "-":
			if at.tags, err = at.readTags(f.Tag); err != nil {
				return false, err
			}
			if !at.tags.has("-") {
				*found = append(*found, member{at, cmp.Or(strings.TrimPrefix(name, "\x00"), f.Name), depth, optional})
			}
		}
	}
	return hidden, nil
}

// schema returns the schema of a member, with its description and null where it is optional.
func (m member) schema() (grammar.Schema, error) {
	description, fallback := m.tags.take("description"), m.tags.take("default")
	optional := m.optional && !m.tags.has("required") || m.tags.has("nullable") || fallback != ""
	m.tags.take("required")
	m.tags.take("nullable")
	out, err := m.site.schema()
	if err != nil {
		return out, err
	}
	if left := m.tags.left(); left != "" {
		return out, m.wrong(left, "the keyword %s is not for %v", strings.SplitN(left, "=", 2)[0], m.t)
	}
	if fallback != "" {
		if description, err = m.fallback(out, fallback, description); err != nil {
			return out, err
		}
	}
	described := &out
	if len(out.AnyOf) > 0 { // nothing stands beside it
		described = &out.AnyOf[0]
	}
	switch {
	case description == "":
	case described.Description == "":
		described.Description = description
	default:
		described.Description = description + ", " + described.Description
	}
	if optional {
		out = nullable(out)
	}
	return out, nil
}

// fallback checks the default of a member, and returns the description with it.
func (m member) fallback(schema grammar.Schema, text, description string) (string, error) {
	switch {
	case m.t.Kind() == reflect.Pointer:
		return "", m.wrong("default="+text, "a pointer says by nil that the model wrote null; a default is for %v", m.t.Elem())
	case schema.Type == "array" || schema.Type == "object" || schema.Type == "":
		return "", m.wrong("default="+text, "a default is for a text, a number or a boolean")
	}
	value, err := defaultValue(m.t, text)
	if err != nil {
		return "", err
	}
	g, err := grammar.Compile(context.Background(), schema.JSON(), grammar.Options{})
	if err == nil {
		err = g.Check(context.Background(), value)
	}
	if err == nil {
		err = Decode(value, reflect.New(m.t).Interface())
	}
	if err != nil {
		return "", m.wrong("default="+text, "it is not a value of the field: %s", problem(err))
	}
	said := phrases.Say("default", "Default", text)
	if description == "" {
		return said, nil
	}
	return description + "; " + said, nil
}

// jsonTag reads the json tag of a field: its name, "" where there is none and "-" where it is left out, and whether it is
// optional. It checks how all tags of the field are written.
func (s *site) jsonTag(f reflect.StructField) (name string, optional bool, err error) {
	keys, rest := tagKeys(f.Tag)
	if rest != "" {
		return "", false, s.wrong(rest, `a tag is written as json:"…" jsonschema:"…", with a blank between`)
	}
	for i, key := range keys {
		plain := strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(key))
		switch {
		case slices.Contains(keys[:i], key):
			return "", false, s.wrong(key, "the tag stands twice")
		case key == "json" || key == "jsonschema" || key == "jsonschema_description":
			if !f.IsExported() && !f.Anonymous {
				return "", false, s.wrong(string(f.Tag), "the field is not exported, so no one can write it; call it %s",
					strings.ToUpper(f.Name[:1])+f.Name[1:])
			}
		case plain == "json":
			return "", false, s.wrong(key, "the tag is called json")
		case slices.Contains([]string{"description", "desc", "enum", "enums"}, key), strings.HasPrefix(plain, "jsons"):
			return "", false, s.wrong(key, `nothing reads this tag; write jsonschema:"…"`)
		}
	}
	value, tagged := f.Tag.Lookup("json")
	if value == "-" {
		return "-", false, nil
	}
	name, options, _ := strings.Cut(value, ",")
	if strings.ContainsAny(name, "\"'`\\") {
		return "", false, s.wrong("json:"+value, "encoding/json takes no such name")
	}
	for option := range strings.SplitSeq(options, ",") {
		switch option {
		case "omitempty", "omitzero":
			optional = true
		case "string":
			return "", false, s.wrong("json:"+value, "the option string makes a text of it; leave the option out, or use a string")
		case "":
		default:
			return "", false, s.wrong("json:"+value, "there is no option %q; there are omitempty and omitzero", option)
		}
	}
	if tagged && name == "-" { // json:"-," names a member "-"
		name = "\x00-"
	}
	return name, optional, nil
}

// tagKeys returns the keys of a tag, and what of it is not written as reflect.StructTag says.
func tagKeys(tag reflect.StructTag) (keys []string, rest string) {
	for rest = strings.TrimLeft(string(tag), " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		key, value, ok := strings.Cut(rest, ":")
		if !ok || key == "" || strings.ContainsAny(key, " \"") || !strings.HasPrefix(value, `"`) {
			return keys, rest
		}
		end := 1
		for end < len(value) && value[end] != '"' {
			if value[end] == '\\' {
				end++
			}
			end++
		}
		if end >= len(value) || end+1 < len(value) && value[end+1] != ' ' {
			return keys, rest
		}
		if _, ok := tag.Lookup(key); !ok {
			return keys, rest
		}
		keys, rest = append(keys, key), value[end+1:]
	}
	return keys, ""
}

// compiles says why s is not a schema.
func compiles(s grammar.Schema) error {
	_, err := grammar.Compile(context.Background(), s.JSON(), grammar.Options{})
	return err
}

// problem returns an error of package grammar without the name of the package.
func problem(err error) string { return strings.TrimPrefix(fmt.Sprint(err), "grammar: ") }
