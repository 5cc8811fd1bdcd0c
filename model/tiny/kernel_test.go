package tiny

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

func randoms(r *rand.Rand, n int) []float32 {
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(r.NormFloat64())
	}
	return list
}

// naiveTimes is the twin of matrix.times, in float64 and without panels: w is stored output by output.
func naiveTimes(w, x []float32, in, out, n int) (y, size []float64) {
	for t := range n {
		for o := range out {
			sum, most := 0.0, 0.0
			for i := range in {
				product := float64(w[o*in+i]) * float64(x[t*in+i])
				sum += product
				most += math.Abs(product)
			}
			y, size = append(y, sum), append(size, most)
		}
	}
	return y, size
}

func TestProductsAreThoseOfTheTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, in := range []int{1, 2, 3, 7, 8, 63, 64, 65, 128, 352} {
		for _, out := range []int{32, 64, 96, 320} {
			for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 16, 17} {
				w, x := randoms(r, in*out), randoms(r, in*n)
				m := pack(in, w[:in*32], w[in*32:])
				y := make([]float32, n*out)
				m.times(y, x, n)
				want, size := naiveTimes(w, x, in, out, n)
				for i := range y {
					if math.Abs(float64(y[i])-want[i]) > 1e-6*size[i] {
						t.Fatalf("%d inputs, %d outputs, %d rows: y[%d] = %v, want %v", in, out, n, i, y[i], want[i])
					}
				}
			}
		}
	}
}

func TestTheVectorKernelIsThePlainOne(t *testing.T) {
	if !vector {
		return // on this processor the plain kernel is the only one
	}
	r := rand.New(rand.NewPCG(2, 2))
	for n := 1; n < 140; n += 1 + n/9 {
		p, q := randoms(r, n*64), randoms(r, n*64)
		x := [3][]float32{randoms(r, n), randoms(r, n), randoms(r, n)}
		var got, want [3][panel]float32
		for _, stride := range []int{32, 64} {
			sum64(got[0][:], got[1][:], p, q, stride, x[0])
			plainSum64(want[0][:], want[1][:], p, q, stride, x[0])
			assert.InDeltaSlice(t, want[0][:], got[0][:], 1e-4, "%d", n)
			assert.InDeltaSlice(t, want[1][:], got[1][:], 1e-4, "%d", n)
		}
		sum32x3(got[0][:], got[1][:], got[2][:], p, x[0], x[1], x[2])
		plainSum32x3(want[0][:], want[1][:], want[2][:], p, x[0], x[1], x[2])
		for i := range got {
			assert.InDeltaSlice(t, want[i][:], got[i][:], 1e-4, "%d", n)
		}
	}
}

func TestTheVectorFunctionsAreThePlainOnes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for n := 1; n < 70; n++ {
		x := make([]float32, n, n+8)
		for i := range x {
			x[i] = float32(r.NormFloat64() * 30)
		}
		got, want := append(make([]float32, 0, n+8), x...), slices.Clone(x)
		exps(got, 40)
		plainExps(want, 40)
		assert.InDeltaSlice(t, want, got, 1e-6*float64(slices.Max(want)))
		for i := range got {
			assert.InEpsilon(t, want[i], got[i], 1e-6, "%v", x[i])
		}
		gate, up := make([]float32, n), randoms(r, n)
		for i := range gate {
			gate[i] = float32(r.NormFloat64() * 60)
		}
		gated(got, gate, up)
		plainGated(want, gate, up)
		for i := range got {
			assert.InDelta(t, want[i], got[i], 1e-6*math.Abs(float64(gate[i]*up[i])), "%v", gate[i])
		}
	}
}

// Bit for bit: what was computed in a batch may stay in a cache that a single token reads.
func TestManyRowsAreTheSameAsOneByOne(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	const in, out, n = 128, 352, 14
	m := pack(in, randoms(r, in*out))
	x := randoms(r, in*n)
	many := make([]float32, n*out)
	m.times(many, x, n)
	for i := range n {
		one := make([]float32, out)
		m.times(one, x[i*in:], 1)
		assert.Equal(t, many[i*out:(i+1)*out], one)
	}
}

func BenchmarkProduct(b *testing.B) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, shape := range [][2]int{{128, 704}, {352, 128}, {256, 1408}} {
		m := pack(shape[0], randoms(r, shape[0]*shape[1]))
		for _, n := range []int{1, 3, 16, 64} {
			x, y := randoms(r, n*m.in), make([]float32, n*m.out)
			b.Run(fmt.Sprintf("%dx%d/rows=%d", m.in, m.out, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					m.times(y, x, n)
				}
				b.ReportMetric(2*float64(n*m.in*m.out*b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}
