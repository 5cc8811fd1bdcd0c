package main

import (
	"testing"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/agent/agenttest"
)

func TestOffer(t *testing.T) {
	m := agenttest.Script(agenttest.Call("count_part", part{"nut"}), agenttest.Call("price_of", part{"nut"}), agenttest.Answer(offer{9, true}))
	got, err := agent.Run[offer](t.Context(), m, shop, "100 nuts")
	if err != nil || got.Price != 9 {
		t.Fatal(got, err)
	}
}
