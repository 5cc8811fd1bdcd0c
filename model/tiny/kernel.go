package tiny

import "math"

// Most of the time goes into two sums and two functions. Each has a vector form and a plain one. The sums
// add up one output in the order of the inputs, so how many outputs are computed at once changes no bit.

// plainSum64 sets y0 and y1, 32 numbers each, to the sums over i of x[i] times the 32 numbers at
// p0[i*stride] and at p1[i*stride].
func plainSum64(y0, y1, p0, p1 []float32, stride int, x []float32) {
	for at := 0; at < panel; at += 8 {
		sum8(y0[at:at+8], p0[at:], stride, x)
		sum8(y1[at:at+8], p1[at:], stride, x)
	}
}

// plainSum32x3 sets y0, y1 and y2, 32 numbers each, to the sums over i of x0[i], x1[i] and x2[i] times
// the 32 numbers at p[i*panel].
func plainSum32x3(y0, y1, y2, p, x0, x1, x2 []float32) {
	for at := 0; at < panel; at += 8 {
		sum8(y0[at:at+8], p[at:], panel, x0)
		sum8(y1[at:at+8], p[at:], panel, x1)
		sum8(y2[at:at+8], p[at:], panel, x2)
	}
}

// sum8 keeps eight sums in registers.
func sum8(y, p []float32, stride int, x []float32) {
	var a, b, c, d, e, f, g, h float32
	for i, v := range x {
		q := p[i*stride : i*stride+8 : i*stride+8]
		a += v * q[0]
		b += v * q[1]
		c += v * q[2]
		d += v * q[3]
		e += v * q[4]
		f += v * q[5]
		g += v * q[6]
		h += v * q[7]
	}
	y = y[:8]
	y[0], y[1], y[2], y[3], y[4], y[5], y[6], y[7] = a, b, c, d, e, f, g, h
}

// plainExps sets each x to e^(x - most).
func plainExps(x []float32, most float32) {
	for i, v := range x {
		x[i] = exp(v - most)
	}
}

// plainGated sets out to gate/(1+e^-gate) × up.
func plainGated(out, gate, up []float32) {
	up, out = up[:len(gate)], out[:len(gate)]
	for i, g := range gate {
		out[i] = g / (1 + exp(-g)) * up[i]
	}
}

// exp returns e^x with a relative error under 3e-7: 2^n times a polynomial of what is left, which
// lies within ln(2)/2 of zero. Results beyond the range of a float32 are clamped.
func exp(x float32) float32 {
	const (
		high = 0.693359375 // of ln(2), with few bits, so that n × high is exact
		low  = -2.12194440e-4
	)
	x = min(max(x, -87), 88)
	n := int32(x*math.Log2E + float32(math.Copysign(0.5, float64(x))))
	f := float32(n)
	r := x - f*high - f*low
	p := float32(1.0 / 720)
	p = p*r + 1.0/120
	p = p*r + 1.0/24
	p = p*r + 1.0/6
	p = p*r + 0.5
	p = p*r + 1
	p = p*r + 1
	return p * math.Float32frombits(uint32(n+127)<<23)
}

// times sets y (n, out) to the products of m with the n rows of x (n, in).
func (m *matrix) times(y, x []float32, n int) {
	grouped := n / 3 * 3
	size := panel * m.in
	for p := 0; p < m.out; p += panel {
		w := m.w[p*m.in : p*m.in+size]
		for t := 0; t < grouped; t += 3 {
			sum32x3(y[t*m.out+p:][:panel], y[(t+1)*m.out+p:][:panel], y[(t+2)*m.out+p:][:panel],
				w, x[t*m.in:][:m.in], x[(t+1)*m.in:][:m.in], x[(t+2)*m.in:][:m.in])
		}
	}
	for t := grouped; t < n; t++ {
		row, out := x[t*m.in:][:m.in], y[t*m.out:][:m.out]
		for p := 0; p < m.out; p += 2 * panel {
			q := min(p+panel, m.out-panel) // the last panel twice, where they are odd
			sum64(out[p:p+panel], out[q:q+panel], m.w[p*m.in:][:size], m.w[q*m.in:][:size], panel, row)
		}
	}
}
