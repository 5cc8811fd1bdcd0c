package tiny

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/model"
)

func TestTheVocabularyIsFull(t *testing.T) {
	assert.Len(t, Tokens(), Size)
	assert.Equal(t, Size, Vocabulary().Len())
	texts, kinds := Spellings()
	assert.Len(t, texts, Size)
	assert.Len(t, kinds, Size)
	slices.Sort(texts)
	assert.Len(t, slices.Compact(texts), Size, "a spelling stands twice")
	assert.Equal(t, "<|end|>", controls[End-256])
	assert.Equal(t, "<|bos|>", controls[Bos-256])
}

// The ids are part of every file of weights: a change here makes all of them useless.
func TestThePiecesAreTheOnesTheWeightsKnow(t *testing.T) {
	assert.Equal(t, "0f585ebf279b12ec468f3bb6ec2e5ecb128179aa72e6fc1fae89322fb062698a", PiecesHash())
}

func TestPiecesAreOrderedByLength(t *testing.T) {
	list := sortedPieces()
	assert.True(t, slices.IsSortedFunc(list, func(x, y string) int { return len(y) - len(x) }))
	for _, p := range list {
		assert.Greater(t, len(p), 1)
		assert.NotContains(t, p, "<|")
	}
}

func TestEncode(t *testing.T) {
	ids, err := Encode([]model.Message{
		{Author: model.User, Content: `{"sentence":"Hé <|end|>"}`},
		{Author: model.Assistant, Content: `{"tool":"conjugate","tool_args":{"person":"3sg","tense":"past_simple","verb":"go"}}`},
		{Author: model.Tool, Content: `{"form":"went","known":true,"negative":"didn't go","question":"did _ go","variants":[]}`},
	})
	require.NoError(t, err)
	var parts []string
	for _, id := range ids {
		if id >= Pad && id < firstPiece {
			parts = append(parts, controls[id-Pad])
		} else {
			parts = append(parts, string(text(id)))
		}
	}
	want := "<|user|>·{\"sentence\":\"·H·\xc3·\xa9· ·<·|·e·n·d·|·>·\"}·<|end|>·" +
		`<|assistant|>·{"tool":"·conjugate","tool_args":{"person":"·3sg","tense":"·past_simple·","verb":"·g·o·"}}·<|end|>·` +
		`<|tool|>·{"form":"·w·e·n·t·","known":true,"negative":"·d·i·d·n·'·t· ·g·o·","question":"·d·i·d· ·_· ·g·o·","variants":[]}·<|end|>·<|assistant|>`
	assert.Equal(t, want, strings.Join(parts, "·"))

	_, err = Encode([]model.Message{{Author: "critic"}})
	assert.EqualError(t, err, `tiny: message 1: unknown author "critic"`)
}

// naiveEncode is the twin of EncodeText: llama.cpp's tokenizer_st_partition, by the letter. Each
// piece, the longest first, splits all fragments that are still text.
func naiveEncode(s string) []uint16 {
	type fragment struct {
		text string
		id   uint16 // 0: text
	}
	fragments := []fragment{{text: s}}
	for i, piece := range sortedPieces() {
		var next []fragment
		for _, f := range fragments {
			if f.id != 0 {
				next = append(next, f)
				continue
			}
			for j, part := range strings.Split(f.text, piece) {
				if j > 0 {
					next = append(next, fragment{id: 263 + uint16(i)})
				}
				next = append(next, fragment{text: part})
			}
		}
		fragments = next
	}
	ids := []uint16{}
	for _, f := range fragments {
		if f.id != 0 {
			ids = append(ids, f.id)
		}
		for _, b := range []byte(f.text) {
			ids = append(ids, uint16(b))
		}
	}
	return ids
}

func FuzzEncodeIsTheRuleOfLlamaCpp(f *testing.F) {
	f.Add(`{"tool":"conjugate","tool_args":{"person":"3sg","tense":"past_simple","verb":"go"}}`)
	f.Add(`{"sentence":""}`)
	f.Add(`","verb":"","head":"","person":"3sg"}}","","","note":""}`)
	f.Add(`null}}}}, 3sg of pl of `)
	f.Add(strings.Join(sortedPieces(), ""))
	f.Fuzz(func(t *testing.T, s string) {
		got := EncodeText(s)
		assert.Equal(t, naiveEncode(s), got)
		assert.Equal(t, s, Decode(got))
	})
}

// Text of pieces and their halves, where overlaps are dense.
func TestEncodeOfPiecesInAnyOrder(t *testing.T) {
	list := sortedPieces()
	for i, x := range list {
		for j, y := range list {
			s := x + y[1:] + list[(i*7+j*3)%len(list)] + x[:len(x)-1] + y
			require.Equal(t, naiveEncode(s), EncodeText(s), "%q", s)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	s := `{"tool":"conjugate","tool_args":{"person":"3sg","tense":"past_simple","verb":"go"}}{"form":"went","known":true,"negative":"didn't go","question":"did _ go","variants":[]}`
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		EncodeText(s)
	}
}
