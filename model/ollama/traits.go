package ollama

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"github.com/ollama/ollama/api"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

// facts are what must be known of a model before it is asked anything.
type facts struct {
	thinking    Thinking // how its thoughts are dealt with; "" if it has none
	parsed      bool     // a parser of the server's reads along, so it may be constrained raw only
	renders     bool     // the server may render a prompt, for ThinkRaw
	toolRole    bool     // the template shows messages of the tool role
	odds        bool     // the server says how likely words are
	trained     int      // the context it was trained with, which caps num_ctx; 0 is unknown
	countsWhole bool     // prompt_eval_count includes the cached part of the prompt
	dialect     grammar.Dialect
}

// role returns how the author of a message is called to the server. A template that knows no tools
// leaves messages of the tool role out without a word, and with them every observation.
func (f facts) role(author string) string {
	if author == model.Tool && !f.toolRole {
		return model.User
	}
	return author
}

// traits ask the server about one model, once, and remember.
type traits struct {
	held  chan struct{} // a mutex that a context can give up waiting for; holds the right to the fields below
	known bool
	facts facts
}

func newTraits() *traits { return &traits{held: make(chan struct{}, 1)} }

// lock takes the turn, unless ctx ends first.
func (t *traits) lock(ctx context.Context) error {
	select {
	case t.held <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *traits) unlock() { <-t.held }

// of returns the facts about the model called name, for which a policy is wanted. A failed call is
// not remembered.
func (t *traits) of(ctx context.Context, client *api.Client, name string, wanted Thinking, log *slog.Logger) (facts, error) {
	if err := t.lock(ctx); err != nil {
		return facts{}, err
	}
	defer t.unlock()
	if t.known {
		return t.facts, nil
	}
	show, err := client.Show(ctx, &api.ShowRequest{Model: name})
	if err != nil {
		return facts{}, err
	}
	version, err := versionOf(ctx, client)
	if err != nil {
		return facts{}, err
	}
	if show.RemoteHost != "" {
		log.Warn("ollama: a cloud model: its server hands requests on and does not constrain replies",
			"model", name, "remote", show.RemoteHost)
	}
	t.facts = factsOf(show, readRelease(version), wanted)
	t.known = true
	if p := t.facts.thinking; p == ThinkOn || p == ThinkFirst {
		log.Warn("ollama: the model thinks before each reply; every step costs two passes", "model", name)
	}
	log.Debug("ollama: model", "name", name, "server", version, "thinking", t.facts.thinking,
		"tool_role", t.facts.toolRole, "trained", t.facts.trained, "dialect", t.facts.dialect)
	return t.facts, nil
}

// changeThinking changes the policy from one that did not work, unless another request has done so already.
func (t *traits) changeThinking(ctx context.Context, from, to Thinking) {
	if t.lock(ctx) != nil {
		return // the request is over; the next one finds out for itself
	}
	defer t.unlock()
	if t.facts.thinking == from {
		t.facts.thinking = to
	}
}

// cannotRender remembers that the server does not know how to: thinking first is what is left.
func (t *traits) cannotRender(ctx context.Context) {
	if t.lock(ctx) == nil {
		t.facts.thinking, t.facts.renders = ThinkOn, false
		t.unlock()
	}
}

func factsOf(show *api.ShowResponse, server release, wanted Thinking) facts {
	f := facts{
		thinking:    thinking(show, server, wanted),
		parsed:      thinking(show, server, ThinkAsFits) == ThinkRaw,
		renders:     server.renders(),
		toolRole:    slices.Contains(show.Capabilities, "tools"),
		odds:        !server.before(0, 12, 11) && show.RemoteHost == "",
		countsWhole: server != release{0, 30, 0},
		dialect:     server.dialect(),
	}
	if arch, ok := show.ModelInfo["general.architecture"].(string); ok {
		if n, ok := show.ModelInfo[arch+".context_length"].(float64); ok {
			f.trained = int(n)
		}
	}
	return f
}

// A release is a version of the server; the zero release is one that the server does not know,
// as when it was built from source without a stamp.
type release [3]int

func readRelease(version string) (r release) {
	if _, err := fmt.Sscanf(version, "%d.%d.%d", &r[0], &r[1], &r[2]); err != nil {
		return release{} // a form from the future says nothing
	}
	return r
}

// before reports whether r is known and older than the given release.
func (r release) before(major, minor, patch int) bool {
	return r != release{} && slices.Compare(r[:], []int{major, minor, patch}) < 0
}

// dialect returns how the server reads schemas. One that does not know its release is taken for a
// new one: an old one then refuses a quote in an enum, and says so.
func (r release) dialect() grammar.Dialect {
	if r.before(0, 17, 4) {
		return grammar.OllamaOld
	}
	return grammar.Ollama
}

// Dialect returns how a server of this version reads schemas. For a grammar g, g.ServerSchema with
// this dialect lists what the server does not enforce and a Guard must.
func Dialect(version string) grammar.Dialect { return readRelease(version).dialect() }
