package tiny

import (
	"fmt"

	"github.com/shortleash/shortleash/internal/gguf"
)

// Parameters that all sizes share.
const (
	Context  = 2048 // the maximum tokens of prompt and reply together
	headSize = 64
	epsilon  = 1e-5    // of the norms
	ropeBase = 10000.0 // of the rotary positions
)

// A Shape is the size of a network. Each head is 64 wide.
type Shape struct {
	Name    string // "xs"
	Width   int    // of a token's vector; 64 × Heads
	Layers  int
	Heads   int // of queries
	KVHeads int // of keys and values; divides Heads
	FFN     int // width of the gated layer; a multiple of 16
}

// Sizes returns the shapes that the trainer knows, smallest first; s3 is half of s, and training s starts from it.
func Sizes() []Shape {
	return []Shape{
		{Name: "xs", Width: 128, Layers: 4, Heads: 2, KVHeads: 1, FFN: 352},
		{Name: "s3", Width: 192, Layers: 3, Heads: 3, KVHeads: 1, FFN: 512},
		{Name: "s", Width: 192, Layers: 6, Heads: 3, KVHeads: 1, FFN: 512},
		{Name: "m", Width: 256, Layers: 6, Heads: 4, KVHeads: 2, FFN: 704},
	}
}

// check returns what is wrong with s, or nil.
func (s Shape) check() error {
	for _, n := range []struct {
		what          string
		n, least, max int
	}{
		{"embedding_length", s.Width, 64, 4096}, {"block_count", s.Layers, 1, 64}, {"head_count", s.Heads, 1, 64},
		{"head_count_kv", s.KVHeads, 1, 64}, {"feed_forward_length", s.FFN, 16, 16384},
	} {
		if n.n < n.least || n.n > n.max {
			return fmt.Errorf("tiny: %s is %d, want %d to %d", n.what, n.n, n.least, n.max)
		}
	}
	switch {
	case s.Width != s.Heads*headSize:
		return fmt.Errorf("tiny: %d heads of a width of %d, want heads of %d", s.Heads, s.Width, headSize)
	case s.Heads%s.KVHeads != 0:
		return fmt.Errorf("tiny: %d heads cannot share %d of keys and values", s.Heads, s.KVHeads)
	case s.FFN%16 != 0:
		return fmt.Errorf("tiny: feed_forward_length is %d, want a multiple of 16", s.FFN)
	}
	return nil
}

// kv returns the width of keys, and of values.
func (s Shape) kv() int { return s.KVHeads * headSize }

// A TensorShape is one tensor of a file: a matrix that computes Out numbers from In, or, if Out is 0, a vector of In numbers.
type TensorShape struct {
	Name    string
	In, Out int
}

// Dimensions returns the shape in GGUF's order, innermost dimension first.
func (t TensorShape) Dimensions() []uint64 {
	if t.Out == 0 {
		return []uint64{uint64(t.In)}
	}
	return []uint64{uint64(t.In), uint64(t.Out)}
}

// Tensors lists the tensors of a file of shape s with this many token ids, in file order. Matrices
// are stored as F16, output by output; vectors are stored as F32.
func (s Shape) Tensors(tokens int) []TensorShape {
	list := []TensorShape{{"token_embd.weight", s.Width, tokens}, {"output_norm.weight", s.Width, 0}}
	for n := range s.Layers {
		name := func(part string) string { return fmt.Sprintf("blk.%d.%s.weight", n, part) }
		list = append(list,
			TensorShape{name("attn_norm"), s.Width, 0},
			TensorShape{name("attn_q"), s.Width, s.Width},
			TensorShape{name("attn_k"), s.Width, s.kv()},
			TensorShape{name("attn_v"), s.Width, s.kv()},
			TensorShape{name("attn_output"), s.Width, s.Width},
			TensorShape{name("ffn_norm"), s.Width, 0},
			TensorShape{name("ffn_gate"), s.Width, s.FFN},
			TensorShape{name("ffn_up"), s.Width, s.FFN},
			TensorShape{name("ffn_down"), s.FFN, s.Width})
	}
	return list
}

// Keys of a file's metadata that are read and written.
const (
	keyFormat     = "shortleash.format" // uint32: formatVersion
	keySize       = "shortleash.size"   // string: Shape.Name
	keyTokens     = "tokenizer.ggml.tokens"
	keyTokenKinds = "tokenizer.ggml.token_type"
)

// The metadata keys about confidence, each a float32. A file may lack them.
const (
	ThresholdKey = "shortleash.confidence_threshold" // what Model.Threshold returns
	SlopeKey     = "shortleash.confidence_slope"     // the Calibration
	OffsetKey    = "shortleash.confidence_offset"
)

const formatVersion = uint32(1)

