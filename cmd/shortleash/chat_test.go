package main

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/planner"
)

// notes makes a folder with two files.
func notes(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"shed.txt": "two boxes of bolts\n", "books.txt": "lent: Stoner\n"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir
}

const (
	searchBolts = `{"thought":"","tool":"search_text","tool_args":{"text":"bolts"}}`
	boltsFound  = `{"thought":"","tool":"final_answer","tool_args":{"rests_on":"results","text":"shed.txt"}}`
	addSolaris  = `{"thought":"","tool":"add_lines","tool_args":{"file":"books.txt","text":"to read: Solaris"}}`
	added       = `{"thought":"","tool":"final_answer","tool_args":{"rests_on":"results","text":"It is added."}}`
	fromMemory  = `{"thought":"","tool":"final_answer","tool_args":{"rests_on":"own knowledge","text":"Lima."}}`
	unseenPath  = `{"thought":"","tool":"read_file","tool_args":{"file":"path/to/file.txt","from_line":1}}`
)

// A talk runs the program with what a person types, in one home.
type talk struct {
	testing.TB
	home     string
	terminal bool
}

func (k talk) say(typed string, args ...string) (out, said string, code int) {
	k.Helper()
	var stdout, stderr bytes.Buffer
	c := cli.NewConsole("shortleash", strings.NewReader(typed), &stdout, &stderr, func(name string) string {
		if name == "HOME" {
			return k.home
		}
		return ""
	}, nil)
	c.InTerminal = k.terminal
	code = c.Run(k.Context(), rootCommand(c), args)
	return stdout.String(), stderr.String(), code
}

// A conversation has turns, is kept for its owner alone, and goes on later, with what was said in the prompt.
func TestChat(t *testing.T) {
	dir, k := notes(t), talk{t, t.TempDir(), false}
	replies := script(t, searchBolts, boltsFound, boltsFound)
	out, said, code := k.say("Where are the bolts?\n\nSure?\n/nonsense\n/quit\n", "chat", "--files", dir, "--model", replies)
	require.Zero(t, code, said)
	assert.Equal(t, "shed.txt\nshed.txt\n", out)
	assert.Contains(t, said, `  search_text {"text":"bolts"}`)
	assert.NotContains(t, said, "list_files {", "what a run begins with is not news")
	assert.Contains(t, said, "there is no /nonsense")
	assert.Contains(t, said, "To go on:  shortleash chat --continue=")

	logs, err := filepath.Glob(filepath.Join(k.home, ".local/state/shortleash/runs/chat-*"))
	require.NoError(t, err)
	require.Len(t, logs, 1)
	info, err := os.Stat(logs[0])
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())

	out, said, code = k.say("", "chat", "--files", dir, "--model", script(t, boltsFound), "--continue", "And now?")
	require.Zero(t, code, said)
	assert.Equal(t, "shed.txt\n", out)
	assert.Contains(t, said, "2 answers so far; the last question was: Sure?")
	text, err := os.ReadFile(logs[0])
	require.NoError(t, err)
	assert.Equal(t, 3, strings.Count(string(text), `"kind":"run_started"`))

	listed, said, code := k.say("", "runs", "list")
	require.Zero(t, code, said)
	name := regexp.MustCompile(`(?m)^ID .* PLANNER  CONVERSATION +TASK\n.* react +([\d-]{17}) +And now\?$`).FindStringSubmatch(listed)
	require.Len(t, name, 2, listed)
	_, said, code = k.say("/quit\n", "chat", "--files", dir, "--model", script(t, boltsFound), "--continue="+name[1])
	assert.Zero(t, code, said)
	_, said, code = k.say("/undo\n/quit\n", "chat", "--model", script(t, boltsFound)) // which the next --continue does not mean
	require.Zero(t, code, said)
	assert.Contains(t, said, "no folder is open")
	_, said, code = k.say("", "run", "--files", dir, "--model", script(t, boltsFound), "A single run?")
	require.Zero(t, code, said)
	listed, _, _ = k.say("", "runs", "list", "--json")
	assert.Equal(t, 3, strings.Count(listed, `"conversation":"`+name[1]+`"`), listed)
	assert.Equal(t, 4, strings.Count(listed, "\n"))

	_, said, code = k.say("", "chat", "--files", dir, "--model", script(t, boltsFound), "--continue=2001", "And now?")
	assert.Equal(t, 2, code)
	assert.Contains(t, said, `there is no conversation "2001"; the last ones are `)
	out, said, code = k.say("", "run", "--files", dir, "--model", script(t, boltsFound), "--json", "--continue", "Once more?")
	require.Zero(t, code, said)
	assert.Contains(t, out, `"task":"Once more?","outcome":"final","reason":"answered","answer":{"rests_on":"results","text":"shed.txt"}`)
	assert.Contains(t, said, "3 answers so far; the last question was: And now?")
	text, err = os.ReadFile(logs[0])
	require.NoError(t, err)
	assert.Equal(t, 4, strings.Count(string(text), `"kind":"run_started"`))
	_, said, code = k.say("", "run", "--files", dir, "--model", script(t, boltsFound), "--events", "--continue", "Once more?")
	assert.Equal(t, 2, code)
	assert.Contains(t, said, "--events does not go with --continue")

	other := talk{t, t.TempDir(), false}
	_, said, code = other.say("", "run", "--files", dir, "--model", script(t, boltsFound), "--continue", "Where?")
	assert.Equal(t, 2, code)
	assert.Contains(t, said, "there is no conversation yet; shortleash chat begins one")
	_, said, code = other.say("", "chat", "--files", dir, "--model", script(t, boltsFound), "--no-log", "Where?")
	assert.Zero(t, code, said)
	logs, err = filepath.Glob(filepath.Join(other.home, ".local/state/shortleash/runs/*"))
	require.NoError(t, err)
	assert.Empty(t, logs)
}

