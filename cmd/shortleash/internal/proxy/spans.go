package proxy

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/shortleash/shortleash/cmd/shortleash/internal/tracing"
	"github.com/shortleash/shortleash/endpoint"
)

// spans returns what makes a span of each request, called chat MODEL, within the client's, if that sends one. It holds no content,
// unless the environment asks for it.
func spans(s *tracing.Sender) func(*http.Request, endpoint.Report) {
	tracer, text, number, list := s.Tracer(), attribute.String, attribute.Int, attribute.StringSlice
	return func(r *http.Request, done endpoint.Report) {
		ctx := propagation.TraceContext{}.Extract(context.Background(), propagation.HeaderCarrier(r.Header))
		_, span := tracer.Start(ctx, "chat "+done.Model, trace.WithTimestamp(done.Began), trace.WithSpanKind(trace.SpanKindServer))
		span.SetAttributes(text("gen_ai.operation.name", "chat"), text("gen_ai.request.model", done.Model),
			number("gen_ai.usage.input_tokens", done.Usage.PromptTokens), number("gen_ai.usage.output_tokens", done.Usage.OutputTokens),
			text("url.path", r.URL.Path), number("http.response.status_code", done.Status), number("shortleash.repairs", done.Repairs),
			list("shortleash.tools", done.Tools), list("shortleash.choices", done.Choices), list("shortleash.calls", done.Calls))
		for name, values := range done.Header { // the order of attributes says nothing
			if ours, ok := strings.CutPrefix(name, "Shortleash-"); ok && ours != "Repairs" {
				span.SetAttributes(list("shortleash."+strings.ToLower(ours), values))
			}
		}
		if s.Contents {
			span.SetAttributes(text("gen_ai.input.messages", string(done.Prompt)), text("gen_ai.output.messages", string(done.Output)))
		}
		if done.Status >= http.StatusBadRequest {
			span.SetAttributes(text("error.type", strconv.Itoa(done.Status)))
			span.SetStatus(codes.Error, http.StatusText(done.Status))
		}
		span.End()
	}
}
