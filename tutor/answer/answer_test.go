package answer_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// The worked examples of the tutor's notes, section 6.5, and a few more.
func TestWorkedExamples(t *testing.T) {
	rows := []struct {
		claim, sentence string
		calls           []string
		fixed           []string
		clean           bool
	}{
		{"a past form", "He goed to school.", []string{"c go 3sg past_simple"}, []string{"He went to school."}, false},
		{"a missing do", "I no understand.", []string{"c understand 1sg present_simple"}, []string{"I don't understand."}, false},
		{"to after a modal", "She can to swim.", []string{"l swim"}, []string{"She can swim."}, false},
		{"a question", "Does she likes tea?", []string{"c like 3sg present_simple"}, []string{"Does she like tea?"}, false},
		{"a subject of two", "Ana and I was tired.", []string{"a was Ana and I"}, []string{"Ana and I were tired."}, false},
		{"auxiliary and main verb", "They has went home.", []string{"c go 3pl present_perfect"}, []string{"They have gone home."}, false},
		{"two groups", "He go home and she cook.", []string{"c go 3sg present_simple", "c cook 3sg present_simple"},
			[]string{"He goes home and she cooks."}, false},
		{"one of two groups, and nobody knows of the other", "He go home and she cook.", []string{"c go 3sg present_simple"}, nil, false},
		{"one of two groups, and the other is right", "He go home and she cooks.",
			[]string{"c go 3sg present_simple", "c cook 3sg present_simple"},
			[]string{"He goes home and she cooks."}, false},
		{"a right verb that was checked", "She is happy.", []string{"a is She"}, nil, true},
		{"a right verb that was not", "She is happy.", nil, nil, false},
		{"the first of two right verbs", "She is happy and he sings.", []string{"a is She"}, nil, false},
		{"both of them", "She is happy and he sings.", []string{"a is She", "c sing 3sg present_simple"}, nil, true},
		{"the right one beside a wrong one", "She is happy and he sing.", []string{"a is She"}, nil, false},
		{"a finite word that was checked, and not what it governs", "He is talk to her.", []string{"a is He"}, nil, false},
		{"the tense as written, where a time asks for another", "I am tired yesterday.",
			[]string{"a am I", "c be 1sg present_simple"}, nil, false},
		{"one of the two numbers that go with there", "There is seven days in a week.", []string{"a is seven days"}, nil, false},
		{"a main verb that was looked up, and not its auxiliary", "He have gone.", []string{"l go"}, nil, false},
		{"a main verb whose auxiliary fits", "He has gone.", []string{"l go"}, nil, true},
		{"a right verb beside one that nobody judges", "I think that she would swim.", []string{"c think 1sg present_simple"}, nil, true},
		{"a right verb beside a wrong one that no tool knows", "They is gloulfing him a lot (so they say).",
			[]string{"c say 3pl present_simple"}, nil, false},
		{"three right verbs of four", "He sings, she reads, we cook and they dance.",
			[]string{"c sing 3sg present_simple", "c read 3sg present_simple", "c cook 1pl present_simple"}, nil, true},
		{"the form of a tense that nothing speaks for", "He goed to school.", []string{"c go 3sg future_simple"}, nil, false},
		{"of one that a time speaks for", "He goed to school tomorrow.", []string{"c go 3sg past_simple", "c go 3sg future_simple"},
			[]string{"He went to school tomorrow.", "He will go to school tomorrow."}, false},
		{"of one that a clause of time speaks for", "When I was a child I play chess.", []string{"a was I", "c play 1sg past_simple"},
			[]string{"When I was a child I played chess."}, false},
		{"the agreement where a time asks for another tense", "Yesterday he go home.", []string{"a go He"}, nil, false},
		{"a verb that the tools take for a form of another", "They would of smelted it.", []string{"l smelt"}, nil, false},
		{"a past of a present", "He goes to school.", []string{"l go"}, nil, false},
		{"a past of a present beside a time", "Yesterday he goes to school.", []string{"l go"}, []string{"Yesterday he went to school."}, false},
		{"a verb that is not in the sentence", "He goed to school.", []string{"c travel 3sg past_simple"}, nil, false},
		{"a person that the subject cannot have", "I know he go home.", []string{"c go 1sg present_simple"}, nil, false},
		{"a subject that does not stand beside the verb", "Ana don't know and Luis don't know.", []string{"a do Ana"}, nil, false},
		{"and one that does", "Ana don't know and Luis don't know.", []string{"a do Ana", "a do Luis"},
			[]string{"Ana doesn't know and Luis doesn't know."}, false},
		{"a noun that is not the head of the subject", "The boys beside Ana suffer.", []string{"a suffer Ana"}, nil, false},
		{"an error of a tool", "He goed to school.", []string{"l the", "a going He"}, nil, false},
		{"a form of the verb instead of its infinitive", "He goed to school.", []string{"c goed 3sg past_simple"},
			[]string{"He went to school."}, false},
		{"another spelling that is right", "He learnt it.", []string{"c learn 3sg past_simple"}, nil, true},
		{"of read as have", "I could of seen it.", []string{"l see"}, []string{"I could have seen it."}, false},
		{"no sentence at all", "Good morning!", []string{"c go 3sg past_simple", "l be"}, nil, false},
		{"a question without its auxiliary", "You like it?", []string{"c like 2sg present_simple"}, []string{"Do you like it?"}, false},
	}
	r := registry(t)
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			a := answer.New(row.sentence).Answers(play(t, r, row.calls...))
			var fixed []string
			for _, c := range a.Fixed {
				fixed = append(fixed, c.Corrected)
			}
			assert.ElementsMatch(t, row.fixed, fixed)
			assert.Equal(t, row.clean, a.Clean != nil)
		})
	}
}

