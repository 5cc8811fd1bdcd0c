// Package hostile holds families of JSON Schemas that grow: each makes, for a size n, a schema that takes some
// construct of the language n times, or n deep. Tests hold the compiler to its limits with them, and a
// command in bench/ prints how its cost grows.
package hostile

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A Family is one way for a schema to grow.
type Family struct {
	Name string
	Make func(n int) []byte
	// Linear families grow by one: twice the size would be far more than twice the schema.
	Linear bool
	// Most bounds n where the text of the schema does not; 0: nothing bounds it.
	Most int
}

// Start returns the least size.
func (f Family) Start() int { return 2 }

// Next returns the size after n.
func (f Family) Next(n int) int {
	if f.Linear {
		return n + 1
	}
	return 2 * n
}

// Families returns all families.
func Families() []Family {
	var all []Family
	for _, list := range [][]Family{lists(), combinations(), strings_(), objects(), references(), arrays(), numbers(), texts()} {
		all = append(all, list...)
	}
	return all
}

type (
	object = map[string]any
	list   = []any
)

// of returns a family whose schemas are values for json.Marshal.
func of(name string, make func(n int) any) Family {
	return Family{Name: name, Make: func(n int) []byte {
		text, err := json.Marshal(make(n))
		if err != nil {
			panic("hostile: BUG: " + err.Error())
		}
		return text
	}}
}

// slow is of for families that grow by one, up to most.
func slow(name string, most int, make func(n int) any) Family {
	f := of(name, make)
	f.Linear, f.Most = true, most
	return f
}

// upTo is of for families that are bounded by most.
func upTo(name string, most int, make func(n int) any) Family {
	f := of(name, make)
	f.Most = most
	return f
}

// each returns the n values of f.
func each[T any](n int, f func(i int) T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = f(i)
	}
	return out
}

// named returns an object of n members.
func named(n int, name string, f func(i int) any) object {
	out := make(object, n)
	for i := range n {
		out[fmt.Sprintf(name, i)] = f(i)
	}
	return out
}

func ref(format string, args ...any) object {
	return object{"$ref": "#/$defs/" + fmt.Sprintf(format, args...)}
}

func always[T any](x T) func(int) any { return func(int) any { return x } }

func hex(i int) string  { return fmt.Sprintf("%x", i) }
func hexes(n int) []any { return each(n, func(i int) any { return hex(i) }) }
func ints(n int) []any  { return each(n, func(i int) any { return i }) }

func reversed(list []any) []any {
	return each(len(list), func(i int) any { return list[len(list)-1-i] })
}

func letter(i int) string { return string(rune('a' + i%26)) }

// tree returns keyword nested n deep, with the level below twice at each level.
func tree(keyword string, n int, leaf any) any {
	for range n {
		leaf = object{keyword: list{leaf, leaf}}
	}
	return leaf
}

var shortString = object{"type": "string", "minLength": 3}

func lists() []Family {
	return []Family{
		of("enum_int", func(n int) any { return object{"type": "integer", "enum": ints(n)} }),
		of("enum_plain", func(n int) any { return object{"enum": ints(n)} }),
		of("enum_num_min", func(n int) any { return object{"enum": ints(n), "minimum": 0} }),
		of("enum_str", func(n int) any { return object{"enum": hexes(n)} }),
		of("enum_str_minlen", func(n int) any { return object{"type": "string", "minLength": 1, "enum": hexes(n)} }),
		of("enum_str_pattern", func(n int) any {
			return object{"type": "string", "pattern": "^[0-9a-f]+$", "enum": hexes(n)}
		}),
		of("enum_meet", func(n int) any {
			return object{"allOf": list{object{"enum": ints(n)}, object{"enum": reversed(ints(n))}}}
		}),
		of("enum_str_meet", func(n int) any {
			return object{"allOf": list{object{"enum": hexes(n)}, object{"enum": reversed(hexes(n))}}}
		}),
		of("enum_not", func(n int) any { return object{"type": "string", "not": object{"enum": hexes(n)}} }),
		of("enum_num_not", func(n int) any {
			return object{"type": "integer", "minimum": 0, "maximum": n + 5, "not": object{"enum": ints(n)}}
		}),
		of("anyof_const", func(n int) any {
			return object{"anyOf": each(n, func(i int) any { return object{"const": hex(i)} })}
		}),
		of("oneof_const", func(n int) any {
			return object{"oneOf": each(n, func(i int) any { return object{"const": hex(i)} })}
		}),
		of("anyof_const_num", func(n int) any {
			return object{"anyOf": each(n, func(i int) any { return object{"const": i} })}
		}),
		of("oneof_const_num", func(n int) any {
			return object{"oneOf": each(n, func(i int) any { return object{"const": i} })}
		}),
		of("enum_obj", func(n int) any {
			return object{"enum": each(n, func(i int) any { return object{"a": i, "b": list{i}} })}
		}),
		of("enum_arr", func(n int) any { return object{"enum": each(n, func(i int) any { return list{i, i + 1} })} }),
		of("enum_obj_not", func(n int) any {
			return object{"not": object{"enum": each(n, func(i int) any { return object{"a": i} })}}
		}),
		of("enum_bigobj", func(n int) any {
			return object{"enum": list{named(n, "k%d", func(i int) any { return i })}}
		}),
		of("enum_bigarr", func(n int) any { return object{"enum": list{ints(n)}} }),
		of("not_bigarr", func(n int) any { return object{"not": object{"enum": list{ints(n)}}} }),
		upTo("const_deep", 1024, func(n int) any {
			var s any = 1
			for range n {
				s = list{s}
			}
			return object{"const": s}
		}),
	}
}

