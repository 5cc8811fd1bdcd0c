package verb

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRegularRules(t *testing.T) {
	for _, row := range []struct {
		claim, base, third, past, gerund string
	}{
		{"most verbs take bare endings", "walk", "walks", "walked", "walking"},
		{"a hissing sound takes -es", "watch", "watches", "watched", "watching"},
		{"so does x", "fix", "fixes", "fixed", "fixing"},
		{"so does consonant and o", "echo", "echoes", "echoed", "echoing"},
		{"vowel and o does not", "boo", "boos", "booed", "booing"},
		{"a final e drops", "hope", "hopes", "hoped", "hoping"},
		{"consonant and y becomes ie", "study", "studies", "studied", "studying"},
		{"vowel and y stays", "play", "plays", "played", "playing"},
		{"ie becomes y before -ing", "tie", "ties", "tied", "tying"},
		{"ee keeps its e", "agree", "agrees", "agreed", "agreeing"},
		{"oe keeps its e", "tiptoe", "tiptoes", "tiptoed", "tiptoeing"},
		{"ye keeps its e", "dye", "dyes", "dyed", "dyeing"},
		{"vowel and c takes a k", "panic", "panics", "panicked", "panicking"},
		{"consonant, vowel, consonant doubles", "stop", "stops", "stopped", "stopping"},
		{"two vowels do not double", "cook", "cooks", "cooked", "cooking"},
		{"w, x and y do not double", "tow", "tows", "towed", "towing"},
		{"qu is no vowel", "equip", "equips", "equipped", "equipping"},
		{"y between consonants is a vowel, between vowels none", "kayak", "kayaks", "kayaked", "kayaking"},
		{"an unstressed last syllable does not double", "visit", "visits", "visited", "visiting"},
		{"a stressed one does, by the table", "admit", "admits", "admitted", "admitting"},
		{"an unknown word follows the rules", "blick", "blicks", "blicked", "blicking"},
		{"z doubles before -es too", "whiz", "whizzes", "whizzed", "whizzing"},
	} {
		f := Of(row.base)
		assert.Equal(t, []string{row.third}, f.ThirdPerson, "%s: %s", row.claim, row.base)
		assert.Equal(t, []string{row.past}, f.Past, "%s: %s", row.claim, row.base)
		assert.Equal(t, []string{row.past}, f.Participle, "%s: %s", row.claim, row.base)
		assert.Equal(t, []string{row.gerund}, f.Gerund, "%s: %s", row.claim, row.base)
	}
}

func TestOf(t *testing.T) {
	assert.Equal(t, Forms{
		Base: "write", ThirdPerson: []string{"writes"}, Past: []string{"wrote"}, Participle: []string{"written"},
		Gerund: []string{"writing"}, Irregular: true, Known: true,
	}, Of("write"))
	assert.Equal(t, Forms{
		Base: "be", ThirdPerson: []string{"is"}, Past: []string{"was", "were"}, Participle: []string{"been"},
		Gerund: []string{"being"}, Irregular: true, Known: true,
	}, Of("be"))
	assert.Equal(t, []string{"burned", "burnt"}, Of("burn").Past)
	assert.Equal(t, []string{"focusing", "focussing"}, Of("focus").Gerund)
	assert.Equal(t, []string{"lassoes", "lassos"}, Of("lasso").ThirdPerson)
	assert.Equal(t, []string{"gases", "gasses"}, Of("gas").ThirdPerson, "unknown, but regular")
	for _, odd := range []string{"", "a", "e", "y", "go away", "ñ", "ed", "ing"} {
		assert.NotPanics(t, func() { Of(odd) }, "Of(%q)", odd)
	}
}
