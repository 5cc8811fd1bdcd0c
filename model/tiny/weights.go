package tiny

import (
	"fmt"
	"math"
	"slices"

	"github.com/shortleash/shortleash/internal/gguf"
)

// panel is how many outputs of a matrix are stored together; see matrix.
const panel = 32

// A matrix turns In numbers into Out. Panels of 32 outputs lie one after the other, and in a panel
// the 32 weights of one input stand side by side: (outputs/32, inputs, 32). So the kernel adds up
// 32 outputs at once, each in the order of the inputs. The last panel is filled up with zeros.
type matrix struct {
	in, out int
	w       []float32
}

// pack makes a matrix of parts that share their inputs, one after the other; each is stored output
// by output.
func pack(in int, parts ...[]float32) matrix {
	m := matrix{in: in}
	for _, part := range parts {
		m.out += len(part) / in
	}
	m.w = make([]float32, (m.out+panel-1)/panel*panel*in)
	row := 0
	for _, part := range parts {
		for output := range slices.Chunk(part, in) {
			start := row/panel*panel*in + row%panel
			for i, w := range output {
				m.w[start+i*panel] = w
			}
			row++
		}
	}
	return m
}

// A block is the weights of one layer.
type block struct {
	attentionNorm []float32 // (width)
	qkv           matrix    // width -> width + 2 kv
	output        matrix    // width -> width
	ffnNorm       []float32 // (width)
	gateUp        matrix    // width -> 2 ffn
	down          matrix    // ffn -> width
}

// weights are the learned parameters. They are read-only and shared by all requests.
type weights struct {
	shape       Shape
	tokenizer   *Tokenizer
	embedding   []float32 // (tokens, width)
	head        matrix    // width -> tokens: the embedding again, packed
	norm        []float32 // (width)
	blocks      []block
	cos, sin    []float32 // (Context, headSize/2): rotary positions
	threshold   float64
	calibration Calibration
}

// read returns the weights of a file, with halves widened.
func read(file []byte) (*weights, error) {
	f, err := gguf.Read(file)
	if err != nil {
		return nil, err
	}
	h := &header{file: f}
	w := &weights{tokenizer: h.tokenizer(), shape: h.shape()}
	if h.err != nil {
		return nil, h.err
	}
	w.threshold = float64(optional(h, ThresholdKey))
	w.calibration = Calibration{optional(h, SlopeKey), optional(h, OffsetKey)}
	list := w.shape.Tensors(w.tokenizer.Size())
	tensors := make([][]float32, len(list))
	for i, want := range list {
		if tensors[i], err = floats(f, want); err != nil {
			return nil, err
		}
	}
	s := w.shape
	w.embedding, w.norm = tensors[0], tensors[1]
	w.head = pack(s.Width, w.embedding)
	for part := range slices.Chunk(tensors[2:], 9) { // in the order of Shape.Tensors
		w.blocks = append(w.blocks, block{
			attentionNorm: part[0],
			qkv:           pack(s.Width, part[1], part[2], part[3]),
			output:        pack(s.Width, part[4]),
			ffnNorm:       part[5],
			gateUp:        pack(s.Width, part[6], part[7]),
			down:          pack(s.FFN, part[8]),
		})
	}
	w.rotary()
	return w, h.err
}

// floats returns the numbers of a tensor, which must have the wanted shape and be finite.
func floats(f *gguf.File, want TensorShape) ([]float32, error) {
	t, ok := f.Tensor(want.Name)
	if !ok {
		return nil, fmt.Errorf("tiny: tensor %s is missing", want.Name)
	}
	if !slices.Equal(t.Shape, want.Dimensions()) {
		return nil, fmt.Errorf("tiny: tensor %s has the shape %v, want %v", want.Name, t.Shape, want.Dimensions())
	}
	values := t.Floats()
	for _, v := range values {
		if v-v != 0 { // only infinite ones and NaN
			return nil, fmt.Errorf("tiny: tensor %s holds %v", want.Name, v)
		}
	}
	return values, nil
}

// rotary makes the table of angles: pair i of a head turns by position / base^(2i/headSize).
func (w *weights) rotary() {
	const half = headSize / 2
	w.cos, w.sin = make([]float32, Context*half), make([]float32, Context*half)
	for i := range half {
		speed := math.Pow(ropeBase, -2*float64(i)/headSize)
		for position := range Context {
			sin, cos := math.Sincos(float64(position) * speed)
			w.cos[position*half+i], w.sin[position*half+i] = float32(cos), float32(sin)
		}
	}
}
