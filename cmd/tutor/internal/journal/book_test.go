package journal

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var monday = time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

func TestLastWrong(t *testing.T) {
	b := newBook()
	form := Entry{At: monday, Source: Written, Verb: "go", Tense: "past_simple", Person: "3sg"}
	last := func() bool { return b.LastWrong("go", "past_simple", "3sg") }
	assert.False(t, last(), "nothing is known")
	b.Add(form)
	assert.True(t, last())
	other := form
	other.Person, other.Right = "1sg", true
	b.Add(other)
	assert.True(t, last(), "another person is another form")
	form.Right = true
	b.Add(form)
	assert.False(t, last())
}

func TestLastText(t *testing.T) {
	b := newBook()
	last := func(rule, verb string) string {
		wrong, right, ok := b.LastText(rule, verb)
		assert.Equal(t, ok, wrong != "" && right != "")
		return wrong
	}
	assert.Empty(t, last("A", ""))
	b.Add(
		Entry{At: monday, Source: Written, Rule: "A", Verb: "go", Sentence: "He goed.", Corrected: "He went."},
		Entry{At: monday, Source: Written, Rule: "A", Verb: "eat", Sentence: "He eated.", Corrected: "He ate."},
		Entry{At: monday, Source: Written, Rule: "A", Verb: "go"},
		Entry{At: monday, Source: Written, Rule: "B", Verb: "go", Right: true, Sentence: "He went.", Corrected: "He went."},
	)
	assert.Equal(t, "He eated.", last("A", ""))
	assert.Equal(t, "He goed.", last("A", "go"))
	assert.Empty(t, last("B", ""), "what was right is nothing to mend")
}

func TestCardsComeBackLater(t *testing.T) {
	b := newBook()
	due := func(now time.Time) []string {
		keys := []string{}
		for _, c := range b.Due(now, 10) {
			keys = append(keys, c.Key)
		}
		return keys
	}
	rate := func(key string, known bool, now time.Time) time.Time {
		next, ok := b.Rate(key, known, now)
		require.True(t, ok)
		return next
	}
	b.Missed("rule:a", "A", monday)
	b.Missed("verb:go", "B", monday.Add(time.Hour))
	assert.Equal(t, []string{"rule:a"}, due(monday))
	assert.Equal(t, []string{"rule:a", "verb:go"}, due(monday.Add(day)))

	now, last := monday, time.Duration(0)
	for range 4 {
		next := rate("rule:a", true, now)
		assert.Greater(t, next.Sub(now), last, "who knows it is asked at growing distances")
		now, last = next, next.Sub(now)
	}
	assert.Greater(t, last, 30*day)
	next := rate("rule:a", false, now)
	assert.Less(t, next.Sub(now), last, "who does not, sooner")
	assert.GreaterOrEqual(t, next.Sub(now), day, "but not on the same day")

	t.Run("a mistake brings a learned card back", func(t *testing.T) {
		learned := rate("rule:a", true, next)
		b.Missed("rule:a", "A", next.Add(time.Hour))
		for _, c := range b.Cards() {
			if c.Key == "rule:a" {
				assert.True(t, c.Due.Before(learned))
				assert.Positive(t, c.Lapses)
			}
		}
	})
	t.Run("a card that waits does not wait longer for it", func(t *testing.T) {
		b.Missed("verb:go", "B", monday.Add(9*day))
		assert.Contains(t, due(monday.Add(2*time.Hour)), "verb:go")
	})
	_, ok := b.Rate("none", true, monday)
	assert.False(t, ok)
	assert.Len(t, b.Due(monday.Add(1000*day), 1), 1)
}

func TestImport(t *testing.T) {
	first := Entry{At: monday, Source: Written, Rule: "A", Verb: "go"}
	later := Entry{At: monday.Add(day), Source: Written, Verb: "go", Right: true}
	b := newBook()
	b.Add(later)
	b.Missed("a", "A", monday)
	learned, ok := b.Rate("a", true, monday)
	require.True(t, ok)
	export := []Entry{first, first, later} // two equal errors in one sentence are two
	cards := []Card{{Key: "a", Rule: "A", Due: monday}, {Key: "b", Rule: "B", Due: monday.Add(day), Reviews: 3}}

	n, err := b.Import(export, cards)
	require.NoError(t, err)
	assert.Equal(t, 2, n)
	assert.Equal(t, export, b.Entries(), "in the order of their times")
	assert.Equal(t, []Card{{Key: "b", Rule: "B", Due: monday.Add(day)}, {Key: "a", Rule: "A", Due: learned, Reviews: 1}}, b.Cards(), "a card that is known keeps its distances")
	n, err = b.Import(export, cards)
	require.NoError(t, err)
	assert.Zero(t, n, "again, it adds nothing")

	for claim, bad := range map[string]struct {
		entries []Entry
		cards   []Card
		want    string
	}{
		"an entry of no source":   {entries: []Entry{first, {At: monday, Source: "heard"}}, want: `entry 2: the source is "heard": want "written" or "reviewed"`},
		"an entry without a time": {entries: []Entry{{Source: Written}}, want: "entry 1: an entry without a time"},
		"a card without a key":    {entries: []Entry{first}, cards: []Card{{Due: monday}}, want: "card 1: it has no key or no time"},
	} {
		t.Run(claim, func(t *testing.T) {
			b := newBook()
			_, err := b.Import(bad.entries, bad.cards)
			assert.EqualError(t, err, bad.want)
			assert.Empty(t, b.Entries(), "nothing was taken")
		})
	}
}
