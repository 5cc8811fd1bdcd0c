package endpoint

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

// metrics count what the endpoint did. The zero value is ready; it is safe for concurrent use.
type metrics struct {
	mu       sync.Mutex
	requests map[served]int
	seconds  map[string]float64 // by path
	counts   map[string]int
	running  int
}

// served is a path with the status of a reply.
type served struct {
	path   string
	status int
}

// meanings of what is counted.
var meanings = map[string]string{
	"calls":         "calls that were delivered",
	"forced":        "replies that could only be the answer, because of a bound or a rule",
	"narrowed":      "replies for which a rule, or a call that was made already, took something from the model",
	"output_tokens": "tokens that models wrote",
	"prompt_tokens": "tokens of prompts",
	"repairs":       "replies that were asked for again",
	"repeated":      "calls that were refused because they were made already",
}

func (m *metrics) add(what string) { m.addN(what, 1) }

func (m *metrics) addN(what string, n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.counts == nil {
		m.counts = map[string]int{}
	}
	m.counts[what] += n
}

func (m *metrics) enter() { m.change(1) }
func (m *metrics) leave() { m.change(-1) }

func (m *metrics) change(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.running += n
}

// served counts a request.
func (m *metrics) served(path string, status int, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.requests == nil {
		m.requests, m.seconds = map[served]int{}, map[string]float64{}
	}
	m.requests[served{path, status}]++
	m.seconds[path] += took.Seconds()
}

// count counts what came of an exchange.
func (m *metrics) count(x *exchange) {
	m.addN("repairs", x.repairs)
	m.addN("calls", len(x.reply.Calls))
	m.addN("prompt_tokens", x.reply.Usage.PromptTokens)
	m.addN("output_tokens", x.reply.Usage.OutputTokens)
	if x.forced != "" {
		m.add("forced")
	}
	if len(x.allowed.Removed) > 0 {
		m.add("narrowed")
	}
}

// serve writes the figures in the text format of Prometheus.
func (m *metrics) serve(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4")
	m.mu.Lock()
	defer m.mu.Unlock()
	family := func(name, kind, help string) {
		fmt.Fprintln(w, "# HELP", "shortleash_"+name, help)
		fmt.Fprintln(w, "# TYPE", "shortleash_"+name, kind)
	}
	family("running", "gauge", "requests that are being answered")
	fmt.Fprintf(w, "shortleash_running %d\n", m.running)
	family("requests_total", "counter", "requests by path and status")
	keys := slices.SortedFunc(maps.Keys(m.requests), func(a, b served) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.status, b.status))
	})
	for _, k := range keys {
		fmt.Fprintf(w, "shortleash_requests_total{path=%q,status=\"%d\"} %d\n", k.path, k.status, m.requests[k])
	}
	family("seconds_total", "counter", "time of requests by path")
	for _, path := range slices.Sorted(maps.Keys(m.seconds)) {
		fmt.Fprintf(w, "shortleash_seconds_total{path=%q} %.3f\n", path, m.seconds[path])
	}
	for _, name := range slices.Sorted(maps.Keys(meanings)) {
		family(name+"_total", "counter", meanings[name])
		fmt.Fprintf(w, "shortleash_%s_total %d\n", name, m.counts[name])
	}
}
