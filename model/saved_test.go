package model_test

import (
	"context"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// A deaf model says its text a token of four bytes at a time, whatever the grammar is, and counts them.
type deaf struct {
	text string
	said int
}

func (*deaf) Name() string { return "deaf" }

func (d *deaf) Generate(ctx context.Context, _ model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		for at := 0; at < len(d.text); at += 4 {
			if ctx.Err() != nil {
				yield(model.Chunk{}, ctx.Err())
				return
			}
			d.said++
			if !yield(model.Chunk{Text: d.text[at:min(at+4, len(d.text))]}, nil) {
				return
			}
		}
		yield(model.Chunk{Done: true, Finish: model.Stop}, nil)
	}
}

// What a server that ignores its format goes on to say costs nothing: the first illegal byte ends it.
// Run it with -v for the figures.
func TestAnIgnoredFormatIsCutShort(t *testing.T) {
	schema := `{"type":"object","properties":{"thought":{"type":"string","maxLength":200},"tool":{"enum":["conjugate"]},` +
		`"tool_args":{"type":"object","properties":{"tense":{"enum":["past_simple"]},"verb":{"enum":["go","be"]}},` +
		`"required":["tense","verb"],"additionalProperties":false}},"required":["thought","tool","tool_args"],"additionalProperties":false}`
	g, err := grammar.Compile(t.Context(), []byte(schema), grammar.Options{})
	require.NoError(t, err)
	const right = `{"thought":"the past of go","tool":"conjugate","tool_args":{"tense":"past_simple","verb":"go"}}`
	tail := strings.Repeat(" I hope this helps! Let me know if you want to know more about English verbs.", 4)
	rows := []struct{ claim, text string }{
		{"prose", "Sure! The verb in your sentence is not right, because go is irregular." + tail},
		{"a fence around it", "```json\n" + right + "\n```" + tail},
		{"an invented tool", strings.Replace(right, `"conjugate"`, `"fix_the_grammar"`, 1) + tail},
		{"another key", strings.Replace(right, `"tool_args"`, `"arguments"`, 1) + tail},
		{"an argument that is not legal", strings.Replace(right, `"verb":"go"`, `"verb":"walk"`, 1) + tail},
		{"a thought without end", `{"thought":"` + tail + tail},
	}
	said, whole := 0, 0
	for _, row := range rows {
		d := &deaf{text: row.text}
		_, err := model.Collect(model.Guard(d).Generate(t.Context(), model.Request{Grammar: g}))
		var v *grammar.Violation
		require.ErrorAs(t, err, &v, row.claim)
		all := (len(row.text) + 3) / 4
		assert.LessOrEqual(t, d.said, v.Offset/4+1, "%s: not a token beyond the illegal byte", row.claim)
		t.Logf("%-32s %3d of %3d tokens", row.claim, d.said, all)
		said, whole = said+d.said, whole+all
	}
	t.Logf("mean %d of %d tokens", said/len(rows), whole/len(rows))
}
