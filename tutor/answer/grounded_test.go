package answer_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/answer/answertest"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/toolset"
)

var (
	groundedStates  = flag.Int("grounded-states", 60, "after how many random calls answers are drawn")
	groundedSamples = flag.Int("grounded-samples", 10, "how many answers are drawn each time")
)

// allTenses returns the tools as the grounded length has them.
func allTenses(t testing.TB) *tools.Registry {
	four, err := toolset.Tools(toolset.Options{AllForms: true})
	require.NoError(t, err)
	r, err := tools.NewRegistry(four...)
	require.NoError(t, err)
	return r
}

// What may be answered at the grounded length: the words come from the tools, the choice is the model's.
func TestGroundedCorrections(t *testing.T) {
	rows := []struct {
		claim, sentence string
		calls           string // with semicolons
		may, mustNot    []string
	}{
		{"a form that was returned", "He goed to school.", "c go 3sg past_simple",
			[]string{"He went to school."}, []string{"He goes to school.", "He has gone to school."}},
		{"any form of a verb that was looked up", "He goed to school.", "l go",
			[]string{"He went to school.", "He has gone to school.", "He would have gone to school.", "He goes to school.", "He is going to school."},
			[]string{"He walked to school.", "He went to the school.", "he went to school.", "He goed to school.", "She went to school."}},
		{"a tense that the analysis does not open", "When I was a child I play chess.", "c play 1sg past_simple",
			[]string{"When I was a child I played chess.", "When I was a child I would play chess."}, []string{"When I am a child I play chess."}},
		{"a state verb in the continuous", "I'm hating Mondays.", "c hate 1sg present_simple",
			[]string{"I hate Mondays.", "I don't hate Mondays."}, []string{"I love Mondays."}},
		{"be before another verb", "I am usually wake up early.", "l wake",
			[]string{"I usually wake up early.", "I am usually woken up early."}, []string{"I wake usually up early.", "I usually get up early."}},
		{"an -ing form after a verb", "She enjoys to swim.", "c swim 3sg present_continuous",
			[]string{"She enjoys swimming."}, []string{"She enjoys to swimming the.", "She enjoyed swimming."}},
		{"the past perfect", "She already left when I came.", "c leave 3sg past_perfect",
			[]string{"She had already left when I came."}, []string{"She had already gone when I came."}},
		{"a question without do", "Where you live?", "c live 2sg present_simple",
			[]string{"Where do you live?", "Where did you live?"}, []string{"Where you do the live?", "Do where you live?"}},
		{"a question without a question word", "You like it?", "c like 2sg present_simple",
			[]string{"Do you like it?", "Did you like it?"}, []string{"do you like it?", "Do You like it?"}},
		{"the other side of the subject", "Do your brother like tea?", "c like 3sg present_simple",
			[]string{"Does your brother like tea?", "Did your brother like tea?"}, []string{"Does your sister like tea?"}},
		{"be that is missing", "She happy today.", "c be 3sg present_simple",
			[]string{"She is happy today."}, []string{"She is sad today.", "She happy is being today is."}},
		{"a contraction", "He don't know.", "c know 3sg present_simple",
			[]string{"He doesn't know.", "He does not know.", "He knows."}, []string{"She doesn't know."}},
		{"a helper that is misspelled", "It wasnt my fault.", "a was It",
			[]string{"It wasn't my fault.", "It was not my fault."}, []string{"It wasn't your fault."}},
		{"the apostrophe of the sentence", "He don’t know.", "c know 3sg present_simple",
			[]string{"He doesn’t know."}, []string{"He doesn't know."}},
		{"a form that there is none of cannot stay, if it was looked up", "He goed home and she sing.", "l go; c sing 3sg present_simple",
			[]string{"He went home and she sings."}, []string{"He goed home and she sings.", "He goed home and she sing.", "He went home and she sing."}},
		{"or that alone, if another one was", "He goed home and she sing.", "c sing 3sg present_simple",
			[]string{"He goed home and she sings."}, []string{"He went home and she sing."}},
		{"nor a form that cannot follow its auxiliary", "Peter did went home.", "l go",
			[]string{"Peter did go home.", "Peter went home."}, []string{"Peter did went home.", "Peter has went home."}},
		{"nor after have", "It really has went home.", "l go",
			[]string{"It really has gone home.", "It really went home."}, []string{"It really has went home.", "It really had went home."}},
		{"nor one that the pronoun cannot have, alone", "I think he need time.", "l need",
			[]string{"I think he needed time.", "I think he will need time."}, []string{"I think he need time."}},
		{"a base form may stay behind another auxiliary", "You must not to smoke here.", "l smoke",
			[]string{"You must not smoke here.", "You smoke here."}, nil},
		{"or get the one that it lacks", "We agreed meet at dawn.", "l meet",
			[]string{"We agreed to meet at dawn."}, nil},
		{"nor in a question", "Where did you bought it?", "l buy",
			[]string{"Where did you buy it?"}, []string{"Where did you bought it?"}},
		{"an adverb before a helper stays", "We often does it.", "c do 1pl present_simple",
			[]string{"We often do it.", "We often did it."}, []string{"We're it.", "We do it."}},
		{"a word about which nothing was asked stays", "He go home and she cook.", "c go 3sg present_simple",
			[]string{"He goes home and she cook."}, []string{"He goes home and she cooks."}},
		{"a preposition is no helper", "She is afraid of fly.", "c fly 3sg present_continuous",
			[]string{"She is afraid of flying."}, []string{"She is afraid flying."}},
		{"a verb that is in no table", "He vlog every day.", "c vlog 3sg present_simple",
			[]string{"He vlogs every day."}, []string{"He blogs every day."}},
		{"marks that mean something in an expression", "He (Tom) goed to A.B. [x]*?", "l go",
			[]string{"He (Tom) went to A.B. [x]*?"}, []string{"He (Tom) went to AxB. [x]*?"}},
		{"a first word", "Goes he to school?", "c go 3sg present_simple",
			[]string{"Go he to school?"}, []string{"goes he to school?"}},
	}
	r := allTenses(t)
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			observations := play(t, r, strings.Split(row.calls, "; ")...)
			g := compile(t, answer.New(row.sentence).Grounded(observations).Schema())
			for _, text := range row.may {
				assert.NoError(t, g.Check(t.Context(), correction(t, text)), text)
				assert.NoError(t, answertest.CheckGrounded(row.sentence, text, observations), "the twin: %s", text)
			}
			for _, text := range row.mustNot {
				assert.Error(t, g.Check(t.Context(), correction(t, text)), text)
			}
		})
	}
}

