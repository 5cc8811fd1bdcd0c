package runs

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/logs"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/model"
)

// A loopRunner is a program that has a loop and nothing around it.
type loopRunner struct {
	*loop.Loop
	console *cli.Console
}

func (loopRunner) Close() {}

func (l loopRunner) Resume(ctx context.Context, events []loop.Event, reply *loop.Reply, log io.Writer,
	watch func(loop.Event)) (func() error, *loop.Interrupt, error) {
	result, err := l.Loop.Resume(ctx, events, reply, log, watch)
	show := func() error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		l.console.Say("%s · %s", cli.Plural(result.Counters.Steps, "step"), cli.Plural(result.Counters.ToolCalls, "tool call"))
		return nil
	}
	return show, result.Interrupt, err
}

// codeOf returns the code with which a program ends whose command does work.
func codeOf(ctx context.Context, c *cli.Console, work func(context.Context) error) int {
	return c.Run(ctx, &cobra.Command{
		SilenceErrors: true, SilenceUsage: true,
		RunE: func(cmd *cobra.Command, _ []string) error { return work(cmd.Context()) },
	}, nil)
}

const (
	mayIt  = "The run waits: may this call be made?  erase {\"name\":\"a\"}\n"
	howTo  = "Answer with y | a (always) | n REASON | edit ARGUMENTS.\nOther words are a no, and the model reads them as its reason.\n"
	lostIt = "The run waits: this call was started, and its end is not known; shall it be made again?  erase {\"name\":\"a\"}\n"
	facts0 = "2 steps · 0 tool calls\n"
	facts1 = "2 steps · 1 tool call\n"
)

