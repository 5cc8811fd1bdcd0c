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
