package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/eval"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/tutor"
)

const sentences = `{"id":"a","input":"He go to school.","accept":["He goes to school."],"clean":false,"detect_only":false}
{"id":"b","input":"She sings well.","accept":[],"clean":true,"detect_only":false}
{"id":"c","input":"They was late.","accept":["They were late."],"clean":false,"detect_only":false}
`

// A workplace is a folder with a suite, where studies run.
type workplace struct {
	t      *testing.T
	server *server
	folder string
}

func newStudy(t *testing.T) workplace {
	s := workplace{t, newServer(t), t.TempDir()}
	s.server.firstCall.Name = "conjugate" // without arguments: a call that the tool refuses
	require.NoError(t, os.WriteFile(s.path("own.jsonl"), []byte(sentences), 0o644))
	return s
}

func (s workplace) path(name string) string { return filepath.Join(s.folder, name) }

// run runs the command and returns its status and what it wrote to standard error.
func (s workplace) run(args ...string) (int, string) {
	var out, problems bytes.Buffer
	all := append([]string{"-host", s.server.URL, "-suites", s.path("own.jsonl"), "-records", s.path("r.jsonl"), "-context", "8192"}, args...)
	status := exec(context.Background(), all, &out, &problems)
	return status, problems.String()
}

func (s workplace) records() []record {
	return readRecords(s.t, s.path("r.jsonl"))
}

func readRecords(t *testing.T, file string) []record {
	all, err := openStore(file, true)
	require.NoError(t, err)
	require.NoError(t, all.file.Close())
	return all.answers()
}

func TestEachRowAnswersEachSentenceOnce(t *testing.T) {
	s := newStudy(t)
	status, problems := s.run("-models", "m", "-block", "2")
	require.Equal(t, 0, status, problems)
	got := s.records()
	require.Len(t, got, 3*len(rowsNow()))
	read, recent := 0, 0
	for _, r := range got {
		assert.NotEmpty(t, r.Answer.Outcome, "%s %s", r.Row, r.ID)
		if r.Row == rowRules || r.Row == string(tutor.Mixed) { // the rules judge these sentences
			assert.Equal(t, cost{}, r.Cost)
			continue
		}
		assert.Positive(t, r.Cost.Requests, r.Row)
		assert.Positive(t, r.Cost.Read, r.Row)
		assert.Positive(t, r.Cost.Written, r.Row)
		if r.Row == "full" {
			read, recent = read+r.Cost.Read, recent+r.Cost.New
		}
	}
	assert.Less(t, 2*recent, read, "requests of one row begin alike")
	first := got[:2*len(rowsNow())]
	assert.False(t, slices.ContainsFunc(first, func(r record) bool { return r.ID == got[len(got)-1].ID }),
		"a block is answered by all rows before the next one begins")

	asked := s.server.asked.Load()
	status, _ = s.run("-models", "m")
	assert.Equal(t, 0, status)
	assert.Equal(t, asked, s.server.asked.Load(), "what is recorded is not asked for again")
}

func TestFreeRowCountsIllegalCalls(t *testing.T) {
	s := newStudy(t)
	status, problems := s.run("-models", "m", "-rows", "free")
	require.Equal(t, 0, status, problems)
	for _, r := range s.records() {
		assert.Equal(t, 1, r.Illegal)
		assert.Equal(t, 2, r.Cost.Requests)
		assert.Nil(t, r.Answer.Corrected, "the sentence came back as it is")
	}
	s.server.toolless = true
	status, problems = s.run("-models", "m", "-rows", "free", "-records", s.path("none.jsonl"))
	assert.Equal(t, 0, status)
	assert.Contains(t, problems, "the template of m has no tools")
}

