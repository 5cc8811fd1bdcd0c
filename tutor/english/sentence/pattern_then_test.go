package sentence

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPatternsOfTensesBesideAnotherClause(t *testing.T) {
	for _, row := range []struct {
		pattern      Pattern
		seen, unseen string
	}{
		{ClauseOfTime, `He has lived in Ireland for two years before he moved to Wales.
			They have been married for ten years before they divorced.
			My uncle has driven a taxi for years before he became a teacher.
			The guests ate everything by the time I got to the party.
			By the time we reached the station, the train leave.
			She discovered that her son already broke the new toy.
			They walked home when suddenly it started to rain.
			When you called last night I had a shower, so I didn't hear the phone.
			When you rang last night I watched a film, so I couldn't hear the phone.`,
			`I have never seen this before you showed it to me.
			He has been ill for a week, and before he fell ill he was very fit.
			He has eaten for two before we came.
			She was asleep by the time I got home.
			By the time we reached the station, the train was late.
			I saw that he already knew the answer.
			She jumped when suddenly the lights went out.
			When you called last night I had a headache, so I didn't hear the phone.
			When the guests left, I had a shower and went to bed.
			When I was ill, I had a bath, so I didn't hear the phone.`},
		{TimeAhead, `Look at those black clouds, it will rain!
			Watch out, the ladder will fall!
			Look out, that shelf will come down!`,
			`Look at the forecast: it will rain tomorrow.
			Watch out, you will fall!
			Look at the instructions, they will help you.
			Listen, the price will fall.
			The clouds are black, it will rain.`},
		{LastingTime, `I can drive since 2015.
			He can play the piano since he was six years old.
			My grandma can't walk since her accident.`,
			`You can stay here, since you are family.
			I can't help you since I broke my arm.
			You can ask my sister since her friend was there.
			He could drive since 2015.`},
		{Offer, `Don't worry, I pay for the coffees this time.
			Okay, I call you back in five minutes.
			It's cold in here, I close the window.
			The phone is ringing! I answer it.`,
			`Don't worry, I pay for the coffees every Friday.
			It's cold in here, I need a blanket.
			Okay, I pay him when he comes.
			He is tired, I make the coffee.`},
	} {
		for text := range strings.Lines(row.seen) {
			a := Analyze(strings.TrimSpace(text))
			assert.True(t, slices.Contains(a.Patterns, row.pattern), a.Text)
		}
		for text := range strings.Lines(row.unseen) {
			a := Analyze(strings.TrimSpace(text))
			assert.False(t, slices.Contains(a.Patterns, row.pattern), a.Text)
		}
	}
}
