package mcp

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

type count struct {
	Part string `json:"part" jsonschema:"enum=bolt,enum=nut"`
}

// stock returns the tools of a small workshop.
func stock(t testing.TB) *tools.Registry {
	t.Helper()
	one := tools.Must(tools.New("count_part", "how many of a part are in stock", func(_ context.Context, in count) (map[string]int, error) {
		if in.Part == "nut" {
			return nil, tools.NotFound("there are no nuts")
		}
		return map[string]int{"count": 20}, nil
	}, tools.Options{Idempotent: true, ParallelSafe: true}))
	two := tools.Must(tools.New("say", "says it", func(_ context.Context, in count) (string, error) { return in.Part, nil },
		tools.Options{Irreversible: true}))
	r, err := tools.NewRegistry(one, two)
	require.NoError(t, err)
	return r
}

// inMemory connects a client of ours to a server of ours, without a process.
func inMemory(t testing.TB, s *Server, name string) Endpoint {
	t.Helper()
	ours, theirs := sdk.NewInMemoryTransports()
	session, err := s.sdk.Connect(t.Context(), theirs, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return Endpoint{Name: name, transport: ours}
}

func serverOf(t testing.TB, o Offer) *Server {
	t.Helper()
	o.Name, o.Version = "workshop", "1"
	s, err := NewServer(o)
	require.NoError(t, err)
	return s
}

func clientOf(t testing.TB, endpoints ...Endpoint) (*Client, *tools.Registry) {
	t.Helper()
	client, err := Connect(t.Context(), endpoints, Config{})
	require.NoError(t, err)
	t.Cleanup(client.Close)
	r, err := client.Registry()
	require.NoError(t, err)
	return client, r
}

func TestToolsAreTheSameOnBothSides(t *testing.T) {
	there := stock(t)
	_, here := clientOf(t, inMemory(t, serverOf(t, Offer{Tools: there}), ""))
	require.Len(t, here.All(), 2)
	for i, tool := range there.All() {
		assert.Equal(t, tool.Name(), here.All()[i].Name())
		assert.Equal(t, tool.Description(), here.All()[i].Description())
		assert.Equal(t, tool.Schema().String(), here.All()[i].Schema().String())
	}
	for _, args := range []string{`{"part":"bolt"}`} {
		for _, name := range []string{"count_part", "say"} {
			c := tools.Call{ID: "c1", Tool: name, Args: json.RawMessage(args)}
			assert.Equal(t, there.Call(t.Context(), c), here.Call(t.Context(), c))
		}
	}
	o := here.Call(t.Context(), tools.Call{Tool: "count_part", Args: json.RawMessage(`{"part":"nut"}`)})
	require.NotNil(t, o.Error)
	assert.Equal(t, tools.Error{Class: ClassRefused, Recoverable: true, Message: "workshop: there are no nuts"}, *o.Error)
}

func TestWhatAServerSaysOfItsToolsIsReadWithCare(t *testing.T) {
	yes, no := true, false
	for _, row := range []struct {
		claim string
		says  *sdk.ToolAnnotations
		want  tools.Options
	}{
		{"nothing: it needs approval", nil, tools.Options{NeedsApproval: true, Irreversible: true}},
		{"nothing in particular: the same", &sdk.ToolAnnotations{}, tools.Options{NeedsApproval: true, Irreversible: true}},
		{"it only reads", &sdk.ToolAnnotations{ReadOnlyHint: true}, tools.Options{Idempotent: true, ParallelSafe: true}},
		{"it changes something, and may be repeated", &sdk.ToolAnnotations{IdempotentHint: true, DestructiveHint: &yes},
			tools.Options{NeedsApproval: true, Idempotent: true, Irreversible: true}},
		{"it only adds", &sdk.ToolAnnotations{DestructiveHint: &no}, tools.Options{NeedsApproval: true}},
	} {
		t.Run(row.claim, func(t *testing.T) { assert.Equal(t, row.want, optionsOf(row.says)) })
	}
}

func TestNamesThatClashGetTheServersNameInFront(t *testing.T) {
	client, r := clientOf(t, inMemory(t, serverOf(t, Offer{Tools: stock(t)}), "Shop A"), inMemory(t, serverOf(t, Offer{Tools: stock(t)}), "b"))
	var names []string
	for _, l := range client.Listings() {
		names = append(names, l.Server+":"+l.Original+"="+l.Name)
	}
	assert.Equal(t, []string{"Shop_A:count_part=Shop_A_count_part", "Shop_A:say=Shop_A_say", "b:count_part=b_count_part",
		"b:say=b_say"}, names)
	assert.True(t, r.Call(t.Context(), tools.Call{Tool: "b_say", Args: json.RawMessage(`{"part":"bolt"}`)}).OK)
}

func TestToolNames(t *testing.T) {
	for name, want := range map[string]string{
		"Flights_4_SearchOnewayFlight": "Flights_4_SearchOnewayFlight", "get-sum": "get-sum", "math.add": "math.add",
		"a.b/c": "a.b_c", "2nd": "2nd", "": "tool", "日本": "__", strings.Repeat("x", 199): strings.Repeat("x", 128),
	} {
		got := toolName(name)
		assert.Equal(t, want, got, name)
		assert.Equal(t, got, toolName(got), "a name stays as it is")
	}
}

// counting returns a loop whose model counts bolts once and answers.
func counting(t testing.TB, replies ...string) *loop.Loop {
	t.Helper()
	c := loop.Config{}
	c.Repeats = loop.Halt
	l, err := loop.New(strategy.ReAct{}, fake.Script(replies...), stock(t), c)
	require.NoError(t, err)
	return l
}

const (
	countReply  = `{"thought":"","tool":"count_part","tool_args":{"part":"bolt"}}`
	answerReply = `{"thought":"","tool":"final_answer","tool_args":{"text":"20 bolts"}}`
)

// callAs makes a call as a client of another make does, which wants to know of progress.
func callAs(ctx context.Context, t testing.TB, s *Server, tool string, args any, progress func(string)) (*sdk.CallToolResult, error) {
	t.Helper()
	e := inMemory(t, s, "")
	client := sdk.NewClient(&sdk.Implementation{Name: "other", Version: "1"}, &sdk.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, n *sdk.ProgressNotificationClientRequest) { progress(n.Params.Message) },
	})
	session, err := client.Connect(t.Context(), e.transport, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = session.Close() })
	params := &sdk.CallToolParams{Name: tool, Arguments: args}
	params.SetProgressToken("p1")
	return session.CallTool(ctx, params)
}

