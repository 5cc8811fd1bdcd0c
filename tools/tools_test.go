package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tools"
)

type addArgs struct {
	B int `json:"b" jsonschema:"minimum=0,maximum=9"`
	A int `json:"a" jsonschema:"minimum=0,maximum=9,description=the first number"`
}

type sum struct {
	Sum int `json:"sum"`
}

func add(_ context.Context, in addArgs) (sum, error) { return sum{in.A + in.B}, nil }

func unreached(context.Context, addArgs) (sum, error) { panic("reached") }

// registry returns a registry of one tool called f.
func registry[Out any](t *testing.T, f func(context.Context, addArgs) (Out, error), o tools.Options) *tools.Registry {
	t.Helper()
	tool, err := tools.New("f", "does it", f, o)
	require.NoError(t, err)
	r, err := tools.NewRegistry(tool)
	require.NoError(t, err)
	return r
}

func call(args string) tools.Call {
	return tools.Call{ID: "c1", Tool: "f", Args: json.RawMessage(args)}
}

func TestSchemaOfIsClosedOrderedAndBounded(t *testing.T) {
	type inner struct {
		Note string `json:"note,omitempty"`
	}
	type args struct {
		Word   string   `json:"word" jsonschema:"minLength=1,maxLength=24"`
		Free   string   `json:"free"`
		Tense  string   `json:"tense" jsonschema:"enum=past_simple,enum=present_simple"`
		Tags   []string `json:"tags"`
		N      int      `json:"n"`
		Maybe  *string  `json:"maybe" jsonschema:"nullable,maxLength=9"`
		Inner  inner    `json:"inner"`
		Ratio  float64  `json:"ratio"`
		Really bool     `json:"really"`
	}
	s, err := tools.SchemaOf[args]()
	require.NoError(t, err)
	assert.Equal(t, `{"type":"object","properties":{`+
		`"free":{"type":"string","maxLength":1999},`+
		`"inner":{"type":"object","properties":{"note":{"anyOf":[{"type":"string","maxLength":1999},{"type":"null"}]}},`+
		`"required":["note"],"additionalProperties":false},`+
		`"maybe":{"anyOf":[{"type":"string","maxLength":9},{"type":"null"}]},`+
		`"n":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},`+
		`"ratio":{"type":"number"},`+
		`"really":{"type":"boolean"},`+
		`"tags":{"type":"array","items":{"type":"string","maxLength":1999},"maxItems":32},`+
		`"tense":{"type":"string","enum":["past_simple","present_simple"]},`+
		`"word":{"type":"string","minLength":1,"maxLength":24}},`+
		`"required":["free","inner","maybe","n","ratio","really","tags","tense","word"],"additionalProperties":false}`, s.String())
}

type tree struct {
	Children []tree `json:"children"`
}

func TestTypesWithoutABoundedSchemaAreRefused(t *testing.T) {
	_, err := tools.SchemaOf[struct {
		M map[string]int `json:"m"`
	}]()
	assert.NoError(t, err, "a map is a list of names and values")
	_, err = tools.SchemaOf[struct {
		V any `json:"v"`
	}]()
	assert.ErrorContains(t, err, "V interface {}: an interface may hold anything")
	_, err = tools.SchemaOf[tree]()
	assert.ErrorContains(t, err, "contains itself")
	_, err = tools.SchemaOf[struct {
		S string `json:"s" jsonschema:"multipleOf=2"`
	}]()
	assert.ErrorContains(t, err, "S string `multipleOf=2`: the grammar does not hold multipleOf")
}

func TestNewRefusesNamesThatServersDoNotBear(t *testing.T) {
	for _, name := range []string{"", "a b", "a/b", "é", "a\n", strings.Repeat("a", 129)} {
		_, err := tools.New(name, "adds", add, tools.Options{})
		assert.Error(t, err, name)
	}
	for _, name := range []string{"Flights_4_SearchOnewayFlight", "1st", "a-b", "math.add", strings.Repeat("a", 128)} {
		_, err := tools.New(name, "adds", add, tools.Options{})
		assert.NoError(t, err, name)
	}
	_, err := tools.New("add", "adds", add, tools.Options{Timeout: -1})
	assert.ErrorContains(t, err, "Timeout is negative")
}

func TestARegistryRefusesReservedAndDoubledNames(t *testing.T) {
	for _, name := range tools.Reserved {
		_, err := tools.NewRegistry(tools.Must(tools.New(name, "adds", add, tools.Options{})))
		assert.ErrorContains(t, err, "reserved", name)
	}
	a := tools.Must(tools.New("add", "adds", add, tools.Options{}))
	_, err := tools.NewRegistry(a, a)
	assert.ErrorContains(t, err, `two tools are called "add"`)
	_, err = tools.NewRegistry(tools.Tool{})
	assert.ErrorContains(t, err, "was not made by New")
}