func compile(t testing.TB, s grammar.Schema) *grammar.Grammar {
	g, err := grammar.Compile(t.Context(), s.JSON(), grammar.Options{})
	require.NoError(t, err)
	return g
}

func correction(t testing.TB, text string) []byte {
	quoted, err := tools.Encode(text)
	require.NoError(t, err)
	return []byte(`{"corrected":` + string(quoted) + `,"in_scope":true,"rationale":["so it is"],"spanish_gloss":null}`)
}

// To say that the verbs are right, or that nothing is judged, takes one look; to say that goed is right takes more.
func TestGroundedWithoutACorrection(t *testing.T) {
	const clean = `{"corrected":null,"in_scope":true,"rationale":[],"spanish_gloss":null}`
	outside := func(r sentence.Reason) string {
		return `{"corrected":null,"in_scope":false,"rationale":["` + answer.ReasonLine(r) + `"],"spanish_gloss":null}`
	}
	r := allTenses(t)
	for _, row := range []struct {
		claim, sentence, calls string
		clean, outside         bool
	}{
		{"nothing was looked up", "He went to school.", "", false, false},
		{"one look", "He went to school.", "l go", true, true},
		{"one look at a sentence of two verbs", "He went to school and she sang.", "l go", true, true},
		{"the analysis would rather have another tense", "Yesterday he goes to school.", "l go", true, true},
		{"a form that there is none of", "He goed to school.", "l go", false, true},
		{"a form that the pronoun cannot have", "He don't know.", "l know", false, true},
		{"a form that cannot follow its auxiliary", "Peter did went home.", "l go", false, true},
		{"nor this one", "The package has went into maintenance.", "l go", false, true},
		{"a participle may follow it", "The package has gone into maintenance.", "l go", true, true},
		{"there is nothing to look up", "Hello!", "", true, true},
	} {
		t.Run(row.claim, func(t *testing.T) {
			var observations []answer.Observation
			if row.calls != "" {
				observations = play(t, r, row.calls)
			}
			a := answer.New(row.sentence).Grounded(observations)
			g := compile(t, a.Schema())
			assert.Equal(t, row.clean, g.Check(t.Context(), []byte(clean)) == nil, "clean")
			assert.Equal(t, row.outside, g.Check(t.Context(), []byte(outside(sentence.Request))) == nil, "a reason")
			assert.NoError(t, g.Check(t.Context(), []byte(outside(sentence.Undecided))))
			assert.Equal(t, row.outside, a.Looked)
		})
	}
}

