package distill_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/loop/distill"
	"github.com/shortleash/shortleash/model/fake"
	"github.com/shortleash/shortleash/planner/planerrors"
)

func TestCase134ErrorsAreMergedReviewedAndFinished(t *testing.T) {
	b := newBench(t)
	in, out := b.write("in", diagnoses("t1", "t2", "t3")), b.path("out")
	stopped := fake.Script(merge("new", "guesses"), merge("merge", "nothing"), merge("merge", "guesses")) // a repair in it
	_, err := distill.Critic{Model: stopped}.Aggregate(t.Context(), nil, in, out)
	require.Error(t, err, "the script ends, as if the process were killed after two")
	assert.NotContains(t, string(stopped.Requests()[0].Grammar.Schema()), `"merge"`, "there is nothing to merge into yet")
	assert.Contains(t, string(stopped.Requests()[1].Grammar.Schema()), `"enum":["guesses"]`, "an entry that is not there cannot be written")
	assert.Contains(t, stopped.Requests()[2].Messages[1].Content, `That reply could not be used`)
	b.write("out", b.text("out")+`{"task":"torn`)
	rest := fake.Script(merge("discard", ""))
	_, err = distill.Critic{Model: rest}.Aggregate(t.Context(), nil, in, out)
	require.NoError(t, err)
	assert.Len(t, rest.Requests(), 1, "it goes on at the third")

	n, err := distill.Review(nil, out, b.path("review"))
	require.NoError(t, err)
	assert.Equal(t, 1, n)
	_, err = distill.Finish("mine", b.path("review"), b.path("library"))
	assert.ErrorContains(t, err, "entry 1 (guesses): keep is null")
	asked := b.text("review")
	b.write("review", strings.Replace(asked, `"keep": null`, `"keep": true`, 1))
	l, err := distill.Finish("mine", b.path("review"), b.path("library"))
	require.NoError(t, err)
	require.Len(t, l.Errors, 1)
	assert.Equal(t, []planerrors.Evidence{{Task: "t1", Note: "run 2 called nothing"},
		{Task: "t2", Note: "run 2 called nothing"}}, l.Errors[0].Evidence)
	assert.Len(t, l.Errors[0].FailurePatterns, 2)
	assert.Equal(t, "distilled", l.Errors[0].Origin)
	read, err := planerrors.Parse("library", []byte(b.text("library")))
	require.NoError(t, err)
	assert.Equal(t, l, read)
	b.write("review", strings.Replace(asked, `"keep": null`, `"keep": false`, 1))
	l, err = distill.Finish("mine", b.path("review"), b.path("library"))
	require.NoError(t, err, "a library of this name may be made again")
	assert.Empty(t, l.Errors)
}

// A model may write the name of an error as it likes.
func TestATypeIsWrittenAsTypesAre(t *testing.T) {
	b := newBench(t)
	m := fake.Script(merge("new", " Un-checked  Form (2)!"), merge("new", "UN_CHECKED FORM"), merge("merge", "un_checked_form"))
	merges, err := distill.Critic{Model: m}.Aggregate(t.Context(), nil, b.write("in", diagnoses("t1", "t2")), b.path("out"))
	require.NoError(t, err)
	assert.Equal(t, []string{"un_checked_form", "un_checked_form"}, []string{merges[0].Target, merges[1].Target})
	assert.Contains(t, m.Requests()[2].Messages[1].Content, `there is an entry "un_checked_form" already: merge into it`)
}

// A library that errors are merged into stays what it was, and is the same one in each stage.
func TestAKnownLibrary(t *testing.T) {
	b := newBench(t)
	in, out := b.write("in", diagnoses("t1", "t2")), b.path("out")
	core := planerrors.Core()
	kind := core.Errors[0].Type
	_, err := distill.Critic{Model: fake.Script(merge("merge", kind))}.Aggregate(t.Context(), core, in, out)
	require.Error(t, err, "stopped after one")
	_, err = distill.Critic{Model: fake.Script(merge("discard", ""))}.Aggregate(t.Context(), planerrors.Generic(), in, out)
	require.ErrorIs(t, err, distill.ErrMisuse)
	assert.Regexp(
		t, `out was made with the library core \([0-9a-f]{8}\), and this is with the library generic \([0-9a-f]{8}\); name the same one$`,
		err.Error())
	_, err = distill.Critic{Model: fake.Script(merge("merge", kind))}.Aggregate(t.Context(), core, in, out)
	require.NoError(t, err)
	assert.Equal(t, planerrors.Core(), core)

	_, err = distill.Review(nil, out, b.path("review"))
	assert.ErrorContains(t, err, "and this is without a library")
	n, err := distill.Review(core, out, b.path("review"))
	require.NoError(t, err)
	assert.Equal(t, 3, n)
	b.write("review", strings.ReplaceAll(b.text("review"), `"keep": null`, `"keep": true`))
	l, err := distill.Finish("more", b.path("review"), b.path("library"))
	require.NoError(t, err)
	assert.Len(t, l.Errors[0].FailurePatterns, 6)
	assert.Len(t, l.Errors[0].Evidence, len(core.Errors[0].Evidence)+2)
	assert.Equal(t, core.Errors[1], l.Errors[1])
}

