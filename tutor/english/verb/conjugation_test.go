package verb

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestConjugate(t *testing.T) {
	for _, row := range []struct {
		base string
		t    Tense
		p    Person
		want string // form, negative, question
	}{
		{"go", PresentSimple, FirstSingular, "go, don't go, do _ go"},
		{"go", PresentSimple, ThirdSingular, "goes, doesn't go, does _ go"},
		{"go", PresentSimple, ThirdPlural, "go, don't go, do _ go"},
		{"go", PastSimple, ThirdSingular, "went, didn't go, did _ go"},
		{"go", FutureSimple, FirstPlural, "will go, won't go, will _ go"},
		{"go", PresentPerfect, ThirdSingular, "has gone, hasn't gone, has _ gone"},
		{"go", PresentPerfect, SecondSingular, "have gone, haven't gone, have _ gone"},
		{"go", PresentContinuous, FirstSingular, "am going, am not going, am _ going"},
		{"go", PresentContinuous, ThirdSingular, "is going, isn't going, is _ going"},
		{"go", PresentContinuous, SecondPlural, "are going, aren't going, are _ going"},
		{"be", PresentSimple, FirstSingular, "am, am not, am _"},
		{"be", PresentSimple, SecondSingular, "are, aren't, are _"},
		{"be", PresentSimple, ThirdSingular, "is, isn't, is _"},
		{"be", PastSimple, FirstSingular, "was, wasn't, was _"},
		{"be", PastSimple, ThirdPlural, "were, weren't, were _"},
		{"be", FutureSimple, ThirdSingular, "will be, won't be, will _ be"},
		{"be", PresentPerfect, ThirdSingular, "has been, hasn't been, has _ been"},
		{"be", PresentContinuous, FirstSingular, "am being, am not being, am _ being"},
		{"have", PresentSimple, ThirdSingular, "has, doesn't have, does _ have"},
		{"have", PresentPerfect, FirstSingular, "have had, haven't had, have _ had"},
		{"have", PresentContinuous, ThirdPlural, "are having, aren't having, are _ having"},
		{"do", PresentSimple, ThirdSingular, "does, doesn't do, does _ do"},
		{"do", PastSimple, FirstSingular, "did, didn't do, did _ do"},
		{"go", PastContinuous, ThirdSingular, "was going, wasn't going, was _ going"},
		{"go", PastContinuous, ThirdPlural, "were going, weren't going, were _ going"},
		{"go", PastPerfect, ThirdSingular, "had gone, hadn't gone, had _ gone"},
		{"go", Conditional, ThirdSingular, "would go, wouldn't go, would _ go"},
		{"be", PastPerfect, FirstSingular, "had been, hadn't been, had _ been"},
		{"be", Conditional, FirstSingular, "would be, wouldn't be, would _ be"},
		{"blick", PastSimple, FirstSingular, "blicked, didn't blick, did _ blick"},
	} {
		c := Conjugate(row.base, row.t, row.p, Any)
		assert.Equal(t, row.want, strings.Join([]string{c.Form, c.Negative, c.Question}, ", "),
			"%s, %s, %s", row.base, row.t, row.p)
		assert.Equal(t, row.base != "blick", c.Known, row.base)
		assert.Empty(t, c.Variants, row.base)
	}
}

func TestDialects(t *testing.T) {
	for _, row := range []struct {
		claim, base string
		t           Tense
		d           Dialect
		want        string // form, then variants
	}{
		{"British doubling is a variant", "travel", PastSimple, Any, "traveled travelled"},
		{"American keeps it so", "travel", PastSimple, American, "traveled travelled"},
		{"British proposes it", "travel", PastSimple, British, "travelled traveled"},
		{"-t forms are British", "learn", PastSimple, British, "learnt learned"},
		{"but not the first choice", "learn", PastSimple, Any, "learned learnt"},
		{"an American participle", "get", PresentPerfect, American, "have gotten, have got"},
		{"and its British twin", "get", PresentPerfect, British, "have got, have gotten"},
		{"a mark on a later form only moves its own dialect", "dive", PastSimple, British, "dived dove"},
		{"dove is American", "dive", PastSimple, American, "dove dived"},
		{"no marks, table order", "light", PastSimple, British, "lit lighted"},
		{"British e before -ing", "age", PresentContinuous, British, "are ageing, are aging"},
	} {
		c := Conjugate(row.base, row.t, FirstPlural, row.d)
		glue := " "
		if strings.Contains(c.Form, " ") {
			glue = ", "
		}
		assert.Equal(t, row.want, strings.Join(append([]string{c.Form}, c.Variants...), glue), row.claim)
	}
}

// TestConjugationHolds states what is true of every verb: the parts come from Of, in the group that
// the tense asks for, and a dialect only changes the order.
func TestConjugationHolds(t *testing.T) {
	for base := range lexicon().verbs {
		forms := Of(base)
		for _, tense := range Tenses {
			for _, p := range Persons {
				c := Conjugate(base, tense, p, Any)
				words := strings.Fields(c.Form)
				main := words[len(words)-1]
				switch tense {
				case PresentSimple, PastSimple:
					assert.Equal(t, Finite(base, tense == PastSimple, p), append([]string{c.Form}, c.Variants...), base)
				case FutureSimple:
					assert.Equal(t, base, main)
				case PresentPerfect:
					assert.Equal(t, forms.Participle[0], main)
				case PresentContinuous:
					assert.Equal(t, forms.Gerund[0], main)
				}
				assert.Equal(t, 1, strings.Count(c.Question, "_"), base)
				gb := Conjugate(base, tense, p, British)
				assert.ElementsMatch(t, append(c.Variants, c.Form), append(gb.Variants, gb.Form), base)
			}
		}
	}
}

func TestFinite(t *testing.T) {
	present := map[Person]string{"1sg": "am", "2sg": "are", "3sg": "is", "1pl": "are", "2pl": "are", "3pl": "are"}
	past := map[Person]string{"1sg": "was", "2sg": "were", "3sg": "was", "1pl": "were", "2pl": "were", "3pl": "were"}
	for _, p := range Persons {
		assert.Equal(t, []string{present[p]}, Finite("be", false, p), p)
		assert.Equal(t, []string{past[p]}, Finite("be", true, p), p)
	}
	assert.Equal(t, []string{"dreamed", "dreamt"}, Finite("dream", true, ThirdSingular))
	assert.Panics(t, func() { Conjugate("go", "pluperfect", FirstSingular, Any) })
	assert.Panics(t, func() { Conjugate("go", PastSimple, "4sg", Any) })
}
