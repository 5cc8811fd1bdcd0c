package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	collected "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/encoding/protojson"
)

// A collector keeps what is sent to it.
type collector struct {
	mu   sync.Mutex
	sent strings.Builder
}

func (c *collector) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.sent.String()
}

// ServeHTTP implements [http.Handler].
func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(r.Body)
	if err != nil || r.URL.Path != "/v1/traces" {
		http.Error(w, "what?", http.StatusNotFound)
		return
	}
	var request collected.ExportTraceServiceRequest
	if err := protojson.Unmarshal(text, &request); err != nil { // as the protocol's own package reads it
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent.WriteString(request.String())
}

func TestSpansGoWhereTheEnvironmentSays(t *testing.T) {
	s := openShop(t)
	log := filepath.Join(t.TempDir(), "log.ndjson")
	traced := func(variables map[string]string, args ...string) (string, int) {
		var out, said bytes.Buffer
		code := exec(t.Context(), args, strings.NewReader(""), &out, &said, func(name string) string { return variables[name] })
		return out.String() + said.String(), code
	}
	run := []string{"run", "--yes", "--mcp", s.url, "--log", log, "--model", script(t, countBolts, answered), "Count the bolts."}
	for _, row := range []struct {
		claim    string
		contents string
		args     []string
	}{
		{"of a run, as it happens", "", run},
		{"of an old log", "", []string{"runs", "export", "--otlp", log}},
		{"with texts, where that is asked for", "1", []string{"runs", "export", "--otlp", log}},
	} {
		t.Run(row.claim, func(t *testing.T) {
			var got collector
			server := httptest.NewServer(&got)
			defer server.Close()
			said, code := traced(map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": server.URL, "SHORTLEASH_OTEL_CONTENTS": row.contents}, row.args...)
			assert.Zero(t, code, said)
			for _, name := range []string{"invoke_agent react", "chat script", "execute_tool count_part", "shortleash.outcome"} {
				assert.Contains(t, got.text(), name)
			}
			assert.Equal(t, row.contents != "", strings.Contains(got.text(), "There are 100 bolts."))
		})
	}
	refusing := httptest.NewServer(http.NotFoundHandler())
	defer refusing.Close()
	said, code := traced(map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": refusing.URL}, "runs", "export", "--otlp", log)
	assert.NotZero(t, code)
	assert.Contains(t, said, "answered 404 Not Found")
	said, code = traced(map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "localhost"}, "runs", "export", "--otlp", log)
	assert.Equal(t, 2, code)
	assert.Contains(t, said, "is no address such as http://127.0.0.1:4318")
	said, code = traced(nil, "runs", "export", "--otlp", log)
	assert.Equal(t, 2, code)
	assert.Contains(t, said, "no collector is named")
	said, code = traced(map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, run...)
	assert.Zero(t, code, "a run does not fail for its spans: %s", said)
	assert.Contains(t, said, "the spans of the run could not be sent")
	said, code = traced(map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:1"}, "runs", "export", "--otlp", log)
	assert.NotZero(t, code, "nothing was sent")
	assert.NotContains(t, said, "1 run sent")
	assert.Contains(t, said, "connection refused")
}

// TestRequestsAreSpans has the proxy send a span of each request to the collector, within that of the client.
func TestRequestsAreSpans(t *testing.T) {
	rules := file(t, "rules.toml", `require = ["count_part"]`)
	for _, contents := range []string{"", "1"} {
		var got collector
		server := httptest.NewServer(&got)
		defer server.Close()
		t.Run("contents"+contents, func(t *testing.T) {
			address, _ := proxyingIn(t, map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": server.URL, "SHORTLEASH_OTEL_CONTENTS": contents},
				"--model", script(t, "hm", boltsListed), "--rules", rules)
			status, reply := ask(t, address, "", "")
			assert.Equal(t, http.StatusOK, status, reply)
			status, _ = ask(t, address, "", `,"n":2`)
			assert.Equal(t, http.StatusBadRequest, status)
		})
		sent := got.text()
		for _, want := range []string{`name:"chat any"`, "SPAN_KIND_SERVER", `string_value:"/v1/chat/completions"`, `string_value:"count_part"`,
			`key:"shortleash.repairs"  value:{int_value:1}`, `key:"shortleash.removed"`,
			`string_value:"require=final_answer"`, "parent_span_id", "STATUS_CODE_ERROR", `string_value:"400"`} {
			assert.Contains(t, strings.ReplaceAll(sent, "  ", " "), strings.ReplaceAll(want, "  ", " "))
		}
		assert.Equal(t, contents != "", strings.Contains(sent, "How many bolts?"))
		assert.Equal(t, contents != "", strings.Contains(sent, `\"part\"`))
	}
	var out bytes.Buffer
	code := exec(t.Context(), []string{"proxy", "--model", "random:1"}, strings.NewReader(""), io.Discard, &out,
		func(name string) string { return map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "localhost"}[name] })
	assert.Equal(t, 2, code)
	assert.Contains(t, out.String(), "is no address such as http://127.0.0.1:4318")
}
