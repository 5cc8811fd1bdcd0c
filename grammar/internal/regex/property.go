package regex

import (
	"slices"
	"strings"
	"unicode"
)

// closing returns the place after the brace that closes what opens at from, or from.
func closing(text string, from int) int {
	if from < len(text) && text[from] == '{' {
		if n := strings.IndexByte(text[from:], '}'); n > 0 {
			return from + n + 1
		}
	}
	return from
}

// property returns the code points of the \p{...} or \P{...} that comes next, which it does not skip.
// The tables are those of the Go release; their Unicode version may be older than ECMA-262 asks for.
func (p *parser) property() []Range {
	end := closing(p.src, p.pos+2)
	if end == p.pos+2 {
		p.fail(p.pos, "property escape without braces", ErrSyntax)
	}
	name := p.src[p.pos+3 : end-1]
	key, value, named := strings.Cut(name, "=")
	var ranges []Range
	var ok bool
	switch {
	case !named:
		if ranges, ok = category(name); !ok {
			ranges, ok = binaryProperty(name)
		}
	case key == "General_Category" || key == "gc":
		ranges, ok = category(value)
	case key == "Script" || key == "sc":
		var table *unicode.RangeTable
		if table, ok = unicode.Scripts[value]; ok {
			ranges = normalize(codePoints(table))
		}
	}
	if !ok {
		p.fail(p.pos, "property "+name, ErrUnsupported)
	}
	return ranges
}

// category returns the code points of a general category, by its short or long name.
func category(name string) ([]Range, bool) {
	if short, ok := unicode.CategoryAliases[name]; ok {
		name = short
	}
	switch name {
	case "Cn":
		return invert(normalize(assigned())), true
	case "C": // all that is not a letter, mark, number, mark of punctuation, symbol or separator
		c := unicode.Categories
		return invert(normalize(codePoints(c["L"], c["M"], c["N"], c["P"], c["S"], c["Z"]))), true
	}
	table, ok := unicode.Categories[name]
	if !ok {
		return nil, false
	}
	return normalize(codePoints(table)), true
}

func assigned() []Range {
	c := unicode.Categories
	return codePoints(c["L"], c["M"], c["N"], c["P"], c["S"], c["Z"], c["Cc"], c["Cf"], c["Co"], c["Cs"])
}

// binaryNames are the binary properties of ECMA-262 that the unicode package has under their names.
var binaryNames = []string{
	"ASCII_Hex_Digit", "Bidi_Control", "Dash", "Deprecated", "Diacritic", "Extender", "Hex_Digit",
	"IDS_Binary_Operator", "IDS_Trinary_Operator", "Ideographic", "Join_Control",
	"Logical_Order_Exception", "Noncharacter_Code_Point", "Pattern_Syntax", "Pattern_White_Space",
	"Quotation_Mark", "Radical", "Regional_Indicator", "Sentence_Terminal", "Soft_Dotted",
	"Terminal_Punctuation", "Unified_Ideograph", "Variation_Selector", "White_Space",
}

// binaryProperty returns the code points that have a property; the derived ones as UAX #44 derives
// them.
func binaryProperty(name string) ([]Range, bool) {
	c, p := unicode.Categories, unicode.Properties
	switch name {
	case "Any":
		return []Range{{0, unicode.MaxRune}}, true
	case "ASCII":
		return []Range{{0, unicode.MaxASCII}}, true
	case "Assigned":
		return normalize(assigned()), true
	case "Alphabetic", "Alpha":
		return normalize(codePoints(c["L"], c["Nl"], p["Other_Alphabetic"])), true
	case "Lowercase", "Lower":
		return normalize(codePoints(c["Ll"], p["Other_Lowercase"])), true
	case "Uppercase", "Upper":
		return normalize(codePoints(c["Lu"], p["Other_Uppercase"])), true
	case "Math":
		return normalize(codePoints(c["Sm"], p["Other_Math"])), true
	case "space":
		name = "White_Space"
	}
	if !slices.Contains(binaryNames, name) {
		return nil, false
	}
	return normalize(codePoints(p[name])), true
}

// codePoints returns the code points of all of list, in no order.
func codePoints(list ...*unicode.RangeTable) []Range {
	var out []Range
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			out = append(out, Range{lo, hi})
			return
		}
		for r := lo; r <= hi; r += stride {
			out = append(out, Range{r, r})
		}
	}
	for _, t := range list {
		if t == nil {
			continue
		}
		for _, r := range t.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return out
}
