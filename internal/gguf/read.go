package gguf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// ErrFormat is wrapped by every error of Read that says that the bytes are no such file.
var ErrFormat = errors.New("gguf: not a file that can be read")

// Read returns the file that data holds. It takes what WriteTo writes, and of other files those in
// version 3 with unquantized tensors and without arrays of arrays. Tensors share their bytes with
// data, which must not change while they are in use. What is allocated is bounded by the size of
// data. The error names the byte or the item at fault.
func Read(data []byte) (*File, error) {
	d := &decoder{data: data}
	f := d.file()
	if d.err == nil {
		d.err = f.check()
	}
	if d.err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, d.err)
	}
	return f, nil
}

// Value returns the value of an item of metadata.
func (f *File) Value(key string) (value any, ok bool) {
	for _, e := range f.Metadata {
		if e.Key == key {
			return e.Value, true
		}
	}
	return nil, false
}

// Tensor returns the tensor with a name.
func (f *File) Tensor(name string) (t Tensor, ok bool) {
	for _, t := range f.Tensors {
		if t.Name == name {
			return t, true
		}
	}
	return Tensor{}, false
}

// Floats returns the numbers of a tensor, halves widened.
func (t Tensor) Floats() []float32 {
	if t.Type == F16 {
		values := make([]float32, len(t.Data)/2)
		for i := range values {
			values[i] = fromHalf(binary.LittleEndian.Uint16(t.Data[2*i:]))
		}
		return values
	}
	values := make([]float32, len(t.Data)/4)
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(t.Data[4*i:]))
	}
	return values
}

// A decoder reads the pieces of a file. After an error it returns zeros.
type decoder struct {
	data []byte
	at   int
	err  error
}

// fail keeps the first error, at the byte where the decoder stands.
func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf("byte %d: %s", d.at, fmt.Sprintf(format, args...))
	}
}

// next returns the next n bytes, or nil.
func (d *decoder) next(n uint64) []byte {
	if d.err == nil && n > uint64(len(d.data)-d.at) {
		d.fail("%d bytes should follow, and there are %d", n, len(d.data)-d.at)
	}
	if d.err != nil {
		return nil
	}
	d.at += int(n)
	return d.data[d.at-int(n) : d.at : d.at]
}

func (d *decoder) uint32() uint32 {
	if p := d.next(4); p != nil {
		return binary.LittleEndian.Uint32(p)
	}
	return 0
}

func (d *decoder) uint64() uint64 {
	if p := d.next(8); p != nil {
		return binary.LittleEndian.Uint64(p)
	}
	return 0
}

func (d *decoder) text() string { return string(d.next(d.uint64())) }

// count reads how many items follow, each of at least so many bytes.
func (d *decoder) count(what string, least uint64) uint64 {
	n := d.uint64()
	if room := uint64(len(d.data)-d.at) / least; d.err == nil && n > room {
		d.fail("%d %s, and there is room for %d", n, what, room)
		return 0
	}
	return n
}

// The least bytes of an item of metadata (key, kind, value) and of what stands about a tensor (name,
// dimensions, one of them, type, offset).
const (
	leastEntry  = 8 + 4 + 1
	leastTensor = 8 + 4 + 8 + 4 + 8
)

// maxAlignment is far above what is useful, and keeps padding small.
const maxAlignment = 4096

func (d *decoder) file() *File {
	f := &File{}
	if string(d.next(4)) != magic {
		d.at = 0
		d.err = nil
		d.fail("does not begin with %q", magic)
		return f
	}
	if v := d.uint32(); d.err == nil && v != version {
		d.fail("version %d, want %d", v, version)
	}
	tensors := d.count("tensors", leastTensor)
	entries := d.count("items of metadata", leastEntry)
	for ; entries > 0 && d.err == nil; entries-- {
		f.Metadata = append(f.Metadata, d.entry())
	}
	var offsets []uint64
	for ; tensors > 0 && d.err == nil; tensors-- {
		t, offset := d.tensor()
		f.Tensors, offsets = append(f.Tensors, t), append(offsets, offset)
	}
	if a := f.Alignment(); d.err == nil && (a == 0 || a > maxAlignment) {
		d.fail("alignment %d", a)
	}
	if d.err != nil {
		return f
	}
	d.next(padding(uint64(d.at), f.Alignment()))
	d.bodies(f, offsets)
	return f
}

// bodies gives the tensors their bytes, which may stand in any order.
func (d *decoder) bodies(f *File, offsets []uint64) {
	start, total := d.at, uint64(0)
	for i := range f.Tensors {
		t := &f.Tensors[i]
		size, err := t.bytes()
		if err != nil {
			d.err = err
			return
		}
		room := uint64(len(d.data) - start)
		if offset := offsets[i]; offset%f.Alignment() != 0 || offset > room || size > room-offset {
			d.fail("tensor %s: %d bytes at %d of %d, alignment %d", t.Name, size, offset, room, f.Alignment())
			return
		}
		if total += size; total > room {
			d.fail("tensor %s: the tensors stand on each other", t.Name)
			return
		}
		d.at = start + int(offsets[i])
		t.Data = d.next(size)
	}
}

func (d *decoder) tensor() (t Tensor, offset uint64) {
	t.Name = d.text()
	n := d.uint32()
	if d.err == nil && (n == 0 || n > maxDimensions) {
		d.fail("tensor %s: %d dimensions, want 1 to %d", t.Name, n, maxDimensions)
		return t, 0
	}
	for range n {
		t.Shape = append(t.Shape, d.uint64())
	}
	t.Type = Type(d.uint32())
	return t, d.uint64()
}

func (d *decoder) entry() Entry {
	e := Entry{Key: d.text()}
	k := kind(d.uint32())
	if k == kindArray {
		e.Value = d.array(e.Key, kind(d.uint32()))
	} else {
		e.Value = d.scalar(e.Key, k)
	}
	return e
}

func (d *decoder) scalar(key string, k kind) any {
	switch k {
	case kindString:
		return d.text()
	case kindBool:
		return d.bool()
	}
	size := k.size()
	if size == 0 {
		d.fail("metadata %s: unknown type %d", key, k)
	}
	p := d.next(size)
	if d.err != nil {
		return nil
	}
	v := k.numbers(1)
	if _, err := binary.Decode(p, binary.LittleEndian, v); err != nil {
		d.fail("metadata %s: %v", key, err)
	}
	return firstOf(v)
}

func (d *decoder) bool() bool {
	p := d.next(1)
	if p != nil && p[0] > 1 {
		d.fail("a bool of %d", p[0])
	}
	return p != nil && p[0] == 1
}

func (d *decoder) array(key string, k kind) any {
	switch k {
	case kindString:
		list := make([]string, d.count("texts", 8))
		for i := range list {
			list[i] = d.text()
		}
		return list
	case kindBool:
		list := make([]bool, d.count("bools", 1))
		for i := range list {
			list[i] = d.bool()
		}
		return list
	}
	size := k.size()
	if size == 0 {
		d.fail("metadata %s: an array of unknown type %d", key, k)
		return nil
	}
	n := d.count("numbers", size)
	p := d.next(n * size)
	if d.err != nil {
		return nil
	}
	v := k.numbers(int(n))
	if _, err := binary.Decode(p, binary.LittleEndian, v); err != nil {
		d.fail("metadata %s: %v", key, err)
	}
	return v
}
