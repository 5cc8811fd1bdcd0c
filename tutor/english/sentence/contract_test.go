package sentence

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An expectation is one line of the contract suite, and also what the analysis says of its input.
type expectation struct {
	ID        string   `json:"id"`
	Input     string   `json:"input"`
	Corrected *string  `json:"corrected"`
	InScope   bool     `json:"in_scope"`
	Rules     []string `json:"rules"`
	Reason    *string  `json:"reason"`
	Note      string   `json:"note"`
}

// answered returns what the analysis says of a text of one or more sentences: corrected if one is,
// in scope if one is judged.
func answered(text string) expectation {
	got := expectation{Input: text}
	var corrected strings.Builder
	for _, s := range Split(text) {
		a := Analyze(s)
		edits := a.Edits()
		corrected.WriteString(Apply(s, edits))
		for _, e := range edits {
			got.Rules = append(got.Rules, string(e.Rule))
		}
		if a.Reason == "" {
			got.InScope = true
		} else if reason := string(a.Reason); got.Reason == nil {
			got.Reason = &reason
		}
	}
	if got.InScope {
		got.Reason = nil
	}
	if c := corrected.String(); c != text {
		got.Corrected = &c
	}
	got.Rules = set(got.Rules)
	return got
}

func set(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// cause says in what an answer differs from what the suite expects; "" if in nothing.
func (want expectation) cause(got expectation) string {
	same := func(a, b *string) bool {
		return (a == nil) == (b == nil) && (a == nil || normal(*a) == normal(*b))
	}
	switch {
	case want.Corrected == nil && got.Corrected != nil:
		return "harm"
	case want.Corrected != nil && got.Corrected == nil:
		return "unfixed"
	case !same(want.Corrected, got.Corrected):
		return "wrong fix"
	case want.InScope != got.InScope:
		return "scope"
	case !slices.Equal(want.Rules, got.Rules):
		return "rules"
	case !same(want.Reason, got.Reason):
		return "reason"
	}
	return ""
}

// The ratchet: the share of sentences answered exactly may not fall, and right sentences stay.
const contractFloor = 99.5

func TestContract(t *testing.T) {
	causes := map[string]int{}
	items := contract(t)
	show := os.Getenv("SUITE_MISSES") != ""
	for _, want := range items {
		got := answered(want.Input)
		cause := want.cause(got)
		causes[cause]++
		if show && cause != "" {
			line, err := json.Marshal(got)
			require.NoError(t, err)
			t.Logf("%-9s %s (%s)\n   want %q %s %s\n   got %s", cause, want.Input, want.Note, value(want.Corrected), want.Rules,
				value(want.Reason), line)
		}
	}
	exact := share(causes[""], len(items))
	t.Logf("exact %.1f %% of %d; %v", exact, len(items), causes)
	assert.GreaterOrEqual(t, exact, contractFloor, "exact")
	assert.Zero(t, causes["harm"], "harm")
}

func contract(t *testing.T) []expectation {
	file, err := os.Open(filepath.Join("..", "..", "..", "testdata", "contract.jsonl"))
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	var items []expectation
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var e expectation
		require.NoError(t, json.Unmarshal(lines.Bytes(), &e))
		items = append(items, e)
	}
	require.NoError(t, lines.Err())
	return items
}

func value(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
