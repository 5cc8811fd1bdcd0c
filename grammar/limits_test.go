package grammar

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar/internal/budget"
	"github.com/shortleash/shortleash/grammar/internal/grammartest"
	"github.com/shortleash/shortleash/internal/hostile"
)

// compileCounted compiles with the default limits and returns what was counted.
func compileCounted(ctx context.Context, text []byte, o Options) (steps, bytes int, err error) {
	meter := o.internal().Limits.Meter(ctx)
	_, err = compile(meter, text, o)
	steps, bytes = meter.Spent()
	return steps, bytes, err
}

// Whatever a schema holds, its cost is bounded: it compiles within the limits, or an error says which place, which
// limit. What is made is measured, so that nothing large goes uncounted.
func TestHostileFamiliesEndWithinTheLimits(t *testing.T) {
	longest := 1 << 12
	if *grammartest.Thorough {
		longest = 1 << 15
	}
	limits := Options{}.internal().Limits.WithDefaults()
	for _, f := range hostile.Families() {
		for n := f.Start(); f.Most == 0 || n <= f.Most; n = f.Next(f.Next(n)) {
			text := f.Make(n)
			if len(text) > longest {
				break
			}
			var at, end runtime.MemStats
			runtime.ReadMemStats(&at)
			_, counted, err := compileCounted(t.Context(), text, Options{})
			runtime.ReadMemStats(&end)
			made := int(end.TotalAlloc - at.TotalAlloc)
			assert.Less(t, made, limits.Memory*2, "%s of %d", f.Name, n) // the 64 MB that are promised; a race detector pads
			assert.Less(t, made, 3*counted+1<<20, "%s of %d makes %d bytes and counts %d", f.Name, n, made, counted)
			if err != nil {
				e, ok := errors.AsType[*CompileError](err)
				require.True(t, ok, "%s of %d: %v", f.Name, n, err)
				require.Error(t, e.Err)
				break
			}
		}
	}
}

// The counted work of a family grows at most like n log n up to the largest schema that compiles.
func TestHostileFamiliesGrowAsTheirSchemas(t *testing.T) {
	steep := map[string]string{ // what may grow faster up to its limit, and why
		"pat_neg": "a complement is made deterministic", "pat_ndet": "it is made deterministic", "fmt_pat": "it is made deterministic",
		"fmt_iri_pat": "it is made deterministic", "pat_look": "look-aheads are an intersection", "allof_pattern": "so are patterns",
		"contains4": "four counts combine", "contains4t": "four counts combine", "contains4items": "four counts combine",
		"contains4min": "four counts combine", "contains3pref": "four counts combine",
		"subset_blowup": "the sets of a conjunction", "subset_blowup2": "the sets of a conjunction", "subset_anyof": "the sets of a conjunction",
		"allof_anyof": "alternatives multiply", "allof_anyof_str": "alternatives multiply", "allof_anyof_num": "alternatives multiply",
		"nots2": "alternatives multiply", "ifs": "alternatives multiply", "ifs_chain": "alternatives multiply",
		"dep_req":     "alternatives multiply",
		"dep_schemas": "alternatives multiply", "uneval": "branches pass together", "uneval_all": "branches pass together",
		"patprops_overlap": "classes of names multiply", "patprops": "classes of names multiply", "patprops_props": "classes of names multiply",
		"oneof_untagged": "up to 512 branches are compared in pairs", "oneof_overlap": "up to 512 branches are compared in pairs",
		"oneof_closed": "up to 512 branches are compared in pairs", "oneof_arr": "up to 512 branches are compared in pairs",
		"oneof_strlen": "up to 512 branches are compared in pairs", "oneof_tree": "branches are compared in pairs",
		"pat_count": "n times n", "pat_count3": "n times n times n", "pat_nest": "groups nest",
		"mult_lcm": "a common multiple has the digits of all its divisors", "notmult": "up to 64 divisors are compared in pairs",
		"not_bigarr": "an alternative for each item, up to 512",
	}
	for _, f := range hostile.Families() {
		if steep[f.Name] != "" {
			continue
		}
		var first, size, work, grown float64
		for n := f.Start(); f.Most == 0 || n <= f.Most; n = f.Next(n) {
			text := f.Make(n)
			if len(text) > 1<<16 {
				break
			}
			steps, bytes, err := compileCounted(t.Context(), text, Options{})
			if err != nil {
				break
			}
			work, grown = float64(steps+bytes/64), float64(max(n, len(text)))
			if first == 0 && work > 2e4 {
				first, size = work, grown
			}
		}
		if first > 0 && grown > 2*size {
			slope := math.Log(work/first) / math.Log(grown/size)
			assert.Less(t, slope, 1.5, "%s: the exponent from %.0f to %.0f; %.0f after %.0f", f.Name, size, grown, work, first)
		}
	}
}

// A context ends a compilation wherever it is: at each look of the meter.
func TestCompileEndsAnywhere(t *testing.T) {
	cause := errors.New("enough")
	for _, f := range hostile.Families() {
		n := f.Start()
		for (f.Most == 0 || f.Next(n) <= f.Most) && n < 1<<12 && len(f.Make(f.Next(n))) < 1<<12 {
			n = f.Next(n)
		}
		text := f.Make(n)
		all, _, _ := compileCounted(t.Context(), text, Options{})
		for _, after := range []int{0, all / 3, 2 * all / 3} {
			ctx := &endingContext{Context: t.Context(), cause: cause, looks: after >> 10}
			spent, _, err := compileCounted(ctx, text, Options{})
			if ctx.looks >= 0 {
				continue // it was done before
			}
			require.ErrorIs(t, err, cause, "%s", f.Name)
			e, ok := errors.AsType[*CompileError](err)
			require.True(t, ok)
			assert.NotEmpty(t, e.Error())
			assert.LessOrEqual(t, spent, (after>>10+2)<<10+all/4+1<<17, "%s", f.Name)
		}
	}
}

