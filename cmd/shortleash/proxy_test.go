package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// boltsListed is the decision of countBolts as a proxy wants it.
const boltsListed = `{"thought":"count first","tool_calls":[{"tool":"count_part","tool_args":{"part":"bolt"}}]}`

// said collects what a program says, from several goroutines.
type said struct {
	mu    sync.Mutex
	text  bytes.Buffer
	ready chan struct{} // closed when the endpoint is there
	once  sync.Once
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text.Write(p)
	if strings.Contains(s.text.String(), "Control-C ends it.") {
		s.once.Do(func() { close(s.ready) })
	}
	return len(p), nil
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// proxying starts the endpoint and returns its address, and what it says. It ends with the test.
func proxying(t *testing.T, args ...string) (string, *said) {
	t.Helper()
	return proxyingIn(t, nil, args...)
}

// proxyingIn is proxying with variables of the environment.
func proxyingIn(t *testing.T, env map[string]string, args ...string) (string, *said) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, done := &said{ready: make(chan struct{})}, make(chan int, 1)
	go func() {
		done <- exec(ctx, append([]string{"proxy", "--listen", "127.0.0.1:0"}, args...), strings.NewReader(""), io.Discard, out,
			func(name string) string { return env[name] })
	}()
	t.Cleanup(func() {
		cancel()
		assert.Equal(t, 130, <-done)
	})
	select {
	case <-out.ready:
	case code := <-done:
		done <- code
		require.Fail(t, "it has ended", "%d: %s", code, out)
	}
	return regexp.MustCompile(`https?://[0-9.:]+[0-9]`).FindString(out.String()), out
}

// ask sends a request with the tool count_part.
func ask(t *testing.T, address, key, more string) (int, string) {
	t.Helper()
	body := `{"model":"any","messages":[{"role":"user","content":"How many bolts?"}],"tools":[{"type":"function",
		"function":{"name":"count_part","parameters":{"type":"object",
		"properties":{"part":{"type":"string"}},"required":["part"]}}}]` + more + `}`
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address+"/v1/chat/completions", strings.NewReader(body))
	require.NoError(t, err)
	r.Header.Set("Authorization", "Bearer "+key)
	r.Header.Set("Traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	resp, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	return resp.StatusCode, string(text)
}

func TestAProxyHoldsToolsAndRules(t *testing.T) {
	rules := file(t, "rules.toml", `require = ["count_part"]`)
	address, out := proxying(t, "--model", script(t, answered, boltsListed), "--rules", rules, "--requests")
	status, reply := ask(t, address, "", "")
	assert.Equal(t, http.StatusOK, status, reply)
	call := gjson.Get(reply, "choices.0.message.tool_calls.0.function")
	assert.Equal(t, "count_part", call.Get("name").String(), "an answer without a call is against the rules")
	assert.Equal(t, `{"part":"bolt"}`, call.Get("arguments").String())
	assert.Contains(t, out.String(), "status=200")
	assert.NotContains(t, out.String(), "bolts", "no content is logged")
}

// TestAProxyHoldsEachRuleOfAFile has a model that first counts bolts, which no row allows.
func TestAProxyHoldsEachRuleOfAFile(t *testing.T) {
	const none = `{"thought":"","tool":"final_answer","tool_args":{"text":"None."}}`
	counts := func(part string) string { return strings.Replace(boltsListed, "bolt", part, 1) }
	for _, row := range []struct{ rules, next, args string }{
		{`forbid = ["count_part"]`, none, ""},
		{"[quota]\ncount_part = 0", none, ""},
		{"[prerequisite]\ncount_part = \"find_part\"", none, ""},
		{"[domain.count_part]\npart = [\"nut\"]", counts("nut"), `{"part":"nut"}`},
		{"[shown.count_part]\npart = '^bolts?$'", counts("bolts"), `{"part":"bolts"}`},
		{"[shown.count_part]\npart = '^bolt$'", none, ""},
	} {
		address, _ := proxying(t, "--model", script(t, boltsListed, row.next), "--rules", file(t, "rules.toml", row.rules))
		status, reply := ask(t, address, "", "")
		require.Equal(t, http.StatusOK, status, "%s: %s", row.rules, reply)
		assert.Equal(t, row.args, gjson.Get(reply, "choices.0.message.tool_calls.0.function.arguments").String(), row.rules)
	}
}

