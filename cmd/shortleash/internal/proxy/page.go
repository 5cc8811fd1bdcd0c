package proxy

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/web"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/endpoint"
)

// The words of the page, in English and in Spanish.
const (
	pageTitle = "What passes through the endpoint"
	pageAbout = "The last requests, the newest first. This page only shows them; they are in memory alone, and gone when the program ends."
)

var spanish = map[string]string{
	pageTitle: "Lo que pasa por el servidor",
	pageAbout: "Las últimas peticiones, la más nueva primero. Esta página solo las muestra; están solo en memoria y se pierden al final.",
	"Clients": "Clientes", "Model": "Modelo",
}

// both returns what calls each of watches that is there.
func both(watches ...func(*http.Request, endpoint.Report)) func(*http.Request, endpoint.Report) {
	return func(r *http.Request, done endpoint.Report) {
		for _, watch := range watches {
			if watch != nil {
				watch(r, done)
			}
		}
	}
}

// shown returns what adds requests to a page.
func shown(list *web.Requests) func(*http.Request, endpoint.Report) {
	return func(r *http.Request, done endpoint.Report) {
		var reply struct {
			Text  string
			Calls []struct {
				Tool string
				Args json.RawMessage
			}
		}
		_ = json.Unmarshal(done.Output, &reply) // a request that was refused has no reply
		q := web.Request{Path: r.URL.Path, Model: done.Model, Status: done.Status, Began: done.Began, Took: time.Since(done.Began),
			Offered: done.Tools, Could: done.Choices, Problems: done.Problems, Text: reply.Text,
			Read: done.Usage.PromptTokens, Written: done.Usage.OutputTokens,
			Removed: done.Header.Get("Shortleash-Removed"), Forced: done.Header.Get("Shortleash-Forced")}
		for name, what := range map[string]string{"Overruled": "rules that would have left nothing: ", "Unheld": "neither held nor checked: "} {
			if text := done.Header.Get("Shortleash-" + name); text != "" {
				q.Other = append(q.Other, what+text)
			}
		}
		for _, c := range reply.Calls {
			q.Calls = append(q.Calls, web.Call{Tool: c.Tool, Args: string(c.Args)})
		}
		list.Add(r, q)
	}
}

// begun returns what adds those that are under way.
func begun(list *web.Requests) func(*http.Request, endpoint.Report, bool) {
	return func(r *http.Request, now endpoint.Report, waits bool) {
		list.Begin(r, web.Request{Path: r.URL.Path, Model: now.Model, Began: now.Began, Waits: waits})
	}
}

// beside has main serve, and beside it the page of requests, until both have ended. The error is that of the one that failed.
func (o options) beside(ctx context.Context, c *cli.Console, s *settings.Settings, list *web.Requests, token string,
	main func(context.Context) error) error {
	p := &web.Program{Console: c, Settings: &s.Settings, Asks: pageTitle, About: pageAbout, Spanish: spanish, Requests: list,
		Facts: []web.Fact{{Name: "Clients", Text: o.listen}, {Name: "Model", Text: s.Settings.Model}}}
	if o.tokenFile != "" {
		p.Token = token
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	page := make(chan error, 1)
	go func() {
		defer stop()
		page <- web.Serve(ctx, p, o.page)
	}()
	err := main(ctx)
	stop()
	if failed := <-page; !errors.Is(failed, context.Canceled) {
		return failed
	}
	return err
}