func combinations() []Family {
	return []Family{
		of("oneof_tagged", func(n int) any {
			return object{"oneOf": each(n, func(i int) any {
				return object{"type": "object", "properties": object{"t": object{"const": hex(i)}, "v": object{"type": "string"}}, "required": list{"t"}}
			})}
		}),
		of("oneof_untagged", func(n int) any {
			return object{"oneOf": each(n, func(i int) any {
				a := fmt.Sprintf("a%d", i)
				return object{"type": "object", "properties": object{a: object{"type": "string"}}, "required": list{a}}
			})}
		}),
		of("oneof_closed", func(n int) any {
			return object{"oneOf": each(n, func(i int) any {
				a := fmt.Sprintf("a%d", i)
				return object{"type": "object", "properties": object{a: object{"type": "string"}, "k": object{"type": "integer"}},
					"required": list{a}, "additionalProperties": false}
			})}
		}),
		of("oneof_strlen", func(n int) any {
			return object{"oneOf": each(n, func(i int) any { return object{"type": "string", "minLength": i} })}
		}),
		of("oneof_arr", func(n int) any {
			return object{"oneOf": each(n, func(i int) any {
				return object{"type": "array", "prefixItems": list{object{"const": i}}, "minItems": 1}
			})}
		}),
		of("oneof_overlap", func(n int) any {
			return object{"oneOf": each(n, func(i int) any {
				return object{"type": "object", "properties": object{"a": object{"type": "integer"}, fmt.Sprintf("b%d", i): object{"type": "string"}}}
			})}
		}),
		of("anyof_min", func(n int) any {
			return object{"anyOf": each(n, func(i int) any { return object{"type": "number", "minimum": i} })}
		}),
		of("anyof_minlen", func(n int) any {
			return object{"anyOf": each(n, func(i int) any { return object{"type": "string", "minLength": i} })}
		}),
		of("anyof_pattern", func(n int) any {
			return object{"anyOf": each(n, func(i int) any { return object{"type": "string", "pattern": "^" + hex(i)} })}
		}),
		of("allof_pattern", func(n int) any {
			return object{"type": "string", "allOf": each(n, func(i int) any {
				return object{"pattern": letter(i) + ".*" + letter(7*i)}
			})}
		}),
		upTo("not_nest", 512, func(n int) any {
			var s any = object{"type": "string"}
			for range n {
				s = object{"not": s}
			}
			return s
		}),
		slow("anyof_tree", 15, func(n int) any { return tree("anyOf", n, shortString) }),
		slow("allof_tree", 15, func(n int) any { return tree("allOf", n, shortString) }),
		slow("oneof_tree", 15, func(n int) any { return tree("oneOf", n, shortString) }),
		of("allof_anyof", func(n int) any {
			return object{"allOf": each(n, func(i int) any {
				return object{"anyOf": list{object{"required": list{fmt.Sprintf("a%d", i)}}, object{"required": list{fmt.Sprintf("b%d", i)}}}}
			})}
		}),
		of("allof_anyof_str", func(n int) any {
			return object{"allOf": each(n, func(i int) any {
				return object{"anyOf": list{object{"type": "string", "pattern": fmt.Sprintf("a%d", i)}, object{"type": "string", "pattern": fmt.Sprintf("b%d", i)}}}
			})}
		}),
		of("allof_anyof_num", func(n int) any {
			return object{"allOf": each(n, func(i int) any {
				return object{"anyOf": list{object{"maximum": 2 * i}, object{"minimum": 2*i + 1}}}
			})}
		}),
		of("ifs", func(n int) any {
			return object{"allOf": each(n, func(i int) any {
				return object{"if": object{"properties": object{fmt.Sprintf("a%d", i): object{"const": i}}}, "then": object{"required": list{fmt.Sprintf("b%d", i)}}}
			})}
		}),
		upTo("ifs_chain", 1024, func(n int) any {
			var s any = true
			for i := range n {
				s = object{"if": object{"properties": object{"k": object{"const": i}}, "required": list{"k"}},
					"then": object{"required": list{fmt.Sprintf("b%d", i)}}, "else": s}
			}
			return s
		}),
		of("nots", func(n int) any {
			return object{"allOf": each(n, func(i int) any { return object{"not": object{"required": list{fmt.Sprintf("a%d", i)}}} })}
		}),
		of("nots2", func(n int) any {
			return object{"allOf": each(n, func(i int) any {
				return object{"not": object{"required": list{fmt.Sprintf("a%d", i), fmt.Sprintf("b%d", i)}}}
			})}
		}),
		of("uneval", func(n int) any {
			return object{"unevaluatedProperties": false, "anyOf": each(n, func(i int) any {
				a := fmt.Sprintf("a%d", i)
				return object{"properties": object{a: object{"type": "string"}}, "required": list{a}}
			})}
		}),
		of("uneval_all", func(n int) any {
			return object{"unevaluatedProperties": false, "allOf": each(n, func(i int) any {
				a, b := fmt.Sprintf("a%d", i), fmt.Sprintf("b%d", i)
				return object{"anyOf": list{object{"properties": object{a: object{"type": "string"}}, "required": list{a}},
					object{"properties": object{b: object{"type": "string"}}}}}
			})}
		}),
	}
}

