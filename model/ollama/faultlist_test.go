package ollama

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// A fault is one thing that a server may do wrong, in the middle of a run unless it is first.
type fault struct {
	does    string            // what the server does, for the table
	chat    http.HandlerFunc  // in place of a reply
	dial    error             // in place of a connection
	serve   func(*fakeServer) // in place of its other answers
	first   bool              // from the first request on, every time
	renders bool              // it can render and complete a prompt
	config  Config
	wall    time.Duration // of the run; 0 is the usual
}

func rawLine(text string) string {
	b, _ := json.Marshal(map[string]string{"response": text})
	return string(b)
}

// saying replies with texts as chunks of a reply that ends well.
func saying(texts ...string) http.HandlerFunc {
	var all []string
	for _, text := range texts {
		all = append(all, textLine(text))
	}
	return lines(append(all, okLine)...)
}

// pausing writes a line each after its pause, for ever if the last pause is repeated without end.
func pausing(steps ...pause) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for _, p := range steps {
			select {
			case <-time.After(p.before):
			case <-r.Context().Done():
				return
			}
			lines(p.line)(w, r)
		}
	}
}

func hanging(before ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		lines(before...)(w, r)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}
}

// endless writes line again and again until nobody reads.
func endless(line string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, line+"\n"); err != nil {
				return
			}
			w.(http.Flusher).Flush()
		}
	}
}

func repeated(line string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = line
	}
	return out
}

func ended(reason string, prompt, output int) string {
	return fmt.Sprintf(`{"message":{"content":""},"done":true,"done_reason":%q,"prompt_eval_count":%d,"eval_count":%d}`, reason,
		prompt, output)
}

func notFound(name string) *net.OpError {
	return &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}}
}

// okLine is an end mark without a count of the prompt, which would have to be an honest one.
const okLine = `{"message":{"content":""},"done":true,"done_reason":"stop"}`

const half = `{"thought":"look it`

