package jsontext

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestTheSchemaReaderRefusesWhatIsNoJSON(t *testing.T) {
	for _, row := range []struct {
		claim, text string
		ok          bool
	}{
		{"white space around it", " \t\r\n{ \"a\" : [ 1 , -0.5e+3 ] } ", true},
		{"escapes", `"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00"`, true},
		{"half a surrogate pair", `"\ud83d"`, false},
		{"a pair the wrong way round", `"\ude00\ud83d"`, false},
		{"a leading zero", `01`, false},
		{"a point without digits", `1.`, false},
		{"an exponent without digits", `1e`, false},
		{"a plus", `+1`, false},
		{"a trailing comma", `[1,]`, false},
		{"a missing comma", `[1 2]`, false},
		{"a raw line feed in a string", "\"\n\"", false},
		{"a string without end", `"a`, false},
		{"a word cut short", `tru`, false},
		{"a second value", `1 1`, false},
		{"invalid UTF-8", "\"\xff\"", false},
		{"as deep as may be", strings.Repeat("[", MaxDepth) + "1" + strings.Repeat("]", MaxDepth), true},
		{"one deeper", strings.Repeat("[", MaxDepth+1) + "1" + strings.Repeat("]", MaxDepth+1), false},
		{"a name twice among many", `{` + manyNames(100) + `"n7":1}`, false},
		{"many names", `{` + manyNames(100) + `"m":1}`, true},
	} {
		t.Run(row.claim, func(t *testing.T) {
			_, _, err := Read([]byte(row.text), 1<<20, nil)
			assert.Equal(t, row.ok, err == nil, "%v", err)
		})
	}
	_, _, err := Read([]byte(`"1234"`), 5, nil)
	assert.ErrorIs(t, err, ErrBudget)
}

func manyNames(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`"n` + strconv.Itoa(i%10) + strings.Repeat("x", i/10) + `":1,`)
	}
	return b.String()
}
