package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// All that a batch says to a teacher is Spanish with --explain es, and stands in both languages with both.
func TestABatchIsToldInSpanish(t *testing.T) {
	const goOn = "tutor batch DIR/in -o DIR/out"
	for _, row := range []struct {
		claim, in, out, script string
		args                   string
		code                   int
		spanish                string
		both                   string
	}{
		{
			claim: "the counts", in: fourLines, args: "--model rules",
			spanish: "4 de 4 líneas · 2 corregidas · 1 correcta · 1 sin revisar\n1 INFL-OVERREG · 1 SVA-PRON\nT\n",
			both: "4 of 4 lines · 2 corrected · 1 right · 1 out of scope\n4 de 4 líneas · 2 corregidas · 1 correcta · 1 sin revisar\n" +
				"1 INFL-OVERREG · 1 SVA-PRON\nT\n",
		},
		{
			claim: "one of each", in: "He goed.\n", args: "--model rules --min-confidence 1",
			spanish: "1 de 1 línea · 1 corregida · 0 correctas · 0 sin revisar\n1 INFL-OVERREG\nT\n",
			both: "1 of 1 line · 1 corrected · 0 right · 0 out of scope\n1 de 1 línea · 1 corregida · 0 correctas · 0 sin " +
				"revisar\n1 INFL-OVERREG\nT\n",
		},
		{
			claim: "an input of nothing", in: "\n", args: "--model rules",
			spanish: "DIR/in no tiene ninguna oración.\n",
			both:    "DIR/in holds no sentence.\nDIR/in no tiene ninguna oración.\n",
		},
		{
			claim: "lines without an answer", in: "a\nb\nc\n", script: lookUp + "\n" + lookUp, args: "--repeats halt", code: 3,
			spanish: "tutor: El modelo pidió lo mismo una y otra vez. (3 líneas)\n" +
				"3 de 3 líneas · 0 corregidas · 0 correctas · 0 sin revisar · 3 sin respuesta\nT\n" +
				"3 líneas no tienen respuesta. Para preguntar por ellas otra vez:  " + goOn +
				" --repeats halt --model script:DIR/script --explain es --retry-failed\n",
			both: "tutor: The model asked for the same thing again and again. (3 lines) / El modelo pidió lo mismo una y otra vez. (3 líneas)\n" +
				"3 of 3 lines · 0 corrected · 0 right · 0 out of scope · 3 duplicate_action\n" +
				"3 de 3 líneas · 0 corregidas · 0 correctas · 0 sin revisar · 3 sin respuesta\nT\n" +
				"3 lines have no answer. To ask again for them:  " + goOn +
				" --repeats halt --model script:DIR/script --explain both --retry-failed\n" +
				"3 líneas no tienen respuesta. Para preguntar por ellas otra vez:  " + goOn +
				" --repeats halt --model script:DIR/script --explain both --retry-failed\n",
		},
		{
			claim: "answers that are there", in: fourLines, args: "--model rules",
			out: `{"file":"in","line":1,"input":"He goed.","corrected":"He went.","in_scope":true,` +
				`"edits":[{"rule":"INFL-OVERREG"}],"outcome":"final","model":"rules","planner":"react"}`,
			spanish: "1 de 4 líneas ya está; se sigue con las demás.\n4 de 4 líneas · 2 corregidas · 1 correcta · 1 sin " +
				"revisar\n1 INFL-OVERREG · 1 SVA-PRON\nT\n",
			both: "1 of 4 lines is there already; going on.\n1 de 4 líneas ya está; se sigue con las demás.\n" +
				"4 of 4 lines · 2 corrected · 1 right · 1 out of scope\n4 de 4 líneas · 2 corregidas · 1 correcta · 1 sin " +
				"revisar\n1 INFL-OVERREG · 1 SVA-PRON\nT\n",
		},
	} {
		for language, want := range map[string]string{"es": row.spanish, "both": row.both} {
			t.Run(row.claim+" "+language, func(t *testing.T) {
				s := newStage(t)
				args := strings.Fields(row.args)
				if row.script != "" {
					args = append(args, "--model", s.script(row.script))
				}
				if row.out != "" {
					s.file("out", row.out+"\n")
				}
				code, _, stderr := s.batch(s.file("in", row.in), append(args, "--explain", language)...)
				assert.Equal(t, row.code, code)
				assert.Equal(t, want, stderr)
			})
		}
	}
}

// What a batch says of a model that is gone, and of lines that are asked for again, is Spanish too.
func TestABatchWithoutItsModelIsToldInSpanish(t *testing.T) {
	s := newStage(t)
	server := newOllamaServer(t)
	server.chat = func(n int, w http.ResponseWriter, prompt string) bool {
		return strings.Contains(prompt, "bad") && refuse(w)
	}
	in := s.file("in", "a\nbad\nc\n")
	args := []string{"--model", "ollama:x", "--host", server.URL, "--explain", "es"}
	command := "tutor batch DIR/in -o DIR/out --model ollama:x --host " + server.URL + " --explain es\n"
	code, _, stderr := s.batch(in, args...)
	assert.Equal(t, 3, code)
	assert.Contains(t, stderr, fmt.Sprintf("tutor: Ollama en %s rechazó la pregunta (bad things).", server.URL))
	assert.Contains(t, stderr, "No se pudo usar el modelo para 1 línea. Para preguntar por ella otra vez:  "+command)

	server.chat = nil
	code, _, stderr = s.batch(in, args...)
	assert.Zero(t, code)
	assert.Contains(t, stderr, "2 de 3 líneas ya están; se pregunta otra vez por 1 línea sin respuesta.\n")

	server.chat = func(_ int, w http.ResponseWriter, _ string) bool { return refuse(w) }
	code, _, stderr = s.batch(in, append(args, "--restart")...)
	assert.Equal(t, 3, code)
	assert.Contains(t, stderr, "Se paró, porque no se puede usar el modelo: Ollama en "+server.URL+" rechazó la pregunta (bad things).")
	assert.Contains(t, stderr, " Para seguir cuando se pueda:  "+command)

	folder := filepath.Join(s.dir, "class")
	require.NoError(t, os.Mkdir(folder, 0o700))
	s.file("class/picture.png", "")
	s.file("class/ana.txt", "He goed.\n")
	code, _, stderr = s.exec("batch", folder, "-o", filepath.Join(s.dir, "new"), "--model", "rules", "--explain", "es")
	assert.Zero(t, code)
	assert.Contains(t, stderr, "1 archivo de DIR/class no se lee, como picture.png.\n")
}
