// Package tinytest makes model files with random weights for tests of the embedded model.
package tinytest

import (
	"bytes"
	"math"
	"math/rand/v2"

	"github.com/shortleash/shortleash/internal/gguf"
	"github.com/shortleash/shortleash/model/tiny"
)

// Random returns the parts of a GGUF file of shape s, with the pieces of tokens and random weights. The weights
// are scaled so that numbers neither vanish nor grow through the layers. The same seed gives the same file.
func Random(s tiny.Shape, tokens *tiny.Tokenizer, seed uint64) *gguf.File {
	r := rand.New(rand.NewPCG(seed, 1))
	f := &gguf.File{Metadata: s.Metadata("random-"+s.Name, tokens)}
	for _, t := range s.Tensors(tokens.Size()) {
		n, spread, middle := t.In*t.Out, 1/math.Sqrt(float64(t.In)), 0.0
		if t.Out == 0 { // a norm
			n, spread, middle = t.In, 0.1, 1
		}
		values := make([]float32, n)
		for i := range values {
			values[i] = float32(r.NormFloat64()*spread + middle)
		}
		if t.Out == 0 {
			f.Tensors = append(f.Tensors, gguf.Float32(t.Name, t.Dimensions(), values))
		} else {
			f.Tensors = append(f.Tensors, gguf.Float16(t.Name, t.Dimensions(), values))
		}
	}
	return f
}

// Bytes returns f in its form on disk. It panics if f cannot be written.
func Bytes(f *gguf.File) []byte {
	var b bytes.Buffer
	if _, err := f.WriteTo(&b); err != nil {
		panic(err)
	}
	return b.Bytes()
}