// An endingContext ends after it was looked at so often.
type endingContext struct {
	context.Context
	cause error
	looks int
}

func (c *endingContext) Err() error {
	c.looks--
	if c.looks < 0 {
		return c.cause
	}
	return nil
}

func (c *endingContext) Value(any) any { return nil }

func (c *endingContext) Deadline() (time.Time, bool) { return time.Time{}, false }

// The common multiple of many divisors has the digits of them all.
func TestTheCommonMultipleOfManyLongDivisorsIsCounted(t *testing.T) {
	divisors := func(n int) []byte {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(`{"multipleOf":1%0780d}`, 2*i+1))
		}
		return []byte(`{"allOf":[` + strings.Join(list, ",") + `]}`)
	}
	_, err := Compile(t.Context(), divisors(32), Options{})
	assert.NoError(t, err)
	for _, n := range []int{512, 1024} {
		_, err := Compile(t.Context(), divisors(n), Options{})
		require.ErrorIs(t, err, ErrBudget)
		assert.ErrorContains(t, err, "allOf: too large: it takes more than 3000000 steps (Limits.Work)")
	}
}

// A matcher tries each divisor that a number must not have after each digit, so they are few.
func TestNumbersThatManyDivisorsMustNotDivide(t *testing.T) {
	schema := func(divisors ...string) []byte {
		return []byte(`{"type":"integer","allOf":[{"not":{"multipleOf":` + strings.Join(divisors, `}},{"not":{"multipleOf":`) + `}}]}`)
	}
	var primes, powers []string
	for n := 2; len(primes) <= 64; n++ {
		if big.NewInt(int64(n)).ProbablyPrime(0) {
			primes = append(primes, strconv.Itoa(n))
		}
	}
	for n := 1; len(powers) < 100; n++ {
		powers = append(powers, strconv.Itoa(2*n), "2")
	}
	_, err := Compile(t.Context(), schema(primes...), Options{})
	require.ErrorIs(t, err, ErrBudget)
	assert.ErrorContains(t, err, "multiples of none of 65 others, more than 64")
	g, err := Compile(t.Context(), schema(primes[:64]...), Options{})
	require.NoError(t, err)
	assert.NoError(t, g.Check(t.Context(), []byte(`317`)))
	assert.Error(t, g.Check(t.Context(), []byte(`311`)))
	g, err = Compile(t.Context(), schema(powers...), Options{})
	require.NoError(t, err, "what is not a multiple of 2 is none of 4")
	assert.NoError(t, g.Check(t.Context(), []byte(`15`)))
	assert.Error(t, g.Check(t.Context(), []byte(`16`)))
}

// Limits can be raised, and each names itself.
func TestLimitsOfOneCompilation(t *testing.T) {
	text := []byte(`{"enum":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]}`)
	m := budget.New(t.Context(), math.MaxInt, math.MaxInt)
	_, err := compile(m, text, Options{})
	require.NoError(t, err)
	steps, bytes := m.Spent()
	for _, row := range []struct {
		limits Limits
		want   string
	}{
		{Limits{Work: steps, Memory: bytes}, ""},
		{Limits{Work: steps - 1, Memory: bytes}, "steps (Limits.Work)"},
		{Limits{Work: steps, Memory: bytes - 1}, "bytes of memory (Limits.Memory)"},
	} {
		_, err := Compile(t.Context(), text, Options{Limits: row.limits})
		if row.want == "" {
			assert.NoError(t, err)
			continue
		}
		require.ErrorIs(t, err, ErrBudget)
		assert.ErrorContains(t, err, row.want)
	}
	_, err = Compile(t.Context(), text, Options{Limits: Limits{Work: -1}})
	assert.ErrorIs(t, err, ErrMalformed)
}

// What is compiled for one closed form shares an allowance. What one compilation spends is gone, also if it fails, and the
// error names the limit.
func TestCompilationsShareAnAllowance(t *testing.T) {
	text := []byte(`{"enum":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]}`)
	w := closerWork{ctx: t.Context(), left: allowance{1 << 20, 1 << 20}}
	_, err := w.compileText(text, 1<<20, Options{})
	require.NoError(t, err)
	work := 1<<20 - w.left.work
	assert.Positive(t, work)
	for _, row := range []struct {
		left allowance
		want string
	}{
		{allowance{2*work - 1, 1 << 20}, "steps (Limits.Work)"},
		{allowance{2 * work, 1 << 10}, "bytes of memory (Limits.Memory)"},
		{allowance{2 * work, 1 << 20}, ""},
	} {
		w := closerWork{ctx: t.Context(), left: row.left}
		_, first := w.compileText(text, 1<<20, Options{})
		_, err := w.compileText(text, 1<<20, Options{})
		if row.want == "" {
			assert.NoError(t, first)
			assert.NoError(t, err)
			assert.Zero(t, w.left.work)
			continue
		}
		assert.ErrorIs(t, err, ErrBudget)
		assert.ErrorContains(t, err, row.want)
	}
}
