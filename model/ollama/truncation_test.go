package ollama

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/model"
)

func TestACutPromptIsAFault(t *testing.T) {
	f := &fakeServer{chat: lines(textLine(`{"word":"no"}`), strings.Replace(doneLine, `"prompt_eval_count":7`, `"prompt_eval_count":8192`, 1))}
	reply, err := model.Collect(f.model(t).Generate(t.Context(), hello()))
	assert.Empty(t, reply.Finish, "the end mark is not given")
	assert.ErrorContains(t, err, "has cut the prompt without telling (the prompt fills the context of 8192 tokens to the last)")

	f.version = "0.30.0"
	_, err = model.Collect(f.model(t).Generate(t.Context(), hello()))
	assert.NoError(t, err, "this release counts otherwise, so its count says nothing")
}

// A server that knows no shift:false drops the oldest half of a full context and writes on.
func TestAContextThatSlidIsAFault(t *testing.T) {
	for output, cut := range map[int]bool{8192 - 7 + rounding: false, 8192 - 7 + rounding + 1: true} {
		f := &fakeServer{chat: lines(textLine("x"), ended("stop", 7, output))}
		_, err := model.Collect(f.model(t).Generate(t.Context(), hello()))
		assert.Equal(t, cut, err != nil, "%d tokens: %v", output, err)
		if cut {
			assert.ErrorContains(t, err, "wrote on when the context of 8192 tokens was full")
		}
	}
}
