package tiny

import (
	"context"
	"math"
)

// feed appends tokens to those of s, and, if logits is true, computes the logits after the last one. If ctx
// ends before, s holds the tokens fed so far.
func (w *weights) feed(ctx context.Context, s *state, tokens []uint16, logits bool) error {
	s.reserve(len(s.tokens) + len(tokens))
	for len(tokens) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		n := min(len(tokens), maxBatch)
		w.forward(s, tokens[:n], logits && n == len(tokens))
		s.tokens = append(s.tokens, tokens[:n]...)
		tokens = tokens[n:]
	}
	return nil
}

// forward sends up to maxBatch tokens through the network.
func (w *weights) forward(s *state, tokens []uint16, logits bool) {
	n, width, ffn := len(tokens), w.shape.Width, w.shape.FFN
	x := s.x
	for t, id := range tokens {
		copy(x[t*width:][:width], w.embedding[int(id)*width:])
	}
	first := len(s.tokens) // position
	for layer := range w.blocks {
		b := &w.blocks[layer]
		normalize(s.h, x, b.attentionNorm, n)
		b.qkv.times(s.qkv, s.h, n)
		w.rotate(s, layer, first, n)
		skip := 0
		if layer == len(w.blocks)-1 { // of the last layer only what the logits need
			skip = n
			if logits {
				skip = n - 1
			}
		}
		for t := skip; t < n; t++ {
			w.attend(s, layer, first+t, s.qkv[t*b.qkv.out:][:width], s.h[t*width:][:width])
		}
		n, x = n-skip, x[skip*width:]
		b.output.times(s.o, s.h[skip*width:], n)
		add(x, s.o, n*width)

		normalize(s.h, x, b.ffnNorm, n)
		b.gateUp.times(s.gateUp, s.h, n)
		for t := range n {
			gated(s.act[t*ffn:][:ffn], s.gateUp[t*2*ffn:][:ffn], s.gateUp[t*2*ffn+ffn:][:ffn])
		}
		b.down.times(s.o, s.act, n)
		add(x, s.o, n*width)
	}
	if n == 1 && logits {
		normalize(s.h, x, w.norm, 1)
		w.head.times(s.logits, s.h, 1)
	}
}

// rotate applies the rotary positions to queries and keys, scales the queries, and stores keys and values.
func (w *weights) rotate(s *state, layer, first, n int) {
	const half, scale = headSize / 2, 0.125 // 1/sqrt(headSize), a power of two
	width, kv, out := w.shape.Width, w.shape.kv(), w.blocks[layer].qkv.out
	for t := range n {
		row, position := s.qkv[t*out:][:out], first+t
		cos, sin := w.cos[position*half:][:half], w.sin[position*half:][:half]
		for at := 0; at < width+kv; at += headSize {
			head := row[at:][:headSize]
			for i, c := range cos {
				a, b := head[2*i], head[2*i+1]
				head[2*i], head[2*i+1] = a*c-b*sin[i], a*sin[i]+b*c
			}
		}
		for i := range row[:width] {
			row[i] *= scale
		}
		for i := range w.shape.KVHeads {
			key, value := row[width+i*headSize:][:headSize], row[width+kv+i*headSize:][:headSize]
			s.store(layer*w.shape.KVHeads+i, position, key, value)
		}
	}
}

// attend sets out to the attention of one position over itself and those before it.
func (w *weights) attend(s *state, layer, position int, queries, out []float32) {
	shared := w.shape.Heads / w.shape.KVHeads
	count := position + 1
	for head := range w.shape.Heads {
		list := layer*w.shape.KVHeads + head/shared
		keys, values := s.keys[list], s.values[list]
		query, found := queries[head*headSize:][:headSize], out[head*headSize:][:headSize]
		for at := 0; at < count; at += 64 {
			p := keys[at*headSize:][:64*headSize]
			sum64(s.scores[at:at+32], s.scores[at+32:at+64], p, p[32:], 64, query)
		}
		scores := s.scores[:count]
		total := exponentials(scores)
		sum64(found[:32], found[32:], values, values[32:], headSize, scores)
		for i := range found {
			found[i] /= total
		}
	}
}

// normalize sets each row of h to x over its root mean square, times the weights.
func normalize(h, x, weights []float32, n int) {
	width := len(weights)
	for t := range n {
		from, to := x[t*width:][:width], h[t*width:][:width]
		var a, b, c, d float32 // width is a multiple of 64
		for i := 0; i+3 < len(from); i += 4 {
			a += from[i] * from[i]
			b += from[i+1] * from[i+1]
			c += from[i+2] * from[i+2]
			d += from[i+3] * from[i+3]
		}
		mean := float64((a+b)+(c+d)) / float64(width)
		scale := float32(1 / math.Sqrt(mean+epsilon))
		for i, v := range from {
			to[i] = v * scale * weights[i]
		}
	}
}

func add(x, y []float32, n int) {
	x, y = x[:n], y[:n]
	for i, v := range y {
		x[i] += v
	}
}

// exponentials sets each score to e^(score - the largest) and returns their sum.
func exponentials(scores []float32) (total float32) {
	most := scores[0]
	for _, v := range scores {
		most = max(most, v)
	}
	exps(scores, most)
	for _, v := range scores {
		total += v
	}
	return total
}
