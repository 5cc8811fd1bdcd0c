// Command export turns what the trainer wrote into the file that the binary embeds and Ollama loads.
//
//	go run ./train/export -from run -o model/tiny/weights
//
// It writes tutor.gguf, and beside it the config.json, loss.csv, eval.json and reference.json of the
// run, or nothing at all.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/shortleash/shortleash/internal/gguf"
	"github.com/shortleash/shortleash/model/tiny"
)

func main() {
	from := flag.String("from", "", "the folder that train.py wrote to")
	out := flag.String("o", "", "the folder to write to")
	flag.Parse()
	if *from == "" || *out == "" || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := export(*from, *out); err != nil {
		fmt.Fprintf(os.Stderr, "export: %v\n", err)
		os.Exit(1)
	}
}

// A trained net is what train.py says of its weights.
type trained struct {
	Size       string  `json:"size"`
	D          uint32  `json:"d"`
	Layers     uint32  `json:"layers"`
	Heads      uint32  `json:"heads"`
	KV         uint32  `json:"kv"`
	FFN        uint32  `json:"ffn"`
	Context    uint32  `json:"context"`
	Epsilon    float32 `json:"epsilon"`
	RopeBase   float32 `json:"rope_base"`
	Parameters uint64  `json:"parameters"`
	Data       struct {
		Data   string `json:"data"`
		Pieces string `json:"pieces"`
	} `json:"data"`
	Tensors []struct {
		Name   string   `json:"name"`
		Type   string   `json:"type"`
		Shape  []uint64 `json:"shape"` // the innermost dimension first
		Offset int64    `json:"offset"`
		Bytes  int64    `json:"bytes"`
	} `json:"tensors"`
}

// beside are the files that go with the weights, and the names they get.
var beside = map[string]string{
	"weights.json": "config.json", "loss.csv": "loss.csv", "eval.json": "eval.json", "reference.json": "reference.json",
}

func export(from, to string) error {
	described, err := os.ReadFile(filepath.Join(from, "weights.json"))
	if err != nil {
		return err
	}
	var net trained
	if err := json.Unmarshal(described, &net); err != nil {
		return fmt.Errorf("weights.json: %w", err)
	}
	if net.Data.Pieces != tiny.PiecesHash() {
		return fmt.Errorf("the traces were cut into other pieces than those of this source; make them anew")
	}
	numbers, err := os.ReadFile(filepath.Join(from, "weights.bin"))
	if err != nil {
		return err
	}
	file, err := build(net, numbers)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := file.WriteTo(&b); err != nil {
		return err
	}
	contents := map[string][]byte{"tutor.gguf": b.Bytes()}
	for was, name := range beside {
		if contents[name], err = os.ReadFile(filepath.Join(from, was)); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for name, content := range contents {
		if err := os.WriteFile(filepath.Join(to, name+".new"), content, 0o644); err != nil {
			return err
		}
	}
	for name := range contents {
		if err := os.Rename(filepath.Join(to, name+".new"), filepath.Join(to, name)); err != nil {
			return err
		}
	}
	return nil
}

// build returns the file of a net.
func build(net trained, numbers []byte) (*gguf.File, error) {
	texts, kinds := tiny.Spellings()
	const head = 64
	f := &gguf.File{Metadata: []gguf.Entry{
		{Key: "general.architecture", Value: "llama"},
		{Key: "general.name", Value: "shortleash-tutor-" + net.Size},
		{Key: "general.license", Value: "apache-2.0"},
		{Key: "general.file_type", Value: uint32(1)}, // mostly F16
		{Key: "general.alignment", Value: uint32(32)},
		{Key: "llama.context_length", Value: net.Context},
		{Key: "llama.embedding_length", Value: net.D},
		{Key: "llama.block_count", Value: net.Layers},
		{Key: "llama.feed_forward_length", Value: net.FFN},
		{Key: "llama.attention.head_count", Value: net.Heads},
		{Key: "llama.attention.head_count_kv", Value: net.KV},
		{Key: "llama.attention.layer_norm_rms_epsilon", Value: net.Epsilon},
		{Key: "llama.rope.dimension_count", Value: uint32(head)},
		{Key: "llama.rope.freq_base", Value: net.RopeBase},
		{Key: "llama.vocab_size", Value: uint32(tiny.Size)},
		{Key: "tokenizer.ggml.model", Value: "gpt2"},
		{Key: "tokenizer.ggml.pre", Value: "gpt-2"},
		{Key: "tokenizer.ggml.tokens", Value: texts},
		{Key: "tokenizer.ggml.token_type", Value: kinds},
		{Key: "tokenizer.ggml.merges", Value: []string{}},
		{Key: "tokenizer.ggml.bos_token_id", Value: uint32(tiny.Bos)},
		{Key: "tokenizer.ggml.eos_token_id", Value: uint32(tiny.End)},
		{Key: "tokenizer.ggml.padding_token_id", Value: uint32(tiny.Pad)},
		{Key: "tokenizer.ggml.add_bos_token", Value: false},
		{Key: "tokenizer.ggml.add_eos_token", Value: false},
		{Key: "shortleash.version", Value: uint32(1)},
		{Key: "shortleash.size", Value: net.Size},
		{Key: "shortleash.data", Value: net.Data.Data},
		{Key: "shortleash.pieces", Value: net.Data.Pieces},
	}}
	for _, t := range net.Tensors {
		kind := gguf.F32
		if t.Type == "F16" {
			kind = gguf.F16
		}
		if t.Offset < 0 || t.Bytes < 0 || t.Offset+t.Bytes > int64(len(numbers)) {
			return nil, fmt.Errorf("weights.bin has %d bytes, too few for %s", len(numbers), t.Name)
		}
		f.Tensors = append(f.Tensors, gguf.Tensor{Name: t.Name, Shape: t.Shape, Type: kind, Data: numbers[t.Offset : t.Offset+t.Bytes]})
	}
	return f, nil
}
