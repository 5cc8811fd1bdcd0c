package render

import (
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/verb"
	"github.com/shortleash/shortleash/tutor/rules"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// report returns what the rules say of a text.
func report(t testing.TB, text string) tutor.Report {
	t.Helper()
	m := rules.Model{Gloss: true, Cache: &answer.Cache{}}
	rt, err := tutor.New(tutor.Options{Model: func() model.Model { return m }, Loop: loop.Config{}})
	require.NoError(t, err)
	r, err := rt.Correct(context.Background(), text, nil, nil)
	require.NoError(t, err)
	return r
}

func in(language string, width int, color bool) Renderer {
	return Renderer{color: color, terminal: true, width: width, Explain: Explainer{language: language}}
}

const texts = "She work in a bank, but he have a dog. You like it? Yesterday my sister goed home. The children can to " +
	"swim very well in the sea. " +
	"Had I known it, I would have told you. We are happy."

// The golden file shows answers as terminals of three widths do, in both languages.
func TestAnswersAtThreeWidths(t *testing.T) {
	r := report(t, texts)
	var b strings.Builder
	for _, width := range []int{40, 80, 120} {
		for _, language := range []string{settings.ExplainEnglish, settings.ExplainSpanish, settings.ExplainBoth} {
			color := width == 80 && language == settings.ExplainEnglish // the text is the same with and without
			fmt.Fprintf(&b, "=== %d cells, %s, color %v\n", width, language, color)
			text := in(language, width, color).Report(r)
			for line := range strings.Lines(text) {
				assert.LessOrEqual(t, cli.Cells(strings.TrimSuffix(line, "\n")), width, line)
			}
			b.WriteString(strings.NewReplacer("\x1b[31m", "«", "\x1b[1;32m", "«", "\x1b[0m", "»").Replace(text))
		}
	}
	const file = "testdata/answers.golden"
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "rewrite it with: go test ./cmd/tutor/internal/render -update")
	assert.Equal(t, string(want), b.String())
}

// codes are what a learner should not have to read.
var codes = regexp.MustCompile(`[a-z]_[a-z]|\dsg|\dpl|\[[a-z]|%`)

func TestLearnersReadNoCodes(t *testing.T) {
	for _, text := range []string{texts, "They has eaten. I have lived here since 2010. Green ideas sleep.", "Hola, ¿qué tal?",
		"Write a poem about cats.", strings.Repeat("x", 700), "Hm."} {
		r := report(t, text)
		for _, language := range []string{settings.ExplainEnglish, settings.ExplainSpanish, settings.ExplainBoth, settings.ExplainOff} {
			assert.NotRegexp(t, codes, in(language, 80, false).Report(r))
		}
	}
}

// Whatever is answered in Spanish has no English frame around it.
func TestTheFrameIsSpanish(t *testing.T) {
	english := regexp.MustCompile(
		`(?i)\b(no verb|only verbs|seen and|not judged|added:|left out|its verbs|three forms|more rule|no answer|rely)\b`)
	for _, text := range []string{texts, "He was going home when I arrived.", "Write a poem about cats.",
		"He goed and she have ate and the list of items are long and I no understand."} {
		r := report(t, text)
		assert.NotRegexp(t, english, in(settings.ExplainSpanish, 80, false).Report(r))
		r.Outcome = loop.ModelFailure
		assert.Contains(t, in(settings.ExplainSpanish, 80, false).Report(r), "Sin respuesta")
	}
	both := in(settings.ExplainBoth, 80, false).Report(report(t, "She is happy."))
	assert.Contains(t, both, "No verb error found.\n  No se encontró ningún error en los verbos.\n")
}

func TestEverySentenceHasItsAnswer(t *testing.T) {
	r := report(t, "He goed home. She is happy. They writed letters.")
	text := in(settings.ExplainEnglish, 80, false).Report(r)
	at := 0
	for _, want := range []string{"He [-goed-]{+went+} home.\n", "  goed → went", "“Go, went, gone”",
		"She is happy.\n  No verb error found.\n", "They [-writed-]{+wrote+} letters.\n", "  writed → wrote"} {
		i := strings.Index(text[at:], want)
		require.GreaterOrEqual(t, i, 0, "%q after %q", want, text[:at])
		at += i + len(want)
	}
	assert.Equal(t, 1, strings.Count(text, "“Go, went, gone”"), "a rule is told once")
	assert.Equal(t, 1, strings.Count(text, "Only verbs were checked."))
}

func TestDoubtIsSaidInWordsWhereItMatters(t *testing.T) {
	low, high := 0.6, 0.8
	rows := []struct {
		claim string
		r     tutor.Report
		want  string
	}{
		{"a sure answer", tutor.Report{InScope: true, Confidence: &high}, ""},
		{"an unsure one", tutor.Report{InScope: true, Unsure: true, Confidence: &high},
			"Not quite sure of this. Check it before you rely on it."},
		{"a guess", tutor.Report{InScope: true, Unsure: true, Confidence: &low},
			"This is little more than a guess. Ask someone before you rely on it."},
		{"one that claims nothing", tutor.Report{Unsure: true, Confidence: &low}, ""},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			w, ok := doubt(row.r)
			assert.Equal(t, row.want, w.English)
			assert.Equal(t, row.want != "", ok && w.Spanish != "")
		})
	}
}

