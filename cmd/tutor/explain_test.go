package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/tutor/english/card"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

func TestExplain(t *testing.T) {
	rows := []struct {
		claim string
		args  []string
		want  string // golden file
	}{
		{"a rule with several cases", []string{"explain", "past-ptcp"}, "explain"},
		{"in both languages, and a case by its name", []string{"explain", "SVA-PRON", "to-base-form", "--explain", "both"}, "explain_both"},
		{"what is judged and what is not", []string{"rules"}, "rules"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			code, stdout, stderr := newStage(t).exec(row.args...)
			assert.Zero(t, code)
			assert.Empty(t, stderr)
			golden(t, row.want+".golden", stdout)
			for line := range strings.Lines(stdout) {
				assert.LessOrEqual(t, len([]rune(line)), 81, "%s", line)
			}
		})
	}
	t.Run("every rule can be explained, in every language", func(t *testing.T) {
		for _, code := range sentence.Codes {
			for language, want := range map[string]string{"en": card.Of(code)[0].English, "es": card.Of(code)[0].Spanish} {
				exit, stdout, _ := newStage(t).exec("explain", string(code), "--explain", language)
				assert.Zero(t, exit)
				assert.Contains(t, strings.Join(strings.Fields(stdout), " "), card.Quoted(want))
			}
		}
	})
	t.Run("as JSON, one object for each case", func(t *testing.T) {
		_, stdout, _ := newStage(t).exec("explain", "--json", "TENSE-ADV")
		assert.Len(t, card.Of(sentence.TenseAdverb), strings.Count(stdout, "\n"))
		assert.Equal(t, "TENSE-ADV", gjson.Get(stdout, "code").Str)
		_, stdout, _ = newStage(t).exec("rules", "--json")
		assert.Equal(t, len(sentence.Codes), strings.Count(stdout, "\n"))
		assert.Equal(t, "SVA-PRON", gjson.Get(stdout, "code").Str)
	})
	for args, want := range map[string]string{
		"explain":          "which rule? Try:  tutor explain SVA-PRON\nThe others:  tutor rules",
		"rules are rules":  "rules takes no words. One rule:  tutor explain CODE\nA sentence that begins so:  tutor -- rules are rules",
		"explain sva-prom": "there is no rule sva-prom; did you mean SVA-PRON?",
		"explain grammar":  "there is no rule grammar; tutor rules lists them",
	} {
		t.Run(args, func(t *testing.T) {
			code, stdout, stderr := newStage(t).exec(strings.Fields(args)...)
			assert.Equal(t, 2, code)
			assert.Empty(t, stdout)
			assert.Equal(t, "tutor: "+want+"\n", stderr)
		})
	}
}

func TestASentenceMayBeginLikeACommand(t *testing.T) {
	for _, args := range [][]string{{"--", "rules", "is", "good."}, {"rules is good."}} {
		code, stdout, _ := newStage(t).exec(append([]string{"--model", "rules", "--quiet"}, args...)...)
		assert.Zero(t, code)
		assert.Contains(t, stdout, "[-is-]{+are+} good.")
	}
}

func TestWhatIsExplainedBelowACorrection(t *testing.T) {
	const four = "He goed to school and she has ate a cake, the list of items are long and I no understand."
	rows := []struct {
		claim     string
		args      []string
		input     string
		has, lack []string
	}{
		{"the rule of each kind of edit once", nil, "He goed and she writed.",
			[]string{"“Go, went, gone”", "The three forms: go, went, gone."}, []string{"de la tabla"}},
		{"three rules at most", nil, four, []string{"“The list of items", "1 more rule; tutor explain CODE shows them."},
			[]string{"“I don't understand”"}},
		{"in Spanish, with the contrast", []string{"--explain", "es"}, "He work here.",
			[]string{"después de", "En español la persona"}, []string{"after “he”"}},
		{"in both", []string{"--explain", "both"}, "He work here.", []string{"after “he”", "después de", "En español la persona"}, nil},
		{"not at all: the correction is left", []string{"--explain", "off"}, "He work here.",
			[]string{"work → works", "Él trabaja aquí."}, []string{"“", "[conjugate]"}},
		{"no rule is explained where nothing is wrong", nil, "She is happy.", []string{"No verb error found."}, []string{"“"}},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			code, stdout, _ := newStage(t).exec(append([]string{"--model", "rules", row.input}, row.args...)...)
			assert.Zero(t, code)
			for _, text := range row.has {
				assert.Contains(t, stdout, text)
			}
			for _, text := range row.lack {
				assert.NotContains(t, stdout, text)
			}
			for line := range strings.Lines(stdout) {
				if strings.HasPrefix(line, "    ") {
					assert.LessOrEqual(t, len([]rune(line)), 81, "%s", line)
				}
			}
		})
	}
	_, stdout, _ := newStage(t).exec("--model", "rules", "He goed and she writed.")
	assert.Equal(t, 1, strings.Count(stdout, "“Go, went, gone”"))
}