// A conversation can be given a name, by which it goes on and is listed and printed.
func TestAConversationIsNamedAndExported(t *testing.T) {
	dir, k := notes(t), talk{t, t.TempDir(), false}
	chat := []string{"chat", "--files", dir, "--model"}
	_, said, code := k.say("Where are the bolts?\n/name  garden plan\n/name\n/quit\n", append(chat, script(t, searchBolts, boltsFound))...)
	require.Zero(t, code, said)
	assert.Contains(t, said, "This conversation is now called garden plan.\n")
	assert.Contains(t, said, "there is no /name; there are /name NAME, /undo and /quit")
	assert.Contains(t, said, "To go on:  shortleash chat --continue='garden plan' --files ")
	_, said, code = k.say("", append(chat, script(t, boltsFound), "Another?")...)
	require.Zero(t, code, said)
	_, said, code = k.say("", append(chat, script(t, unseenPath, unseenPath), "--continue=Garden plan", "And now?")...)
	require.Equal(t, 3, code, said)
	assert.Contains(t, said, "1 answer so far; the last question was: Where are the bolts?")
	_, said, code = k.say("", append(chat, script(t, boltsFound), "--continue=garden", "And now?")...)
	assert.Equal(t, 2, code)
	assert.Regexp(t, `the last ones are \S+, garden plan\n`, said)
	listed, _, _ := k.say("", "runs", "list")
	assert.Regexp(t, `(?m) garden plan +And now\?$`, listed)

	const when = ` · script · \d{4}-\d\d-\d\d \d\d:\d\d\*\n\n`
	const first = "## Where are the bolts\\?\n\n- list_files `.*`\n- search_text `{\"text\":\"bolts\"}`\n\nshed.txt\n\n" +
		`\*rests on results` + when
	out, said, code := k.say("", "runs", "export", "garden plan")
	require.Zero(t, code, said)
	assert.Regexp(t, "^"+first+"## And now\\?\n\n- list_files `.*`\n\nNo answer: model failure .*\n\n\\*script", out)
	out, said, code = k.say("", "runs", "export", regexp.MustCompile(`(\w{8}) .* Where are`).FindStringSubmatch(listed)[1])
	require.Zero(t, code, said)
	assert.Regexp(t, "^"+first+"$", out, "one run")
	for says, args := range map[string][]string{"there is no run rose": {"rose"}, "export wants one conversation or run": {}} {
		_, said, code = k.say("", append([]string{"runs", "export"}, args...)...)
		assert.Equal(t, 2, code)
		assert.Contains(t, said, says)
	}
	_, said, _ = k.say("/name it\n", append(chat, script(t, boltsFound), "--no-log")...)
	assert.Contains(t, said, "nothing is kept of this conversation, so it can have no name")
	_, said, code = k.say("", "runs", "prune", "--all")
	require.Zero(t, code, said)
	left, err := filepath.Glob(filepath.Join(k.home, ".local/state/shortleash/runs/*"))
	require.NoError(t, err)
	assert.Empty(t, left, "a name goes with its log")
}

// What the model reads less of is said with the question that it is the first time for, and stands in the log and in the JSON.
func TestAFullContextIsSaidWhenItFills(t *testing.T) {
	dir, k, before := notes(t), talk{t, t.TempDir(), false}, int64(0)
	args := []string{"chat", "--files", dir}
	for n := range 20 {
		out, said, code := k.say("", append(args, "--model", script(t, boltsFound), "And? "+strings.Repeat("y", 900))...)
		require.Zero(t, code, said)
		args = []string{"run", "--continue", "--json", "--files", dir}
		logs, err := filepath.Glob(filepath.Join(k.home, ".local/state/shortleash/runs/chat-*"))
		require.NoError(t, err)
		text, err := os.ReadFile(logs[0])
		require.NoError(t, err)
		folded := gjson.Get(string(text[bytes.LastIndex(text, []byte(`{"seq":1,`)):]), "run.folded").Int()
		assert.Equal(t, folded > before, strings.Contains(said, "The model's context fills: of the first "), "%d: %s", n, said)
		assert.Equal(t, folded > 0, strings.Contains(out, `"warnings":["of the first `), "%d: %s", n, out)
		before = folded
	}
	assert.Positive(t, before)
}

// A turn that was broken off goes on when the conversation does.
func TestChatGoesOnWhereItWasBrokenOff(t *testing.T) {
	dir, k := notes(t), talk{t, t.TempDir(), false}
	_, said, code := k.say("", "chat", "--files", dir, "--model", script(t, searchBolts, boltsFound), "Where are the bolts?")
	require.Zero(t, code, said)
	logs, err := filepath.Glob(filepath.Join(k.home, ".local/state/shortleash/runs/chat-*"))
	require.NoError(t, err)
	text, err := os.ReadFile(logs[0])
	require.NoError(t, err)
	lines := strings.SplitAfter(string(text), "\n")
	for n := 1; n < len(lines)-1; n++ {
		require.NoError(t, os.WriteFile(logs[0], []byte(strings.Join(lines[:n], "")+`{"seq":`), 0o600)) // killed in the middle of a line
		left := []string{searchBolts, boltsFound}
		left = left[strings.Count(strings.Join(lines[:n], ""), `"kind":"replied"`):]
		out, said, code := k.say("", "chat", "--files", dir, "--model", script(t, append(left, boltsFound)...), "--continue", "Sure?")
		require.Zero(t, code, "%d: %s", n, said)
		assert.Equal(t, "shed.txt\nshed.txt\n", out, n)
		assert.Contains(t, said, "It was broken off, and goes on now.")
	}
	require.NoError(t, os.WriteFile(logs[0], []byte(strings.Join(lines[:len(lines)-2], "")), 0o600))
	run := []string{"run", "--continue", "--json", "--files", dir, "--model"}
	out, said, code := k.say("", append(run, script(t, boltsFound), "Sure?")...)
	assert.Zero(t, code, said)
	assert.Regexp(t, `"run":"[0-9a-f]{8}","task":"Where are the bolts\?","outcome":"final"`, out)
	assert.Contains(t, out, `"task":"Sure?","outcome":"final"`)
	out, said, code = k.say("", append(run, script(t, addSolaris), "--write", "Add it.")...)
	assert.Equal(t, 3, code, said)
	assert.Contains(t, out, `"task":"Add it.","outcome":"paused"`)
	assert.Contains(t, said, "To go on:  shortleash runs resume ")
	id := regexp.MustCompile(`"run":"([0-9a-f]{8})","task":"Add it`).FindStringSubmatch(out)[1]
	_, said, code = k.say("", "runs", "resume", id, "--reply", "approve", "--write", "--files", dir, "--model", script(t, addSolaris, added))
	assert.Zero(t, code, said)
	assert.Contains(t, said, "Changed: books.txt")

	_, said, code = k.say("", "chat", "--write", "--files", dir, "--model", script(t, addSolaris), "Add it.")
	assert.Equal(t, 3, code, said)
	k.terminal = true
	out, said, code = k.say("y\n/quit\n", "chat", "--write", "--files", dir, "--model", script(t, added), "--continue")
	assert.Zero(t, code, said)
	assert.Equal(t, "It is added.\n", out, "what waited for a person goes on with one")
}

