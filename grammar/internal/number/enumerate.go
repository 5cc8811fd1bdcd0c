package number

import (
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// This file goes through members by their digits, for those who want to know which of them have come.

// Enumerable reports whether [Recognizer.From] goes through members that text, which is in the given state, can become, and
// whether these are all of them but zero.
func (k *Recognizer) Enumerable(text []byte, s State, f Form) (some, all bool) {
	if s >= Point || len(text) > 17 {
		return false, false
	}
	minus := text[0] == '-'
	digits := len(text)
	if minus {
		digits--
	}
	// With an exponent, 0 may become any number, and 40 may become 4. What begins with another digit, an integer also
	// does without an exponent.
	all = !k.Exponents(f) || k.Whole && digits <= 1
	switch {
	case k.Spec.List != nil:
		return true, all
	case !k.SmallInts || k.Spec.Except != nil || k.Spec.NotMultipleOf != nil:
		return false, false
	case minus:
		return true, all && k.Lo > -WordBound
	}
	return true, all && k.Hi < WordBound
}

// Zero reports whether zero is a member.
func (k *Recognizer) Zero() bool { return k.zero }

// Exhausted is the place after the last member.
const Exhausted = math.MaxInt64

// From appends to buf the digits of the first member at or after a place that begins with text, in an order of its own,
// and returns the place after it, or Exhausted if there is none. The first place is 0. No member has more than limit bytes.
// It may be called where the members are enumerable.
func (k *Recognizer) From(text []byte, at int64, limit int, buf []byte) (member []byte, next int64) {
	if k.Spec.List != nil {
		return k.listedFrom(string(text), at, limit, buf)
	}
	minus, digits := text[0] == '-', text
	least, most := max(k.Lo, 0), k.Hi // of the magnitude
	if minus {
		least, most, digits = max(-k.Hi, 0), -k.Lo, text[1:]
	}
	least = max(least, at)
	from, to, room := int64(0), int64(0), limit-len(text)
	if len(digits) == 0 {
		from, to, room = 1, 9, room-1
	}
	for _, b := range digits {
		from = from*10 + int64(b-'0')
		to = from
	}
	for ; from <= most && room >= 0; room-- {
		n := (max(from, least) + k.Step - 1) / k.Step * k.Step
		if n <= min(to, most) {
			if minus && n > 0 {
				buf = append(buf, '-')
			}
			return strconv.AppendInt(buf, n, 10), n + 1
		}
		if from == 0 || to >= WordBound {
			break
		}
		from, to = from*10, to*10+9
	}
	return buf, Exhausted
}

func (k *Recognizer) listedFrom(text string, at int64, limit int, buf []byte) ([]byte, int64) {
	list := k.plainTexts()
	i := max(sort.SearchStrings(list, text), int(at))
	for ; i < len(list) && strings.HasPrefix(list[i], text); i++ {
		if len(list[i]) <= limit {
			return append(buf, list[i]...), int64(i + 1)
		}
	}
	return buf, Exhausted
}

// spell returns the listed members as they are spelled without an exponent, in the order of their bytes.
func spell(s *Spec) []string {
	list := make([]string, len(s.List))
	for i, x := range s.List {
		list[i] = Text(x)
	}
	slices.Sort(list)
	return list
}
