package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// A mark at the end of a full row stands in that row: a terminal would break it onto the next one.
func TestAMarkStaysInItsRow(t *testing.T) {
	for n := 36; n <= 41; n++ {
		text := strings.Repeat("x", n-12) + " and to home"
		all := rows([]piece{{text: text}, {changed: true, note: "left out: to"}}, 40)
		for _, r := range all {
			for _, line := range r.lines(40) {
				assert.LessOrEqual(t, cli.Cells(line), 40, "%d: %q", n, line)
			}
		}
		assert.Contains(t, strings.Join(all[len(all)-1].lines(40), "\n"), "^", n)
	}
}