func pattern(p string) object { return object{"type": "string", "pattern": p} }

func strings_() []Family {
	formats := []string{"uri", "email", "date-time", "ipv6", "uuid", "json-pointer", "uri-template", "iri", "time", "duration"}
	return []Family{
		of("pat_ndet", func(n int) any { return pattern(fmt.Sprintf("a.{%d}$", n)) }),
		upTo("pat_count", 1<<20, func(n int) any { return pattern(fmt.Sprintf("^(a{%d}){%d}$", n, n)) }),
		upTo("pat_count2", 1<<22, func(n int) any { return pattern(fmt.Sprintf("^(a|aa){%d}$", n)) }),
		upTo("pat_count3", 1<<20, func(n int) any { return pattern(fmt.Sprintf("^((a{0,%d}){0,%d}){0,%d}$", n, n, n)) }),
		upTo("pat_ab", 1<<22, func(n int) any { return pattern(fmt.Sprintf("^(ab?){%d}$", n)) }),
		upTo("pat_a5", 1<<22, func(n int) any { return pattern(fmt.Sprintf("^([a-z]{1,5} ?){1,%d}$", n)) }),
		of("pat_nest", func(n int) any { return pattern(strings.Repeat("(", n) + "a" + strings.Repeat(")*", n)) }),
		of("pat_look", func(n int) any {
			return pattern("^" + strings.Join(each(n, func(i int) string { return "(?=.*" + letter(i) + ")" }), "") + ".*$")
		}),
		of("pat_alt", func(n int) any { return pattern("^(" + strings.Join(each(n, hex), "|") + ")$") }),
		of("pat_alt_star", func(n int) any { return pattern("(" + strings.Join(each(n, hex), "|") + ")*x") }),
		upTo("pat_minmax", 1<<22, func(n int) any {
			return object{"type": "string", "pattern": "(a.{6}b|c.{5}d)*$", "minLength": n, "maxLength": n * 2}
		}),
		of("pat_neg", func(n int) any { return object{"not": pattern(fmt.Sprintf("a.{%d}$", n))} }),
		upTo("maxlen", 1<<30, func(n int) any { return object{"type": "string", "maxLength": n} }),
		upTo("minlen", 1<<30, func(n int) any { return object{"type": "string", "minLength": n} }),
		upTo("minlen_pat", 1<<30, func(n int) any {
			return object{"type": "string", "minLength": n, "maxLength": n, "pattern": "^[a-z]*$"}
		}),
		upTo("fmt_len", 1<<30, func(n int) any {
			return object{"type": "string", "format": "uri", "minLength": n, "maxLength": n}
		}),
		slow("fmt_all", len(formats), func(n int) any {
			return object{"type": "string", "allOf": each(n, func(i int) any { return object{"format": formats[i]} })}
		}),
		upTo("fmt_pat", 1<<20, func(n int) any {
			return object{"type": "string", "format": "uri", "pattern": fmt.Sprintf("a.{%d}$", n)}
		}),
		upTo("fmt_iri_pat", 1<<20, func(n int) any {
			return object{"type": "string", "format": "iri", "pattern": fmt.Sprintf(".{%d}$", n), "maxLength": n * 2}
		}),
	}
}

