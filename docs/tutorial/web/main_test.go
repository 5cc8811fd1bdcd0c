package main

import (
	"testing"

	"github.com/shortleash/shortleash/agent"
	"github.com/shortleash/shortleash/agent/agenttest"
)

func TestOffer(t *testing.T) {
	m := agenttest.Script(agenttest.Call("count_part", part{"nut"}), agenttest.Call("price_of", part{"nut"}), agenttest.Answer(offer{Days: 3}))
	if got, err := agent.Run[offer](t.Context(), m, shop, "100 nuts"); err != nil || got.Days != 3 {
		t.Fatal(got, err)
	}
}