func TestAProxyWantsItsToken(t *testing.T) {
	address, out := proxying(t, "--model", script(t, boltsListed), "--token-file", file(t, "token", "a secret of some length\n"))
	assert.NotContains(t, out.String(), "a secret")
	status, _ := ask(t, address, "another", "")
	assert.Equal(t, http.StatusUnauthorized, status)
	status, reply := ask(t, address, "a secret of some length", "")
	assert.Equal(t, http.StatusOK, status, reply)
}

func TestAProxyIsStartedAsItCanServe(t *testing.T) {
	for _, row := range []struct{ flags, want string }{
		{"--listen nowhere", "--listen wants an address with a port"},
		{"--tls-cert a.pem", "--tls-cert and --tls-key go together"},
		{"--token-file " + file(t, "short", "x"), "at least 16 keep strangers out"},
		{"--token-file " + t.TempDir() + "/none", "cannot read"},
		{"--rules " + file(t, "rules.toml", "requires = []"), "Did you mean require?"},
		{"--model no:where", "no:where"},
		{"a task", "proxy takes flags only"},
	} {
		_, said, code := app(t, append([]string{"proxy"}, strings.Fields(row.flags)...)...)
		assert.Equal(t, 2, code, row.flags)
		assert.Contains(t, said, row.want)
	}
}

func TestAProxyWithoutItsServerSaysSo(t *testing.T) {
	address, _ := proxying(t, "--host", "127.0.0.1:1")
	status, reply := ask(t, address, "", "")
	assert.Equal(t, http.StatusBadGateway, status)
	assert.Contains(t, gjson.Get(reply, "error.message").String(), "127.0.0.1:1")
}

// The page shows what passes: what was offered and what was left of it, why replies were asked for again, what was refused; and
// does nothing else.
func TestThePageOfTheProxyShowsRequests(t *testing.T) {
	const evil = `{"thought":"","tool_calls":[{"tool":"count_part","tool_args":{"part":"<script>x</script>"}}]}`
	const fits = `{"asks_for":"parts","closest_tool":"count_part","gives":"parts","match":true}`
	address, out := proxying(t, "--model", script(t, `{"thought":"none"}`, evil, fits), "--page", "127.0.0.1:0")
	require.Eventually(t, func() bool { return strings.Contains(out.String(), "The page is at ") }, time.Minute, time.Millisecond)
	base := regexp.MustCompile(`The page is at (http://\S+/)`).FindStringSubmatch(out.String())[1]
	_, text := page(t, base, nil)
	assert.Contains(t, text, "What passes through the endpoint")
	assert.NotContains(t, text, "<li class=")

	status, reply := ask(t, address, "", "")
	require.Equal(t, http.StatusOK, status, reply)
	status, _ = ask(t, address, "", `,"tool_choice":{"type":"function","function":{"name":"<i>none</i>"}}`)
	require.Equal(t, http.StatusBadRequest, status)
	_, text = page(t, base, nil)
	assert.Equal(t, 2, strings.Count(text, `<li class="row decided request"`))
	assert.Contains(t, text, `<span class="chip may">count_part</span>`)
	assert.Contains(t, text, `{&#34;part&#34;:&#34;&lt;script&gt;x&lt;/script&gt;&#34;}`)
	assert.Contains(t, text, "there is: count_part", "why it was refused")
	assert.Regexp(t, `<p class="bad">[^<]+</p>\s*<p class="call"><b>count_part`, text, "why the reply was asked for again")
	assert.NotContains(t, text, "<i>none")
	assert.NotContains(t, text, "<script>x")

	r, err := http.Get(base + "stream?after=1")
	require.NoError(t, err)
	defer r.Body.Close()
	buffer := make([]byte, 1<<16)
	got := ""
	for !strings.Contains(got, "</li>") {
		n, err := r.Body.Read(buffer)
		require.NoError(t, err)
		got += string(buffer[:n])
	}
	assert.Equal(t, 1, strings.Count(got, "<li"), "what the page does not have")
	for _, path := range []string{"jobs", "runs", "server", "v1/check"} {
		at, _ := page(t, base+path, url.Values{"task": {"x"}})
		r, err := http.Get(at)
		require.NoError(t, err)
		assert.Equal(t, http.StatusNotFound, r.StatusCode, path)
		r.Body.Close()
	}
	_, said, code := app(t, "proxy", "--page", "nowhere")
	assert.Equal(t, 2, code)
	assert.Contains(t, said, "--page wants an address with a port")
	held := strings.Trim(strings.TrimPrefix(base, "http:"), "/")
	_, said, code = app(t, "proxy", "--model", script(t, answered), "--listen", "127.0.0.1:0", "--page", held)
	assert.Equal(t, 2, code)
	assert.Contains(t, said, "cannot listen")
}