func TestDirectRowRefusesWhatIsIllegal(t *testing.T) {
	s := newStudy(t)
	s.server.direct = `{"corrected":"They were late."} `
	status, problems := s.run("-models", "m", "-rows", "direct")
	require.Equal(t, 0, status, problems)
	i := slices.IndexFunc(s.records(), func(r record) bool { return r.ID == "c" })
	assert.Equal(t, "They were late.", *s.records()[i].Answer.Corrected)

	s.server.direct = `{"said":"They were late."}`
	status, problems = s.run("-models", "m", "-rows", "direct", "-records", s.path("illegal.jsonl"))
	require.Equal(t, 0, status, problems)
	for _, r := range readRecords(t, s.path("illegal.jsonl")) {
		assert.Equal(t, 1, r.Illegal)
		assert.Nil(t, r.Answer.Corrected)
	}
}

// TestADeadServerLosesNothing: what could not be had is not recorded, and the same command asks for it.
func TestADeadServerLosesNothing(t *testing.T) {
	for _, row := range []string{"direct", "free"} {
		s := newStudy(t)
		s.server.left.Store(2)
		status, problems := s.run("-models", "m", "-rows", row)
		assert.Equal(t, 1, status)
		assert.Contains(t, problems, "could not be had")
		assert.Contains(t, problems, "the same command")
		before := len(s.records())
		assert.Less(t, before, 3)
		s.server.left.Store(100)
		status, problems = s.run("-models", "m", "-rows", row)
		assert.Equal(t, 0, status, problems)
		assert.Len(t, s.records(), 3)
	}
}

func TestATornLineIsWrittenAgain(t *testing.T) {
	s := newStudy(t)
	status, problems := s.run("-rows", "rules")
	require.Equal(t, 0, status, problems)
	text, err := os.ReadFile(s.path("r.jsonl"))
	require.NoError(t, err)
	for _, cut := range []int{1, 20, len(text) / 6} {
		require.NoError(t, os.WriteFile(s.path("r.jsonl"), text[:len(text)-cut], 0o644))
		status, problems = s.run("-rows", "rules")
		require.Equal(t, 0, status, problems)
		assert.Len(t, s.records(), 3)
	}
	require.NoError(t, os.WriteFile(s.path("r.jsonl"), append([]byte("{}\n"), text...), 0o644))
	status, problems = s.run("-rows", "rules")
	assert.Equal(t, 2, status)
	assert.Contains(t, problems, "line 1: this is not a record of a study")
}

func TestMisuse(t *testing.T) {
	s := newStudy(t)
	rows := []struct {
		args []string
		want string
	}{
		{[]string{"-rows", "long"}, `there is no row "long"`},
		{[]string{"-models", "other"}, "has no model other"},
		{[]string{"-suites", s.path("none.jsonl")}, "cannot read"},
		{[]string{"-block", "0"}, "want -n 0 or more"},
		{[]string{"-models", "m", "extra"}, `"extra" is not a flag`},
		{[]string{"-models", "", "-page", s.path("page.md"), "-records", s.path("nothing.jsonl")}, "cannot read the records"},
	}
	for _, row := range rows {
		status, problems := s.run(row.args...)
		assert.Equal(t, 2, status, row.args)
		assert.Contains(t, problems, row.want)
	}
	status, _ := s.run("-models", "m", "-rows", "direct")
	require.Equal(t, 0, status)
	s.server.digest = "bb"
	status, _ = s.run("-models", "m", "-rows", "direct")
	require.Equal(t, 0, status, "a model made anew from the same weights")
	s.server.weights = "b1"
	status, problems := s.run("-models", "m", "-rows", "direct")
	assert.Equal(t, 2, status)
	assert.Contains(t, problems, "another model with the name m")
}

func TestPageOfRecords(t *testing.T) {
	s := newStudy(t)
	status, problems := s.run("-models", "m", "-page", s.path("page.md"))
	require.Equal(t, 0, status, problems)
	first, err := os.ReadFile(s.path("page.md"))
	require.NoError(t, err)
	for _, want := range []string{"## m", "`a1`", "| rules | 3 | **100 %** (2 of 2; 34–100) | **0 %** (0 of 1; 0–79) |",
		"| enum | direct | 3 |", "## What is not covered"} {
		assert.Contains(t, string(first), want)
	}
	for _, row := range rowsNow() {
		assert.Contains(t, string(first), "\n| "+row+" | 3 |")
	}
	s.server.Close()
	status, problems = s.run("-models", "", "-page", s.path("again.md"))
	require.Equal(t, 0, status, problems)
	again, err := os.ReadFile(s.path("again.md"))
	require.NoError(t, err)
	_, first, _ = bytes.Cut(first, []byte("from answers"))
	_, again, _ = bytes.Cut(again, []byte("from answers"))
	assert.Equal(t, string(first), string(again), "the records alone make the page")
}

