package loop

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tools"
)

// maxPeriod is the longest repeating pattern that is looked for.
const maxPeriod = 5

// An actKey identifies one act: the sorted set of the keys of its calls. Two acts are the same
// exactly when their keys are equal and not "".
type actKey string

// keyOf returns the key of an act of these calls. An act with a pollable call equals nothing and
// has the key "".
func keyOf(calls []tools.Call, registry *tools.Registry) (actKey, error) {
	keys := make([]string, 0, len(calls))
	for _, c := range calls {
		if t, ok := registry.Lookup(c.Tool); ok && t.Options().Pollable {
			return "", nil
		}
		k, err := tools.Key(c.Tool, c.Args)
		if err != nil {
			return "", err
		}
		keys = append(keys, string(k))
	}
	slices.Sort(keys)
	return actKey(strings.Join(slices.Compact(keys), "\x00\x00")), nil
}

// period returns the length of the pattern that the last act of history completes: 1 when it is
// the act just before it again, 2 to maxPeriod when the last 2p acts are two equal halves, 0 when
// it repeats nothing. The shortest pattern counts.
func period(history []actKey) int {
	n := len(history)
	for p := 1; p <= maxPeriod && 2*p <= n; p++ {
		last, before := history[n-p:], history[n-2*p:n-p]
		if slices.Equal(last, before) && !slices.Contains(last, "") {
			return p
		}
	}
	return 0
}
