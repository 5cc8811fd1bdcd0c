package verb

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

var kinds = []Form{ThirdPerson, Past, Participle, Gerund}

func (f Forms) list(kind Form) []string {
	return map[Form][]string{ThirdPerson: f.ThirdPerson, Past: f.Past, Participle: f.Participle, Gerund: f.Gerund}[kind]
}

// TestCommonVerbsAreKnown measures the gate: a gap in it silently disables every rule for a verb.
func TestCommonVerbsAreKnown(t *testing.T) {
	verbs := commonVerbs(t)
	var missing []string
	for _, base := range verbs {
		if !IsKnown(base) {
			missing = append(missing, base)
		}
	}
	t.Logf("%d of %d common verbs are known; missing: %s",
		len(verbs)-len(missing), len(verbs), strings.Join(missing, " "))
	assert.LessOrEqual(t, 100*len(missing), len(verbs), "over 1 %% of the common verbs are unknown")
}

// TestFormsAgreeWithWitnesses has two halves. Every form of a verb in our tables is one that a
// witness accepts. And every form that a witness prefers for a common verb
// is one that we accept, or a learner who writes it would be told that it is wrong.
func TestFormsAgreeWithWitnesses(t *testing.T) {
	preferred, _ := agid(t, 1)
	accepted, _ := agid(t, 2)
	second := lemminflect(t)
	except := readExceptions(t, "testdata/exceptions.tsv")
	common := commonVerbs(t)

	var all []string
	for base := range lexicon().verbs {
		all = append(all, base)
	}
	slices.Sort(all)
	checked, unseen := 0, 0
	for _, base := range all {
		if base == "be" {
			continue // both witnesses keep it in a format of its own; TestFinite has all its forms
		}
		if preferred[base] == nil && second[base] == nil {
			unseen++
			continue
		}
		forms := Of(base)
		for _, kind := range kinds {
			for i, form := range forms.list(kind) {
				checked++
				// The form we propose must be preferred somewhere; the others only accepted.
				first := preferred[base][kind]
				if i > 0 {
					first = accepted[base][kind]
				}
				if !slices.Contains(first, form) && !slices.Contains(second[base][kind], form) && !except.allows(base, form) {
					t.Errorf("%s: we have %s (%v), AGID has %v, LemmInflect has %v",
						base, form, kind, accepted[base][kind], second[base][kind])
				}
			}
		}
	}
	for _, base := range common {
		if !IsKnown(base) {
			continue // TestCommonVerbsAreKnown counts these
		}
		forms := Of(base)
		for _, kind := range kinds {
			for _, form := range preferred[base][kind] {
				if !slices.Contains(forms.list(kind), form) && !except.allows(base, form) {
					t.Errorf("%s: AGID prefers %s (%v), we have %v, LemmInflect has %v",
						base, form, kind, forms.list(kind), second[base][kind])
				}
			}
		}
	}
	assert.Empty(t, except.idle(), "exceptions that excuse nothing")
	t.Logf("%d forms compared, %d verbs that neither witness knows", checked, unseen)
}

// TestSlipsAreNotWords looks for ordinary words among the wrong forms we claim to recognize: taking
// a noun for a learner's slip is the false alarm that the known-verb gate is there to prevent.
func TestSlipsAreNotWords(t *testing.T) {
	verbs, others := agid(t, 1)
	trueForms := map[string][]string{}
	for base, forms := range verbs {
		for _, kind := range kinds {
			for _, form := range forms[kind] {
				trueForms[form] = append(trueForms[form], base)
			}
		}
	}
	except := readExceptions(t, "testdata/slips.tsv")
	b := lexicon()
	for base := range b.verbs {
		for _, s := range slips(base, b.parts(base), b.habits[base]) {
			best, _ := Lemma(s.Text)
			if !best.Misspelled && !best.Overregular {
				continue // the true reading comes first
			}
			if (others[s.Text] || len(trueForms[s.Text]) > 0) && !except.allows(base, s.Text) {
				t.Errorf("%s: slip %q is a word (another part of speech: %v; form of %v)",
					base, s.Text, others[s.Text], trueForms[s.Text])
			}
		}
	}
	assert.Empty(t, except.idle(), "slips.tsv excuses nothing with these")
}
