package endpoint

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

const testPrefix = `"tool":"final_answer","tool_args":{"text":"`

func TestTextStream(t *testing.T) {
	for document, want := range map[string]string{
		`{"thought":"a \"tool\":\"x","tool":"final_answer","tool_args":{"text":"hi \"you\"\n"}}`: "hi \"you\"\n",
		`{"tool": "final_answer", "tool_args": { "text": "a\u00e9\ud83d\ude00\/é😀" } }`:          "aé😀/é😀",
		`{"tool":"look_up","tool_args":{"text":"no"}}`:                                           "",
		`{"thought":"\"tool\":\"final_answer\",\"tool_args\":{\"text\":\"no","tool":"x"}`:        "",
	} {
		var whole, bytewise string
		s := textStream{prefix: testPrefix}
		whole = s.add([]byte(document))
		s = textStream{prefix: testPrefix}
		for i := range len(document) {
			bytewise += s.add([]byte{document[i]})
		}
		assert.Equal(t, want, whole)
		assert.Equal(t, want, bytewise)
	}
}

// TestTextStreamIsTheText compares with encoding/json on random texts that are cut at random.
func TestTextStreamIsTheText(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var runes []rune
		for range rng.IntN(20) {
			runes = append(runes, []rune{'a', '"', '\\', '\n', 0x1f, 'é', '€', 0x1f600, '<', ' '}[rng.IntN(10)])
		}
		text := string(runes)
		quoted, _ := json.Marshal(text)
		document := append([]byte(`{"thought":"",`+testPrefix[:len(testPrefix)-1]), quoted...)
		document = append(document, '}', '}')
		s := textStream{prefix: testPrefix}
		got := ""
		for len(document) > 0 {
			n := 1 + rng.IntN(len(document))
			got += s.add(document[:n])
			document = document[n:]
		}
		assert.Equal(t, text, got)
	}
}
