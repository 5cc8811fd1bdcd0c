package toolset_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
	"github.com/shortleash/shortleash/tutor/toolset"
)

func registry(t testing.TB, o toolset.Options) *tools.Registry {
	t.Helper()
	list, err := toolset.Tools(o)
	require.NoError(t, err)
	r, err := tools.NewRegistry(list...)
	require.NoError(t, err)
	return r
}

// The five tenses are all that a model is offered, unless it may take any: prompts and the small network
// were made with the five.
func TestConjugateTakesAllTensesOnlyWhereItIsAskedTo(t *testing.T) {
	call := tools.Call{Tool: "conjugate", Args: json.RawMessage(`{"person":"3sg","tense":"past_perfect","verb":"goed"}`)}
	o := registry(t, toolset.Options{}).Call(t.Context(), call)
	require.NotNil(t, o.Error)
	o = registry(t, toolset.Options{AllForms: true}).Call(t.Context(), call)
	require.Nil(t, o.Error)
	assert.JSONEq(t, `{"form":"had gone","known":true,"negative":"hadn't gone","question":"had _ gone","variants":[]}`, string(o.Output))
}

// So it is with the list of all forms.
func TestLookupListsAllFormsOnlyWhereItIsAskedTo(t *testing.T) {
	for verb, want := range map[string]string{
		"goed": `{"forms":["go","goes","went","gone","going"],"infinitive":"go","is_irregular":true,"known":true,` +
			`"past_participle":"gone","past_simple":"went"}`,
		"is": `{"forms":["be","am","are","is","was","were","been","being"],"infinitive":"be","is_irregular":true,` +
			`"known":true,"past_participle":"been","past_simple":"was"}`,
		"stoped": `{"forms":["stop","stops","stopped","stopping"],"infinitive":"stop","is_irregular":false,"known":true,` +
			`"past_participle":"stopped","past_simple":"stopped"}`,
	} {
		call := tools.Call{Tool: "lookup_irregular_verb", Args: json.RawMessage(`{"verb":"` + verb + `"}`)}
		o := registry(t, toolset.Options{AllForms: true}).Call(t.Context(), call)
		require.Nil(t, o.Error)
		assert.Equal(t, want, string(o.Output))
		o = registry(t, toolset.Options{}).Call(t.Context(), call)
		assert.NotContains(t, string(o.Output), "forms")
	}
}

func TestTools(t *testing.T) {
	r := registry(t, toolset.Options{})
	for _, row := range []struct{ claim, tool, args, want string }{
		{"an irregular past", "conjugate", `{"person":"3sg","tense":"past_simple","verb":"go"}`,
			`{"form":"went","known":true,"negative":"didn't go","question":"did _ go","variants":[]}`},
		{"the infinitive is found from any form", "conjugate", `{"person":"3pl","tense":"present_perfect","verb":"goed"}`,
			`{"form":"have gone","known":true,"negative":"haven't gone","question":"have _ gone","variants":[]}`},
		{"be has its own forms", "conjugate", `{"person":"1sg","tense":"present_continuous","verb":"are"}`,
			`{"form":"am being","known":true,"negative":"am not being","question":"am _ being","variants":[]}`},
		{"an unknown word gets the regular rules", "conjugate", `{"person":"3sg","tense":"past_simple","verb":"snorate"}`,
			`{"form":"snorated","known":false,"negative":"didn't snorate","question":"did _ snorate","variants":[]}`},
		{"variants are listed", "conjugate", `{"person":"3sg","tense":"past_simple","verb":"learn"}`,
			`{"form":"learned","known":true,"negative":"didn't learn","question":"did _ learn","variants":["learnt"]}`},
		{"the three forms of an over-regularized word", "lookup_irregular_verb", `{"verb":"writed"}`,
			`{"infinitive":"write","is_irregular":true,"known":true,"past_participle":"written","past_simple":"wrote"}`},
		{"and of a misspelled regular one", "lookup_irregular_verb", `{"verb":"stoping"}`,
			`{"infinitive":"stop","is_irregular":false,"known":true,"past_participle":"stopped","past_simple":"stopped"}`},
		{"be", "lookup_irregular_verb", `{"verb":"is"}`,
			`{"infinitive":"be","is_irregular":true,"known":true,"past_participle":"been","past_simple":"was"}`},
		{"the head, not the nearest noun, decides", "check_subject_verb_agreement", `{"subject":"the list of items","verb":"are"}`,
			`{"agrees":false,"expected":"is","head":"list","person":"3sg"}`},
		{"coordinated subjects are plural", "check_subject_verb_agreement", `{"subject":"Ana and I","verb":"was"}`,
			`{"agrees":false,"expected":"were","head":"I","person":"1pl"}`},
		{"a collective takes either number", "check_subject_verb_agreement", `{"subject":"the team","verb":"are"}`,
			`{"agrees":true,"expected":"are","head":"team","person":"3sg"}`},
		{"what agrees is expected", "check_subject_verb_agreement", `{"subject":"She","verb":"is"}`,
			`{"agrees":true,"expected":"is","head":"she","person":"3sg"}`},
		{"a Spanish form", "lookup_spanish", `{"person":"3sg","tense":"past_simple","verb":"go"}`,
			`{"form":"fue","infinitive":"ir","note":null}`},
		{"an unknown verb is a result without one", "lookup_spanish", `{"person":"3sg","tense":"past_simple","verb":"snorate"}`,
			`{"form":null,"infinitive":null,"note":null}`},
	} {
		t.Run(row.claim, func(t *testing.T) {
			o := r.Call(t.Context(), tools.Call{Tool: row.tool, Args: json.RawMessage(row.args)})
			require.Nil(t, o.Error)
			assert.Equal(t, row.want, string(o.Output))
		})
	}
}

