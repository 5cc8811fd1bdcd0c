package models

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/planner"
)

// A Measured is how well a model makes calls and how it is best asked for decisions, as it was measured.
type Measured struct {
	Form  planner.Form `json:"form"`  // "": none, because it made no call
	Why   string       `json:"why"`   // a sentence
	Right int          `json:"right"` // calls, of those that were wanted
	Of    int          `json:"of"`
}

// The bounds on what is remembered, and on the time in which each server says what weights a model has.
const (
	maxRemembered = 1 << 20 // bytes
	askWeights    = 2 * time.Second
)

// formsFile returns the file that remembers forms; "" if there is no place for one.
func formsFile(c *cli.Console) string {
	folder := c.Folder("XDG_STATE_HOME", ".local/state")
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "forms.json")
}

// remembered returns what was measured on this machine, by weights. A file that cannot be read says nothing.
func remembered(c *cli.Console) map[string]Measured {
	all := map[string]Measured{}
	text, err := bounded.ReadFile(formsFile(c), maxRemembered)
	if err != nil || json.Unmarshal(text, &all) != nil {
		return map[string]Measured{}
	}
	maps.DeleteFunc(all, func(_ string, m Measured) bool {
		return (m.Form != "" || m.Of == 0) && !slices.Contains(planner.Forms, m.Form)
	})
	return all
}

// Remember keeps what was measured of the model with these weights, in a file that only its owner can read.
func Remember(c *cli.Console, weights string, m Measured) error {
	path := formsFile(c)
	if path == "" {
		return errors.New("there is no folder for it, because HOME is not set")
	}
	all := remembered(c)
	all[weights] = m
	text, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return cli.ReplaceFile(path, append(text, '\n'), cli.Private)
}

// Weights returns the SHA-256 of the weights of a model, named as [Registry.Resolve] takes it, at the first of hosts that says
// it; "" where no server of Ollama does.
func Weights(ctx context.Context, spec string, hosts Hosts) string {
	name, ok := strings.CutPrefix(spec, "ollama:")
	if !ok {
		return ""
	}
	for _, host := range hosts.Each() {
		bounded, cancel := context.WithTimeout(ctx, askWeights)
		about, err := ollama.Describe(bounded, host, name)
		cancel()
		if err == nil {
			return about.Weights
		}
	}
	return ""
}

// Measured returns what was measured here of the model that spec names, as [Weights] takes it. It is false where nothing was. No
// server is asked where nothing was measured of any.
func (h Hosts) Measured(ctx context.Context, spec string) (m Measured, ok bool) {
	if len(h.Known) > 0 {
		m, ok = h.Known[Weights(ctx, spec, h)]
	}
	return m, ok
}

// String says in a line what form it is, or why there is none.
func (m Measured) String() string {
	if m.Form == "" {
		return "Measured here: " + m.Why + "."
	}
	return fmt.Sprintf("Decisions are asked for in the form %s: %s (measured here; --form changes it).", m.Form, m.Why)
}

// Doubt says in a sentence that a model is too small for work with tools: so it was measured, or it has few parameters. It is ""
// where neither is so.
func (m Measured) Doubt(of model.Model) string {
	if m.Of > 0 && float64(m.Right) < unmeasured*float64(m.Of) {
		return fmt.Sprintf("It made %d of %d calls right in `shortleash bench`: too few for work with tools.", m.Right, m.Of)
	}
	if s, ok := of.(model.Sized); ok && s.Parameters() > 0 && s.Parameters() < smallParameters {
		return fmt.Sprintf("With %d million parameters it is small for work with tools: expect mistakes.", s.Parameters()/1_000_000)
	}
	return ""
}