// faults are the rows of docs/faults.md.
var faults = []fault{
	// the network
	{does: "is not running", dial: refused(), first: true},
	{does: "is stopped in the middle of a run", dial: refused()},
	{does: "has an unknown host name", dial: notFound("tower"), first: true, config: Config{Host: "tower"}},
	{does: "has a host name that cannot be looked up at the moment", config: Config{Host: "tower"},
		dial: &net.OpError{Op: "dial", Err: &net.DNSError{Err: "server misbehaving", IsTemporary: true}}},
	{does: "closes the connection before it answers", chat: cutAfter("")},
	{does: "resets the connection in the middle of a reply", chat: cutAfter(textLine(half))},
	{does: "is restarted and loses its connections", chat: cutAfter(textLine(half)), dial: refused()},

	// time
	{does: "stalls before the first byte", chat: hanging()},
	{does: "stalls in the middle of a reply", chat: hanging(textLine(half))},
	{does: "sends one letter every 50 seconds", chat: pausing(dripping(look, 50*time.Second)...)},
	{does: "takes 4 minutes to load the model", serve: unloaded, chat: loading(4 * time.Minute), first: true},
	{does: "never finishes loading the model", serve: unloaded, chat: hanging(), first: true, wall: time.Hour},
	{does: "has unloaded the model since the last call", serve: unloaded,
		chat: pausing(pause{time.Minute, textLine(answer)}, pause{0, okLine})},
	{does: "is too slow for the run's time limit", chat: pausing(pause{2 * time.Minute, textLine(look)}, pause{0, okLine}),
		wall: time.Minute},

	// lines
	{does: "cuts a line of its stream in half", chat: lines(textLine("{"), `{"message":{"con`)},
	{does: "sends a line that is not JSON", chat: lines(textLine("{"), "<html>Bad gateway</html>")},
	{does: "sends a line of 9 MB", chat: lines(textLine(strings.Repeat("a", 9<<20)))},
	{does: "sends a line of the wrong type", chat: lines(`{"message":[1,2]}`)},
	{does: "sends a web page with status 200", chat: status(200, "<!doctype html>\n<title>Log in</title>")},

	// statuses
	{does: "answers 400", chat: status(400, `{"error":"invalid options: num_ctx"}`)},
	{does: "answers 400 without a message", chat: status(400, "")},
	{does: "answers 401", chat: status(401, `{"error":"unauthorized"}`)},
	{does: "does not have the model", chat: status(404, `{"error":"model 'm' not found"}`),
		serve: func(f *fakeServer) { f.tags = `{"models":[{"name":"m:7b"},{"name":"qwen3:4b"}]}` }},
	{does: "lists the model but does not have it", chat: status(404, `{"error":"model 'm' not found"}`)},
	{does: "answers 404 without a message: it is another program", chat: status(404, "")},
	{does: "answers 429, retry after 20 s", chat: status(429, `{"error":"too many requests"}`, "Retry-After", "20")},
	{does: "answers 429 without a message", chat: status(429, "")},
	{does: "answers 500", chat: status(500, `{"error":"something went wrong"}`)},
	{does: "answers 500 without a message", chat: status(500, "")},
	{does: "answers 502 from a proxy", chat: status(502, "<html>Bad gateway</html>")},
	{does: "answers 503 because its queue is full", chat: status(503,
		`{"error":"server busy, please try again. maximum pending requests exceeded"}`)},
	{does: "answers 503 without a message", chat: status(503, "")},
	{does: "redirects to another address", chat: status(307, "", "Location", "https://elsewhere.example/api/chat")},
	{does: "refuses the format", chat: status(500, `{"error":"invalid JSON schema in format"}`)},
	{does: "does not have enough memory for the model",
		chat: status(500, `{"error":"model requires more system memory (9.1 GiB) than is available (2.0 GiB)"}`)},
	{does: "loses the model's process", chat: lines(textLine(half),
		`{"error":"model runner has unexpectedly stopped, this may be due to resource limitations or an internal error"}`)},
	{does: "reports an error in the middle of a reply",
		chat: lines(textLine(half), `{"error":"an unknown error was encountered while running the model"}`)},

	// ends
	{does: "ends the stream without an end mark", chat: lines(textLine(half))},
	{does: "sends nothing and ends", chat: lines()},
	{does: "stops a reply at the token limit", chat: cutOff(0, 1024)},
	{does: "runs out of context in the middle of a reply", chat: cutOff(7500, 192)},
	{does: "ends a reply as if it had only loaded the model", chat: lines(ended("load", 0, 0))},
	{does: "keeps sending after its end mark", chat: lines(textLine(answer), okLine, textLine("and another thing"), okLine)},

	{does: "keeps sending forever after its end mark", chat: func(w http.ResponseWriter, r *http.Request) {
		saying(answer)(w, r)
		endless(textLine("more"))(w, r)
	}},

	// the prompt
	{does: "refuses a prompt as longer than the context", chat: status(400, `{"error":"the input length exceeds the context length"}`)},
	{does: "cuts the prompt without saying so", chat: lines(textLine(answer), ended("stop", 8192, 30))},

	{does: "keeps writing when the context is full", chat: lines(textLine(answer), ended("stop", 0, 9000))},

	// the format
	{does: "ignores the format: prose", chat: saying("Sure! A leash ", "is a strap.")},
	{does: "ignores the format: prose before the decision", chat: saying("Here it is: ", look)},
	{does: "ignores the format: a fence around the decision", chat: saying("```json\n", look, "\n```")},
	{does: "ignores the format: a tool that does not exist", chat: saying(strings.Replace(look, "look_up", "search", 1))},
	{does: "ignores the format: one argument too many", chat: saying(strings.Replace(look, `"leash"`, `"leash","n":1`, 1))},
	{does: "ignores the format: the decision is cut off, but the stream ends normally", chat: saying(half)},
	{does: "ignores the format: bytes that are not text", chat: lines(`{"message":{"content":"{\"thought\":\"`+"\xff\xfe"+`"}}`, okLine)},
	{does: "sorts the keys in another order", chat: saying(`{"tool_args":{"text":"a strap"},"tool":"final_answer","thought":"now I know"}`)},
	{does: "writes white space around every token",
		chat: saying("{\n\n \"thought\"\n:\n\n\t\t \"now\" ,", "\n \"tool\":\"final_answer\"",
			", \"tool_args\":\n{ \"text\" : \"a strap\" }\n}\n\n")},
	{does: "writes white space forever", chat: endless(textLine("\n"))},
	{does: "repeats a chunk forever", chat: endless(textLine("ha"))},
	{does: "repeats a chunk inside a string, and stops after 31",
		chat: lines(append([]string{textLine(`{"thought":"`)}, repeated(textLine("-"), 31)...)...)},
	{does: "sends empty chunks forever", chat: endless(textLine(""))},
	{does: "writes text after the decision", chat: saying(answer, "\nI hope that helps!")},
	{does: "writes two decisions", chat: saying(answer, look)},

	// thoughts and calls
	{does: "sends thoughts before the decision", chat: lines(thoughtLine("A leash?"), thoughtLine(" I know."), textLine(answer), okLine)},
	{does: "sends thoughts but no decision", chat: lines(thoughtLine("A leash? "), thoughtLine("I know."), okLine), renders: true},
	{does: "sends thoughts but no decision, and is too old to be asked in another way", chat: lines(thoughtLine("I know."), okLine),
		serve: func(f *fakeServer) { f.version = "0.11.4" }},
	{does: "sends thoughts forever", chat: endless(thoughtLine("so it goes on and on"))},
	{does: "sends a call in the model template's form",
		chat: lines(`{"message":{"content":"","tool_calls":[{"function":{"name":"look_up","arguments":{"word":"leash"}}}]}}`,
			okLine), renders: true},
}

// dripping returns text, a byte after each pause.
func dripping(text string, each time.Duration) (out []pause) {
	for _, b := range text {
		out = append(out, pause{each, textLine(string(b))})
	}
	return out
}

// loading takes so long for the first decision, and is honest.
func loading(long time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		text := decision(r)
		if text == look {
			pausing(pause{long, textLine(text)}, pause{0, okLine})(w, r)
			return
		}
		lines(textLine(text), okLine)(w, r)
	}
}

// cutOff ends a reply for its length, as a server that counts prompts honestly.
func cutOff(before, output int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		lines(textLine(half), ended("length", before+len(body)/4, output))(w, r)
	}
}

// unloaded makes a server say that it has no model in memory.
func unloaded(f *fakeServer) { f.ps = `{"models":[]}` }
