package agent_test

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/agent/agenttest"
	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/model/openai"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tools/builtin"
)

// A mistake is what a Go developer may write. Its error must have each of these words in it; without any, the mistake is
// allowed, and why says so.
type mistake struct {
	name  string
	make  func() error
	words []string
	why   string
}

// args reports what is wrong with In as the arguments of a tool.
func args[In any]() error {
	_, err := agent.New[string](fake.Script(), agent.Config{Tools: agent.Tools{
		agent.Tool("f", "does it", func(context.Context, In) (string, error) { return "", nil })}})
	return err
}

// answer reports what is wrong with T as an answer.
func answer[T any]() error {
	_, err := agent.New[T](fake.Script(), agent.Config{})
	return err
}

// with reports what is wrong with a configuration.
func with(c agent.Config) error {
	_, err := agent.New[string](fake.Script(), c)
	return err
}

func tool(name, description string, f func(context.Context, struct{}) (string, error)) error {
	return with(agent.Config{Tools: agent.Tools{agent.Tool(name, description, f)}})
}

func nothing(context.Context, struct{}) (string, error) { return "", nil }

// ends returns what a run without an answer says.
func ends(c agent.Config, decisions ...agenttest.Decision) error {
	_, err := agent.Run[string](context.Background(), agenttest.Script(decisions...), c, "do it")
	return err
}

// asks returns what a run with a model says.
func asks(m model.Model) error {
	_, err := agent.Run[string](context.Background(), m, agent.Config{Budget: agent.Budget{Wall: 20 * time.Second}}, "do it")
	return err
}

// What go vet finds, a malformed tag or a name that stands twice, package tools tests.
type (
	tree struct {
		Children []tree `json:"children"`
	}
	color   string
	noColor string
	base    struct {
		A string `json:"a"`
	}
	secret struct{ V string }
)

func (color) Values() []string             { return []string{"red", "blue"} }
func (noColor) Values() []string           { return nil }
func (*secret) UnmarshalJSON([]byte) error { return nil }

