package gguf

import (
	"bufio"
	"encoding/binary"
	"io"
)

// WriteTo writes f to w and returns the number of bytes written. It implements [io.WriterTo]. A
// file that is not sound is an error before the first byte.
func (f *File) WriteTo(w io.Writer) (int64, error) {
	if err := f.check(); err != nil {
		return 0, err
	}
	out := &counter{to: w}
	b := bufio.NewWriterSize(out, 1<<16)
	e := encoder{b}
	alignment := f.Alignment()
	at := e.head(f)
	e.zeros(padding(at, alignment))
	for _, t := range f.Tensors {
		e.bytes(t.Data)
		e.zeros(padding(uint64(len(t.Data)), alignment))
	}
	// A bufio.Writer keeps its first error and gives it back here.
	err := b.Flush()
	return out.n, err
}

// padding returns how many bytes are missing from n to the next multiple of alignment.
func padding(n, alignment uint64) uint64 { return (alignment - n%alignment) % alignment }

// counter counts the bytes that arrived.
type counter struct {
	to io.Writer
	n  int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}

// An encoder writes the pieces of a file. Errors stay in the bufio.Writer.
type encoder struct{ *bufio.Writer }

// head writes all that stands before the tensors' data and returns its length.
func (e encoder) head(f *File) uint64 {
	n := e.bytes([]byte(magic))
	n += e.number(version)
	n += e.number(uint64(len(f.Tensors)))
	n += e.number(uint64(len(f.Metadata)))
	for _, entry := range f.Metadata {
		n += e.text(entry.Key)
		n += e.value(entry.Value)
	}
	offset := uint64(0) // from the start of the data
	for _, t := range f.Tensors {
		n += e.text(t.Name)
		n += e.number(uint32(len(t.Shape)))
		n += e.number(t.Shape)
		n += e.number(uint32(t.Type))
		n += e.number(offset)
		size := uint64(len(t.Data))
		offset += size + padding(size, f.Alignment())
	}
	return n
}

func (e encoder) bytes(p []byte) uint64 {
	_, _ = e.Write(p) // kept until Flush
	return uint64(len(p))
}

func (e encoder) zeros(n uint64) {
	for range n {
		_ = e.WriteByte(0) // kept until Flush
	}
}

// number writes a number or a slice of numbers.
func (e encoder) number(v any) uint64 {
	_ = binary.Write(e, binary.LittleEndian, v) // kept until Flush
	return uint64(binary.Size(v))
}

func (e encoder) text(s string) uint64 {
	return e.number(uint64(len(s))) + e.bytes([]byte(s))
}

// value writes the kind of v and v itself.
func (e encoder) value(v any) uint64 {
	k := kindOf(v)
	n := e.number(uint32(k))
	if k != kindArray {
		return n + e.scalar(v)
	}
	n += e.number(uint32(elementKind(v)))
	n += e.number(uint64(length(v)))
	if texts, ok := v.([]string); ok {
		for _, s := range texts {
			n += e.text(s)
		}
		return n
	}
	return n + e.number(v)
}

func (e encoder) scalar(v any) uint64 {
	if s, ok := v.(string); ok {
		return e.text(s)
	}
	return e.number(v) // a bool is one byte, 0 or 1
}
