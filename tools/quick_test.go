package tools

import (
	"context"
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

// verbArgs are what arguments mostly are.
type verbArgs struct {
	Person string `json:"person" jsonschema:"enum=1sg,enum=3sg,enum=é"`
	Tense  string `json:"tense" jsonschema:"minLength=1,maxLength=3"`
	Verb   string `json:"verb" jsonschema:"maxLength=4"`
}

// fitsBothWays fails if arguments fit quickly that the grammar refuses. It reports whether they fit
// quickly.
func fitsBothWays(t *testing.T, tool Tool, args string) bool {
	t.Helper()
	quick := quickFits(json.RawMessage(args), &tool.schema)
	if quick {
		assert.NoError(t, tool.grammar.Check([]byte(args)), args)
	}
	return quick
}

func fitted(t testing.TB) []Tool {
	t.Helper()
	none := func(context.Context, struct{}) (int, error) { return 0, nil }
	verb := func(context.Context, verbArgs) (int, error) { return 0, nil }
	number := func(context.Context, struct {
		N int `json:"n" jsonschema:"minimum=0,maximum=9"`
	}) (int, error) {
		return 0, nil
	}
	maybe := func(context.Context, struct {
		Word *string `json:"word" jsonschema:"nullable,maxLength=4"`
	}) (int, error) {
		return 0, nil
	}
	return []Tool{Must(New("verb", "", verb, Options{})), Must(New("none", "", none, Options{})),
		Must(New("number", "", number, Options{})), Must(New("maybe", "", maybe, Options{}))}
}

func TestQuickFitsWhatTheGrammarTakes(t *testing.T) {
	list := fitted(t)
	for _, row := range []struct {
		args string
		fits bool
	}{
		{`{"person":"3sg","tense":"a","verb":"go"}`, true}, {`{"person":"é","tense":"ééé","verb":""}`, true},
		{`{"person":"2sg","tense":"a","verb":"go"}`, false}, {`{"person":"3sg","tense":"","verb":"go"}`, false},
		{`{"person":"3sg","tense":"abcd","verb":"go"}`, false}, {`{"person":"3sg","tense":"abc","verb":"goes"}`, true},
		{`{"person":"3sg","tense":"abc","verb":"going"}`, false}, {`{"person":"3sg","tense":"a"}`, false},
		{`{"person":"3sg","tense":"a","verb":"go","x":""}`, false}, {`{"person":"3sg","tense":"a","verb":"go"}}`, false},
		{`{"person":"3sg","tense":"a","verb":"\n"}`, false}, {"{\"person\":\"3sg\",\"tense\":\"a\",\"verb\":\"\xff\"}", false},
		{"{\"person\":\"3sg\",\"tense\":\"a\",\"verb\":\"\x7f\"}", true}, {`{"tense":"a","person":"3sg","verb":"go"}`, false},
		{`{"person": "3sg","tense":"a","verb":"go"}`, false}, {`{"person":null,"tense":"a","verb":"go"}`, false}, {`{`, false}, {``, false}, {`[]`, false},
	} {
		assert.Equal(t, row.fits, fitsBothWays(t, list[0], row.args), row.args)
	}
	assert.True(t, fitsBothWays(t, list[1], `{}`))
	assert.False(t, fitsBothWays(t, list[2], `{"n":1}`), "a number")
	assert.False(t, fitsBothWays(t, list[3], `{"word":"x"}`), "it might be null")
}

func FuzzQuickFits(f *testing.F) {
	for _, text := range []string{`{"person":"3sg","tense":"a","verb":"go"}`, `{}`, `{"n":1}`, `{"word":null}`, `{"person":"é","tense":"\u00e9","verb":""}`} {
		f.Add(text)
	}
	list := fitted(f)
	f.Fuzz(func(t *testing.T, args string) {
		for _, tool := range list {
			fitsBothWays(t, tool, args)
		}
	})
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
			want, err := Encode(row.v)
			assert.NoError(t, err)
			assert.Equal(t, string(want), string(got))
		}
	}
}
