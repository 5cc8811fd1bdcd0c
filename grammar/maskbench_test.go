package grammar

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type maskbenchCase struct {
	Name   string
	Schema json.RawMessage
	Tests  []struct {
		Valid bool
		Data  json.RawMessage
	}
}

func maskbench(t testing.TB) []maskbenchCase {
	f, err := os.Open(shared(t, "maskbench", "maskbench_sample.jsonl.gz"))
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	s := bufio.NewScanner(z)
	s.Buffer(nil, 1<<24)
	var cases []maskbenchCase
	for s.Scan() {
		var c maskbenchCase
		require.NoError(t, json.Unmarshal(s.Bytes(), &c))
		cases = append(cases, c)
	}
	require.NoError(t, s.Err())
	return cases
}

// sampleCases are the cases of MaskBench, where they lie beside the clone, and those in testdata, which
// every clone has.
func sampleCases(t testing.TB) []maskbenchCase {
	t.Helper()
	var cases []maskbenchCase
	if beside(t, "maskbench") != "" {
		cases = maskbench(t)
	}
	for _, folder := range []string{"suite", "realistic"} {
		files, err := filepath.Glob(filepath.Join("testdata", folder, "*.json"))
		require.NoError(t, err)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			var typed []maskbenchCase
			require.NoError(t, json.Unmarshal(text, &typed))
			for i, c := range typed {
				c.Name = fmt.Sprintf("%s %d", filepath.Base(file), i+1)
				for k, x := range c.Tests {
					c.Tests[k].Data = compacted(t, x.Data)
				}
				cases = append(cases, c)
			}
		}
	}
	return cases
}

// enough returns how many checks a test must have made: in a clone alone, or with MaskBench beside it.
func enough(t testing.TB, alone, beyond int) int {
	t.Helper()
	if beside(t, "maskbench") == "" {
		return alone
	}
	return beyond
}

// spaced is the white space of an instance written with ", " and ": ".
func spaced() Whitespace {
	var blank ByteSet
	blank.Add(' ')
	r := Run{Max: 1, Bytes: blank}
	return Whitespace{AfterColon: r, AfterComma: r}
}

// respaced writes compact JSON with a blank behind each comma and colon.
func respaced(text []byte) []byte {
	var b bytes.Buffer
	quoted := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		b.WriteByte(c)
		switch {
		case quoted && c == '\\':
			i++
			b.WriteByte(text[i])
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ',' || c == ':'):
			b.WriteByte(' ')
		}
	}
	return b.Bytes()
}

// A schema passes if it compiles, every valid instance is accepted to its end and every invalid one
// refused, both compact and with blanks, members in the order declared.
func TestMaskBench(t *testing.T) {
	var record strings.Builder
	passed, refused, rejects := 0, 0, 0
	var times []time.Duration
	for _, c := range maskbench(t) {
		start := time.Now()
		g, err := Compile(c.Schema, Options{Numbers: AnyForm, Whitespace: spaced()})
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
func verdicts(g *Grammar, c maskbenchCase) (reject bool, accept string) {
	for _, x := range c.Tests {
		for _, text := range [][]byte{x.Data, respaced(x.Data)} {
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
