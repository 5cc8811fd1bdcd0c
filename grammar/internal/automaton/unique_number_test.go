package automaton

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/jsontext"
	"github.com/shortleash/shortleash/grammar/internal/number"
	"github.com/shortleash/shortleash/grammar/internal/sample"
)

// What is told of numbers that have come by going through them is what a search for any other number finds.
func TestUnseenNumbersAreThoseThatASearchFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	sure, of, left := 0, 0, 0
	for range 1500 {
		low, high := r.IntN(60)-30, r.IntN(400)-20
		if r.IntN(2) == 0 {
			low = r.IntN(13) - 6
			high = low + r.IntN(10)
		}
		items := []string{
			fmt.Sprintf(`{"type":"integer","minimum":%d,"maximum":%d}`, low, max(low, high)),
			fmt.Sprintf(`{"type":"integer","minimum":%d,"maximum":%d,"multipleOf":%d}`, low, max(low, high), 1+r.IntN(12)),
			fmt.Sprintf(`{"enum":[0,1,%d,%d,4,40,%d,405]}`, r.IntN(50), -r.IntN(50), r.IntN(5000)),
			fmt.Sprintf(`{"enum":[0,0.5,0.05,%d.25,4,-0.5,40.5,-%d]}`, r.IntN(50), r.IntN(50)),
			fmt.Sprintf(`{"type":"integer","minimum":%d}`, low),
			fmt.Sprintf(`{"type":"integer","maximum":%d}`, low),
		}[r.IntN(6)]
		o := options{Limits: limits{NumberBytes: []int{0, 3, 5, 8, 24}[r.IntN(5)]}}
		if r.IntN(2) == 0 {
			o.Whitespace = jsontext.Foreign()
		}
		if r.IntN(3) == 0 {
			o.Numbers = anyForm
		}
		g, err := compile([]byte(`{"type":"array","items":`+items+`}`), o)
		require.NoError(t, err)
		unique, err := compile([]byte(`{"type":"array","uniqueItems":true,"items":`+items+`}`), o)
		if err != nil {
			continue // in compact documents they may run out
		}
		document := strings.TrimSuffix(string(g.SampleWith(r, sample.Options{Hostile: r.IntN(2) == 0})), "]")
		m := unique.Matcher()
		for _, b := range []byte(document) {
			if _, err := m.Feed(t.Context(), []byte{b}); err != nil {
				break
			}
			for _, th := range m.live() {
				for rule := range m.g.Numbers {
					k := m.g.Numbers[rule]
					for _, text := range textsFrom(m) {
						state, legal := stateOf(text)
						if th.frame == 0 || !m.mustDiffer(th.frame) || !legal || !k.Live(text, state, m.g.Form) {
							continue
						}
						want := m.recognizer(int32(rule), th.frame).Live(text, state, m.g.Form)
						got, known := m.unseenNumber(k, int32(rule), text, state)
						of++
						if known {
							sure++
							require.Equal(t, want, got, "%s after %s: %s", items, document, text)
						}
						if got {
							left++
						}
					}
				}
			}
			m.Next() // a look ahead leaves places that do not hold any more
		}
	}
	assert.Greater(t, sure, of/2)
	t.Logf("%d texts, %d of them known, %d may go on", of, sure, left)
}

// textsFrom returns the number that m reads, with each byte that may follow, and what a number may begin with.
func textsFrom(m *Matcher) [][]byte {
	var texts [][]byte
	begun := []string{""}
	if m.mode == modeNumber {
		begun = append(begun, string(m.digits()))
	}
	for _, text := range begun {
		for _, b := range []byte("-0123456789.e") {
			texts = append(texts, append([]byte(text), b))
		}
		texts = append(texts, []byte(text+"-0"))
	}
	return texts
}

func stateOf(text []byte) (s number.State, ok bool) {
	s, ok = number.Start, true
	for _, b := range text {
		if s, ok = s.Step(b); !ok {
			return s, false
		}
	}
	return s, len(text) > 0
}
