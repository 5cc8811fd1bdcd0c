package web

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLinesOfTwoRuns(t *testing.T) {
	rows := []struct{ claim, a, b, want string }{
		{"the same", "a b", "a b", "a=a b=b"},
		{"one more", "a b", "a x b", "a=a /x b=b"},
		{"one less", "a x b", "a b", "a=a x/ b=b"},
		{"others at the same place", "a x y b", "a z b", "a=a x/z y/ b=b"},
		{"others at the end", "a", "b c", "a/b /c"},
		{"nothing", "", "a", "/a"},
		{"many", "x " + strings.Repeat("a ", 5000), "", "x/ " + strings.Repeat("a/ ", 5000)},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			var got []string
			for _, l := range besides(strings.Fields(row.a), strings.Fields(row.b)) {
				got = append(got, l.A+map[bool]string{true: "=", false: "/"}[l.Same]+l.B)
			}
			assert.Equal(t, strings.Fields(row.want), got)
		})
	}
}
