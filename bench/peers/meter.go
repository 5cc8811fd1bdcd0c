package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
)

// A usage is what an agent asked of the server.
type usage struct {
	Requests int `json:"requests"`
	Read     int `json:"read"`    // tokens of prompts
	Written  int `json:"written"` // tokens of replies
}

// A meter stands between the agents and the server and counts, so that every agent is measured alike,
// whatever its framework reports. Both of Ollama's interfaces are read: the last line of its own, and
// the usage of the OpenAI-compatible one.
type meter struct {
	address string // http://HOST:PORT, for the agents
	server  *http.Server

	mu    sync.Mutex
	total usage
	open  int        // replies that are not counted yet
	none  *sync.Cond // there are no such
}

// startMeter starts a meter on a free port in front of the server at host.
func startMeter(host string) (*meter, error) {
	target, err := url.Parse(host)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m := &meter{address: "http://" + listener.Addr().String()}
	m.none = sync.NewCond(&m.mu)
	proxy := &httputil.ReverseProxy{
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(target) },
		FlushInterval: -1,
		ModifyResponse: func(r *http.Response) error {
			if r.Request.URL.Path == "/api/chat" || r.Request.URL.Path == "/v1/chat/completions" {
				m.mu.Lock()
				m.open++
				m.mu.Unlock()
				r.Body = &metered{ReadCloser: r.Body, meter: m}
			}
			return nil
		},
	}
	m.server = &http.Server{Handler: proxy}
	go func() { _ = m.server.Serve(listener) }()
	return m, nil
}

func (m *meter) close() { _ = m.server.Close() }

// take returns what was counted since the last take. An agent may go on at the last line of a reply, before that reply
// has ended; take waits for its end.
func (m *meter) take() usage {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.open > 0 {
		m.none.Wait()
	}
	u := m.total
	m.total = usage{}
	return u
}

// A metered body is passed on as it is read; its last line is kept and counted at its end.
type metered struct {
	io.ReadCloser
	meter *meter
	text  bytes.Buffer
}

func (b *metered) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.text.Write(p[:n])
	return n, err
}

func (b *metered) Close() error {
	var last struct {
		Prompt int `json:"prompt_eval_count"`
		Eval   int `json:"eval_count"`
		Usage  struct {
			Prompt     int `json:"prompt_tokens"`
			Completion int `json:"completion_tokens"`
		} `json:"usage"`
	}
	lines := bufio.NewScanner(&b.text)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		_ = json.Unmarshal(lines.Bytes(), &last) // a line that is not JSON counts nothing
	}
	b.meter.mu.Lock()
	if b.meter.open--; b.meter.open == 0 {
		b.meter.none.Broadcast()
	}
	b.meter.total.Requests++
	b.meter.total.Read += last.Prompt + last.Usage.Prompt
	b.meter.total.Written += last.Eval + last.Usage.Completion
	b.meter.mu.Unlock()
	return b.ReadCloser.Close()
}