// Every tense, person and reason has its words in both languages.
func TestNothingLacksWords(t *testing.T) {
	for _, tense := range []verb.Tense{verb.PresentSimple, verb.PastSimple, verb.FutureSimple, verb.PresentPerfect,
		verb.PresentContinuous, verb.PastContinuous, verb.PastPerfect, verb.Conditional} {
		assert.NotEmpty(t, tenses[tense], tense)
	}
	for _, reason := range answer.Reasons {
		assert.NotEmpty(t, reasons[reason].English, reason)
		assert.NotEmpty(t, reasons[reason].Spanish, reason)
	}
	for line, want := range map[string]Words{
		"go is irregular: go, went, gone. [lookup_irregular_verb]": {"The three forms: go, went, gone.",
			"Las tres formas: go, went, gone."},
		"present_simple, 3sg of work: works, not work. [conjugate]": {"“works”: present simple of “work” with “he”, “she” or “it”.",
			"“works”: presente simple de “work” con “he”, “she” o “it”."},
		"yesterday: past_simple, 1pl of go: went, not go. [conjugate]": {"“went”: past simple of “go” with “we”.",
			"“went”: pasado simple de “go” con “we”."},
		"the list of items: is, not are. [check_subject_verb_agreement]": {"With “the list of items” goes “is”.",
			"Con “the list of items” va “is”."},
	} {
		e, ok := evidenceOf(line)
		assert.True(t, ok, line)
		assert.Equal(t, want, e.words)
	}
	_, ok := evidenceOf("because I say so")
	assert.False(t, ok)
}

// A change that no rule and no tool explains has a reason that learners can read all the same.
func TestAChangeWithoutARuleHasAReason(t *testing.T) {
	rows := []struct{ input, corrected, want string }{
		{"She is happy.", "She was happy.", "“was”: the past of “be” after “I”, “he”, “she” or “it”."},
		{"They was here.", "They were here.", "“were”: the past of “be” after “you”, “we” or “they”."},
		{"I be late.", "I am late.", "“am”: the form of “be” after “I”."},
		{"It be late.", "It is late.", "“is”: the form of “be” after “he”, “she” or “it”."},
		{"We be late.", "We are late.", "“are”: the form of “be” after “you”, “we” or “they”."},
		{"He walk home.", "He walks home.", "“walks”: the form of “walk” after “he”, “she” or “it”."},
		{"He walk home.", "He walked home.", "“walked”: the past form of “walk”, and the one after “have”."},
		{"He goes home.", "He went home.", "“went”: the past form of “go”."},
		{"He has went home.", "He has gone home.", "“gone”: the form of “go” after “have” or “be”."},
		{"I like sing.", "I like singing.", "“singing”: the -ing form of “sing”."},
		{"She can sings.", "She can sing.", "“sing”: the verb without any ending, as after “to”, “can” or “don't”."},
		{"He going home.", "He is going home.", "“is”: the form of “be” after “he”, “she” or “it”."},
		{"I want to went.", "I want to go.", "“go”: the verb without any ending, as after “to”, “can” or “don't”."},
		{"He has eat it.", "He has eaten it.", "“eaten”: the form of “eat” after “have” or “be”."},
		{"She can to sing.", "She can sing.", "No rule of mine asks for leaving “to” out. Compare both sentences."},
		{"I no sing.", "I zzz sing.", "No rule of mine asks for “zzz” here. Compare both sentences."},
	}
	for _, row := range rows {
		r := tutor.Report{Input: row.input, Corrected: &row.corrected, InScope: true, Outcome: loop.Final,
			Edits: tutor.Diff(row.input, row.corrected)}
		assert.Contains(t, in(settings.ExplainEnglish, 80, false).Report(r), "\n  "+row.want+"\n", row.input)
		spanish := in(settings.ExplainSpanish, 80, false).Report(r)
		assert.NotContains(t, spanish, row.want)
		assert.Regexp(t, `forma|verbo|pasado|regla`, spanish)
		r.Rationale = []string{"The model says why."}
		assert.NotContains(t, in(settings.ExplainEnglish, 80, false).Report(r), row.want, "what the model wrote is reason enough")
	}
}

func TestFacts(t *testing.T) {
	r := tutor.Report{Model: "tiny", Steps: 3, ToolCalls: 1, ElapsedMS: 1240, Forced: "steps", Escalations: []tutor.Escalation{{Model: "big"}}}
	assert.Equal(t, "tiny, then big · 3 steps · 1 tool call · 1.2 s · forced to answer (steps)", Facts(r))
	r.ElapsedMS = 999
	assert.Contains(t, Facts(r), " · 999 ms")
}
