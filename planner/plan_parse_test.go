package planner_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/planner"
)

// TestCaseQ holds ParsePlan to the table of formats. want lists the plan steps; "s2<1" depends on s1,
// which in a chain goes without saying. An error is its code.
// Case Q1-Q30.
func TestCaseQ(t *testing.T) {
	twelve := `["a1","a2","a3","a4","a5","a6","a7","a8","a9","a10","a11","a12"]`
	for _, row := range []struct{ q, text, want string }{
		{"Q1", `["a","b"]`, "a|b"},
		{"Q2", `[{"description":"a"},{"step":"b"},{"name":"c"},{"intent":"d"},{"instructions":"e"}]`, "a|b|c|d|e"},
		{"Q2 order", `[{"name":"later","step":"","description":"first"}]`, "first"},
		{"Q3 steps", `{"steps":["a","b"]}`, "a|b"},
		{"Q3 plan", `{"plan":["a"]}`, "a"},
		{"Q3 facts", `{"facts":"f","steps":["a"]}`, "a"},
		{"Q3 lines of JSON", "{\n \"steps\": [\n  \"a\",\n  \"b\"\n ]\n}", "a|b"},
		{"Q4 numbers", `{"1":"a","2":"b"}`, "a|b"},
		{"Q4 one", `{"description":"a"}`, "a"},
		{"Q5 fence", "```json\n[\"a\",\"b\"]\n```", "a|b"},
		{"Q5 another label", "```plan\n[\"a\"]\n```", "a"},
		{"Q5 prose, then a fence", "Sure!\n```\nnothing here\n```\nand\n```json\n[\"a\"]\n```", "a"},
		{"Q6", `Here is the plan: ["a","b"] Good luck!`, "a|b"},
		{"Q7", "The plan:\n\n[\n  {\n    \"description\": \"a\"\n  },\n  {\n    \"description\": \"b\"\n  }\n]", "a|b"},
		{"Q8 a string", `"[\"a\",\"b\"]"`, "a|b"},
		{"Q8 strings of objects", `["{\"description\":\"a\"}"]`, "a"},
		{"Q9", "1. a\n2) b\n3: c", "a|b|c"},
		{"Q10", "Step 1: a\nStep 2 - b", "a|b"},
		{"Q11", "**1.** a\n2. **b**: c", "a|b: c"},
		{"Q12", "- a\n* b\n• c", "a|b|c"},
		{"Q13", "1. a\n\n\n2. b", "a|b"},
		{"Q14", `["a","","b"]`, "a|b"},
		{"Q15", "1. a\n   - x\n   - y", "a; x; y"},
		{"Q16", "1. a\n1.1 b\n1.2 c\n2. d", "a: b|a: c|d"},
		{"Q17", `[["a","b"],["c"]]`, "a|b|c"},
		{"Q18", "Plan: x\n#E1 = lookup[go]\n#E12 = conjugate[#E1]", "x: lookup[go]@lookup|conjugate[{{s1}}]@conjugate<s1"},
		{"Q19", `[{"id":"E1","tool":"lookup","args":{"q":"{{E2}}"}},{"id":"E2","tool":"lookup","args":{"q":"x"}}]`,
			`lookup {"q":"{{s2}}"}@lookup<s2|lookup {"q":"x"}@lookup`},
		{"Q20", `["a DONE","b [x]","c [ ]","[x] d"]`, "a|b|c|d"},
		{"Q21", `["ensure the build is done","add a ` + "TO" + `DO comment"]`, "ensure the build is done|add a TO" + "DO comment"},
		{"Q22 nothing", "  \n ", "empty_plan"},
		{"Q22 a list of none", "[]", "empty_plan"},
		{"Q22 steps of none", `{"steps":[]}`, "empty_plan"},
		{"Q23", "I'm sorry, I can't help with that.", "not_a_plan"},
		{"Q24", "Look the verb up and answer", "not_a_plan"},
		{"Q25", "1. look it up", "look it up"},
		{"Q26 numbers", "[1,2]", "not_a_plan"},
		{"Q26 null", "[null]", "not_a_plan"},
		{"Q26 another object", `{"a":1}`, "not_a_plan"},
		{"Q26 a number", "42", "not_a_plan: a number is not a plan"},
		{"Q27", `["a", 7, {"x":1}, "b"]`, "a|b"},
		{"Q28", `["a","b","c`, "not_a_plan"},
		{"Q29", twelve, "a1|a2|a3|a4|a5|a6|a7|a8"},
		{"Q30 too long", strings.Repeat("- a\n", 20000), "not_a_plan"},
		{"Q30 not UTF-8", "[\"a\xff\"]", "a\uFFFD"},
		{"a think block goes", "<think>hm [\"x\"]</think>[\"a\"]", "a"},
		{"prose with a number is not a list", "3 apples are enough for everybody", "not_a_plan"},
	} {
		t.Run(row.q, func(t *testing.T) {
			got, err := planner.ParsePlan(row.text, planner.ParseOptions{Tools: []string{"lookup", "conjugate"}})
			if r, ok := errors.AsType[*planner.Refusal](err); ok {
				code, words, _ := strings.Cut(row.want, ": ")
				assert.Equal(t, code, r.Code)
				assert.Contains(t, r.Problem, words)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, row.want, written(got))
		})
	}
}

