package loop_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/fake"
)

// A leaf is a scalar of a line of a log.
type leaf struct {
	path       string // of its names, without the numbers of items
	start, end int    // its bytes in the line
}

// leavesOf lists the scalars of a line, in order.
func leavesOf(t *testing.T, line []byte) (list []leaf) {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	var walk func(path string)
	walk = func(path string) {
		start := int(d.InputOffset())
		start += len(line[start:]) - len(bytes.TrimLeft(line[start:], " ,:"))
		token, err := d.Token()
		require.NoError(t, err)
		delim, composite := token.(json.Delim)
		if !composite {
			list = append(list, leaf{strings.TrimPrefix(path, "."), start, int(d.InputOffset())})
			return
		}
		for d.More() {
			if delim == '[' {
				walk(path)
				continue
			}
			name, err := d.Token()
			require.NoError(t, err)
			walk(path + "." + name.(string))
		}
		_, err = d.Token()
		require.NoError(t, err)
	}
	walk("")
	return list
}

// changed is another value of the same type as a scalar.
func changed(scalar string) string {
	switch {
	case scalar == "true":
		return "false"
	case scalar == "false", scalar == "null":
		return "true"
	case scalar[0] == '"':
		return scalar[:len(scalar)-1] + `x"`
	case scalar == "0":
		return "7"
	}
	return scalar + "1"
}

// toldFromOutside are the fields that a run takes from outside, each with what it is: another value is as good a log of
// another run.
var toldFromOutside = map[string]string{
	"time":                                "the clock's",
	"finished result.counters.wall_ms":    "the clock's",
	"interrupted result.counters.wall_ms": "the clock's",
	"finished result.error":               "why the clock or the caller ended the run",
	"replied reply.text":                  "the model's; what is made of it is compared",
	"replied reply.finish":                "the model's",
	"replied reply.salvaged":              "a remark: where the text stood in the model's",
	"failed failure.fault":                "the server's; what is done about it is compared",
	"failed failure.problem":              "the server's words, where nothing is asked again",
	"failed failure.prefix":               "a remark: the model's words",
	"failed failure.retry_in_ms":          "a remark: the wait is over",
	"observed observation.output":         "the tool's",
}

// tamperedRuns are the recorded runs, and some more that a person had a part in.
func tamperedRuns(t *testing.T) map[string]earlierRun {
	all := earlierRuns(t)
	after := loop.Approval{After: executors()}
	all["paused-after-roles"] = earlierRun{model: fake.Random(4), config: loop.Config{Budget: loop.Budget{Steps: 2}, Approval: after,
		Allowances: loop.Allowances{FatalErrors: 3}}, run: all["paused-at-roles"].run}
	used := all["killed-in-a-call"]
	used.run = func(t *testing.T, l *loop.Loop, log *bytes.Buffer) {
		var whole bytes.Buffer
		runToEnd(t, l, &whole)
		events, _, err := loop.ReadLog(&whole)
		require.NoError(t, err)
		at := slices.IndexFunc(events, func(e loop.Event) bool { return e.Kind == loop.CallStarted })
		log.WriteString(written(t, events[:at+1]))
		result, err := l.Resume(t.Context(), events[:at+1], nil, log, nil)
		require.NoError(t, err)
		events, _, err = loop.ReadLog(bytes.NewReader(log.Bytes()))
		require.NoError(t, err)
		reply := loop.Reply{Interrupt: result.Interrupt.ID, Do: loop.Use, Output: json.RawMessage(`{"said":1}`)}
		_, err = l.Resume(t.Context(), events, &reply, log, nil)
		require.NoError(t, err)
	}
	all["unsure"] = used
	return all
}

// logOf returns the log of one of tamperedRuns.
func logOf(t *testing.T, name string, run earlierRun) []byte {
	if _, recorded := earlierRuns(t)[name]; recorded {
		return earlierLog(t, name)
	}
	var log bytes.Buffer
	run.drive(t, run.loop(t), &log)
	return log.Bytes()
}

// TestNoFieldOfALogCanBeChanged changes each field of each kind of event of many runs, a few times over, and expects
// that the log is refused, or that the run diverges.
func TestNoFieldOfALogCanBeChanged(t *testing.T) {
	most := 3 // times that a field is changed
	if testing.Short() {
		most = 1
	}
	tried, passed := map[string]int{}, map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(tamperedRuns(t))) {
		synctest.Test(t, func(t *testing.T) {
			log := logOf(t, name, tamperedRuns(t)[name])
			l := tamperedRuns(t)[name].loop(t)
			lines := bytes.SplitAfter(log, []byte("\n"))
			for i, line := range lines[:len(lines)-1] {
				var e loop.Event
				require.NoError(t, json.Unmarshal(line, &e))
				for _, leaf := range leavesOf(t, line) {
					field := string(e.Kind) + " " + leaf.path
					if tried[field]++; tried[field] > most {
						continue
					}
					other := slices.Clone(lines)
					other[i] = slices.Concat(line[:leaf.start], []byte(changed(string(line[leaf.start:leaf.end]))), line[leaf.end:])
					if events, _, err := loop.ReadLog(bytes.NewReader(bytes.Join(other, nil))); err == nil && l.Replay(t.Context(), events) == nil {
						passed[field] = name
					}
				}
			}
		})
	}
	for field, name := range passed {
		assert.Contains(t, toldFromOutside, field, "in %s", name)
	}
	assert.Greater(t, len(tried), 300, "fields")
}

// TestWhatAPersonApprovesIsWhatIsDone changes the call that a log says a person was asked about: the run does not go on,
// and nothing is called.
func TestWhatAPersonApprovesIsWhatIsDone(t *testing.T) {
	for name, change := range map[string]func(i *loop.Interrupt){
		"another tool":     func(i *loop.Interrupt) { i.Call.Tool = "b" },
		"another argument": func(i *loop.Interrupt) { i.Call.Args = json.RawMessage(`{"n":2}`) },
		"another call":     func(i *loop.Interrupt) { i.Call.ID = "c1" },
		"another question": func(i *loop.Interrupt) { i.Kind = loop.UnsureCall },
		"a pause":          func(i *loop.Interrupt) { i.Kind, i.Role = loop.BeforeRole, model.Executor },
	} {
		run := earlierRuns(t)["paused-for-approval"]
		run.tools = timed(t, "", "a", func(tool string) { assert.Fail(t, "called", tool) })
		l := run.loop(t)
		events, _, err := loop.ReadLog(bytes.NewReader(earlierLog(t, "paused-for-approval")))
		require.NoError(t, err)
		last := *events[len(events)-1].Interrupt
		call := *last.Call
		last.Call = &call
		change(&last)
		events[len(events)-1].Interrupt = &last
		do := loop.Approve
		if last.Kind == loop.UnsureCall {
			do = loop.Rerun
		}
		for _, reply := range []*loop.Reply{nil, {Interrupt: last.ID, Do: do}} {
			var log bytes.Buffer
			_, err = l.Resume(t.Context(), events, reply, &log, nil)
			d, ok := errors.AsType[*loop.Divergence](err)
			require.True(t, ok, "%s: %v", name, err)
			assert.Contains(t, d.Field, "interrupt.", name)
			assert.Empty(t, log.String(), "%s: nothing is written", name)
		}
		assert.Error(t, l.Replay(t.Context(), events), name)
	}
}
