package tools_test

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tools"
)

// Case W5-W6.
func TestEqualValuesHaveOneCanonicalForm(t *testing.T) {
	for _, row := range []struct{ claim, value, want string }{
		{"members are sorted", `{"b":2,"a":1}`, `{"a":1,"b":2}`},
		{"nested members too", `{"z":[{"y":1,"x":2}]}`, `{"z":[{"x":2,"y":1}]}`},
		{"by UTF-16 code units, so an emoji stands before U+FB01", "{\"\uFB01\":1,\"😀\":2}", "{\"😀\":2,\"\uFB01\":1}"},
		{"white space goes", " [ 1 , 2 ] ", `[1,2]`},
		{"1.0 is 1", `1.0`, `1`},
		{"1e0 is 1", `1e0`, `1`},
		{"-0 is 0", `-0`, `0`},
		{"-0.0 is 0", `-0.0`, `0`},
		{"small numbers take an exponent", `0.0000001`, `1e-7`},
		{"from 1e-6 they do not", `0.000001`, `0.000001`},
		{"large numbers take an exponent", `1000000000000000000000`, `1e+21`},
		{"below 1e21 they do not", `100000000000000000000`, `100000000000000000000`},
		{"an integer beyond 53 bits stays", `[1234567890123456789,9007199254740993]`, `[1234567890123456789,9007199254740993]`},
		{"one of more digits too", `-123456789012345678901234567890e1`, `-1234567890123456789012345678900`},
		{"a fraction that no double is stays", `0.12345678901234567e-2`, `0.0012345678901234567`},
		{"three digits of exponent stay", `1e-100`, `1e-100`},
		{"escapes are decoded", `"\u0041\/\u00e9"`, `"A/é"`},
		{"what must be escaped is, shortly", `"\u0008\u0009\u000a\u000b\u000c\u000d\u0022\u005c\u001f"`, `"\b\t\n\u000b\f\r\"\\\u001f"`},
		{"line separators stay", "\"\u2028<&>\"", "\"\u2028<&>\""},
		{"arrays keep their order", `[2,1]`, `[2,1]`},
		{"literals", `[true,false,null]`, `[true,false,null]`},
	} {
		t.Run(row.claim, func(t *testing.T) {
			got, err := tools.Canonical(json.RawMessage(row.value))
			require.NoError(t, err)
			assert.Equal(t, row.want, string(got))
		})
	}
}

func TestOnlyEqualCallsShareAKey(t *testing.T) {
	key := func(tool, args string) tools.CallKey {
		k, err := tools.Key(tool, json.RawMessage(args))
		require.NoError(t, err)
		return k
	}
	assert.Equal(t, key("f", `{"n":1.0,"v":"A"}`), key("f", ` {"v":"\u0041", "n":1}`))
	for _, other := range []struct{ claim, tool, args string }{
		{"another tool", "g", `{"n":1,"v":"A"}`},
		{"a string is not a number", "f", `{"n":"1","v":"A"}`},
		{"blanks count", "f", `{"n":1,"v":"A "}`},
		{"a large integer beside its neighbor", "f", `{"n":9007199254740993,"v":"A"}`},
		{"case counts", "f", `{"n":1,"v":"a"}`},
		{"a decomposed letter is another", "f", `{"n":1,"v":"A\u0301"}`},
	} {
		assert.NotEqual(t, key("f", `{"n":1,"v":"A"}`), key(other.tool, other.args), other.claim)
	}
}

func TestCanonicalRefusesWhatIsNotOneValue(t *testing.T) {
	for _, text := range []string{``, `{`, `1 2`, `nul`, "\"\xff\"", `1e999`, `1e-400`, `[-1e-99999999999999999999]`} {
		_, err := tools.Canonical(json.RawMessage(text))
		assert.Error(t, err, text)
	}
}

// FuzzCanonical: the canonical form is JSON for the same value, and its own canonical form.
func FuzzCanonical(f *testing.F) {
	for _, seed := range []string{`{"b":2,"a":[1.50,"\u00e9",null]}`, `-0`, `1e21`, `5e-324`, `"\ud83d\ude00"`, `{"a":1,"a":2}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		once, err := tools.Canonical(text)
		if err != nil {
			return
		}
		twice, err := tools.Canonical(once)
		require.NoError(t, err)
		require.Equal(t, string(once), string(twice))
		var before, after any
		require.NoError(t, json.Unmarshal(text, &before))
		require.NoError(t, json.Unmarshal(once, &after))
		require.Equal(t, normal(before), normal(after))
	})
}

// normal turns -0 into 0, the only pair of different doubles with one canonical form.
func normal(v any) any {
	switch v := v.(type) {
	case float64:
		if v == 0 {
			return math.Abs(v)
		}
	case []any:
		for i := range v {
			v[i] = normal(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = normal(v[k])
		}
	}
	return v
}

func BenchmarkKey(b *testing.B) {
	args := json.RawMessage(`{"person": "3sg", "tense": "past_simple", "verb": "go"}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tools.Key("conjugate", args); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleKey() {
	a, _ := tools.Key("conjugate", json.RawMessage(`{"verb":"go", "n":1.0}`))
	b, _ := tools.Key("conjugate", json.RawMessage(`{ "n":1, "verb":"go" }`))
	fmt.Println(a == b)
	// Output: true
}
