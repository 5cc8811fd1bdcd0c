package gguf

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sample has metadata of every kind and tensors of both types.
func sample() *File {
	return &File{
		Metadata: []Entry{
			{"u8", uint8(1)}, {"i8", int8(-1)}, {"u16", uint16(2)}, {"i16", int16(-2)}, {"u32", uint32(3)}, {"i32", int32(-3)},
			{"u64", uint64(4)}, {"i64", int64(-4)}, {"f32", float32(1.5)}, {"f64", -2.5}, {"yes", true}, {"no", false}, {"text", "hé"},
			{"texts", []string{"a", "", "b"}}, {"bools", []bool{true, false}}, {"numbers", []int32{1, -1}}, {"floats", []float64{0.5}},
			{"none", []uint8{}}, {AlignmentKey, uint32(64)},
		},
		Tensors: []Tensor{
			Float32("one", []uint64{3, 2}, []float32{1, 2, 3, 4, 5, 6}),
			Float16("two", []uint64{5}, []float32{1, -1, 0.5, 65504, 0}),
		},
	}
}

func TestWhatWasWrittenIsRead(t *testing.T) {
	want := sample()
	got, err := Read(write(t, want))
	require.NoError(t, err)
	assert.Equal(t, want, got)

	v, ok := got.Value("i16")
	assert.True(t, ok)
	assert.Equal(t, int16(-2), v)
	_, ok = got.Value("I16")
	assert.False(t, ok)
	two, ok := got.Tensor("two")
	assert.True(t, ok)
	assert.Equal(t, []float32{1, -1, 0.5, 65504, 0}, two.Floats())
	one, _ := got.Tensor("one")
	assert.Equal(t, []float32{1, 2, 3, 4, 5, 6}, one.Floats())
	_, ok = got.Tensor("three")
	assert.False(t, ok)
}

func TestEveryHalfIsWidened(t *testing.T) {
	for h := range uint32(1 << 16) {
		got, want := fromHalf(uint16(h)), value(uint16(h))
		if math.IsNaN(want) && math.IsNaN(float64(got)) {
			continue
		}
		if float64(got) != want || math.Signbit(float64(got)) != (h>>15 == 1) {
			t.Fatalf("widened(%#x) = %v, want %v", h, got, want)
		}
	}
}

func TestWhatCannotBeRead(t *testing.T) {
	head := "GGUF" + u32(3)
	for name, row := range map[string]struct{ file, want string }{
		"nothing":          {"", `byte 0: does not begin with "GGUF"`},
		"another format":   {"PK\x03\x04 and more", `byte 0: does not begin with "GGUF"`},
		"another version":  {"GGUF" + u32(2), "byte 8: version 2, want 3"},
		"no counts":        {head, "byte 8: 8 bytes should follow, and there are 0"},
		"too many tensors": {head + u64(1<<60) + u64(0), "byte 16: 1152921504606846976 tensors, and there is room for 0"},
		"too many items":   {head + u64(0) + u64(9), "byte 24: 9 items of metadata, and there is room for 0"},
		"a long key": {head + u64(0) + u64(1) + u64(1<<63) + "key with no end",
			"byte 32: 9223372036854775808 bytes should follow, and there are 15"},
		"an unknown type": {head + u64(0) + u64(1) + text("k") + u32(13) + "????", "byte 37: metadata k: unknown type 13"},
		"nested arrays":   {head + u64(0) + u64(1) + text("k") + u32(9) + u32(9) + u64(0), "byte 41: metadata k: an array of unknown type 9"},
		"a long array": {head + u64(0) + u64(1) + text("k") + u32(9) + u32(8) + u64(1<<40),
			"byte 49: 1099511627776 texts, and there is room for 0"},
		"half a bool": {head + u64(0) + u64(1) + text("k") + u32(7) + "\x02", "byte 38: a bool of 2"},
		"a key twice": {head + u64(0) + u64(2) + text("k") + u32(7) + "\x01" + text("k") + u32(7) + "\x01",
			"byte 52: 12 bytes should follow, and there are 0"},
		"a quantized tensor": {head + u64(1) + u64(0) + text("t") + u32(1) + u64(32) + u32(8) + u64(0) + "\x00\x00\x00\x00\x00\x00\x00" + u64(0),
			"gguf: tensor t: unknown type Type(8)"},
		"a tensor after the end": {head + u64(1) + u64(0) + text("t") + u32(1) + u64(32) + u32(0) + u64(32) +
			"\x00\x00\x00\x00\x00\x00\x00" + u64(0),
			"byte 64: tensor t: 128 bytes at 32 of 8, alignment 32"},
		"two tensors at one place": {head + u64(2) + u64(0) + text("s") + u32(1) + u64(4) + u32(0) + u64(0) + text("t") + u32(1) +
			u64(4) + u32(0) + u64(0) +
			"\x00\x00\x00\x00\x00\x00" + u64(0) + u64(0), "byte 112: tensor t: the tensors stand on each other"},
		"a huge alignment": {head + u64(0) + u64(1) + text(AlignmentKey) + u32(4) + u32(8192), "byte 57: alignment 8192"},
		"five dimensions": {head + u64(1) + u64(0) + text("t") + u32(5) + u64(32) + u32(0) + u64(32) + u64(0),
			"byte 37: tensor t: 5 dimensions, want 1 to 4"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Read([]byte(row.file))
			assert.ErrorIs(t, err, ErrFormat)
			assert.EqualError(t, err, ErrFormat.Error()+": "+row.want)
		})
	}
}

func TestEveryPrefixIsRefused(t *testing.T) {
	whole := write(t, sample())
	padded := 64 - 10 // zeros after the last tensor, which may be missing
	for n := range len(whole) - padded {
		_, err := Read(whole[:n])
		require.ErrorIs(t, err, ErrFormat, "%d bytes of %d", n, len(whole))
	}
}

func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	if _, err := sample().WriteTo(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte("GGUF" + u32(3) + u64(0) + u64(1) + text("k") + u32(9) + u32(8) + u64(2) + text("") + text("x")))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := Read(data)
		if err != nil {
			assert.ErrorIs(t, err, ErrFormat)
			return
		}
		for _, tensor := range first.Tensors {
			tensor.Floats()
		}
		if a := first.Alignment(); a%8 != 0 {
			t.Fatalf("alignment %d", a)
		}
		var again bytes.Buffer
		_, err = first.WriteTo(&again)
		require.NoError(t, err)
		second, err := Read(again.Bytes())
		require.NoError(t, err)
		var third bytes.Buffer // NaNs are not equal to themselves, their bytes are
		_, err = second.WriteTo(&third)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(again.Bytes(), third.Bytes()))
	})
}