func TestALoopIsOneTool(t *testing.T) {
	steps := make(chan string, 10)
	result, err := callAs(t.Context(), t, serverOf(t, Offer{Loop: counting(t, countReply, answerReply)}), "run_task",
		task{"Count the bolts."}, func(s string) { steps <- s })
	require.NoError(t, err)
	assert.False(t, result.IsError)
	out, err := json.Marshal(result.StructuredContent)
	require.NoError(t, err)
	var got taskResult
	require.NoError(t, json.Unmarshal(out, &got))
	assert.Equal(t, loop.Final, got.Outcome)
	assert.JSONEq(t, `{"text":"20 bolts"}`, string(got.Answer))
	assert.Equal(t, 2, got.Steps)
	assert.Equal(t, []string{"step 1", "step 1: count_part", "step 2"}, []string{<-steps, <-steps, <-steps})
}

func TestARunThatDoesNotEndFinalIsAnError(t *testing.T) {
	result, err := callAs(t.Context(), t, serverOf(t, Offer{Loop: counting(t, countReply, countReply), TaskTool: "count"}),
		"count", task{"Count."}, func(string) {})
	require.NoError(t, err)
	assert.True(t, result.IsError)
	assert.Contains(t, result.Content[0].(*sdk.TextContent).Text, `"outcome":"duplicate_action"`)
}

func TestACancelledRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	wait := tools.Must(tools.New("count_part", "counts", func(ctx context.Context, _ count) (string, error) {
		cancel() // only now: a run that is canceled before its call never calls
		<-ctx.Done()
		ended <- ctx.Err()
		return "", ctx.Err()
	}, tools.Options{Timeout: time.Minute}))
	r, err := tools.NewRegistry(wait)
	require.NoError(t, err)
	l, err := loop.New(strategy.ReAct{}, fake.Script(countReply), r, loop.Config{})
	require.NoError(t, err)
	_, err = callAs(ctx, t, serverOf(t, Offer{Loop: l}), "run_task", task{"Count."}, func(string) {})
	require.ErrorIs(t, err, context.Canceled)
	assert.ErrorIs(t, <-ended, context.Canceled)
}

func TestNewServerRefuses(t *testing.T) {
	for _, row := range []struct {
		claim string
		offer Offer
		want  string
	}{
		{"an offer without a name", Offer{Tools: stock(t)}, "a Name and a Version"},
		{"an offer of nothing", Offer{Name: "a", Version: "1"}, "Tools or a Loop"},
		{"a tool that is not there", Offer{Name: "a", Version: "1", Tools: stock(t), ReadOnly: []string{"sag"}}, `there is no tool "sag"`},
		{"a name that is none", Offer{Name: "a", Version: "1", Loop: counting(t), TaskTool: "Run Task"}, "TaskTool: tools: name"},
		{"a name that is taken", Offer{Name: "a", Version: "1", Loop: counting(t), Tools: stock(t), TaskTool: "say"},
			"there is a tool say already"},
	} {
		_, err := NewServer(row.offer)
		assert.ErrorContains(t, err, row.want, row.claim)
	}
}

func TestConnectRefuses(t *testing.T) {
	for _, row := range []struct {
		claim    string
		endpoint Endpoint
		config   Config
		want     string
	}{
		{"neither a command nor an address", Endpoint{}, Config{}, "either a command or a URL"},
		{"both", Endpoint{Command: []string{"x"}, URL: "http://x"}, Config{}, "either a command or a URL"},
		{"no address", Endpoint{URL: "ftp://x"}, Config{}, `"ftp://x" is not an address`},
		{"a command that is not there", Endpoint{Command: []string{"no-such-server"}}, Config{},
			"cannot start no-such-server: executable file not found"},
		{"a negative bound", Endpoint{Command: []string{"x"}}, Config{Tools: -1}, "Tools is negative"},
	} {
		_, err := Connect(t.Context(), []Endpoint{row.endpoint}, row.config)
		assert.ErrorContains(t, err, row.want, row.claim)
	}
}
