package tools

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
)

type place struct {
	Name string `json:"name"`
	Note string `json:"a_note" jsonschema:"maxLength=3"`
}

// TestQuickReadsWhatJSONReads compares the quick reader with encoding/json, whole structs, and says
// which texts it does not decline.
func TestQuickReadsWhatJSONReads(t *testing.T) {
	q := newQuick(reflect.TypeFor[place]())
	for _, row := range []struct {
		args string
		read bool
	}{
		{`{"a_note":"x","name":"é"}`, true}, {`{}`, true}, {`{"name":""}`, true}, {`{"name":"<&>\u007f"}`, false},
		{`{"a_note":"a\"b"}`, false}, {`{"name":"x","a_note":"y"}`, false}, {`{"Name":"x"}`, false}, {`{"other":"x"}`, false},
		{`{"name":null}`, false}, {`{"a_note":"x","name":1}`, false}, {`{"name":["x"]}`, false}, {`{"name":"x"} `, false}, {`[]`, false}, {`""`, false}, {``, false},
		{"{\"name\":\"\xff\"}", false}, {`{"a_note":"x","name":{"name":"y"}}`, false},
	} {
		var got, want place
		read := q.read(json.RawMessage(row.args), reflect.ValueOf(&got).Elem())
		assert.Equal(t, row.read, read, row.args)
		if !read {
			assert.Zero(t, got, row.args)
			continue
		}
		assert.NoError(t, json.Unmarshal([]byte(row.args), &want), row.args)
		assert.Equal(t, want, got, row.args)
	}
}

type readsItself struct {
	Name string `json:"name"`
}

func (*readsItself) UnmarshalJSON([]byte) error { return nil }

func TestQuickDeclinesTypes(t *testing.T) {
	type inner struct {
		Name string `json:"name"`
	}
	twice := reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: reflect.TypeFor[string](), Tag: `json:"a"`},
		{Name: "B", Type: reflect.TypeFor[string](), Tag: `json:"a"`},
	})
	for _, v := range []any{
		1, readsItself{}, struct{ Name string }{}, struct {
			N int `json:"n"`
		}{}, struct {
			Name string `json:"name,string"`
		}{}, struct {
			Name string `json:"-"`
		}{}, struct{ inner }{}, reflect.Zero(twice).Interface(), struct {
			Name *string `json:"name"`
		}{},
	} {
		assert.Nil(t, newQuick(reflect.TypeOf(v)), "%T", v)
	}
}

func TestOutputIsWhatJSONWrites(t *testing.T) {
	for _, row := range []struct {
		v       any
		written bool
	}{
		{"", true}, {"went <&>\x7f", true}, {"é", false}, {`a"b`, false}, {"a\\b", false}, {"a\nb", false}, {"\u2028", false}, {"\xff", false},
		{0, true}, {-12, true}, {true, true}, {false, true}, {1.5, false}, {nil, false}, {place{}, false}, {json.Number("1"), false},
	} {
		got, written := appendOutput(nil, row.v)
		assert.Equal(t, row.written, written, "%#v", row.v)
		if written {
			want, err := encoded(row.v)
			assert.NoError(t, err)
			assert.Equal(t, string(want), string(got))
		}
	}
}
