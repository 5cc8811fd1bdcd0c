package main

import (
	"testing"

	"github.com/tmc/langchaingo/llms/fake"
)

func TestOffer(t *testing.T) {
	m := fake.NewFakeLLM([]string{"Action: count_part\nAction Input: nut\n", "Action: price_of\nAction Input: nut\n",
		`Final Answer: {"price":30,"enough":false}`})
	got, err := ask(t.Context(), m, "100 nuts")
	if err != nil || got.Price != 30 {
		t.Fatal(got, err)
	}
}
