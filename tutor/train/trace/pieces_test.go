package trace

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/tutor/weights"
)

// The ids are part of a file of weights: new traces would not fit the released one.
func TestThePiecesAreThoseOfTheReleasedWeights(t *testing.T) {
	assert.Equal(t, weights.Tokenizer().Pieces(), Tokenizer().Pieces())
	assert.Equal(t, "0f585ebf279b12ec468f3bb6ec2e5ecb128179aa72e6fc1fae89322fb062698a", Tokenizer().PiecesHash())
}
