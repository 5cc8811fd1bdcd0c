// Package gguf reads and writes model files in GGUF version 3, the format of llama.cpp and Ollama.
//
// A [File] is metadata, in order, and tensors, in order. [File.WriteTo] writes it and [Read] reads
// it: header, metadata, one line about each tensor, then the tensors' bytes, each at a multiple of
// the alignment. All numbers are little-endian. A file that would not be read the same by everyone
// (a key or a tensor twice, data that does not fill its shape, a value of a type GGUF does not have)
// is refused, before the first byte is written. The format: github.com/ggml-org/ggml, docs/gguf.md.
//
// The innermost dimension of a tensor comes first: a matrix that turns n numbers into m has the
// shape n, m. A writer that has it the other way round is refused by Ollama ("wrong shape").
package gguf

import (
	"errors"
	"fmt"
)

// magic and version open every file.
const (
	magic   = "GGUF"
	version = uint32(3)
)

// AlignmentKey names the metadata that overrides DefaultAlignment; its value is a uint32.
const AlignmentKey = "general.alignment"

// DefaultAlignment is where tensors start at multiples of, in bytes.
const DefaultAlignment = 32

// A File is what a GGUF file says.
type File struct {
	Metadata []Entry
	Tensors  []Tensor
}

// An Entry is one item of metadata. Its Value is a uint8, int8, uint16, int16, uint32, int32,
// uint64, int64, float32, float64, bool or string, or a slice of one of these. GGUF has no int:
// readers insist on the size, most often uint32.
type Entry struct {
	Key   string
	Value any
}

// A Tensor is a named array of numbers.
type Tensor struct {
	Name  string
	Shape []uint64 // the innermost dimension first; at most four
	Type  Type
	Data  []byte // as it stands in the file; of the caller, not copied
}

// A Type says how a tensor's numbers are stored. Only the unquantized types are known.
type Type uint32

// The types, with their numbers in the file.
const (
	F32 Type = 0
	F16 Type = 1
)

// String returns the name ggml has for t.
func (t Type) String() string {
	switch t {
	case F32:
		return "F32"
	case F16:
		return "F16"
	default:
		return fmt.Sprintf("Type(%d)", uint32(t))
	}
}

// size returns the bytes of one number, 0 for a type that is not known.
func (t Type) size() uint64 {
	switch t {
	case F32:
		return 4
	case F16:
		return 2
	default:
		return 0
	}
}

// Alignment returns the multiple at which tensors start.
func (f *File) Alignment() uint64 {
	for _, e := range f.Metadata {
		if n, ok := e.Value.(uint32); ok && e.Key == AlignmentKey {
			return uint64(n)
		}
	}
	return DefaultAlignment
}

// maxDimensions is GGML_MAX_DIMS.
const maxDimensions = 4

// check says why f cannot be written, or nil.
func (f *File) check() error {
	keys := map[string]bool{}
	for _, e := range f.Metadata {
		switch {
		case e.Key == "":
			return errors.New("gguf: metadata without a key")
		case keys[e.Key]:
			return fmt.Errorf("gguf: metadata %s stands twice", e.Key)
		case kindOf(e.Value) == kindNone:
			return fmt.Errorf("gguf: metadata %s: GGUF has no %T", e.Key, e.Value)
		}
		if _, ok := e.Value.(uint32); e.Key == AlignmentKey && !ok {
			return fmt.Errorf("gguf: metadata %s is not a uint32", AlignmentKey)
		}
		keys[e.Key] = true
	}
	if a := f.Alignment(); a == 0 || a%8 != 0 {
		return fmt.Errorf("gguf: alignment %d is not a multiple of 8", a)
	}
	names := map[string]bool{}
	for _, t := range f.Tensors {
		if names[t.Name] {
			return fmt.Errorf("gguf: tensor %s stands twice", t.Name)
		}
		names[t.Name] = true
		if err := t.check(); err != nil {
			return err
		}
	}
	return nil
}

// maxTensorBytes keeps products of dimensions far from overflow; no tensor of ours comes near.
const maxTensorBytes = 1 << 40

func (t Tensor) check() error {
	switch {
	case t.Name == "":
		return errors.New("gguf: a tensor has no name")
	case len(t.Shape) == 0 || len(t.Shape) > maxDimensions:
		return fmt.Errorf("gguf: tensor %s: %d dimensions, want 1 to %d", t.Name, len(t.Shape), maxDimensions)
	}
	want, err := t.bytes()
	if err != nil {
		return err
	}
	if uint64(len(t.Data)) != want {
		return fmt.Errorf("gguf: tensor %s: %d bytes, but %v of shape %v is %d", t.Name, len(t.Data), t.Type, t.Shape, want)
	}
	return nil
}

// bytes returns the size of a tensor of t's type and shape.
func (t Tensor) bytes() (uint64, error) {
	size := t.Type.size()
	if size == 0 {
		return 0, fmt.Errorf("gguf: tensor %s: unknown type %v", t.Name, t.Type)
	}
	for _, n := range t.Shape {
		if n == 0 || n > maxTensorBytes/size {
			return 0, fmt.Errorf("gguf: tensor %s: shape %v", t.Name, t.Shape)
		}
		size *= n
	}
	return size, nil
}
