package grammar

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"strconv"
)

// Sample returns a random document of g. The same state of r gives the same bytes on every platform.
func (g *Grammar) Sample(r *rand.Rand) []byte {
	var b bytes.Buffer
	s := sampler{r: r, b: &b}
	s.value(g.root)
	return b.Bytes()
}

type sampler struct {
	r *rand.Rand
	b *bytes.Buffer
}

func (s sampler) value(schema Schema) {
	if schema.AnyOf != nil {
		s.value(schema.AnyOf[s.r.IntN(len(schema.AnyOf))])
		return
	}
	if len(schema.Enum) > 0 {
		s.b.Write(schema.Enum[s.r.IntN(len(schema.Enum))])
		return
	}
	switch schema.Type {
	case "object":
		s.object(schema)
	case "array":
		s.array(schema)
	case "string":
		s.text(schema.MinLength, schema.MaxLength)
	case "integer", "number":
		s.number(schema)
	case "boolean":
		s.b.WriteString(strconv.FormatBool(s.r.IntN(2) == 0))
	case "null":
		s.b.WriteString("null")
	}
}

func (s sampler) object(schema Schema) {
	if schema.Open {
		schema = openExamples[s.r.IntN(len(openExamples))]
	}
	s.b.WriteByte('{')
	for i, p := range schema.Properties {
		if i > 0 {
			s.b.WriteByte(',')
		}
		s.b.Write(quote(p.Name))
		s.b.WriteByte(':')
		s.value(p.Schema)
	}
	s.b.WriteByte('}')
}

// openExamples are what is drawn where any object is legal: a few shapes, so that a reader meets
// one that is empty, one that is wrong and one that is almost a decision.
var openExamples = []Schema{
	Object(),
	Object(Property{"answer", String(0, 40)}),
	Object(Property{"thought", String(0, 40)}, Property{"tool", String(0, 20)}, Property{"tool_args", Object()}),
}

func (s sampler) array(schema Schema) {
	n := schema.MinItems + s.r.IntN(schema.MaxItems-schema.MinItems+1)
	s.b.WriteByte('[')
	for i := range n {
		if i > 0 {
			s.b.WriteByte(',')
		}
		s.value(*schema.Items)
	}
	s.b.WriteByte(']')
}

// alphabet is what random strings are made of: mostly letters and blanks, some of what needs an
// escape, and characters of two, three and four bytes.
var alphabet = []rune("abcdefghijklmnopqrstuvwxyz     ETAOIN.,'\"\\/\n\t<>&éñß€中😀")

// text writes a string, mostly short, now and then as long as it may be.
func (s sampler) text(minLength, maxLength int) {
	n := minLength
	if room := maxLength - minLength; room > 0 {
		n += s.r.IntN(min(room, 24) + 1)
		if s.r.IntN(16) == 0 {
			n = maxLength
		}
	}
	runes := make([]rune, n)
	for i := range runes {
		runes[i] = alphabet[s.r.IntN(len(alphabet))]
	}
	s.b.Write(quote(string(runes)))
}

// spread is how far from a lone bound numbers are drawn.
const spread = 1000

// number writes an integer within the bounds; where no integer lies between them, the lower bound.
func (s sampler) number(schema Schema) {
	lo, hi := bounds(schema)
	first := new(big.Int).Neg(new(big.Int).Div(new(big.Int).Neg(lo.Num()), lo.Denom())) // rounded up
	last := new(big.Int).Div(hi.Num(), hi.Denom())                                      // rounded down
	choices := new(big.Int).Sub(last, first)
	choices.Add(choices, big.NewInt(1))
	if choices.Sign() <= 0 {
		s.b.WriteString(schema.Minimum.String())
		return
	}
	offset := new(big.Int).SetUint64(s.r.Uint64())
	s.b.WriteString(first.Add(first, offset.Mod(offset, choices)).String())
}

// bounds returns the interval numbers are drawn from.
func bounds(schema Schema) (lo, hi *big.Rat) {
	lo, hasLo := new(big.Rat).SetString(schema.Minimum.String())
	hi, hasHi := new(big.Rat).SetString(schema.Maximum.String())
	width := new(big.Rat).SetInt64(spread)
	switch {
	case hasLo && hasHi:
	case hasLo:
		hi = new(big.Rat).Add(lo, width)
	case hasHi:
		lo = new(big.Rat).Sub(hi, width)
	default:
		lo, hi = new(big.Rat).Neg(width), width
	}
	return lo, hi
}