var tagMistakes = []mistake{
	{"a list of values in one enum", args[struct {
		Size string `json:"size" jsonschema:"enum=small,medium,large"`
	}], []string{"Size", "string", "medium", "enum=small,enum=medium,enum=large"}, ""},
	{"a keyword in lower case", args[struct {
		Name string `json:"name" jsonschema:"maxlength=20"`
	}], []string{"Name", "maxlength", "maxLength"}, ""},
	{"a bound that is not a number", args[struct {
		N int `json:"n" jsonschema:"minimum=abc"`
	}], []string{"N", "int", "minimum=abc", "minimum=1"}, ""},
	{"text after a comma", args[struct {
		City string `json:"city" jsonschema:"description=the city, not the country"`
	}], []string{"City", "not the country", "jsonschema_description"}, ""},
	{"a description and then a keyword", args[struct {
		City string `json:"city" jsonschema:"the city,maxLength=20"`
	}], []string{"City", "maxLength", "description=the city"}, ""},
	{"a keyword as a description", args[struct {
		City string `json:"city" jsonschema:"optional"`
	}], []string{"City", "optional", "omitempty"}, ""},
	{"a keyword without a value", args[struct {
		City string `json:"city" jsonschema:"maxLength"`
	}], []string{"City", "maxLength", "maxLength=…"}, ""},
	{"a keyword that is none", args[struct {
		N int `json:"n" jsonschema:"min=1"`
	}], []string{"N", "min", "minimum"}, ""},
	{"a length of a number", args[struct {
		N int `json:"n" jsonschema:"maxLength=3"`
	}], []string{"N", "int", "maxLength"}, ""},
	{"a minimum of a text", args[struct {
		S string `json:"s" jsonschema:"minimum=3"`
	}], []string{"S", "string", "minimum"}, ""},
	{"the smallest above the largest", args[struct {
		N int `json:"n" jsonschema:"minimum=5,maximum=1"`
	}], []string{"N", "minimum", "5", "maximum", "1"}, ""},
	{"a bound twice", args[struct {
		N int `json:"n" jsonschema:"minimum=5,minimum=1"`
	}], []string{"N", "minimum", "twice"}, ""},
	{"a bound beyond the type", args[struct {
		N int8 `json:"n" jsonschema:"maximum=300"`
	}], []string{"N", "int8", "maximum=300", "127"}, ""},
	{"a fraction as the bound of an integer", args[struct {
		N int `json:"n" jsonschema:"minimum=0.5"`
	}], []string{"N", "int", "minimum=0.5"}, ""},
	{"a text longer than grammars count", args[struct {
		S string `json:"s" jsonschema:"maxLength=70000"`
	}], []string{"S", "maxLength=70000", "65536"}, ""},
	{"a pattern that is none", args[struct {
		S string `json:"s" jsonschema:"pattern=[a-"`
	}], []string{"S", "pattern", "[a-"}, ""},
	{"a format that the grammar does not hold", args[struct {
		S string `json:"s" jsonschema:"format=hostname"`
	}], []string{"S", "format=hostname", "date-time"}, ""},
	{"a keyword that the grammar does not hold", args[struct {
		N []int `json:"n" jsonschema:"uniqueItems=true"`
	}], []string{"N", "uniqueItems", "description"}, ""},
	{"a default that does not fit", args[struct {
		N int `json:"n" jsonschema:"minimum=1,default=0"`
	}], []string{"N", "default=0"}, ""},
	{"a default of a pointer", args[struct {
		N *int `json:"n" jsonschema:"default=3"`
	}], []string{"N", "*int", "default"}, ""},
	{"an enum of words for a number", args[struct {
		N int `json:"n" jsonschema:"enum=one,enum=two"`
	}], []string{"N", "int", "enum=one"}, ""},
	{"a value of an enum twice", args[struct {
		S string `json:"s" jsonschema:"enum=a,enum=a"`
	}], []string{"S", "enum=a", "twice"}, ""},
	{"a description of two lines", args[struct {
		S string `json:"s" jsonschema_description:"one\ntwo"`
	}], []string{"S", "line"}, ""},
	{"the key of another package", args[struct {
		S string `json:"s" description:"the name"`
	}], []string{"S", "description", "jsonschema"}, ""},
	{"a misspelled key", args[struct {
		S string `json:"s" jsonshema:"maxLength=3"`
	}], []string{"S", "jsonshema", "jsonschema"}, ""},
	{"a number as a string", args[struct {
		N int `json:"n,string"`
	}], []string{"N", "string"}, ""},
	{"a keyword whose value was forgotten", args[struct {
		S string `json:"s" jsonschema:"enum="`
	}], []string{"S", "enum needs a value"}, ""},
	{"a ceiling of nothing", args[struct {
		S string `json:"s" jsonschema:"maxLength=0"`
	}], []string{"S", "maxLength=0"}, ""},
	{"a negative length", args[struct {
		S string `json:"s" jsonschema:"minLength=-1"`
	}], []string{"S", "minLength=-1", "0"}, ""},
	{"a description of an embedded struct", args[struct {
		base `jsonschema:"what all have"`
	}], []string{"base", "embedded"}, ""},
	{"a blank after a comma", args[struct {
		S string `json:"s" jsonschema:"minLength=1, maxLength=5"`
	}], nil, "the blank cannot mean anything else"},
	{"a tag of another package beside it", args[struct {
		S string `json:"s" db:"s" validate:"required" yaml:"s"`
	}], nil, "a type may serve several packages"},
}

