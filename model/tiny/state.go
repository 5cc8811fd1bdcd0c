package tiny

// maxBatch is how many tokens go through the network at once. Its buffers stay in a core's own cache.
const maxBatch = 48

// A state is what changes while tokens are fed: the tokens so far, their keys and values, and buffers. It
// belongs to one request at a time.
type state struct {
	shape  Shape
	tokens []uint16

	// One list for each layer and head, layer by layer. Room grows in panels of 64 positions.
	keys   [][]float32 // (positions/64, headSize, 64): for each number of a key 64 positions
	values [][]float32 // (positions, headSize)

	x      []float32 // (maxBatch, width): the stream that all layers add to
	h      []float32 // (maxBatch, width): x normalized; what the heads found
	o      []float32 // (maxBatch, width): what a layer adds
	qkv    []float32 // (maxBatch, width + 2 kv)
	gateUp []float32 // (maxBatch, 2 ffn)
	act    []float32 // (maxBatch, ffn)
	scores []float32 // (Context)
	logits []float32 // (tokens)
}

func newState(s Shape, tokens int) *state {
	n := s.Layers * s.KVHeads
	return &state{
		shape:  s,
		tokens: make([]uint16, 0, Context),
		keys:   make([][]float32, n),
		values: make([][]float32, n),
		x:      make([]float32, maxBatch*s.Width),
		h:      make([]float32, maxBatch*s.Width),
		o:      make([]float32, maxBatch*s.Width),
		qkv:    make([]float32, maxBatch*(s.Width+2*s.kv())),
		gateUp: make([]float32, maxBatch*2*s.FFN),
		act:    make([]float32, maxBatch*s.FFN),
		scores: make([]float32, Context),
		logits: make([]float32, tokens),
	}
}

// reserve grows keys and values to so many positions.
func (s *state) reserve(positions int) {
	have := len(s.values[0]) / headSize
	if positions <= have {
		return
	}
	room := min(max(2*have, 256, (positions+63)/64*64), Context)
	for i := range s.keys {
		s.keys[i] = append(make([]float32, 0, room*headSize), s.keys[i]...)[:room*headSize]
		s.values[i] = append(make([]float32, 0, room*headSize), s.values[i]...)[:room*headSize]
	}
}

// store stores key and value of a position.
func (s *state) store(list, position int, key, value []float32) {
	panel := s.keys[list][position/64*64*headSize+position%64:]
	for i, v := range key {
		panel[i*64] = v
	}
	copy(s.values[list][position*headSize:], value)
}

// truncate keeps the first n tokens.
func (s *state) truncate(n int) { s.tokens = s.tokens[:n] }

// sharedPrefix returns how many tokens two lists share at their start.
func sharedPrefix(x, y []uint16) int {
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}
