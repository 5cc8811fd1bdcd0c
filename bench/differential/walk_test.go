package differential

import (
	"context"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/grammar"
)

// tokens are a vocabulary: each byte, and texts that go on over the end of a string or a value.
var tokens, vocabulary = func() ([][]byte, *grammar.Vocabulary) {
	var tokens [][]byte
	for b := range 256 {
		tokens = append(tokens, []byte{byte(b)})
	}
	for _, text := range []string{`":`, `","`, `"}`, `],`, `[]`, `{"`, `"a`, `a"`, `"a":`, `null`, `  `, "\n ", `" `, ` ,`, `1,`, `[[`, `é"`} {
		tokens = append(tokens, []byte(text))
	}
	v, err := grammar.NewVocabulary(append(tokens, nil), []int{len(tokens)}, nil)
	if err != nil {
		panic("differential: BUG: " + err.Error())
	}
	return tokens, v
}()

// walk takes some steps, and holds each state to what all faces of it must say: Next, Mask and Feed the same, and from here
// on there is an end.
func (e *examination) walk(m *grammar.Matcher) {
	defer m.Release()
	var begun []byte
	for range 12 {
		e.doing.Store("walk " + string(begun))
		next := e.faces(m, begun)
		e.sum.States++
		if len(next) == 0 {
			return
		}
		if e.r.IntN(3) == 0 && !m.CanEnd() && !strings.Contains(e.schema, `"uniqueItems":true`) && m.MinimalCompletion() == nil {
			e.find("no end", string(begun), "")
		}
		b := next[e.r.IntN(len(next))]
		for range 8 { // few characters, so that texts end
			if strings.IndexByte(`"]},:[{1a`, b) < 0 {
				b = next[e.r.IntN(len(next))]
			}
		}
		if _, err := m.Feed(context.Background(), []byte{b}); err != nil {
			return // that they differ is found already
		}
		begun = append(begun, b)
	}
}

// faces compares what may follow, and returns the bytes.
func (e *examination) faces(m *grammar.Matcher, begun []byte) []byte {
	next, mask := m.Next(), make([]uint64, vocabulary.Words())
	empty := m.Mask(vocabulary, mask)
	some := false
	for id, token := range tokens {
		c := m.Clone()
		_, err := c.Feed(context.Background(), token)
		c.Release()
		in := mask[id>>6]>>(id&63)&1 == 1
		some = some || in
		if in != (err == nil) || len(token) == 1 && next.Has(token[0]) != in {
			e.find("faces disagree", string(begun), fmt.Sprintf("token %q: mask has it: %v; feed: %v", token, in, err))
		}
	}
	if (some || m.CanEnd()) != (empty == nil) {
		e.find("a mask is empty", string(begun), fmt.Sprint(empty))
	}
	return next.Bytes()
}
