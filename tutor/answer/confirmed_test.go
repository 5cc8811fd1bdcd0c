package answer

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// A wording unlike right ones is named where nothing else is: not beside a pattern, a correction or a reason.
func TestUnknownWording(t *testing.T) {
	const unlike = string(sentence.UnknownWording)
	assert.Equal(t, []string{unlike}, New("We enjoyed the wedding lot.").Unjudged())
	assert.Empty(t, New("We enjoyed the wedding.").Unjudged())
	for _, text := range []string{
		"I dominate English very lot.",       // a pattern
		"Yesterday we goed the wedding lot.", // corrected
		"We enjoyed very much the wedding.",  // the order of words
		"Wedding lot the.",                   // no sentence
	} {
		assert.NotContains(t, New(text).Unjudged(), unlike, text)
	}
}
