package agenttest_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/agent/agenttest"
)

func ExampleScript() {
	type word struct {
		Text string `json:"text" jsonschema:"maxLength=20"`
	}
	letters := agent.Tool("count_letters", "how many letters a word has",
		func(_ context.Context, in word) (int, error) { return len([]rune(in.Text)), nil })
	m := agenttest.Script(
		agenttest.Call("count_letters", word{"leash"}),
		agenttest.Answer(5))
	got, err := agent.Run[int](context.Background(), m, agent.Config{Tools: agent.Tools{letters}}, "How many letters has leash?")
	fmt.Println(got, err, m.Left())

	m = agenttest.Script(agenttest.Call("count_letters", nil))
	_, err = agent.Run[int](context.Background(), m, agent.Config{Tools: agent.Tools{letters}}, "How many letters has leash?")
	fmt.Println(strings.ReplaceAll(err.Error(), ": ", ":\n"))
	// Output:
	// 5 <nil> 0
	// agent:
	// model_failure (transport); decision 1 of the script, count_letters, is not allowed now:
	// {"thought":"","tool":"count_letters","tool_args":{}}:
	// /tool_args:
	// byte 50:
	// got "}}", want "text" (schema /properties/tool_args)
}
