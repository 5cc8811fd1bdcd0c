package didyoumean

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOf(t *testing.T) {
	names := []string{"ollama", "rules", "Random", "host", "log"}
	for _, row := range []struct{ claim, word, want string }{
		{"a letter left out", "olama", "ollama"},
		{"two letters wrong", "rulen", "rules"},
		{"three letters wrong are another name", "obbbma", ""},
		{"capitals do not count on either side", "RANDOM", "Random"},
		{"the name itself", "host", "host"},
		{"half of a short word may be wrong", "lo", "log"},
		{"more than half may not", "g", ""},
		{"nothing is near nothing", "", ""},
	} {
		assert.Equal(t, row.want, Of(row.word, names), "%s: Of(%q)", row.claim, row.word)
	}
	assert.Equal(t, "ab", Of("aa", []string{"ab", "ac"}), "the first of equally near ones")
}

func ExampleOf() {
	fmt.Println(Of("olama", []string{"ollama", "rules"}))
	// Output: ollama
}

func TestDistance(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "adc", 1}, {"abc", "bc", 1}, {"kitten", "sitting", 3}} {
		assert.Equal(t, row.want, distance(row.a, row.b), "distance(%q, %q)", row.a, row.b)
		assert.Equal(t, row.want, distance(row.b, row.a), "distance(%q, %q)", row.b, row.a)
	}
}
