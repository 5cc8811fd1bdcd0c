package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEvalShowsWhatWentWrong(t *testing.T) {
	s := newStage(t)
	suite := s.file("mine.jsonl", `{"id":"a1","input":"He goed home.","accept":["He walked home."],"clean":false,"detect_only":false}`+"\n"+
		`{"id":"a2","input":"She have it.","accept":[],"clean":true,"detect_only":false}`+"\n"+
		`{"id":"a3","input":"He goed.","accept":["He went."],"clean":false,"detect_only":false}`+"\n"+
		`{"id":"a4","input":"She likes <b>.","accept":["She liked <i>."],"clean":false,"detect_only":false}`+"\n")
	code, stdout, stderr := s.exec("eval", suite, "--models", "rules", "--quiet", "--show-misses", "2")
	assert.Zero(t, code)
	assert.Contains(t, stdout, "mine")
	assert.Equal(
		t, "rules · react: mine a1\n  sentence: He goed home.\n  wanted:   He walked home.\n  got:      He went home.  [INFL-OVERREG]\n"+
			"    1  goed may be a form of go\n       lookup_irregular_verb {\"verb\":\"go\"}\n"+
			`       = {"infinitive":"go","is_irregular":true,"known":true,"past_participle":"gone","past_simple":"went"}`+"\n"+
			"    2  the Spanish of go\n       lookup_spanish {\"person\":\"3sg\",\"tense\":\"past_simple\",\"verb\":\"go\"}\n"+
			`       = {"form":"fue","infinitive":"ir","note":null}`+"\n"+
			"    3  the tools returned the right words\n"+
			`       final_answer {"corrected":"He went home.","in_scope":true,"rationale":["go is irregular: go, went, gone. `+
			`[lookup_irregular_verb]"],"spanish_gloss":"Él fue a casa."}`+"\n"+
			"  again:    tutor --trace --model rules --planner react 'He goed home.'\n"+
			"rules · react: mine a2\n  sentence: She have it.\n  wanted:   that nothing is changed\n  got:      She has it.  [SVA-PRON]\n"+
			"    1  She is 3sg, and there is have\n"+
			`       conjugate {"person":"3sg","tense":"present_simple","verb":"have"}`+"\n"+
			`       = {"form":"has","known":true,"negative":"doesn't have","question":"does _ have","variants":[]}`+"\n"+
			"    2  the tools returned the right words\n"+
			`       final_answer {"corrected":"She has it.","in_scope":true,"rationale":["present_simple, 3sg of have: has, `+
			`not have. [conjugate]"],"spanish_gloss":null}`+"\n"+
			"  again:    tutor --trace --model rules --planner react 'She have it.'\n"+
			"rules · react: mine: 1 more\n", stderr)
}

func TestEvalComparesTheRungsOfAnAblation(t *testing.T) {
	s := newStage(t)
	suite := s.file("a-suite-with-a-very-long-name.jsonl",
		`{"id":"a","input":"He goed.","accept":["He went."],"clean":false,"detect_only":false}`+"\n")
	code, stdout, _ := s.exec("eval", suite, "--models", "rules", "--quiet", "--ablation")
	assert.Zero(t, code)
	assert.Contains(t, stdout, "The leash in parts\n")
	assert.Contains(t, stdout, "\na-suite-with-a-very-long-name no leash              1/1 100.0          -\n", "labels are not cut")
	assert.Contains(t, stdout, "\na-suite-with-a-very-long-name + grounding           1/1 100.0          -  the same\n")
}