func objects() []Family {
	return []Family{
		of("patprops", func(n int) any {
			return object{"type": "object", "patternProperties": named(n, "%d", func(i int) any { return object{"type": "integer", "minimum": i} })}
		}),
		of("patprops_overlap", func(n int) any {
			p := object{}
			for i := range n {
				p[fmt.Sprintf("%s%d", letter(i), i/26)] = object{"minimum": i}
			}
			return object{"type": "object", "patternProperties": p}
		}),
		of("patprops_props", func(n int) any {
			return object{"type": "object", "patternProperties": named(n, "^.{%d}", func(i int) any { return object{"minimum": i} }),
				"properties": named(n, "p%d", always(object{}))}
		}),
		of("names_enum", func(n int) any { return object{"type": "object", "propertyNames": object{"enum": hexes(n)}} }),
		upTo("names_pattern_min", 1<<20, func(n int) any {
			return object{"type": "object", "propertyNames": object{"pattern": "^[a-z]{1,2}$"}, "minProperties": n}
		}),
		of("props_req", func(n int) any {
			return object{"type": "object", "properties": named(n, "%x", always(object{})), "required": reversed(hexes(n))}
		}),
		of("props_layers", func(n int) any {
			return object{"allOf": each(n, func(i int) any { return object{"properties": object{hex(i): object{"type": "string"}}} })}
		}),
		of("props_layers_req", func(n int) any {
			return object{"allOf": each(n, func(i int) any {
				return object{"properties": object{hex(i): object{"type": "string"}}, "required": list{hex(i)}}
			})}
		}),
		of("req_only_allof", func(n int) any {
			return object{"allOf": each(n, func(i int) any { return object{"required": list{hex(i)}} })}
		}),
		of("dep_req", func(n int) any {
			return object{"dependentRequired": named(n, "a%d", func(i int) any { return list{fmt.Sprintf("a%d", i+1)} })}
		}),
		of("dep_schemas", func(n int) any {
			return object{"dependentSchemas": named(n, "a%d", func(i int) any { return object{"properties": object{"b": object{"minimum": i}}} })}
		}),
		of("not_props", func(n int) any {
			return object{"type": "object", "not": object{"properties": named(n, "a%d", always(object{"type": "string"}))}}
		}),
		of("long_name", func(n int) any {
			name := strings.Repeat("x", n)
			return object{"type": "object", "properties": object{name: object{}}, "required": list{name}}
		}),
		slow("deep_props", 14, func(n int) any {
			var s any = object{"type": "string"}
			for range n {
				s = object{"type": "object", "properties": object{"a": s, "b": s}, "required": list{"a"}}
			}
			return s
		}),
	}
}

func defs(root string, d object) object { return object{"$defs": d, "$ref": "#/$defs/" + root} }

