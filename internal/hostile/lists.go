package hostile

// lists are families of enumerations and constants.
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
