package loop_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/strategy"
)

// lines returns the lines of the log of one run that follows a script.
func lines(t testing.TB, script string) [][]byte {
	t.Helper()
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies(script, 0)...), lettered(t), loop.Config{})
	require.NoError(t, err)
	_, log, _ := logged(t, l)
	list := bytes.SplitAfter(log, []byte("\n"))
	return list[:len(list)-1]
}

// TestNoFlippedBitPanics flips bits of a log, and goes through again what can still be read: it is the
// same run, or another, and never the end of the process.
func TestNoFlippedBitPanics(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A B F", 0)...), lettered(t), loop.Config{})
	require.NoError(t, err)
	_, log, _ := logged(t, l)
	unread, other := 0, 0
	for bit := 0; bit < 8*len(log); bit += 37 {
		flipped := bytes.Clone(log)
		flipped[bit/8] ^= 1 << (bit % 8)
		events, _, err := loop.ReadLog(bytes.NewReader(flipped))
		if err != nil {
			assert.Regexp(t, `^loop: log: line \d+: `, err.Error())
			unread++
			continue
		}
		if err := l.Replay(t.Context(), events); err != nil {
			other++
		}
	}
	assert.NotZero(t, unread)
	assert.NotZero(t, other)
}

// readLogs returns what ReadLogs yields.
func readLogs(log []byte) (runs []loop.Logged, err error) {
	for run, e := range loop.ReadLogs(bytes.NewReader(log)) {
		if e != nil {
			return runs, e
		}
		runs = append(runs, run)
	}
	return runs, nil
}

func TestALogOfSeveralRuns(t *testing.T) {
	short, long := lines(t, "F"), lines(t, "A F")
	whole := func(list [][]byte) []byte { return bytes.Join(list, nil) }
	rows := []struct {
		claim  string
		log    []byte
		events []int // of each run
		err    string
	}{
		{"nothing", nil, nil, ""},
		{"one run", whole(long), []int{len(long)}, ""},
		{"several", slices.Concat(whole(short), whole(long), whole(short)), []int{len(short), len(long), len(short)}, ""},
		{"one that was broken off before the next", slices.Concat(whole(long[:5]), whole(short)), []int{5, len(short)}, ""},
		{"a last line that was torn", slices.Concat(whole(short), whole(long[:3]), long[3][:9]), []int{len(short), 3}, ""},
		{"nothing but a torn line", long[0][:50], nil, ""},
		{"a whole line that is not an event", slices.Concat(whole(short), long[0], []byte("{\"seq\":2,\n"), long[2]), []int{len(short)},
			"loop: log: line 7: unexpected end of JSON input"},
		{"a line that is missing", slices.Concat(whole(short), long[0], long[2]), []int{len(short)},
			"loop: log: line 7: it is event 3; lines are missing"},
		{"a beginning that is missing", long[1], nil, "loop: log: line 1: it is event 2; lines are missing"},
		{"a first event that starts nothing", []byte(`{"seq":1,"kind":"asked","ask":{}}` + "\n"), nil,
			"loop: log: line 1: it does not start a run"},
		{"a start in the middle", slices.Concat(long[0], []byte(`{"seq":2,"kind":"run_started","run":{"version":2}}`+"\n")), nil,
			"loop: log: line 2: it does not start a run"},
		{"another version", bytes.Replace(long[0], []byte(`"version":2`), []byte(`"version":9`), 1), nil,
			"loop: log: line 1: the log is of version 9, and this program reads version 2; make the run again"},
		{"an event of no kind", slices.Concat(long[0], []byte(`{"seq":2,"kind":"mused"}`+"\n")), nil,
			`loop: log: line 2: a "mused" event without its data`},
		{"an event that is empty", slices.Concat(long[0], []byte(`{"seq":2,"kind":"asked"}`+"\n")), nil,
			`loop: log: line 2: a "asked" event without its data`},
		{"a member whose name was changed", slices.Concat(whole(short[:2]), bytes.Replace(short[2], []byte(`"text"`), []byte(`"t%xt"`), 1)), nil,
			`loop: log: line 3: a "replied" without reply.text`},
		{"an observation of nothing", slices.Concat(long[0], []byte(`{"seq":2,"kind":"observed","observation":{"ok":true}}`+"\n")), nil,
			"loop: log: line 2: an observation before any decision"},
		{"an event after the end", slices.Concat(whole(short), []byte(`{"seq":6,"kind":"note","note":{}}`+"\n")), nil,
			"loop: log: line 6: an event after the end of its run"},
	}
	require.Len(t, short, 5, "the rows count on it")
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			runs, err := readLogs(row.log)
			var events []int
			line, offset := 1, int64(0)
			for _, run := range runs {
				events = append(events, len(run.Events))
				assert.Equal(t, line, run.Line)
				assert.Equal(t, offset, run.Offset)
				alone, torn, err := loop.ReadLog(bytes.NewReader(row.log[run.Offset : run.Offset+run.Bytes]))
				require.NoError(t, err)
				assert.Zero(t, torn)
				assert.Equal(t, run.Events, alone, "its bytes are its log")
				line, offset = line+len(run.Events), offset+run.Bytes
			}
			assert.Equal(t, row.events, events)
			if row.err == "" {
				assert.NoError(t, err)
			} else {
				assert.EqualError(t, err, row.err)
			}
		})
	}
	t.Run("whoever has seen enough can leave", func(t *testing.T) {
		for run, err := range loop.ReadLogs(bytes.NewReader(slices.Concat(whole(short), whole(long), whole(short)))) {
			require.NoError(t, err)
			if len(run.Events) == len(long) {
				break
			}
		}
	})
	t.Run("a reader that fails is an error", func(t *testing.T) {
		for _, err := range loop.ReadLogs(failingReader{}) {
			assert.EqualError(t, err, "loop: log: unplugged")
		}
	})
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("unplugged") }

