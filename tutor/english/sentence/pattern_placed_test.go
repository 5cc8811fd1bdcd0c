package sentence

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPatternsOfPlacesAndTags(t *testing.T) {
	for _, row := range []struct {
		pattern      Pattern
		seen, unseen string
	}{
		{LostPassive, `Breakfast includes in the price of the room.
			The hotel locates in the center of the town.
			The museum locates next to the station.
			The film bases on a true story.
			The letter wrote in French.`,
			`The book includes in its last chapter a map.
			Firms locate in big cities.
			The price includes breakfast in the room.
			The bank wrote in March.`},
		{OddTag, `They won't be late, do they?
			She can swim well, does she?
			She swims well, can't she?
			He can't come, will he?`,
			`They won't be late, will they?
			You can help me, won't you?
			I can't drive, do you?
			He may come, won't he?`},
		{StateGoesOn, `That song is sounding like an old one.
			The jacket is feeling like silk.`,
			`I am feeling like a new person today.
			The job is feeling like a burden.`},
		{WordAstray, `It's very nice walk on the beach in the evening.
			It is not good work ten hours without a break.`,
			`It's a very nice walk on the beach.
			It was hard work ten years ago.
			It is important work for the whole team.`},
		{BareForGerund, `I am interested in travel with your group.
			She is interested in study in Canada.`,
			`They are interested in work with animals.
			We are tired of work for the day.
			She is interested in help with her homework.`},
		{QuestionOrder, `How much did cost the repair of the roof?
			Do you have finish the second season?`,
			`How much did the repair of the roof cost?
			Did you have cook the whole day?`},
	} {
		for text := range strings.Lines(row.seen) {
			a := Analyze(strings.TrimSpace(text))
			assert.Contains(t, a.Patterns, row.pattern, a.Text)
		}
		for text := range strings.Lines(row.unseen) {
			a := Analyze(strings.TrimSpace(text))
			assert.NotContains(t, a.Patterns, row.pattern, a.Text)
		}
	}
}
