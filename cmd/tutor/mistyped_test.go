package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAMistypedCommandIsNoSentence(t *testing.T) {
	for _, row := range []struct {
		args []string
		says string // "" is judged
	}{
		{[]string{"bacth"}, "there is no command bacth; did you mean  tutor batch?\nTo have it judged as a sentence:  tutor \"bacth.\""},
		{[]string{"doctr"}, "there is no command doctr; did you mean  tutor doctor?\nTo have it judged as a sentence:  tutor \"doctr.\""},
		{[]string{"modles", "pull"}, "there is no command modles; did you mean  tutor models?\nTo have it judged as a sentence:  tutor \"modles pull.\""},
		{[]string{"Rule"}, ""},
		{[]string{"bacth."}, ""},
		{[]string{"he goed"}, ""},
		{[]string{"he", "goed"}, ""},
		{[]string{"chats", "are", "fun"}, ""},
	} {
		code, _, stderr := newStage(t).exec(append([]string{"--model", "rules", "--quiet"}, row.args...)...)
		if row.says == "" {
			assert.Zero(t, code, "%v: %s", row.args, stderr)
			continue
		}
		assert.Equal(t, 2, code)
		assert.Equal(t, "tutor: "+row.says+"\n", stderr)
	}
}

func TestAFlagThatDoesNothingIsRefused(t *testing.T) {
	for _, row := range []struct {
		args []string
		says string
	}{
		{[]string{"batch", "in", "-o", "out", "--hint"}, "--hint does nothing for tutor batch; leave it out"},
		{[]string{"eval", "suite", "--log", "x"}, "--log does nothing for tutor eval; leave it out"},
		{[]string{"doctor", "--planner", "plan-act"}, "--planner does nothing for tutor doctor; leave it out"},
		{[]string{"models", "pull", "x", "--trace"}, "--trace does nothing for tutor models pull; leave it out"},
		{[]string{"conjugate", "go", "--model", "rules"}, "--model does nothing for tutor conjugate; leave it out"},
		{[]string{"version", "--steps", "3"}, "--steps does nothing for tutor version; leave it out"},
	} {
		code, stdout, stderr := newStage(t).exec(row.args...)
		assert.Equal(t, 2, code)
		assert.Empty(t, stdout)
		assert.Equal(t, "tutor: "+row.says+"\n", stderr)
	}
	s := newStage(t)
	s.env["TUTOR_MODEL"], s.env["TUTOR_STEPS"] = "rules", "3"
	code, _, stderr := s.exec("conjugate", "go")
	assert.Zero(t, code, "a variable is for all commands: %s", stderr)
}

func TestTheNameOfAFileIsNoSentence(t *testing.T) {
	s := newStage(t)
	file := s.file("my essay.txt", "He goed.\n")
	code, _, stderr := s.exec("--model", "rules", "--quiet", file)
	assert.Zero(t, code, "a name with a blank may be a sentence: %s", stderr)
	file = s.file("essay.txt", "He goed.\n")
	code, stdout, stderr := s.exec("--model", "rules", "--quiet", file)
	assert.Equal(t, 2, code)
	assert.Empty(t, stdout)
	assert.Equal(t, "tutor: DIR/essay.txt is a file. To have its sentences corrected:  tutor batch DIR/essay.txt -o OUT\n"+
		"One by one, as text:  tutor < DIR/essay.txt\n", stderr)
	code, _, _ = s.exec("--model", "rules", "--quiet", "nothing.txt")
	assert.Zero(t, code, "what is no file is judged")
}
