package rules

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/modeltest"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/spanish"
)

// A game is a run without a loop: the model decides, the tables answer.
type game struct {
	messages []model.Message
	grammar  *grammar.Grammar
	broken   map[string]bool // tools that report errors
	model    Model
}

func newGame(text string) *game {
	first, _ := json.Marshal(map[string]string{"sentence": text})
	return &game{messages: []model.Message{{Author: model.User, Content: string(first)}}}
}

// step asks for one decision and, if it is a call, answers it.
func (g *game) step(t *testing.T) (tool string, args json.RawMessage) {
	reply, err := model.Collect(g.model.Generate(context.Background(),
		model.Request{Role: model.Executor, Messages: g.messages, Grammar: g.grammar}))
	require.NoError(t, err)
	require.Equal(t, model.Stop, reply.Finish)
	var d struct {
		Thought string          `json:"thought"`
		Tool    string          `json:"tool"`
		Args    json.RawMessage `json:"tool_args"`
	}
	require.NoError(t, json.Unmarshal([]byte(reply.Text), &d))
	g.messages = append(g.messages, model.Message{Author: model.Assistant, Content: reply.Text})
	if d.Tool != finalAnswer {
		g.messages = append(g.messages, model.Message{Author: model.Tool, Content: g.observation(t, d.Tool, d.Args)})
	}
	return d.Tool, d.Args
}

// observation answers as the tools do.
func (g *game) observation(t *testing.T, tool string, args json.RawMessage) string {
	var a arguments
	require.NoError(t, json.Unmarshal(args, &a))
	if g.broken[tool] {
		return `{"error":{"class":"no_head","mendable":true,"message":"no noun or pronoun"}}`
	}
	if tool == string(sentence.Spanish) {
		out, err := json.Marshal(spanish.Lookup(a.Verb, a.Tense, a.Person, spanish.LatinAmerica))
		require.NoError(t, err)
		return string(out)
	}
	o, ok := sentence.Observe(sentence.Call{Tool: sentence.Tool(tool), Verb: a.Verb, Person: a.Person, Tense: a.Tense, Subject: a.Subject})
	require.True(t, ok, "%s %s", tool, args)
	out, err := json.Marshal(map[string]any{
		"form": o.Form, "negative": o.Negative, "question": o.Question, "known": true, "variants": slices.Clone(o.Variants),
		"infinitive": o.Infinitive, "is_irregular": o.Irregular, "past_simple": o.PastSimple, "past_participle": o.PastParticiple,
		"agrees": o.Agrees, "expected": o.Expected,
	})
	require.NoError(t, err)
	return string(out)
}

// play goes on to the answer and returns the calls before it.
func (g *game) play(t *testing.T) (calls []string, a answer.Object) {
	for range 8 {
		tool, args := g.step(t)
		if tool == finalAnswer {
			require.NoError(t, json.Unmarshal(args, &a))
			return calls, a
		}
		calls = append(calls, tool+string(args))
	}
	t.Fatal("no answer after eight decisions")
	return nil, a
}

func corrected(s string) *string { return &s }

func final(corrected *string, inScope bool, rationale []string, gloss *string) answer.Object {
	return answer.Object{Corrected: corrected, InScope: inScope, Rationale: rationale, SpanishGloss: gloss}
}

