package proxy

import (
	"cmp"
	"context"
	"errors"
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

// How long the list of a host's models counts, and how long a host that did not answer in time is not asked again.
const (
	listed = 5 * time.Second
	rested = 30 * time.Second
)

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
	lists map[string]listing      // by host
}

// A listing is what a host said last of its models.
type listing struct {
	names []string
	err   error     // it did not answer in time since
	until time.Time // it is not asked again before
}

func newServed(c *cli.Console, s *settings.Settings, context int) *served {
	v := &served{console: c, settings: s, hosts: models.HostsOf(c, &s.Settings), spec: s.Settings.Model,
		kept: map[string]model.Model{}, forms: map[string]planner.Form{}, lists: map[string]listing{}}
	v.hosts.Context = context
	v.given = v.spec != "auto"
	return v
}

// onServer reports whether the models are those of Ollama's servers.
func (v *served) onServer() bool { return v.spec == "auto" || strings.HasPrefix(v.spec, "ollama:") }

// upstream returns the server that a request for another path is passed to: one that has the model that it names, else the first.
func (v *served) upstream(ctx context.Context, name string) *url.URL {
	hosts := v.hosts.Each()
	host := hosts[0]
	if name != "" && len(hosts) > 1 {
		has := func(host string) bool {
			names, _ := v.ask(ctx, host)
			return slices.Contains(names, name) || slices.Contains(names, name+":latest")
		}
		host = hosts[max(0, slices.IndexFunc(hosts, has))]
	}
	u, _, _ := ollama.ParseHost(host) // prepare has refused a bad one
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
	var names []string
	var failed error
	for _, host := range v.hosts.Each() {
		list, err := v.ask(ctx, host)
		failed = cmp.Or(failed, err)
		for _, name := range list {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 && failed != nil {
		return nil, failed
	}
	return names, nil
}

// ask names the models of a host. One that does not answer in time counts as having those that it had, and no request waits for it
// again for a while, unless there is nothing else to go by.
func (v *served) ask(ctx context.Context, host string) ([]string, error) {
	v.mu.Lock()
	l := v.lists[host]
	v.mu.Unlock()
	if time.Now().Before(l.until) {
		return l.names, l.err
	}
	_, installed, err := ollama.Installed(ctx, host)
	fault, _ := errors.AsType[*model.Fault](err)
	switch {
	case err == nil:
		l = listing{until: time.Now().Add(listed)}
		for _, m := range installed {
			l.names = append(l.names, m.Name)
		}
	case fault != nil && fault.Kind == model.Silent && len(l.names)+len(v.hosts.Each()) > 1:
		l.err, l.until = err, time.Now().Add(rested)
	default:
		return nil, err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.lists[host] = l
	return l.names, l.err
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
