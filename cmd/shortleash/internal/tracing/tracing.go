// Package tracing sends spans of runs to where the environment says, and nothing where it says nothing.
package tracing

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/telemetry"
)

// endpoint is the variable of OpenTelemetry that names a collector; contents is ours, and asks for what models
// and tools say.
const (
	endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT"
	contents = "SHORTLEASH_OTEL_CONTENTS"
)

// flushTime bounds how long the program waits for a collector when it ends.
const flushTime = 5 * time.Second

// A Sender sends spans of events. Close it.
type Sender struct {
	*telemetry.Recorder
	Contents bool // what models and tools say is asked for
	provider *sdk.TracerProvider
	exporter *honestExporter
}

// An honestExporter keeps the first error of an exporter, which the provider would only log.
type honestExporter struct {
	sdk.SpanExporter

	mu  sync.Mutex // guards err
	err error
}

// ExportSpans implements [sdk.SpanExporter].
func (e *honestExporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := e.SpanExporter.ExportSpans(ctx, spans)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err == nil {
		e.err = err
	}
	return nil
}

// problem returns the first error, if there was one.
func (e *honestExporter) problem() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.err
}

// New returns a sender to the collector that the environment names, or nil if it names none.
func New(c *cli.Console) (*Sender, error) {
	address := c.Env(endpoint)
	if address == "" {
		return nil, nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, cli.Misuse("%s is no address such as http://127.0.0.1:4318", endpoint) // what it is may be a secret
	}
	u.RawQuery, u.Fragment = "", ""
	exporter := &honestExporter{SpanExporter: poster{u.JoinPath("v1", "traces")}}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter),
		sdk.WithResource(resource.NewSchemaless(attribute.String("service.name", c.Name), attribute.String("service.version", cli.Version()))))
	o := telemetry.Options{Contents: c.Env(contents) != ""}
	return &Sender{telemetry.New(provider, o), o.Contents, provider, exporter}, nil
}

// Tracer returns what makes spans that are not of runs. It is safe for concurrent use.
func (s *Sender) Tracer() trace.Tracer {
	return s.provider.Tracer("github.com/shortleash/shortleash", trace.WithSchemaURL(telemetry.SchemaURL))
}

// Event records an event. A nil sender records nothing.
func (s *Sender) Event(e loop.Event) {
	if s != nil {
		s.Recorder.Event(e)
	}
}

// Close sends what is left, and says what could not be sent. A nil sender has nothing left.
func (s *Sender) Close() error {
	if s == nil {
		return nil
	}
	s.Recorder.Close(time.Now())
	ctx, cancel := context.WithTimeout(context.Background(), flushTime) // also after a signal
	defer cancel()
	return errors.Join(s.provider.Shutdown(ctx), s.exporter.problem())
}

// Export sends the runs of old logs as spans.
func Export(c *cli.Console, files []string) error {
	sender, err := New(c)
	if err != nil {
		return err
	}
	if sender == nil {
		return cli.Misuse("no collector is named: set %s, for example to http://127.0.0.1:4318", endpoint)
	}
	n, err := send(sender, files)
	if err = errors.Join(err, sender.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.Out, "%s sent.\n", cli.Plural(n, "run"))
	return err
}

// send records the runs of files, and returns how many there are.
func send(s *Sender, files []string) (n int, err error) {
	for _, path := range files {
		for run, err := range logs.Read(path) {
			if err != nil {
				return n, cli.Misuse("cannot read all of %s: %s", path, cli.Problem(cli.Cause(err)))
			}
			for _, e := range run.Events {
				s.Event(e)
			}
			s.Recorder.Close(run.Events[len(run.Events)-1].Time)
			n++
		}
	}
	return n, nil
}