func TestRuns(t *testing.T) {
	tests := []struct {
		name, sentence string
		calls          []string
		want           answer.Object
	}{
		{
			"an over-regular past is looked up", "He goed to school.",
			[]string{`lookup_irregular_verb{"verb":"go"}`},
			final(corrected("He went to school."), true, []string{"go is irregular: go, went, gone. [lookup_irregular_verb]"}, nil),
		},
		{
			"a pronoun and its verb are conjugated", "She don't like tea.",
			[]string{`conjugate{"person":"3sg","tense":"present_simple","verb":"like"}`},
			final(corrected("She doesn't like tea."), true, []string{"present_simple, 3sg of like: doesn't like, not don't like. [conjugate]"}, nil),
		},
		{
			"a noun phrase goes to the agreement check", "The list of items are long.",
			[]string{`check_subject_verb_agreement{"subject":"The list of items","verb":"are"}`},
			final(corrected("The list of items is long."), true, []string{"The list of items: is, not are. [check_subject_verb_agreement]"}, nil),
		},
		{
			"a right sentence is confirmed once", "She is happy.",
			[]string{`check_subject_verb_agreement{"subject":"She","verb":"is"}`},
			final(nil, true, []string{"She: is. [check_subject_verb_agreement]"}, nil),
		},
		{
			"each of two right verbs is confirmed", "She is happy and he sings.",
			[]string{`check_subject_verb_agreement{"subject":"She","verb":"is"}`,
				`conjugate{"person":"3sg","tense":"present_simple","verb":"sing"}`},
			final(nil, true, []string{"She: is. [check_subject_verb_agreement]", "present_simple, 3sg of sing: sings. [conjugate]"}, nil),
		},
		{
			"a wrong verb first, then the right one beside it", "She is happy and he sing.",
			[]string{`conjugate{"person":"3sg","tense":"present_simple","verb":"sing"}`,
				`check_subject_verb_agreement{"subject":"She","verb":"is"}`},
			final(corrected("She is happy and he sings."), true, []string{"present_simple, 3sg of sing: sings, not sing. [conjugate]"}, nil),
		},
		{
			"two errors take two calls", "He go home and she cook dinner.",
			[]string{`conjugate{"person":"3sg","tense":"present_simple","verb":"go"}`,
				`conjugate{"person":"3sg","tense":"present_simple","verb":"cook"}`},
			final(corrected("He goes home and she cooks dinner."), true, []string{
				"present_simple, 3sg of go: goes, not go. [conjugate]", "present_simple, 3sg of cook: cooks, not cook. [conjugate]"}, nil),
		},
		{
			"the same call serves two groups", "Ana don't know and Luis don't know.",
			[]string{`check_subject_verb_agreement{"subject":"Ana","verb":"do"}`, `check_subject_verb_agreement{"subject":"Luis","verb":"do"}`},
			final(corrected("Ana doesn't know and Luis doesn't know."), true, []string{
				"Ana: does, not do. [check_subject_verb_agreement]", "Luis: does, not do. [check_subject_verb_agreement]"}, nil),
		},
		{
			"a fragment needs no call", "Good morning!", nil,
			final(nil, false, []string{"not_a_sentence: no verb with its subject was found."}, nil),
		},
		{
			"other tenses are not judged", "He was running.", nil,
			final(nil, false, []string{"other_tense: its verbs are in tenses that are not judged."}, nil),
		},
	}
	remembering := Model{Cache: &answer.Cache{}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, m := range []Model{{}, remembering, remembering} { // what it remembers changes nothing
				g := newGame(tt.sentence)
				g.model = m
				calls, got := g.play(t)
				assert.Equal(t, tt.calls, calls)
				assert.Equal(t, tt.want, got)
			}
		})
	}
}

func TestAFailedCheckIsFollowedByAConjugation(t *testing.T) {
	g := newGame("The boys runs fast.")
	g.broken = map[string]bool{"check_subject_verb_agreement": true}
	calls, a := g.play(t)
	assert.Equal(t, []string{
		`check_subject_verb_agreement{"subject":"The boys","verb":"runs"}`,
		`conjugate{"person":"3pl","tense":"present_simple","verb":"run"}`,
	}, calls)
	assert.Equal(t, corrected("The boys run fast."), a.Corrected)
}

func TestWithoutEvidenceTheAnswerIsUndecided(t *testing.T) {
	g := newGame("He goed to school.")
	g.grammar = answerOnly(t)
	calls, a := g.play(t)
	assert.Empty(t, calls)
	assert.Equal(t, final(nil, false, []string{"undecided: there was not enough evidence."}, nil), a)
}

// Half a correction would say that the other half is right.
func TestWithSomeEvidenceTheAnswerIsUndecided(t *testing.T) {
	g := newGame("He go home and she cook dinner.")
	g.step(t)
	g.grammar = answerOnly(t)
	_, a := g.play(t)
	assert.Nil(t, a.Corrected)
	assert.False(t, a.InScope)
}

// answerOnly is the grammar of a last step.
func answerOnly(t *testing.T) *grammar.Grammar {
	schema := grammar.Object(
		grammar.Property{Name: "thought", Schema: grammar.String(0, 200)},
		grammar.Property{Name: "tool", Schema: grammar.Enum(finalAnswer)},
		grammar.Property{Name: "tool_args", Schema: grammar.Object(
			grammar.Property{Name: "corrected", Schema: grammar.Nullable(grammar.String(1, 600))},
			grammar.Property{Name: "in_scope", Schema: grammar.Boolean()},
			grammar.Property{Name: "rationale", Schema: grammar.Array(grammar.String(0, 200), 1, 6)},
			grammar.Property{Name: "spanish_gloss", Schema: grammar.Nullable(grammar.String(1, 600))},
		)},
	)
	g, err := grammar.Compile(t.Context(), schema.JSON(), grammar.Options{})
	require.NoError(t, err)
	return g
}

func TestTheReplyHasNoThoughtWhereTheGrammarHasNone(t *testing.T) {
	schema := grammar.Object(
		grammar.Property{Name: "tool", Schema: grammar.Enum("lookup_irregular_verb")},
		grammar.Property{Name: "tool_args", Schema: grammar.Object(grammar.Property{Name: "verb", Schema: grammar.String(1, 24)})},
	)
	compiled, err := grammar.Compile(t.Context(), schema.JSON(), grammar.Options{})
	require.NoError(t, err)
	g := newGame("He goed to school.")
	g.grammar = compiled
	tool, _ := g.step(t)
	assert.Equal(t, "lookup_irregular_verb", tool)
}

