package main

import (
	"context"
	"iter"
	"testing"

	"google.golang.org/adk/model"
	"google.golang.org/genai"
)

type script struct{ replies []*genai.Part }

func (s *script) Name() string { return "script" }

func (s *script) GenerateContent(context.Context, *model.LLMRequest, bool) iter.Seq2[*model.LLMResponse, error] {
	reply := s.replies[0]
	s.replies = s.replies[1:]
	return func(yield func(*model.LLMResponse, error) bool) {
		yield(&model.LLMResponse{Content: genai.NewContentFromParts([]*genai.Part{reply}, genai.RoleModel)}, nil)
	}
}

func TestOffer(t *testing.T) {
	nut := map[string]any{"part": "nut"}
	m := &script{[]*genai.Part{genai.NewPartFromFunctionCall("count_part", nut), genai.NewPartFromFunctionCall("price_of", nut),
		genai.NewPartFromText(`{"price":30,"enough":false}`)}}
	got, err := ask(t.Context(), m, "100 nuts")
	if err != nil || got.Price != 30 {
		t.Fatal(got, err)
	}
}