// FuzzReadLogs: whatever a file holds, what is read of it can be folded, and reading its runs alone
// gives them again.
func FuzzReadLogs(f *testing.F) {
	log := bytes.Join(lines(f, "A ! B F"), nil)
	f.Add(log)
	f.Add(append(log, log...))
	f.Add(append(bytes.Clone(log[:len(log)/2]), log...))
	f.Add(bytes.ReplaceAll(log, []byte(`"ok":true`), []byte(`"ok":false`)))
	f.Add([]byte(strings.Replace(string(log), `"seq":3`, `"seq":1`, 1)))
	f.Fuzz(func(t *testing.T, log []byte) {
		runs, err := readLogs(log)
		end := int64(0)
		for _, run := range runs {
			assert.Equal(t, end, run.Offset)
			end += run.Bytes
			loop.Fold(slices.Values(run.Events))
			alone, torn, err := loop.ReadLog(bytes.NewReader(log[run.Offset:end]))
			assert.NoError(t, err)
			assert.Zero(t, torn)
			assert.Equal(t, run.Events, alone)
		}
		if err == nil {
			assert.NotContains(t, string(log[end:]), "\n", "no whole line is left out in silence")
		}
	})
}

// TestTheLogKeepsEveryByte: what a log gives back is what the run had, so a prompt made of it is the
// same; characters that JSON in web pages escapes are the ones at risk.
func TestTheLogKeepsEveryByte(t *testing.T) {
	refused := false
	c := loop.Config{}
	c.Check = func(planner.State, json.RawMessage) error {
		if refused = !refused; refused {
			return errors.New("not <that>")
		}
		return nil
	}
	odd := `{"thought":"<&>","tool":"final_answer","tool_args":{"text":"a <b> & c \u2028"}}`
	l, err := loop.New(strategy.ReAct{}, fake.Script(odd, odd), lettered(t), c)
	require.NoError(t, err)
	result, log, events := logged(t, l)
	require.Equal(t, loop.Final, result.Outcome, result.Error)
	assert.Contains(t, string(log), `"a <b> & c `)
	refused = false
	assert.NoError(t, l.Replay(t.Context(), events))
}

// TestAnOutputThatAPersonTypedIsKeptCompact: the log has no room for blanks, so the run has none.
func TestAnOutputThatAPersonTypedIsKeptCompact(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A F", 0)...), counted(t, false, map[string]int{}), loop.Config{})
	require.NoError(t, err)
	_, log, events := logged(t, l)
	started := slices.IndexFunc(events, func(e loop.Event) bool { return e.Kind == loop.CallStarted })
	kept := bytes.NewBuffer(bytes.Join(bytes.SplitAfter(log, []byte("\n"))[:started+1], nil))
	var broken []loop.Event
	read := func() {
		broken, _, err = loop.ReadLog(bytes.NewReader(kept.Bytes()))
		require.NoError(t, err)
	}
	read()
	l, err = loop.New(strategy.ReAct{}, fake.Play(replies("F", 0)...), counted(t, false, map[string]int{}), loop.Config{})
	require.NoError(t, err)
	paused, err := l.Resume(t.Context(), broken, nil, kept, nil)
	require.NoError(t, err)
	read()
	reply := loop.Reply{Interrupt: paused.Interrupt.ID, Do: loop.Use, Output: json.RawMessage(" { \"by\" : \"hand\" }\n")}
	r, err := l.Resume(t.Context(), broken, &reply, kept, nil)
	require.NoError(t, err)
	assert.Equal(t, `{"by":"hand"}`, string(r.Steps[0].Observations[0].Output))
	read()
	assert.NoError(t, l.Replay(t.Context(), broken))
}

// zeros is a text of NUL bytes without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestALineOfALogIsBounded(t *testing.T) {
	first := lines(t, "F")[0]
	for _, read := range []func(io.Reader) error{
		func(r io.Reader) error { _, _, err := loop.ReadLog(r); return err },
		func(r io.Reader) (last error) {
			for _, err := range loop.ReadLogs(r) {
				last = err
			}
			return last
		},
	} {
		err := read(io.MultiReader(bytes.NewReader(first), zeros{}))
		assert.EqualError(t, err, "loop: log: line 2: it has more than 64 MB, too much for an event")
	}
}

// TestAClockThatWasSetBack says that time inside a run never shrinks.
func TestAClockThatWasSetBack(t *testing.T) {
	l, err := loop.New(strategy.ReAct{}, fake.Play(replies("A F", 0)...), lettered(t), loop.Config{})
	require.NoError(t, err)
	_, _, events := logged(t, l)
	for i := range events {
		events[i].Time = events[0].Time.Add(time.Duration(i) * time.Second)
		if i >= 3 {
			events[i].Time = events[i].Time.Add(-12 * 365 * 24 * time.Hour)
		}
	}
	open := len(events) - 1 // the last is the end
	state := loop.Fold(slices.Values(events[:open]))
	assert.Equal(t, int64(open-2)*1000, state.Counters.WallMS, "a second each, but for the one in which it was set")
}
