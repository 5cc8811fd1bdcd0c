package telemetry_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/telemetry"
	"github.com/shortleash/shortleash/tools"
)

var update = flag.Bool("update", false, "rewrite the golden files")

type count struct {
	Part string `json:"part" jsonschema:"maxLength=10"`
}

// logOf runs a task and returns its log.
func logOf(t *testing.T, p planner.Planner, replies ...string) []loop.Event {
	t.Helper()
	countPart := tools.Must(tools.New("count_part", "how many of a part are in stock", func(_ context.Context, in count) (int, error) {
		if in.Part == "nut" {
			return 0, tools.NotFound("there are no nuts")
		}
		return 20, nil
	}, tools.Options{}))
	r, err := tools.NewRegistry(countPart)
	require.NoError(t, err)
	c := loop.Config{}
	c.Repeats = loop.Halt
	l, err := loop.New(p, fake.Script(replies...), r, c)
	require.NoError(t, err)
	var log bytes.Buffer
	_, err = l.Run(t.Context(), "Count the bolts.", &log)
	require.NoError(t, err)
	events, _, err := loop.ReadLog(&log)
	require.NoError(t, err)
	return events
}

// spans returns what a recorder makes of events.
func spans(t *testing.T, o telemetry.Options, events []loop.Event) []sdk.ReadOnlySpan {
	t.Helper()
	kept := tracetest.NewSpanRecorder()
	r := telemetry.New(sdk.NewTracerProvider(sdk.WithSpanProcessor(kept)), o)
	for _, e := range events {
		r.Event(e)
	}
	r.Close(time.Now())
	assert.Len(t, kept.Ended(), len(kept.Started()), "every span has ended")
	var list []sdk.ReadOnlySpan
	for _, s := range kept.Started() {
		list = append(list, s)
	}
	return list
}

// tree writes spans below one another, with their attributes.
func tree(list []sdk.ReadOnlySpan, parent trace.SpanID, indent string) string {
	var b strings.Builder
	for _, s := range list {
		if s.Parent().SpanID() != parent {
			continue
		}
		fmt.Fprintf(&b, "%s%s", indent, s.Name())
		if s.Status().Code == codes.Error {
			fmt.Fprintf(&b, " (error: %s)", s.Status().Description)
		}
		b.WriteString("\n")
		var attributes []string
		for _, a := range s.Attributes() {
			if !strings.Contains(string(a.Key), "usage") && a.Key != "gen_ai.conversation.id" {
				attributes = append(attributes, fmt.Sprintf("%s  %s = %s\n", indent, a.Key, a.Value.String()))
			}
		}
		slices.Sort(attributes)
		b.WriteString(strings.Join(attributes, "") + tree(list, s.SpanContext().SpanID(), indent+"    "))
	}
	return b.String()
}

const (
	countBolts = `{"thought":"","tool":"count_part","tool_args":{"part":"bolt"}}`
	countNuts  = `{"thought":"","tool":"count_part","tool_args":{"part":"nut"}}`
	answered   = `{"thought":"","tool":"final_answer","tool_args":{"text":"20 bolts"}}`
)

func TestSpansOfARun(t *testing.T) {
	for _, row := range []struct {
		name    string
		options telemetry.Options
		planner planner.Planner
		replies []string
	}{
		{"react", telemetry.Options{}, strategy.ReAct{}, []string{"hm", countNuts, countBolts, answered}},
		{"contents", telemetry.Options{Contents: true}, strategy.ReAct{}, []string{countBolts, answered}},
		{"duplicate", telemetry.Options{}, strategy.ReAct{}, []string{countBolts, countBolts}},
		{"plan-execute", telemetry.Options{}, strategy.PlanExecute{}, []string{"no plan", "no plan"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			list := spans(t, row.options, logOf(t, row.planner, row.replies...))
			for _, s := range list {
				assert.Equal(t, telemetry.SchemaURL, s.InstrumentationScope().SchemaURL)
				assert.False(t, s.EndTime().Before(s.StartTime()))
			}
			got := tree(list, trace.SpanID{}, "")
			path := filepath.Join("testdata", row.name+".golden")
			if *update {
				require.NoError(t, os.MkdirAll("testdata", 0o755))
				require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

func TestContentsAreLeftOutUnlessAskedFor(t *testing.T) {
	events := logOf(t, strategy.ReAct{}, countBolts, answered)
	assert.NotContains(t, tree(spans(t, telemetry.Options{}, events), trace.SpanID{}, ""), "bolt")
	assert.Contains(t, tree(spans(t, telemetry.Options{Contents: true}, events), trace.SpanID{}, ""), "20 bolts")
}

// A log that stops anywhere leaves no span open, and one that begins in the middle makes none.
func TestALogThatStopsAnywhere(t *testing.T) {
	events := logOf(t, strategy.ReAct{}, countBolts, answered)
	for n := range events {
		list := spans(t, telemetry.Options{}, events[:n])
		assert.Equal(t, n == 0, len(list) == 0)
		if n > 0 {
			assert.Empty(t, spans(t, telemetry.Options{}, events[n:]))
		}
	}
}

func ExampleNew() {
	provider := sdk.NewTracerProvider() // with an exporter
	r := telemetry.New(provider, telemetry.Options{})
	r.Event(loop.Event{Kind: loop.RunStarted, Run: &loop.RunInfo{ID: "r1", Strategy: "react"}, Time: time.Unix(0, 0)})
	r.Event(loop.Event{Kind: loop.Finished, Result: &loop.Result{Outcome: loop.Final}, Time: time.Unix(1, 0)})
	fmt.Println("one span of a second")
	// Output: one span of a second
}
