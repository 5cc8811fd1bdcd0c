package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheSecondReadingIsInThePast(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a missing -s may be a past", "He go to school.", "He went to school."},
		{"other errors are mended as well", "He go home and they was glad.", "He went home and they were glad."},
		{"an expression of time decides", "Yesterday he go to school.", ""},
		{"an ending decides", "They goes to school.", ""},
		{"an auxiliary decides", "She don't like it.", ""},
		{"right groups have none", "He goes to school.", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, call, ok := Analyze(tt.text).PastAlternative(0)
			assert.Equal(t, tt.want, text)
			assert.Equal(t, tt.want != "", ok)
			assert.Equal(t, ok, call.Tool == Conjugate)
		})
	}
}
