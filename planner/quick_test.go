package planner

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tools"
)

// odd are texts that JSON, templates and prompts treat in their own ways.
var odd = []string{"", "x", "<a href='b'>", `say "hi"`, `back\slash`, "line\nbreak", "\u2028", "é", "\xff", "\x00"}

// outputs are JSON values, one with white space.
var outputs = []string{`{"form":"went"}`, `"<x>"`, `{ "a" : [1, 2] }`, `" \" { "`, `"\u2028\n"`, `null`, `[]`, `12`, "\"\u2028\""}

func drawObservation(r *rand.Rand) tools.Observation {
	o := tools.Observation{ID: "c1", OK: r.IntN(2) == 0, Cached: r.IntN(2) == 0}
	if o.OK {
		o.Output = json.RawMessage(outputs[r.IntN(len(outputs))])
	} else if r.IntN(8) > 0 {
		o.Error = &tools.Error{Class: odd[r.IntN(len(odd))], Message: odd[r.IntN(len(odd))]}
	}
	for range r.IntN(3) {
		o.Next = append(o.Next, odd[r.IntN(len(odd))])
	}
	return o
}

func drawStatus(r *rand.Rand) statusData {
	s := statusData{Step: r.IntN(12), Steps: r.IntN(12), Closing: odd[r.IntN(2)]}
	for range r.IntN(2) {
		s.Lost = append(s.Lost, Removal{Rule: "x"})
	}
	for range r.IntN(3) {
		s.Choices = append(s.Choices, odd[r.IntN(len(odd))])
	}
	return s
}

// sameBothWays compares what a block writes quickly with what its template writes. It reports whether
// there was anything to compare.
func sameBothWays(t *testing.T, b *block, data any) bool {
	t.Helper()
	q := newQuick(b.text, reflect.TypeOf(data))
	if q == nil {
		return false
	}
	got, err := q.write(nil, reflect.ValueOf(data))
	if err != nil {
		return false
	}
	var want strings.Builder
	require.NoError(t, b.text.Execute(&want, data))
	assert.Equal(t, want.String(), string(got), "%+v", data)
	pointed := reflect.New(reflect.TypeOf(data)) // as observations and the status are given
	pointed.Elem().Set(reflect.ValueOf(data))
	through, err := b.write(nil, pointed.Interface())
	require.NoError(t, err)
	assert.Equal(t, want.String(), string(through), "%+v", data)
	want.Reset()
	require.NoError(t, b.text.Execute(&want, pointed.Interface()))
	assert.Equal(t, want.String(), string(through), "%+v", data)
	return true
}

func TestBlocksAreWrittenAsTheirTemplatesWould(t *testing.T) {
	every, err := ParsePrompt(fstest.MapFS{"p": {Data: []byte(`{{define "user observation"}}{{if .Next}}{{join .Next "<,>"}}{{else if .Error}}{{.Error.Class}}{{json .Error.Message}}{{else}}{{json .Output}}{{.Bytes}}{{end}}{{end}}` +
		`{{define "user status"}}{{.Step}}{{if .Steps}}{{json .Closing}}{{end}}{{if .Lost}}{{join .Choices ""}}{{end}}{{end}}{{define "user note"}}{{.Text}}{{end}}`)}}, "p", "")
	require.NoError(t, err)
	compared := 0
	r := rand.New(rand.NewPCG(3, 4))
	for _, p := range []*Prompt{NewReAct().Prompt, every} {
		for range 3000 {
			for moment, data := range map[string]any{"observation": drawObservation(r), "status": drawStatus(r), "note": noteData{odd[r.IntN(len(odd))]}} {
				if sameBothWays(t, p.blocks[moment], data) {
					compared++
				}
			}
		}
	}
	assert.Greater(t, compared, 15000, "hardly any is declined")
}

func TestBlocksThatNeedMoreAreLeftToTheirTemplates(t *testing.T) {
	for text, data := range map[string]any{
		`{{range .Choices}}{{.}}{{end}}`:        statusData{Choices: []string{"a", "b"}},
		`{{printf "%03d" .Step}}`:               statusData{Step: 7},
		`{{len .Choices}}`:                      statusData{Choices: []string{"a"}},
		`{{.Choices}}`:                          statusData{Choices: []string{"a"}},
		`{{with .Closing}}{{.}}{{end}}`:         statusData{Closing: "steps"},
		`{{$x := .Step}}{{$x}}`:                 statusData{Step: 3},
		`{{.Error.Class}}`:                      tools.Observation{}, // an error, either way
		`{{json .Lost}}`:                        statusData{Lost: []Removal{{Rule: "r"}}},
		`{{.Step | printf "%d"}}`:               statusData{Step: 3},
		`{{if eq .Closing "x"}}a{{end}}`:        statusData{Closing: "x"},
		`{{if .OK}}{{template "other"}}{{end}}`: tools.Observation{OK: true},
	} {
		p, err := ParsePrompt(fstest.MapFS{"p": {Data: []byte(`{{define "user status"}}` + text + `{{end}}`)}}, "p", "")
		require.NoError(t, err, text)
		got, err := p.blocks["status"].write(nil, data)
		var want strings.Builder
		assert.Equal(t, p.blocks["status"].text.Execute(&want, data) == nil, err == nil, text)
		if err == nil {
			assert.Equal(t, want.String(), string(got), text)
		}
	}
}

func FuzzCompactJSON(f *testing.F) {
	for i, o := range outputs {
		f.Add(o, odd[i])
	}
	f.Fuzz(func(t *testing.T, value, text string) {
		want, err := compactJSON(text)
		require.NoError(t, err)
		got, err := appendQuoted(nil, text)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got))
		if !json.Valid([]byte(value)) {
			return
		}
		want, err = compactJSON(json.RawMessage(value))
		require.NoError(t, err)
		got, err = appendCompact(nil, json.RawMessage(value))
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got))
	})
}
