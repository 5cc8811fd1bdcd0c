package tiny

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/model"
)

func TestTheVocabularyIsFull(t *testing.T) {
	tok := testTokenizer()
	assert.Equal(t, 320, tok.Size())
	assert.Len(t, tok.Tokens(), 320)
	assert.Equal(t, 320, tok.Vocabulary().Len())
	texts, kinds := tok.Spellings()
	assert.Len(t, texts, 320)
	assert.Len(t, kinds, 320)
	slices.Sort(texts)
	assert.Len(t, slices.Compact(texts), 320, "a spelling stands twice")
	assert.Equal(t, "<|end|>", controls[End-256])
	assert.Equal(t, "<|bos|>", controls[Bos-256])
}

func TestPiecesOfAnotherTask(t *testing.T) {
	for n, size := range map[int]int{0: 320, 57: 320, 58: 384} {
		var pieces []string
		for i := range n {
			pieces = append(pieces, fmt.Sprintf("<%d>", i))
		}
		tok, err := NewTokenizer(pieces)
		require.NoError(t, err)
		assert.Equal(t, size, tok.Size())
		assert.Equal(t, size, tok.Vocabulary().Len())
		again, err := tokenizerOf(tok.Spellings())
		require.NoError(t, err)
		assert.Equal(t, tok.Pieces(), again.Pieces())
		assert.Equal(t, "<5><31>", tok.Decode(tok.EncodeText("<5><31>")))
	}
	tok, err := NewTokenizer([]string{"aa", "abc", "bb", "abcd"})
	require.NoError(t, err)
	assert.Equal(t, []string{"abcd", "abc", "aa", "bb"}, tok.Pieces())
}

func TestPiecesThatCannotBe(t *testing.T) {
	for want, pieces := range map[string][]string{
		`tiny: the piece "a" is shorter than two bytes`:                {"ab", "a"},
		`tiny: the piece "<|end|>" could be taken for a control token`: {"<|end|>"},
		`tiny: the piece "ab" is given twice`:                          {"ab", "ac", "ab"},
		"tiny: 20000 pieces are too many: there is room for 16121":     manyPieces(20000),
	} {
		_, err := NewTokenizer(pieces)
		assert.EqualError(t, err, want)
	}
}

func manyPieces(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%06d", i)
	}
	return list
}

func TestTokensOfAFileThatDoNotFit(t *testing.T) {
	for want, change := range map[string]func(texts *[]string, kinds *[]int32){
		`tiny: token 65 is "Z" of the kind 1, want "A" of the kind 1`: func(x *[]string, _ *[]int32) { (*x)[65] = "Z" },
		`tiny: token 257 is "<|end|>" of the kind 1, want "<|end|>" of the kind 3`: func(_ *[]string,
			k *[]int32) {
			(*k)[257] = normalToken
		},
		"tiny: metadata tokenizer.ggml.tokens has 319 items, and tokenizer.ggml.token_type 320": func(x *[]string,
			_ *[]int32) {
			*x = (*x)[:319]
		},
		"tiny: 319 tokens, want 320: bytes, control tokens, pieces and the rest of a multiple of 64": func(x *[]string, k *[]int32) {
			*x, *k = (*x)[:319], (*k)[:319]
		},
	} {
		texts, kinds := testTokenizer().Spellings()
		change(&texts, &kinds)
		_, err := tokenizerOf(texts, kinds)
		assert.EqualError(t, err, want)
	}
}

func TestEncode(t *testing.T) {
	ids, err := testTokenizer().Encode([]model.Message{
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
			parts = append(parts, string(testTokenizer().tokens[id]))
		}
	}
	want := "<|user|>·{\"sentence\":\"·H·\xc3·\xa9· ·<·|·e·n·d·|·>·\"}·<|end|>·" +
		`<|assistant|>·{"tool":"·conjugate","tool_args":{"person":"·3sg","tense":"·past_simple·","verb":"·g·o·"}}·<|end|>·` +
		`<|tool|>·{"form":"·w·e·n·t·","known":true,"negative":"·d·i·d·n·'·t· ·g·o·","question":"·d·i·d· ·_· ·g·o·",` +
		`"variants":[]}·<|end|>·<|assistant|>`
	assert.Equal(t, want, strings.Join(parts, "·"))

	_, err = testTokenizer().Encode([]model.Message{{Author: "critic"}})
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
	for i, piece := range testTokenizer().Pieces() {
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
	f.Add(strings.Join(testTokenizer().Pieces(), ""))
	f.Fuzz(func(t *testing.T, s string) {
		got := testTokenizer().EncodeText(s)
		assert.Equal(t, naiveEncode(s), got)
		assert.Equal(t, s, testTokenizer().Decode(got))
	})
}

// Text of pieces and their halves, where overlaps are dense.
func TestEncodeOfPiecesInAnyOrder(t *testing.T) {
	list := testTokenizer().Pieces()
	for i, x := range list {
		for j, y := range list {
			s := x + y[1:] + list[(i*7+j*3)%len(list)] + x[:len(x)-1] + y
			require.Equal(t, naiveEncode(s), testTokenizer().EncodeText(s), "%q", s)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	s := `{"tool":"conjugate","tool_args":{"person":"3sg","tense":"past_simple","verb":"go"}}{"form":"went","known":true,` +
		`"negative":"didn't go","question":"did _ go","variants":[]}`
	b.SetBytes(int64(len(s)))
	b.ReportAllocs()
	for b.Loop() {
		testTokenizer().EncodeText(s)
	}
}
