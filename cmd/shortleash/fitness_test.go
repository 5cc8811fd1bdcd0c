package main

import (
	"context"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/mcp"
	"github.com/shortleash/shortleash/tools"
)

// remembering returns a home in which bench found this, as JSON by weights.
func remembering(t *testing.T, found string) talk {
	t.Helper()
	k := talk{t, t.TempDir(), false}
	folder := filepath.Join(k.home, ".local/state/shortleash")
	require.NoError(t, os.MkdirAll(folder, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "forms.json"), []byte(found), 0o600))
	return k
}

const weightsOfM, weightsOfN, weightsOfSmall = "aa", "bb", "cc" // 32 times

func threeModels(t *testing.T) (host string, formats *[]string) {
	return ollamaOf(t, map[string]string{"m": strings.Repeat(weightsOfM, 32), "n": strings.Repeat(weightsOfN, 32),
		"small": strings.Repeat(weightsOfSmall, 32)})
}

func TestTheModelThatWasMeasuredBestIsChosen(t *testing.T) {
	const measured = `%q:{"form":"thought","why":"measured","right":%d,"of":18}`
	m, n := strings.Repeat(weightsOfM, 32), strings.Repeat(weightsOfN, 32)
	best := fmt.Sprintf("{"+measured+","+measured+"}", m, 12, n, 17)
	for found, want := range map[string]string{
		best: "ollama:n:latest at HOST: measured best by `shortleash bench`.",
		fmt.Sprintf("{"+measured+"}", n, 0): "ollama:m:latest at HOST: the largest that fits, up to 9 billion parameters, " +
			"of those not measured by `shortleash bench`.",
	} {
		host, _ := threeModels(t)
		_, said, code := remembering(t, found).say("", "run", "--host", host, "How many?")
		require.Zero(t, code, said)
		assert.Contains(t, said, "Model: "+strings.ReplaceAll(want, "HOST", host))
	}
	k := remembering(t, best)
	host, _ := threeModels(t)
	_, said, _ := k.say("", "chat", "--host", host, "How many?")
	assert.Contains(t, said, "Model: ollama:n:latest at ")
	report, said, _ := k.say("", "doctor", "--host", host, "--json")
	assert.Contains(t, report, `"model":"ollama:n:latest"`, said)
	address, out := proxyingIn(t, map[string]string{"HOME": k.home}, "--host", host)
	ask(t, address, "", `,"model":"auto"`)
	assert.Contains(t, out.String(), "ollama:n:latest: Decisions are asked for")
}

// A person who names a model that is too small for tools is told so in one line, where there are tools.
func TestANamedModelThatIsTooSmallIsRemarkedOn(t *testing.T) {
	const small = "Model: ollama:small. With 135 million parameters it is small for work with tools: expect mistakes.\n"
	const useless = "Model: ollama:m. It made 0 of 18 calls right in `shortleash bench`: too few for work with tools.\n"
	k := remembering(t, `{"`+strings.Repeat(weightsOfM, 32)+`":{"form":"","why":"none","right":0,"of":18}}`)
	dir := notes(t)
	host, _ := threeModels(t)
	for _, command := range []string{"run", "chat"} {
		for _, row := range []struct {
			args []string
			want string
		}{
			{[]string{"--model", "ollama:small", "--host", host, "--files", dir}, small},
			{[]string{"--model", "ollama:m", "--host", host, "--files", dir}, useless},
			{[]string{"--model", "ollama:small", "--host", host, "--files", dir, "--form", "bare"}, small},
			{[]string{"--model", "ollama:n", "--host", host, "--files", dir}, ""},
			{[]string{"--model", "ollama:small", "--host", host}, ""},
			{[]string{"--model", "random:1", "--files", dir}, ""},
			{[]string{"--model", script(t, boltsFound), "--files", dir}, ""},
		} {
			_, said, _ := k.say("", append(append([]string{command}, row.args...), "Where?")...)
			if row.want == "" {
				assert.NotContains(t, said, "for work with tools", "%s %q", command, row.args)
			} else {
				assert.True(t, strings.HasPrefix(said, row.want), "%s %q: %s", command, row.args, said)
			}
		}
	}
	address, out := proxyingIn(t, map[string]string{"HOME": k.home}, "--host", host, "--model", "ollama:small")
	ask(t, address, "", "")
	assert.Contains(t, out.String(), "ollama:small: With 135 million parameters it is small for work with tools: expect mistakes.\n")
}