// check reports whether the grammar of the answers holds a document.
func check(t *testing.T, a answer.Answers, document string) error {
	t.Helper()
	g, err := grammar.Compile(t.Context(), a.Schema().JSON(), grammar.Options{})
	require.NoError(t, err)
	return g.Check(t.Context(), []byte(document))
}

func TestWhatCannotBeWritten(t *testing.T) {
	const sentence = "He goed to school."
	const looked = `"go is irregular: go, went, gone. [lookup_irregular_verb]"`
	const conjugated = `"past_simple, 3sg of go: went, not goed. [conjugate]"`
	calls := []string{"l go", "c go 3sg past_simple"}
	rows := []struct {
		claim     string
		legal     bool
		calls     []string
		corrected string // JSON
		scope     string
		rationale string // JSON, without the brackets
		gloss     string // JSON
	}{
		{"the correction with its evidence", true, calls, `"He went to school."`, "true", looked + "," + conjugated, "null"},
		{"a note on what nobody saw", false, calls, `"He went to school."`, "true",
			looked + "," + conjugated + `,"Not checked: articles."`, "null"},
		{"that there was no evidence, where there is", false, calls, "null", "false", `"undecided: there was not enough evidence."`, "null"},
		{"a form that no tool returned", false, calls, `"He traveled to school."`, "true", looked + "," + conjugated, "null"},
		{"an article", false, calls, `"He went to the school."`, "true", looked + "," + conjugated, "null"},
		{"a form that does not fit", false, calls, `"He gone to school."`, "true", looked + "," + conjugated, "null"},
		{"another capital", false, calls, `"he went to school."`, "true", looked + "," + conjugated, "null"},
		{"a lost full stop", false, calls, `"He went to school"`, "true", looked + "," + conjugated, "null"},
		{"an apology", false, calls, `"Sorry, I cannot help with that."`, "true", looked + "," + conjugated, "null"},
		{"a copy as a correction", false, calls, `"He goed to school."`, "true", looked + "," + conjugated, "null"},
		{"a correction out of scope", false, calls, `"He went to school."`, "false", looked + "," + conjugated, "null"},
		{"a claim that nothing is wrong without a tool that says so", false, calls, "null", "true", looked, "null"},
		{"a tool that was not called", false, []string{"l go"}, `"He went to school."`, "true", looked + "," + conjugated, "null"},
		{"words of the model's own", false, calls, `"He went to school."`, "true", looked + `,"Because I say so."`, "null"},
		{"a reason of its own", false, calls, "null", "false", `"boring: I do not like it."`, "null"},
		{"a reason that the verb belies", false, calls, "null", "false", `"not_a_sentence: no verb with its subject was found."`, "null"},
		{"two reasons", false, calls, "null", "false",
			`"undecided: there was not enough evidence.","request: this asks for something; only sentences are corrected."`, "null"},
		{"a gloss without its tool", false, calls, `"He went to school."`, "true", looked + "," + conjugated, `"Él fue a la escuela."`},
		{"a gloss with its tool", true, append(calls, "s go 3sg past_simple"), `"He went to school."`, "true",
			looked + "," + conjugated, `"Él fue a la escuela."`},
		{"no gloss, although it could be given", true, append(calls, "s go 3sg past_simple"), `"He went to school."`, "true",
			looked + "," + conjugated, "null"},
		{"a gloss that rests on another person", false, append(calls, "s go 1sg past_simple"), `"He went to school."`, "true",
			looked + "," + conjugated, `"Él fue a la escuela."`},
		{"the gloss of another sentence", false, append(calls, "s go 3sg past_simple"), `"He went to school."`, "true",
			looked + "," + conjugated, `"Ella fue a la escuela."`},
	}
	r := registry(t)
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			a := answer.New(sentence).Answers(play(t, r, row.calls...))
			err := check(t, a, `{"corrected":`+row.corrected+`,"in_scope":`+row.scope+`,"rationale":[`+row.rationale+
				`],"spanish_gloss":`+row.gloss+`}`)
			assert.Equal(t, row.legal, err == nil, "%v", err)
		})
	}
}

