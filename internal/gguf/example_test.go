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

func ExampleRead() {
	var file bytes.Buffer
	f := &gguf.File{
		Metadata: []gguf.Entry{{Key: "llama.block_count", Value: uint32(4)}},
		Tensors:  []gguf.Tensor{gguf.Float16("output_norm.weight", []uint64{2}, []float32{1, 0.5})},
	}
	if _, err := f.WriteTo(&file); err != nil {
		panic(err)
	}
	got, err := gguf.Read(file.Bytes())
	if err != nil {
		panic(err)
	}
	layers, _ := got.Value("llama.block_count")
	fmt.Println(layers, got.Tensors[0].Name, got.Tensors[0].Floats())

	_, err = gguf.Read([]byte("GGML"))
	fmt.Println(err)
	// Output:
	// 4 output_norm.weight [1 0.5]
	// gguf: not a file that can be read: byte 0: does not begin with "GGUF"
}
