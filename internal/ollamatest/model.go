package ollamatest

import (
	"bytes"
	"fmt"
	"math/rand/v2"

	"github.com/shortleash/shortleash/internal/gguf"
)

// The shape of the model: small enough to be written in a moment, large enough for every server.
const (
	width       = 128
	layers      = 2
	heads       = 4
	feedForward = 256
	seed        = 1
)

// The control tokens stand after the 256 bytes.
const (
	tokenPad uint32 = 256 + iota
	tokenEnd
	tokenBegin
	tokenUser
	tokenAssistant
	vocabulary
)

// weights returns a GGUF file of a llama with random weights and a vocabulary of single bytes. It
// has no opinions: any order in its output is the server's work. It says that it was trained with
// this many tokens of context, where a server caps num_ctx. It is the same file every time.
func weights(trained uint32) ([]byte, error) {
	tokens, types := byteVocabulary()
	f := &gguf.File{
		Metadata: []gguf.Entry{
			{Key: "general.architecture", Value: "llama"},
			{Key: "general.name", Value: "random"},
			{Key: "general.file_type", Value: uint32(0)}, // all F32
			{Key: "llama.context_length", Value: trained},
			{Key: "llama.embedding_length", Value: uint32(width)},
			{Key: "llama.block_count", Value: uint32(layers)},
			{Key: "llama.feed_forward_length", Value: uint32(feedForward)},
			{Key: "llama.attention.head_count", Value: uint32(heads)},
			{Key: "llama.attention.head_count_kv", Value: uint32(heads)},
			{Key: "llama.attention.layer_norm_rms_epsilon", Value: float32(1e-5)},
			{Key: "llama.rope.dimension_count", Value: uint32(width / heads)},
			{Key: "llama.rope.freq_base", Value: float32(10000)},
			{Key: "llama.vocab_size", Value: uint32(vocabulary)},
			{Key: "tokenizer.ggml.model", Value: "gpt2"},
			{Key: "tokenizer.ggml.pre", Value: "default"},
			{Key: "tokenizer.ggml.tokens", Value: tokens},
			{Key: "tokenizer.ggml.token_type", Value: types},
			{Key: "tokenizer.ggml.merges", Value: []string{"h e"}}, // the key is required, "he" is not a token
			{Key: "tokenizer.ggml.bos_token_id", Value: tokenBegin},
			{Key: "tokenizer.ggml.eos_token_id", Value: tokenEnd}, // the default of gpt2 is the byte 11
			{Key: "tokenizer.ggml.padding_token_id", Value: tokenPad},
			{Key: "tokenizer.ggml.add_bos_token", Value: false},
		},
		Tensors: randomTensors(rand.New(rand.NewPCG(seed, seed))),
	}
	var b bytes.Buffer
	if _, err := f.WriteTo(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// byteVocabulary returns the 256 bytes in the order and spelling of GPT-2, which writes a byte that
// is not a printable character as a letter beyond Latin-1, then the control tokens.
func byteVocabulary() (tokens []string, types []int32) {
	const normal, control = 1, 3
	beyond := rune(0x100)
	for b := range rune(256) {
		printable := b >= '!' && b <= '~' || b >= 0xa1 && b <= 0xff && b != 0xad
		if printable {
			tokens = append(tokens, string(b))
		} else {
			tokens = append(tokens, string(beyond))
			beyond++
		}
		types = append(types, normal)
	}
	for _, name := range []string{"<|pad|>", "<|end|>", "<|begin|>", "<|user|>", "<|assistant|>"} {
		tokens = append(tokens, name)
		types = append(types, control)
	}
	return tokens, types
}

func randomTensors(r *rand.Rand) []gguf.Tensor {
	random := func(name string, in, out uint64) gguf.Tensor {
		values := make([]float32, in*out)
		for i := range values {
			values[i] = float32(r.NormFloat64() * 0.05)
		}
		return gguf.Float32(name, []uint64{in, out}, values)
	}
	ones := func(name string) gguf.Tensor {
		values := make([]float32, width)
		for i := range values {
			values[i] = 1
		}
		return gguf.Float32(name, []uint64{width}, values)
	}
	tensors := []gguf.Tensor{
		random("token_embd.weight", width, uint64(vocabulary)),
		ones("output_norm.weight"),
		random("output.weight", width, uint64(vocabulary)),
	}
	for layer := range layers {
		name := func(part string) string { return fmt.Sprintf("blk.%d.%s.weight", layer, part) }
		tensors = append(tensors,
			ones(name("attn_norm")),
			random(name("attn_q"), width, width),
			random(name("attn_k"), width, width),
			random(name("attn_v"), width, width),
			random(name("attn_output"), width, width),
			ones(name("ffn_norm")),
			random(name("ffn_gate"), width, feedForward),
			random(name("ffn_up"), width, feedForward),
			random(name("ffn_down"), feedForward, width),
		)
	}
	return tensors
}