// A turn that cannot go on says what differs and how it could; the conversation goes on without it.
func TestChatGoesOnWithoutATurnThatCannot(t *testing.T) {
	dir, other := notes(t), notes(t)
	same := func() []string { return []string{"--files", dir, "--write"} }
	for _, row := range []struct {
		claim, says string
		model       string
		flags       []string
		agents      string
	}{
		{"no one is there", "paused (tool): ", "", same(), ""},
		{"another model", "It cannot go on here: the models are others.", "random:1", same(), ""},
		{"other instructions", "It cannot go on here: the instructions are others.", "", same(), "Be brief."},
		{"fewer tools", "It cannot go on here: the tools are others: ", "", []string{"--files", dir}, ""},
		{"no folder", "It cannot go on here: it worked on the folder " + dir + ".", "", nil, ""},
		{"another folder", "It cannot go on here: it worked on the folder " + dir + ".", "", []string{"--files", other, "--write"}, ""},
		{"other limits", "It cannot go on here: the limits of the run are others.", "", append(same(), "--steps", "3"), ""},
		{"another strategy", "It cannot go on here: the strategy is another.", "", append(same(), "--planner", "plan-execute"), ""},
	} {
		k, model := talk{t, t.TempDir(), false}, script(t, addSolaris, added)
		_, said, code := k.say("", append([]string{"chat", "--model", model, "Add it."}, same()...)...)
		require.Equal(t, 3, code, said)
		_, name, _ := strings.Cut(said, "To go on, in a terminal:  shortleash chat --continue=")
		name, rest, _ := strings.Cut(name, " ")
		require.Equal(t, "--files "+dir+" --write --model "+model+"\n", rest)

		agents := filepath.Join(dir, "AGENTS.md")
		if row.agents != "" {
			require.NoError(t, os.WriteFile(agents, []byte(row.agents), 0o600))
		}
		again := append([]string{"chat", "--continue=" + name, "--model", cmp.Or(row.model, model)}, row.flags...)
		_, said, code = k.say("", again...)
		assert.Equal(t, 3, code, "%s: %s", row.claim, said)
		assert.Contains(t, said, row.says, row.claim)
		if row.claim != "no one is there" {
			assert.Contains(t, said, "It was begun with --model script --files "+dir+";", row.claim)
		}
		assert.Contains(t, said, "The next question leaves it out.", row.claim)
		assert.NotRegexp(t, `differs from the log|run\.config`, said, row.claim)
		require.NoError(t, os.RemoveAll(agents))

		k.terminal = true
		out, said, code := k.say("y\n/quit\n", append([]string{"chat", "--continue=" + name, "--model", script(t, added)}, same()...)...)
		assert.Zero(t, code, "%s: nothing was asked, so it can go on: %s", row.claim, said)
		assert.Equal(t, "It is added.\n", out, row.claim)
		k.say("/undo\n", append([]string{"chat", "--continue", "--model", model}, same()...)...)
	}

	k, model := talk{t, t.TempDir(), false}, script(t, addSolaris)
	_, said, code := k.say("", append([]string{"chat", "--model", model, "Add it."}, same()...)...)
	require.Equal(t, 3, code, said)
	listed, _, _ := k.say("", "runs", "list")
	id := regexp.MustCompile(`(?m)^[0-9a-f]{8}`).FindString(listed)
	_, said, code = k.say("", "runs", "resume", id, "--reply", "approve", "--model", model, "--files", other, "--write")
	assert.Equal(t, 2, code, said)
	assert.Contains(t, said, "the run cannot go on here: it worked on the folder "+dir+". It was begun with --model script;")
	out, said, code := k.say("", "runs", "replay", id, "--files", dir)
	assert.Equal(t, 3, code, said)
	assert.Contains(t, out, "Not the same: the tools are others: ")
	assert.Contains(t, out, ". With the flags, instructions and version that made the run it would be.\nEvent 1, run_started, differs in ")
	out, said, code = k.say("", "chat", "--continue", "--files", other, "--model", script(t, fromMemory), "Who?")
	assert.Zero(t, code, said)
	assert.Equal(t, "Lima.\n", out)
	out, said, code = k.say("Who?\n", "chat", "--continue", "--files", other, "--model", script(t, fromMemory))
	assert.Zero(t, code, said)
	assert.Equal(t, "Lima.\n", out)
	assert.NotContains(t, said, "broken off")

	_, said, code = k.say("", append([]string{"chat", "--no-log", "--model", model, "Add it."}, same()...)...)
	assert.Equal(t, 3, code)
	assert.NotContains(t, said, "To go on", "nothing was kept")
}

// A change waits for a person, who sees the difference, and is taken back by one word, also later.
func TestChatChangesFiles(t *testing.T) {
	dir, k := notes(t), talk{t, t.TempDir(), true}
	books := filepath.Join(dir, "books.txt")
	was, err := os.ReadFile(books)
	require.NoError(t, err)
	read := func() string {
		text, err := os.ReadFile(books)
		require.NoError(t, err)
		return string(text)
	}
	flags := []string{"chat", "--files", dir, "--write", "--model", script(t, addSolaris, added, addSolaris, added)}
	_, said, code := k.say("Add it.\ny\n/undo\nAgain.\nnot that book\n/quit\n", flags...)
	require.Zero(t, code, said)
	assert.Contains(t, said, "+to read: Solaris\n")
	assert.Contains(t, said, "Changed: books.txt\n")
	assert.Contains(t, said, "No file was changed.\n", "whatever the answer claims")
	assert.Contains(t, said, "books.txt is as it was\n")
	assert.Contains(t, said, "  ! a person did not allow this call: not that book\n")
	assert.Equal(t, string(was), read())

	k.home = t.TempDir()
	_, said, code = k.say("Add it.\ny\n/quit\n", append(flags[:len(flags)-1:len(flags)-1], script(t, addSolaris, added))...)
	require.Zero(t, code, said)
	require.Contains(t, read(), "Solaris")
	_, said, code = k.say("/undo\n/quit\n", append(flags, "--continue")...)
	require.Zero(t, code, said)
	assert.Contains(t, said, "books.txt is as it was\n", "in a conversation that is continued")
	assert.Equal(t, string(was), read())

	k.terminal = false
	_, said, code = k.say("", append([]string{"run", "--yes", "--log", filepath.Join(dir, "..", "log")},
		append(flags[1:len(flags)-1], script(t, addSolaris, added), "Add it.")...)...)
	require.Zero(t, code, said)
	assert.Contains(t, said, "Changed: books.txt\n")
	assert.Equal(t, string(was)+"to read: Solaris\n", read())
	_, said, code = k.say("", "undo", "--files", dir, "--log", filepath.Join(dir, "..", "log"))
	require.Zero(t, code, said)
	assert.Equal(t, string(was), read())
	_, said, code = k.say("", "undo", "--files", dir, "--log", filepath.Join(dir, "..", "log"))
	assert.Equal(t, 2, code, said)
	assert.Contains(t, said, "books.txt was changed since; it is not touched")
	assert.Equal(t, string(was), read())
}

