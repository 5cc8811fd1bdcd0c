package tutor

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/tutor/english/spanish"
	"github.com/shortleash/shortleash/tutor/english/verb"
	"github.com/shortleash/shortleash/tutor/rules"
)

func TestLanguage(t *testing.T) {
	rows := []struct {
		claim, sentence  string
		options          Options
		corrected, gloss string
		lookups          bool // some step looked up Spanish
	}{
		{"the usual Spanish is that of Latin America", "She buyed a car.", Options{}, "She bought a car.", "carro", true},
		{"a dialect proposes its form", "Yesterday he travel to Madrid.", Options{Language: Language{Dialect: verb.British}},
			"Yesterday he travelled to Madrid.", "", true},
		{"and the other one another", "Yesterday he travel to Madrid.", Options{Language: Language{Dialect: verb.American}},
			"Yesterday he traveled to Madrid.", "", true},
		{"both are accepted", "Yesterday he travelled to Madrid.", Options{Language: Language{Dialect: verb.American}}, "", "", true},
		{"the Spanish of Spain", "She buyed a car.", Options{Language: Language{Spanish: spanish.Spain}}, "She bought a car.", "coche", true},
		{"no gloss", "He goed to school.", Options{Gloss: GlossOff}, "He went to school.", "-", false},
		{"always, where it is known", "He goed to school.", Options{Gloss: GlossAlways}, "He went to school.", "Él fue a la escuela.", true},
		{"always does not make up a gloss", "He goed to the quux.", Options{Gloss: GlossAlways}, "He went to the quux.", "-", false},
		{"always asks nothing of what is no sentence", "Hello!", Options{Gloss: GlossAlways}, "", "-", false},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			row.options.Model, row.options.Loop, row.options.Trace = shared(rules.Model{Gloss: true}), loop.Config{}, true
			list, r := events(t, row.options, row.sentence)
			require.Equal(t, loop.Final, r.Outcome, r.Problem)
			if row.corrected == "" {
				assert.Nil(t, r.Corrected)
			} else if assert.NotNil(t, r.Corrected) {
				assert.Equal(t, row.corrected, *r.Corrected)
			}
			switch {
			case row.gloss == "-":
				assert.Nil(t, r.SpanishGloss)
			case row.gloss != "" && assert.NotNil(t, r.SpanishGloss):
				assert.Contains(t, *r.SpanishGloss, row.gloss)
			}
			looked := false
			for _, step := range r.Trace {
				looked = looked || step.Tool == "lookup_spanish"
			}
			if row.gloss != "" {
				assert.Equal(t, row.lookups, looked)
			}
			again, err := ForRun(*list[0].Run, Options{})
			require.NoError(t, err)
			assert.NoError(t, again.Replay(t.Context(), list), "the log says which language it was")
		})
	}
}

// Whatever a model does, it cannot gloss where that is off.
func TestNoModelGlossesWhereItIsOff(t *testing.T) {
	for seed := range int64(20) {
		list, r := events(t, Options{Model: shared(fake.Random(seed)), Loop: loop.Config{}, Gloss: GlossOff}, "He goed to school.")
		assert.Nil(t, r.SpanishGloss)
		for _, e := range list {
			assert.False(t, e.Ask != nil && strings.Contains(strings.Join(e.Ask.Choices, " "), "lookup_spanish"))
		}
	}
}

func TestGlossesOfSeveralSentences(t *testing.T) {
	tutor, err := New(Options{Model: shared(rules.Model{Gloss: true}), Loop: loop.Config{}})
	require.NoError(t, err)
	rows := []struct{ claim, input, want string }{
		{"they are joined", "She has a car. He goed to school.", "Ella tiene un carro. Él fue a la escuela."},
		{"but not where one decides the gender in another", "My sisters sing. They is happy.", ""},
		{"which the first cannot", "They is happy. He sings.", "Ellos están felices. Él canta."},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			r, err := tutor.Correct(t.Context(), row.input, nil, nil)
			require.NoError(t, err)
			if row.want == "" {
				assert.Nil(t, r.SpanishGloss)
			} else if assert.NotNil(t, r.SpanishGloss) {
				assert.Equal(t, row.want, *r.SpanishGloss)
			}
		})
	}
}

// With a gloss always, an answer waits for the Spanish that can be looked up; else it does not.
func TestAlwaysWaitsForTheSpanish(t *testing.T) {
	for gloss, want := range map[Gloss]loop.Outcome{GlossAuto: loop.Final, GlossAlways: loop.ModelFailure} {
		tutor := enforcing(t, lookUpGo, final(`"He went to school."`, "true", looked, "null"))
		waiting, err := New(Options{Model: tutor.options.Model, Loop: loop.Config{}, Gloss: gloss})
		require.NoError(t, err)
		assert.Equal(t, want, correct(t, waiting, "He goed to school.").Outcome, "%s", gloss)
	}
}