var typeMistakes = []mistake{
	{"a string where a struct must be", args[string], []string{"string", "struct"}, ""},
	{"a pointer to a struct", args[*struct{ A int }], []string{"*struct", "struct"}, ""},
	{"a map where a struct must be", args[map[string]string], []string{"map[string]string", "struct"}, ""},
	{"no field is exported", args[struct{ a, b int }], []string{"struct", "exported"}, ""},
	{"anything", args[struct {
		V any `json:"v"`
	}], []string{"V", "interface", "json.RawMessage"}, ""},
	{"a map with numbers as keys", args[struct {
		M map[int]string `json:"m"`
	}], []string{"M", "map[int]string", "string"}, ""},
	{"a channel", args[struct {
		C chan int `json:"c"`
	}], []string{"C", "chan int", `json:"-"`}, ""},
	{"a type that contains itself", args[tree], []string{"tree", "Children", "itself"}, ""},
	{"a type that reads JSON in its own way", args[struct {
		S secret `json:"s"`
	}], []string{"S", "secret", "UnmarshalJSON", "type=string"}, ""},
	{"a named type without values", args[struct {
		C noColor `json:"c"`
	}], []string{"C", "noColor", "Values"}, ""},
	{"values in a tag and in a method", args[struct {
		C color `json:"c" jsonschema:"enum=red"`
	}], []string{"C", "color", "enum", "Values"}, ""},
	{"an answer that holds anything", answer[any], []string{"interface", "answer"}, ""},
	{"an answer with a channel in it", answer[struct {
		C chan int `json:"c"`
	}], []string{"C", "chan int"}, ""},
	{"an output that no JSON can hold", func() error {
		return with(agent.Config{Tools: agent.Tools{agent.Tool("f", "does it",
			func(context.Context, struct{}) (chan int, error) { return nil, nil })}})
	}, []string{"f", "output", "chan int"}, ""},
	{"a pointer that is not an optional argument", args[struct {
		N *int `json:"n"`
	}], nil, "a pointer is optional: the model may write null"},
	{"an answer that is a pointer", answer[*color], []string{"*agent_test.color", "pointer", "want agent_test.color"}, ""},
	{"an answer without a field", answer[struct{}], []string{"struct {}", "no field"}, ""},
	{"no json tag", args[struct{ Name string }], nil, "the member has the name of the field"},
	{"what encoding/json has no text for", args[struct {
		At    time.Time       `json:"at"`
		For   time.Duration   `json:"for"`
		Where url.URL         `json:"where"`
		Data  []byte          `json:"data"`
		Meta  map[string]int  `json:"meta"`
		Raw   json.RawMessage `json:"raw"`
	}], nil, "each has a form that models can write"},
}