func TestThoughtsFitAShortBound(t *testing.T) {
	for _, longest := range []int{1, 3, 39, 40} {
		schema := grammar.Object(
			grammar.Property{Name: "thought", Schema: grammar.String(1, longest)},
			grammar.Property{Name: "tool", Schema: grammar.Enum("lookup_irregular_verb")},
			grammar.Property{Name: "tool_args", Schema: grammar.Object(grammar.Property{Name: "verb", Schema: grammar.String(1, 24)})},
		)
		compiled, err := grammar.Compile(t.Context(), schema.JSON(), grammar.Options{})
		require.NoError(t, err)
		g := newGame("He goed to school.")
		g.grammar = compiled
		tool, _ := g.step(t)
		assert.Equal(t, "lookup_irregular_verb", tool, "%d characters", longest)
	}
}

// What the model would say first fits what the tutor's policy leaves of the grammar, at every step:
// it never needs to be told.
func TestEveryFirstChoiceIsLegal(t *testing.T) {
	table, err := os.ReadFile("../english/sentence/testdata/sentences.tsv")
	require.NoError(t, err)
	decisions := 0
	for line := range strings.Lines(string(table)) {
		text := strings.Split(strings.TrimSpace(line), "\t")[1]
		g := newGame(text)
		g.model.Gloss = true
		about := answer.New(text)
		var seen []answer.Observation
		for tool := ""; tool != finalAnswer; decisions++ {
			var args json.RawMessage
			tool, args = g.step(t)
			if tool == finalAnswer {
				compiled, err := grammar.Compile(t.Context(), about.Answers(seen).Schema().JSON(), grammar.Options{})
				require.NoError(t, err)
				assert.NoError(t, compiled.Check(t.Context(), args), "%s", args)
				continue
			}
			var a arguments
			require.NoError(t, json.Unmarshal(args, &a))
			if tool != string(sentence.Spanish) {
				assert.Contains(t, about.RemainingCalls(seen),
					sentence.Call{Tool: sentence.Tool(tool), Verb: a.Verb, Person: a.Person, Tense: a.Tense, Subject: a.Subject}, text)
			}
			seen = append(seen, answer.Observation{Tool: tool, Args: args, Output: json.RawMessage(g.messages[len(g.messages)-1].Content)})
		}
	}
	assert.Greater(t, decisions, 700)
}

func TestGlosses(t *testing.T) {
	tests := []struct {
		name, sentence string
		calls          int
		gloss          *string
	}{
		{"a mended sentence", "Yesterday he goed to school.", 2, corrected("Ayer él fue a la escuela.")},
		{"a right sentence", "She works in a bank.", 2, corrected("Ella trabaja en un banco.")},
		{"a word that is not known ends it before any call", "She works in a zoblin.", 1, nil},
		{"nothing judged, nothing glossed", "Good morning!", 0, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := newGame(tt.sentence)
			g.model.Gloss = true
			calls, a := g.play(t)
			assert.Len(t, calls, tt.calls)
			assert.Equal(t, tt.gloss, a.SpanishGloss)
		})
	}
}

func TestAGlossNeedsItsTool(t *testing.T) {
	g := newGame("She works in a bank.")
	g.model.Gloss = true
	g.broken = map[string]bool{"lookup_spanish": true}
	_, a := g.play(t)
	assert.True(t, a.InScope)
	assert.Nil(t, a.SpanishGloss)
}

func TestOtherPromptsAreRefused(t *testing.T) {
	_, err := model.Collect(New().Generate(context.Background(),
		model.Request{Messages: []model.Message{{Author: model.User, Content: "Hello"}}}))
	assert.ErrorIs(t, err, errPrompt)
	_, err = model.Collect(New().Generate(context.Background(), model.Request{}))
	assert.ErrorIs(t, err, errPrompt)
}

// TestLongTextsAreNotParsed holds the model to what it says of itself: that it only computes, briefly.
func TestLongTextsAreNotParsed(t *testing.T) {
	sentence, err := json.Marshal(map[string]string{"sentence": strings.Repeat("The list of items were long and he goed. ", 50)})
	require.NoError(t, err)
	reply, err := model.Collect(New().Generate(t.Context(),
		model.Request{Messages: []model.Message{{Author: model.User, Content: string(sentence)}}}))
	require.NoError(t, err)
	assert.Contains(t, reply.Text, `"final_answer"`, "no call about any verb group")
}

func TestConformance(t *testing.T) {
	request := model.Request{Role: model.Executor, Messages: newGame("He goed to school.").messages}
	modeltest.RunRequest(t, request, func(*testing.T) model.Model { return New() })
}

func FuzzAnyTranscriptGetsAReply(f *testing.F) {
	f.Add("He goed to school.", `{"thought":"","tool":"conjugate","tool_args":{"person":"3sg","tense":"past_simple","verb":"go"}}`,
		`{"form":"went"}`)
	f.Add("She is happy.", `{"tool":"lookup_spanish"}`, `{"form":null}`)
	f.Add("I no understand.", "{", `{"error":{}}`)
	f.Fuzz(func(t *testing.T, text, decision, observation string) {
		g := newGame(text)
		g.messages = append(g.messages, model.Message{Author: model.Assistant, Content: decision},
			model.Message{Author: model.Tool, Content: observation})
		reply, err := model.Collect(New().Generate(context.Background(), model.Request{Messages: g.messages}))
		require.NoError(t, err)
		assert.True(t, json.Valid([]byte(reply.Text)))
	})
}