// written shows a parsed plan, leaving out what a chain says.
func written(p planner.ParsedPlan) string {
	var list []string
	for i, s := range p.Steps {
		text := s.Description
		if s.Tool != "" {
			text += "@" + s.Tool
		}
		chain := i > 0 && len(s.DependsOn) == 1 && s.DependsOn[0] == fmt.Sprintf("s%d", i)
		if len(s.DependsOn) > 0 && (!chain || s.Tool != "") {
			text += "<" + strings.Join(s.DependsOn, ",")
		}
		list = append(list, text)
	}
	return strings.Join(list, "|")
}

// Case Q1-Q30.
func TestCaseQWhatIsLostIsSaid(t *testing.T) {
	parse := func(text string, o planner.ParseOptions) planner.ParsedPlan {
		p, err := planner.ParsePlan(text, o)
		require.NoError(t, err)
		return p
	}
	p := parse(`["a", 7, {"x":1}, "b"]`, planner.ParseOptions{})
	assert.Equal(t, []string{"dropped: 7", `dropped: {"x":1}`}, p.Reported, "Q27")
	p = parse(`["1a","2a","3a"]`, planner.ParseOptions{Most: 1})
	assert.Equal(t, []string{"2a", "3a"}, p.Cut, "Q29")
	p = parse(`["a","b","c`, planner.ParseOptions{Last: true})
	assert.Equal(t, "a|b", written(p), "Q28, asked for the last time")
	assert.NotEmpty(t, p.Reported)
	p = parse("1. a\n1.1 b\n1.2 c\n2. d", planner.ParseOptions{Depth: 1})
	assert.Equal(t, []string{"s1", "s1.1", "s1.2", "s2"}, []string{p.Steps[0].ID, p.Steps[1].ID, p.Steps[2].ID, p.Steps[3].ID},
		"Q16 with depth")
	one := `[{"description":"a","tool":"t","args":{"q":1}}]`
	assert.Nil(t, parse(one, planner.ParseOptions{}).Steps[0].Args)
	assert.Equal(t, []string{"the arguments of s1 were dropped"}, parse(one, planner.ParseOptions{}).Reported)
	assert.JSONEq(t, `{"q":1}`, string(parse(one, planner.ParseOptions{Static: true}).Steps[0].Args))
	for _, s := range parse(`[{"description":"a","status":"done"}]`, planner.ParseOptions{}).Steps {
		assert.Equal(t, planner.StepPending, s.Status, "a plan cannot declare its own success")
	}
}

func FuzzParsePlan(f *testing.F) {
	for _, seed := range []string{`["a"]`, "1. a\n- b", "#E1 = t[x]", `{"steps":[{"id":"x","depends_on":["y"]}]}`,
		"```\n[\"a\"]\n```", `["a","b`} {
		f.Add(seed, true, 1)
	}
	f.Fuzz(func(t *testing.T, text string, last bool, depth int) {
		p, err := planner.ParsePlan(text, planner.ParseOptions{Last: last, Depth: depth & 1, Static: last, Tools: []string{"t"}})
		if err != nil {
			_, ok := errors.AsType[*planner.Refusal](err)
			require.True(t, ok, "a typed failure")
			return
		}
		require.NotEmpty(t, p.Steps)
		require.LessOrEqual(t, len(p.Steps), 8*1000)
		seen := map[string]bool{}
		for _, s := range p.Steps {
			require.NotEmpty(t, s.Description)
			require.Equal(t, planner.StepPending, s.Status)
			require.False(t, seen[s.ID], "ids are used once")
			seen[s.ID] = true
		}
	})
}
