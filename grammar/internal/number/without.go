package number

import (
	"math/big"
	"slices"
)

// Without returns the recognizer of the members of k that are none of used.
func (k *Recognizer) Without(used []*big.Rat) *Recognizer {
	spec := *k.Spec
	spec.List, spec.Except = slices.Clone(spec.List), slices.Clone(spec.Except)
	changed := false
	for _, x := range used {
		if !k.Spec.has(x) {
			continue
		}
		if spec.List != nil {
			if i, found := slices.BinarySearchFunc(spec.List, x, Compare); found {
				spec.List, changed = slices.Delete(spec.List, i, i+1), true
			}
		} else if i, found := slices.BinarySearchFunc(spec.Except, x, Compare); !found {
			spec.Except, changed = slices.Insert(spec.Except, i, x), true
		}
	}
	if !changed {
		return k
	}
	if spec.List == nil && !spec.anyIn(spec.Lo, spec.LoOpen, spec.Hi, spec.HiOpen) {
		spec = Spec{List: []*big.Rat{}, At: spec.At}
	}
	fresh := NewRecognizer(&spec, k.Limit)
	fresh.AllowExponent = k.AllowExponent
	return fresh
}

// plentyRoom is for how many digits there must be room where numbers are not counted.
const plentyRoom = 9

// Plenty reports whether text, which is live and in the given state, can surely become more than n different members.
// It may say no where it can.
func (k *Recognizer) Plenty(text []byte, s State, n int) bool {
	room := k.Limit - len(text)
	if n >= 1e6 || s >= ExponentMark || k.Spec.List != nil || k.Spec.Except != nil || k.Spec.NotMultipleOf != nil {
		return false
	}
	if k.SmallInts && len(text) <= 17 {
		return s < Point && k.countFrom(text, room) > int64(n)
	}
	if k.Whole || k.Spec.MultipleOf != nil || room < plentyRoom {
		return false
	}
	return k.Free || k.Bound(text[0] == '-') == nil && !k.bounded(text[0] == '-')
}

// bounded reports whether members with a sign have a least magnitude above zero.
func (k *Recognizer) bounded(minus bool) bool {
	if minus {
		return k.Spec.Hi != nil && k.Spec.Hi.Sign() < 0
	}
	return k.Spec.Lo != nil && k.Spec.Lo.Sign() > 0
}

// countFrom returns how many members, of those that are multiples of the step in machine words, begin with text. It
// stops counting when there are very many.
func (k *Recognizer) countFrom(text []byte, room int) (n int64) {
	minus := text[0] == '-'
	least, most := max(k.Lo, 0), k.Hi // of the magnitude
	digits := text
	if minus {
		least, most = max(-k.Hi, 0), -k.Lo
		digits = text[1:]
	}
	v := int64(0)
	for _, b := range digits {
		v = v*10 + int64(b-'0')
	}
	from, to := v, v
	if len(digits) == 0 {
		from, to, room = 1, 9, room-1
	}
	for ; from <= most && room >= 0; room-- {
		if a, b := max(from, least), min(to, most); a <= b {
			n += b/k.Step - (a-1)/k.Step
		}
		if from == 0 || to >= WordBound || n > 1e9 {
			break
		}
		from, to = from*10, to*10+9
	}
	return n
}
