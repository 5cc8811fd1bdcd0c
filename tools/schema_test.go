package tools_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/netip"
	"net/url"
	"reflect"
	"testing"
	"time"

	"github.com/invopop/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

type (
	currency         string
	money[C ~string] struct {
		Amount   float64 `json:"amount" jsonschema:"minimum=0"`
		Currency C       `json:"currency"`
	}
	stamp struct {
		By string `json:"by" jsonschema:"who has written it, and in which part"`
	}
	everything struct {
		stamp
		At    time.Time           `json:"at"`
		For   time.Duration       `json:"for" jsonschema:"how long"`
		Where url.URL             `json:"where"`
		Data  []byte              `json:"data"`
		Meta  map[string]*url.URL `json:"meta" jsonschema:"maxItems=2"`
		Raw   json.RawMessage     `json:"raw"`
		Price money[currency]     `json:"price"`
		Host  netip.Addr          `json:"host"`
		Limit int                 `json:"limit" jsonschema:"default=10,maximum=20"`
		Wait  time.Duration       `json:"wait" jsonschema:"default=5s"`
		Sizes [2]uint8            `json:"sizes"`
		Note  *string             `json:"note"`
		Day   string              `json:"day" jsonschema:"format=date"`
		Code  string              `json:"code" jsonschema:"pattern=^[A-Z]{2\\,4}$,maxLength=4"`
		Above int                 `json:"above" jsonschema:"exclusiveMinimum=0"`
		Mine  string              `json:"mine" jsonschema:"-"`
		Odd   []float32           `json:"odd" jsonschema:"minItems=1,minimum=0.5"`
	}
)

func (currency) Values() []string { return []string{"EUR", "USD"} }

func TestEveryTypeHasAFormThatModelsWrite(t *testing.T) {
	s, err := tools.SchemaOf[everything]()
	require.NoError(t, err)
	for name, want := range map[string]string{
		"above": `{"type":"integer","minimum":1,"maximum":9007199254740991}`,
		"by":    `{"type":"string","description":"who has written it, and in which part","maxLength":1999}`,
		"code":  `{"type":"string","maxLength":4,"pattern":"^[A-Z]{2,4}$"}`,
		"for":   `{"type":"string","description":"how long, like 1h30m","maxLength":1999,"pattern":"^([0-9]{1,5}(ms|s|m|h)){1,4}$"}`,
		"host":  `{"type":"string","maxLength":1999}`,
		"limit": `{"anyOf":[{"type":"integer","description":"null: 10","minimum":-9007199254740991,"maximum":20},{"type":"null"}]}`,
		"note":  `{"anyOf":[{"type":"string","maxLength":1999},{"type":"null"}]}`,
		"odd":   `{"type":"array","items":{"type":"number","minimum":0.5},"minItems":1,"maxItems":32}`,
		"price": `{"type":"object","properties":{"amount":{"type":"number","minimum":0},"currency":{"type":"string","enum":["EUR","USD"]}},` +
			`"required":["amount","currency"],"additionalProperties":false}`,
		"sizes": `{"type":"array","items":{"type":"integer","minimum":0,"maximum":255},"minItems":2,"maxItems":2}`,
	} {
		member, ok := s.Property(name)
		require.True(t, ok, name)
		assert.Equal(t, want, member.String(), name)
	}
	_, ok := s.Property("mine")
	assert.False(t, ok, "the model does not write it")

	var got everything
	document := json.RawMessage(`{"above":1,"at":"2026-03-09T14:30:00Z","by":"Ann","code":"AB",` +
		`"data":"aGk=","day":"2026-03-09","for":"1h30m",` +
		`"host":"::1","limit":null,"meta":[{"name":"a","value":"https://a.example/x"},{"name":"b","value":null}],"note":null,"odd":[0.5],` +
		`"price":{"amount":2,"currency":"EUR"},"raw":"x","sizes":[1,2],"wait":null,"where":"https://ann@b.example/y?z=1"}`)
	g, err := grammar.Compile(t.Context(), s.JSON(), grammar.Options{})
	require.NoError(t, err)
	require.NoError(t, g.Check(t.Context(), document))
	require.NoError(t, tools.Decode(document, &got))
	where, err := url.Parse("https://ann@b.example/y?z=1")
	require.NoError(t, err)
	at := time.Date(2026, 3, 9, 14, 30, 0, 0, time.UTC)
	assert.Equal(t, everything{stamp: stamp{By: "Ann"}, At: at, For: 90 * time.Minute, Where: *where,
		Data: []byte("hi"), Meta: map[string]*url.URL{"a": {Scheme: "https", Host: "a.example", Path: "/x"}, "b": nil},
		Raw: json.RawMessage(`"x"`), Price: money[currency]{2, "EUR"}, Host: netip.MustParseAddr("::1"), Limit: 10, Wait: 5 * time.Second,
		Sizes: [2]uint8{1, 2}, Day: "2026-03-09", Code: "AB", Above: 1, Odd: []float32{0.5}}, got)
}