// A reason for not judging is a claim too, and holds only what is not known to be otherwise.
func TestReasons(t *testing.T) {
	r := registry(t)
	rows := []struct {
		claim, sentence string
		calls           []string
		want            []sentence.Reason
	}{
		{"all of them where nothing can be judged", "Good morning!", nil, answer.Reasons},
		{"a verb waits for its evidence", "She is happy.", nil, []sentence.Reason{sentence.Undecided}},
		{"none where each verb was confirmed", "She is happy.", []string{"a is She"}, nil},
		{"none where a tool has other words for a verb", "He goed home.", []string{"l go"}, nil},
		{"undecided where another verb waits", "He goed home and she sings.", []string{"l go"}, []sentence.Reason{sentence.Undecided}},
		{"where tools say both, it is right", "He reads.", []string{"c read 3sg present_simple", "l read"}, nil},
		{"one of two verbs waits", "He go home and she cook.", []string{"c go 3sg present_simple"}, []sentence.Reason{sentence.Undecided}},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			assert.Equal(t, row.want, answer.New(row.sentence).Answers(play(t, r, row.calls...)).Reasons)
		})
	}
}

func TestEvidenceIsOneLineForEachObservation(t *testing.T) {
	r := registry(t)
	rows := []struct {
		claim, sentence string
		calls, lines    []string
	}{
		{"in the order of the calls", "Yesterday he goed.", []string{"c go 3sg past_simple", "l go"},
			[]string{"past_simple, 3sg of go: went, not goed. [conjugate]", "go is irregular: go, went, gone. [lookup_irregular_verb]"}},
		{"a repeated call is one", "He goed.", []string{"l go", "l goed"}, []string{"go is irregular: go, went, gone. [lookup_irregular_verb]"}},
		{"one for two groups", "He go and she go.", []string{"c go 3sg present_simple"},
			[]string{"present_simple, 3sg of go: goes, not go. [conjugate]"}},
		{"the expression of time that decided", "Yesterday he goes home.", []string{"c go 3sg past_simple"},
			[]string{"Yesterday: past_simple, 3sg of go: went, not goes. [conjugate]"}},
		{"and only if it did", "Yesterday he will goes home.", []string{"c go 3sg future_simple"},
			[]string{"future_simple, 3sg of go: will go, not will goes. [conjugate]"}},
		{"a question has the place of its subject", "Do she like tea?", []string{"c like 3sg present_simple"},
			[]string{"present_simple, 3sg of like: does … like, not Do like. [conjugate]"}},
		{"a regular verb whose past ends like an irregular one's", "He feeded it.", []string{"l feed"},
			[]string{"feed is irregular: feed, fed, fed. [lookup_irregular_verb]"}},
		{"agreement names the subject", "The list of items are long.", []string{"a are The list of items"},
			[]string{"The list of items: is, not are. [check_subject_verb_agreement]"}},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			a := answer.New(row.sentence).Answers(play(t, r, row.calls...))
			require.NotEmpty(t, a.Fixed)
			assert.Equal(t, row.lines, a.Fixed[len(a.Fixed)-1].Lines)
		})
	}
	t.Run("a confirmation names no other word", func(t *testing.T) {
		a := answer.New("She is happy.").Answers(play(t, r, "a is She", "l be"))
		assert.Equal(t, []string{"She: is. [check_subject_verb_agreement]"}, a.Clean.Lines)
	})
}