// The Spanish of a verb does not say whether it is right.
func TestSpanishIsNoLookAtAVerb(t *testing.T) {
	s := answer.New("He goed to school and she sang.")
	r := allTenses(t)
	assert.False(t, s.Looked(play(t, r, "s go 3sg past_simple", "l sing")))
	assert.True(t, s.Looked(play(t, r, "l go")))
}

// The rationale is what was observed about the changed words, and one line of the model's.
func TestGroundedRationale(t *testing.T) {
	r := allTenses(t)
	for _, row := range []struct {
		claim, sentence, calls, corrected string
		free                              []string
		want                              []string
	}{
		{"the observations whose words were used, in order", "He goed home and she singed.", "l sing; l go; l be", "He went home and she singed.", nil,
			[]string{"go is irregular: go, went, gone. [lookup_irregular_verb]"}},
		{"then the line of the model", "He goed home.", "l go", "He went home.", []string{"an irregular\n verb"},
			[]string{"go is irregular: go, went, gone. [lookup_irregular_verb]", "an irregular verb"}},
		{"which cites no tool", "He goed home.", "l go", "He went home.", []string{"So says a tool. [conjugate]"},
			[]string{"go is irregular: go, went, gone. [lookup_irregular_verb]", "So says a tool. (conjugate)"}},
		{"words of the closed list rest on the verb beside them", "I am agree.", "c agree 1sg present_simple", "I agree.", nil,
			[]string{"present_simple, 1sg of agree: agree, not am agree. [conjugate]"}},
		{"a right sentence rests on what stands in it", "He went home.", "l go; c go 3sg future_simple", "", nil,
			[]string{"go is irregular: go, went, gone. [lookup_irregular_verb]"}},
	} {
		t.Run(row.claim, func(t *testing.T) {
			o := answer.Object{InScope: true, Rationale: row.free}
			if row.corrected != "" {
				o.Corrected = &row.corrected
			}
			o = answer.New(row.sentence).Grounded(play(t, r, strings.Split(row.calls, "; ")...)).Complete(o)
			assert.Equal(t, row.want, o.Rationale)
		})
	}
}

// What the analysis sees as right and the model changed is in dispute; what it has no opinion on is not.
func TestDisputes(t *testing.T) {
	for _, row := range []struct {
		sentence, corrected string
		want                bool
	}{
		{"He goes to school.", "He went to school.", true},
		{"He goed to school.", "He went to school.", false},
		{"He goed to school and she sings.", "He went to school and she sings.", false},
		{"He goed to school and she sings.", "He went to school and she sang.", true},
	} {
		assert.Equal(t, row.want, answer.New(row.sentence).Disputes(row.corrected), "%s %s", row.sentence, row.corrected)
	}
}

// Any verb of the sentence in any tense and person may be asked about, and nothing twice.
func TestGroundedArguments(t *testing.T) {
	r := allTenses(t)
	s := answer.New("The works of my brother stoped me.")
	offer := func(tool sentence.Tool, asked ...answer.Observation) (*grammar.Grammar, bool) {
		found, ok := r.Lookup(string(tool))
		require.True(t, ok)
		args, ok := s.GroundedArguments(found.Schema(), tool, asked)
		if !ok {
			return nil, false
		}
		return compile(t, args), true
	}
	legal := func(g *grammar.Grammar, args map[string]string) bool {
		text, err := json.Marshal(args)
		require.NoError(t, err)
		return g.Check(t.Context(), text) == nil
	}
	g, _ := offer(sentence.Lookup)
	for word, want := range map[string]bool{"works": true, "work": true, "stoped": true, "stop": true, "be": true, "brother": false, "the": false, "go": false} {
		assert.Equal(t, want, legal(g, map[string]string{"verb": word}), word)
	}
	stop := map[string]string{"person": "3sg", "tense": "past_perfect", "verb": "stop"}
	g, _ = offer(sentence.Conjugate)
	assert.True(t, legal(g, stop))
	g, _ = offer(sentence.Conjugate, observe(t, r, call(t, "c stoped 3sg past_perfect")))
	assert.False(t, legal(g, stop), "the same call, by another form of the verb")
	stop["person"] = "1pl"
	assert.True(t, legal(g, stop))
	subject := map[string]string{"subject": "The works of my brother", "verb": "stoped"}
	g, _ = offer(sentence.Agreement)
	assert.True(t, legal(g, subject))
	g, _ = offer(sentence.Agreement, observe(t, r, call(t, "a stoped The works of my brother")))
	assert.False(t, legal(g, subject))
	subject["subject"] = "my brother"
	assert.True(t, legal(g, subject))
	subject["subject"] = "my sister"
	assert.False(t, legal(g, subject))
	s = answer.New("Hello!")
	for _, tool := range []sentence.Tool{sentence.Lookup, sentence.Conjugate, sentence.Agreement, sentence.Spanish} {
		_, ok := offer(tool)
		assert.False(t, ok, "%s has nothing to be asked about", tool)
	}
}