// A change shows its difference once, also where no one is asked about it, and where a run goes on with it.
func TestAChangeShowsItsDifferenceOnce(t *testing.T) {
	const more = `{"thought":"","tool":"add_lines","tool_args":{"file":"books.txt","text":"to read: Emma"}}`
	for _, row := range []struct {
		claim string
		typed string
		args  []string
		want  int // how often each difference is shown
	}{
		{"chat --yes", "Add them.\n", []string{"chat", "--yes"}, 1},
		{"chat, after always", "Add them.\na\n", []string{"chat"}, 1},
		{"chat --quiet --yes", "Add them.\n", []string{"chat", "--yes", "--quiet"}, 0},
		{"run --yes", "", []string{"run", "--yes", "Add them."}, 1},
		{"run, after always", "a\n", []string{"run", "Add them."}, 1},
		{"run --quiet, asked", "y\ny\n", []string{"run", "--quiet", "Add them."}, 1},
	} {
		k := talk{t, t.TempDir(), true}
		_, said, code := k.say(row.typed, append(row.args, "--files", notes(t), "--write", "--model", script(t, addSolaris, more, added))...)
		require.Zero(t, code, "%s: %s", row.claim, said)
		for _, line := range []string{"+to read: Solaris\n", "+to read: Emma\n"} {
			assert.Equal(t, row.want, strings.Count(said, line), "%s: %s", row.claim, said)
		}
	}
	dir, k := notes(t), talk{t, t.TempDir(), false}
	flags := []string{"--files", dir, "--write", "--model", script(t, addSolaris, more, added)}
	_, said, code := k.say("", append([]string{"run", "Add them."}, flags...)...)
	require.Equal(t, 3, code, said)
	assert.Equal(t, 1, strings.Count(said, "+to read: Solaris\n"), said)
	id := regexp.MustCompile(`runs resume (\w+)`).FindStringSubmatch(said)[1]
	_, said, code = k.say("", append([]string{"runs", "resume", id, "--reply", "always"}, flags...)...)
	require.Zero(t, code, said)
	assert.Regexp(t, `(?s)\+to read: Solaris\n.*\+to read: Emma\n`, said)
	assert.Equal(t, 1, strings.Count(said, "+to read: Solaris\n"), said)

	k.terminal = true
	_, said, code = k.say("edit {\"file\":\"books.txt\",\"text\":\"to read: Ada\"}\ny\n", append([]string{"run", "Add them."},
		append(flags[:4:4], script(t, addSolaris, added))...)...)
	require.Zero(t, code, said)
	assert.Contains(t, said, "+to read: Ada\n", "what a person wrote is shown too")
}

// A run is kept for its owner alone, unless --no-log says otherwise, and one that waits says how it goes on. Old logs go.
func TestARunIsKept(t *testing.T) {
	dir, k := notes(t), talk{t, t.TempDir(), false}
	folder := filepath.Join(k.home, ".local/state/shortleash/runs")
	kept := func() []string {
		logs, err := filepath.Glob(filepath.Join(folder, "*"))
		require.NoError(t, err)
		return logs
	}
	flags := func(replies ...string) []string {
		return []string{"run", "--files", dir, "--write", "--model", script(t, replies...), "Add it."}
	}
	_, said, code := k.say("", append(flags(addSolaris), "--no-log")...)
	assert.Equal(t, 3, code, said)
	assert.Contains(t, said, "or with --log FILE to go on later.")
	assert.Empty(t, kept())
	_, said, code = k.say("", append(flags(addSolaris), "--no-log", "--log", "f")...)
	assert.Equal(t, 2, code, said)
	assert.Contains(t, said, "--no-log keeps nothing, so it does not go with --log")
	_, said, code = k.say("", append(flags(addSolaris), "--no-log", "--continue")...)
	assert.Equal(t, 2, code, said)

	require.NoError(t, os.MkdirAll(folder, 0o700))
	old := filepath.Join(folder, "chat-2001.ndjson")
	require.NoError(t, os.WriteFile(old, nil, 0o600))
	require.NoError(t, os.Chtimes(old, time.Time{}, time.Now().Add(-31*24*time.Hour)))
	_, said, code = k.say("", flags(addSolaris, added)...)
	assert.Equal(t, 3, code, said)
	require.Len(t, kept(), 1)
	assert.NotEqual(t, old, kept()[0])
	info, err := os.Stat(kept()[0])
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	_, command, ok := strings.Cut(said, "To go on:  shortleash ")
	require.True(t, ok, said)
	_, said, code = k.say("", strings.Fields(command)...)
	assert.Zero(t, code, said)
	assert.Contains(t, said, "Changed: books.txt\n")
	_, said, code = k.say("", "undo", "--files", dir)
	assert.Zero(t, code, said)
	assert.Contains(t, said, "books.txt is as it was\n")
	_, said, code = k.say("", append(flags(addSolaris, added), "--continue")...)
	assert.Equal(t, 2, code, "a run is no conversation: %s", said)
}

// Undo takes back the last change of the folder that it is asked for, however it was made, and touches no other one.
func TestUndoIsForTheFolderOfTheRun(t *testing.T) {
	one, two, k := notes(t), notes(t), talk{t, t.TempDir(), false}
	add := func(dir string) {
		_, said, code := k.say("", "run", "--yes", "--files", dir, "--write", "--model", script(t, addSolaris, added), "Add it.")
		require.Zero(t, code, said)
	}
	read := func(dir string) string {
		text, err := os.ReadFile(filepath.Join(dir, "books.txt"))
		require.NoError(t, err)
		return string(text)
	}
	was := read(one)
	add(one)
	_, said, code := k.say("", "undo", "--files", two)
	assert.Equal(t, 2, code, said)
	assert.Contains(t, said, "no logged run has changed a file in "+two)
	add(two)
	listed, _, _ := k.say("", "runs", "list")
	ids := regexp.MustCompile(`(?m)^[0-9a-f]{8}`).FindAllString(listed, -1)
	require.Len(t, ids, 2)
	_, said, code = k.say("", "undo", "--files", two, ids[1])
	assert.Equal(t, 2, code, said)
	assert.Contains(t, said, "the change was made in the folder "+one+", and not in "+two)
	assert.NotEqual(t, was, read(two))
	t.Chdir(one)
	damaged := filepath.Join(k.home, ".local/state/shortleash/runs/damaged.ndjson")
	require.NoError(t, os.WriteFile(damaged, []byte("{}\n"), 0o600))
	_, said, code = k.say("", "undo", "--files", ".")
	assert.Zero(t, code, said)
	assert.Contains(t, said, damaged+" is left out: ")
	assert.Contains(t, said, "books.txt is as it was\n")
	assert.Equal(t, was, read(one))
	assert.NotEqual(t, was, read(two))
}

