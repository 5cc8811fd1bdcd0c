package ollama

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/shortleash/shortleash/internal/remote"
	"github.com/shortleash/shortleash/model"
)

// A Description is what a server reports about one model.
type Description struct {
	Capabilities  []string // as the server words them: "completion", "thinking", "tools"
	ContextTokens int      // the context it was trained with, which is its maximum; 0 if not known
	Thinking      Thinking // the policy that a Model with a zero Config uses; "" if it cannot think
	Parser        string   // the server's parser for the model's output; "" if there is none
	Format        string   // the format of its file: "gguf", "safetensors"
	OwnSystem     bool     // its Modelfile has a system text for prompts without one
	OwnMessages   bool     // its Modelfile puts messages in front of every prompt
	Remote        bool     // a cloud model: requests leave this machine and are not constrained
	Parameters    int64    // the number of parameters; 0 if the server does not say
	ContextBytes  int64    // memory for each token of context, at 16 bits per number; 0 if not known
	Weights       string   // the SHA-256 of the file of its weights, in hexadecimal; "" if the server does not say
	NoTemplate    bool     // it has no chat template: it sees all messages as one text, without authors
}

// Describe asks the server at host, in the form of OLLAMA_HOST, what it knows about a model. The
// error is the error of ctx, an error about host, or a [*model.Fault].
func Describe(ctx context.Context, host, name string) (Description, error) {
	var d Description
	err := ask(ctx, host, name, func(ctx context.Context, c *api.Client) error {
		show, err := c.Show(ctx, &api.ShowRequest{Model: name})
		if err != nil {
			return err
		}
		version, err := versionOf(ctx, c)
		if err != nil {
			return err
		}
		f := factsOf(show, readRelease(version), ThinkAsFits)
		d = Description{
			ContextTokens: f.trained,
			Thinking:      f.thinking,
			Parser:        parserOf(show),
			Format:        show.Details.Format,
			OwnSystem:     show.System != "",
			OwnMessages:   len(show.Messages) > 0,
			Remote:        show.RemoteHost != "",
			Parameters:    number(show, "general.parameter_count"),
			ContextBytes:  contextBytes(show),
			Weights:       weightsOf(show.Modelfile),
			NoTemplate:    bare(show),
		}
		for _, capability := range show.Capabilities {
			d.Capabilities = append(d.Capabilities, string(capability))
		}
		slices.Sort(d.Capabilities)
		return nil
	})
	return d, err
}

// blob finds the weights in a Modelfile that a server writes.
var blob = regexp.MustCompile(`(?m)^FROM .*[/\\]sha256-([0-9a-f]{64})$`)

func weightsOf(modelfile string) string {
	if found := blob.FindStringSubmatch(modelfile); found != nil {
		return found[1]
	}
	return ""
}

// number returns a number of what the file of a model says of itself, or 0.
func number(show *api.ShowResponse, key string) int64 {
	n, _ := show.ModelInfo[key].(float64)
	return int64(n)
}

// contextBytes returns what a token of context takes: a key and a value for each head in each layer.
func contextBytes(show *api.ShowResponse) int64 {
	arch, _ := show.ModelInfo["general.architecture"].(string)
	of := func(key string) int64 { return number(show, arch+"."+key) }
	size := of("attention.key_length")
	if heads := of("attention.head_count"); size == 0 && heads > 0 {
		size = of("embedding_length") / heads
	}
	return of("block_count") * of("attention.head_count_kv") * size * 2 * 2
}

// bare reports whether nothing words a chat for the model. A server that finds no template in a file writes the
// one that holds the prompt alone; where a renderer of the server's words prompts, the template does not count.
func bare(show *api.ShowResponse) bool {
	template := strings.Join(strings.Fields(show.Template), "")
	return template == "{{.Prompt}}" && show.Renderer == "" && parserOf(show) == "" && !strings.Contains("\n"+show.Modelfile, "\nRENDERER ")
}

// A LoadedModel is a model that a server has in memory.
type LoadedModel struct {
	Name          string
	ContextTokens int   // the context actually used; 0 if the server does not say
	SizeBytes     int64 // in memory, including its context
	GPUBytes      int64 // the part of SizeBytes in GPU memory
}

// Loaded asks the server at host which models it has in memory. Errors are those of [Describe].
func Loaded(ctx context.Context, host string) ([]LoadedModel, error) {
	var loaded []LoadedModel
	err := ask(ctx, host, "", func(ctx context.Context, c *api.Client) error {
		running, err := c.ListRunning(ctx)
		if err != nil {
			return err
		}
		for _, m := range running.Models {
			loaded = append(loaded, LoadedModel{Name: m.Name, ContextTokens: m.ContextLength, SizeBytes: m.Size, GPUBytes: m.SizeVRAM})
		}
		return nil
	})
	return loaded, err
}

// describeTime bounds a question that needs no model to run.
const describeTime = 10 * time.Second

// ask lets question ask the server at host something about the model called name, or about none.
func ask(ctx context.Context, host, name string, question func(context.Context, *api.Client) error) error {
	base, _, err := address(host)
	if err != nil {
		return err
	}
	w := &remote.Wire{}
	client := newAPI(base)
	inner, cancel := context.WithTimeoutCause(remote.WithWire(ctx, w), describeTime,
		&remote.Silence{Phase: remote.FirstByte, Limit: describeTime})
	defer cancel()
	err = question(inner, client)
	return describeFault(ctx, inner, w, server(base, byFlag), client, name, err)
}

// describeFault returns err as callers are told of it, or nil.
func describeFault(ctx, inner context.Context, w *remote.Wire, s remote.Server, client *api.Client, name string, err error) error {
	switch {
	case err == nil && !w.Failed():
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	}
	if silence, ok := context.Cause(inner).(*remote.Silence); ok {
		return s.SilentFault(silence)
	}
	f := faultOf(s, w, err)
	if f.Kind == model.NoModel {
		m := &Model{name: name, base: s.Base, client: client}
		return m.fault(ctx, w, err)
	}
	return f
}

func newAPI(base *url.URL) *api.Client {
	return api.NewClient(base, remote.NewClient(remote.NewTransport()))
}