// A model that is not there is told of before a server of tools is started and a folder is looked at.
func TestAModelThatIsNotThereIsToldOfBeforeToolsAreOpened(t *testing.T) {
	host, _ := threeModels(t)
	for servers, want := range map[string]string{
		"127.0.0.1:1":             "shortleash: No Ollama answers at http://127.0.0.1:1. Start it with `ollama serve`, or name another with",
		host:                      "shortleash: Ollama at " + host + " has no model other. Fetch it with `ollama pull other`.\n",
		"127.0.0.1:1," + host:     "shortleash: Ollama at " + host + " has no model other. Fetch it with `ollama pull other`.\n",
		"127.0.0.1:1,127.0.0.1:2": "No Ollama answers at http://127.0.0.1:2.",
	} {
		for _, command := range []string{"run Which?", "chat Which?", "chat", "serve --listen 127.0.0.1:0", "mcp"} {
			trace := filepath.Join(t.TempDir(), "started")
			_, said, code := app(t, append(strings.Fields(command), "--model", "ollama:other", "--host", servers,
				"--mcp", "touch "+trace, "--files", filepath.Dir(trace)+"/none")...)
			assert.Contains(t, []int{2, 3}, code, command)
			assert.Contains(t, said, want, command)
			assert.NoFileExists(t, trace, "%s at %s", command, servers)
		}
	}
}

// Tools for which the context has no room are told of with sizes, and no model is asked anything.
func TestToolsThatDoNotFitTheContextAreRefused(t *testing.T) {
	var many []tools.Tool
	for i := range 60 {
		many = append(many, tools.Must(tools.New(fmt.Sprintf("tool_%d", i), strings.Repeat("this tool does one more thing ", 40),
			func(context.Context, struct{}) (int, error) { return i, nil }, tools.Options{})))
	}
	r, err := tools.NewRegistry(many...)
	require.NoError(t, err)
	server, err := mcp.NewServer(mcp.Offer{Name: "many", Version: "1", Tools: r})
	require.NoError(t, err)
	listener := httptest.NewServer(server.Handler())
	t.Cleanup(listener.Close)
	host, asked := threeModels(t)
	for _, command := range []string{"run", "chat"} {
		_, said, code := app(t, command, "--model", "ollama:m", "--host", host, "--mcp", listener.URL, "How many?")
		assert.Equal(t, 3, code)
		assert.Regexp(t, `the prompt of about \d{5} tokens does not fit the context of 8192`, said, command)
		assert.Empty(t, *asked, command)
	}
	address, _ := proxyingIn(t, nil, "--model", "ollama:m", "--host", host, "--context", "64")
	status, reply := ask(t, address, "", "")
	assert.Equal(t, 400, status)
	assert.Regexp(t, `the prompt has \d+ bytes, about \d+ tokens, and the context of the model holds 64 tokens`, reply)
	assert.Empty(t, *asked)
}

// Another model of the page is asked in its own form, not in that of --model.
func TestThePageAsksEachModelInItsForm(t *testing.T) {
	k := remembering(t, `{"`+strings.Repeat(weightsOfM, 32)+`":{"form":"bare","why":"9 of 10","right":9,"of":10}}`)
	host, asked := threeModels(t)
	base, _ := servingIn(t, k.home, "--host", host, "--model", "ollama:m", "--files", notes(t))
	until(t, base, "ollama:n:latest")
	for _, name := range []string{"ollama:m", "ollama:n:latest"} {
		at, _ := page(t, base+"jobs", url.Values{"task": {"How many?"}, "model": {name}})
		over(t, at)
		require.NotEmpty(t, *asked)
		last := (*asked)[len(*asked)-1]
		assert.Equal(t, name == "ollama:m", strings.Contains(last, `"thought":{"type":"string","enum":[""]}`), last)
	}
}
