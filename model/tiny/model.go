package tiny

import (
	"context"
	"fmt"
	"iter"

	"github.com/shortleash/shortleash/model"
)

// TerseForm is the prompt form of the model: no explanations, and decisions without a thought.
const TerseForm = "terse"

// Config configures a model. The zero value is the usual case.
type Config struct {
	// Name is the model's name. By default, "tiny".
	Name string
	// States is how many states of finished requests are kept, for requests that begin the same way.
	// Each takes about one megabyte with XS, and two with M. 0 means 4.
	States int
	// Unmasked lets the network write any text, ignoring the grammar. It is for experiments.
	Unmasked bool
	// Tokens adds to each reply's Walk which tokens were forced, and which were chosen among what. It costs some time.
	Tokens bool
}

// A Model is a network with its weights. It is safe for concurrent use: each request computes in its
// own goroutine, and the weights are shared.
type Model struct {
	config  Config
	weights *weights
	pool    pool
}

var (
	_ model.Model      = (*Model)(nil)
	_ model.Specialist = (*Model)(nil)
	_ model.Bounded    = (*Model)(nil)
)

// Open returns the model in a GGUF file. file is not needed afterward. The error names what is missing or does not fit.
func Open(file []byte, c Config) (*Model, error) {
	w, err := read(file)
	if err != nil {
		return nil, err
	}
	return newModel(w, c)
}

// With returns another model with the same weights, without reading them again. It shares nothing else with m.
func (m *Model) With(c Config) (*Model, error) { return newModel(m.weights, c) }

func newModel(w *weights, c Config) (*Model, error) {
	if c.States < 0 {
		return nil, fmt.Errorf("tiny: States is %d, want 0 or more", c.States)
	}
	if c.States == 0 {
		c.States = 4
	}
	if c.Name == "" {
		c.Name = "tiny"
	}
	return &Model{config: c, weights: w, pool: pool{shape: w.shape, tokens: w.tokenizer.Size(), limit: c.States}}, nil
}

// Name returns the configured name.
func (m *Model) Name() string { return m.config.Name }

// Shape returns the size of the network.
func (m *Model) Shape() Shape { return m.weights.shape }

// Tokenizer returns the tokenizer with the pieces of the file.
func (m *Model) Tokenizer() *Tokenizer { return m.weights.tokenizer }

// Threshold returns the confidence below which an answer should count as unsure, as stated in the
// file; 0 if the file does not say.
func (m *Model) Threshold() float64 { return m.weights.threshold }

// Roles returns the executor role with the terse prompt form.
func (m *Model) Roles() []model.RoleForm {
	return []model.RoleForm{{Role: model.Executor, Form: TerseForm}}
}

// ContextTokens returns Context.
func (m *Model) ContextTokens() int { return Context }

// Generate implements [model.Model]. A request without a grammar gets any text. Usage includes the Walk.
func (m *Model) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		prompt, err := m.weights.tokenizer.Encode(req.Messages)
		if err == nil {
			err = ctx.Err()
		} else {
			err = &model.Fault{Kind: model.Rejected, Message: err.Error(), Err: err}
		}
		if err == nil && len(prompt) >= Context {
			err = &model.Fault{Kind: model.Overflow, Message: fmt.Sprintf(
				"the prompt is %d tokens, and %s reads %d together with its reply; shorten the conversation", len(prompt), m.Name(), Context)}
		}
		if err != nil {
			yield(model.Chunk{}, err)
			return
		}
		g := newGeneration(m, req, prompt, yield)
		defer m.pool.release(g.state)
		if err := g.run(ctx); err != nil && !g.readerGone {
			yield(model.Chunk{}, err)
		}
	}
}