// What is not there cannot be named, an answer that rests on nothing is marked, and a file in the question is read.
func TestAnAnswerSaysWhatItRestsOn(t *testing.T) {
	dir, k := notes(t), talk{t, t.TempDir(), false}
	out, _, _ := k.say("", "run", "--json", "--write", "--files", dir, "--model", script(t, added), "Add it.")
	assert.Contains(t, out, `"changed":[]`)
	_, said, code := k.say("", "run", "--files", dir, "--model", script(t, unseenPath, unseenPath), "Read it.")
	assert.Equal(t, 3, code)
	assert.Contains(t, said, "model failure")

	out, said, code = k.say("", "run", "--files", dir, "--model", script(t, fromMemory), "The capital of Peru?")
	assert.Zero(t, code)
	assert.Equal(t, "Lima.\n", out)
	assert.Contains(t, said, "This is from the model's own knowledge: no result shows it.\n")
	_, _, code = k.say("", "run", "--strict", "--files", dir, "--model", script(t, fromMemory), "The capital of Peru?")
	assert.Equal(t, 3, code)
	out, _, code = k.say("", "run", "--strict", "--json", "--files", dir, "--model", script(t, fromMemory), "The capital of Peru?")
	assert.Equal(t, 3, code)
	assert.Contains(t, out, `"answer":{"rests_on":"own knowledge","text":"Lima."}`)

	_, said, code = k.say("What is in @shed.txt?\nAnd in @attic.txt?\n", "chat", "--files", dir, "--model", script(t, boltsFound))
	assert.Zero(t, code)
	assert.Contains(t, said, "@attic.txt: there is no file attic.txt")
	text := ""
	logs, err := filepath.Glob(filepath.Join(k.home, ".local/state/shortleash/runs/chat-*"))
	require.NoError(t, err)
	for _, log := range logs {
		b, err := os.ReadFile(log)
		require.NoError(t, err)
		text += string(b)
	}
	assert.Contains(t, text, `"task":"What is in @shed.txt?\n\nshed.txt:\ntwo boxes of bolts\n"`)
}

// The list of files, with which a run begins, supports an answer that names something of it, and no other.
func TestTheListOfFilesIsNoEvidence(t *testing.T) {
	answer := func(rests, text string) string {
		return `{"thought":"","tool":"final_answer","tool_args":{"rests_on":"` + rests + `","text":"` + text + `"}}`
	}
	const mark = "No result shows this: at most the list of files was seen, and the answer names nothing of it."
	for _, row := range []struct {
		questions string
		replies   []string
		marked    bool
		code      int
	}{
		{"The capital of France?", []string{answer("results", "Paris is the capital.")}, true, 3},
		{"Which files are here?", []string{answer("results", "They are Books.txt and another.")}, false, 0},
		{"Which is the newest?", []string{answer("results", "It is books, changed last.")}, false, 0},
		{"How many files are here?", []string{answer("results", "There are 2.")}, false, 0},
		{"Who has bolts?", []string{searchBolts, answer("results", "The neighbor has them.")}, false, 0},
		{"What is in shed.txt?", []string{answer("results", "Bolts, in boxes.")}, false, 0},
		{"Translate: hello", []string{answer("task", "hola")}, false, 0},
		{"Who has bolts?", []string{searchBolts, answer("task", "The neighbor has them.")}, false, 3},
		{"Fix it.", []string{answer("task", "The line has been added."), answer("own knowledge", "No.")}, false, 3},
		{"How many words is that?", []string{searchBolts, answer("results", "There are 17 words.")}, false, 0},
		{"Has Canberra bolts?", []string{searchBolts, answer("results", "Nobody in Canberra has bolts.")}, false, 0},
	} {
		out, said, code := talk{t, t.TempDir(), false}.say("", "run", "--strict", "--write", "--files", notes(t),
			"--model", script(t, row.replies...), row.questions)
		assert.Equal(t, row.code, code, "%s: %s%s", row.replies, out, said)
		assert.Equal(t, row.marked, strings.Contains(said, mark), "%s: %s", row.replies, said)
	}
	k := talk{t, t.TempDir(), false}
	for text, lost := range map[string]string{"It is Canberra in Australia.": "Canberra", "The Ministry has 250.": "250 or Ministry"} {
		said := answer("results", text)
		_, remark, code := k.say("", "run", "--strict", "--files", notes(t), "--model", script(t, searchBolts, said, said), "And of Australia?")
		assert.Equal(t, 3, code, remark)
		assert.Contains(t, remark, "No result has "+lost+": the model may have it from memory.", text)
	}
	for question, missing := range map[string]bool{
		"Who has wood?": true, "Do the files mention wood?": false, "Which files do not mention wood?": false,
	} {
		said := answer("results", "It is not in the files: they do not mention wood.")
		_, remark, code := k.say("", "run", "--strict", "--files", notes(t), "--model", script(t, searchBolts, said), question)
		assert.Equal(t, missing, strings.Contains(remark, "The model says that it did not find this."), remark)
		assert.Equal(t, missing, code == 3, "%s: %s", question, remark)
	}
	_, said, code := k.say("Who has bolts?\nAnd who else?\n", "chat", "--files", notes(t),
		"--model", script(t, searchBolts, boltsFound, answer("results", "Nobody.")))
	assert.Zero(t, code, said)
	assert.NotContains(t, said, mark, "an earlier turn has searched")
	out, _, _ := k.say("", "run", "--json", "--files", notes(t), "--model", script(t, answer("results", "Paris.")), "The capital?")
	assert.Contains(t, out, `"warnings":["`+mark+`"]`)
}