// Metadata returns the metadata of a file of shape s, followed by more. name is the model's name; t
// has the pieces that it was trained with, which the file stores as its user-defined tokens.
func (s Shape) Metadata(name string, t *Tokenizer, more ...gguf.Entry) []gguf.Entry {
	texts, kinds := t.Spellings()
	return append([]gguf.Entry{
		{Key: "general.architecture", Value: "llama"},
		{Key: "general.name", Value: name},
		{Key: "general.file_type", Value: uint32(1)}, // mostly F16
		{Key: gguf.AlignmentKey, Value: uint32(gguf.DefaultAlignment)},
		{Key: "llama.context_length", Value: uint32(Context)},
		{Key: "llama.embedding_length", Value: uint32(s.Width)},
		{Key: "llama.block_count", Value: uint32(s.Layers)},
		{Key: "llama.feed_forward_length", Value: uint32(s.FFN)},
		{Key: "llama.attention.head_count", Value: uint32(s.Heads)},
		{Key: "llama.attention.head_count_kv", Value: uint32(s.KVHeads)},
		{Key: "llama.attention.layer_norm_rms_epsilon", Value: float32(epsilon)},
		{Key: "llama.rope.dimension_count", Value: uint32(headSize)},
		{Key: "llama.rope.freq_base", Value: float32(ropeBase)},
		{Key: "llama.vocab_size", Value: uint32(t.Size())},
		{Key: "tokenizer.ggml.model", Value: "gpt2"},
		{Key: "tokenizer.ggml.pre", Value: "gpt-2"},
		{Key: keyTokens, Value: texts},
		{Key: keyTokenKinds, Value: kinds},
		{Key: "tokenizer.ggml.merges", Value: []string{}},
		{Key: "tokenizer.ggml.bos_token_id", Value: uint32(Bos)},
		{Key: "tokenizer.ggml.eos_token_id", Value: uint32(End)}, // the default of gpt2 is the byte 11
		{Key: "tokenizer.ggml.padding_token_id", Value: uint32(Pad)},
		{Key: "tokenizer.ggml.add_bos_token", Value: false},
		{Key: "tokenizer.ggml.add_eos_token", Value: false},
		{Key: keyFormat, Value: formatVersion},
		{Key: keySize, Value: s.Name},
	}, more...)
}

// A header reads metadata and keeps the first error.
type header struct {
	file *gguf.File
	err  error
}

// value reads an item that must be there.
func value[T any](h *header, key string) (v T) {
	got, ok := h.file.Value(key)
	if v, isT := got.(T); isT {
		return v
	}
	if h.err == nil && ok {
		h.err = fmt.Errorf("tiny: metadata %s is a %T, want a %T", key, got, v)
	} else if h.err == nil {
		h.err = fmt.Errorf("tiny: metadata %s is missing", key)
	}
	return v
}

// optional reads a number that may be missing, and is 0 then.
func optional(h *header, key string) float32 {
	if _, ok := h.file.Value(key); !ok {
		return 0
	}
	return value[float32](h, key)
}

// requireValue reports an item that does not have the one value that is supported.
func requireValue[T comparable](h *header, key string, want T) {
	if got := value[T](h, key); h.err == nil && got != want {
		h.err = fmt.Errorf("tiny: metadata %s is %v, want %v", key, got, want)
	}
}

// tokenizer reads a file's tokens. It is nil after an error.
func (h *header) tokenizer() *Tokenizer {
	texts, kinds := value[[]string](h, keyTokens), value[[]int32](h, keyTokenKinds)
	if h.err != nil {
		return nil
	}
	var t *Tokenizer
	if t, h.err = tokenizerOf(texts, kinds); h.err != nil {
		return nil
	}
	requireValue(h, "llama.vocab_size", uint32(t.Size()))
	return t
}

// shape reads a file's shape and checks that nothing else in it differs from what this engine does.
func (h *header) shape() Shape {
	requireValue(h, "general.architecture", "llama")
	requireValue(h, keyFormat, formatVersion)
	requireValue(h, "llama.context_length", uint32(Context))
	requireValue(h, "llama.rope.dimension_count", uint32(headSize))
	requireValue(h, "llama.rope.freq_base", float32(ropeBase))
	requireValue(h, "llama.attention.layer_norm_rms_epsilon", float32(epsilon))
	s := Shape{
		Name:    value[string](h, keySize),
		Width:   int(value[uint32](h, "llama.embedding_length")),
		Layers:  int(value[uint32](h, "llama.block_count")),
		Heads:   int(value[uint32](h, "llama.attention.head_count")),
		KVHeads: int(value[uint32](h, "llama.attention.head_count_kv")),
		FFN:     int(value[uint32](h, "llama.feed_forward_length")),
	}
	if h.err == nil {
		h.err = s.check()
	}
	return s
}
