package hostile

import "fmt"

// arrays are families of items.
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
