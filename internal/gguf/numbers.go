package gguf

import (
	"encoding/binary"
	"math"
)

// Float32 returns a tensor of type F32.
func Float32(name string, shape []uint64, values []float32) Tensor {
	data := make([]byte, 0, 4*len(values))
	for _, v := range values {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
	}
	return Tensor{Name: name, Shape: shape, Type: F32, Data: data}
}

// Float16 returns a tensor of type F16, each value rounded to the nearest half, ties to even.
// Values too large for a half become infinite.
func Float16(name string, shape []uint64, values []float32) Tensor {
	data := make([]byte, 0, 2*len(values))
	for _, v := range values {
		data = binary.LittleEndian.AppendUint16(data, toHalf(v))
	}
	return Tensor{Name: name, Shape: shape, Type: F16, Data: data}
}

// toHalf returns the bits of the IEEE 754 half nearest to v: a sign, 5 bits of exponent (bias 15),
// 10 bits of fraction.
func toHalf(v float32) uint16 {
	bits := math.Float32bits(v)
	sign := uint16(bits >> 16 & 0x8000)
	exponent := int(bits>>23&0xff) - 127 + 15
	fraction := bits & 0x7fffff
	switch {
	case bits&0x7fffffff > 0x7f800000: // not a number: keep it quiet, drop its payload
		return sign | 0x7e00
	case exponent >= 31:
		return sign | 0x7c00
	case exponent < -10: // under half of the smallest subnormal
		return sign
	case exponent <= 0: // subnormal: the hidden bit becomes visible and moves right
		return sign | uint16(roundShift(fraction|0x800000, 14-exponent))
	default: // a carry out of the fraction rightly raises the exponent
		return sign | uint16(roundShift(uint32(exponent)<<23|fraction, 13))
	}
}

// roundShift returns x / 2^n, rounded to nearest, ties to even.
func roundShift(x uint32, n int) uint32 {
	quotient, rest, tie := x>>n, x&(1<<n-1), uint32(1)<<(n-1)
	if rest > tie || rest == tie && quotient&1 == 1 {
		quotient++
	}
	return quotient
}

// fromHalf returns the value of a half.
func fromHalf(h uint16) float32 {
	sign, exponent, fraction := uint32(h&0x8000)<<16, uint32(h>>10&31), uint32(h&1023)
	switch exponent {
	case 0: // subnormal, an exact number of 2^-24
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)*0x1p-24))
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	default:
		return math.Float32frombits(sign | (exponent+127-15)<<23 | fraction<<13)
	}
}
