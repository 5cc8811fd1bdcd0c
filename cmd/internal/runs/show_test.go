package runs

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/strategy"
	"github.com/shortleash/shortleash/tools"
)

var update = flag.Bool("update", false, "rewrite the golden file")

var (
	anID    = regexp.MustCompile(`(?m)^[0-9a-f]{8}\b|resume [0-9a-f]{8}\b`)
	aMoment = regexp.MustCompile(`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`)
	aTime   = regexp.MustCompile(`\d+ ms\b`)
)

// anonymous takes out of a text what differs from one run of the tests to the next.
func anonymous(text string) string {
	text = anID.ReplaceAllStringFunc(text, func(id string) string { return id[:len(id)-8] + "IDENTITY" })
	return aTime.ReplaceAllString(aMoment.ReplaceAllString(text, "DAY AND TIME, LOCAL"), "N ms")
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
	c := loop.Config{}
	c.Approval.Ask = approve
	asked := 0
	c.Notes = func(string) []string {
		if asked++; asked == 2 {
			return []string{"hurry\nup"}
		}
		return nil
	}
	l, err := loop.New(strategy.ReAct{}, fake.Script(outputs...), registry, c)
	require.NoError(t, err)
	return l, ran
}

const (
	eraseA = `{"thought":"it is old","tool":"erase","tool_args":{"name":"a"}}`
	eraseB = `{"thought":"","tool":"erase","tool_args":{"name":"b"}}`
	done   = `{"thought":"","tool":"final_answer","tool_args":{"text":"Done."}}`
)

func TestEverythingThatHappensIsShown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.ndjson")
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
	p := &Program{Console: cli.NewConsole("tutor", nil, nil, nil, nil, nil)}
	for r, err := range logs.Read(path) {
		require.NoError(t, err)
		all.WriteString(anonymous(p.story(r)) + "\n")
	}
	golden := filepath.Join("testdata", "show.golden")
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(all.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), all.String())
}