func TestARegistryKeepsItsOrder(t *testing.T) {
	r, err := tools.NewRegistry(
		tools.Must(tools.New("zulu", "adds", add, tools.Options{})),
		tools.Must(tools.New("alpha", "adds", add, tools.Options{})))
	require.NoError(t, err)
	assert.Equal(t, "zulu", r.All()[0].Name())
	assert.Equal(t, "alpha", r.All()[1].Name())
	var none *tools.Registry
	assert.Empty(t, none.All(), "no registry is a registry without tools")
	assert.NoError(t, none.Ready(t.Context()))
}

func TestTheOptionsOfAToolThatIsNotThereAreNone(t *testing.T) {
	r := registry(t, add, tools.Options{Pollable: true})
	var none *tools.Registry
	assert.True(t, r.Options("f").Pollable)
	assert.Equal(t, tools.DefaultTimeout, r.Options("f").Timeout, "filled in")
	assert.Zero(t, r.Options("plus"))
	assert.Zero(t, none.Options("f"))
}

func TestEveryCallBecomesOneObservation(t *testing.T) {
	for _, row := range []struct {
		claim       string
		f           func(context.Context, addArgs) (sum, error)
		call        tools.Call
		output      string
		class       string
		recoverable bool
		says        string
	}{
		{"a call gives its output", add, call(`{"a":1,"b":2}`), `{"sum":3}`, "", false, ""},
		{"an unknown tool lists the known ones", add, tools.Call{ID: "c1", Tool: "g", Args: json.RawMessage(`{}`)}, "",
			tools.ClassNotFound, true, "there is no tool called g; there are: f"},
		{"arguments out of bounds never reach the function", unreached, call(`{"a":1,"b":10}`), "", tools.ClassBadArgument, true,
			`/b: byte 12: got "0}", want one of "}", an integer from 0 to 9`},
		{"an unknown argument never reaches the function", unreached,
			call(`{"a":1,"b":1,"c":1}`), "", tools.ClassBadArgument, true, `got ",\"c\":1}"`},
		{"a recoverable error says what to change", func(context.Context, addArgs) (sum, error) {
			return sum{},
				tools.NotFound("no such %s", "verb")
		}, call(`{"a":1,"b":2}`), "", tools.ClassNotFound, true, "no such verb"},
		{"a wrapped one keeps its class", func(context.Context, addArgs) (sum, error) {
			return sum{}, fmt.Errorf("deep: %w", tools.BadArgument("a is odd"))
		}, call(`{"a":1,"b":2}`), "", tools.ClassBadArgument, true, "a is odd"},
		{"a plain error is fatal", func(context.Context, addArgs) (sum, error) { return sum{}, errors.New("disk on fire") },
			call(`{"a":1,"b":2}`), "", tools.ClassFailed, false, "disk on fire"},
		{"a function that ends its goroutine has failed",
			func(context.Context, addArgs) (sum, error) { runtime.Goexit(); return sum{}, nil }, call(`{"a":1,"b":2}`), "",
			tools.ClassPanic, false, "f ended its goroutine with runtime.Goexit"},
		{"a nil *Error is not an error", func(_ context.Context, in addArgs) (sum, error) {
			return sum{in.A + in.B},
				(*tools.Error)(nil)
		}, call(`{"a":1,"b":2}`), `{"sum":3}`, "", false, ""},
		{"a nil *Error within another is not what failed",
			func(context.Context, addArgs) (sum, error) { return sum{}, &oddError{within: (*tools.Error)(nil)} },
			call(`{"a":1,"b":2}`), "", tools.ClassFailed, false, "odd"},
		{"an error that is its own cause ends", func(context.Context, addArgs) (sum, error) { return sum{}, ownCause{} },
			call(`{"a":1,"b":2}`), "", tools.ClassFailed, false, "own cause"},
		{"an error whose text panics", func(context.Context, addArgs) (sum, error) {
			return sum{}, &oddError{text: func() string { panic("no text") }}
		}, call(`{"a":1,"b":2}`), "", tools.ClassPanic, false, "the error of f panicked: no text"},
		{"an error whose Unwrap panics", func(context.Context, addArgs) (sum, error) { return sum{}, panicsInside{} },
			call(`{"a":1,"b":2}`), "", tools.ClassPanic, false, "the error of f panicked: no cause"},
		{"an error whose Is panics is not asked", func(context.Context, addArgs) (sum, error) { return sum{}, panicsWhenAsked{} },
			call(`{"a":1,"b":2}`), "", tools.ClassFailed, false, "asked"},
		{"a panic is fatal, and stays inside", func(context.Context, addArgs) (sum, error) { panic("oh") }, call(`{"a":1,"b":2}`),
			"", tools.ClassPanic, false, "f panicked: oh"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			o := registry(t, row.f, tools.Options{}).Call(t.Context(), row.call)
			assert.Equal(t, "c1", o.ID)
			if row.class == "" {
				assert.True(t, o.OK)
				assert.Equal(t, row.output, string(o.Output))
				assert.Equal(t, len(row.output), o.Bytes)
				assert.Len(t, o.SHA256, 64)
				return
			}
			require.NotNil(t, o.Error)
			assert.False(t, o.OK)
			assert.Equal(t, row.class, o.Error.Class)
			assert.Equal(t, row.recoverable, o.Error.Recoverable)
			assert.Contains(t, o.Error.Message, row.says)
		})
	}
}

