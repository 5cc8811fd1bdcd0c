package gguf

import (
	"encoding/binary"
	"io"
	"reflect"
)

// WriteTo writes f to w and returns the number of bytes written. It implements [io.WriterTo]. A
// file that is not sound is an error before the first byte.
func (f *File) WriteTo(w io.Writer) (int64, error) {
	if err := f.check(); err != nil {
		return 0, err
	}
	e := encoder(magic)
	e.number(version)
	e.number(uint64(len(f.Tensors)))
	e.number(uint64(len(f.Metadata)))
	for _, entry := range f.Metadata {
		e.text(entry.Key)
		e.value(entry.Value)
	}
	alignment := f.Alignment()
	offset := uint64(0) // from the start of the data
	for _, t := range f.Tensors {
		e.text(t.Name)
		e.number(uint32(len(t.Shape)))
		e.number(t.Shape)
		e.number(uint32(t.Type))
		e.number(offset)
		size := uint64(len(t.Data))
		offset += size + padding(size, alignment)
	}
	e.pad(alignment)
	head := len(e)
	e = append(make(encoder, 0, head+int(offset)), e...)
	for _, t := range f.Tensors { // the data begin at a multiple too
		e = append(e, t.Data...)
		e.pad(alignment)
	}
	n, err := w.Write(e)
	return int64(n), err
}

// padding returns how many bytes are missing from n to the next multiple of alignment.
func padding(n, alignment uint64) uint64 { return (alignment - n%alignment) % alignment }

// An encoder is the beginning of a file.
type encoder []byte

// pad appends zeros up to a multiple of alignment.
func (e *encoder) pad(alignment uint64) {
	*e = append(*e, make([]byte, padding(uint64(len(*e)), alignment))...)
}

// number appends a number or a slice of numbers; a bool is one byte, 0 or 1.
func (e *encoder) number(v any) {
	more, err := binary.Append(*e, binary.LittleEndian, v)
	if err != nil {
		panic("gguf: BUG: " + err.Error()) // check knows the types
	}
	*e = more
}

func (e *encoder) text(s string) {
	e.number(uint64(len(s)))
	*e = append(*e, s...)
}

// value appends the kind of v and v itself.
func (e *encoder) value(v any) {
	k := kindOf(v)
	e.number(uint32(k))
	switch v := v.(type) {
	case string:
		e.text(v)
		return
	case []string:
		e.number(uint32(kindString))
		e.number(uint64(len(v)))
		for _, s := range v {
			e.text(s)
		}
		return
	}
	if k == kindArray {
		e.number(uint32(elementKind(v)))
		e.number(uint64(reflect.ValueOf(v).Len()))
	}
	e.number(v)
}
