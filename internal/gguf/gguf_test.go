package gguf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func write(t *testing.T, f *File) []byte {
	t.Helper()
	var b bytes.Buffer
	n, err := f.WriteTo(&b)
	require.NoError(t, err)
	require.Equal(t, int64(b.Len()), n)
	return b.Bytes()
}

// The wanted bytes are written out by hand, from the format's description.
func TestTheBytesOfAFile(t *testing.T) {
	f := &File{
		Metadata: []Entry{
			{"a.text", "hé"},
			{"b.flag", true},
			{"c.list", []int32{-1, 2}},
			{"d.texts", []string{"x", ""}},
			{"e.none", []float32{}},
		},
		Tensors: []Tensor{
			Float32("one", []uint64{1, 2}, []float32{1, -2}),
			Float16("two", []uint64{1}, []float32{1}),
		},
	}
	want := "GGUF" + "\x03\x00\x00\x00" +
		u64(2) + u64(5) + // tensors, metadata
		text("a.text") + u32(8) + text("hé") +
		text("b.flag") + u32(7) + "\x01" +
		text("c.list") + u32(9) + u32(5) + u64(2) + "\xff\xff\xff\xff" + "\x02\x00\x00\x00" +
		text("d.texts") + u32(9) + u32(8) + u64(2) + text("x") + text("") +
		text("e.none") + u32(9) + u32(6) + u64(0) +
		text("one") + u32(2) + u64(1) + u64(2) + u32(0) + u64(0) +
		text("two") + u32(1) + u64(1) + u32(1) + u64(32)
	for len(want)%32 != 0 {
		want += "\x00"
	}
	want += "\x00\x00\x80\x3f" + "\x00\x00\x00\xc0" + strings.Repeat("\x00", 24)
	want += "\x00\x3c" + strings.Repeat("\x00", 30)
	assert.Equal(t, want, string(write(t, f)))
}

func u32(n uint32) string  { return string(binary.LittleEndian.AppendUint32(nil, n)) }
func u64(n uint64) string  { return string(binary.LittleEndian.AppendUint64(nil, n)) }
func text(s string) string { return u64(uint64(len(s))) + s }

func TestEveryKindOfMetadata(t *testing.T) {
	for _, row := range []struct {
		value any
		kind  uint32
		bytes string
	}{
		{uint8(1), 0, "\x01"},
		{int8(-1), 1, "\xff"},
		{uint16(1), 2, "\x01\x00"},
		{int16(-1), 3, "\xff\xff"},
		{uint32(1), 4, u32(1)},
		{int32(-1), 5, "\xff\xff\xff\xff"},
		{float32(1), 6, u32(math.Float32bits(1))},
		{false, 7, "\x00"},
		{"s", 8, text("s")},
		{uint64(1), 10, u64(1)},
		{int64(-1), 11, strings.Repeat("\xff", 8)},
		{float64(1), 12, u64(math.Float64bits(1))},
		{[]bool{true, false}, 9, u32(7) + u64(2) + "\x01\x00"},
		{[]uint8{7}, 9, u32(0) + u64(1) + "\x07"},
	} {
		got := write(t, &File{Metadata: []Entry{{"k", row.value}}})
		want := "GGUF" + u32(3) + u64(0) + u64(1) + text("k") + u32(row.kind) + row.bytes
		require.GreaterOrEqual(t, len(got), len(want), "%T", row.value)
		assert.Equal(t, want, string(got[:len(want)]), "%T", row.value)
		assert.Empty(t, bytes.Trim(got[len(want):], "\x00"), "%T: only padding follows", row.value)
		assert.Zero(t, len(got)%DefaultAlignment, "%T", row.value)
	}
}

func TestTensorsAreAligned(t *testing.T) {
	for _, alignment := range []uint32{8, 32, 64} {
		f := &File{Metadata: []Entry{{AlignmentKey, alignment}}}
		for i := range uint64(20) {
			data := bytes.Repeat([]byte{byte(i + 1)}, int(4*(i+1)))
			f.Tensors = append(f.Tensors, Tensor{Name: strings.Repeat("n", int(i+1)), Shape: []uint64{i + 1}, Type: F32, Data: data})
		}
		got := write(t, f)
		require.Equal(t, uint64(alignment), f.Alignment())
		assert.Zero(t, len(got)%int(alignment))
		for _, tensor := range f.Tensors {
			at := bytes.Index(got, append(make([]byte, 4), tensor.Data...))
			if at >= 0 {
				at += 4
			} else { // no padding stood before it
				at = bytes.Index(got, tensor.Data)
			}
			require.GreaterOrEqual(t, at, 0)
			assert.Zero(t, at%int(alignment), "tensor of %d bytes, alignment %d", len(tensor.Data), alignment)
		}
	}
	assert.Equal(t, uint64(DefaultAlignment), (&File{}).Alignment())
}