func TestMergesThatDoNotFit(t *testing.T) {
	b := newBench(t)
	in := b.write("in", diagnoses("t1"))
	line := func(decision, target, evidence string) string {
		return strings.Replace(merge(decision, target), `{"analysis"`, `{"task":"t1","evidence":"`+evidence+`","analysis"`, 1) + "\n"
	}
	const found = "run 2 called nothing"
	for _, row := range []struct{ claim, out, want string }{
		{"a merge into nothing", line("merge", "guesses", found), `out, line 1: there is no entry "guesses" to merge into`},
		{"one type twice", line("new", "guesses", found) + line("new", "guesses", found), `out, line 2: there is an entry "guesses" already`},
		{"a decision that is none", line("keep", "guesses", found), "out, line 1: this is not what aggregate writes"},
		{"another file's errors", line("new", "guesses", "what else"), "out, line 1: this error is not in its place in"},
		{"more than there are", line("new", "guesses", found) + line("discard", "", found), "out, line 2: this error is not in its place in"},
		{"diagnoses", diagnoses("t1"), "out, line 1: this is not what aggregate writes; name another file, or remove this one"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			out := b.write("out", row.out)
			_, err := distill.Critic{Model: fake.Script("never asked")}.Aggregate(t.Context(), nil, in, out)
			require.ErrorIs(t, err, distill.ErrMisuse)
			assert.ErrorContains(t, err, row.want)
			assert.Equal(t, row.out, b.text("out"))
		})
	}
	_, err := distill.Critic{Model: fake.Script("x")}.Diagnose(t.Context(), b.mixed("one"), b.write("out", diagnoses("t1")))
	assert.ErrorContains(t, err, "out, line 1: the task t1 is not in")
}

// Whatever a review holds, finish makes a library that is read again, or makes nothing.
func FuzzFinish(f *testing.F) {
	const entry = `{"type":"guesses","description":"a","impact":"b","failure_patterns":[],"success_patterns":null,` +
		`"evidence":[],"origin":"distilled"}`
	for _, text := range []string{"", "[]", "[] []", "null", "[null]", `[{"keep":true,"entry":` + entry + `}]`,
		`[{"keep":null,"entry":` + entry + `}]`,
		`[{"keep":false,"entry":{}}]`, `[{"keep":true,"entry":` + entry + `},{"keep":true,"entry":` + entry + `}]`} {
		f.Add(text)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		review, library := filepath.Join(dir, "review"), filepath.Join(dir, "library")
		require.NoError(t, os.WriteFile(review, []byte(text), 0o600))
		l, err := distill.Finish("mine", review, library)
		if err != nil {
			assert.NoFileExists(t, library)
			return
		}
		written, err := os.ReadFile(library)
		require.NoError(t, err)
		read, err := planerrors.Parse(library, written)
		require.NoError(t, err)
		assert.Equal(t, l, read)
		require.NoError(t, os.Remove(library))
	})
}

// What a person wrote is read strictly and never written over.
func TestAReviewIsAPersons(t *testing.T) {
	b := newBench(t)
	merged := b.write("merged", "")
	for _, row := range []struct{ claim, review, want string }{
		{"a comma too many", "[\n {\"keep\": true,}\n]", "review, line 2: invalid character"},
		{"a word in place of true", "[\n {\n  \"keep\": \"yes\"}\n]", `review, line 3: "keep" is a string, want bool`},
		{"a member that is none", `[{"kepp": true}]`, `review: unknown field "kepp"`},
		{"more after it", `[] []`, "review: there is text after it"},
		{"an entry that was damaged", `[{"keep": true, "entry": {"type": "Guesses"}}]`,
			`review: entry 1 (Guesses): the type "Guesses" is not made of lower case letters`},
	} {
		t.Run(row.claim, func(t *testing.T) {
			review := b.write("review", row.review)
			_, err := distill.Finish("mine", review, b.path("library"))
			require.ErrorIs(t, err, distill.ErrMisuse)
			assert.ErrorContains(t, err, row.want)
			_, err = distill.Review(nil, merged, review)
			assert.ErrorContains(t, err, "review is there already, and what a person wrote in it would be lost")
			assert.Equal(t, row.review, b.text("review"))
		})
	}
	empty := b.write("review", "[]")
	for _, there := range []string{"Dear Sir,", `{"version":1,"name":"yours","errors":[]}`} {
		_, err := distill.Finish("mine", empty, b.write("library", there))
		assert.ErrorContains(t, err, "library is there already, and is not a library called mine")
		assert.Equal(t, there, b.text("library"))
	}
	_, err := distill.Finish("", empty, b.path("new"))
	assert.ErrorContains(t, err, "a library wants a name")
	_, err = distill.Finish("mine", b.path("gone"), b.path("new"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	entries, err := os.ReadDir(b.dir)
	require.NoError(t, err)
	assert.Len(t, entries, 3, "nothing half-written is left: %v", entries)
}
