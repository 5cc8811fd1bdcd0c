package models

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/shortleash/shortleash/model/ollama"
)

// How often an Offer asks its server, and how many of the server's models it has.
const (
	askEvery   = 20 * time.Second
	maxOffered = 6
)

// An Offer lists models to choose from, as --model takes them, without waiting for the server that has some of them.
type Offer struct {
	First []string // what needs no server, the usual one first
	Hosts Hosts    // the first of them is asked

	mu        sync.Mutex // guards what follows
	installed []string
	asked     time.Time
	asking    bool
	under     sync.WaitGroup // a question that is under way
}

// List returns the models, those that the server had when it was last asked included. It has it asked again from time
// to time.
func (o *Offer) List() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.asking && time.Since(o.asked) > askEvery {
		o.asking = true
		o.under.Go(o.ask)
	}
	var list []string
	for _, m := range slices.Concat(o.First, o.installed) {
		if !slices.ContainsFunc(list, func(other string) bool { return plainTag(other) == plainTag(m) }) {
			list = append(list, m)
		}
	}
	return list
}

// plainTag leaves out the tag that a server adds to a name without one, so that both spellings are one model.
func plainTag(model string) string { return strings.TrimSuffix(model, ":latest") }

// Wait waits for a question that is under way: two seconds at most.
func (o *Offer) Wait() { o.under.Wait() }

// ask asks the server.
func (o *Offer) ask() {
	var list []string
	if o.Hosts.Check() == nil {
		_, found, err := ollama.Installed(context.Background(), o.Hosts.Each()[0]) // waits two seconds at most
		for _, m := range found {
			if err == nil && writes(m) && len(list) < maxOffered {
				list = append(list, "ollama:"+m.Name)
			}
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.installed, o.asked, o.asking = list, time.Now(), false
}