func TestPair(t *testing.T) {
	item := func(id string, clean, right bool) answered {
		a := eval.Answer{Outcome: "final"}
		text := "He goes."
		if right != clean {
			a.Corrected = &text
		}
		return answered{task{"s", eval.Item{ID: id, Input: "He go.", Accept: []string{text}, Clean: clean}}, record{Answer: a}}
	}
	before := group{answers: []answered{item("1", false, true), item("2", false, false), item("3", false, false),
		item("4", true, true), item("5", true, true)}}
	after := group{answers: []answered{item("1", false, false), item("2", false, true), item("3", false, true),
		item("4", true, false), item("6", true, true)}}
	p := pair(before, after)
	assert.Equal(t, 4, p.N, "only what both have answered")
	assert.Equal(t, "+2 −1, p = 1.000", p.Fixed.String())
	assert.Equal(t, "+0 −1, p = 1.000", p.Kept.String())
}

func TestMeterCountsWhatIsNew(t *testing.T) {
	m := &meter{}
	m.request(strings.Repeat("a", 50))(100, 7, 3)
	m.request(strings.Repeat("a", 50)+strings.Repeat("b", 50))(200, 1, 0)
	m.wrote("assistant")
	m.request(strings.Repeat("a", 50)+strings.Repeat("b", 50)+"assistant"+"c")(110, 0, 0)
	m.request("x")(10, 0, 0)
	assert.Equal(t, cost{Requests: 4, Read: 420, New: 100 + 100 + 1 + 10, Written: 8, Load: 3}, m.take())
	assert.Equal(t, cost{}, m.take())
	assert.Nil(t, model.Model(m).(interface{ Unwrap() model.Model }).Unwrap())
}

func TestSentenceIn(t *testing.T) {
	const asked = "He go to school every day."
	rows := []struct {
		reply, want string
		ok          bool
	}{
		{"He goes to school every day.", "He goes to school every day.", true},
		{"The corrected sentence is: \"He goes to school every day.\"", "He goes to school every day.", true},
		{"Sure!\n\n**He goes to school every day.**\n", "He goes to school every day.", true},
		{"He go to school every day.\nCorrected sentence: He goes to school every day.\nThe verb agrees now.",
			"He goes to school every day.", true},
		{"The verb is wrong.", "", false},
		{"", "", false},
	}
	for _, row := range rows {
		got, ok := sentenceIn(row.reply, asked)
		assert.Equal(t, row.want, got)
		assert.Equal(t, row.ok, ok)
	}
}

func TestSampleIsFixedAndInTurns(t *testing.T) {
	files := []string{"../../testdata/contract.jsonl", "../../testdata/beyond.jsonl"}
	few, err := readTasks(files, 4)
	require.NoError(t, err)
	more, err := readTasks(files, 9)
	require.NoError(t, err)
	assert.Len(t, few, 8)
	assert.Equal(t, few, more[:8], "a larger sample begins with the smaller one")
	assert.NotEqual(t, few[0].suite, few[1].suite)
}

func TestAFullStopAloneIsNoChange(t *testing.T) {
	text := func(s string) *string { return &s }
	assert.Equal(t, text("they have drunk"), sameEnd("they have drank", text("they have drunk.")))
	assert.Nil(t, sameEnd("Are they there", text("Are they there.")))
	assert.Equal(t, text("He goes."), sameEnd("He go.", text("He goes.")))
	assert.Equal(t, text("He goes"), sameEnd("He go.", text("He goes")))
	assert.Nil(t, sameEnd("He goes.", nil))
}