func TestAPersonAnswers(t *testing.T) {
	rows := []struct {
		claim    string
		killedIn bool   // the call; else it waits for approval
		typed    string // at a terminal; "-": there is none
		flags    resumption
		code     int
		ran      []string
		stderr   string
		observed string
	}{
		{"yes", false, "approve\n", resumption{}, 0, []string{"a"}, mayIt + howTo + facts1, `"erased a"`},
		{"yes, and for the rest of the run", false, "always\n", resumption{}, 0, []string{"a"}, mayIt + howTo + facts1, `"erased a"`},
		{"no", false, "deny  not that one \n", resumption{}, 0, nil, mayIt + howTo + facts0, "a person did not allow this call: not that one"},
		{"another one", false, `edit {"name": "b"}` + "\n", resumption{}, 0, []string{"b"}, mayIt + howTo + facts1, `"erased b"`},
		{"one that the tool does not take", false, `edit {"name":7}` + "\ndeny\n", resumption{}, 0, nil,
			mayIt + howTo + "the edited arguments: /name: byte 8: got \"7}\", want a string\n" + mayIt + howTo + facts0,
			"a person did not allow this call"},
		{"yes, in a letter", false, "y\n", resumption{}, 0, []string{"a"}, mayIt + howTo + facts1, `"erased a"`},
		{"yes, in a Spanish word", false, "sí\n", resumption{}, 0, []string{"a"}, mayIt + howTo + facts1, `"erased a"`},
		{"always, in a letter", false, "a\n", resumption{}, 0, []string{"a"}, mayIt + howTo + facts1, `"erased a"`},
		{"no, in a letter", false, "n not that one\n", resumption{}, 0, nil, mayIt + howTo + facts0,
			"a person did not allow this call: not that one"},
		{"no, in other words", false, "keep it, erase b\n", resumption{}, 0, nil, mayIt + howTo + facts0,
			"a person did not allow this call: keep it, erase b"},
		{"a sentence that begins with a letter", false, "a question: why?\n", resumption{}, 0, nil, mayIt + howTo + facts0,
			"a person did not allow this call: a question: why?"},
		{"one that begins with a Spanish and", false, "y por qué ese?\n", resumption{}, 0, nil, mayIt + howTo + facts0,
			"a person did not allow this call: y por qué ese?"},
		{"one that begins with a Spanish if", false, "si sobra, bien\n", resumption{}, 0, nil, mayIt + howTo + facts0,
			"a person did not allow this call: si sobra, bien"},
		{"another one, in a letter", false, `e {"name": "b"}` + "\n", resumption{}, 0, []string{"b"}, mayIt + howTo + facts1, `"erased b"`},
		{"what is no answer is asked again", false, "\naprove\nskip\nedit b\napprove now\ny now\napprove\n", resumption{}, 0, []string{"a"},
			mayIt + howTo + "\"\" is no answer to this\n" + howTo + "\"aprove\" is no answer to this; did you mean approve?\n" + howTo +
				"\"skip\" is no answer to this\n" + howTo + "JSON must follow edit\n" + howTo + "nothing may follow approve\n" + howTo +
				"nothing may follow y\n" + howTo + facts1, `"erased a"`},
		{"nobody answers", false, "", resumption{}, 3, nil, mayIt + howTo, ""},
		{"nobody is there", false, "-", resumption{}, 3, nil,
			mayIt + "To answer:  tutor runs resume 0a1b2c3d --reply approve | always | deny --text REASON | edit --args JSON\n", ""},
		{"yes, by flag", false, "-", resumption{do: cli.Choice{Value: "approve"}}, 0, []string{"a"}, facts1, `"erased a"`},
		{"no, by flags", false, "-", resumption{do: cli.Choice{Value: "deny"}, text: "no!"}, 0, nil, facts0,
			"a person did not allow this call: no!"},
		{"another one, by flags", false, "-", resumption{do: cli.Choice{Value: "edit"}, arguments: `{"name":"b"}`}, 0,
			[]string{"b"}, facts1, `"erased b"`},
		{"none that fits, by flags", false, "-", resumption{do: cli.Choice{Value: "edit"}, arguments: `{`}, 2, nil,
			"tutor: the edited arguments: byte 1: the text ends, want \"name\"\n", ""},
		{"the wrong question, by flags", false, "-", resumption{do: cli.Choice{Value: "rerun"}}, 2, nil,
			"tutor: the reply does \"rerun\", want one of [\"approve\" \"deny\" \"edit\"]\n", ""},

		{"make it again", true, "rerun\n", resumption{}, 0, []string{"a"},
			lostIt + "Answer with rerun | result OUTPUT | skip.\n" + facts1, `"erased a"`},
		{"it gave this", true, `result "by hand"` + "\n", resumption{}, 0, nil,
			lostIt + "Answer with rerun | result OUTPUT | skip.\n" + facts1, `"by hand"`},
		{"leave it", true, "skip\n", resumption{}, 0, nil, lostIt + "Answer with rerun | result OUTPUT | skip.\n" + facts1,
			"the call was broken off, and was not made again"},
		{"nobody is there to say", true, "-", resumption{}, 3, nil,
			lostIt + "To answer:  tutor runs resume 0a1b2c3d --reply rerun | result --output JSON | skip\n", ""},
		{"it gave this, by flags", true, "-", resumption{do: cli.Choice{Value: "result"}, output: `"by hand"`}, 0, nil, facts1, `"by hand"`},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "log")
			w, err := logs.Open(path)
			require.NoError(t, err)
			var approve func(context.Context, loop.Interrupt) (loop.Reply, error)
			if row.killedIn {
				approve = func(_ context.Context, i loop.Interrupt) (loop.Reply, error) {
					return loop.Reply{Interrupt: i.ID, Do: loop.Approve}, nil
				}
			}
			first, _ := erasers(t, approve, eraseA, done)
			_, err = first.Run(t.Context(), "Tidy up.", w)
			require.NoError(t, err)
			require.NoError(t, w.Close())
			if row.killedIn {
				text, err := os.ReadFile(path)
				require.NoError(t, err)
				const started = `"kind":"call_started"`
				before, after, ok := bytes.Cut(text, []byte(started))
				require.True(t, ok)
				line, _, _ := bytes.Cut(after, []byte("\n"))
				require.NoError(t, os.WriteFile(path, slices.Concat(before, []byte(started), line, []byte("\n")), 0o600))
			}
			found, err := logs.Find(nil, path)
			require.NoError(t, err)
			require.Len(t, found, 1)
			found[0].ID = "0a1b2c3d"

			again, ran := erasers(t, nil, done)
			var out, stderr bytes.Buffer
			r := row.flags
			c := cli.NewConsole("tutor", strings.NewReader(strings.TrimPrefix(row.typed, "-")), &out, &stderr,
				func(string) string { return "" }, nil)
			c.InTerminal = row.typed != "-"
			r.Program = &Program{Console: c, Settings: &cli.Settings{}}
			var log bytes.Buffer
			code := codeOf(t.Context(), c, func(ctx context.Context) error { return r.finish(ctx, loopRunner{again, c}, found[0], &log) })
			assert.Equal(t, row.code, code)
			assert.Equal(t, row.stderr, stderr.String())
			if row.ran == nil {
				assert.Empty(t, *ran)
			} else {
				assert.Equal(t, row.ran, *ran)
			}
			observed := ""
			for line := range strings.Lines(log.String()) {
				var e loop.Event
				require.NoError(t, json.Unmarshal([]byte(line), &e))
				if e.Observation != nil && e.Observation.Error != nil {
					observed = e.Observation.Error.Message
				} else if e.Observation != nil {
					observed = string(e.Observation.Output)
				}
			}
			assert.Equal(t, row.observed, observed)
		})
	}
}