var agentMistakes = []mistake{
	{"no model", func() error { _, err := agent.New[string](nil, agent.Config{}); return err }, []string{"model", "ollama.New"}, ""},
	{"a model that could not be made", func() error {
		_, err := agent.New[string](agent.Model(ollama.New("", ollama.Config{})), agent.Config{})
		return err
	}, []string{"no name"}, ""},
	{"a nil model in its interface", func() error {
		_, err := agent.New[string]((*fake.Scripted)(nil), agent.Config{})
		return err
	}, []string{"model", "*fake.Scripted", "nil"}, ""},
	{"a nil function", func() error { return tool("f", "does it", nil) }, []string{"f", "function", "nil"}, ""},
	{"a tool without a description", func() error { return tool("f", "", nothing) }, []string{"f", "description"}, ""},
	{"a description of two lines", func() error { return tool("f", "does\nit", nothing) }, []string{"f", "description", "line"}, ""},
	{"a name with a blank", func() error { return tool("do it", "does it", nothing) }, []string{"do it", "letters"}, ""},
	{"a reserved name", func() error { return tool("final_answer", "does it", nothing) }, []string{"final_answer", "reserved"}, ""},
	{"two tools of one name", func() error {
		return with(agent.Config{Tools: agent.Tools{agent.Tool("f", "does it", nothing), agent.Tool("f", "does it", nothing)}})
	}, []string{"two tools", `"f"`}, ""},
	{"a tool that was not made", func() error { return with(agent.Config{Tools: agent.Tools{tools.Tool{}}}) }, []string{"tool 1"}, ""},
	{"a folder that is not there", func() error {
		return with(agent.Config{Tools: builtin.Files("/no/such/folder", builtin.FolderOptions{})})
	}, []string{"there is no folder /no/such/folder"}, ""},
	{"an empty task", func() error {
		_, err := agent.Run[string](context.Background(), fake.Script(), agent.Config{}, " \n")
		return err
	}, []string{"task", "empty"}, ""},
	{"a rule about a tool that is not there", func() error {
		return with(agent.Config{Tools: agent.Tools{agent.Tool("f", "does it", nothing)}, Rules: agent.Rules{agent.Require{Tool: "g"}}})
	}, []string{"require", `"g"`}, ""},
	{"a negative budget", func() error { return with(agent.Config{Budget: agent.Budget{Steps: -1}}) },
		[]string{"Budget.Steps", "negative"}, ""},
	{"a time without a unit", func() error { return with(agent.Config{Budget: agent.Budget{Wall: 30}}) },
		[]string{"Budget.Wall", "30ns", "30 * time.Second"}, ""},
	{"a timeout without a unit", func() error {
		return with(agent.Config{Tools: agent.Tools{tools.Func("f", "does it", nothing, tools.Options{Timeout: 5})}})
	}, []string{"f", "Timeout", "5 * time.Second"}, ""},
	{"a nil rule", func() error { return with(agent.Config{Rules: agent.Rules{nil}}) }, []string{"rule", "nil"}, ""},
	{"a rule about an argument that is not there", func() error {
		return with(agent.Config{Tools: agent.Tools{agent.Tool("f", "does it", nothing)},
			Rules: agent.Rules{agent.Domain{Tool: "f", Argument: "part", Values: func(planner.State) []string { return nil }}}})
	}, []string{"domain", "f", `"part"`}, ""},
	{"a context that is nil", func() error {
		var none context.Context
		_, err := agent.Run[string](none, agenttest.Script(), agent.Config{}, "do it")
		return err
	}, []string{"context", "nil", "context.Background"}, ""},
	{"a setting in two places", func() error {
		return with(agent.Config{Budget: agent.Budget{Steps: 3}, Loop: loop.Config{Budget: loop.Budget{Steps: 4}}})
	}, []string{"Budget", "Loop.Budget"}, ""},
	{"an answer schema beside the type", func() error {
		return with(agent.Config{Loop: loop.Config{Answer: grammar.Object()}})
	}, []string{"Loop.Answer", "string"}, ""},
	{"prompt files for a strategy that has its own", func() error {
		return with(agent.Config{Prompts: fstest.MapFS{}, Strategy: strategy.PlanExecute{}})
	}, []string{"Prompts", "Strategy"}, ""},
	{"a folder without the prompt file", func() error { return with(agent.Config{Prompts: fstest.MapFS{}}) },
		[]string{"Prompts", "react.md"}, ""},
	{"a call that needs approval, and nobody approves", func() error {
		return with(agent.Config{Tools: agent.Tools{tools.Func("pay", "pays", nothing, tools.Options{NeedsApproval: true})}})
	}, []string{"pay", "NeedsApproval", "Loop.Approval.Ask"}, ""},
	{"an example of a tool that is not there", func() error {
		return with(agent.Config{Examples: []agent.Example{{Task: "count", Calls: []agent.ExampleCall{{Tool: "g"}}, Answer: "one"}}})
	}, []string{"Examples[0]", `"g"`}, ""},
	{"an example whose answer is none", func() error {
		return with(agent.Config{Examples: []agent.Example{{Task: "count", Answer: 7}}})
	}, []string{"Examples[0]", "Answer"}, ""},
}

