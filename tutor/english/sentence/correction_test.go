package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What is mended, and what looks like it and stays.
func TestCorrections(t *testing.T) {
	for _, tt := range []struct{ name, input, want string }{
		{"now, at the beginning", "Right now my father cooks dinner.", "Right now my father is cooking dinner."},
		{"now, and a habit", "Right now I cook every night.", "Right now I cook every night."},
		{"a verb that is what one likes", "She likes fish a lot.", "She likes fish a lot."},
		{"a verb that is none", "She likes cook a lot.", "She likes to cook a lot."},
		{"to be and a base form", "The jeans need to be wash.", "The jeans need to be washed."},
		{"to be and a noun", "The jeans need to be art.", "The jeans need to be art."},
		{"a machine that works", "Neither of the lifts is work.", "Neither of the lifts is working."},
		{"work in progress", "Our system is work in progress.", "Our system is work in progress."},
		{"an adjective after its noun", "The people responsible have left.", "The people responsible have left."},
		{"a job without its article", "Her husband is engineer in a factory.", "Her husband is engineer in a factory."},
	} {
		t.Run(tt.name, func(t *testing.T) { assert.Equal(t, tt.want, Correct(tt.input)) })
	}
}