func TestAtMostSixtyFourSentences(t *testing.T) {
	const text = "He goed, she eated, we writed, they drawed, Ana drinked, I sleeped, you runned, it falled and Luis swimmed tomorrow."
	var calls []string
	for _, c := range []string{"go 3sg", "eat 3sg", "write 1pl", "draw 3pl", "drink 3sg", "sleep 1sg", "run 2sg", "fall 3sg", "swim 3sg"} {
		calls = append(calls, "c "+c+" past_simple")
	}
	r := registry(t)
	s := answer.New(text)
	a := s.Answers(play(t, r, calls...))
	assert.Equal(t, 1<<6, len(a.Fixed), "three groups that must be mended, and six of two ways each")
	calls = append(calls, "c swim 3sg future_simple")
	a = s.Answers(play(t, r, calls...))
	assert.Equal(t, 3*1<<4, len(a.Fixed), "one more, and the group asked about first stays as it is")
	kept, mended := true, true
	for _, c := range a.Fixed {
		mended = mended && strings.HasPrefix(c.Corrected, "He went, she ate, we wrote,")
		kept = kept && strings.Contains(c.Corrected, "they drawed,")
	}
	assert.True(t, mended)
	assert.True(t, kept)
	assert.True(t, slices.ContainsFunc(a.Fixed, func(c answer.Choice) bool {
		return c.Corrected == "He went, she ate, we wrote, they drawed, Ana drank, I slept, you ran, it fell and Luis will swim tomorrow."
	}))
}

func TestAGlossNeedsEachOfItsCalls(t *testing.T) {
	const text = "She works in a bank and he goes to school."
	const spanish = "Ella trabaja en un banco y él va a la escuela."
	r := registry(t)
	s := answer.New(text)
	rows := []struct {
		claim string
		calls []string
		gloss string
	}{
		{"none of two", nil, ""},
		{"one of two", []string{"s work 3sg present_simple"}, ""},
		{"both", []string{"s work 3sg present_simple", "s go 3sg present_simple"}, spanish},
		{"both, in another order and by another form", []string{"s goes 3sg present_simple", "s worked 3sg present_simple"}, spanish},
		{"one in another tense", []string{"s work 3sg present_simple", "s go 3sg past_simple"}, ""},
		{"one in another person", []string{"s work 3sg present_simple", "s go 1sg present_simple"}, ""},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			a := s.Answers(play(t, r, append(row.calls, "c work 3sg present_simple", "c go 3sg present_simple")...))
			require.NotNil(t, a.Clean)
			assert.Equal(t, row.gloss, a.Clean.Gloss)
		})
	}
}

