package main

import (
	"context"
	"testing"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/schema"
)

type script struct{ replies []*schema.Message }

func (s *script) Generate(context.Context, []*schema.Message, ...model.Option) (*schema.Message, error) {
	reply := s.replies[0]
	s.replies = s.replies[1:]
	return reply, nil
}

func (s *script) Stream(ctx context.Context, in []*schema.Message, o ...model.Option) (*schema.StreamReader[*schema.Message], error) {
	reply, err := s.Generate(ctx, in, o...)
	return schema.StreamReaderFromArray([]*schema.Message{reply}), err
}

func (s *script) WithTools([]*schema.ToolInfo) (model.ToolCallingChatModel, error) { return s, nil }

func call(name, args string) *schema.Message {
	return schema.AssistantMessage("", []schema.ToolCall{{ID: name, Function: schema.FunctionCall{Name: name, Arguments: args}}})
}

func TestOffer(t *testing.T) {
	m := &script{[]*schema.Message{call("count_part", `{"part":"nut"}`), call("price_of", `{"part":"nut"}`),
		schema.AssistantMessage(`{"price":30,"enough":false}`, nil)}}
	got, err := ask(t.Context(), m, "100 nuts")
	if err != nil || got.Price != 30 {
		t.Fatal(got, err)
	}
}
