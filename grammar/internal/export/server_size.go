package export

import (
	"strings"

	"github.com/shortleash/shortleash/grammar/internal/number"
)

// A serverSize is an upper bound of the grammar that a server makes of a schema.
type serverSize struct {
	rules int // with repetitions written out
	bytes int // of its text
}

// fits reports whether a server can take it.
func (s serverSize) fits(l serverLimits) bool { return s.rules <= l.rules && s.bytes <= l.textBytes }

// The room that Ollama gives the text of a grammar: four times the bytes of the schema, but at least
// 32 KiB. What is longer it cuts off, without a word.
const (
	leastRoom  = 32 << 10
	roomFactor = 4
)

// padded returns text with a comment, if need be, that makes the server take a large enough buffer.
func (s serverSize) padded(text string) string {
	if s.bytes <= max(leastRoom, roomFactor*len(text)) {
		return text
	}
	return strings.TrimSuffix(text, "}") + `,"$comment":"` + strings.Repeat("-", s.bytes/roomFactor-len(text)+1) + `"}`
}

// size returns the size of the grammar of root and all definitions.
func (b *shaper) size(root *shape) serverSize {
	s := serverSize{bytes: 4096} // the rules of strings, numbers and the like
	s.add(root, len("alternative-0-"))
	for _, d := range b.defs {
		s.add(d, len("ref-defs-")+len(b.prefix)+4)
	}
	return s
}

// overhead is what stands in a rule besides names and values, and in the rule for a member; repeats
// what one more character or item adds.
const overhead = 48

// add adds what x comes to, where rules have names of at most name bytes.
func (s *serverSize) add(x *shape, name int) {
	if x == nil {
		return
	}
	s.rules += 2
	s.bytes += name + overhead
	switch x.kind {
	case shapeAny:
		for _, y := range x.any {
			s.bytes += name + 10
			s.add(y, name+5)
		}
	case shapeAnything:
		s.rules += 12
		s.bytes += 6 * (name + overhead)
	case shapeEnum:
		for _, v := range x.enum {
			s.bytes += 2*len(v) + 5
		}
	case shapeInteger:
		s.rules += 64
		s.bytes += 1024 + 12*(len(x.lo)*len(x.lo)+len(x.hi)*len(x.hi)) // a piece for each number of digits
	case shapeString:
		s.string(x, name)
	case shapeArray:
		s.repeats(x.min, x.max, 2)
		s.bytes += 2*name + overhead
		s.add(x.item, name+5)
	case shapeTuple:
		for _, y := range x.tuple {
			s.bytes += name + 16
			s.add(y, name+9)
		}
	case shapeObject:
		s.object(x, name)
	}
}

func (s *serverSize) string(x *shape, name int) {
	if x.pattern != "" {
		s.rules += maxCount // what Plain lets pass
		s.bytes += len(x.pattern) * (name + 16)
		return
	}
	s.repeats(x.min, x.max, 1)
}

func (s *serverSize) repeats(least, most, each int) {
	if most == number.Unbounded {
		most = least
	}
	s.rules += each * max(least, most)
}

func (s *serverSize) object(x *shape, name int) {
	if x.rest != nil {
		s.rules += 6
		s.bytes += 4 * (name + overhead)
		s.add(x.rest, name+16)
		return
	}
	for i, member := range x.names {
		inner := name + 1 + len(member)
		s.rules += 2
		s.bytes += 4*inner + 2*len(member) + 2*overhead
		if !x.required[i] {
			s.rules += 6
			s.bytes += 6*inner + 2*overhead
		}
		s.add(x.members[i], inner)
	}
}
