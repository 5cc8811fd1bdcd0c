package tracing

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// postTime bounds one request to a collector.
const postTime = 10 * time.Second

// A poster exports spans to a collector by OTLP over HTTP, as JSON (opentelemetry.io/docs/specs/otlp). The exporter of
// OpenTelemetry brings gRPC and protobuf, which are a seventh of the program.
type poster struct {
	url *url.URL
}

// The messages of the protocol, as far as spans of runs need them. A time is in nanoseconds since 1970, in decimal.
type (
	attr struct {
		Key   string         `json:"key"`
		Value map[string]any `json:"value"`
	}
	spanEvent struct {
		Time       string `json:"timeUnixNano"`
		Name       string `json:"name"`
		Attributes []attr `json:"attributes,omitempty"`
	}
	status struct {
		Code    int    `json:"code,omitempty"`
		Message string `json:"message,omitempty"`
	}
	span struct {
		Trace      string      `json:"traceId"`
		ID         string      `json:"spanId"`
		Parent     string      `json:"parentSpanId,omitempty"`
		Name       string      `json:"name"`
		Kind       int         `json:"kind"`
		Start      string      `json:"startTimeUnixNano"`
		End        string      `json:"endTimeUnixNano"`
		Attributes []attr      `json:"attributes,omitempty"`
		Events     []spanEvent `json:"events,omitempty"`
		Status     status      `json:"status"`
	}
)

// ExportSpans implements [sdk.SpanExporter].
func (p poster) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	var list []span
	for _, s := range spans {
		list = append(list, message(s))
	}
	body, err := json.Marshal(map[string]any{"resourceSpans": []any{map[string]any{
		"resource":   map[string]any{"attributes": attrs(spans[0].Resource().Attributes())},
		"scopeSpans": []any{map[string]any{"scope": map[string]any{"name": spans[0].InstrumentationScope().Name}, "spans": list}},
	}}})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, postTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url.String(), bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if fault, ok := errors.AsType[*url.Error](err); ok {
		return fault.Err // without the address, which may hold a secret
	}
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		text, _ := io.ReadAll(io.LimitReader(resp.Body, 200)) // what it says is only told
		return fmt.Errorf("the collector answered %s: %q", resp.Status, text)
	}
	return nil
}

// Shutdown implements [sdk.SpanExporter].
func (poster) Shutdown(context.Context) error { return nil }

func message(s sdk.ReadOnlySpan) span {
	m := span{
		Trace: s.SpanContext().TraceID().String(), ID: s.SpanContext().SpanID().String(), Name: s.Name(), Kind: int(s.SpanKind()),
		Start: nanos(s.StartTime()), End: nanos(s.EndTime()), Attributes: attrs(s.Attributes()),
	}
	if s.Parent().HasSpanID() {
		m.Parent = s.Parent().SpanID().String()
	}
	for _, e := range s.Events() {
		m.Events = append(m.Events, spanEvent{nanos(e.Time), e.Name, attrs(e.Attributes)})
	}
	switch s.Status().Code { // the protocol has them in another order
	case codes.Ok:
		m.Status = status{Code: 1}
	case codes.Error:
		m.Status = status{2, s.Status().Description}
	}
	return m
}

func nanos(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

func attrs(list []attribute.KeyValue) []attr {
	var all []attr
	for _, kv := range list {
		all = append(all, attr{string(kv.Key), value(kv.Value)})
	}
	return all
}

// value returns a value as the protocol has it; an integer is a string there.
func value(v attribute.Value) map[string]any {
	switch v.Type() {
	case attribute.BOOL:
		return map[string]any{"boolValue": v.AsBool()}
	case attribute.INT64:
		return map[string]any{"intValue": strconv.FormatInt(v.AsInt64(), 10)}
	case attribute.FLOAT64:
		return map[string]any{"doubleValue": v.AsFloat64()}
	case attribute.STRINGSLICE:
		var values []any
		for _, s := range v.AsStringSlice() {
			values = append(values, map[string]any{"stringValue": s})
		}
		return map[string]any{"arrayValue": map[string]any{"values": values}}
	}
	return map[string]any{"stringValue": v.String()}
}