var runMistakes = []mistake{
	{"a script without an argument", func() error {
		return ends(agent.Config{Tools: agent.Tools{agent.Tool("count", "counts", func(context.Context, struct {
			Part string `json:"part"`
		}) (int, error) {
			return 1, nil
		})}}, agenttest.Call("count", nil), agenttest.Answer("one"))
	}, []string{"decision 1", "count", `"part"`}, ""},
	{"a script of a tool that is not there", func() error { return ends(agent.Config{}, agenttest.Call("count", nil)) },
		[]string{"decision 1", "count", "final_answer"}, ""},
	{"a script of a tool that is not there, with a text", func() error { return ends(agent.Config{}, agenttest.Call("count", "all")) },
		[]string{"decision 1", "count", "final_answer"}, ""},
	{"a script that is too short", func() error {
		return ends(agent.Config{Tools: agent.Tools{agent.Tool("f", "does it", nothing)}}, agenttest.Call("f", nil))
	}, []string{"script", "request 2"}, ""},
	{"a script of text that lacks a member", func() error {
		m := fake.Script(`{"tool":"final_answer","tool_args":{"text":"one"}}`)
		_, err := agent.Run[string](context.Background(), m, agent.Config{Tools: agent.Tools{agent.Tool("f", "does it", nothing)}}, "do it")
		return err
	}, []string{"output 1", `"thought"`}, ""},
	{"a panic of a tool", func() error {
		return ends(agent.Config{Loop: loop.Config{Allowances: loop.Allowances{FatalErrors: -1}}, Tools: agent.Tools{
			agent.Tool("f", "does it", func(context.Context, struct{}) (string, error) { panic("nil map") })}},
			agenttest.Call("f", nil), agenttest.Answer("done"))
	}, []string{"f panicked", "nil map"}, ""},
	{"a wall that was used up", func() error {
		return ends(agent.Config{Budget: agent.Budget{Wall: 20 * time.Millisecond}, Tools: agent.Tools{agent.Tool("f", "does it",
			func(ctx context.Context, _ struct{}) (string, error) { <-ctx.Done(); return "", ctx.Err() })}},
			agenttest.Call("f", nil), agenttest.Answer("done"))
	}, []string{"20ms", "Budget.Wall"}, ""},
	{"too few steps", func() error {
		return ends(agent.Config{Budget: agent.Budget{Steps: 1}, Loop: loop.Config{OpenEnd: true},
			Tools: agent.Tools{agent.Tool("f", "does it", nothing)}}, agenttest.Call("f", nil))
	}, []string{"steps", "Budget.Steps"}, ""},
	{"a server of Ollama that is not there", func() error {
		return asks(agent.Model(ollama.New("llama3.2", ollama.Config{Host: "127.0.0.1:1"})))
	}, []string{"No Ollama answers at http://127.0.0.1:1", "`ollama serve`", "ollama.Config.Host or OLLAMA_HOST"}, ""},
	{"another server that is not there", func() error {
		return asks(agent.Model(openai.New("llama3.2", openai.Config{Host: "127.0.0.1:1"})))
	}, []string{"No server answers at http://127.0.0.1:1", "openai.Config.Host"}, ""},
	{"a cancelled context", func() error {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := agent.Run[string](ctx, agenttest.Script(agenttest.Answer("done")), agent.Config{}, "do it")
		return err
	}, []string{"cancelled"}, ""},
}

func TestNoMistakeIsSilent(t *testing.T) {
	all := 0
	for _, table := range [][]mistake{tagMistakes, typeMistakes, agentMistakes, runMistakes} {
		all += len(table)
		for _, m := range table {
			t.Run(m.name, func(t *testing.T) {
				err := m.make()
				if m.words == nil {
					require.NotEmpty(t, m.why)
					assert.NoError(t, err, m.why)
					return
				}
				require.Error(t, err)
				for _, word := range m.words {
					assert.Contains(t, err.Error(), word)
				}
				assert.NotContains(t, err.Error(), "--", "a library user has fields, and no flags")
				assert.NotContains(t, err.Error(), "\n")
				t.Log(strings.TrimSpace(err.Error()))
			})
		}
	}
	assert.GreaterOrEqual(t, all, 60)
}
