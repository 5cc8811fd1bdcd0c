package gguf_test

import (
	"bytes"
	"fmt"

	"github.com/shortleash/shortleash/internal/gguf"
)

func ExampleFile_WriteTo() {
	f := &gguf.File{
		Metadata: []gguf.Entry{{Key: "general.architecture", Value: "llama"}},
		Tensors:  []gguf.Tensor{gguf.Float32("output_norm.weight", []uint64{2}, []float32{1, 1})},
	}
	var file bytes.Buffer
	n, err := f.WriteTo(&file)
	fmt.Printf("%q %d %v\n", file.Bytes()[:4], n, err)

	f.Metadata[0].Value = 7
	_, err = f.WriteTo(&file)
	fmt.Println(err)
	// Output:
	// "GGUF" 160 <nil>
	// gguf: metadata general.architecture: GGUF has no int
}