// A sentence of forty words with many verbs has a grammar of bounded size, which takes at most four of them.
func TestGroundedBoundsItsEdits(t *testing.T) {
	words := strings.Fields("he goes she sings we walk they talk you read I write it runs who jumps")
	text := "Now " + strings.Join(words, " and ") + "."
	r := allTenses(t)
	var calls []string
	for _, v := range strings.Fields("go sing walk talk read write run jump") {
		calls = append(calls, "c "+v+" 3sg past_simple")
	}
	a := answer.New(text).Grounded(play(t, r, calls...))
	assert.Less(t, len(a.Pattern), 64<<10)
	g := compile(t, a.Schema())
	past := strings.NewReplacer("goes", "went", "sings", "sang", "walk", "walked", "talk", "talked")
	four := past.Replace(text)
	assert.NoError(t, g.Check(t.Context(), correction(t, four)))
	assert.Error(t, g.Check(t.Context(), correction(t, strings.ReplaceAll(four, "write", "wrote"))), "a fifth verb")
	assert.NoError(t, g.Check(t.Context(), correction(t, strings.ReplaceAll(text, "jumps", "jumped"))))
}

// A server holds the corrections of a usual sentence itself: the words, the places, and the forms.
func TestServersHoldGroundedCorrections(t *testing.T) {
	r := allTenses(t)
	for text, calls := range map[string]string{
		"He goed to school.": "l go",
		"Yesterday my sister and I was at the market and buyed some apples.":                   "a was my sister and I; l buy",
		"When I was a child, I live in Madrid and every day I was going to school by the bus.": "c live 1sg past_simple; c go 1sg past_simple; c be 1sg past_simple",
	} {
		e := compile(t, answer.New(text).Grounded(play(t, r, strings.Split(calls, "; ")...)).Schema()).ServerSchema(grammar.Ollama)
		assert.Contains(t, e.Text, `"pattern":`, text)
		for _, lost := range e.Relaxations {
			assert.NotEqual(t, "pattern", lost.Keyword, "%s: %v", text, lost)
		}
	}
}

// Whatever the grammar lets through keeps the promise of the grounded length, as an independent check reads it.
func TestGroundedSamples(t *testing.T) {
	r := allTenses(t)
	dice := rand.New(rand.NewPCG(5, 6))
	corrected, list := 0, sentences(t)
	for n := range *groundedStates {
		text := list[n%len(list)]
		s := answer.New(text)
		var asked []answer.Observation
		for range 4 {
			tool := []sentence.Tool{sentence.Lookup, sentence.Conjugate, sentence.Agreement}[dice.IntN(3)]
			found, _ := r.Lookup(string(tool))
			args, ok := s.GroundedArguments(found.Schema(), tool, asked)
			if !ok {
				continue
			}
			c := tools.Call{Tool: string(tool), Args: compile(t, args).Sample(dice)}
			asked = append(asked, answer.Observation{Tool: c.Tool, Args: c.Args, Output: r.Call(t.Context(), c).Output})
		}
		g := compile(t, s.Grounded(asked).Schema())
		for range *groundedSamples {
			var o answer.Object
			require.NoError(t, json.Unmarshal(g.Sample(dice), &o))
			if o.Corrected != nil && *o.Corrected != text { // the sentence itself is read as right
				corrected++
				require.NoError(t, answertest.CheckGrounded(text, *o.Corrected, asked), "%s → %s", text, *o.Corrected)
			}
		}
	}
	t.Logf("%d answers, %d corrections", *groundedStates**groundedSamples, corrected)
	assert.Greater(t, corrected, *groundedStates**groundedSamples/10)
}

// A correction that is the sentence itself, where the verbs are certainly wrong, decides nothing.
func TestGroundedUnchangedIsUndecided(t *testing.T) {
	const text = "He goed home and she sing."
	g := answer.New(text).Grounded(play(t, allTenses(t), "c sing 3sg present_simple"))
	same, err := answer.ReadObject(text, correction(t, text))
	require.NoError(t, err)
	assert.Equal(t, answer.Object{Rationale: []string{answer.ReasonLine(sentence.Undecided)}}, g.Complete(same))

	const fits = "He went home and she sings."
	g = answer.New(fits).Grounded(play(t, allTenses(t), "c sing 3sg present_simple"))
	same, err = answer.ReadObject(fits, correction(t, fits))
	require.NoError(t, err)
	assert.True(t, g.Complete(same).InScope, "where nothing is certain, it means that the verbs are right")
}