// TestAProxyAsksEachModelInItsForm has two models, of which one was measured.
func TestAProxyAsksEachModelInItsForm(t *testing.T) {
	w, state := strings.Repeat("ab", 32), t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(state, "shortleash"), 0o700))
	kept := `{"` + w + `":{"form":"bare","why":"9 of 10"}}`
	require.NoError(t, os.WriteFile(filepath.Join(state, "shortleash", "forms.json"), []byte(kept), 0o600))
	for flags, bare := range map[string][2]bool{"": {true, false}, "--model ollama:m": {true, false}, "--model ollama:n": {true, false},
		"--form thought": {false, false}, "--form bare": {true, true}} {
		host, formats := ollamaOf(t, map[string]string{"m": w, "n": strings.Repeat("cd", 32)})
		address, out := proxyingIn(t, map[string]string{"XDG_STATE_HOME": state}, append(strings.Fields(flags), "--host", host)...)
		for i, name := range []string{"m", "n"} {
			status, reply := ask(t, address, "", `,"model":"`+name+`"`)
			require.Equal(t, http.StatusOK, status, reply)
			assert.Equal(t, bare[i], strings.Contains((*formats)[i], `"thought":{"type":"string","enum":[""]}`), "%s: %s", flags, name)
		}
		assert.Equal(t, !strings.Contains(flags, "form"), strings.Contains(out.String(), "in the form bare: 9 of 10"), out)
	}
}

// TestAProxyServesTheModelsOfAllHosts has a model that only the second host has, and a host that does not answer.
func TestAProxyServesTheModelsOfAllHosts(t *testing.T) {
	first, _ := ollamaOf(t, map[string]string{"m": ""})
	second, formats := ollamaOf(t, map[string]string{"n": ""})
	address, _ := proxying(t, "--host", first+",127.0.0.1:1,"+second, "--model", "ollama:m")
	status, reply := ask(t, address, "", `,"model":"n"`)
	require.Equal(t, http.StatusOK, status, reply)
	assert.Len(t, *formats, 1)
	resp, err := http.Get(address + "/v1/models")
	require.NoError(t, err)
	defer resp.Body.Close()
	list, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Equal(t, `["m:latest","n:latest"]`, gjson.GetBytes(list, "data.#.id").Raw)
}

// TestAProxyPassesOnToTheHostThatHasTheModel has paths of Ollama that name a model, or none.
func TestAProxyPassesOnToTheHostThatHasTheModel(t *testing.T) {
	first, _ := ollamaOf(t, map[string]string{"m": "of the first"})
	second, _ := ollamaOf(t, map[string]string{"m": "of the second", "n": "of the second"})
	address, _ := proxying(t, "--host", first+","+second)
	for body, want := range map[string]string{
		`{"model":"n"}`:                "of the second",
		` {"verbose":true,"name":"n"}`: "of the second", // as older clients call it
		`{"model":"n:latest"}`:         "of the second",
		`{"model":"m"}`:                "of the first",
		`{"model":"other"}`:            "model 'other' not found",
		`{"model":"n","system":"` + strings.Repeat("x", 1<<20) + `"}`: "of the second",
		`{"system":"` + strings.Repeat("x", 1<<20) + `","model":"n"}`: "model 'n' not found", // too far to look for it
	} {
		for _, length := range []bool{true, false} {
			sent := io.Reader(strings.NewReader(body))
			if !length {
				sent = io.MultiReader(sent)
			}
			resp, err := http.Post(address+"/api/show", "application/json", sent)
			require.NoError(t, err)
			text, err := io.ReadAll(resp.Body)
			require.NoError(t, err)
			require.NoError(t, resp.Body.Close())
			assert.Contains(t, string(text), want, "%.40s", body)
		}
	}
	resp, err := http.Get(address + "/api/tags")
	require.NoError(t, err)
	defer resp.Body.Close()
	list, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Equal(t, `["m:latest"]`, gjson.GetBytes(list, "models.#.name").Raw, "the list is that of the first")
}
