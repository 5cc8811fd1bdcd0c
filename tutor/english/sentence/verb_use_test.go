package sentence

import (
	"slices"
	"strings"
	"testing"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
	"github.com/stretchr/testify/assert"
)

// A use that the table does not have is seen; one that it has is right.
func TestUsesOfVerbs(t *testing.T) {
	for _, tt := range []struct{ name, unknown, known string }{
		{"an object", "My aunt dominates three languages.", "The red team dominated the game."},
		{"an object in a question", "Did you lose the concert last night?", "Did you lose the keys last night?"},
		{"an infinitive's object", "She wants to approve the course.", "She wants to approve the plan."},
		{"an adjective", "He put very nervous.", "He felt very nervous."},
		{"nothing", "My sister and I carry very well.", "My sister and I dance very well."},
		{"a preposition", "She passed for my office on Monday.", "She passed by my office on Monday."},
		{"of after the verb", "My cousin works of waiter.", "My cousin thinks of Paris."},
		{"to after the verb", "We telephoned to the agency.", "We wrote to the agency."},
		{"two objects", "They didn't do me anything.", "They gave me a present."},
		{"a favor done to somebody", "He did me a photo.", "He did me a favor."},
		{"an infinitive after an object", "They discussed me to wait.", "They asked me to wait."},
		{"another infinitive", "We pretend to open a shop.", "We pretend to be asleep."},
		{"a clause", "We waited that he arrived.", "We know that he lives here."},
		{"a pronoun", "I didn't wait it.", "I didn't expect it."},
		{"an amount", "She earned the match.", "She earned less."},
		{"an object before the verb", "He makes of the father in the play.", "That is the cake he makes."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.False(t, calledRight(tt.unknown), tt.unknown)
			assert.True(t, calledRight(tt.known), tt.known)
		})
	}
}

// What is corrected or named otherwise is not said to be unknown too.
func TestUnknownUsesAreNamedLast(t *testing.T) {
	a := Analyze("He did a mistake.")
	assert.Equal(t, NotVerb, a.Reason)
	assert.NotContains(t, a.Patterns, UnknownUse)
}

func TestTheTableOfUses(t *testing.T) {
	marks := strings.Fields("0 . it person self adj ing to base that wh oo for obj-to obj-base obj-ing obj-adj obj-that obj-n *")
	for _, record := range tables.Read("uses", 2) {
		if strings.HasPrefix(record[0], "+") {
			for _, base := range strings.Fields(record[1]) {
				assert.True(t, verb.IsKnown(base), "%s: %s", record[0], base)
			}
			continue
		}
		assert.True(t, verb.IsKnown(record[0]), record[0])
		seen := map[string]bool{}
		for _, name := range strings.Fields(record[1]) {
			assert.False(t, seen[name], "%s: %s stands twice", record[0], name)
			seen[name] = true
			prefixed := strings.HasPrefix(name, "+") || strings.HasPrefix(name, "obj+") || strings.HasPrefix(name, "to+")
			assert.True(t, prefixed || slices.Contains(marks, name) || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzéàèçñ-") == "", "%s: %s", record[0], name)
		}
	}
}
