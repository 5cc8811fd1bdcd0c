package gguf

import "reflect"

// A kind says what type a metadata value has; the numbers are those of the file.
type kind uint32

const (
	kindUint8   kind = 0
	kindInt8    kind = 1
	kindUint16  kind = 2
	kindInt16   kind = 3
	kindUint32  kind = 4
	kindInt32   kind = 5
	kindFloat32 kind = 6
	kindBool    kind = 7
	kindString  kind = 8
	kindArray   kind = 9
	kindUint64  kind = 10
	kindInt64   kind = 11
	kindFloat64 kind = 12

	kindNone kind = 1<<32 - 1 // no type of GGUF
)

// kinds maps Go's types to GGUF's.
var kinds = map[reflect.Type]kind{
	reflect.TypeFor[uint8]():   kindUint8,
	reflect.TypeFor[int8]():    kindInt8,
	reflect.TypeFor[uint16]():  kindUint16,
	reflect.TypeFor[int16]():   kindInt16,
	reflect.TypeFor[uint32]():  kindUint32,
	reflect.TypeFor[int32]():   kindInt32,
	reflect.TypeFor[float32](): kindFloat32,
	reflect.TypeFor[bool]():    kindBool,
	reflect.TypeFor[string]():  kindString,
	reflect.TypeFor[uint64]():  kindUint64,
	reflect.TypeFor[int64]():   kindInt64,
	reflect.TypeFor[float64](): kindFloat64,
}

// kindOf returns the kind of v, kindArray for a slice of any kind but arrays, else kindNone.
func kindOf(v any) kind {
	if k, ok := kinds[reflect.TypeOf(v)]; ok {
		return k
	}
	if elementKind(v) != kindNone {
		return kindArray
	}
	return kindNone
}

// elementKind returns the kind of the elements of the slice v, kindNone if v is none.
func elementKind(v any) kind {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Slice {
		return kindNone
	}
	if k, ok := kinds[t.Elem()]; ok {
		return k
	}
	return kindNone
}

// length returns the number of elements of the slice v.
func length(v any) int { return reflect.ValueOf(v).Len() }

// numberTypes maps GGUF's numbers, without bool, to Go's types.
var numberTypes = map[kind]reflect.Type{
	kindUint8:   reflect.TypeFor[uint8](),
	kindInt8:    reflect.TypeFor[int8](),
	kindUint16:  reflect.TypeFor[uint16](),
	kindInt16:   reflect.TypeFor[int16](),
	kindUint32:  reflect.TypeFor[uint32](),
	kindInt32:   reflect.TypeFor[int32](),
	kindFloat32: reflect.TypeFor[float32](),
	kindUint64:  reflect.TypeFor[uint64](),
	kindInt64:   reflect.TypeFor[int64](),
	kindFloat64: reflect.TypeFor[float64](),
}

// size returns the bytes of a number of kind k, 0 if k is no kind of number.
func (k kind) size() uint64 {
	if t := numberTypes[k]; t != nil {
		return uint64(t.Size())
	}
	return 0
}

// numbers returns a slice of n zeros of kind k, which is a kind of number.
func (k kind) numbers(n int) any {
	return reflect.MakeSlice(reflect.SliceOf(numberTypes[k]), n, n).Interface()
}

// firstOf returns the first element of the slice v.
func firstOf(v any) any { return reflect.ValueOf(v).Index(0).Interface() }
