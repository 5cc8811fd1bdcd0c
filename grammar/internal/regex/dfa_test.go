package regex

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func newDFA(t testing.TB, pattern string) (*Space, *DFA) {
	t.Helper()
	s := New()
	e, err := s.Pattern(pattern)
	require.NoError(t, err)
	d, err := s.NewDFA(e, 0)
	require.NoError(t, err)
	return s, d
}

func TestDeadStatesAreSeenAtOnce(t *testing.T) {
	rows := []struct{ claim, pattern, alive, dead string }{
		{"a wrong letter", "^abc$", "ab", "abd"},
		{"two patterns that part", "^(?=a*b)(?=[ab]{3}$)", "aa", "aaa"},
		{"a look-ahead that can no longer hold", `^(?!ab)[ab]{2}$`, "a", "ab"},
		{"what must end too early", `^(?=.{3}$)(?:ab)*$`, "", "a"},
	}
	for _, row := range rows {
		_, d := newDFA(t, row.pattern)
		walk := func(text string) int32 {
			state := d.Start()
			for _, r := range text {
				var err error
				state, err = d.Step(state, r)
				require.NoError(t, err)
			}
			return state
		}
		if row.alive != "" {
			assert.NotEqual(t, Dead, walk(row.alive), row.claim)
		}
		assert.Equal(t, Dead, walk(row.dead), row.claim)
	}
	_, d := newDFA(t, `^(?=.{3}$)(?:ab)*$`)
	assert.Equal(t, Dead, d.Start(), "an empty language")
	to, err := d.Step(Dead, 'a')
	require.NoError(t, err)
	assert.Equal(t, Dead, to)
}

func TestStepRefusesWhatIsNoScalarValue(t *testing.T) {
	_, d := newDFA(t, "")
	for _, r := range []rune{-1, 0xD800, 0xDFFF, 0x110000} {
		to, err := d.Step(d.Start(), r)
		require.NoError(t, err)
		assert.Equal(t, Dead, to, "%x", r)
	}
}

func TestLoops(t *testing.T) {
	rows := []struct {
		claim, pattern, text string
		want                 Loops
	}{
		{"everything", "", "", LoopsPlain | LoopsAny},
		{"everything behind a match", "ab", "ab", LoopsPlain | LoopsAny},
		{"everything but line ends", "^.*$", "x", LoopsPlain},
		{"printable ASCII", "^[ -~]*$", "x", LoopsPlain},
		{"all but one letter", "^[^x]*$", "", 0},
		{"a count", "^.{0,9}$", "", 0},
	}
	for _, row := range rows {
		_, d := newDFA(t, row.pattern)
		state := d.Start()
		for _, r := range row.text {
			state, _ = d.Step(state, r)
		}
		assert.Equal(t, row.want, d.Loops(state), row.claim)
		assert.Equal(t, row.want, d.Loops(state), row.claim+", asked again")
	}
}

func TestManyGoroutinesShareADFA(t *testing.T) {
	s := New()
	pattern, err := s.Pattern(`^(?:[a-z]{2,20}|\p{L}+\d*)-.{3,40}$`)
	require.NoError(t, err)
	other, err := s.Pattern(`^[^q]*$`)
	require.NoError(t, err)
	host, err := s.Format("date-time")
	require.NoError(t, err)
	var list []*DFA
	for _, e := range []Expr{s.Intersect(pattern, other), s.Union(pattern, host)} {
		d, err := s.NewDFA(e, 0)
		require.NoError(t, err)
		list = append(list, d)
	}
	var wait sync.WaitGroup
	for g := range 8 {
		wait.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 1))
			for range 400 {
				text := randomText(rng, 6) + "-" + randomText(rng, 20)
				if rng.IntN(3) == 0 {
					text = fmt.Sprintf("20%02d-01-0%dT00:00:00Z", rng.IntN(100), rng.IntN(10))
				}
				for _, d := range list {
					state := d.Start()
					for _, r := range text {
						state, _ = d.Step(state, r)
						_ = d.Loops(state)
					}
					l, err := d.Lengths(state)
					if err != nil || state != Dead && l.Next(0) < 0 {
						t.Errorf("no way on behind %q", text)
					}
				}
			}
		})
	}
	wait.Wait()
	fresh := New()
	again, err := fresh.Pattern(`^(?:[a-z]{2,20}|\p{L}+\d*)-.{3,40}$`)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(99, 1))
	for range 300 {
		text := randomText(rng, 30)
		got, err := list[1].Matches(text)
		require.NoError(t, err)
		assert.Equal(t, fresh.Matches(again, text), got, "%q", text)
	}
}

func TestAFormatAloneIsTheSharedAutomaton(t *testing.T) {
	var found []*DFA
	for range 2 {
		s := New()
		e, err := s.Format("date")
		require.NoError(t, err)
		d, err := s.NewDFA(e, 0)
		require.NoError(t, err)
		found = append(found, d)
	}
	assert.Same(t, found[0], found[1])
}

func TestStepAllocatesNothingWhenWarm(t *testing.T) {
	_, d := newDFA(t, `^[a-zé]{3,40}$`)
	text := []rune("abcdefghijklmnopéé")
	walk := func() {
		state := d.Start()
		for _, r := range text {
			state, _ = d.Step(state, r)
		}
	}
	walk()
	assert.Zero(t, testing.AllocsPerRun(100, walk))
}
