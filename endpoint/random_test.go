package endpoint_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
)

var requests = flag.Int("endpoint-requests", 1000, "how many random requests TestNoIllegalCallIsDelivered sends")

// randomSchemas are those of tools that random requests offer.
var randomSchemas = []string{
	lampSchema, orderSchema, `{"type":"object","properties":{}}`,
	`{"type":"object","properties":{"a":{"type":"array","items":{"type":"integer"},"uniqueItems":true,"maxItems":3}},"required":["a"]}`,
	`{"type":"object","properties":{"m":{"type":"object","additionalProperties":{"type":"boolean"}},"n":{"type":["number","null"]}}}`,
	`{"type":"object","properties":{"p":{"type":"string","pattern":"^[a-c]{2}$"},"q":{"oneOf":[{"type":"integer"},{"type":"boolean"}]}},
		"required":["p"]}`,
	`{"type":"object","properties":{"t":{"$ref":"#/$defs/t"}},"$defs":{"t":{"type":"object","properties":{"next":{"$ref":"#/$defs/t"}}}}}`,
}

// TestNoIllegalCallIsDelivered sends random requests, in all protocols, to random legal models and to hostile ones. Another
// validator looks at each call, by the schema as the client wrote it.
func TestNoIllegalCallIsDelivered(t *testing.T) {
	hostile := slices.DeleteFunc(slices.Clone(fake.HostileKinds), func(k fake.HostileKind) bool { // they take or hang for their time
		return k == fake.Slow || k == fake.Silent || k == fake.Deaf || k == fake.Stubborn
	})
	var m model.Model
	servers := make([]*httptest.Server, len(planner.Forms))
	for i, f := range planner.Forms {
		e, err := endpoint.New(endpoint.Config{Form: f, Model: func(context.Context, string) (model.Model, error) { return m, nil }})
		require.NoError(t, err)
		servers[i] = httptest.NewServer(e)
		defer servers[i].Close()
	}
	names := []string{"chat completions", "responses", "messages", "ollama"}
	delivered, calls, n := 0, 0, *requests
	if testing.Short() {
		n = min(n, 200)
	}
	for i := range n {
		r := rand.New(rand.NewPCG(uint64(i), 1))
		if m = fake.Random(int64(i)); i%2 == 1 {
			m = fake.Hostile(hostile[r.IntN(len(hostile))], int64(i))
		}
		if i%3 == 0 {
			m = doubter{m, r}
		}
		name := names[r.IntN(4)]
		d, stream := dialects[name], r.IntN(2) == 0
		tools, schemas := randomTools(r, name)
		choice, may := randomChoice(r, name, schemas)
		status, body, _ := post(t, servers[i/2%len(servers)], d.path, object(t, d.asked, tools, choice, streaming(stream)))
		if status != http.StatusOK {
			continue
		}
		var h heard
		if stream {
			h = d.pieces(events(t, body))
		} else {
			h = d.whole(gjson.Parse(body))
		}
		delivered++
		for _, call := range h.calls {
			calls++
			tool, args, _ := strings.Cut(call, "{")
			assert.Contains(t, may, tool, "seed %d", i)
			valid(t, schemas[tool], "{"+args, i)
		}
		if len(h.calls) == 0 && strings.Contains(choice, "required") && h.ended == d.ends[0] && name != "responses" {
			assert.Fail(t, "a call was required", "seed %d: %s", i, body)
		}
	}
	t.Logf("%d requests: %d replies with %d calls, none of them illegal", n, delivered, calls)
	assert.Greater(t, calls, n/8)
}

// A doubter is a model that says at random whether a tool fits.
type doubter struct {
	model.Model
	random *rand.Rand
}

func (doubter) Judges(context.Context) bool { return true }

func (m doubter) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	if req.Odds == 0 {
		return m.Model.Generate(ctx, req)
	}
	return fake.Script([]string{yes, no}[m.random.IntN(2)]).Generate(ctx, req)
}

// randomTools are one to five tools, as a protocol writes them, and their schemas by name.
func randomTools(r *rand.Rand, protocol string) (string, map[string]string) {
	schemas := map[string]string{}
	var list []string
	for i := range 1 + r.IntN(5) {
		name := fmt.Sprintf("tool_%d", i)
		schemas[name] = randomSchemas[r.IntN(len(randomSchemas))]
		form := `{"type":"function","function":{"name":"` + name + `","parameters":` + schemas[name] + `}}`
		switch protocol {
		case "responses":
			form = `{"type":"function","name":"` + name + `","parameters":` + schemas[name] + `}`
		case "messages":
			form = `{"name":"` + name + `","input_schema":` + schemas[name] + `}`
		}
		list = append(list, form)
	}
	return `{"max_tokens":500,"tools":[` + strings.Join(list, ",") + `]}`, schemas
}

// randomChoice is what a client may say of the tools, and the names of those that may be called then.
func randomChoice(r *rand.Rand, protocol string, schemas map[string]string) (choice string, may []string) {
	for name := range schemas {
		may = append(may, name)
	}
	if protocol != "chat completions" && protocol != "responses" {
		return "", may
	}
	switch r.IntN(4) {
	case 0:
		return `{"tool_choice":"none"}`, nil
	case 1:
		return `{"tool_choice":"required"}`, may
	case 2:
		return `{"tool_choice":{"type":"function","function":{"name":"tool_0"}}}`, []string{"tool_0"}
	}
	return "", may
}

// valid checks arguments with another validator.
func valid(t *testing.T, schema, args string, seed int) {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(schema))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("schema.json", parsed))
	compiled, err := c.Compile("schema.json")
	require.NoError(t, err)
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(args))
	require.NoError(t, err, "seed %d: %s", seed, args)
	assert.NoError(t, compiled.Validate(value), "seed %d: %s", seed, args)
	var object map[string]json.RawMessage
	assert.NoError(t, json.Unmarshal([]byte(args), &object))
}
