package corpus

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// many are 20,000 examples, made once.
var many = sync.OnceValue(func() []Example {
	g := New(Options{Seed: 1})
	list := make([]Example, 20000)
	for i := range list {
		list[i] = g.Next()
	}
	return list
})

func TestTheSameSeedMakesTheSameExamples(t *testing.T) {
	a, b := New(Options{Seed: 5}), New(Options{Seed: 5})
	shuffled := map[uint64]Example{}
	for i := range uint64(300) {
		at := i * 7 % 300
		shuffled[at] = b.At(at)
	}
	for i := range uint64(300) {
		require.Equal(t, shuffled[i], a.Next(), "example %d", i)
	}
	assert.NotEqual(t, New(Options{Seed: 5}).Next(), New(Options{Seed: 6}).Next())
}

func TestShares(t *testing.T) {
	counts := map[string]float64{}
	for _, e := range many() {
		counts["one"] += one(e.Corrected != "" && wrongs(e) == 1)
		counts["several"] += one(wrongs(e) > 1)
		counts["clean"] += one(e.InScope && e.Corrected == "")
		counts["outside"] += one(!e.InScope)
		for _, f := range e.Groups {
			counts[string(f.Code)]++
		}
	}
	for name, want := range map[string][2]float64{
		"one": {.50, .54}, "several": {.07, .09}, "clean": {.18, .22}, "outside": {.18, .22},
	} {
		share := counts[name] / float64(len(many()))
		assert.True(t, want[0] <= share && share <= want[1], "%s: %.3f", name, share)
	}
	for _, c := range sentence.Codes {
		assert.Greater(t, counts[string(c)]/float64(len(many())), 0.03, "%s", c)
	}
}

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func wrongs(e Example) int {
	n := 0
	for _, f := range e.Groups {
		if f.Code != "" {
			n++
		}
	}
	return n
}

func TestEveryCellIsThere(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range many() {
		seen[string(e.Reason)] = true
		parts := strings.Split(e.Cell, "/")
		if len(parts) == 5 {
			seen[strings.Join(parts[1:4], "/")] = true
			seen[parts[2]+"/"+parts[4]] = true
		}
	}
	for _, r := range answer.Reasons {
		if r != sentence.Undecided { // what a run says that was cut short
			assert.True(t, seen[string(r)], "%s", r)
		}
	}
	for _, p := range verb.Persons {
		for _, tense := range verb.Tenses {
			for _, shape := range []string{"affirmative", "negative", "question"} {
				cell := strings.Join([]string{string(tense), string(p), shape}, "/")
				assert.True(t, seen[cell], "%s", cell)
			}
		}
		for _, kind := range trainWords().kinds[p] {
			assert.True(t, seen[string(p)+"/"+kind], "%s %s", p, kind)
		}
	}
}

// Constructions that a learner of the language meets and a generator easily forgets.
func TestConstructionsAreThere(t *testing.T) {
	for name, here := range map[string]func(Example) bool{
		"a modal with 've": func(e Example) bool {
			return regexp.MustCompile(`\b(should|could|would|might|must)'ve `).MatchString(e.Text)
		},
		"two verbs of one subject": func(e Example) bool {
			return len(e.Groups) == 2 && e.Groups[1].Code == sentence.SubjectNoun && strings.Contains(e.Text, " and then ")
		},
		"an object's own clause": func(e Example) bool {
			return len(e.Groups) == 2 && strings.Contains(e.Text, " who ") && e.Groups[1].Code == sentence.SubjectDistant
		},
		"two words": func(e Example) bool {
			return len(strings.Fields(e.Text)) == 2 && e.Corrected != "" && e.Groups[0].Code == sentence.PastParticiple
		},
		"a base form after have": func(e Example) bool {
			return e.Corrected != "" && e.Groups[0].Code == sentence.PastParticiple &&
				regexp.MustCompile(`(?i)\b(have|has) `+e.Groups[0].Verb+`\b`).MatchString(e.Text)
		},
		"there with a bare plural": func(e Example) bool {
			return regexp.MustCompile(`^There are \w+s (in|near|here|on) `).MatchString(e.Text)
		},
		"there with what is no unit": func(e Example) bool {
			return strings.HasPrefix(e.Text, "There is some ") && e.InScope && e.Corrected == ""
		},
	} {
		assert.True(t, slices.ContainsFunc(many(), here), "%s", name)
	}
}

func TestExamplesAreConsistent(t *testing.T) {
	for _, e := range many() {
		assert.Equal(t, e.InScope, e.Reason == "", "%q", e.Text)
		assert.Equal(t, wrongs(e) > 0, e.Corrected != "", "%q", e.Text)
		assert.NotEqual(t, e.Text, e.Corrected)
		assert.Equal(t, strings.TrimSpace(e.Text), e.Text)
		code := e.Reason == sentence.OtherStructure
		assert.False(t, !code && strings.ContainsAny(e.Text, "{}[]") || strings.Contains(e.Text, " _") ||
			strings.Contains(e.Text, "  "), "%q", e.Text)
	}
}

