// Package proxy serves the guarded endpoint: clients of OpenAI's, Anthropic's and Ollama's protocols in front of a local model.
package proxy

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/web"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/rules"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/tracing"
	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/internal/bounded"
)

const help = `shortleash proxy puts a guard between a client and its model.

  shortleash proxy [flags]

Clients keep their own loop and change their base URL. The proxy makes a grammar
for each reply from the client's tools and the calls in the conversation. No
call has an unknown name or illegal arguments, no call is repeated that already
has a result, and tool_choice and the answer's schema are enforced.

  OpenAI      http://127.0.0.1:11435/v1
  Anthropic   http://127.0.0.1:11435
  Ollama      http://127.0.0.1:11435

A request can name a model of the server; for any other name, the proxy uses
--model, if given. It listens on this machine only. At another address, clients
must send a token as their API key: the one in --token-file, or the one that the
proxy prints. It logs nothing; --requests prints requests without their content.
--page 127.0.0.1:11436 shows the last requests in a browser: what each could
call, and what it did. At another address, the page requires a token too.
`

const examples = `  shortleash proxy --model ollama:qwen2.5-coder:1.5b
  shortleash proxy --rules rules.toml --read-only my_lookup --steps 20`

// The bounds on connections.
const (
	headerTime = 10 * time.Second
	idleTime   = 2 * time.Minute
	maxHeader  = 64 << 10
	goodbye    = 5 * time.Second // for replies under way when the program ends
	maxToken   = 4096            // bytes of its file
)

// options are the flags of the command alone.
type options struct {
	listen, tokenFile, cert, key string
	page                         string // the address of the page; "": there is none
	names, readOnly              []string
	context, parallel, waiting   cli.Count
	repeat, requests             bool
}

// Command returns the command that serves the endpoint.
func Command(c *cli.Console, s *settings.Settings) *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:     "proxy",
		Short:   "serve OpenAI, Anthropic and Ollama clients, guarded",
		Long:    help,
		Example: examples,
		Args:    cli.NoArgs("proxy takes flags only. For example:  shortleash proxy --listen 127.0.0.1:9000"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, release := c.Signals.Interruptible(cmd.Context())
			defer release()
			return serve(ctx, c, s, o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.listen, "listen", "127.0.0.1:11435", "`A`: the address to listen on")
	flags.StringVar(&o.tokenFile, "token-file", "", "`F`: the token that clients must send")
	flags.StringVar(&o.cert, "tls-cert", "", "`F`: a certificate, for https")
	flags.StringVar(&o.key, "tls-key", "", "`F`: its key")
	flags.StringArrayVar(&o.names, "name", nil, "`NAME`: a host name that clients use; may be repeated")
	cli.ShowDefault(flags, "name", "localhost")
	flags.StringArrayVar(&o.readOnly, "read-only", nil, "`TOOL`: this tool changes nothing; may be repeated")
	cli.ShowDefault(flags, "read-only", "by name")
	flags.BoolVar(&o.repeat, "allow-repeats", false, "allow calls that already have a result")
	flags.Var(&o.context, "context", "`N`: the context of an Ollama model in tokens; 0: 8192")
	flags.Var(&o.parallel, "parallel", "`N`: answer N requests at the same time; 0: 4")
	flags.Var(&o.waiting, "waiting", "`N`: at most N requests wait; 0: 64")
	flags.StringVar(&o.page, "page", "", "`A`: the address of a page with the last requests")
	cli.ShowDefault(flags, "page", "none")
	flags.BoolVar(&o.requests, "requests", false, "print a line about each request, without its content")
	s.Take(cmd, " model host rules steps thought form ")
	return cmd
}

