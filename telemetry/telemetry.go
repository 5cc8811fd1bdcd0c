// Package telemetry folds the events of a run into OpenTelemetry spans.
//
// A [Recorder] takes events as they happen, or those of an old log: spans begin and end at the times of their
// events, so both give the same. The run is one span (invoke_agent). Each request to a model is a span within
// it (chat MODEL, within a span called plan where a planner is asked), and so is each call (execute_tool TOOL).
// Names follow the conventions for generative AI of the schema at [SchemaURL]. The texts of models and tools
// are left out unless [Options] ask for them.
//
// The package imports only the API of OpenTelemetry; its caller chooses where spans go.
package telemetry

import (
	"context"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

// SchemaURL is the version of the conventions.
const SchemaURL = "https://opentelemetry.io/schemas/1.37.0"

// The attributes of the conventions that are used here, and our own.
const (
	operationName  = attribute.Key("gen_ai.operation.name")
	agentName      = attribute.Key("gen_ai.agent.name")
	conversation   = attribute.Key("gen_ai.conversation.id")
	provider       = attribute.Key("gen_ai.provider.name")
	requestModel   = attribute.Key("gen_ai.request.model")
	maxTokens      = attribute.Key("gen_ai.request.max_tokens")
	inputTokens    = attribute.Key("gen_ai.usage.input_tokens")
	outputTokens   = attribute.Key("gen_ai.usage.output_tokens")
	finishReasons  = attribute.Key("gen_ai.response.finish_reasons")
	outputMessages = attribute.Key("gen_ai.output.messages")
	inputMessages  = attribute.Key("gen_ai.input.messages")
	toolName       = attribute.Key("gen_ai.tool.name")
	toolType       = attribute.Key("gen_ai.tool.type")
	callID         = attribute.Key("gen_ai.tool.call.id")
	callArguments  = attribute.Key("gen_ai.tool.call.arguments")
	callResult     = attribute.Key("gen_ai.tool.call.result")
	errorType      = attribute.Key("error.type")

	role    = attribute.Key("shortleash.role")
	choices = attribute.Key("shortleash.choices")
	outcome = attribute.Key("shortleash.outcome")
	reason  = attribute.Key("shortleash.reason")
	steps   = attribute.Key("shortleash.steps")
)

// Options say what spans hold. The zero value holds no contents.
type Options struct {
	Contents bool // tasks, replies, arguments and results; they may be private
}

// A Recorder makes spans of the events of one run after another. It belongs to one goroutine.
type Recorder struct {
	tracer  trace.Tracer
	options Options
	run     *open            // nil: none is under way
	open    map[string]*open // requests and calls by their IDs
}

// An open span has a parent that ends with it, where that was made for it.
type open struct {
	context.Context
	span   trace.Span
	around *open
}

// New returns a recorder whose spans go to provider.
func New(provider trace.TracerProvider, o Options) *Recorder {
	return &Recorder{
		tracer:  provider.Tracer("github.com/shortleash/shortleash", trace.WithSchemaURL(SchemaURL)),
		options: o, open: map[string]*open{},
	}
}

// Event records one event. Events that begin no run, where none is under way, are ignored.
func (r *Recorder) Event(e loop.Event) {
	if e.Run != nil {
		r.end(e.Time)
		r.start(*e.Run, e.Time)
		return
	}
	if r.run == nil {
		return
	}
	switch {
	case e.Ask != nil:
		r.ask(*e.Ask, e.Time)
	case e.Reply != nil:
		r.reply(*e.Reply, e.Time)
	case e.Failure != nil:
		r.failure(*e.Failure, e.Time)
	case e.Call != nil:
		r.call(*e.Call, e.Time)
	case e.Observation != nil:
		r.observation(e)
	case e.Interrupt != nil:
		r.run.span.AddEvent("interrupted", trace.WithTimestamp(e.Time), trace.WithAttributes(reason.String(string(e.Interrupt.Kind))))
	case e.Resume != nil:
		r.run.span.AddEvent("resumed", trace.WithTimestamp(e.Time))
	case e.Result != nil:
		r.finish(*e.Result, e.Time)
	}
}

// Close ends the spans of a run whose log stops, at the time now.
func (r *Recorder) Close(now time.Time) { r.end(now) }

// begin begins a span within another, or at the top where that is nil.
func (r *Recorder) begin(within *open, name string, kind trace.SpanKind, at time.Time, attributes ...attribute.KeyValue) *open {
	ctx := context.Background()
	if within != nil {
		ctx = within.Context
	}
	ctx, span := r.tracer.Start(ctx, name, trace.WithTimestamp(at), trace.WithSpanKind(kind), trace.WithAttributes(attributes...))
	return &open{Context: ctx, span: span}
}

// close ends a span, and what was made for it.
func (o *open) close(at time.Time) {
	for ; o != nil; o = o.around {
		o.span.End(trace.WithTimestamp(at))
	}
}

func (r *Recorder) start(info loop.RunInfo, at time.Time) {
	r.run = r.begin(nil, "invoke_agent "+info.Strategy, trace.SpanKindInternal, at,
		operationName.String("invoke_agent"), agentName.String(info.Strategy), conversation.String(info.ID))
	if r.options.Contents {
		r.run.span.SetAttributes(inputMessages.String(info.Task))
	}
}

func (r *Recorder) ask(a loop.AskInfo, at time.Time) {
	within := r.run
	var around *open
	if a.Role == model.Planner {
		around = r.begin(r.run, "plan", trace.SpanKindInternal, at, operationName.String("plan"))
		within = around
	}
	o := r.begin(within, "chat "+a.Model, trace.SpanKindClient, at,
		operationName.String("chat"), provider.String(providerOf(a.Model)), requestModel.String(a.Model), maxTokens.Int(a.MaxTokens),
		role.String(string(a.Role)), choices.StringSlice(a.Choices))
	o.around = around
	r.open[a.ID] = o
}

// providerOf returns who serves a model, from how a flag spells it: ollama of ollama:llama3.2.
func providerOf(name string) string {
	kind, _, _ := strings.Cut(name, ":")
	return kind
}

// take returns the open span of a request or a call, and forgets it.
func (r *Recorder) take(id string) *open {
	o := r.open[id]
	delete(r.open, id)
	return o
}

func (r *Recorder) reply(i loop.ReplyInfo, at time.Time) {
	o := r.take(i.ID)
	if o == nil {
		return
	}
	o.span.SetAttributes(inputTokens.Int(i.PromptTokens), outputTokens.Int(i.OutputTokens),
		finishReasons.StringSlice([]string{string(i.Finish)}))
	if r.options.Contents {
		o.span.SetAttributes(outputMessages.String(i.Text))
	}
	o.close(at)
}

func (r *Recorder) failure(i loop.FailureInfo, at time.Time) {
	o := r.take(i.ID)
	if o == nil {
		return
	}
	kind := i.Fault
	if kind == "" {
		kind = "invalid_reply"
	}
	o.span.SetAttributes(errorType.String(kind), inputTokens.Int(i.PromptTokens), outputTokens.Int(i.OutputTokens))
	o.span.SetStatus(codes.Error, kind)
	o.close(at)
}

func (r *Recorder) call(c loop.CallInfo, at time.Time) {
	o := r.begin(r.run, "execute_tool "+c.Tool, trace.SpanKindInternal, at,
		operationName.String("execute_tool"), toolName.String(c.Tool), toolType.String("function"), callID.String(c.ID))
	if r.options.Contents {
		o.span.SetAttributes(callArguments.String(string(c.Args)))
	}
	r.open[c.ID] = o
}

func (r *Recorder) observation(e loop.Event) {
	o := r.take(e.Observation.ID)
	if o == nil { // answered from the log: no call was made
		return
	}
	if e.Observation.Error != nil {
		o.span.SetAttributes(errorType.String(e.Observation.Error.Class))
		o.span.SetStatus(codes.Error, e.Observation.Error.Class)
	}
	if r.options.Contents && e.Observation.OK {
		o.span.SetAttributes(callResult.String(string(e.Observation.Output)))
	}
	o.close(e.Time)
}

func (r *Recorder) finish(result loop.Result, at time.Time) {
	r.run.span.SetAttributes(outcome.String(string(result.Outcome)), reason.String(string(result.Reason)), steps.Int(len(result.Steps)))
	if result.Outcome != loop.Final {
		r.run.span.SetAttributes(errorType.String(string(result.Outcome)))
		r.run.span.SetStatus(codes.Error, string(result.Outcome))
	}
	if r.options.Contents && result.Answer != nil {
		r.run.span.SetAttributes(outputMessages.String(string(result.Answer)))
	}
	r.end(at)
}

// end ends all that is open, the run last.
func (r *Recorder) end(at time.Time) {
	var ids []string
	for id := range r.open {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		r.take(id).close(at)
	}
	r.run.close(at)
	r.run = nil
}
