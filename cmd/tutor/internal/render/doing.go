package render

import (
	"fmt"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/model"
)

// phases say what a run is doing; NAME is the model or the tool.
var phases = map[show.Phase]Words{
	show.Starting: {"starting", "empezando"},
	show.Waiting:  {"waiting for NAME", "esperando a NAME"},
	show.Thinking: {"NAME is thinking", "NAME está pensando"},
	show.Writing:  {"NAME is writing", "NAME está escribiendo"},
	show.Calling:  {"calling NAME", "llamando a NAME"},
	show.Retrying: {"asking NAME again", "preguntando otra vez a NAME"},
}

// roles are those that answer to no one's sentence.
var roles = map[model.Role]Words{
	model.Planner:     {"plan", "plan"},
	model.Reflector:   {"review", "revisión"},
	model.Critic:      {"criticism of the plan", "crítica del plan"},
	model.Surveyor:    {"survey of facts", "lista de hechos"},
	model.Synthesizer: {"summary", "resumen"},
}

// Doing says in one line what runs are doing.
func (p Renderer) Doing(d show.Doing) string { return p.Explain.Inline(doing(d)) }

func doing(d show.Doing) Words {
	name := d.Model
	if d.Phase == show.Calling {
		name = d.Tool
	}
	named := strings.NewReplacer("NAME", cli.OneLine(name))
	w, after := phases[d.Phase], ""
	if d.Tokens > 0 {
		after = " · " + cli.Plural(d.Tokens, "token")
	}
	after += " · " + d.Elapsed.Round(time.Second).String()
	w = Words{named.Replace(w.English), named.Replace(w.Spanish)}.With(after)
	if r, ok := roles[d.Role]; ok && d.Phase != show.Calling {
		w = Words{r.English + ": " + w.English, r.Spanish + ": " + w.Spanish}
	}
	if d.Step > 0 {
		w = Words{fmt.Sprintf("step %d · ", d.Step) + w.English, fmt.Sprintf("paso %d · ", d.Step) + w.Spanish}
	}
	if d.Run > 1 {
		w = Words{fmt.Sprintf("sentence %d · ", d.Run) + w.English, fmt.Sprintf("oración %d · ", d.Run) + w.Spanish}
	}
	return w
}
