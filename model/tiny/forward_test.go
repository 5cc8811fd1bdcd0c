package tiny

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/internal/gguf"
)

// randomFile is tinytest.Random, which this package's own tests cannot import.
func randomFile(s Shape, seed uint64) *gguf.File {
	r := rand.New(rand.NewPCG(seed, 1))
	f := &gguf.File{Metadata: s.Metadata("random", testTokenizer())}
	for _, t := range s.Tensors(testTokenizer().Size()) {
		values := randoms(r, max(1, t.Out)*t.In)
		for i := range values {
			if t.Out == 0 {
				values[i] = 1 + values[i]/10
			} else {
				values[i] /= float32(math.Sqrt(float64(t.In)))
			}
		}
		if t.Out == 0 {
			f.Tensors = append(f.Tensors, gguf.Float32(t.Name, t.Dimensions(), values))
		} else {
			f.Tensors = append(f.Tensors, gguf.Float16(t.Name, t.Dimensions(), values))
		}
	}
	return f
}

func fileBytes(t testing.TB, f *gguf.File) []byte {
	t.Helper()
	var b bytes.Buffer
	_, err := f.WriteTo(&b)
	require.NoError(t, err)
	return b.Bytes()
}

func randomWeights(t testing.TB, s Shape, seed uint64) *weights {
	t.Helper()
	w, err := read(fileBytes(t, randomFile(s, seed)))
	require.NoError(t, err)
	return w
}

// A reference is the network by the book, in float64 and without any cache: all positions, always.
type reference struct {
	shape   Shape
	tensors map[string][]float32
}

// rows multiplies: out[o] = sum of w[o*in+i] x[i].
func (r reference) rows(name string, x []float64) []float64 {
	w := r.tensors[name+".weight"]
	out := make([]float64, len(w)/len(x))
	for o := range out {
		for i, v := range x {
			out[o] += float64(w[o*len(x)+i]) * v
		}
	}
	return out
}

func (r reference) norm(name string, x []float64) []float64 {
	squares := 0.0
	for _, v := range x {
		squares += v * v
	}
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = v / math.Sqrt(squares/float64(len(x))+1e-5) * float64(r.tensors[name+".weight"][i])
	}
	return out
}

// turned is the rotary embedding of one head, pairs of neighbors.
func turned(x []float64, position int) []float64 {
	out := make([]float64, len(x))
	for i := 0; i < len(x); i += 2 {
		angle := float64(position) * math.Pow(10000, -float64(i)/float64(len(x)))
		out[i] = x[i]*math.Cos(angle) - x[i+1]*math.Sin(angle)
		out[i+1] = x[i]*math.Sin(angle) + x[i+1]*math.Cos(angle)
	}
	return out
}

// logits returns what may follow the last of ids.
func (r reference) logits(ids []uint16) []float64 {
	d := r.shape.Width
	x := make([][]float64, len(ids))
	for t, id := range ids {
		for _, v := range r.tensors["token_embd.weight"][int(id)*d:][:d] {
			x[t] = append(x[t], float64(v))
		}
	}
	for l := range r.shape.Layers {
		name := func(s string) string { return fmt.Sprintf("blk.%d.%s", l, s) }
		var q, k, v [][]float64
		for t := range x {
			h := r.norm(name("attn_norm"), x[t])
			q, k, v = append(q, r.rows(name("attn_q"), h)), append(k, r.rows(name("attn_k"), h)), append(v, r.rows(name("attn_v"), h))
		}
		for t := range x {
			var found []float64
			for head := range r.shape.Heads {
				at := head * r.shape.KVHeads / r.shape.Heads * 64
				query := turned(q[t][head*64:][:64], t)
				total, sum := 0.0, make([]float64, 64)
				for p := 0; p <= t; p++ {
					score := 0.0
					for i, kk := range turned(k[p][at:][:64], p) {
						score += query[i] * kk
					}
					e := math.Exp(score / 8)
					total += e
					for i := range sum {
						sum[i] += e * v[p][at+i]
					}
				}
				for _, s := range sum {
					found = append(found, s/total)
				}
			}
			for i, o := range r.rows(name("attn_output"), found) {
				x[t][i] += o
			}
			h := r.norm(name("ffn_norm"), x[t])
			gate, up := r.rows(name("ffn_gate"), h), r.rows(name("ffn_up"), h)
			for i, g := range gate {
				up[i] *= g / (1 + math.Exp(-g))
			}
			for i, o := range r.rows(name("ffn_down"), up) {
				x[t][i] += o
			}
		}
	}
	return r.rows("token_embd", r.norm("output_norm", x[len(x)-1]))
}

func randomIDs(r *rand.Rand, n int) []uint16 {
	ids := make([]uint16, n)
	for i := range ids {
		ids[i] = uint16(r.IntN(testTokenizer().Size()))
	}
	return ids
}

