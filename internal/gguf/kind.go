package gguf

import (
	"reflect"
	"slices"
)

// A kind says what type a metadata value has; the numbers are those of the file.
type kind uint32

const (
	kindBool   kind = 7
	kindString kind = 8
	kindArray  kind = 9

	kindNone kind = 1<<32 - 1 // no type of GGUF
)

// kinds are Go's types for the kinds of GGUF, in the order of their numbers; an array has none.
var kinds = [...]reflect.Type{
	reflect.TypeFor[uint8](), reflect.TypeFor[int8](), reflect.TypeFor[uint16](), reflect.TypeFor[int16](), reflect.TypeFor[uint32](),
	reflect.TypeFor[int32](), reflect.TypeFor[float32](), reflect.TypeFor[bool](), reflect.TypeFor[string](), nil,
	reflect.TypeFor[uint64](), reflect.TypeFor[int64](), reflect.TypeFor[float64](),
}

// kindOf returns the kind of v, kindArray for a slice of any kind but arrays, else kindNone.
func kindOf(v any) kind {
	t := reflect.TypeOf(v)
	if i := slices.Index(kinds[:], t); t != nil && i >= 0 {
		return kind(i)
	}
	if elementKind(v) != kindNone {
		return kindArray
	}
	return kindNone
}

// elementKind returns the kind of the elements of the slice v, kindNone if v is none.
func elementKind(v any) kind {
	if t := reflect.TypeOf(v); t != nil && t.Kind() == reflect.Slice {
		if i := slices.Index(kinds[:], t.Elem()); i >= 0 {
			return kind(i)
		}
	}
	return kindNone
}

// size returns the bytes of a number of kind k, 0 if k is not a kind of number.
func (k kind) size() uint64 {
	if k >= kind(len(kinds)) || k == kindBool || k == kindString || k == kindArray {
		return 0
	}
	return uint64(kinds[k].Size())
}

// numbers returns a slice of n zeros of kind k, which is a kind of number.
func (k kind) numbers(n int) any {
	return reflect.MakeSlice(reflect.SliceOf(kinds[k]), n, n).Interface()
}

// firstOf returns the first element of the slice v.
func firstOf(v any) any { return reflect.ValueOf(v).Index(0).Interface() }
