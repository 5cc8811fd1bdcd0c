package proxy

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
	"github.com/shortleash/shortleash/planner"
)

// listed is how long a list of a server's models counts.
const listed = 5 * time.Second

// served are the models that requests can name: those of the servers of Ollama, and the one of --model.
type served struct {
	console  *cli.Console
	settings *settings.Settings
	hosts    models.Hosts
	spec     string // of --model
	given    bool   // the model of spec stands for names that are not served

	mu    sync.Mutex
	kept  map[string]model.Model  // by what they were resolved from
	forms map[string]planner.Form // by the names of models
	names []string
	at    time.Time // when names were asked for
}

func newServed(c *cli.Console, s *settings.Settings, context int) *served {
	v := &served{console: c, settings: s, hosts: models.HostsOf(c, &s.Settings), spec: s.Settings.Model,
		kept: map[string]model.Model{}, forms: map[string]planner.Form{}}
	v.hosts.Context = context
	v.given = v.spec != "auto"
	return v
}

// onServer reports whether the models are those of Ollama's servers.
func (v *served) onServer() bool { return v.spec == "auto" || strings.HasPrefix(v.spec, "ollama:") }

// upstream returns the first server, which all other paths are passed to; nil where there is none.
func (v *served) upstream() *url.URL {
	if !v.onServer() {
		return nil
	}
	u, _, err := ollama.ParseHost(v.hosts.Each()[0])
	if err != nil { // prepare has refused it
		return nil
	}
	return u
}

// prepare tries the model of --model. A server that is not up yet is not an error: requests say it.
func (v *served) prepare(ctx context.Context) error {
	if err := v.hosts.Check(); err != nil {
		return err
	}
	if v.onServer() {
		return nil
	}
	_, err := v.resolved(ctx, v.spec)
	return err
}

// resolved returns the model of a spec, always the same one. Servers are asked without the lock.
func (v *served) resolved(ctx context.Context, spec string) (model.Model, error) {
	v.mu.Lock()
	m, ok := v.kept[spec]
	v.mu.Unlock()
	if ok {
		return m, nil
	}
	newModel, _, err := settings.Models.Resolve(ctx, spec, v.hosts)
	if err != nil {
		return nil, err
	}
	m = newModel()
	form, note := v.settings.FormOf(ctx, v.console, m, true)
	v.mu.Lock()
	defer v.mu.Unlock()
	if first, ok := v.kept[spec]; ok {
		return first, nil
	}
	if _, told := v.forms[m.Name()]; note != "" && !told {
		v.console.Say("%s: %s", m.Name(), note)
	}
	v.kept[spec], v.forms[m.Name()] = m, form
	return m, nil
}

// form returns the form in which a resolved model is asked for decisions.
func (v *served) form(m model.Model) planner.Form {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.forms[m.Name()]
}

// list names the models that are served: of several hosts, those of all that answer.
func (v *served) list(ctx context.Context) ([]string, error) {
	if !v.onServer() {
		return []string{v.spec}, nil
	}
	v.mu.Lock()
	names, at := v.names, v.at
	v.mu.Unlock()
	if time.Since(at) < listed {
		return slices.Clone(names), nil
	}
	names = nil
	var failed error
	for _, host := range v.hosts.Each() {
		_, installed, err := ollama.Installed(ctx, host)
		failed = cmp.Or(failed, err)
		for _, m := range installed {
			if !slices.Contains(names, m.Name) {
				names = append(names, m.Name)
			}
		}
	}
	if len(names) == 0 && failed != nil {
		return nil, failed
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.names, v.at = names, time.Now()
	return slices.Clone(names), nil
}

// model returns the model that a request names.
func (v *served) model(ctx context.Context, name string) (model.Model, error) {
	if !v.onServer() {
		return v.resolved(ctx, v.spec)
	}
	names, err := v.list(ctx)
	if err != nil {
		return nil, err
	}
	name = strings.TrimPrefix(name, "ollama:")
	for _, known := range names {
		if known == name || strings.TrimSuffix(known, ":latest") == name {
			return v.resolved(ctx, "ollama:"+known)
		}
	}
	if v.given || name == "" || name == "auto" {
		return v.resolved(ctx, v.spec)
	}
	return nil, fmt.Errorf("there is no model %q; there is: %s. With --model, any name takes that one", name, strings.Join(names, ", "))
}
