package hostile

import (
	"fmt"
	"strings"
)

// objects are families of members and their names.
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
