package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

func TestARunIsShown(t *testing.T) {
	s := newStage(t)
	log := s.logged("He goed.")
	code, stdout, stderr := s.exec("runs", "show", log)
	assert.Zero(t, code)
	assert.Empty(t, stderr)
	golden(t, "runs_show.golden", anonymous(stdout))

	_, stdout, _ = s.exec("runs", "show", log, "--json")
	assert.Equal(t, s.scrub(string(must(os.ReadFile(log)))), stdout, "the log's own events")

	s.cut(log, 7, 30)
	_, stdout, _ = s.exec("runs", "show", log)
	assert.Contains(t, anonymous(stdout), "\n     lookup_irregular_verb {\"verb\":\"go\"}\nunfinished. To go on:  tutor runs resume IDENTITY\n")
}

// erasers returns a loop with a tool that wants approval and is not idempotent, and says whether it
// ran. The model says outputs.
func erasers(t *testing.T, approve func(context.Context, loop.Interrupt) (loop.Reply, error), outputs ...string) (*loop.Loop, *[]string) {
	t.Helper()
	type file struct {
		Name string `json:"name" jsonschema:"maxLength=20"`
	}
	ran := &[]string{}
	erase := tools.Must(tools.New("erase", "erases a file", func(_ context.Context, in file) (string, error) {
		*ran = append(*ran, in.Name)
		return "erased " + in.Name, nil
	}, tools.Options{NeedsApproval: true}))
	registry, err := tools.NewRegistry(erase)
	require.NoError(t, err)
	c := loop.Usual()
	c.Approve = approve
	asked := 0
	c.Notes = func(string) []string {
		if asked++; asked == 2 {
			return []string{"hurry\nup"}
		}
		return nil
	}
	l, err := loop.New(strategy.NewReAct(), fake.Script(outputs...), registry, c)
	require.NoError(t, err)
	return l, ran
}

const (
	eraseA = `{"thought":"it is old","tool":"erase","tool_args":{"name":"a"}}`
	eraseB = `{"thought":"","tool":"erase","tool_args":{"name":"b"}}`
	done   = `{"thought":"","tool":"final_answer","tool_args":{"text":"Done."}}`
)

func TestEverythingThatHappensIsShown(t *testing.T) {
	s := newStage(t)
	path := filepath.Join(s.dir, "log.ndjson")
	w, err := logs.Open(path)
	require.NoError(t, err)
	replies := []loop.Reply{{Do: loop.Deny, Text: "not that one"}, {Do: loop.Edit, Args: json.RawMessage(`{"name":"c"}`), Remember: true}}
	l, _ := erasers(t, func(_ context.Context, i loop.Interrupt) (loop.Reply, error) {
		reply := replies[0]
		replies = replies[1:]
		reply.Interrupt = i.ID
		return reply, nil
	}, "hm", eraseA, eraseB, done)
	_, err = l.Run(t.Context(), "Tidy up.", w)
	require.NoError(t, err)
	l, _ = erasers(t, nil, eraseA)
	_, err = l.Run(t.Context(), "Tidy up.", w)
	require.NoError(t, err)
	l, _ = erasers(t, nil, "hm", "hm")
	_, err = l.Run(t.Context(), "Tidy up.", w)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	var all strings.Builder
	for _, n := range []string{":1", ":2", ":3"} {
		_, stdout, _ := s.exec("runs", "show", path+n)
		all.WriteString(anonymous(stdout) + "\n")
	}
	golden(t, "runs_show_all.golden", all.String())
}