// An oddError has methods that a test gives it.
type oddError struct {
	text   func() string
	within error
}

func (e *oddError) Error() string {
	if e.text != nil {
		return e.text()
	}
	return "odd"
}

func (e *oddError) Unwrap() error { return e.within }

type ownCause struct{}

func (ownCause) Error() string   { return "own cause" }
func (e ownCause) Unwrap() error { return e }

type panicsInside struct{}

func (panicsInside) Error() string { return "inside" }
func (panicsInside) Unwrap() error { panic("no cause") }

type panicsWhenAsked struct{}

func (panicsWhenAsked) Error() string { return "asked" }
func (panicsWhenAsked) Is(error) bool { panic("no is") }
func (panicsWhenAsked) As(any) bool   { panic("no as") }

// The text of an error is the code of the tool too: it takes the tool's time, and not the run's.
func TestAnErrorThatDoesNotSayWhatItIsIsATimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		endless := func(context.Context, addArgs) (sum, error) {
			return sum{}, &oddError{text: func() string { time.Sleep(time.Hour); return "" }}
		}
		o := registry(t, endless, tools.Options{Timeout: 50 * time.Millisecond}).Call(t.Context(), call(`{"a":1,"b":2}`))
		require.NotNil(t, o.Error)
		assert.Equal(t, tools.ClassTimeout, o.Error.Class)
		time.Sleep(time.Hour) // its goroutine ends within the test
	})
}

type noJSON struct{}

func (noJSON) MarshalJSON() ([]byte, error) { return nil, errors.New("none") }

func TestAnOutputThatIsNotJSONIsAHardError(t *testing.T) {
	o := registry(t, func(context.Context, addArgs) (noJSON, error) { return noJSON{}, nil },
		tools.Options{}).Call(t.Context(), call(`{"a":1,"b":2}`))
	require.NotNil(t, o.Error)
	assert.Equal(t, tools.ClassFailed, o.Error.Class)
}

// Case 36.
func TestATimeoutIsObservedAtOnce(t *testing.T) {
	for _, row := range []struct {
		claim string
		f     func(context.Context, addArgs) (sum, error)
	}{
		{"by a tool that listens", func(ctx context.Context, _ addArgs) (sum, error) { <-ctx.Done(); return sum{}, ctx.Err() }},
		{"by a tool that is deaf to its context", func(context.Context, addArgs) (sum, error) { time.Sleep(time.Hour); return sum{1}, nil }},
	} {
		t.Run(row.claim, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				o := registry(t, row.f, tools.Options{Timeout: 50 * time.Millisecond}).Call(t.Context(), call(`{"a":1,"b":2}`))
				assert.Equal(t, 50*time.Millisecond, time.Since(start))
				require.NotNil(t, o.Error)
				assert.Equal(t, tools.ClassTimeout, o.Error.Class)
				assert.Equal(t, "f gave no result within 50ms", o.Error.Message)
				time.Sleep(2 * time.Hour) // the deaf one ends, and nobody is hurt by its late output
			})
		})
	}
}

func TestCancellingACallIsNotItsTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		o := registry(t, func(ctx context.Context, _ addArgs) (sum, error) { <-ctx.Done(); return sum{}, ctx.Err() },
			tools.Options{}).Call(ctx, call(`{"a":1,"b":2}`))
		require.NotNil(t, o.Error)
		assert.NotEqual(t, tools.ClassTimeout, o.Error.Class)
	})
}

func TestReadyNamesTheToolThatIsNot(t *testing.T) {
	r := registry(t, add, tools.Options{Ready: func(context.Context) error { return errors.New("no database") }})
	assert.EqualError(t, r.Ready(t.Context()), "tools: f is not ready: no database")
}

func ExampleNew() {
	type args struct {
		Word string `json:"word" jsonschema:"minLength=1,maxLength=24,description=any word"`
	}
	count := func(_ context.Context, in args) (int, error) { return len([]rune(in.Word)), nil }
	tool, err := tools.New("count_letters", "how many letters a word has", count, tools.Options{Idempotent: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	registry, err := tools.NewRegistry(tool)
	if err != nil {
		fmt.Println(err)
		return
	}
	good := registry.Call(context.Background(), tools.Call{ID: "c1", Tool: "count_letters", Args: json.RawMessage(`{"word":"leash"}`)})
	bad := registry.Call(context.Background(), tools.Call{ID: "c2", Tool: "count_letters", Args: json.RawMessage(`{"word":""}`)})
	fmt.Printf("%s\n%s\n", good.Output, bad.Error.Message)
	// Output:
	// 5
	// /word: byte 9: got "\"}", want at least 1 character (schema /properties/word)
}
