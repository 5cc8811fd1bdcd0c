package grammar

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/grammartest"
)

// spaced is the white space of an instance written with ", " and ": ".
func spaced() Whitespace {
	var blank ByteSet
	blank.Add(' ')
	r := Run{Max: 1, Bytes: blank}
	return Whitespace{AfterColon: r, AfterComma: r}
}

// A TestMaskBench passes if it compiles, every valid instance is accepted to its end and every invalid one
// refused, both compact and with blanks, members in the order declared.
func TestMaskBench(t *testing.T) {
	var record strings.Builder
	passed, refused, rejects := 0, 0, 0
	var times []time.Duration
	for _, c := range grammartest.MaskBench(t) {
		start := time.Now()
		g, err := Compile(t.Context(), c.Schema, Options{Numbers: AnyForm, Whitespace: spaced()})
		times = append(times, time.Since(start))
		if err != nil {
			e, ok := errors.AsType[*CompileError](err)
			require.True(t, ok)
			refused++
			fmt.Fprintf(&record, "%s: refused: %s %s\n", c.Name, e.Keyword, reason(e))
			continue
		}
		reject, accept := verdicts(g, c)
		assert.Empty(t, accept, "false accept: %s", c.Name)
		if reject {
			rejects++
			fmt.Fprintf(&record, "%s: false reject\n", c.Name)
		} else {
			passed++
			fmt.Fprintf(&record, "%s: pass\n", c.Name)
		}
	}
	slices.Sort(times)
	at := func(p float64) time.Duration { return times[int(p*float64(len(times)-1))] }
	t.Logf("%d pass, %d refused, %d false rejects; compile p50 %v p95 %v p99 %v max %v",
		passed, refused, rejects, at(.5), at(.95), at(.99), at(1))
	assert.GreaterOrEqual(t, passed, 336, "fewer than the best engine's published result")
	ratchet(t, "maskbench.txt", record.String())
}

// reason classifies a compile error by its sentinel.
func reason(e *CompileError) string {
	for _, class := range []error{ErrAmbiguous, ErrUnsupported, ErrEmpty, ErrBudget, ErrMalformed} {
		if errors.Is(e, class) {
			return class.Error()
		}
	}
	return e.Err.Error()
}

// verdicts reports whether a valid instance was refused, and returns an invalid one that was not.
func verdicts(g *Grammar, c grammartest.Case) (reject bool, accept string) {
	for _, x := range c.Tests {
		for _, text := range [][]byte{x.Data, grammartest.Respaced(x.Data)} {
			switch got := accepts(g, text); {
			case got && !x.Valid:
				accept = string(text)
			case !got && x.Valid:
				reject = true
			}
		}
	}
	return reject, accept
}
