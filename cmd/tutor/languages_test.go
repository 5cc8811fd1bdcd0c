package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// english are words that stand in no Spanish text. Sentences of learners in what follows have none of them.
var english = regexp.MustCompile(
	`(?i)\b(the|is|are|not|and|of|with|was|were|it|says|from|answers|this|that|which|what|there|stopped|name|rule|type|remembered|kept)\b`)

// quotations are English by right: words, and examples in brackets.
var quotations = regexp.MustCompile(`“[^”]*”|\((?i:was|if|close)[^)]*\)|the first\s+time`)

func TestWithExplainEsTheWholeFrameIsSpanish(t *testing.T) {
	s := newStage(t)
	s.env["XDG_DATA_HOME"], s.env["OLLAMA_HOST"] = s.dir, "127.0.0.1:1"
	for _, row := range []struct {
		args  string
		stdin string
		says  string // in Spanish, and after it in English with both
		both  string
	}{
		{"Yesterday he goed home.", "", "Modelo: tiny, que viene incluido: ningún Ollama responde en 127.0.0.1:1.",
			"Model: tiny, which is built in: no Ollama answers at 127.0.0.1:1. / Modelo: tiny"},
		{"--planner plan-act He goed.", "", "y tiny solo sigue la estrategia react.", "and tiny plays the strategy react only. / Modelo: rules"},
		{"--model ollama:x He goed.", "",
			"tutor: Ningún Ollama responde en http://127.0.0.1:1. Inícialo con `ollama serve` o nombra otro con --host u OLLAMA_HOST.",
			"tutor: No Ollama answers at http://127.0.0.1:1."},
		{"--host 127.0.0.1:1 He goed.", "",
			"tutor: Ningún Ollama responde en http://127.0.0.1:1. Inícialo con `ollama serve` o nombra otro con --host u " +
				"OLLAMA_HOST. Sin --host funciona el modelo incluido.", "tutor: No Ollama answers at http://127.0.0.1:1."},
		{"--model rules --min-confidence 1 --escalate ollama:x Never he goed.", "", "", ""},
		{"--model rules --steps 1 Yesterday he goed home.", "", "", ""},
		{"--model random:3 --steps 1 --leash off Yesterday he goed home.", "", "", ""},
		{"rules", "", "No se revisa:", "Not judged: / No se revisa:"},
		{"explain TO-BASE", "", "Practica:", ""},
		{"--model rules He goed home.", "", "", ""},
	} {
		for _, language := range []string{"es", "both"} {
			s.stdin = strings.NewReader(row.stdin)
			args := strings.Fields(row.args)
			_, stdout, stderr := s.exec(append(args, "--explain", language)...)
			text := strings.ReplaceAll(stdout+stderr, s.dir, "")
			if language == "both" {
				assert.Contains(t, text, row.both, "%q", row.args)
				continue
			}
			assert.Contains(t, text, row.says, "%q", row.args)
			text = quotations.ReplaceAllString(text, "")
			for line := range strings.Lines(text) {
				if !strings.Contains(line, "___") && !strings.Contains(line, "{+") && !strings.Contains(line, "[-") {
					assert.Empty(t, english.FindString(line), "%q: %s", row.args, line)
				}
			}
		}
	}
}
