package strategy

import (
	"context"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/planner/prompt"
)

// candidates says what is next while candidate plans are collected: another plan, the critic's scores, or
// the adoption of the best. If all wanted candidates are unsound, one more plan is asked for; its errors
// are repaired like those of any plan.
func (w planWriter) candidates(s planner.State, wanted int) machineState {
	sound := w.sound(s)
	switch {
	case wanted <= 1 || len(candidatesOf(s)) < wanted || len(sound) == 0:
		return planning
	case len(sound) > 1 && scored(s) == nil:
		return choosing
	}
	return chosen
}

// candidatesOf returns the candidates that are remembered.
func candidatesOf(s planner.State) []planner.Plan { return planner.Recall[planMemo](s.Memo).Candidates }

// sound returns the candidates without errors. Of equal ones it has the first.
func (w planWriter) sound(s planner.State) []planner.Plan {
	var list []planner.Plan
	for _, c := range candidatesOf(s) {
		same := func(p planner.Plan) bool { return p.SameOpen(&c) }
		if len(c.Steps) > 0 && !c.Unsound && !slices.ContainsFunc(list, same) {
			list = append(list, c)
		}
	}
	return list
}

// scored returns the scores of the present candidates, or nil.
func scored(s planner.State) *planner.Verdict {
	for i := len(s.Verdicts) - 1; i >= 0; i-- {
		if v := s.Verdicts[i]; v.Of == "candidates" && v.After == len(s.Steps) && v.Plan == candidatesOf(s)[0].Revision {
			return &s.Verdicts[i]
		}
	}
	return nil
}

type choiceHead struct{ Tools []planner.Offer }

type choiceData struct {
	Task  string
	Plans []choice
}

type choice struct {
	N     int
	Facts string
	Lines []string
}

// choose asks the critic to score the sound candidates. If it gives no scores, the first one is the best.
func (w planWriter) choose(ctx context.Context, words *prompt.Prompt, s planner.State, a planner.Allowed,
	ask planner.Ask) (planner.Decision, error) {
	sound := w.sound(s)
	data := choiceData{Task: s.Task}
	for i, c := range sound {
		fresh := planner.Plan{Steps: c.OpenSteps()}
		data.Plans = append(data.Plans, choice{N: i + 1, Facts: c.Facts, Lines: planLines(&fresh, planner.Folding{})})
	}
	v := planner.Verdict{Of: "candidates", By: model.Critic, After: len(s.Steps), Plan: candidatesOf(s)[0].Revision}
	d := planner.Decision{Verdict: &v}
	reply, err := judgment(ctx, ask, &d, planner.Question{
		Messages: func(planner.Folding) ([]model.Message, error) {
			return words.Messages(prompt.CacheOf(a.Cache), choiceHead{a.AllTools}, data)
		},
		Schema: scoresSchema(len(sound)),
		Repair: words.Repair,
	})
	if reply == nil {
		return d, err
	}
	v.Done, v.Scores = true, make([]int, len(sound))
	for _, score := range gjson.GetBytes(reply, "scores").Array() {
		v.Scores[score.Get("plan").Int()-1] = int(score.Get("score").Int())
	}
	return d, nil
}

func scoresSchema(k int) grammar.Schema {
	one := grammar.Object(
		grammar.Property{Name: "assessment", Schema: grammar.String(0, 200)},
		grammar.Property{Name: "plan", Schema: grammar.Integer(1, int64(k))},
		grammar.Property{Name: "score", Schema: grammar.Integer(0, 10)})
	return grammar.Object(grammar.Property{Name: "scores", Schema: grammar.Array(one, k, k)})
}

// adoptBest adopts the candidate with the best score; of equals, the one with fewer plan steps, then the
// earlier one. The others stay as alternatives, in this order.
func (w planWriter) adoptBest(s planner.State, a planner.Allowed) planner.Decision {
	sound := w.sound(s)
	verdict := scored(s)
	score := func(i int) int {
		if verdict == nil || i >= len(verdict.Scores) {
			return 0
		}
		return verdict.Scores[i]
	}
	order := make([]int, len(sound))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case score(i) != score(j):
			return score(j) - score(i)
		case verdict != nil && !verdict.Failed:
			return len(sound[i].OpenSteps()) - len(sound[j].OpenSteps())
		}
		return 0
	})
	best := *sound[order[0]].Clone()
	for _, i := range order[1:] {
		best.Alternatives = append(best.Alternatives,
			planner.Plan{Facts: sound[i].Facts, Steps: sound[i].OpenSteps(), Candidate: sound[i].Candidate})
	}
	last := len(best.Revisions) - 1
	cause := best.Revisions[last].Cause
	best.Revisions[last].Reason += phrases.Say("candidate of", "N", best.Candidate, "All", len(candidatesOf(s)))
	return planner.Decision{Kind: planner.PlanDecision, Plan: &planner.Proposal{Plan: best, Cause: cause,
		Findings: planner.CheckPlan(&best, s, a), Adopt: true}}
}