// Whatever stands between verb groups stays: the words of text and correction differ only in
// forms of the verbs that the facts call wrong, auxiliaries, no, not, to and of.
func TestCorrectionsChangeVerbsOnly(t *testing.T) {
	small := wordSet(`am is are was were do does did don doesn didn have has had will won can could should would must may might not no n't to
		of dont doesnt dosent dosn't dint didnt isnt arent wasnt werent hasnt havent couldnt wouldnt shouldnt cant wont ` +
		`mustnt 's 're 've 'm 'll be been ca wo ve
		can't cannot cans musts shoulds that for you we they youve weve theyve youre theyre`)
	for _, e := range many() {
		if e.Corrected == "" {
			continue
		}
		verbs := map[string]bool{}
		for _, f := range e.Groups {
			if f.Code != "" {
				verbs[f.Verb] = true
			}
		}
		for _, w := range difference(e.Text, e.Corrected) {
			ok := small[w] || verbs[w]
			readings := append(verb.Readings(w), verb.ReadingsUnknown(w)...)
			for _, r := range readings {
				ok = ok || verbs[r.Base]
			}
			assert.True(t, ok, "%q in %q, %q", w, e.Text, e.Corrected)
		}
	}
}

// difference returns the words that one text has more often than the other, in lower case.
func difference(a, b string) []string {
	count := map[string]int{}
	for k, text := range []string{a, b} {
		for _, token := range sentence.Tokens(text) {
			if token.Kind == sentence.Word {
				count[token.Lower] += 1 - 2*k
			}
		}
	}
	maps.DeleteFunc(count, func(_ string, n int) bool { return n == 0 })
	return slices.Sorted(maps.Keys(count))
}

func TestForbiddenIsNeverEmitted(t *testing.T) {
	free := New(Options{Seed: 2})
	banned := map[string]bool{}
	for range 500 {
		e := free.Next()
		banned[e.Text] = true
		banned[e.Corrected] = true
	}
	g := New(Options{Seed: 2, Forbidden: func(text string) bool { return banned[text] }})
	for range 500 {
		e := g.Next()
		assert.False(t, banned[e.Text], "%q", e.Text)
		assert.False(t, e.Corrected != "" && banned[e.Corrected], "%q", e.Corrected)
	}
}

// TestAVerbWhoseFormHasNoSlipIsLeft draws an example whose sentence wants a slip in a form that has none.
func TestAVerbWhoseFormHasNoSlipIsLeft(t *testing.T) {
	e := New(Options{Seed: 99, Split: Dev}).At(0x77b)
	assert.NotEmpty(t, e.Text)
}

// Verbs that are wrong in the development split are in no example of the training split, but for those that
// frames name.
func TestSplitsShareNoLemma(t *testing.T) {
	g, others := New(Options{Seed: 1, Split: Dev}), 0
	for range 3000 {
		for _, f := range g.Next().Groups {
			if f.Code == "" || f.Code == sentence.ParticipleBefore || framed()[f.Verb] {
				continue
			}
			others++
			assert.Equal(t, Dev, SplitOf(f.Verb), f.Verb)
		}
	}
	assert.Greater(t, others, 1000)
}

// framed are the verbs that frames name, in every split.
var framed = sync.OnceValue(func() map[string]bool {
	set := wordSet("be have do")
	l := lexiconOf(Train)
	for _, kind := range []string{"to governor", "bare governor", "shown governor"} {
		for _, v := range l.lists[kind] {
			set[v] = true
		}
	}
	for _, text := range l.plain[rightPlans] {
		for _, group := range regexp.MustCompile(`\[[^;\]]*;([a-z]+);`).FindAllStringSubmatch(text, -1) {
			set[group[1]] = true
		}
	}
	return set
})

// Every text of the tables can be written, whatever its slots draw.
func TestEveryFrameCanBeWritten(t *testing.T) {
	for _, split := range []Split{Train, Dev} {
		g := New(Options{Split: split})
		write := func(text string) {
			d := &draft{random: g.random, words: g.words}
			d.plans = []plan{d.planFor(rightPlans), d.planFor(rightPlans), d.planFor(rightPlans)}
			d.plan, d.verb = d.planFor(string(sentence.ThereBe)), d.words.uses[0]
			if !strings.Contains(text, "{there.@}") {
				d.plan = d.plans[0]
			}
			require.NotPanics(t, func() { d.expand(text) }, "%s", text)
			d.flush()
			if !strings.Contains(text, "{lb}") {
				assert.NotContains(t, render(d.pieces, true), "{", "%s", text)
			}
		}
		for _, texts := range []map[string][]string{g.words.lists, g.words.shells, g.words.plain} {
			for _, list := range texts {
				for _, text := range list {
					write(text)
				}
			}
		}
	}
}

func BenchmarkNext(b *testing.B) {
	g := New(Options{})
	b.ReportAllocs()
	for b.Loop() {
		g.Next()
	}
}

// The sentences of the contract are the examination: none of them may be met in training.
func TestTheContractCanBeForbidden(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/contract.jsonl")
	require.NoError(t, err)
	exam := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		var item struct{ Input, Corrected string }
		require.NoError(t, json.Unmarshal([]byte(line), &item))
		exam[item.Input], exam[item.Corrected] = true, true
	}
	delete(exam, "")
	g := New(Options{Seed: 8, Forbidden: func(text string) bool { return exam[text] }})
	for range 5000 {
		e := g.Next()
		assert.False(t, exam[e.Text] || exam[e.Corrected], "%q", e.Text)
	}
}
