package sentence

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPatternsOfLostForms(t *testing.T) {
	for _, row := range []struct {
		pattern      Pattern
		seen, unseen string
	}{
		{QuestionOrder, `Sorry, what means that word?
			What does mean this sentence?
			Excuse me, how much costs a ticket to Leeds?
			Where you went last night, and why you didn't call me?`,
			`What means of transport do you use?
			What means most to me is my family.
			Where did you go last night, and why didn't you call me?`},
		{LostPassive, `We will have the kitchen paint next month.
			The walls need to paint again.`,
			`We have our own wall paint.
			I have my phone repair tomorrow at ten.
			The mechanics need to repair the brakes.
			My shoes need to dry.`},
		{WordAstray, `In my country have many lakes.
			In this street has a good bakery.`,
			`In Japan people have a lot of respect for old people.
			In the evening have some tea.
			In my city there are many beaches.`},
		{NoVerb, `I tired of the traffic in this city.
			I interested in your course.
			My grandfather dead last year and I miss him.`,
			`I tired easily.
			My grandfather, dead for ten years, loved jazz.`},
		{FeltOrCaused, `My son is interesting in dinosaurs.
			I am boring of this game.`,
			`The book is interesting in many ways.
			The trip is exciting for us.`},
		{BareForGerund, `He has difficulty for sleep.
			He wants to stop drink coffee.`,
			`He has difficulty in sleeping.
			They want to stop work at five.`},
		{DeniedTwice, `You can't enter unless you don't have a ticket.
			Unless it doesn't rain, the plants will die.
			Unless you don't hurry, we will miss the ferry.`,
			`You can't come unless you don't smoke.
			Call me unless you don't need it.`},
	} {
		for _, text := range strings.Split(row.seen, "\n") {
			assert.Contains(t, Analyze(strings.TrimSpace(text)).Patterns, row.pattern, text)
		}
		for _, text := range strings.Split(row.unseen, "\n") {
			assert.NotContains(t, Analyze(strings.TrimSpace(text)).Patterns, row.pattern, text)
		}
	}
}
