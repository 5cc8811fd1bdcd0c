package tutor_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/answer"
)

func observation(tool, args, output string) answer.Observation {
	return answer.Observation{Tool: tool, Args: json.RawMessage(args), Output: json.RawMessage(output)}
}

var (
	went = observation("conjugate", `{"person":"3sg","tense":"past_simple","verb":"go"}`,
		`{"form":"went","negative":"didn't go","question":"did _ go","variants":[]}`)
	goes = observation("conjugate", `{"person":"3sg","tense":"present_simple","verb":"go"}`,
		`{"form":"goes","negative":"doesn't go","question":"does _ go","variants":[]}`)
	cooks = observation("conjugate", `{"person":"3sg","tense":"present_simple","verb":"cook"}`,
		`{"form":"cooks","negative":"doesn't cook","question":"does _ cook","variants":[]}`)
	has = observation("conjugate", `{"person":"3sg","tense":"present_perfect","verb":"go"}`,
		`{"form":"has gone","negative":"hasn't gone","question":"has _ gone","variants":[]}`)
	going = observation("conjugate", `{"person":"3sg","tense":"present_continuous","verb":"go"}`,
		`{"form":"is going","negative":"isn't going","question":"is _ going","variants":[]}`)
	parts = observation("lookup_irregular_verb", `{"verb":"go"}`,
		`{"infinitive":"go","is_irregular":true,"known":true,"past_participle":"gone","past_simple":"went"}`)
	were = observation("check_subject_verb_agreement", `{"subject":"Ana and I","verb":"was"}`,
		`{"agrees":false,"expected":"were","head":"I","person":"1pl"}`)
	fue = observation("lookup_spanish", `{"person":"3sg","tense":"past_simple","verb":"go"}`,
		`{"form":"fue","infinitive":"ir","note":null}`)
	failed = observation("lookup_irregular_verb", `{"verb":"go"}`, `{"error":{"message":"went"}}`)
)

func TestCheck(t *testing.T) {
	one := func(o ...answer.Observation) []answer.Observation { return o }
	rows := []struct {
		claim, was, now string
		observations    []answer.Observation
		ok              bool
	}{
		{"a form that a tool returned", "He goed home.", "He went home.", one(went), true},
		{"the same form of another tool", "He goed home.", "He went home.", one(parts), true},
		{"a form of a negative", "He don't go home.", "He doesn't go home.", one(goes), true},
		{"an auxiliary with its main verb", "He go home.", "He has gone home.", one(has), true},
		{"a contracted auxiliary", "He've gone home.", "He's gone home.", one(has), true},
		{"the other apostrophe", "He’ve gone home.", "He’s gone home.", one(has), true},
		{"no becomes don't", "He no go home.", "He doesn't go home.", one(goes), true},
		{"an auxiliary before the subject, and its capital", "He go home?", "Does he go home?", one(goes), true},
		{"to goes", "He can to go.", "He can go.", one(parts), true},
		{"to comes before an infinitive", "He wants go.", "He wants to go.", one(parts), true},
		{"to goes, and -ing comes", "It is worth to go.", "It is worth going.", one(going), true},
		{"of becomes have", "He could of went.", "He could have gone.", one(parts), true},
		{"an auxiliary in one piece", "He doesnt go.", "He doesn't go.", one(goes), true},
		{"agreement", "Ana and I was tired.", "Ana and I were tired.", one(were), true},
		{"two groups, each with its own", "He go and she cook.", "He goes and she cooks.", one(goes, cooks), true},
		{"space stays as it is", "He  goed\thome.", "He  went\thome.", one(went), true},

		{"to comes before another word", "He goed home.", "He went to home.", one(parts), false},
		{"to comes with a form that is no infinitive", "He wants went.", "He wants to went.", one(went), false},
		{"a form that no tool returned", "He goed home.", "He traveled home.", one(went), false},
		{"a form of the verb that was not returned", "He goed home.", "He gone home.", one(went), false},
		{"the form of another verb", "He go and she cook.", "He goes and she goes.", one(goes), false},
		{"nothing was looked up", "He goed home.", "He went home.", nil, false},
		{"an error's words are no forms", "He goed home.", "He went home.", one(failed), false},
		{"a Spanish form", "He goed home.", "He fue home.", one(fue), false},
		{"a word of the sentence's own goes", "He goed straight home.", "He went home.", one(went), false},
		{"a word of its own comes", "He goed to school.", "He went to the school.", one(went), false},
		{"words change places", "He goed to my school.", "My school he went to.", one(went), false},
		{"a mark goes", "He goed home.", "He went home", one(went), false},
		{"a mark changes", "He goed home.", "He went home!", one(went), false},
		{"a capital of another word changes", "He goed Home.", "He went Homes.", one(went), false},
		{"words run together", "He goed home.", "Hewent home.", one(went), false},
		{"space changes", "He  goed home.", "He goed  home.", one(went), false},
		{"nothing changes", "He goed home.", "He goed home.", one(went), false},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			err := tutor.Check(row.was, row.now, row.observations)
			assert.Equal(t, row.ok, err == nil, "%v", err)
		})
	}
}
