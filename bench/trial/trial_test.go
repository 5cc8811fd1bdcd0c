package trial_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/bench/corpus"
	"github.com/shortleash/shortleash/bench/trial"
	"github.com/shortleash/shortleash/bench/vocab"
)

// job has one item for each schema, with the instance "a" and the schema itself.
func job(t *testing.T, schemas ...string) trial.Job {
	v, err := vocab.Load("bytes")
	require.NoError(t, err)
	var file []corpus.Schema
	for _, s := range schemas {
		file = append(file, corpus.Schema{Name: "name of " + s, Schema: []byte(s), Tests: []corpus.Test{
			{Valid: true, Data: []byte(s)}, {Data: []byte(`"a"`)},
		}})
	}
	j, err := trial.NewJob(v, file)
	require.NoError(t, err)
	return j
}

func TestRun(t *testing.T) {
	rows := []struct {
		claim, schema string
		accepted      string // of the four texts: + or -
		masks         int
		wrong         string // in the result's error or trouble
	}{
		{"masks and bytes agree", `"ab"`, "++--", 4 + 4 + 3 + 3, ""},
		{"a compile error has its reason", `"refuse"`, "", 0, "not /not no not"},
		{"a panic is trouble", `"panic"`, "", 0, "panic: oh"},
		{"masks that differ from bytes are told", `"split"`, "++--", 7 + 7 + 2 + 2, ""},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			j := job(t, row.schema)
			e, err := newLiteral(j.Header)
			require.NoError(t, err)
			r := trial.Run(e, j.Items[0], 1)
			assert.Equal(t, "name of "+row.schema, r.Name)
			if row.wrong != "" {
				assert.False(t, r.Compiled())
				assert.Contains(t, strings.Join([]string{r.Reason, r.Pointer, r.Error, r.Trouble}, " "), row.wrong)
				assert.Empty(t, r.Texts)
				return
			}
			assert.True(t, r.Compiled())
			var got strings.Builder
			for i, v := range r.Texts {
				got.WriteString(map[bool]string{true: "+", false: "-"}[v.Accepted])
				assert.Equal(t, row.schema == `"split"` && i < 2, v.Split != "")
			}
			assert.Equal(t, row.accepted, got.String())
			assert.Len(t, r.Masks, row.masks)
			assert.Len(t, r.Commits, row.masks)
			assert.Positive(t, r.First)
			assert.Equal(t, len(row.schema), r.Cold, "the first text is the schema itself")
		})
	}
}

func TestProbesBetweenMasks(t *testing.T) {
	j := job(t, `"probe"`)
	j.Items[0].Texts = append(j.Items[0].Texts[:1], make([]trial.Text, 999)...)
	for i := range j.Items[0].Texts {
		j.Items[0].Texts[i] = j.Items[0].Texts[0]
	}
	e, err := newLiteral(j.Header)
	require.NoError(t, err)
	r := trial.Run(e, j.Items[0], 40)
	for _, v := range r.Texts {
		assert.True(t, v.Accepted)
	}
	assert.InDelta(t, 1000*7/40, len(r.Masks), 10, "one position in forty")
}

func TestDriveContinuesAfterEveryFailure(t *testing.T) {
	j := job(t, `"a"`, `"exit"`, `"b"`, `"panic"`, `"hang"`, `"c"`, `"exit"`)
	r := trial.Runner{Command: []string{os.Args[0], "serve"}, Timeout: 2 * time.Second}
	got, err := r.Drive(context.Background(), j)
	require.NoError(t, err)
	assert.Equal(t, "literal", got.Greeting.About.Name)
	want := []string{"", "crash: exit status 3: gone away", "", "panic: oh", "timeout: no answer within 2s", "",
		"crash: exit status 3: gone away"}
	require.Len(t, got.Results, len(want))
	for i, trouble := range want {
		assert.Equal(t, trouble, got.Results[i].Trouble)
		assert.Equal(t, j.Items[i].Name, got.Results[i].Name)
		assert.Equal(t, trouble == "", len(got.Results[i].Texts) == 4)
	}
	assert.Positive(t, got.Share)
}

func TestDriveSaysWhyItCannotBegin(t *testing.T) {
	j := job(t, `"a"`)
	_, err := trial.Runner{Command: []string{filepath.Join(t.TempDir(), "absent")}, Timeout: time.Second}.Drive(context.Background(), j)
	assert.ErrorContains(t, err, "absent")
	j.Vocabulary = "refused"
	_, err = trial.Runner{Command: []string{os.Args[0], "serve"}, Timeout: time.Second}.Drive(context.Background(), j)
	assert.ErrorContains(t, err, "no such vocabulary")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = trial.Runner{Command: []string{os.Args[0], "serve"}, Timeout: time.Second}.Drive(ctx, job(t, `"a"`))
	assert.ErrorIs(t, err, context.Canceled)
}

func TestServeArguments(t *testing.T) {
	path := filepath.Join(t.TempDir(), "job")
	require.NoError(t, job(t, `"a"`).Write(path))
	for _, args := range [][]string{{}, {path}, {path, "x"}, {path, "-1"}, {path, "2"}, {path + "x", "0"}} {
		assert.Error(t, trial.Serve(args, &bytes.Buffer{}, newLiteral), "%q", args)
	}
}

func TestJobSurvivesItsFile(t *testing.T) {
	j := job(t, `"a"`, `{"z":1,"a":"<é>"}`)
	j.MaskEvery = 40
	path := filepath.Join(t.TempDir(), "job")
	require.NoError(t, j.Write(path))
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	r, header, err := trial.NewReader(f)
	require.NoError(t, err)
	got := trial.Job{Header: header}
	for {
		item, err := r.Next()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		got.Items = append(got.Items, item)
	}
	for id, token := range j.Tokens { // null and an empty string are the same token
		if len(token) == 0 {
			j.Tokens[id], got.Tokens[id] = nil, nil
		}
	}
	assert.Equal(t, j, got)
	r, _, err = trial.NewReader(strings.NewReader("{}\n{"))
	require.NoError(t, err)
	_, err = r.Next()
	assert.ErrorContains(t, err, "item 0")
}
