package tutor

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tutor/answer"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// A Report describes what came of one input, in the order of its JSON form. An input of several sentences
// has one report: it is corrected if any sentence was, in scope if any was judged, and its counters are
// sums.
type Report struct {
	Input        string       `json:"input"`
	Corrected    *string      `json:"corrected"`
	InScope      bool         `json:"in_scope"`
	Rationale    []string     `json:"rationale"`
	SpanishGloss *string      `json:"spanish_gloss"`
	Edits        []Edit       `json:"edits"`  // the difference of Input and Corrected
	Reason       *string      `json:"reason"` // why nothing was judged; nil if something was
	Outcome      loop.Outcome `json:"outcome"`
	Fault        string       `json:"fault,omitempty"` // "transport" where the model could not be had, so that the outcome says nothing of it
	Forced       string       `json:"forced"`          // the bound that left only the answer, or ""
	Confidence   *float64     `json:"confidence"`      // of the least sure decision; nil where the model gives none
	Unsure       bool         `json:"unsure"`          // there is an answer, and its confidence is too low
	Model        string       `json:"model"`           // the first one asked
	Planner      string       `json:"planner"`
	Steps        int          `json:"steps"`
	ToolCalls    int          `json:"tool_calls"`
	ElapsedMS    int64        `json:"elapsed_ms"`
	Escalations  []Escalation `json:"escalations,omitzero"` // nil without Options.Escalate
	Trace        []TraceStep  `json:"trace,omitzero"`       // nil unless asked for

	// Parts has a report for each sentence of an input of several, whose edits count from the start of the sentence.
	// It is nil for an input of one sentence; where the outcome is not final, it has those that were answered before. Parts
	// have no parts, and no costs.
	Parts []Report `json:"-"`

	// Problem says in plain words why the outcome is not final. It is for people and not in the JSON.
	Problem string `json:"-"`
}

// A TraceStep is one call of a run, or its answer.
type TraceStep struct {
	Thought     string          `json:"thought"`
	Tool        string          `json:"tool"`
	Args        json.RawMessage `json:"tool_args"`
	Observation json.RawMessage `json:"observation"` // the output, or {"error":…}; null for an accepted answer
}

// JSON returns the report as one line of JSON, without the line's end.
func (r Report) JSON() []byte {
	text, err := tools.Encode(r)
	if err != nil {
		panic("tutor: BUG: a report is no JSON: " + err.Error())
	}
	return text
}

// Members returns the names of a report's members, in order.
func Members() []string {
	var names []string
	gjson.ParseBytes(Report{Fault: "transport", Trace: []TraceStep{}, Escalations: []Escalation{}}.JSON()).ForEach(func(name,
		_ gjson.Result) bool {
		names = append(names, name.Str)
		return true
	})
	return names
}

// newReport returns an empty report on an input.
func newReport(input string) Report {
	return Report{Input: input, Rationale: []string{}, Edits: []Edit{}, Outcome: loop.Final}
}

// A part is one sentence of an input with the white space around it, and what came of it.
type part struct {
	before, sentence, after string
	answer                  answer.Object
	edits                   []Edit // of the sentence
	confidence              *float64
	unsure                  bool
}

// split returns a report for each part.
func (r *Report) split(parts []part) []Report {
	var list []Report
	for i, p := range parts {
		if i > 0 && refersBack(p.sentence) {
			p.answer.SpanishGloss = nil
		}
		one := newReport(p.sentence)
		one.Model, one.Planner = r.Model, r.Planner
		one.Confidence, one.Unsure = p.confidence, p.unsure
		p.before, p.after = "", ""
		one.join([]part{p})
		list = append(list, one)
	}
	return list
}

// join sets the corrected text, the edits, the rationale and the gloss from all parts.
func (r *Report) join(parts []part) {
	var text, gloss strings.Builder
	offset, corrected, glossed := 0, false, len(parts) > 0
	for i, p := range parts {
		text.WriteString(p.before)
		offset += utf8.RuneCountInString(p.before)
		if p.answer.Corrected != nil {
			corrected = true
			text.WriteString(*p.answer.Corrected)
		} else {
			text.WriteString(p.sentence)
		}
		for _, e := range p.edits {
			e.Offset += offset
			r.Edits = append(r.Edits, e)
		}
		text.WriteString(p.after)
		offset += utf8.RuneCountInString(p.sentence + p.after)
		r.InScope = r.InScope || p.answer.InScope
		r.addRationale(p.answer)
		if p.answer.SpanishGloss == nil || i > 0 && refersBack(p.sentence) {
			glossed = false
			continue
		}
		if gloss.Len() > 0 {
			gloss.WriteByte(' ')
		}
		gloss.WriteString(*p.answer.SpanishGloss)
	}
	if corrected {
		s := text.String()
		r.Corrected = &s
	}
	if glossed { // a gloss of some sentences would look like one of all
		s := gloss.String()
		r.SpanishGloss = &s
	}
	if r.InScope {
		r.Reason = nil
	}
}

