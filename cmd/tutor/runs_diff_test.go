package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRunsAreCompared(t *testing.T) {
	s := newStage(t)
	log := s.logged("He goed.", "He goed.")
	s.exec("--quiet", "--model", s.script(lookUp, right), "--log", log, "He goed.")
	code, stdout, stderr := s.exec("runs", "diff", log+":1", log+":2")
	assert.Zero(t, code)
	assert.Empty(t, stdout)
	assert.Equal(t, "They did the same.\n", stderr)
	code, stdout, stderr = s.exec("runs", "diff", log+":1", log+":3")
	assert.Equal(t, 3, code)
	assert.Empty(t, stderr)
	assert.Equal(t, `--- IDENTITY rules react
+++ IDENTITY script react
@@ -1,10 +1,7 @@
 He goed.
-thought: goed may be a form of go
+thought: goed?
 lookup_irregular_verb {"verb":"go"}
 = {"infinitive":"go","is_irregular":true,"known":true,"past_participle":"gone","past_simple":"went"}
-thought: the Spanish of go
-lookup_spanish {"person":"3sg","tense":"past_simple","verb":"go"}
-= {"form":"fue","infinitive":"ir","note":null}
-thought: the tools returned the right words
-final_answer {"corrected":"He went.","in_scope":true,"rationale":["go is irregular: go, went, gone. `+
		`[lookup_irregular_verb]"],"spanish_gloss":"Él fue."}
+thought: fine
+final_answer {"corrected":null,"in_scope":true,"rationale":["she is"],"spanish_gloss":null}
 final
`, anonymous(stdout))
}