func TestAnUnsoundFileIsRefused(t *testing.T) {
	tensor := func(change func(*Tensor)) *File {
		x := Float32("x", []uint64{2}, []float32{1, 2})
		change(&x)
		return &File{Tensors: []Tensor{x}}
	}
	sound := Float32("x", []uint64{1}, []float32{1})
	for want, f := range map[string]*File{
		"gguf: metadata without a key":                        {Metadata: []Entry{{"", true}}},
		"gguf: metadata k stands twice":                       {Metadata: []Entry{{"k", true}, {"k", false}}},
		"gguf: metadata k: GGUF has no int":                   {Metadata: []Entry{{"k", 1}}},
		"gguf: metadata k: GGUF has no []int":                 {Metadata: []Entry{{"k", []int{1}}}},
		"gguf: metadata k: GGUF has no [][]string":            {Metadata: []Entry{{"k", [][]string{}}}},
		"gguf: metadata k: GGUF has no <nil>":                 {Metadata: []Entry{{"k", nil}}},
		"gguf: metadata general.alignment is not a uint32":    {Metadata: []Entry{{AlignmentKey, uint64(32)}}},
		"gguf: alignment 12 is not a multiple of 8":           {Metadata: []Entry{{AlignmentKey, uint32(12)}}},
		"gguf: alignment 0 is not a multiple of 8":            {Metadata: []Entry{{AlignmentKey, uint32(0)}}},
		"gguf: tensor x stands twice":                         {Tensors: []Tensor{sound, sound}},
		"gguf: a tensor has no name":                          tensor(func(x *Tensor) { x.Name = "" }),
		"gguf: tensor x: 0 dimensions, want 1 to 4":           tensor(func(x *Tensor) { x.Shape = nil }),
		"gguf: tensor x: 5 dimensions, want 1 to 4":           tensor(func(x *Tensor) { x.Shape = []uint64{1, 1, 1, 1, 2} }),
		"gguf: tensor x: unknown type Type(2)":                tensor(func(x *Tensor) { x.Type = 2 }),
		"gguf: tensor x: 8 bytes, but F32 of shape [3] is 12": tensor(func(x *Tensor) { x.Shape = []uint64{3} }),
		"gguf: tensor x: 8 bytes, but F16 of shape [2] is 4":  tensor(func(x *Tensor) { x.Type = F16 }),
		"gguf: tensor x: shape [0]":                           tensor(func(x *Tensor) { x.Shape = []uint64{0} }),
		"gguf: tensor x: shape [4294967296 4294967296 2]":     tensor(func(x *Tensor) { x.Shape = []uint64{1 << 32, 1 << 32, 2} }),
		"gguf: tensor x: shape [18446744073709551615 18446744073709551615]": tensor(func(x *Tensor) {
			x.Shape = []uint64{math.MaxUint64,
				math.MaxUint64}
		}),
	} {
		var b bytes.Buffer
		n, err := f.WriteTo(&b)
		assert.EqualError(t, err, want)
		assert.Zero(t, n)
		assert.Zero(t, b.Len(), "nothing is written before the refusal")
	}
}

// full is a disk with room for some bytes.
type full struct{ room int }

var errFull = errors.New("the disk is full")

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.room {
		n := f.room
		f.room = 0
		return n, errFull
	}
	f.room -= len(p)
	return len(p), nil
}

func TestAWriteErrorComesBack(t *testing.T) {
	f := &File{Tensors: []Tensor{Float32("x", []uint64{50000}, make([]float32, 50000))}}
	for _, room := range []int{0, 100, 150000, 200063} { // one byte short of the whole, the last time
		n, err := f.WriteTo(&full{room})
		assert.ErrorIs(t, err, errFull)
		assert.Equal(t, int64(room), n)
	}
	n, err := f.WriteTo(&full{200064 + 32})
	assert.NoError(t, err)
	assert.Equal(t, int64(len(write(t, f))), n)
}

// value is the twin of half: what the bits of a half stand for, by the book.
func value(h uint16) float64 {
	sign, exponent, fraction := 1.0, int(h>>10&31), float64(h&1023)
	if h>>15 == 1 {
		sign = -1
	}
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		if fraction != 0 {
			return math.NaN()
		}
		return sign * math.Inf(1)
	default:
		return sign * math.Ldexp(1024+fraction, exponent-25)
	}
}

func TestEveryHalfComesBack(t *testing.T) {
	for h := range uint32(1 << 16) {
		v := value(uint16(h))
		if math.IsNaN(v) {
			got := toHalf(float32(v))
			assert.True(t, math.IsNaN(value(got)), "%#x gives %#x", h, got)
			continue
		}
		if got := toHalf(float32(v)); got != uint16(h) {
			t.Fatalf("half(%v) = %#x, want %#x", v, got, h)
		}
	}
}

func TestHalvesRoundToTheNearest(t *testing.T) {
	const largest = 0x7bff
	for h := range uint16(largest) { // between h and its neighbor, for all positive halves
		low, high := value(h), value(h+1)
		middle := (low + high) / 2 // exact in a float32
		even := h + h&1
		for _, row := range []struct {
			v    float32
			want uint16
		}{
			{math.Nextafter32(float32(middle), 0), h},
			{float32(middle), even},
			{math.Nextafter32(float32(middle), float32(math.Inf(1))), h + 1},
		} {
			if got := toHalf(row.v); got != row.want {
				t.Fatalf("half(%v) = %#x, want %#x", row.v, got, row.want)
			}
			if got := toHalf(-row.v); got != row.want|0x8000 {
				t.Fatalf("half(%v) = %#x, want %#x", -row.v, got, row.want|0x8000)
			}
		}
	}
	assert.Equal(t, uint16(0x7c00), toHalf(65520), "halfway past the largest is infinite")
	assert.Equal(t, uint16(largest), toHalf(math.Nextafter32(65520, 0)))
	assert.Equal(t, uint16(0xfc00), toHalf(float32(math.Inf(-1))))
}

func BenchmarkFloat16(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	values := make([]float32, 1<<16)
	for i := range values {
		values[i] = float32(r.NormFloat64())
	}
	b.SetBytes(4 << 16)
	b.ReportAllocs()
	for b.Loop() {
		Float16("x", []uint64{1 << 16}, values)
	}
}