func TestSettle(t *testing.T) {
	a := answer.New("Yesterday he eated an apple that she was washing.").Answers(play(t, registry(t), "l eat", "c eat 3sg past_simple"))
	ate := a.Fixed[0].Corrected
	looked, conjugated := a.Fixed[0].Lines[0], a.Fixed[0].Lines[1]
	rows := []struct {
		claim     string
		corrected *string
		inScope   bool
		given     []string
		want      []string
	}{
		{"what is in order stays", &ate, true, []string{looked, conjugated}, []string{looked, conjugated}},
		{"order, repetition and gaps are mended", &ate, true, []string{conjugated, looked, looked}, []string{looked, conjugated}},
		{"what nobody saw is dropped", &ate, true, []string{looked, "It is late."}, []string{looked, conjugated}},
		{"a reason stands alone", nil, false, []string{answer.ReasonLine("undecided")}, []string{answer.ReasonLine("undecided")}},
		{"what is not of the schema is left alone", nil, true, []string{"hm"}, []string{"hm"}},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			assert.Equal(t, row.want, a.CompleteRationale(row.corrected, row.inScope, row.given))
		})
	}
}

func TestDomain(t *testing.T) {
	rows := []struct {
		claim, sentence string
		answered        []string
		tool            sentence.Tool
		want            string // verbs / persons / tenses / subjects; "" where nothing is left
	}{
		{"the verb's infinitive, the person of its subject, its tense", "He goed to school.", nil, sentence.Conjugate,
			"go / 3sg / past_simple / "},
		{"the finite word and its subject", "He go to school.", nil, sentence.Agreement, "go /  /  / He"},
		{"the verb", "He goed to school.", nil, sentence.Lookup, "go /  /  / "},
		{"no past for a present", "He go to school.", nil, sentence.Lookup, ""},
		{"but beside a time", "Yesterday he go to school.", nil, sentence.Lookup, "go /  /  / "},
		{"an -ing form is in its own tense", "I moving to London.", nil, sentence.Conjugate, "move / 1sg / present_continuous / "},
		{"a verb is in its auxiliary's tense", "They has went home.", nil, sentence.Conjugate, "go / 3pl / present_perfect / "},
		{"or in another verb's", "He sings and she will goes.", nil, sentence.Conjugate, "sing go / 3sg / present_simple future_simple / "},
		{"or in that of a time", "He comes tomorrow.", nil, sentence.Conjugate, "come / 3sg / present_simple future_simple / "},
		{"have where of stands for it", "You could of.", nil, sentence.Lookup, "have /  /  / "},
		{"what stands before the verb, and is of its subject's person", "The list of items are long.", nil, sentence.Agreement,
			"are /  /  / The list of items, list of items"},
		{"and after it in a question", "Are the boy here?", nil, sentence.Agreement, "are /  /  / the boy, the boy here"},
		{"and after there", "There is ideas.", nil, sentence.Agreement, "is /  /  / ideas"},
		{"no subject begins with a preposition", "He laughs at babies who are born.", []string{"c laugh 3sg present_simple"},
			sentence.Agreement, "are /  /  / babies who"},
		{"nor ends with a conjunction", "He sings and goes home.", []string{"c sing 3sg present_simple"}, sentence.Agreement, "goes /  /  / He"},
		{"nobody asks about a verb whose form is free", "I suggested she consider it.", []string{"c suggest 1sg past_simple"},
			sentence.Conjugate, ""},
		{"a misspelling is of the form that it is near", "She never bough fresh herbs.", nil, sentence.Conjugate, "buy / 3sg / past_simple / "},
		{"now rules out no present", "Now he knows it.", nil, sentence.Conjugate, "know / 3sg / present_simple / "},
		{"a modal agrees with everyone", "She can swim.", nil, sentence.Agreement, ""},
		{"where no verb is found there is nothing to ask", "Good morning!", nil, sentence.Lookup, ""},
		{"nor to conjugate", "Good morning!", nil, sentence.Conjugate, ""},
		{"while a verb waits, only what is about it", "He go home and she cook.", []string{"c go 3sg present_simple"},
			sentence.Conjugate, "cook / 3sg / present_simple / "},
		{"then anything", "Yesterday he go home and she cook.", []string{"l go", "c cook 3sg present_simple"}, sentence.Conjugate,
			"go / 3sg / past_simple / "},
		{"a past agrees with everyone", "He goed to school.", nil, sentence.Agreement, ""},
		{"but be", "They was tired.", nil, sentence.Agreement, "was /  /  / They"},
		{"nothing is asked twice", "He goed to school.", []string{"c goed 3sg past_simple"}, sentence.Conjugate, ""},
		{"and what is left keeps its arguments", "He go home and she cook.", []string{"c go 3sg present_simple", "l swim"},
			sentence.Conjugate, "cook / 3sg / present_simple / "},
	}
	r := registry(t)
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			var verbs, persons, tenses, subjects []string
			for _, c := range answer.New(row.sentence).RemainingCalls(play(t, r, row.answered...)) {
				if c.Tool == row.tool {
					verbs, subjects = append(verbs, c.Verb), append(subjects, c.Subject)
					persons, tenses = append(persons, string(c.Person)), append(tenses, string(c.Tense))
				}
			}
			got := strings.Join([]string{each(verbs, " "), each(persons, " "), each(tenses, " "), each(subjects, ", ")}, " / ")
			assert.Equal(t, strings.Trim(row.want, " /"), strings.Trim(got, " /"))
		})
	}
}