// serve serves until ctx ends.
func serve(ctx context.Context, c *cli.Console, s *settings.Settings, o options) error {
	open, err := web.CheckAddress("--listen", o.listen)
	if err != nil {
		return err
	}
	if (o.cert == "") != (o.key == "") {
		return cli.Misuse("--tls-cert and --tls-key go together")
	}
	token, err := o.token(open)
	if err != nil {
		return err
	}
	file, err := rules.Read(s.Rules)
	if err != nil {
		return err
	}
	m := newServed(c, s, int(o.context))
	if err := m.prepare(ctx); err != nil {
		return err
	}
	run := s.Loop()
	config := endpoint.Config{
		Model: m.model, Models: m.list, Rules: file.Loop(), ReadOnly: o.readOnly, Repeat: o.repeat,
		Steps: run.Budget.Steps, Thought: run.Limits.Thought, FormOf: m.form, Parallel: int(o.parallel), Queue: int(o.waiting), Token: token,
		Hosts: o.hosts(),
	}
	if m.onServer() {
		config.Upstream = m.upstream
	}
	if o.requests {
		config.Logger = slog.New(slog.NewTextHandler(c.Err, nil))
	}
	sender, err := tracing.New(c)
	if err != nil {
		return err
	}
	if sender != nil {
		config.Watch = spans(sender)
		defer func() {
			if err := sender.Close(); err != nil {
				c.Say("%s: the spans of requests could not be sent: %v", c.Name, err)
			}
		}()
	}
	list := web.NewRequests()
	if o.page != "" {
		if _, err := web.CheckAddress("--page", o.page); err != nil {
			return err
		}
		config.Watch, config.Begun = both(config.Watch, shown(list)), begun(list)
	}
	e, err := endpoint.New(config)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", o.listen)
	if err != nil {
		return cli.Misuse("cannot listen: %v", err)
	}
	if o.cert != "" {
		pair, err := tls.LoadX509KeyPair(o.cert, o.key)
		if err != nil {
			return errors.Join(cli.Misuse("--tls-cert: %v", err), listener.Close())
		}
		listener = tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{pair}})
	}
	c.Say("%s", o.welcome(listener.Addr(), token, open))
	serving := func(ctx context.Context) error { return until(ctx, listener, e) }
	if o.page != "" {
		return o.beside(ctx, c, s, list, token, serving)
	}
	return serving(ctx)
}

// hosts are the names by which clients call the endpoint.
func (o options) hosts() []string {
	host, _, _ := net.SplitHostPort(o.listen) // it was checked
	return append([]string{host}, o.names...)
}

// token returns what clients must send: what the file has, or, at an address that other machines reach, one that is made now.
func (o options) token(open bool) (string, error) {
	switch {
	case o.tokenFile != "":
		text, err := bounded.ReadFile(o.tokenFile, maxToken)
		if err != nil {
			return "", cli.Misuse("cannot read %s: %v", o.tokenFile, cli.Cause(err))
		}
		token := strings.TrimSpace(string(text))
		if len(token) < 16 {
			return "", cli.Misuse("%s: the token has %d characters; at least 16 keep strangers out", o.tokenFile, len(token))
		}
		return token, nil
	case open:
		return rand.Text(), nil
	}
	return "", nil
}

// welcome says where the endpoint is, and who may use it.
func (o options) welcome(at net.Addr, token string, open bool) string {
	scheme := "http"
	if o.cert != "" {
		scheme = "https"
	}
	text := fmt.Sprintf("The endpoint is at %s://%s: OpenAI's clients add /v1 to it.", scheme, at)
	switch {
	case token != "" && o.tokenFile == "":
		text += "\nIts token, the API key of clients: " + token
	case token != "":
		text += "\nClients send the token of " + o.tokenFile + " as their API key."
	}
	if open && o.cert == "" {
		text += "\nOther machines can reach it, and what they send is not encrypted."
	}
	return text + "\nControl-C ends it."
}

// until serves h at listener until ctx ends.
func until(ctx context.Context, listener net.Listener, h http.Handler) error {
	server := &http.Server{Handler: h, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
	defer cancel()
	if server.Shutdown(last) != nil { // a stream that does not end in time is closed
		_ = server.Close()
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return cmp.Or(ctx.Err(), context.Canceled)
}
