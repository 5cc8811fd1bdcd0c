package models

import (
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/model/ollama"
)

// Hosts are the servers that a command may contact.
type Hosts struct {
	// List has them in the form of OLLAMA_HOST, with commas between several.
	List string
	// Source is what names them, for messages: "--host"; "" is that.
	Source string
	// Context is how many tokens of context models of Ollama have; 0 is the usual number.
	Context int
	// Known has what was measured of models on this machine, by their weights.
	Known map[string]Measured
	// Tell is told why one of several hosts is left out. Nil tells no one.
	Tell func(text string)
}

// HostsOf returns the hosts that settings name.
func HostsOf(c *cli.Console, s *cli.Settings) Hosts {
	h := Hosts{List: s.Host, Source: "--host", Known: remembered(c)}
	if !s.HostGiven {
		h.Source = "OLLAMA_HOST"
	}
	if !s.Quiet {
		h.Tell = func(text string) { c.Say("%s", text) }
	}
	return h
}

// CheckHost refuses --host on the command line where none of the models that specs name, or that play a role, is asked
// of the servers that it names.
func CheckHost(s *cli.Settings, specs ...string) error {
	for _, r := range s.Roles.List {
		if r.Host == "" { // else they have a server of their own
			specs = append(specs[:len(specs):len(specs)], r.Model, r.Fallback)
		}
	}
	if !s.Typed("host") || slices.ContainsFunc(specs, onServer) {
		return nil
	}
	named := slices.DeleteFunc(slices.Clone(specs), func(spec string) bool { return spec == "" })
	return cli.Misuse("--host names the servers of models, and none here has one: %s. Leave it out, or name a model of a "+
		"server:  --model ollama:NAME", strings.Join(named, ", "))
}

// onServer reports whether the model that spec names is, or may be, one of a server.
func onServer(spec string) bool {
	kind, _, _ := strings.Cut(spec, ":")
	return kind == "auto" || kind == "ollama" || kind == "openai"
}

// Each returns the hosts one by one.
func (h Hosts) Each() []string {
	list := strings.Split(h.List, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	return list
}

// Check refuses an address that no server can have, also where Ollama would take another one in silence.
func (h Hosts) Check() error {
	for _, host := range h.Each() {
		_, warning, err := ollama.ParseHost(host)
		if err == nil && warning == "" && (host != "" || len(h.Each()) == 1) {
			continue
		}
		source := h.Source
		if source == "" {
			source = "--host"
		}
		if err != nil {
			return cli.Misuse("%s: %s", source, Plain(err))
		}
		return cli.Misuse("%s: cannot read the address %q: write it like 127.0.0.1:11434 or http://name:11434", source, host)
	}
	return nil
}

// tell says of several hosts that one is left out.
func (h Hosts) tell(why string) {
	if h.Tell != nil && len(h.Each()) > 1 {
		h.Tell(why + " The other hosts go on.")
	}
}