// refersBack reports whether a sentence refers to persons whose gender in Spanish an earlier sentence
// decides. Each sentence was translated alone.
func refersBack(sentence string) bool {
	for _, w := range words(sentence) {
		switch strings.ToLower(sentence[w.start:w.end]) {
		case "they", "them", "they're", "they've", "they'll", "they’re", "they’ve", "they’ll":
			return true
		}
	}
	return false
}

// addRationale appends the lines of an answer, and takes the reason in them.
func (r *Report) addRationale(a answer.Object) {
	r.Rationale = append(r.Rationale, a.Rationale...)
	for _, line := range a.Rationale {
		if reason := reasonOf(line); reason != "" && !a.InScope && r.Reason == nil {
			r.Reason = &reason
		}
	}
}

// addCost adds the cost of one run.
func (r *Report) addCost(result loop.Result) {
	r.Steps += result.Counters.Steps
	r.ToolCalls += result.Counters.ToolCalls
	if r.Trace != nil {
		r.Trace = append(r.Trace, trace(result.Steps)...)
	}
}

// setOutcome sets the outcome and the confidence from the attempt that counts.
func (r *Report) setOutcome(a attempt, least float64) {
	r.Outcome = a.result.Outcome
	if r.Forced == "" {
		r.Forced = a.result.Forced
	}
	if a.least != nil && (r.Confidence == nil || *a.least < *r.Confidence) {
		r.Confidence = a.least
	}
	r.Unsure = a.result.Outcome == loop.Final && (r.Unsure || a.below(least))
}

// trace lists the calls and answers of steps.
func trace(steps []planner.Step) []TraceStep {
	list := []TraceStep{}
	for _, s := range steps {
		if len(s.Calls) == 0 {
			list = append(list, TraceStep{s.Thought, planner.FinalAnswer, s.Answer, observation(s, 0)})
		}
		for i, c := range s.Calls {
			list = append(list, TraceStep{s.Thought, c.Tool, c.Args, observation(s, i)})
		}
	}
	return list
}

// observation returns observation i of a step as a model reads it, or nil if there is none.
func observation(s planner.Step, i int) json.RawMessage {
	if i >= len(s.Observations) {
		return nil
	}
	o := s.Observations[i]
	if o.OK {
		return o.Output
	}
	text, err := tools.Encode(map[string]any{"error": o.Error})
	if err != nil {
		panic("tutor: BUG: an error of a tool is no JSON: " + err.Error())
	}
	return text
}

// reasonOf returns the reason code before the colon of a rationale line that says why nothing was judged,
// or "".
func reasonOf(line string) string {
	code, _, _ := strings.Cut(line, ":")
	code = strings.TrimSpace(code)
	if slices.Contains(answer.Reasons, sentence.Reason(code)) {
		return code
	}
	return ""
}

// Explanation returns a rationale line without the code it may begin with.
func Explanation(line string) string {
	if code := reasonOf(line); code != "" {
		return strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line[len(code):]), ":"))
	}
	return line
}

// addCodes gives each edit the code and level of the analysis' own edit at its place, if there is one
// and the edit is not much larger: a rewritten sentence follows no rule.
func addCodes(edits []Edit, a sentence.Analysis) {
	if len(edits) == 0 {
		return
	}
	known := a.Edits()
	for i := range edits {
		e := &edits[i]
		for _, k := range known {
			touches := e.Offset <= k.Offset+k.Length && k.Offset <= e.Offset+e.Length
			if touches && atMostOneMore(e.Original, k.Original) && atMostOneMore(e.Replacement, k.Replacement) {
				e.Rule, e.CEFR = string(k.Rule), k.CEFR
				break
			}
		}
	}
}

// atMostOneMore reports whether text has at most one word more than the other text.
func atMostOneMore(text, than string) bool {
	return len(words(text)) <= len(words(than))+1
}
