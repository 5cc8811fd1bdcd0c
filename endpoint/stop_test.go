package endpoint_test

import (
	"context"
	"iter"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
)

// stopsAt are the members with which clients of all protocols ask for stop sequences. OpenAI's responses have none.
func stopsAt(list string) string {
	return `{"stop":` + list + `,"stop_sequences":` + list + `,"options":{"stop":` + list + `}}`
}

// eachThatStops is each without the protocol that has no stop sequences.
func eachThatStops(t *testing.T, test func(t *testing.T, d dialect, stream bool)) {
	each(t, func(t *testing.T, d dialect, stream bool) {
		if d.path != "/v1/responses" {
			test(t, d, stream)
		}
	})
}

// An unconstrained model is not asked with a grammar.
type unconstrained struct{ model.Model }

func (unconstrained) Unconstrained() bool { return true }

// TestAStopSequenceEndsAText has the sequence in two pieces of what the model writes, with tools and without. What only begins like a
// sequence is passed on.
func TestAStopSequenceEndsAText(t *testing.T) {
	eachThatStops(t, func(t *testing.T, d dialect, stream bool) {
		ended := d.ends[0]
		if d.path == "/v1/messages" {
			ended = "stop_sequence"
		}
		for tools, reply := range map[string]string{"": said, d.tools: answers} {
			for stops, want := range map[string]heard{
				`["zebra","12 \"lamp"]`:              {text: "There are ", ended: ended},
				`["There"]`:                          {ended: ended},
				`["lamps\". ","lamps\".\n\n","",""]`: {text: said, ended: d.ends[0]},
			} {
				assert.Equal(t, want, d.hear(t, serve(t, fake.Script(reply), endpoint.Config{}), stream, tools, stopsAt(stops)), stops)
			}
		}
		cut := unconstrained{fake.Play(fake.Reply{Text: answers, Finish: model.Length})}
		h := d.hear(t, serve(t, cut, endpoint.Config{}), stream, d.tools, stopsAt(`["12"]`))
		assert.Equal(t, heard{text: "There are ", ended: ended}, h, "the answer is read out of the reply when it has ended")
	})
	for _, stop := range []string{`"12"`, `null`} { // OpenAI's may be one text
		d := dialects["chat completions"]
		h := d.hear(t, serve(t, fake.Script(said), endpoint.Config{}), true, `{"stop":`+stop+`}`)
		assert.Equal(t, map[string]string{`"12"`: "There are ", `null`: said}[stop], h.text)
	}
}

func TestAnthropicsClientsReadWhichSequenceEndedTheText(t *testing.T) {
	d := dialects["messages"]
	for _, stream := range []bool{false, true} {
		for stop, want := range map[string]string{"lamps": "lamps", "zebra": ""} {
			s := serve(t, fake.Script(said), endpoint.Config{})
			_, body, _ := post(t, s, d.path, object(t, d.asked, streaming(stream), stopsAt(`["`+stop+`"]`)))
			got := gjson.Get(body, "stop_sequence")
			for _, v := range events(t, body) {
				if v.Get("type").String() == "message_delta" {
					got = v.Get("delta.stop_sequence")
				}
			}
			assert.True(t, got.Exists(), body)
			assert.Equal(t, want, got.String())
		}
	}
}

// TestAStopSequenceCutsTextAlone has it in a thought, in the arguments of a call, and in an answer that has a schema.
func TestAStopSequenceCutsTextAlone(t *testing.T) {
	eachThatStops(t, func(t *testing.T, d dialect, stream bool) {
		h := d.hear(t, serve(t, fake.Script(looks), endpoint.Config{}), stream, d.tools, stopsAt(`["lamp","count"]`))
		assert.Equal(t, []string{`look_up{"item":"lamp"}`}, h.calls)
		assert.Equal(t, "count them", h.text+h.thinking)
		assert.Equal(t, d.ends[1], h.ended)
		const form = `{"type":"object","properties":{"count":{"type":"integer"}},"required":["count"]}`
		h = d.hear(t, serve(t, fake.Script(`{"count":12}`), endpoint.Config{}), stream, stopsAt(`["count"]`), `{"format":`+form+`,
			"response_format":{"type":"json_schema","json_schema":{"schema":`+form+`}},
			"output_config":{"format":{"type":"json_schema","schema":`+form+`}}}`)
		assert.Equal(t, heard{text: `{"count":12}`, ended: d.ends[0]}, h)
	})
}

func TestStopSequencesAreBounded(t *testing.T) {
	for _, stops := range []string{`["` + strings.Repeat("x", 5000) + `"]`, `[` + strings.Repeat(`"x",`, 5000) + `"x"]`, `12`} {
		for _, name := range []string{"chat completions", "messages", "ollama"} {
			d := dialects[name]
			status, body, _ := post(t, serve(t, fake.Script(said), endpoint.Config{}), d.path, object(t, d.asked, stopsAt(stops)))
			assert.Equal(t, http.StatusBadRequest, status, body)
		}
	}
}

// A divided model writes a text in pieces of 1 to 4 bytes.
type divided struct {
	text string
	rand *rand.Rand
	left bool // its reply was left before its end
}

func (*divided) Name() string { return "divided" }

func (m *divided) Generate(context.Context, model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		for rest := m.text; rest != ""; {
			n := min(len(rest), 1+m.rand.IntN(4))
			if !yield(model.Chunk{Text: rest[:n]}, nil) {
				m.left = true
				return
			}
			rest = rest[n:]
		}
		yield(model.Chunk{Done: true, Finish: model.Stop}, nil)
	}
}

// TestATextIsCutAlikeHoweverItComes has random texts and sequences of two letters, which overlap, and finds the end of the text by
// looking at all its beginnings. There the model is stopped too.
func TestATextIsCutAlikeHoweverItComes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func(n int) string {
		var b strings.Builder
		for range 1 + r.IntN(n) {
			b.WriteByte("ab"[r.IntN(2)])
		}
		return b.String()
	}
	d := dialects["chat completions"]
	for range 300 {
		text, stops := word(30), []string{word(6), word(6), word(6)}
		want := text
		for end := range len(text) + 1 {
			longest := ""
			for _, stop := range stops {
				if strings.HasSuffix(text[:end], stop) && len(stop) > len(longest) {
					longest = stop
				}
			}
			if longest != "" {
				want = text[:end-len(longest)]
				break
			}
		}
		m := &divided{text: text, rand: r}
		h := d.hear(t, serve(t, m, endpoint.Config{}), true, `{"stop":["`+strings.Join(stops, `","`)+`"]}`)
		assert.Equal(t, want, h.text, "%s at %q", text, stops)
		assert.Equal(t, want != text, m.left, "%s at %q", text, stops)
	}
}