func TestLogitsAreThoseOfTheBook(t *testing.T) {
	for i, shape := range append(Sizes(), Shape{Name: "odd", Width: 384, Layers: 1, Heads: 6, KVHeads: 3, FFN: 16}) {
		t.Run(shape.Name, func(t *testing.T) {
			file := randomFile(shape, uint64(i))
			w, err := read(fileBytes(t, file))
			require.NoError(t, err)
			book := reference{shape, map[string][]float32{}}
			for _, tensor := range file.Tensors {
				book.tensors[tensor.Name] = tensor.Floats()
			}
			ids := randomIDs(rand.New(rand.NewPCG(5, uint64(i))), []int{30, 8, 8, 8, 130}[i])
			s := newState(shape, testTokenizer().Size())
			require.NoError(t, w.feed(t.Context(), s, ids, true))
			want := book.logits(ids)
			for id, v := range want {
				require.InDelta(t, v, s.logits[id], 1e-3, "token %d", id)
			}
		})
	}
}

// Bit for bit, across batches, panels and growth.
func TestHowTokensAreFedChangesNothing(t *testing.T) {
	w := randomWeights(t, Sizes()[0], 1)
	r := rand.New(rand.NewPCG(6, 6))
	ids := randomIDs(r, 300)
	whole := newState(w.shape, w.tokenizer.Size())
	require.NoError(t, w.feed(t.Context(), whole, ids, true))
	for range 5 {
		parts := newState(w.shape, w.tokenizer.Size())
		for at := 0; at < len(ids); {
			n := min(1+r.IntN(60), len(ids)-at)
			require.NoError(t, w.feed(t.Context(), parts, ids[at:at+n], r.IntN(2) == 0 || at+n == len(ids)))
			at += n
			if at < len(ids) && r.IntN(4) == 0 { // go astray, and back
				require.NoError(t, w.feed(t.Context(), parts, randomIDs(r, 1+r.IntN(30)), true))
				parts.truncate(at)
			}
		}
		assert.Equal(t, whole.logits, parts.logits)
	}
}

func TestATokenAllocatesNothing(t *testing.T) {
	w := randomWeights(t, Sizes()[0], 1)
	s := newState(w.shape, w.tokenizer.Size())
	s.reserve(Context)
	ids := randomIDs(rand.New(rand.NewPCG(7, 7)), 16)
	ctx := context.Background()
	allocs := testing.AllocsPerRun(20, func() {
		_ = w.feed(ctx, s, ids, true)
		choose(s.logits, w.tokenizer.text, 0, nil)
	})
	assert.Zero(t, allocs)
}

func TestNothingBecomesNaN(t *testing.T) {
	w := randomWeights(t, Sizes()[0], 2)
	s := newState(w.shape, w.tokenizer.Size())
	r := rand.New(rand.NewPCG(8, 8))
	for len(s.tokens) < Context {
		require.NoError(t, w.feed(t.Context(), s, randomIDs(r, 128), true))
		for _, v := range s.logits {
			require.False(t, v-v != 0, "%v after %d tokens", v, len(s.tokens))
		}
	}
}

func TestExp(t *testing.T) {
	for x := -86.0; x < 87; x += 0.0137 {
		want := math.Exp(float64(float32(x)))
		require.InEpsilon(t, want, float64(exp(float32(x))), 4e-7, "%v", x)
	}
	assert.Equal(t, float32(1), exp(0))
	assert.Less(t, exp(-1000), float32(1e-37))
	assert.False(t, math.IsInf(float64(exp(1000)), 0))
}

func TestTheEndOfTheContextOfTheCallerStopsBetweenBatches(t *testing.T) {
	w := randomWeights(t, Sizes()[0], 2)
	s := newState(w.shape, w.tokenizer.Size())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.ErrorIs(t, w.feed(ctx, s, make([]uint16, 10), true), context.Canceled)
	assert.Empty(t, s.tokens)
}

func BenchmarkFeed(b *testing.B) {
	for _, shape := range Sizes() {
		w := randomWeights(b, shape, 1)
		for _, n := range []int{1, 16, 64} {
			b.Run(fmt.Sprintf("%s/tokens=%d", shape.Name, n), func(b *testing.B) {
				s := newState(shape, testTokenizer().Size())
				s.reserve(Context)
				ids := randomIDs(rand.New(rand.NewPCG(9, 9)), 100+n)
				_ = w.feed(b.Context(), s, ids[:100], false)
				b.ReportAllocs()
				for b.Loop() {
					s.truncate(100)
					_ = w.feed(b.Context(), s, ids[100:], true)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n*b.N), "ns/token")
			})
		}
	}
}
