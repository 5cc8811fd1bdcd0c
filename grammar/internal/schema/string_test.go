package schema

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A changed field must show in every operation. Otherwise the operation has forgotten it: a forgotten field
// of a union or an intersection accepts too much.
func TestNoOperationForgetsAFieldOfAString(t *testing.T) {
	c, err := newCompiler(nil, []byte(`true`), Options{})
	require.NoError(t, err)
	letters, err := c.Languages.pattern("^[a-z]*$")
	require.NoError(t, err)
	digits, err := c.Languages.pattern("^[0-9]*$")
	require.NoError(t, err)
	x, free := &StringSpec{Language: letters, Max: 5}, anyString(nil)
	operations := map[string]func() []*StringSpec{
		"meetStrings": func() []*StringSpec {
			s, ok, err := c.meetStrings(x, &StringSpec{Language: free.Language, Max: 9})
			require.NoError(t, err)
			return map[bool][]*StringSpec{true: {s}}[ok]
		},
		"joinStrings, other pattern": func() []*StringSpec { return c.joinStrings([]*StringSpec{x, {Language: digits, Max: 5}}) },
		"joinStrings, other bounds":  func() []*StringSpec { return c.joinStrings([]*StringSpec{x, {Language: letters, Min: 3, Max: 4}}) },
		"negateString":               func() []*StringSpec { return c.negateString(x) },
	}
	for operation, result := range operations {
		before := c.appendValue(nil, &Value{Strings: result()})
		eachField(reflect.ValueOf(x).Elem(), func(name string, change func() (undo func())) {
			undo := change()
			assert.NotEqual(t, before, c.appendValue(nil, &Value{Strings: result()}), "%s forgets %s", operation, name)
			undo()
		})
	}
	eachField(reflect.ValueOf(free).Elem(), func(name string, change func() (undo func())) {
		undo := change()
		assert.False(t, free.Universal(), "Universal forgets %s", name)
		undo()
	})
}