func references() []Family {
	return []Family{
		of("subset_blowup", func(n int) any {
			d := object{}
			for i := range n {
				next := ref("q%d", (i+1)%n)
				all := list{next}
				var b any = true
				if i == 0 {
					all = append(all, ref("q%d", 1%n), ref("q0"))
				}
				if i%2 == 1 {
					b = next
				}
				d[fmt.Sprintf("q%d", i)] = object{"type": list{"object", "null"}, "properties": object{"a": object{"allOf": all}, "b": b}, "additionalProperties": false}
			}
			return defs("q0", d)
		}),
		of("subset_blowup2", func(n int) any { // the automaton of "the nth from the end is a", as conjunctions
			d := object{}
			both := list{"object", "null"}
			for i := range n {
				next := ref("q%d", i+1)
				d[fmt.Sprintf("q%d", i)] = object{"type": both, "properties": object{"a": next, "b": next}, "maxProperties": 1}
			}
			d[fmt.Sprintf("q%d", n)] = object{"type": both, "required": list{"c"}}
			d["s"] = object{"type": both, "properties": object{"a": object{"allOf": list{ref("s"), ref("q0")}}, "b": ref("s")}}
			return defs("s", d)
		}),
		of("subset_anyof", func(n int) any {
			d := object{}
			for i := range n {
				next := ref("q%d", i+1)
				d[fmt.Sprintf("q%d", i)] = object{"properties": object{"a": next, "b": next}, "additionalProperties": false, "type": "object"}
			}
			d[fmt.Sprintf("q%d", n)] = object{"type": "null"}
			d["s"] = object{"anyOf": list{object{"properties": object{"a": object{"anyOf": list{ref("s"), ref("q0")}}, "b": ref("s")},
				"additionalProperties": false, "type": "object"}, ref("q0")}}
			return defs("s", d)
		}),
		of("ref_chain", func(n int) any {
			d := named(n, "q%d", func(i int) any { return ref("q%d", i+1) })
			d[fmt.Sprintf("q%d", n)] = object{"type": "string"}
			return defs("q0", d)
		}),
		of("ref_chain_dbl", func(n int) any {
			d := named(n, "q%d", func(i int) any { return object{"allOf": list{ref("q%d", i+1), ref("q%d", i+1)}} })
			d[fmt.Sprintf("q%d", n)] = object{"type": "string"}
			return defs("q0", d)
		}),
		of("ref_chain_obj", func(n int) any {
			d := named(n, "q%d", func(i int) any {
				next := ref("q%d", i+1)
				return object{"type": "object", "properties": object{"a": next, "b": next}, "required": list{"a", "b"}}
			})
			d[fmt.Sprintf("q%d", n)] = object{"type": "string"}
			return defs("q0", d)
		}),
		of("ref_mesh", func(n int) any {
			return defs("q0", named(n, "q%d", func(int) any {
				return object{"type": "object", "properties": named(n, "p%d", func(j int) any { return ref("q%d", j) })}
			}))
		}),
		of("ref_mesh_any", func(n int) any {
			return defs("q0", named(n, "q%d", func(int) any {
				return object{"type": "object", "required": list{"p0"}, "properties": named(n, "p%d", func(j int) any {
					return object{"anyOf": list{ref("q%d", j), ref("q%d", (j+1)%n), object{"type": "null"}}}
				})}
			}))
		}),
		of("ref_cycle", func(n int) any {
			return defs("q0", named(n, "q%d", func(i int) any {
				return object{"anyOf": list{ref("q%d", (i+1)%n), object{"type": "string"}}}
			}))
		}),
		of("dead_rec", func(n int) any {
			return defs("q0", named(n, "q%d", func(i int) any {
				return object{"type": "object", "properties": object{"x": ref("q%d", (i+1)%n)}, "required": list{"x"}}
			}))
		}),
		of("price_slow", func(n int) any { return priced(n, 1) }),
		of("price_rev", func(n int) any { return priced(n, n-1) }),
	}
}

// priced returns n schemas in a ring, each of which needs the one that stands step further; only the first can end.
func priced(n, step int) any {
	d := named(n, "q%d", func(i int) any {
		branches := list{object{"type": "object", "properties": object{"x": ref("q%d", (i+step)%n)}, "required": list{"x"}}}
		if i == 0 {
			branches = append(branches, object{"type": "null"})
		}
		return object{"anyOf": branches}
	})
	return object{"$defs": d, "type": "object", "properties": named(n, "z%d", func(i int) any { return ref("q%d", i) })}
}

