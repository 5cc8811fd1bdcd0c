package textcall

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFirst(t *testing.T) {
	for text, want := range map[string]string{
		`{"name": "add", "arguments": {"a": 1}}`:                                "add",
		"```json\n{\n  \"name\": \"add\",\n  \"arguments\": {\"a\": 1}\n}\n```": "add",
		`I use {this}: {"name": "add", "arguments": {"a": 1}}, then look.`:      "add",
		`The result is {"a": 1}.`:                                               "",
		`{"name": "add", "arguments": {"a": `:                                   "",
		"It is 391.":                                                            "",
	} {
		call, ok := First(text)
		assert.Equal(t, want != "", ok, text)
		assert.Equal(t, want, call.Function.Name, text)
	}
}

func TestAll(t *testing.T) {
	got := All("I call {both}:\n{\"name\": \"add\", \"arguments\": {\"a\": 1.0}}\n{\"name\": \"sub\", \"arguments\": {\"b\": {}}} and {")
	assert.Equal(t, []Call{{"add", []byte(`{"a": 1.0}`)}, {"sub", []byte(`{"b": {}}`)}}, got)
	assert.Empty(t, All("It is 391."))
}
