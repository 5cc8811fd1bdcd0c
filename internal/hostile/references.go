package hostile

import "fmt"

func defs(root string, d object) object { return object{"$defs": d, "$ref": "#/$defs/" + root} }

// references are families of $ref.
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
