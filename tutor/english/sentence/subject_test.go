package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

func TestHead(t *testing.T) {
	tests := []struct {
		subject, head string
		person        verb.Person
		both          bool
	}{
		{"I", "I", verb.FirstSingular, false},
		{"you", "you", verb.SecondSingular, false},
		{"You all", "you", verb.SecondPlural, false},
		{"She", "she", verb.ThirdSingular, false},
		{"it", "it", verb.ThirdSingular, false},
		{"we", "we", verb.FirstPlural, false},
		{"They", "they", verb.ThirdPlural, false},
		{"Ana", "ana", verb.ThirdSingular, false},
		{"Ana and I", "I", verb.FirstPlural, false},
		{"you and Ana", "Ana", verb.SecondPlural, false},
		{"Ana and Luis", "Luis", verb.ThirdPlural, false},
		{"My mother and my father", "father", verb.ThirdPlural, false},
		{"The list of items", "list", verb.ThirdSingular, false},
		{"the boys in the garden", "boys", verb.ThirdPlural, false},
		{"The old man", "man", verb.ThirdSingular, false},
		{"my two sisters", "sisters", verb.ThirdPlural, false},
		{"Most of them", "them", verb.ThirdPlural, false},
		{"all of us", "us", verb.FirstPlural, false},
		{"Those who", "those", verb.ThirdPlural, false},
		{"to babies who", "babies", verb.ThirdPlural, false},
		{"Who", "who", verb.ThirdSingular, false},
		{"A number of people", "people", verb.ThirdPlural, false},
		{"The number of people", "number", verb.ThirdSingular, false},
		{"A lot of books", "books", verb.ThirdPlural, false},
		{"A lot of water", "water", verb.ThirdSingular, false},
		{"One of my friends", "one", verb.ThirdSingular, false},
		{"Each of the boys", "each", verb.ThirdSingular, false},
		{"None of them", "them", verb.ThirdSingular, true},
		{"Neither of us", "us", verb.ThirdSingular, true},
		{"Everyone", "everyone", verb.ThirdSingular, false},
		{"the team", "team", verb.ThirdSingular, true},
		{"the sheep", "sheep", verb.ThirdSingular, true},
		{"this sheep", "sheep", verb.ThirdSingular, false},
		{"The news", "news", verb.ThirdSingular, false},
		{"the police", "police", verb.ThirdPlural, false},
		{"My trousers", "trousers", verb.ThirdPlural, false},
		{"The children", "children", verb.ThirdPlural, false},
		{"The hypotheses", "hypotheses", verb.ThirdPlural, false},
		{"the hypothesis", "hypothesis", verb.ThirdSingular, false},
		{"The driver that had shocked the Clintons", "driver", verb.ThirdSingular, false},
		{"The books that I bought yesterday", "books", verb.ThirdPlural, false},
		{"These ladies who", "ladies", verb.ThirdPlural, false},
		{"Ana's brothers", "brothers", verb.ThirdPlural, false},
		{"The price of these apples", "price", verb.ThirdSingular, false},
		{"ten dollars", "dollars", verb.ThirdSingular, true},
		{"the rich", "rich", verb.ThirdSingular, true},
		{"Swimming", "swimming", verb.ThirdSingular, false},
		{"Carlos", "carlos", verb.ThirdSingular, false},
	}
	for _, tt := range tests {
		t.Run(tt.subject, func(t *testing.T) {
			head, person, both, ok := Head(tt.subject)
			assert.True(t, ok)
			assert.Equal(t, tt.head, head)
			assert.Equal(t, tt.person, person)
			assert.Equal(t, tt.both, both)
		})
	}
}

func TestHeadNeedsANoun(t *testing.T) {
	for _, subject := range []string{"", "   ", "quickly", "of the", "and", "!!!", "there"} {
		t.Run(subject, func(t *testing.T) {
			_, _, _, ok := Head(subject)
			assert.False(t, ok)
		})
	}
}

func TestSubjectOf(t *testing.T) {
	tests := []struct {
		sentence string
		want     Subject
	}{
		{"The list of items is long.", Subject{Text: "The list of items", Head: "list", Person: verb.ThirdSingular, Noun: true}},
		{"Does the man in the shop speak English?", Subject{Text: "the man in the shop", Head: "man", Person: verb.ThirdSingular, Noun: true}},
		{"He usually works.", Subject{Text: "He", Head: "he", Person: verb.ThirdSingular, Adjacent: true}},
		{"Ana and Luis are here.", Subject{Text: "Ana and Luis", Head: "Luis", Person: verb.ThirdPlural, Adjacent: true, Noun: true}},
		{"There are two dogs.", Subject{Text: "two dogs", Head: "dogs", Person: verb.ThirdPlural, Adjacent: true, Noun: true}},
		{"My dog, a poodle, barks.", Subject{Text: "My dog, a poodle", Head: "dog", Person: verb.ThirdSingular, Noun: true}},
		{"The team is late.", Subject{Text: "The team", Head: "team", Person: verb.ThirdSingular, EitherNumber: true, Adjacent: true,
			Noun: true}},
	}
	for _, tt := range tests {
		t.Run(tt.sentence, func(t *testing.T) {
			groups := Analyze(tt.sentence).Groups
			if assert.NotEmpty(t, groups) {
				assert.Equal(t, tt.want, groups[0].Subject)
			}
		})
	}
}

func FuzzHeadNeverFails(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		head, person, _, ok := Head(text)
		assert.Equal(t, ok, person.Valid())
		assert.Equal(t, ok, head != "")
	})
}