func TestASignalEndsAQuestion(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	w, err := logs.Open(path)
	require.NoError(t, err)
	first, _ := erasers(t, nil, eraseA)
	_, err = first.Run(t.Context(), "Tidy up.", w)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	found, err := logs.Find(nil, path)
	require.NoError(t, err)
	nobody, hangUp := io.Pipe()
	defer hangUp.Close()
	var out bytes.Buffer
	asked := make(chan struct{})
	stderr := &notifying{text: "Answer with", seen: asked}
	c := cli.NewConsole("tutor", nobody, &out, stderr, func(string) string { return "" }, nil)
	c.InTerminal = true
	r := resumption{Program: &Program{Console: c, Settings: &cli.Settings{}}}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-asked
		cancel()
	}()
	again, _ := erasers(t, nil, done)
	assert.Equal(t, 130, codeOf(ctx, c, func(ctx context.Context) error { return r.finish(ctx, loopRunner{again, c}, found[0], nil) }))
	assert.Equal(t, mayIt+howTo+"tutor: stopped.\n", stderr.String())
}

// A notifying buffer closes seen when text was written to it.
type notifying struct {
	bytes.Buffer
	text string
	seen chan struct{}
}

func (n *notifying) Write(p []byte) (int, error) {
	before := strings.Contains(n.String(), n.text)
	k, err := n.Buffer.Write(p)
	if !before && strings.Contains(n.String(), n.text) {
		close(n.seen)
	}
	return k, err
}

// FuzzParseReply: what is taken for an answer answers the question, and holds no broken JSON.
func FuzzParseReply(f *testing.F) {
	for _, line := range []string{"approve", "y", "a", "n", "always", "deny no", "other words", `edit {"a":1}`, "rerun",
		`result "x"`, "skip", "", "edit", "edit {"} {
		f.Add(line, true)
		f.Add(line, false)
	}
	f.Fuzz(func(t *testing.T, line string, lost bool) {
		i := &loop.Interrupt{ID: "i1", Kind: loop.ToolCall}
		if lost {
			i.Kind = loop.UnsureCall
		}
		reply, err := parseReply(line, i)
		if err != nil {
			assert.Nil(t, reply)
			return
		}
		assert.Equal(t, "i1", reply.Interrupt)
		assert.Equal(t, lost, reply.Do == loop.Rerun || reply.Do == loop.Use || reply.Do == loop.Skip)
		assert.Equal(t, reply.Do == loop.Edit, json.Valid(reply.Args))
		assert.Equal(t, reply.Do == loop.Use, json.Valid(reply.Output))
	})
}

func TestAPauseIsWordedAndApproved(t *testing.T) {
	for kind, words := range map[loop.InterruptKind]string{
		loop.BeforeRole: "the critic is asked next; shall the run go on?",
		loop.AfterRole:  "the critic has decided; shall the run go on?",
		loop.AfterStep:  "the run was paused; shall it go on?",
	} {
		pause := loop.Interrupt{ID: "i1", Kind: kind, Role: model.Critic}
		assert.Equal(t, words, show.Question(pause))
		assert.Equal(t, "approve", ways(pause.Kind, true))
		for _, typed := range []string{"y", "yes", "approve"} {
			reply, err := parseReply(typed, &pause)
			require.NoError(t, err)
			assert.Equal(t, loop.Approve, reply.Do)
		}
		for _, typed := range []string{"deny", "n", "a", "why not", ""} {
			_, err := parseReply(typed, &pause)
			assert.Error(t, err)
		}
	}
}