func arrays() []Family {
	primes := []int{2, 3, 5, 7}
	multiples := func(least func(p int) any) []any {
		return each(4, func(i int) any { return object{"contains": object{"multipleOf": primes[i]}, "minContains": least(i)} })
	}
	integer := object{"type": "integer"}
	intOrText := object{"type": list{"integer", "string"}}
	return []Family{
		upTo("contains4", 1<<20, func(n int) any {
			return object{"type": "array", "allOf": each(4, func(i int) any {
				return object{"contains": object{"required": list{fmt.Sprintf("a%d", i)}}, "minContains": n}
			})}
		}),
		upTo("contains4t", 1<<20, func(n int) any {
			return object{"type": "array", "allOf": each(4, func(i int) any {
				return object{"contains": object{"minimum": i}, "minContains": n, "maxContains": n}
			})}
		}),
		upTo("contains4items", 1<<20, func(n int) any {
			return object{"type": "array", "items": integer, "allOf": multiples(always(n))}
		}),
		upTo("contains4min", 1<<20, func(n int) any {
			return object{"type": "array", "minItems": n * 4, "maxItems": n * 4, "items": integer, "allOf": multiples(always(n))}
		}),
		of("contains3pref", func(n int) any {
			return object{"type": "array", "prefixItems": each(n, always(integer)), "allOf": multiples(always(min(n/4, 127)))}
		}),
		of("contains_pref", func(n int) any {
			return object{"type": "array", "prefixItems": each(n, always(intOrText)), "contains": integer, "minContains": n / 2}
		}),
		of("contains_pref_real", func(n int) any {
			return object{"type": "array", "prefixItems": each(n, always(object{})), "contains": object{"const": 1}}
		}),
		of("contains_pref_long", func(n int) any {
			return object{"type": "array", "prefixItems": each(n, always(intOrText)), "contains": integer, "minContains": 100}
		}),
		upTo("minitems", 1<<30, func(n int) any { return object{"type": "array", "items": integer, "minItems": n} }),
		upTo("minitems_nest", 64, func(n int) any {
			var s any = integer
			for range n {
				s = object{"type": "array", "items": s, "minItems": 1000}
			}
			return s
		}),
		of("prefix", func(n int) any {
			return object{"type": "array", "prefixItems": each(n, func(i int) any { return object{"minimum": i} })}
		}),
		of("prefix_minmax", func(n int) any {
			return object{"type": "array", "prefixItems": each(n, func(i int) any { return object{"minimum": i} }), "minItems": n, "items": false}
		}),
		of("unique_enum", func(n int) any {
			return object{"type": "array", "items": object{"enum": ints(n)}, "uniqueItems": true, "minItems": n, "maxItems": n}
		}),
		upTo("unique_str", 1<<20, func(n int) any {
			return object{"type": "array", "items": pattern(fmt.Sprintf("^[ab]{1,%d}$", n)), "uniqueItems": true, "minItems": n}
		}),
		of("unique_obj", func(n int) any {
			return object{"type": "array", "items": object{"type": "object", "properties": named(n, "k%d", always(object{"type": "boolean"})),
				"additionalProperties": false}, "uniqueItems": true, "minItems": 3}
		}),
	}
}

func numbers() []Family {
	return []Family{
		of("mult_lcm", func(n int) any {
			return object{"allOf": each(n, func(i int) any {
				var digits strings.Builder
				for k := range 780 {
					digits.WriteByte(byte('0' + (i*7919+k*k*31+k*i)%10))
				}
				return object{"multipleOf": json.Number("1" + digits.String() + "1")}
			})}
		}),
		{Name: "mult_small", Most: 4096, Make: func(n int) []byte {
			return fmt.Appendf(nil, `{"multipleOf":1e-%d,"minimum":0,"maximum":1e%d}`, n, n)
		}},
		of("notmult", func(n int) any {
			return object{"type": "integer", "minimum": 0, "maximum": json.Number("1" + strings.Repeat("0", 300)),
				"allOf": each(n, func(i int) any { return object{"not": object{"multipleOf": i + 2}} })}
		}),
	}
}

func texts() []Family {
	return []Family{
		{Name: "dup_keys", Make: func(n int) []byte {
			return []byte("{" + strings.Join(each(n, func(int) string { return `"type":"string"` }), ",") + "}")
		}},
		{Name: "deep_json", Most: 1 << 18, Make: func(n int) []byte {
			return []byte(`{"default":` + strings.Repeat("[", n) + strings.Repeat("]", n) + "}")
		}},
		{Name: "deep_json_obj", Most: 1 << 16, Make: func(n int) []byte {
			return []byte(strings.Repeat(`{"not":`, n) + "{}" + strings.Repeat("}", n))
		}},
		{Name: "wide_json", Make: func(n int) []byte {
			return []byte(`{"default":[` + strings.Join(each(n, func(int) string { return "0" }), ",") + "]}")
		}},
		{Name: "wide_objects", Make: func(n int) []byte {
			return []byte(`{"default":[` + strings.Join(each(n, func(int) string { return "{}" }), ",") + "]}")
		}},
		{Name: "big_num", Most: 1 << 30, Make: func(n int) []byte { return fmt.Appendf(nil, `{"minimum":1e%d}`, n) }},
		{Name: "big_num_digits", Make: func(n int) []byte { return []byte(`{"minimum":` + strings.Repeat("9", n) + "}") }},
		{Name: "big_min_items", Make: func(n int) []byte { return []byte(`{"type":"array","minItems":1` + strings.Repeat("0", n) + "}") }},
	}
}