// A model can ask the person, where there is one, and look up what its prompt has no more.
func TestChatAsksAndRecalls(t *testing.T) {
	dir, k := notes(t), talk{t, t.TempDir(), true}
	const asks = `{"thought":"","tool":"ask_user","tool_args":{"question":"Which box?"}}`
	out, said, code := k.say("Empty the box.\nthe blue one\n/quit\n", "chat", "--files", dir, "--model", script(t, asks, boltsFound))
	require.Zero(t, code, said)
	assert.Equal(t, "shed.txt\n", out)
	assert.Contains(t, said, "Which box?\n")
	k.terminal = false
	_, said, code = k.say("", "chat", "--files", dir, "--model", script(t, asks, asks), "Empty the box.")
	assert.Equal(t, 3, code, "no one is there to be asked")
	assert.Contains(t, said, "model failure")

	// Twenty long questions fill what a conversation may take; then the first of them can be looked up, and not before.
	const recalls = `{"thought":"","tool":"recall","tool_args":{"words":"purple"}}`
	_, said, code = k.say("", "chat", "--files", dir, "--no-log", "--model", script(t, recalls, recalls), "What did I say?")
	assert.Equal(t, 3, code)
	assert.NotContains(t, said, "  recall {", "nothing is folded yet")
	typed, replies := "The box is purple. "+strings.Repeat("x", 900)+"\n", []string{searchBolts,
		strings.ReplaceAll(boltsFound, "shed.txt", "The purple box.")}
	for range 20 {
		typed += "And? " + strings.Repeat("y", 900) + "\n"
		replies = append(replies, boltsFound)
	}
	out, said, code = k.say(typed+"Which color?\n", "chat", "--files", dir, "--no-log", "--model",
		script(t, append(replies, recalls, boltsFound)...))
	require.Zero(t, code, said)
	assert.Contains(t, said, "The model's context fills")
	assert.Contains(t, said, `  recall {"words":"purple"}`)
	assert.NotContains(t, said, "nothing that was said or seen before has these words")
	assert.Equal(t, 22, strings.Count(out, "\n"))

	_, said, code = k.say(typed+"Which color?\n", "chat", "--files", dir, "--model", script(t, append(replies, recalls, boltsFound)...))
	require.Zero(t, code, said)
	listed, _, _ := k.say("", "runs", "list")
	_, said, code = k.say("", "runs", "replay", regexp.MustCompile(`([0-9a-f]{8}).*Which color`).FindStringSubmatch(listed)[1], "--files", dir)
	assert.Zero(t, code, said)
}

// What cannot work is said before a model is asked.
func TestAFolderThatCannotBeOpened(t *testing.T) {
	dir, k := notes(t), talk{t, t.TempDir(), false}
	for _, row := range []struct {
		args []string
		says string
	}{
		{[]string{"--files", filepath.Join(dir, "none")}, "--files: there is no folder "},
		{[]string{"--files", filepath.Join(dir, "shed.txt")}, "is a file; name the folder that it lies in"},
		{[]string{"--write"}, "--write is about the folder of --files"},
		{[]string{"--web", "https://example.org"}, `"https://example.org" is not a host; write it as example.org`},
	} {
		for _, command := range []string{"run", "chat"} {
			_, said, code := k.say("", append(append([]string{command}, row.args...), "--model", script(t, boltsFound), "Who?")...)
			assert.Equal(t, 2, code, said)
			assert.Contains(t, said, row.says)
		}
	}
	_, said, code := k.say("Hello?\n", "chat", "--model", script(t, `{"thought":"","tool":"final_answer","tool_args":{"text":"Hello."}}`))
	assert.Zero(t, code, said)
	assert.Contains(t, said, "the model only talks")
}

// A folder in which there is nothing to read is said before a model is asked, and so is that there are no tools at all.
func TestNothingToRead(t *testing.T) {
	k, hidden := talk{t, t.TempDir(), false}, t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(hidden, ".env"), []byte("key\n"), 0o600))
	for dir, why := range map[string]string{t.TempDir(): "the folder is empty",
		hidden: "the folder has only 1 files that are hidden or ignored"} {
		for _, command := range []string{"run", "chat", "mcp", "serve"} {
			args := []string{command, "--files", dir, "--model", script(t, boltsFound)}
			if command == "run" {
				args = append(args, "Who?")
			}
			_, said, code := k.say("Who?\n", args...)
			assert.Equal(t, 2, code, said)
			assert.Contains(t, said, "--files: there is nothing to read in "+dir+": "+why)
		}
		_, said, code := k.say("", "run", "--write", "--files", dir, "--model", script(t, fromMemory), "Who?")
		assert.Zero(t, code, said)
		_, said, code = k.say("", "run", "--run", "date", "--files", dir, "--model", script(t, fromMemory), "Who?")
		assert.Zero(t, code, said)
	}
	const talks = "There are no tools: the model only talks. --files . lets it read this folder.\n"
	for _, command := range []string{"chat", "run"} {
		model := script(t, "Lima, on the coast.")
		out, said, code := k.say("", command, "--model", model, "Hello?")
		assert.Zero(t, code, said)
		assert.Equal(t, "Lima, on the coast.\n", out, "free text is the answer")
		assert.Equal(t, 1, strings.Count(said, talks), said)
		_, said, _ = k.say("", command, "--quiet", "--model", model, "Hello?")
		assert.NotContains(t, said, talks)
		_, said, _ = k.say("", command, "--files", notes(t), "--model", script(t, fromMemory), "Hello?")
		assert.NotContains(t, said, talks)
	}
}

// Instructions in the folder are taken, of a long file the beginning, and that they are is said.
func TestInstructionsOfAFolder(t *testing.T) {
	const folder = "AGENTS.md of the folder "
	for _, row := range []struct{ claim, text, taken, says string }{
		{"a short file", "Be brief.\n", "Be brief.", "is taken as instructions.\n"},
		{"the beginning, to the end of a line", strings.Repeat("Be brief.\n", 1000), strings.Repeat("Be brief.\\n", 599) + "Be brief.",
			"is taken as instructions: the first 6000 bytes of 9999.\n"},
		{"one line", strings.Repeat("Sé breve. ", 1000), "Sé breve. ", "is taken as instructions: the first 6000 bytes of 10999.\n"},
		{"no text", "\x00", "", "is not taken as instructions: AGENTS.md is no text file (1 bytes).\n"},
		{"nothing", "\n", "", ""},
	} {
		dir, k := notes(t), talk{t, t.TempDir(), false}
		require.NoError(t, os.WriteFile(filepath.Join(dir, "AGENTS.md"), []byte(row.text), 0o644))
		log := filepath.Join(k.home, "log")
		run := []string{"run", "--files", dir, "--log", log, "--model", script(t, boltsFound), "Who?"}
		_, said, code := k.say("", run...)
		assert.Zero(t, code, "%s: %s", row.claim, said)
		assert.Equal(t, row.says != "", strings.Contains(said, folder+row.says) && strings.Contains(said, folder), "%s: %s", row.claim, said)
		_, said, code = k.say("", append(run, "--quiet")...)
		assert.Zero(t, code, "%s: %s", row.claim, said)
		assert.NotContains(t, said, folder)
		text, err := os.ReadFile(log)
		require.NoError(t, err)
		taken := gjson.GetBytes(text, "run.config.instructions").Raw
		assert.True(t, strings.HasPrefix(taken, `"`+row.taken) || taken == row.taken, "%s: %s", row.claim, taken)
		assert.LessOrEqual(t, len(taken), 7000, row.claim)
	}
}

