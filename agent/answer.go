package agent

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// The member that holds an answer which is not a struct: final_answer carries an object.
const (
	textMember  = "text"
	valueMember = "value"
)

// An answerForm is how the answers of a type are written.
type answerForm struct {
	t      reflect.Type
	schema grammar.Schema // an object
	member string         // that holds the answer; "": the object is the answer
}

func formOf(t reflect.Type) (answerForm, error) {
	schema, err := tools.TypeSchema(t)
	if err != nil {
		return answerForm{}, fmt.Errorf("the answer: %w", err)
	}
	if schema.Type == "object" && len(schema.Properties) == 0 {
		return answerForm{}, fmt.Errorf("the answer: %v has no fields, so an answer would be empty", t)
	}
	schema = tools.TellBounds(schema)
	f := answerForm{t: t, schema: schema}
	switch {
	case schema.Type == "object":
		return f, nil
	case schema.Type == "string":
		f.member = textMember
	default:
		f.member = valueMember
	}
	f.schema = grammar.Object(grammar.Property{Name: f.member, Schema: schema})
	return f, nil
}

// read reads an answer into what to points to.
func (f answerForm) read(answer json.RawMessage, to any) error {
	if f.member != "" {
		var members map[string]json.RawMessage
		if err := json.Unmarshal(answer, &members); err != nil {
			return err
		}
		answer = members[f.member]
	}
	return tools.Decode(answer, to)
}

// document returns a value as an answer.
func (f answerForm) document(v any) (json.RawMessage, error) {
	if f.member != "" {
		v = map[string]any{f.member: v}
	}
	return tools.Document(f.schema, v)
}

// check refuses what fits the schema and is not a value of the type, as the 31st of June is none, and then asks more.
func (f answerForm) check(more func(planner.State, json.RawMessage) error) func(planner.State, json.RawMessage) error {
	return func(s planner.State, answer json.RawMessage) error {
		if err := f.read(answer, reflect.New(f.t).Interface()); err != nil {
			return err
		}
		if more == nil {
			return nil
		}
		return more(s, answer)
	}
}

// finish makes the result of a run, and the error of one that has no answer.
func finish[T any](f answerForm, ended loop.Result, read *prompts) (Result[T], error) {
	result := Result[T]{Result: ended, prompts: read.list()}
	if result.Error == "" {
		result.Error = panicked(ended)
	}
	if ended.Outcome != loop.Final {
		return result, unanswered(result.Result)
	}
	err := f.read(ended.Answer, &result.Answer)
	return result, err
}

// panicked says which tool panicked in a run, or nothing: a fault in a program that the run survived.
func panicked(r loop.Result) string {
	for _, step := range r.Steps {
		for _, o := range step.Observations {
			if o.Error != nil && o.Error.Class == tools.ClassPanic {
				return o.Error.Message
			}
		}
	}
	return ""
}