// each joins what is in list, each once.
func each(list []string, by string) string {
	var some []string
	for _, v := range list {
		if v != "" && !slices.Contains(some, v) {
			some = append(some, v)
		}
	}
	return strings.Join(some, by)
}

// Of all arguments that are made of those of the calls left, those can be written that are a call.
func TestArguments(t *testing.T) {
	r := registry(t)
	products, calls := 0, 0
	for _, row := range []struct {
		sentence string
		answered []string
	}{
		{"He gets up, has breakfast and goes to work.", nil},
		{"He gets up, has breakfast and goes to work.", []string{"c get 3sg present_simple"}},
		{"He comes tomorrow, and the dogs in the garden barks.", nil},
		{"Yesterday he go home and we was tired.", []string{"c go 3sg past_simple"}},
		{"The list of items are long, but they has gone.", nil},
	} {
		left := answer.New(row.sentence).RemainingCalls(play(t, r, row.answered...))
		for _, tool := range []sentence.Tool{sentence.Conjugate, sentence.Agreement, sentence.Lookup} {
			asked, _ := r.Lookup(string(tool))
			args := asked.Schema()
			narrow, ok := answer.Arguments(args, tool, left)
			own := slices.DeleteFunc(slices.Clone(left), func(c sentence.Call) bool { return c.Tool != tool })
			require.Equal(t, len(own) > 0, ok)
			if !ok {
				continue
			}
			g, err := grammar.Compile(t.Context(), narrow.JSON(), grammar.Options{})
			require.NoError(t, err)
			for _, person := range own {
				for _, tense := range own {
					for _, about := range own {
						for _, subject := range own {
							c := sentence.Call{Tool: tool, Verb: about.Verb, Person: person.Person, Tense: tense.Tense, Subject: subject.Subject}
							products++
							legal := slices.Contains(own, c)
							calls += btoi(legal)
							assert.Equal(t, legal, g.Check(t.Context(), written(t, args, c)) == nil, "%s: %+v", row.sentence, c)
						}
					}
				}
			}
		}
	}
	assert.Greater(t, products, calls, "some are no call")
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// written writes the arguments that a tool takes.
func written(t *testing.T, args grammar.Schema, c sentence.Call) []byte {
	object := map[string]string{}
	for _, p := range args.Properties {
		object[p.Name] = map[string]string{"person": string(c.Person), "subject": c.Subject, "tense": string(c.Tense), "verb": c.Verb}[p.Name]
	}
	text, err := json.Marshal(object) // in alphabetical order, as the schema
	require.NoError(t, err)
	return text
}
