package sentence

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

func TestVerbsInNoFrameOfTheirs(t *testing.T) {
	for _, row := range []struct{ name, broken, right string }{
		{"lacks an object", `He brought yesterday.
			We spent in clothes.
			They use every day.
			I don't like because it is too loud.
			I want to buy but I have no money; I need.
			My aunt mentioned in the meeting.
			He put on the table and went out.
			I put in my bag this morning.
			Do you like?
			In my town we need.
			I have to use tomorrow.
			The box contains of old letters.
			He loves a lot to his dog.`,
			`The things I need are here.
			The boy lost the wooden train his father made.
			You can come if you want.
			What do you like?
			He enjoyed every minute and she spent last summer there.
			She is very annoying.
			The coat wears thin.
			Milk keeps for a week in the fridge.
			I dream of peace and love.
			She put on her coat and left.
			The plane took off at noon.
			We sent for the doctor.
			Milk is used every day.
			Lost child found near river.
			The boy told to wait outside started crying because he missed his mother.
			This is the house we are going to build next year.
			The roof needs repairing before winter.
			She read the letter, and liked it.
			What my aunt likes is here, and the best she brought yesterday is gone.`},
		{"bears no object", `He disappeared my keys again.
			She smiled me from the window.
			They live a small village near the coast.
			They died the dog last week.`,
			`We arrived the next morning.
			She lived a long and happy life.
			He came home a hero.
			We agreed a price.
			After the storm came a long silence.
			While they waited my sister cooked dinner.
			The moon rose, and with it rose the tide.
			Next came the clowns.
			The hens lay two eggs a day.
			When we arrived the film had already started.`},
		{"bears no second object", `She introduced me her parents.
			I will describe you my new flat.
			She described me why it failed.
			The guide recommended us that we should leave early.
			I introduced him it yesterday.`,
			`She bought me an ice cream.
			I met him the other day.
			It annoys me that he came.
			He told us how it works.
			I hope you the sister of Ana are well.
			He promised her that he would call.`},
		{"bears no form", `She told to go home.
			He mentioned to see her at the party.
			This song makes happy.
			The police ordered them stop.
			She suggested that to go by train.
			He promised that to call me.
			He finished that she cooked.`,
			`He helped paint the kitchen.
			She helped to paint it.
			They make do with little.
			We made sure.
			I used to live near the sea.
			We let them stop.
			He knows to call me if there is a problem.
			She agreed that it was late.
			He kept warm.`},
	} {
		seen := func(text string) bool {
			for _, p := range Analyze(text).Patterns {
				if p == WordAstray {
					return true
				}
			}
			return false
		}
		for text := range strings.Lines(row.broken) {
			assert.True(t, seen(strings.TrimSpace(text)), "%s: %s", row.name, text)
		}
		for text := range strings.Lines(row.right) {
			assert.False(t, seen(strings.TrimSpace(text)), "%s: %s", row.name, text)
		}
	}
}

func TestValencyNamesKnownVerbsAndFrames(t *testing.T) {
	seen := map[string]bool{}
	for _, record := range tables.Read("valency", 3) {
		assert.False(t, seen[record[0]], "%s stands twice", record[0])
		seen[record[0]] = true
		for spelling := range strings.SplitSeq(record[0], "/") {
			assert.Contains(t, basesOf(spelling), spelling, "no verb")
		}
		for name := range strings.FieldsSeq(record[1]) {
			after, isPreposition := strings.CutPrefix(name, "+")
			assert.True(t, isPreposition && after != "" || !isPreposition && strings.Contains(" "+strings.Join(frameNames, " ")+" ", " "+name+" "), "%s: no frame %s", record[0], name)
		}
		assert.NotEmpty(t, record[1], record[0])
	}
	assert.Greater(t, len(seen), 1200)
}

// basesOf returns the verbs of which the word can be a form.
func basesOf(word string) []string {
	var list []string
	for _, r := range verb.Readings(word) {
		list = append(list, r.Base)
	}
	return list
}
