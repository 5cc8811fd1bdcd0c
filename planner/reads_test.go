package planner

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
)

func drawTexts(r *rand.Rand) []string {
	var list []string
	for range r.IntN(3) {
		list = append(list, odd[r.IntN(len(odd))])
	}
	return list
}

// drawAuthor and the like draw what roles read, often the same.
func drawAuthor(r *rand.Rand) authorData {
	d := authorData{Tools: drawOffers(r), Most: r.IntN(2), Guide: r.IntN(2) == 0, Task: odd[r.IntN(2)], Lines: drawTexts(r), Calls: drawTexts(r),
		Gaps: drawTexts(r), Advice: odd[r.IntN(2)], Lessons: drawTexts(r), Reason: odd[r.IntN(len(odd))], Left: r.IntN(3), Cause: Replanned}
	if r.IntN(2) == 0 {
		d.Focus = &PlanStep{ID: "s1", Description: odd[r.IntN(len(odd))]}
	}
	return d
}

func drawSynthesis(r *rand.Rand) synthesisData {
	d := synthesisData{Task: odd[r.IntN(2)], Answer: grammar.String(0, 1+r.IntN(2)), Cut: drawTexts(r), Refused: drawTexts(r)}
	for range r.IntN(3) {
		d.Steps = append(d.Steps, PlanStep{ID: "s1", Status: StepDone, Description: odd[r.IntN(len(odd))], Output: json.RawMessage(outputs[r.IntN(len(outputs))]), Reason: odd[r.IntN(2)]})
		d.Notes = append(d.Notes, Note{Text: odd[r.IntN(len(odd))]})
	}
	return d
}

func drawReflect(r *rand.Rand) reflectData {
	d := reflectData{Task: odd[r.IntN(2)], Answer: grammar.String(0, 1+r.IntN(2)), Calls: drawTexts(r), Gaps: drawTexts(r), Failure: odd[r.IntN(2)]}
	if r.IntN(2) == 0 {
		d.Draft = json.RawMessage(outputs[r.IntN(len(outputs))])
		d.Drafts = append(d.Drafts, refused{d.Draft, drawTexts(r)})
	}
	return d
}

func TestBlocksOfRolesAreWrittenAsTheirTemplatesWould(t *testing.T) {
	p := GeneralPrompts()
	r := rand.New(rand.NewPCG(5, 6))
	compared := 0
	for range 300 {
		task := laneTask{Task: "x", Others: drawTexts(r), Titles: []title{{ID: "s1", Description: odd[r.IntN(len(odd))], Own: r.IntN(2) == 0}}, Inputs: []titled{{"s2", odd[r.IntN(len(odd))]}}}
		for _, row := range []struct {
			prompt *Prompt
			moment string
			data   any
		}{
			{p.Planner, "task", drawAuthor(r)}, {p.Planner, "status", drawAuthor(r)}, {p.Synthesizer, "task", drawSynthesis(r)},
			{p.Answer, "task", drawSynthesis(r)}, {p.Reflector, "task", drawReflect(r)}, {p.Lane, "task", task},
		} {
			if sameBothWays(t, row.prompt.blocks[row.moment], row.data) {
				compared++
			}
		}
	}
	assert.Greater(t, compared, 1700, "hardly any is declined")
}

func TestHeadsAreFoundAsTheyWouldBeWritten(t *testing.T) {
	p := GeneralPrompts()
	m := NewMemory()
	r := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		offers := drawOffers(r)
		for prompt, data := range map[*Prompt]any{p.Planner: drawAuthor(r), p.Synthesizer: drawSynthesis(r), p.Reflector: drawReflect(r),
			p.Lane: laneHead{offers, r.IntN(2), r.IntN(2) == 0}, p.Executor: headData{offers, grammar.String(0, 1+r.IntN(2)), r.IntN(2)}} {
			want, some, err := prompt.render("head", data)
			require.NoError(t, err)
			got, found, err := m.head(prompt, data)
			require.NoError(t, err)
			assert.Equal(t, want, got)
			assert.Equal(t, some, found)
		}
	}
	assert.NotEmpty(t, m.shared.heads)
}

func TestWhatATemplateReads(t *testing.T) {
	for text, want := range map[string][]string{
		`{{.Task}}`: {"Task"}, `{{$.Task}}`: {"Task"}, `no data`: {}, `{{range .Tools}}{{.Name}}{{$.Most}}{{end}}`: {"Tools", "Most"},
		`{{range .Tools}}{{else}}{{.Task}}{{end}}`: {"Tools", "Task"}, `{{with .Task}}{{.}}{{end}}`: {"Task"}, `{{if and .Guide (not .Static)}}x{{end}}`: {"Guide", "Static"},
		`{{range $i, $p := .Tools}}{{$p.Name}}{{end}}`: {"Tools"},
		`{{.}}`: nil, `{{$}}`: nil, `{{json .Focus}}`: nil, `{{range .Lines}}{{.}}{{end}}`: nil, `{{$x := .}}{{$x.Task}}`: nil, `{{template "x" .}}`: nil,
	} {
		p, err := ParsePrompt(fstest.MapFS{"p": {Data: []byte(`{{define "user status"}}` + text + `{{end}}`)}}, "p", "")
		require.NoError(t, err)
		fields, known := readsOf(p.blocks["status"].text, reflect.TypeFor[authorData]())
		assert.Equal(t, want != nil, known, text)
		names := []string{}
		for _, i := range fields {
			names = append(names, reflect.TypeFor[authorData]().Field(i).Name)
		}
		if known {
			assert.Equal(t, want, names, text)
		}
	}
}
