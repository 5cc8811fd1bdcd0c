package spanish_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tutor/english/spanish"
	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

func TestLookup(t *testing.T) {
	tests := []struct {
		why, english string
		tense        verb.Tense
		person       verb.Person
		want         string // JSON without the note
		noted        bool
	}{
		{"the design's example", "go", verb.PastSimple, verb.ThirdSingular, `{"form":"fue","infinitive":"ir"`, false},
		{"a verb that is not ours", "blick", verb.PastSimple, verb.ThirdSingular, `{"form":null,"infinitive":null`, false},
		{"a tense that is not ours", "go", "past_perfect", verb.ThirdSingular, `{"form":null,"infinitive":null`, false},
		{"a dictionary would say echarse", "eat", verb.PresentPerfect, verb.FirstPlural, `{"form":"hemos comido","infinitive":"comer"`, true},
		{"a dictionary would say habitar", "live", verb.PresentSimple, verb.FirstSingular, `{"form":"vivo","infinitive":"vivir"`, false},
		{"backwards", "like", verb.PresentSimple, verb.FirstSingular, `{"form":"me gusta","infinitive":"gustar"`, true},
		{"backwards and negative", "dislike", verb.PresentSimple, verb.ThirdPlural, `{"form":"no les gusta","infinitive":"no gustar"`, true},
		{"a verb of several words", "realize", verb.PastSimple, verb.FirstSingular, `{"form":"me di cuenta","infinitive":"darse cuenta"`, true},
		{"a negative verb", "disagree", verb.PresentSimple, verb.FirstSingular,
			`{"form":"no estoy de acuerdo","infinitive":"no estar de acuerdo"`, false},
		{"capitals", "Watch", verb.PresentSimple, verb.ThirdSingular, `{"form":"mira","infinitive":"mirar"`, true},
		{"a particle", "get up", verb.PresentSimple, verb.FirstSingular, `{"form":"me levanto","infinitive":"levantarse"`, false},
	}
	for _, test := range tests {
		got := spanish.Lookup(test.english, test.tense, test.person, spanish.LatinAmerica)
		text, err := json.Marshal(got)
		require.NoError(t, err)
		assert.Truef(t, strings.HasPrefix(string(text), test.want), "%s: %s", test.why, text)
		assert.Equal(t, test.noted, got.Note != nil, test.why)
	}
}

// Every line of the table can be conjugated, its flags are known, and its note is short and says
// nothing twice.
func TestGlossTable(t *testing.T) {
	seen := map[string]bool{}
	for _, record := range tables.Read("es_gloss", 5) {
		english, infinitive, frame, note := record[0], record[1], record[2], record[3]
		assert.False(t, seen[english], "twice: %s", english)
		seen[english] = true
		flags, preposition, _ := strings.Cut(frame, ":")
		assert.Empty(t, strings.Trim(flags, "itpdgnaqhmsCGbw"), english)
		assert.Contains(t, []string{"", "a", "con", "de", "en"}, preposition, english)
		assert.Less(t, len(strings.Fields(note)), 20, english)
		for _, tense := range verb.Tenses {
			for _, person := range verb.Persons {
				found := spanish.Lookup(english, tense, person, spanish.LatinAmerica)
				if assert.NotNil(t, found.Form, english) {
					assert.False(t, slices.Contains(strings.Fields(*found.Form), infinitive), english)
				}
			}
		}
	}
}

func TestGlossIsFalseForOtherWords(t *testing.T) {
	_, ok := spanish.Gloss("school")
	assert.False(t, ok)
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		spanish.Load(spanish.LatinAmerica)
	}
}

// A verb whose forms the endings alone would misspell has a row of its own.
func TestVerbsWhoseSpellingChangesHaveARow(t *testing.T) {
	rows := map[string]bool{}
	for _, record := range tables.Read("es_verbs", 6) {
		rows[record[0]] = true
	}
	for _, record := range tables.Read("es_gloss", 5) {
		first, _, _ := strings.Cut(strings.TrimPrefix(record[1], "no "), " ")
		infinitive := strings.TrimSuffix(first, "se")
		for _, ending := range strings.Fields("car gar guar zar cer cir ger gir guir eer uir") {
			assert.False(t, strings.HasSuffix(infinitive, ending) && !rows[infinitive], "%s has no row in es_verbs.tsv", infinitive)
		}
	}
}
