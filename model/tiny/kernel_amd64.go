//go:build !purego

package tiny

import "golang.org/x/sys/cpu"

// vector reports whether the vector kernel is used: this processor has AVX2 and fused
// multiply-add, and its system keeps the wide registers.
var vector = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// sum64 is plainSum64.
func sum64(y0, y1, p0, p1 []float32, stride int, x []float32) {
	if !vector || len(x) == 0 {
		plainSum64(y0, y1, p0, p1, stride, x)
		return
	}
	last := (len(x)-1)*stride + panel - 1 // the assembly checks no bounds
	_, _, _, _ = y0[panel-1], y1[panel-1], p0[last], p1[last]
	vectorSum64(&y0[0], &y1[0], &p0[0], &p1[0], 4*stride, &x[0], len(x))
}

// sum32x3 is plainSum32x3.
func sum32x3(y0, y1, y2, p, x0, x1, x2 []float32) {
	if !vector || len(x0) == 0 {
		plainSum32x3(y0, y1, y2, p, x0, x1, x2)
		return
	}
	n := len(x0)
	_, _, _, _ = y0[panel-1], y1[panel-1], y2[panel-1], p[n*panel-1]
	_, _ = x1[n-1], x2[n-1]
	vectorSum32x3(&y0[0], &y1[0], &y2[0], &p[0], &x0[0], &x1[0], &x2[0], n)
}

// vectorSum64 is sum64 with a stride in bytes, for n of 1 and more.
//
//go:noescape
func vectorSum64(y0, y1, p0, p1 *float32, stride int, x *float32, n int)

// vectorSum32x3 is sum32x3 for n of 1 and more.
//
//go:noescape
func vectorSum32x3(y0, y1, y2, p, x0, x1, x2 *float32, n int)

// exps sets each x to e^(x - most). x has room for a multiple of 8.
func exps(x []float32, most float32) {
	if !vector || len(x) == 0 {
		plainExps(x, most)
		return
	}
	_ = x[: (len(x)+7)&^7 : cap(x)]
	vectorExps(&x[0], most, len(x))
}

// gated is plainGated for a multiple of 8.
func gated(out, gate, up []float32) {
	n := len(gate)
	if !vector || n == 0 || n%8 != 0 {
		plainGated(out, gate, up)
		return
	}
	_, _ = out[n-1], up[n-1]
	vectorGated(&out[0], &gate[0], &up[0], n)
}

// vectorExps is exps for n of 1 and more; it writes up to the next multiple of 8.
//
//go:noescape
func vectorExps(x *float32, most float32, n int)

// vectorGated is gated for n of 8 and more.
//
//go:noescape
func vectorGated(out, gate, up *float32, n int)
