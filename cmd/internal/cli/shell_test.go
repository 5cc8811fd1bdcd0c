package cli

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRoff(t *testing.T) {
	assert.Equal(t, `\[u2026]`, roff("…"))
	assert.Equal(t, "\\&.x\n\\&'y\n\\ez\\-", roff(".x\n'y\n\\z-"))
}
