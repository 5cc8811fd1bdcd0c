package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/bench/textcall"
)

// A record is what came of one item, without a text of the benchmark or of the model.
type record struct {
	Model    string  `json:"model"`
	Row      string  `json:"row"`
	Category string  `json:"category"`
	ID       string  `json:"id"`
	Verdict  string  `json:"verdict"` // right, or the checker's word for what is wrong
	Seconds  float64 `json:"s"`
	Read     int     `json:"read"` // tokens, as the reply says
	Written  int     `json:"written"`
}

// Key implements [eval.Record].
func (r record) Key() (key string, ok bool) {
	return r.Model + "\x00" + r.Row + "\x00" + r.ID, r.ID != "" && r.Verdict != ""
}

// A reply is a record with what the model wrote, and what the checker says of it or the server.
type reply struct {
	record
	Calls any    `json:"calls"` // as the protocol has them, or as they stand in the text; nil: none
	Text  string `json:"text"`
	Error any    `json:"error"`
}

// ask sends the request of an item. The error is that of a server that is not there or silent.
func (it item) ask() (reply, error) {
	r := reply{record: it.record}
	start := time.Now()
	got, err := (&http.Client{Timeout: 10 * time.Minute}).Post(it.URL+"/chat/completions", "application/json", bytes.NewReader(it.Request))
	if err != nil {
		return r, err
	}
	defer got.Body.Close() // it is read to its end
	text, err := io.ReadAll(got.Body)
	r.Seconds = float64(time.Since(start).Milliseconds()) / 1000
	if got.StatusCode != http.StatusOK {
		r.Verdict, r.Error = fmt.Sprintf("status %d", got.StatusCode), string(text)
	}
	in := gjson.ParseBytes(text)
	r.Read, r.Written = int(in.Get("usage.prompt_tokens").Int()), int(in.Get("usage.completion_tokens").Int())
	r.Text = in.Get("choices.0.message.content").Str
	if calls := in.Get("choices.0.message.tool_calls.#.function"); len(calls.Array()) > 0 {
		r.Calls = json.RawMessage(calls.Raw)
	}
	return r, err
}

// fromText is the reply to a client that looks for calls of its tools in the text, if there are no others.
func (r reply) fromText(names []string) reply {
	r.Row += ", calls read from its text too"
	found := slices.DeleteFunc(textcall.All(r.Text), func(c textcall.Call) bool { return !slices.Contains(names, c.Name) })
	if r.Calls == nil && len(found) > 0 {
		r.Calls = found
	}
	return r
}
