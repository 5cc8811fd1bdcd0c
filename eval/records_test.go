package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func tenItems() []Suite {
	suite := Suite{Name: "ten"}
	for i := range 10 {
		suite.Items = append(suite.Items, Item{ID: fmt.Sprint(i), Input: fmt.Sprintf("sentence %d", i), Clean: true})
	}
	return []Suite{suite}
}

func TestAMeasuringThatWasBrokenOffGoesOn(t *testing.T) {
	var file bytes.Buffer
	asked := 0
	correct := func(stopAt int) Corrector {
		return func(_ context.Context, input string) (Answer, error) {
			if asked++; asked == stopAt {
				return Answer{}, errors.New("the machine is switched off")
			}
			return answered("changed "+input, "A"), nil
		}
	}
	open := func() *Records[AnswerRecord] {
		r, err := ReadRecords[AnswerRecord](strings.NewReader(file.String()), &file, "an answer")
		require.NoError(t, err)
		return r
	}
	_, err := Measure(t.Context(), tenItems(), correct(5), Options{Records: open(), Setup: "a"})
	require.ErrorContains(t, err, "switched off")
	file.Truncate(file.Len() - 9) // the last line was torn off

	records := open()
	assert.Equal(t, 3, len(records.All()))
	scores, err := Measure(t.Context(), tenItems(), correct(-1), Options{Records: records, Setup: "a"})
	require.NoError(t, err)
	assert.Equal(t, 5+7, asked, "what is recorded is not asked for again")
	whole, err := Measure(t.Context(), tenItems(), correct(-1), Options{})
	require.NoError(t, err)
	scores[0].ElapsedMS, whole[0].ElapsedMS = Spread{}, Spread{}
	assert.Equal(t, whole, scores, "the score is that of one measuring")

	asked = 0
	_, err = Measure(t.Context(), tenItems(), correct(-1), Options{Records: open(), Setup: "a"})
	require.NoError(t, err)
	assert.Zero(t, asked, "behind a line that was torn off, the others count")
	_, err = Measure(t.Context(), tenItems(), correct(-1), Options{Records: open(), Setup: "b"})
	require.NoError(t, err)
	assert.Equal(t, 10, asked, "another setup has its own")
	changed := tenItems()
	changed[0].Items[3].Input = "another sentence"
	asked = 0
	_, err = Measure(t.Context(), changed, correct(-1), Options{Records: open(), Setup: "a"})
	require.NoError(t, err)
	assert.Equal(t, 1, asked, "so has another sentence")
}

func TestRecordsAreKeptBySeveralAtOnce(t *testing.T) {
	var file bytes.Buffer
	records, err := ReadRecords[AnswerRecord](strings.NewReader(""), &file, "an answer")
	require.NoError(t, err)
	var asked atomic.Int64
	_, err = Measure(t.Context(), tenItems(), func(context.Context, string) (Answer, error) {
		asked.Add(1)
		return answered(""), nil
	}, Options{Jobs: 4, Records: records, Setup: "a"})
	require.NoError(t, err)
	again, err := ReadRecords[AnswerRecord](&file, &file, "an answer")
	require.NoError(t, err)
	assert.Equal(t, 10, len(again.All()))
}

func TestReadRecords(t *testing.T) {
	const good = `{"setup":"a","suite":"s","id":"1","input":"x","answer":{"outcome":"final"}}`
	rows := []struct {
		claim, text string
		known       int
		want        string
	}{
		{"nothing", "", 0, ""},
		{"one", good + "\n", 1, ""},
		{"one without its end", good, 1, ""},
		{"a torn line", good + "\n" + good[:40], 1, ""},
		{"a line torn off at its beginning", good + "\n{\"se", 1, ""},
		{"a torn line in the middle", good[:40] + "\n" + good + "\n", 1, ""},
		{"something else", good + "\n{\"suite\":\"s\"}\n", 0, "line 2: this is not a record of an answer"},
		{"a text", "Dear all,\n", 0, "line 1: this is not a record of an answer"},
		{"a line without an end", good + "\n" + strings.Repeat("x", 65e6), 0, "line 2: it has more than 64 MB"},
		{"a record without an outcome", strings.Replace(good, "final", "", 1), 0, "line 1: this is not a record of an answer"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			r, err := ReadRecords[AnswerRecord](strings.NewReader(row.text), &bytes.Buffer{}, "an answer")
			if row.want != "" {
				assert.EqualError(t, err, row.want)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, row.known, len(r.All()))
		})
	}
	_, err := ReadRecords[AnswerRecord](strings.NewReader(good), broken{}, "an answer")
	assert.ErrorIs(t, err, errBroken)
	records, err := ReadRecords[AnswerRecord](strings.NewReader(""), broken{}, "an answer")
	require.NoError(t, err)
	_, err = Measure(t.Context(), tenItems(), func(context.Context, string) (Answer, error) { return answered(""), nil },
		Options{Records: records, Setup: "a"})
	assert.ErrorIs(t, err, errBroken, "what cannot be kept ends the measuring")
}

var errBroken = errors.New("the disk is full")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func FuzzReadRecords(f *testing.F) {
	f.Add(`{"setup":"a","suite":"s","id":"1","input":"x","answer":{"outcome":"final"}}` + "\n{\"setup\"")
	f.Fuzz(func(t *testing.T, data string) {
		var file bytes.Buffer
		file.WriteString(data)
		r, err := ReadRecords[AnswerRecord](strings.NewReader(data), &file, "an answer")
		if err != nil {
			return
		}
		n := len(r.All())
		require.NoError(t, r.Keep(AnswerRecord{Suite: "new\x01", ID: "1", Input: "y", Answer: answered("z")}))
		again, err := ReadRecords[AnswerRecord](strings.NewReader(file.String()), &bytes.Buffer{}, "an answer")
		require.NoError(t, err, "%q", file.String())
		assert.Equal(t, len(r.All()), len(again.All()))
		assert.LessOrEqual(t, n, len(again.All()))
	})
}

func TestASampleIsSpreadOverItsSuite(t *testing.T) {
	suite := tenItems()[0]
	ids := func(n int) string {
		var list []string
		for _, item := range suite.Sample(n).Items {
			list = append(list, item.ID)
		}
		return strings.Join(list, "")
	}
	assert.Equal(t, "0123456789", ids(0))
	assert.Equal(t, "0123456789", ids(11))
	assert.Equal(t, "0123456789", ids(10))
	assert.Equal(t, "0", ids(1))
	assert.Equal(t, "0369"[:3], ids(3))
	assert.Equal(t, "05", ids(2))
	assert.Len(t, suite.Items, 10, "the suite stays as it is")
}

func TestWhatARunCostsIsSpread(t *testing.T) {
	suites := tenItems()
	scores, err := Measure(t.Context(), suites, func(_ context.Context, input string) (Answer, error) {
		a := answered("")
		a.Decisions, a.ModelCalls, a.ToolCalls, a.Tokens = 2, 4, 1, 100*len(input)
		return a, nil
	}, Options{})
	require.NoError(t, err)
	assert.Equal(t, []Spread{{2, 2, 2}, {4, 4, 4}, {1, 1, 1}, {1000, 1000, 1000}},
		[]Spread{scores[0].Decisions, scores[0].ModelCalls, scores[0].ToolCalls, scores[0].Tokens})
	assert.Equal(t, Share{10, 10}, scores[0].Right())
	text, err := json.Marshal(scores[0])
	require.NoError(t, err)
	assert.Contains(t, string(text), `"model_calls":{"mean":4`)
}
