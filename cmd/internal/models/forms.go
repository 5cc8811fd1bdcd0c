package models

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/planner"
)

// A Measured is how a model is best asked for decisions, as it was measured.
type Measured struct {
	Form planner.Form `json:"form"`
	Why  string       `json:"why"` // a sentence
}

// The bounds on what is remembered, and on the time in which a server says what weights a model has.
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
	ctx, cancel := context.WithTimeout(ctx, askWeights)
	defer cancel()
	for _, host := range hosts.Each() {
		if about, err := ollama.Describe(ctx, host, name); err == nil {
			return about.Weights
		}
	}
	return ""
}

// FormOf returns how a model is best asked for decisions, as it was measured here. It is false where that was not measured.
// weights says which model it is; it is not called where nothing was measured of any.
func FormOf(c *cli.Console, weights func() string) (m Measured, ok bool) {
	all := remembered(c)
	if len(all) == 0 {
		return m, false
	}
	m, ok = all[weights()]
	return m, ok && slices.Contains(planner.Forms, m.Form)
}

// String says in a line what form it is.
func (m Measured) String() string {
	return fmt.Sprintf("Decisions are asked for in the form %s: %s (measured here; --form changes it).", m.Form, m.Why)
}