// A number of an answer that stands in no result is refused once; small ones may be counts.
func TestANumberThatStandsNowhereIsAskedForAgain(t *testing.T) {
	dir := notes(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "orders.txt"), []byte("hinges 62.00\nhandles 33.60\n"), 0o644))
	const (
		search    = `{"thought":"","tool":"search_text","tool_args":{"text":"orders"}}`
		calculate = `{"thought":"","tool":"calculate","tool_args":{"expression":"62.00 + 33.60"}}`
	)
	answer := func(text string) string {
		return `{"thought":"","tool":"final_answer","tool_args":{"rests_on":"results","text":"` + text + `"}}`
	}
	for _, row := range []struct {
		claim   string
		replies []string
		refused bool
	}{
		{"a sum of the head, then of calculate", []string{search, answer("192.90 together"), calculate, answer("95.60 together")}, true},
		{"the same again stands", []string{search, answer("192.90"), answer("192.90")}, true},
		{"a whole number", []string{search, answer("240 together"), answer("62.00")}, true},
		{"a result", []string{search, calculate, answer("95.6")}, false},
		{"the right sum of two", []string{search, answer("95.60 together")}, false},
		{"a count", []string{search, answer("2 orders, of 62 and 33.60")}, false},
		{"no claim of results", []string{`{"thought":"","tool":"final_answer","tool_args":{"rests_on":"own knowledge","text":"1492"}}`}, false},
	} {
		out, said, code := talk{t, t.TempDir(), false}.say("What do they cost?\n", "chat", "--files", dir, "--model", script(t, row.replies...))
		assert.Zero(t, code, "%s: %s%s", row.claim, out, said)
		assert.Equal(t, row.refused, strings.Contains(said, "stands in no result and not in the task"), "%s: %s", row.claim, said)
	}
	out, said, _ := talk{t, t.TempDir(), false}.say("What do they cost?\nAnd again?\n", "chat", "--files", dir,
		"--model", script(t, search, calculate, answer("95.60"), answer("95.60, as I said")))
	assert.NotContains(t, said, "stands in no result", "an earlier turn is a source: %s", out)
	_, said, _ = talk{t, t.TempDir(), false}.say("Which is dearer?\n", "chat", "--files", dir,
		"--model", script(t, search, answer("Hinges, 192.90"), answer("Hinges, 62.00")))
	assert.Contains(t, said, "192.90 stands in no result and not in the task. Give what was found", "there is nothing to calculate")
}

// An answer after searches for words that stand nowhere is asked for again, once: the words were the wrong ones.
func TestAnAnswerAfterEmptySearchesIsAskedForAgain(t *testing.T) {
	const (
		search = `{"thought":"","tool":"search_text","tool_args":{"text":"phone number"}}`
		other  = `{"thought":"","tool":"search_text","tool_args":{"text":"bolts"}}`
	)
	answer := func(rests string) string {
		return `{"thought":"","tool":"final_answer","tool_args":{"rests_on":"` + rests + `","text":"That is all."}}`
	}
	for _, row := range []struct {
		claim   string
		replies []string
		refused bool
	}{
		{"not found, then found", []string{search, answer("results"), other, answer("results")}, true},
		{"cannot, after another look", []string{search, answer("cannot"), other, answer("cannot")}, true},
		{"found at the second search", []string{search, other, answer("results")}, false},
		{"not looked for", []string{answer("own knowledge")}, false},
	} {
		out, said, code := talk{t, t.TempDir(), false}.say("Whose number is it?\n", "chat", "--files", notes(t),
			"--model", script(t, row.replies...))
		assert.Zero(t, code, "%s: %s%s", row.claim, out, said)
		assert.Equal(t, row.refused, strings.Contains(said, "Search for one other word"), "%s: %s", row.claim, said)
	}
	out, said, _ := talk{t, t.TempDir(), false}.say("Whose number is it?\n", "chat", "--files", notes(t),
		"--model", script(t, search, answer("results"), answer("results")))
	assert.NotContains(t, out, "That is all.", "the same answer is not legal before another call: %s", said)
	for _, call := range []string{`"calculate","tool_args":{"expression":"1 + 1"}`,
		`"write_file","tool_args":{"file":"a.txt","text":"it is 5"}`} {
		_, said, _ = talk{t, t.TempDir(), false}.say("Whose number is it?\n", "chat", "--files", notes(t), "--write", "--yes",
			"--model", script(t, search, answer("results"), `{"thought":"","tool":`+call+`}`, other, answer("results")))
		assert.NotContains(t, said, "  "+call[1:9], "what shows nothing is no other look: %s", said)
		assert.Contains(t, said, `search_text {"text":"bolts"}`)
	}
	const sum = `{"thought":"","tool":"calculate","tool_args":{"expression":"12 * 17"}}`
	out, said, _ = talk{t, t.TempDir(), false}.say("What is 12 times 17?\n", "chat", "--files", notes(t),
		"--model", script(t, search, answer("results"), sum, answer("results")))
	assert.Contains(t, said, `calculate {"expression":"12 * 17"}`, "the task gives what is to be calculated: %s", out)
}

// After the same thought twice, with a file read for it each time, no third one is read: what it is about stands above.
func TestTheSameThoughtReadsTwoFiles(t *testing.T) {
	dir := notes(t)
	for _, name := range []string{"a.txt", "b.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("nothing\n"), 0o644))
	}
	read := func(thought, file string) string {
		return `{"thought":"` + thought + `","tool":"read_file","tool_args":{"file":"` + file + `","from_line":1}}`
	}
	for _, row := range []struct {
		claim, question string
		reads           []string
		third           bool
	}{
		{"the same", "", []string{read("it is there", "shed.txt"), read("it is there", "a.txt"), read("it is there", "b.txt")}, false},
		{"another", "", []string{read("it is there", "shed.txt"), read("or in a.txt", "a.txt"), read("or in a.txt", "b.txt")}, true},
		{"none", "", []string{read("", "shed.txt"), read("", "a.txt"), read("", "b.txt")}, true},
		{"after two that the question names", "What is in shed.txt and a.txt?", []string{read("first, what is there", "b.txt")}, true},
		{"a search between", "", []string{read("bolts", "shed.txt"),
			strings.Replace(searchBolts, `:""`, `:"bolts"`, 1), read("bolts", "b.txt")}, true},
	} {
		_, said, code := talk{t, t.TempDir(), false}.say(cmp.Or(row.question, "Who has bolts?")+"\n", "chat", "--files", dir,
			"--model", script(t, append(row.reads, boltsFound)...))
		assert.Zero(t, code, "%s: %s", row.claim, said)
		assert.Equal(t, row.third, strings.Contains(said, `read_file {"file":"b.txt"`), "%s: %s", row.claim, said)
	}
}