// What a random model writes to a schema, Decode reads: but for days and hosts that no pattern tells from others.
func TestDecodeReadsWhatTheGrammarHolds(t *testing.T) {
	type small struct {
		For   time.Duration              `json:"for"`
		Data  []byte                     `json:"data" jsonschema:"maxLength=12"`
		Meta  map[string]money[currency] `json:"meta" jsonschema:"maxItems=1"`
		Limit []struct {
			N int8 `json:"n" jsonschema:"default=3"`
		} `json:"limit" jsonschema:"maxItems=2"`
	}
	s, err := tools.SchemaOf[small]()
	require.NoError(t, err)
	g, err := grammar.Compile(t.Context(), s.JSON(), grammar.Options{})
	require.NoError(t, err)
	for seed := range uint64(200) {
		document := g.Sample(rand.New(rand.NewPCG(seed, 1)))
		var to small
		assert.NoError(t, tools.Decode(document, &to), "%s", document)
	}
}

func TestANameThatStandsTwiceInAMapIsAnError(t *testing.T) {
	var to map[string]int
	assert.ErrorContains(t, tools.Decode(json.RawMessage(`[{"name":"a","value":1},{"name":"a","value":2}]`), &to), `"a" stands twice`)
}

// The tags mean what they mean in the package from which they come.
func TestTagsAgreeWithThoseOfInvopop(t *testing.T) {
	type args struct {
		Word  string   `json:"word" jsonschema:"minLength=1,maxLength=24,description=a word\\, or two"`
		Tense string   `json:"tense" jsonschema:"enum=past,enum=present"`
		Code  string   `json:"code" jsonschema:"pattern=^a+$"`
		N     int      `json:"n" jsonschema:"minimum=-3,maximum=9"`
		Size  int      `json:"size" jsonschema:"enum=1,enum=2"`
		Ratio float64  `json:"ratio" jsonschema:"minimum=0.5,maximum=1"`
		Tags  []string `json:"tags" jsonschema:"minItems=1,maxItems=3,maxLength=5" jsonschema_description:"some, or all"`
		Maybe string   `json:"maybe,omitempty" jsonschema:"maxLength=9"`
	}
	ours, err := tools.SchemaOf[args]()
	require.NoError(t, err)
	r := jsonschema.Reflector{DoNotReference: true, ExpandedStruct: true, Anonymous: true}
	theirs := r.Reflect(args{})
	for p := theirs.Properties.Oldest(); p != nil; p = p.Next() {
		want, err := json.Marshal(p.Value)
		require.NoError(t, err)
		mine, _ := ours.Property(p.Key)
		if mine.AnyOf != nil {
			mine = mine.AnyOf[0]
		}
		var a, b map[string]any
		require.NoError(t, json.Unmarshal(mine.JSON(), &a))
		require.NoError(t, json.Unmarshal(want, &b))
		if b["type"] == "string" && b["enum"] == nil && b["maxLength"] == nil { // ours has a bound always
			delete(a, "maxLength")
		}
		if b["enum"] != nil {
			delete(a, "maxLength")
		}
		assert.Equal(t, b, a, p.Key)
	}
}

// What go vet finds too cannot stand in a type of a test.
func TestTagsThatVetFindsAreErrors(t *testing.T) {
	field := func(name, tag string) reflect.StructField {
		f := reflect.StructField{Name: name, Type: reflect.TypeFor[string](), Tag: reflect.StructTag(tag)}
		if name[0] >= 'a' {
			f.PkgPath = "x"
		}
		return f
	}
	for _, row := range []struct {
		claim  string
		fields []reflect.StructField
		says   string
	}{
		{"without quotation marks", []reflect.StructField{field("S", `json:s`)}, "S string `json:s`: a tag is written as json:\"…\""},
		{"without a blank between", []reflect.StructField{field("S", `json:"s",jsonschema:"maxLength=3"`)}, "with a blank between"},
		{"a key twice", []reflect.StructField{field("S", `json:"s" json:"t"`)}, "the tag stands twice"},
		{"on a field that is not exported", []reflect.StructField{field("city", `json:"city"`)},
			"city string `json:\"city\"`: the field is not exported, so no one can write it; call it City"},
		{"an option that is none", []reflect.StructField{field("S", `json:"s,omitemtpy"`)},
			`there is no option "omitemtpy"; there are omitempty and omitzero`},
		{"a blank in an option", []reflect.StructField{field("S", `json:"s, omitempty"`)}, `there is no option " omitempty"`},
		{"two fields of one name", []reflect.StructField{field("A", `json:"a"`), field("B", `json:"a"`)}, `B string: A has the name "a" too`},
	} {
		_, err := tools.TypeSchema(reflect.StructOf(row.fields))
		var e *tools.TypeError
		require.ErrorAs(t, err, &e, row.claim)
		assert.ErrorContains(t, err, row.says, row.claim)
	}
}

func TestAnErrorOfATypeNamesTheWayToTheField(t *testing.T) {
	type line struct {
		Part string `json:"part" jsonschema:"maxlength=3"`
	}
	type order struct {
		Lines []line `json:"lines"`
	}
	_, err := tools.New("order", "orders parts", func(context.Context, order) (string, error) { return "", nil }, tools.Options{})
	assert.EqualError(t, err,
		"tools: arguments of order: order.Lines[].Part string `maxlength=3`: \"maxlength\" is not a keyword; want maxLength")
	_, err = tools.NewRegistry(tools.Func("order", "orders parts",
		func(context.Context, order) (string, error) { return "", nil }, tools.Options{}))
	assert.ErrorContains(t, err, "order.Lines[].Part", "the registry says what is wrong with a tool of Func")
}
