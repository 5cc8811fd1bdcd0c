package render

import (
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/model"
)

// What runs are doing, by language. A run is about one sentence.
var (
	doingEnglish = show.Wording{Phases: show.English.Phases, Roles: show.English.Roles, Step: show.English.Step,
		Run: "sentence %d", Left: show.English.Left}
	doingSpanish = show.Wording{
		Phases: map[show.Phase]string{
			show.Starting: "empezando", show.Waiting: "esperando a NAME", show.Thinking: "NAME está pensando",
			show.Writing: "NAME está escribiendo", show.Calling: "llamando a NAME", show.Retrying: "preguntando otra vez a NAME",
		},
		Roles: map[model.Role]string{
			model.Planner: "plan", model.Reflector: "revisión", model.Critic: "crítica del plan",
			model.Synthesizer: "resumen",
		},
		Step: "paso %d", Run: "oración %d", Left: "quedan %v",
	}
)

// Doing says in one line what runs are doing.
func (p Renderer) Doing(d show.Doing) string {
	return p.Explain.Within(p.width).Inline(Words{doingEnglish.Line(d), doingSpanish.Line(d)})
}

// Wordings returns the wordings of what runs are doing in the language of the explanations, or in both.
func (e Explainer) Wordings() []show.Wording {
	switch e.language {
	case settings.ExplainSpanish:
		return []show.Wording{doingSpanish}
	case settings.ExplainBoth:
		return []show.Wording{doingEnglish, doingSpanish}
	}
	return []show.Wording{doingEnglish}
}
