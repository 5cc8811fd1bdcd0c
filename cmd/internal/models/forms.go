package models

import (
	"context"
	_ "embed"
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
	"github.com/shortleash/shortleash/internal/tempfile"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/planner"
)

// A Measured is how a model is best asked for decisions, as it was measured.
type Measured struct {
	Form planner.Form `json:"form"`
	Why  string       `json:"why"` // a sentence
	Here bool         `json:"-"`   // on this machine
}

// measuredFile has models that were measured before, one a line: SHA-256 of the weights, form and why, with tabs between.
//
//go:embed measured.tsv
var measuredFile string

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

// Remember keeps what was measured of the model with these weights. The file is replaced as a whole, and is its owner's alone.
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
	f, err := tempfile.Beside(path)
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n')) // a temporary file has the mode 0600
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// Weights returns the SHA-256 of the weights of a model, named as [Registry.Resolve] takes it, at the first of hosts; "" where
// no server of Ollama says.
func Weights(ctx context.Context, spec string, hosts Hosts) string {
	name, ok := strings.CutPrefix(spec, "ollama:")
	if !ok {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, askWeights)
	defer cancel()
	about, err := ollama.Describe(ctx, hosts.Each()[0], name)
	if err != nil {
		return ""
	}
	return about.Weights
}

// FormOf returns how the model with these weights is best asked for decisions: as it was measured here, or else where the
// program was made. It is false where neither is known.
func FormOf(c *cli.Console, weights string) (m Measured, ok bool) {
	if weights == "" {
		return m, false
	}
	if m, ok = remembered(c)[weights]; ok {
		m.Here = true
		return m, slices.Contains(planner.Forms, m.Form)
	}
	for line := range strings.Lines(measuredFile) {
		if cells := strings.Split(strings.TrimSpace(line), "\t"); len(cells) == 3 && cells[0] == weights {
			return Measured{Form: planner.Form(cells[1]), Why: cells[2]}, true
		}
	}
	return m, false
}

// String says in a line what form it is and where that was measured.
func (m Measured) String() string {
	where := "measured before"
	if m.Here {
		where = "measured here"
	}
	return fmt.Sprintf("Decisions are asked for in the form %s: %s (%s; --form changes it).", m.Form, m.Why, where)
}
