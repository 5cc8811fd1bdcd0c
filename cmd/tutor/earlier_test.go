package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// earlierRuns holds what the program of commit 76a7716 printed and logged. Its README says how.
const earlierRuns = "testdata/logs-76a7716"

// newer are the members of a report that the earlier version had not.
var newer = regexp.MustCompile(`"unjudged":\[[^\]]*\],`)

// TestEarlierCommands gives the commands of an earlier version again. The answer, its trace and every
// event are what they were: nothing but times may differ, and what the embedded network thinks of its choices (confidences, and
// how many the mask changed), since it has been trained on. Its choices are the same.
func TestEarlierCommands(t *testing.T) {
	commands := earlierFile(t, "commands.txt")
	for line := range strings.Lines(commands) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " | ")
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			log := filepath.Join(s.dir, "log")
			code, stdout, _ := s.exec(append([]string{"--quiet", "--json", "--trace", "--log", log}, asThen(strings.Split(rest, " | "))...)...)
			assert.Equal(t, s.scrub(unweighed(earlierFile(t, name+".answer"))), fmt.Sprintf("exit %d\n%s", code, unweighed(newer.ReplaceAllString(stdout, ""))))
			was := strings.Split(timeless(earlierFile(t, name+".ndjson")), "\n")
			now := strings.Split(timeless(string(must(os.ReadFile(log)))), "\n")
			for i := range min(len(was), len(now)) {
				require.Equal(t, was[i], now[i], "line %d of the log", i+1)
			}
			require.Equal(t, len(was), len(now), "so many lines")
		})
	}
}

// asThen returns args with the defaults of that time.
func asThen(args []string) []string {
	if slices.Contains(args, "--on-duplicate") {
		return args
	}
	return append([]string{"--on-duplicate", "halt"}, args...)
}

// TestEarlierLogsAreShownAndReplayed reads the logs of an earlier version with today's program.
func TestEarlierLogsAreShownAndReplayed(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(earlierRuns, "*.ndjson"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".ndjson")
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			var shown strings.Builder
			runs := strings.Count(earlierFile(t, name+".ndjson"), `"kind":"run_started"`)
			for n := range runs {
				id := fmt.Sprintf("%s:%d", file, n+1)
				code, stdout, stderr := s.exec("runs", "replay", id)
				assert.Zero(t, code, stdout+stderr)
				assert.Regexp(t, "^The same", stdout)
				code, stdout, stderr = s.exec("runs", "show", id)
				assert.Zero(t, code, stderr)
				shown.WriteString(stdout)
			}
			assert.Equal(t, anonymous(s.scrub(inTodaysWords(earlierFile(t, name+".show")))), anonymous(withoutRemovals(shown.String())))
		})
	}
}

// withoutRemovals leaves out the last lines of what is shown of a run, which earlier versions did not have.
func withoutRemovals(shown string) string {
	return regexp.MustCompile(`(?m)^(removed|plans examined|faithful): .*\n`).ReplaceAllString(shown, "")
}

// inTodaysWords rewrites what an earlier version showed where words have been renamed since: of what the
// grammar held ("may" became "allowed") and of what the rules removed, which has a line for each rule
// today where all rules shared one ("taken away: a (x); b (y)" became "removed by x: a", "removed by y: b").
func inTodaysWords(shown string) string {
	shown = strings.ReplaceAll(shown, "\n     may: ", "\n     allowed: ")
	return regexp.MustCompile(`(?m)^     (taken away|narrowed): .*\n`).ReplaceAllStringFunc(shown, func(line string) string {
		what, list, _ := strings.Cut(strings.TrimSpace(line), ": ")
		what = strings.ReplaceAll(what, "taken away", "removed")
		var b strings.Builder
		for part := range strings.SplitSeq(list, "; ") {
			names, rule, _ := strings.Cut(strings.TrimSuffix(part, ")"), " (")
			fmt.Fprintf(&b, "     %s by %s: %s\n", what, rule, names)
		}
		return b.String()
	})
}

func earlierFile(t *testing.T, name string) string {
	t.Helper()
	return string(must(os.ReadFile(filepath.Join(earlierRuns, name))))
}

var (
	clockField = regexp.MustCompile(`"(time|ms|load_ms|prompt_ms|wall_ms)":("[^"]*"|\d+)`)
	confidence = regexp.MustCompile(`("changed":\d+,)?"confidence":0(\.\d+)?(,"unsure":(true|false))?`)
)

// timeless takes the clock out of a log.
func timeless(log string) string {
	return unweighed(clockField.ReplaceAllString(log, `"$1":0`))
}

// unweighed takes the confidences out of a text, whether they suffice, and how many choices the mask changed.
func unweighed(text string) string {
	return confidence.ReplaceAllString(text, `"confidence":0`)
}