// The answer to the question before is no answer to another question.
func TestTheAnswerBeforeIsAskedForAgain(t *testing.T) {
	answer := func(text string) string {
		return `{"thought":"","tool":"final_answer","tool_args":{"rests_on":"results","text":"` + text + `"}}`
	}
	const long, other = "They are in bike.txt and shed.txt.", "The oldest of them is shed.txt."
	for _, row := range []struct {
		claim     string
		questions string
		replies   []string
		refused   bool
	}{
		{"another question", "Who has bolts?\nWhich is the oldest?\n", []string{searchBolts, answer(long), answer(long), answer(other)}, true},
		{"it stays so", "Who has bolts?\nWhich of them are text?\n", []string{searchBolts, answer(long), answer(long), answer(long)}, true},
		{"the same question", "Who has bolts?\nWho has bolts?\n", []string{searchBolts, answer(long), answer(long)}, false},
		{"a short answer", "Are there bolts?\nAre there two?\n", []string{searchBolts, answer("Yes."), answer("Yes.")}, false},
	} {
		out, said, code := talk{t, t.TempDir(), false}.say(row.questions, "chat", "--files", notes(t), "--model", script(t, row.replies...))
		assert.Zero(t, code, "%s: %s%s", row.claim, out, said)
		assert.Equal(t, row.refused, strings.Contains(said, "The question is now: "), "%s: %s", row.claim, said)
		assert.Equal(t, row.claim == "it stays so", strings.Contains(said, "The model repeats its answer to the question before."), said)
	}
}

// An answer that was copied from the example of the prompt is followed by a call: a model of 1.5B else copied it to its last step.
func TestACopiedExampleIsFollowedByACall(t *testing.T) {
	copied := strings.Replace(added, "It is added.", planner.ExampleAnswer(), 1)
	other := strings.Replace(searchBolts, "bolts", "screws", 1)
	out, said, code := talk{t, t.TempDir(), false}.say("Who has bolts?\n", "chat", "--files", notes(t),
		"--model", script(t, searchBolts, copied, copied, other, boltsFound))
	assert.Zero(t, code, said)
	assert.Equal(t, 1, strings.Count(said, "that is the answer of the example"), said)
	assert.NotContains(t, out, "Peru")
}

// A change that an answer claims and no call has made is asked for again.
func TestAChangeThatWasNotMadeIsAskedForAgain(t *testing.T) {
	claim := strings.Replace(added, "It is added.", "The line has been added.", 1)
	for _, row := range []struct {
		claim   string
		args    []string
		task    string
		replies []string
		refused bool
	}{
		{"claimed, then made", []string{"--write", "--yes"}, "Add Solaris.", []string{searchBolts, claim, addSolaris, claim}, true},
		{"made", []string{"--write", "--yes"}, "Add Solaris.", []string{addSolaris, claim}, false},
		{"nothing could be changed", nil, "Add Solaris.", []string{searchBolts, claim}, false},
		{"told of the past", []string{"--write"}, "When was the line added?", []string{searchBolts,
			strings.Replace(claim, "has been added", "was added last", 1)}, false},
	} {
		dir := notes(t)
		args := append([]string{"chat", "--files", dir, "--model", script(t, row.replies...)}, row.args...)
		out, said, code := talk{t, t.TempDir(), false}.say(row.task+"\n", args...)
		assert.Zero(t, code, "%s: %s%s", row.claim, out, said)
		assert.Equal(t, row.refused, strings.Contains(said, "no file has been changed since the task was given"), "%s: %s", row.claim, said)
		text, err := os.ReadFile(filepath.Join(dir, "books.txt"))
		require.NoError(t, err)
		assert.Equal(t, len(row.args) == 2, strings.Contains(string(text), "Solaris"), row.claim)
	}
	out, said, _ := talk{t, t.TempDir(), false}.say("Add Solaris.\n", "chat", "--files", notes(t), "--write", "--yes",
		"--model", script(t, searchBolts, claim, claim))
	assert.NotContains(t, out, "has been added", "the same claim is not legal before a call: %s", said)

	search := strings.Replace(searchBolts, "bolts", "a screw", 1)
	edit := `{"thought":"","tool":"edit_file",` +
		`"tool_args":{"file":"shed.txt","find":"two boxes of bolts","replace_with":"three boxes of bolts"}}`
	for task, legal := range map[string]bool{"Change two to three.": false, "And please fix the number": false,
		"Can you change two to three?": false, "Who added the boxes?": true,
		"Can you say when to replace them?": true, "What was the last change?": true,
		"When did I clean and replace them?": true, "When must I replace them?": true, "What is in @todo.txt?": true} {
		dir := notes(t)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "todo.txt"), []byte("Replace the boxes.\n"), 0o600))
		_, said, _ := talk{t, t.TempDir(), false}.say(task+"\n", "chat", "--files", dir, "--write", "--yes",
			"--model", script(t, searchBolts, claim, search, edit, claim))
		assert.Equal(t, legal, strings.Contains(said, `{"text":"a screw"}`), "a search changes nothing: %s: %s", task, said)
		assert.Contains(t, said, "Changed: shed.txt", task)
	}
}

// The answer of a plan comes from a role that can call nothing: what it says is not refused, as nothing could be done about it.
func TestTheAnswerOfAPlanIsNotAskedForAgain(t *testing.T) {
	out, said, code := talk{t, t.TempDir(), false}.say("", "run", "--files", notes(t), "--planner", "plan-execute", "--model", script(t,
		`{"facts":"","steps":[{"depends_on":[],"description":"search the bolts","expected":"","tool":"search_text"}]}`, searchBolts,
		`{"thought":"","tool":"step_done","tool_args":{"evidence":["c2"],"output":"two boxes"}}`,
		strings.Replace(boltsFound, "shed.txt", "192.90", 1)), "What do they cost?")
	assert.Zero(t, code, said)
	assert.Equal(t, "192.90\n", out)
}
