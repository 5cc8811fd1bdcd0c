//go:build !amd64 || purego

package tiny

// vector reports whether the vector kernel is used.
const vector = false

func sum64(y0, y1, p0, p1 []float32, stride int, x []float32) { plainSum64(y0, y1, p0, p1, stride, x) }

func sum32x3(y0, y1, y2, p, x0, x1, x2 []float32) { plainSum32x3(y0, y1, y2, p, x0, x1, x2) }

func exps(x []float32, most float32) { plainExps(x, most) }

func gated(out, gate, up []float32) { plainGated(out, gate, up) }
