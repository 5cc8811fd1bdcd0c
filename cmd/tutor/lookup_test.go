package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLookups(t *testing.T) {
	rows := []struct {
		claim          string
		args           []string
		code           int
		stdout, stderr string
	}{
		{"one form", []string{"conjugate", "goed", "--tense", "past_simple", "--person", "3sg"}, 0, "past_simple  3sg  went  didn't go  did _ go\n", ""},
		{"one form as the tool says it", []string{"conjugate", "go", "--tense=past_simple", "--person=3sg", "--json"}, 0,
			`{"form":"went","known":true,"negative":"didn't go","question":"did _ go","variants":[]}` + "\n", ""},
		{"the three forms", []string{"irregular", "goed"}, 0, "go  went  gone  irregular\n", ""},
		{"all that is right", []string{"irregular", "be"}, 0, "be  was/were  been  irregular\n", ""},
		{"the dialect comes first", []string{"irregular", "learn", "--dialect", "gb"}, 0, "learn  learnt/learned  learnt/learned  irregular\n", ""},
		{"a verb that is not known", []string{"irregular", "blorp"}, 0, "blorp  blorped  blorped  regular\n", "\"blorp\" is not in the tables; these are regular forms.\n"},
		{"forms that are both right", []string{"conjugate", "learn", "--tense", "past_simple", "--person", "1sg"}, 0, "past_simple  1sg  learned or learnt  didn't learn  did _ learn\n", ""},
		{"a subject and a verb that fit", []string{"agree", "the items", "are"}, 0, "right  (items is 3pl)\n", ""},
		{"a subject and a verb that do not", []string{"agree", "the list of items", "are"}, 0, "wrong, is  (list is 3sg)\n", ""},
		{"the Spanish of a form", []string{"es", "go", "--tense", "past_simple", "--person", "3sg"}, 0, "past_simple  3sg  fue  ir\n", ""},
		{"that of Spain", []string{"es", "go", "--tense=past_simple", "--person=2pl", "--spanish=es"}, 0, "past_simple  2pl  fuisteis  ir\n", ""},
		{"Spanish that is not known is said once", []string{"es", "blorp", "--tense", "past_simple"}, 0, "", "the Spanish of \"blorp\" is not in the tables.\n"},
		{"a Spanish verb has its English", []string{"es", "comer"}, 0, "", "\"comer\" is Spanish: in English eat. Try:  tutor es eat\n"},
		{"all of them, without what they are for", []string{"es", "conocer"}, 0, "", "\"conocer\" is Spanish: in English know, meet. Try:  tutor es know\n"},
		{"what to know of it", []string{"es", "have", "--tense", "past_simple", "--person", "1sg"}, 0, "past_simple  1sg  tuve  tener\n", "tener to own; haber only helps other verbs: he comido\n"},
		{"the same in Spanish", []string{"es", "had", "--tense", "past_simple", "--person", "1sg", "--explain", "es"}, 0, "past_simple  1sg  tuve  tener\n", "tener: poseer; haber solo ayuda a otros verbos: he comido\n"},
		{"a word that is no verb", []string{"irregular", "the"}, 2, "", "*"},
		{"too few words", []string{"agree", "he"}, 2, "", "tutor: that is not how to ask. For example:  tutor agree \"the list of items\" are\n"},
		{"a tense that is none", []string{"conjugate", "go", "--tense", "past"}, 2, "",
			"tutor: --tense is \"past\": want present_simple, past_simple, future_simple, present_perfect, present_continuous, past_continuous, past_perfect or conditional\n"},
		{"a tense that is not judged", []string{"conjugate", "go", "--tense=past_perfect", "--person=3sg"}, 0, "past_perfect  3sg  had gone  hadn't gone  had _ gone\n", ""},
		{"Spanish of a tense that is not judged", []string{"es", "go", "--tense", "past_perfect"}, 2, "", "*"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			code, stdout, stderr := newStage(t).exec(row.args...)
			assert.Equal(t, row.code, code)
			assert.Equal(t, row.stdout, stdout)
			if row.stderr != "*" {
				assert.Equal(t, row.stderr, stderr)
			}
		})
	}
	t.Run("a whole table has a line for each tense and person", func(t *testing.T) {
		_, stdout, _ := newStage(t).exec("conjugate", "go")
		assert.Equal(t, 48, strings.Count(stdout, "\n"))
	})
	t.Run("tools names the four", func(t *testing.T) {
		_, stdout, _ := newStage(t).exec("tools")
		for _, name := range []string{"conjugate: ", "lookup_irregular_verb: ", "check_subject_verb_agreement: ", "lookup_spanish: "} {
			assert.Contains(t, stdout, name)
		}
		assert.Contains(t, stdout, `"additionalProperties":false`)
	})
	for _, command := range []string{"conjugate", "irregular", "agree", "es", "tools"} {
		t.Run("help of "+command, func(t *testing.T) {
			code, stdout, _ := newStage(t).exec(command, "-h")
			assert.Zero(t, code)
			assert.True(t, strings.HasPrefix(stdout, "tutor "+command))
			assert.NotContains(t, stdout, "%!")
			for line := range strings.Lines(stdout) {
				assert.LessOrEqual(t, len(line), 81, "%s", line)
			}
		})
	}
}
