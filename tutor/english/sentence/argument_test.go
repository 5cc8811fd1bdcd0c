package sentence

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestArguments(t *testing.T) {
	tests := []struct {
		name, sentence         string
		persons, finite, wrote string
		runs                   []string
	}{
		{"a pronoun", "He goed to school.", "3sg", "goed", "goed", []string{"He"}},
		{"you may be one or many", "You was late.", "2sg 2pl", "was", "was", []string{"You"}},
		{"a collective noun has both numbers", "The team is late.", "3sg 3pl", "is", "is", []string{"The team", "team"}},
		{"a subject of two", "Ana and I was tired.", "1pl", "was", "was", []string{"Ana and I", "I"}},
		{"a noun phrase, and what a learner may take for the subject", "The list of items are long.", "3sg", "are", "are",
			[]string{"The list of items", "items", "list of items"}},
		{"an adverb between belongs to no subject", "He usually go home.", "3sg", "go", "go", []string{"He", "usually", "He usually"}},
		{"a question has its subject after", "Do she like tea?", "3sg", "do", "Do like", []string{"she", "she like", "she like tea"}},
		{"so has there is", "There is ideas.", "3pl", "is", "is", []string{"ideas", "There"}},
		{"n't is no part of it", "Don't she like tea?", "3sg", "do", "Don't like", []string{"she", "she like", "she like tea"}},
		{"a comma may stand inside", "My dog, a poodle, bark.", "3sg", "bark", "bark",
			[]string{"My dog, a poodle", "poodle", "a poodle", "dog, a poodle"}},
		{"and so may several in a list", "My mother, my father and I was late.", "1pl", "was", "was",
			[]string{"My mother, my father and I", "I", "father and I", "my father and I", "mother, my father and I"}},
		{"what opens a clause is no part of it", "When I were young I lived here.", "1sg", "were", "were", []string{"I"}},
		{"nor what stands before a clause", "Last week, my brothers was here.", "3pl", "was", "was", []string{"my brothers", "brothers"}},
		{"a full stop may not", "No. The dogs barks.", "3pl", "barks", "barks", []string{"The dogs", "dogs"}},
		{"a modal agrees with everyone", "She can to swim.", "3sg", "", "can to swim", nil},
		{"a contracted auxiliary cannot be asked about", "He've gone home.", "3sg", "", "'ve gone", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := Analyze(tt.sentence)
			require.NotEmpty(t, a.Groups)
			var persons []string
			for _, p := range a.Persons(0) {
				persons = append(persons, string(p))
			}
			finite, ok := a.FiniteWord(0)
			assert.Equal(t, tt.persons, strings.Join(persons, " "))
			assert.Equal(t, tt.finite, finite)
			assert.Equal(t, tt.finite != "", ok)
			assert.Equal(t, tt.runs, a.SubjectRuns(0))
			assert.Equal(t, tt.wrote, a.Written(0))
		})
	}
}

// What a group's calls ask is among what one may ask about it.
func TestCallsKeepToTheArguments(t *testing.T) {
	for _, r := range rows(t) {
		a := Analyze(r.text)
		for i := range a.Groups {
			for _, c := range a.Calls(i) {
				switch c.Tool {
				case Agreement:
					finite, _ := a.FiniteWord(i)
					assert.Equal(t, finite, c.Verb, "%s", r.text)
					assert.Contains(t, a.SubjectRuns(i), c.Subject, "%s", r.text)
				case Conjugate:
					assert.Contains(t, a.Persons(i), c.Person, "%s", r.text)
				}
			}
		}
	}
}

func TestAnUnknownSubjectCanBeAnyPerson(t *testing.T) {
	a := Analyze("I want to went home.")
	require.Len(t, a.Groups, 2)
	assert.Len(t, a.Persons(1), 6)
	assert.Empty(t, a.SubjectRuns(1))
}
