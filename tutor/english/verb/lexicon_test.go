package verb

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/tutor/english/tables"
)

func TestTablesAreConsistent(t *testing.T) {
	levels := []string{"A1", "A2", "B1", "B2", "C1"}
	seen := map[string]bool{}
	for _, r := range tables.Read("verbs", 3) {
		assert.Contains(t, levels, r[1], "%s: level", r[0])
		assert.Contains(t, []string{"", "noun", "adj", "noun adj"}, r[2], "%s: kinds", r[0])
		for base := range strings.SplitSeq(r[0], "/") {
			assert.False(t, seen[base], "verbs.tsv: %s twice", base)
			assert.True(t, letters(base), "verbs.tsv: %q is not a plain word", base)
			seen[base] = true
		}
	}
	assert.GreaterOrEqual(t, len(seen), 1400, "known verbs")
	irregular := map[string]bool{}
	for _, r := range tables.Read("irregular", 6) {
		assert.True(t, seen[r[0]], "irregular.tsv: %s is not in verbs.tsv", r[0])
		assert.False(t, irregular[r[0]], "irregular.tsv: %s twice", r[0])
		irregular[r[0]] = true
		for _, s := range lexicon().parts(r[0]).all() {
			assert.True(t, letters(s.text), "irregular.tsv: %s: form %q", r[0], s.text)
			assert.Contains(t, []Dialect{Any, American, British}, s.dialect, "irregular.tsv: %s: %s", r[0], s.text)
		}
	}
	assert.GreaterOrEqual(t, len(irregular), 200, "irregular verbs")
	habits := []habit{double, doubleGB, mostly, either, keepE, keepEGB, bareS, eitherOES}
	doubling := map[string]bool{}
	for _, r := range tables.Read("doubling", 2) {
		assert.True(t, seen[r[0]], "doubling.tsv: %s is not in verbs.tsv", r[0])
		assert.False(t, doubling[r[0]], "doubling.tsv: %s twice", r[0])
		assert.Contains(t, habits, habit(r[1]), "doubling.tsv: %s", r[0])
		doubling[r[0]] = true
	}
}

// TestNoIdleLines keeps the tables honest: a line that says what the rules say anyway is noise.
func TestNoIdleLines(t *testing.T) {
	for base, h := range lexicon().habits {
		assert.NotEqual(t, regular(base, noHabit), regular(base, h), "doubling.tsv: %s %s changes nothing", base, h)
	}
	for base, v := range lexicon().verbs {
		if v.irregular != nil {
			plain := regular(base, lexicon().habits[base])
			plain.known, plain.irregular = true, true
			assert.NotEqual(t, plain, *v.irregular, "irregular.tsv: %s is regular", base)
		}
	}
}

func TestKinds(t *testing.T) {
	for _, base := range []string{"work", "play", "book", "walk"} {
		assert.True(t, IsAlsoNoun(base), base)
	}
	for _, base := range []string{"go", "eat", "understand", "blick"} {
		assert.False(t, IsAlsoNoun(base), base)
	}
	assert.True(t, IsAlsoAdjective("open"))
	assert.False(t, IsAlsoAdjective("walk"))
	assert.Equal(t, "A1", Level("go"))
	assert.Equal(t, "", Level("blick"))
}

// Verbs that a learner wrote and the gate did not know.
func TestVerbsThatWereMissed(t *testing.T) {
	for _, word := range []string{"reference", "referenced", "forks", "forking", "obligates", "obligated", "entreat", "entreated"} {
		assert.NotEmpty(t, Readings(word), word)
	}
	for _, base := range []string{"reference", "fork", "obligate", "entreat"} {
		assert.True(t, IsKnown(base), base)
	}
}
