package sentence

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tutor/english/verb"
)

// call reads a call from a short notation: tool letter, then its arguments. "c like 3sg
// present_simple", "l swim", "a are The list of items".
func call(t *testing.T, short string) Call {
	f := strings.Fields(short)
	switch f[0] {
	case "c":
		return Call{Tool: Conjugate, Verb: f[1], Person: verb.Person(f[2]), Tense: verb.Tense(f[3])}
	case "l":
		return Call{Tool: Lookup, Verb: f[1]}
	case "a":
		return Call{Tool: Agreement, Verb: f[1], Subject: strings.Join(f[2:], " ")}
	}
	t.Fatal("no such call: " + short)
	return Call{}
}

func TestRealize(t *testing.T) {
	tests := []struct{ name, sentence, call, want string }{
		{"a main verb is replaced", "He goed to school.", "c go 3sg past_simple", "He went to school."},
		{"any tense may be asked for", "He goed to school.", "c go 3sg future_simple", "He will go to school."},
		{"no becomes a contracted auxiliary", "I no understand.", "c understand 1sg present_simple", "I don't understand."},
		{"to goes after a modal", "She can to swim.", "l swim", "She can swim."},
		{"to comes before an infinitive", "She wants learn Italian.", "l learn", "She wants to learn Italian."},
		{"to goes after let", "Let him to go.", "l go", "Let him go."},
		{"after worth -ing comes and to goes", "It is worth to see.", "c see 3sg present_continuous", "It is worth seeing."},
		{"after forward to stays", "I look forward to see you.", "c see 1sg present_continuous", "I look forward to seeing you."},
		{"no other tense has the -ing form", "It is worth to see.", "c see 3sg present_simple", ""},
		{"a question keeps its subject inside", "Does she likes tea?", "c like 3sg present_simple", "Does she like tea?"},
		{"the auxiliary of a question changes", "Do she like tea?", "c like 3sg present_simple", "Does she like tea?"},
		{"a capital follows the sentence start", "You like it?", "c like 2sg present_simple", "Do you like it?"},
		{"a question word stays first", "Where you live?", "c live 2sg present_simple", "Where do you live?"},
		{"only the finite word changes", "Ana and I was tired.", "a was Ana and I", "Ana and I were tired."},
		{"auxiliary and main verb change together", "They has went home.", "c go 3pl present_perfect", "They have gone home."},
		{"a contraction stays one", "He've gone home.", "c go 3sg present_perfect", "He's gone home."},
		{"the typographic apostrophe stays", "He’ve gone home.", "c go 3sg present_perfect", "He’s gone home."},
		{"am not has no contraction", "I isn't working.", "c work 1sg present_continuous", "I am not working."},
		{"full not stays full", "He do not like it.", "c like 3sg present_simple", "He does not like it."},
		{"contracted not stays contracted", "He don't like it.", "c like 3sg present_simple", "He doesn't like it."},
		{"won't keeps its stem", "He won't goes.", "c go 3sg future_simple", "He won't go."},
		{"an auxiliary is inserted before the main verb", "I moving to London.", "c move 1sg present_continuous", "I am moving to London."},
		{"an auxiliary that is not wanted goes", "He did went home.", "c go 3sg past_simple", "He went home."},
		{"a misspelt auxiliary is mended", "I dint see you.", "c see 1sg past_simple", "I didn't see you."},
		{"a contraction that goes leaves its space", "He's gone home.", "c go 3sg past_simple", "He went home."},
		{"a contraction may become two words", "That's nice.", "c be 3sg future_simple", "That will be nice."},
		{"of becomes have", "I could of seen it.", "l see", "I could have seen it."},
		{"a participle after have", "I have ate it.", "l eat", "I have eaten it."},
		{"a participle before a noun", "The broke vase is here.", "l break", "The broken vase is here."},
		{"adverbs stay where they are", "He always go home.", "c go 3sg present_simple", "He always goes home."},
		{"capitals of a shouted word stay", "HE DON'T KNOW.", "c know 3sg present_simple", "HE DOESN'T KNOW."},
		{"there is no there're", "There's two dogs.", "a 's two dogs", ""},
		{"an answer about another verb does not fit", "He goed home.", "l see", ""},
		{"a conjugation does not fit after a modal", "He can swims.", "c swim 3sg present_simple", ""},
		{"what stands there takes no edits", "He goes home.", "c go 3sg present_simple", "He goes home."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := Analyze(tt.sentence)
			o, ok := Observe(call(t, tt.call))
			require.NotEmpty(t, a.Groups)
			if !ok {
				assert.Empty(t, tt.want)
				return
			}
			got := ""
			for i := range a.Groups {
				if edits, ok := a.Realize(i, o); ok {
					got = Apply(tt.sentence, edits)
					break
				}
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestEditsCountCodePoints(t *testing.T) {
	edits := Analyze("Así — “él” said he goed home.").Edits()
	require.Len(t, edits, 1)
	assert.Equal(t, Edit{Offset: 19, Length: 4, Original: "goed", Replacement: "went", Rule: Overregular, CEFR: "A1"}, edits[0])
}

func TestEditsOfInsertionAndDeletion(t *testing.T) {
	assert.Equal(t, []Edit{{Offset: 2, Length: 0, Replacement: "am ", Rule: BeGerund, CEFR: "A1"}}, Analyze("I moving to London.").Edits())
	assert.Equal(t, []Edit{{Offset: 8, Length: 3, Original: "to ", Rule: ModalBase, CEFR: "A1"}}, Analyze("She can to swim.").Edits())
}

func TestApplyLeavesOutWhatDoesNotFit(t *testing.T) {
	edits := []Edit{
		{Offset: 3, Length: 2, Original: "go", Replacement: "goes"},
		{Offset: 3, Length: 2, Original: "xx", Replacement: "y"},
		{Offset: 90, Length: 1, Original: "x"},
		{Offset: -1, Replacement: "y"},
	}
	assert.Equal(t, "He goes.", Apply("He go.", edits))
	assert.Equal(t, "\xff", Apply("\xff", edits))
}

// checkAnalysis holds an analysis to what the package promises of every text.
func checkAnalysis(t *testing.T, text string) {
	a := Analyze(text)
	assert.Equal(t, text, joined(a.Tokens))
	edits := a.Edits()
	end := 0
	for _, e := range edits {
		assert.GreaterOrEqual(t, e.Offset, end, "edits are in order and do not overlap")
		end = e.Offset + e.Length
		assert.Equal(t, utf8.RuneCountInString(e.Original), e.Length)
		assert.NotEqual(t, e.Original, e.Replacement)
		assert.Contains(t, Codes, e.Rule)
	}
	if utf8.ValidString(text) {
		assert.Equal(t, len(edits) > 0, a.Corrected() != text, "every edit fits the text")
	}
	for i, g := range a.Groups {
		assert.Contains(t, []Verdict{Right, Wrong, NotJudged}, g.Judgment.Verdict)
		assert.Equal(t, g.Judgment.Verdict == Wrong, g.Judgment.Code != "")
		assert.Equal(t, g.Judgment.Verdict != NotJudged, len(a.Calls(i)) > 0)
		for _, c := range a.Calls(i) {
			_, ok := Observe(c)
			assert.True(t, ok || c.Tool == Agreement, "%+v", c)
		}
	}
}

func TestEveryAnalysisKeepsThePromises(t *testing.T) {
	for _, r := range rows(t) {
		checkAnalysis(t, r.text)
		checkAnalysis(t, strings.ToUpper(r.text))
		checkAnalysis(t, r.text+" "+r.text)
	}
}

// A right group's call must confirm what stands there, or no answer could say that it is right.
func TestTheCallOfARightGroupConfirmsIt(t *testing.T) {
	for _, r := range rows(t) {
		a := Analyze(r.text)
		for i, g := range a.Groups {
			if g.Judgment.Verdict != Right {
				continue
			}
			o, ok := Observe(g.Judgment.Call)
			require.True(t, ok, "%s: %+v", r.text, g.Judgment.Call)
			edits, ok := a.Realize(i, o)
			assert.True(t, ok && len(edits) == 0, "%s: %+v gives %+v", r.text, g.Judgment.Call, edits)
		}
	}
}

func FuzzAnalyze(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) < 400 {
			checkAnalysis(t, text)
		}
	})
}

// A sentence may end at any word: people stop typing, and leave the full stop out.
func TestEveryBeginningOfASentenceIsRead(t *testing.T) {
	text, err := os.ReadFile("testdata/tempting.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		for i, r := range line {
			if r == ' ' {
				require.NotPanics(t, func() { Analyze(line[:i]) }, "%s", line[:i])
			}
		}
	}
}
