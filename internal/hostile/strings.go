package hostile

import (
	"fmt"
	"strings"
)

func pattern(p string) object { return object{"type": "string", "pattern": p} }

// strings_ are families of patterns, formats and lengths.
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
