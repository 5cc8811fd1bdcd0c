package loop_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
)

// allowing allows an answer and a call of each of the tools, about Lima or Rome.
func allowing(names ...string) planner.Allowed {
	text := grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(1, 9)})
	a := planner.Allowed{Answer: &text}
	for _, name := range names {
		a.Tools = append(a.Tools, planner.Offer{Name: name,
			Args: grammar.Object(grammar.Property{Name: "city", Schema: grammar.Enum("Lima", "Rome")})})
	}
	return a
}

func TestWithoutARunRulesNarrowAsInOne(t *testing.T) {
	made := loop.NotAgain([]tools.Call{{Tool: "look", Args: json.RawMessage(`{"city":"Lima"}`)}})
	rules := []loop.Rule{loop.Require{Tool: "look"}, loop.Quota{Tool: "send"}, made}
	left, overruled := loop.Narrow(rules, planner.State{}, allowing("look", "send"))
	assert.Empty(t, overruled)
	assert.Nil(t, left.Answer, "a call is required first")
	assert.Equal(t, []string{"look"}, planner.OfferNames(left.Tools))
	city, _ := left.Tools[0].Args.Property("city")
	assert.True(t, city.Equal(grammar.Enum("Rome")), "Lima was asked for already")
}

func TestWithoutARunTheAnswerStays(t *testing.T) {
	rules := []loop.Rule{loop.Require{Tool: "look"}, loop.Quota{Tool: "look"}}
	left, overruled := loop.Narrow(rules, planner.State{}, allowing("look"))
	assert.Equal(t, []string{"require"}, overruled)
	assert.NotNil(t, left.Answer)
	assert.Empty(t, left.Tools)
}

func TestWithoutARunNoAnswerIsAdded(t *testing.T) {
	a := allowing("look")
	a.Answer = nil
	left, _ := loop.Narrow([]loop.Rule{loop.Quota{Tool: "look"}}, planner.State{}, a)
	assert.Nil(t, left.Answer)
	assert.Empty(t, left.Tools)
}
