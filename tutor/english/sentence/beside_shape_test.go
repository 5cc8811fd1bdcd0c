package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A sentence whose verbs are right is not called right where something beside them is wrong; what is right with the same words is.
func TestNamesWhatStandsWronglyBesideAVerb(t *testing.T) {
	tests := []struct{ name, wrong, right string }{
		{"as with than", "She is as tall than her mother.", "She is as tall as her mother."},
		{"the same with than", "He has the same age than my brother.", "He has the same age and the same name."},
		{"as better than", "She runs as fast than me.", "They saw it as better than nothing."},
		{"the last week", "The last week I went to the dentist.", "The last week I spent in Rome was wonderful."},
		{"the next year", "The next year we will travel to Peru.", "The next week we went to Peru."},
		{"until for by", "I will finish the report until Friday.", "I will work on the report until Friday."},
		{"until with a denial", "You must return the book until Monday.", "I won't finish the report until Friday."},
		{"too after two denials", "I don't like fish and my sister doesn't like it too.", "I like fish and my sister likes it too."},
		{"a library that sells", "I bought this novel in the library.", "I bought a lamp for the library."},
		{"put without on", "She put her coat and left the house.", "I don't know where I put my gloves."},
		{"put with an end", "He put his jacket because it was cold.", "He put his jacket on because it was cold."},
		{"of after a verb that takes none", "She escaped of the prison.", "She dreamed of the prison."},
		{"a subject left out", "I think is a good idea.", "The film I think is a good one starts at ten."},
		{"any in a statement", "Any student passed the exam.", "Any student can pass the exam."},
		{"no object after like", "Yes, I like very much.", "That is a song I like very much."},
		{"discuss with and", "He discussed with his wife and left the house.", "He argued with his wife and left the house."},
		{"a happening after a place", "On my street happened an accident.", "On my street there was an accident."},
		{"a time before an object with of", "We visited last summer the cathedral of Burgos.", "We visited the cathedral of Burgos last summer."},
		{"a place before an object", "I saw in the park a beautiful bird.", "I saw a beautiful bird in the park."},
		{"with care before an object", "I opened with care the box.", "I opened the box with care."},
		{"a particle before you", "I'll call back you later.", "I'll call you back later."},
		{"sometimes before an object", "I drink sometimes coffee.", "I sometimes drink coffee."},
		{"another with a plural", "I want another coffees.", "I want another coffee."},
		{"an object that is described", "She did a decision that changed her life.", "She made a decision that changed her life."},
		{"an alternative of a pattern", "The thief robbed him the wallet.", "The thief took the wallet from him."},
		{"what may not stand before a pattern", "The most of my friends live here.", "I made the most of my time."},
		{"a set that may not stand before a pattern", "I saw other film.", "I saw no other film."},
		{"what may not follow a pattern", "She suffers of asthma.", "She suffers, of course."},
		{"any content word in a pattern", "They have a garden very beautiful.", "They have a very beautiful garden."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.False(t, calledRight(tt.wrong), tt.wrong)
			assert.True(t, calledRight(tt.right), tt.right)
		})
	}
}

// calledRight reports whether nothing is named in the sentence.
func calledRight(text string) bool {
	a := Analyze(text)
	return a.Reason == "" && len(a.Patterns) == 0 && len(a.Notes) == 0
}
