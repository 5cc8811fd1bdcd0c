package hostile

import "fmt"

// combinations are families of allOf, anyOf, oneOf, not and if.
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