func TestErrorsAreRecoverableAndCarryNoForm(t *testing.T) {
	r := registry(t, toolset.Options{})
	for _, row := range []struct{ claim, tool, args, class string }{
		{"an article is no verb", "conjugate", `{"person":"3sg","tense":"past_simple","verb":"the"}`, toolset.ClassNotAVerb},
		{"a noun is none", "lookup_irregular_verb", `{"verb":"school"}`, toolset.ClassNotAVerb},
		{"digits are none", "lookup_spanish", `{"person":"3sg","tense":"past_simple","verb":"42"}`, toolset.ClassNotAVerb},
		{"a tense we do not have", "conjugate", `{"person":"3sg","tense":"past_perfect","verb":"go"}`, tools.ClassBadArgument},
		{"an -ing form agrees with nothing", "check_subject_verb_agreement", `{"subject":"She","verb":"going"}`, toolset.ClassNotFinite},
		{"a subject without a noun", "check_subject_verb_agreement", `{"subject":"quickly","verb":"is"}`, toolset.ClassNoHead},
		{"no verb to agree", "check_subject_verb_agreement", `{"subject":"She","verb":"the"}`, toolset.ClassNotAVerb},
	} {
		t.Run(row.claim, func(t *testing.T) {
			o := r.Call(t.Context(), tools.Call{Tool: row.tool, Args: json.RawMessage(row.args)})
			require.NotNil(t, o.Error, "%s", o.Output)
			assert.Equal(t, row.class, o.Error.Class)
			assert.True(t, o.Error.Recoverable)
		})
	}
}

func TestADialectDecidesWhatIsProposed(t *testing.T) {
	past := func(o toolset.Options) string {
		c, err := toolset.Conjugate(toolset.ConjugateArgs{Person: verb.ThirdSingular, Tense: verb.PastSimple, Verb: "travel"}, o)
		require.NoError(t, err)
		return c.Form
	}
	assert.Equal(t, "traveled", past(toolset.Options{}))
	assert.Equal(t, "travelled", past(toolset.Options{Dialect: verb.British}))
}

// FuzzTools: whatever the words, a call gives an output or a recoverable error, the same each time.
func FuzzTools(f *testing.F) {
	f.Add("the list of items", "are")
	f.Add("", "stoping")
	f.Add("\x00 and I", "é")
	r := registry(f, toolset.Options{})
	f.Fuzz(func(t *testing.T, subject, word string) {
		for _, call := range []struct {
			tool string
			args any
		}{
			{"conjugate", toolset.ConjugateArgs{Person: verb.FirstPlural, Tense: verb.PresentContinuous, Verb: word}},
			{"lookup_irregular_verb", toolset.LookupArgs{Verb: word}},
			{"check_subject_verb_agreement", toolset.AgreementArgs{Subject: subject, Verb: word}},
			{"lookup_spanish", toolset.ConjugateArgs{Person: verb.SecondPlural, Tense: verb.FutureSimple, Verb: word}},
		} {
			args, err := json.Marshal(call.args)
			require.NoError(t, err)
			once := r.Call(t.Context(), tools.Call{Tool: call.tool, Args: args})
			if once.Error != nil {
				require.True(t, once.Error.Recoverable, "%s %s: %v", call.tool, args, once.Error)
			}
			require.Equal(t, once, r.Call(t.Context(), tools.Call{Tool: call.tool, Args: args}))
		}
	})
}

// The parser asks for nothing that the tools do not accept.
func TestTheLimitsOfArgumentsAreThoseOfThePackageSentence(t *testing.T) {
	list, err := toolset.Tools(toolset.Options{})
	require.NoError(t, err)
	for _, tool := range list {
		for name, want := range map[string]int{"verb": sentence.MaxVerb, "subject": sentence.MaxSubject} {
			if argument, ok := tool.Schema().Property(name); ok {
				assert.Equal(t, want, argument.MaxLength, "%s of %s", name, tool.Name())
			}
		}
	}
}

func ExampleTools() {
	list, err := toolset.Tools(toolset.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range list {
		fmt.Println(t.Name())
	}
	// Output:
	// lookup_irregular_verb
	// conjugate
	// check_subject_verb_agreement
	// lookup_spanish
}
