package problem_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/tutor/internal/problem"
)

func TestSpanish(t *testing.T) {
	for english, spanish := range map[string]string{
		"No Ollama answers at http://127.0.0.1:1. Start it with `ollama serve`, or name another with --host or " +
			"OLLAMA_HOST.": "Ningún Ollama responde en http://127.0.0.1:1. Inícialo con `ollama serve` o nombra otro con --host u OLLAMA_HOST.",
		"Ollama at http://h has no model m. Installed: m:7b, q:4b. Did you mean m:7b? Otherwise: `ollama " +
			"pull m`.": "Ollama en http://h no tiene el modelo m. Instalados: m:7b, q:4b. ¿Querías decir m:7b? Si no: `ollama pull m`.",
		"Ollama at http://h has no model m. No model is installed. Fetch it with `ollama " +
			"pull m`.": "Ollama en http://h no tiene el modelo m. No hay ningún modelo instalado. Tráelo con `ollama pull m`.",
		"Ollama at http://h lists the model m:latest and then says that it does not have it. Fetch it again with `ollama " +
			"pull m`.": "Ollama en http://h nombra el modelo m:latest y luego dice que no lo tiene. Tráelo otra vez con `ollama pull m`.",
		"Stopped.":                      "Se paró.",
		"The run's time of 3s is over.": "Se acabó el tiempo de 3s.",
		"The model ollama:x failed 5 times in a row and is not asked again for some seconds; the last time: Ollama at " +
			"http://h failed (boom). Its log says more.": "El modelo ollama:x falló 5 veces seguidas y no se le pregunta " +
			"durante unos segundos; la última vez: Ollama en http://h falló (boom). Su registro dice más.",
		"Something new. It is unknown.": "En inglés: Something new. It is unknown.",
		"Its log says more. It is odd.": "Su registro dice más. En inglés: It is odd.",
		"":                              "",
	} {
		assert.Equal(t, spanish, problem.Spanish(english))
	}
}

// The page of faults has the message of a run with each fault of a server; it is made by running them.
func TestEveryFaultOfAServerIsToldInSpanish(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "faults.md"))
	require.NoError(t, err)
	told := 0
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(line, " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 4 || !strings.Contains(line, "failure") && !strings.Contains(line, "exhausted") {
			continue
		}
		message := strings.TrimSuffix(strings.TrimSpace(cells[3]), " |")
		if message == "the answer" {
			continue
		}
		message = strings.ToUpper(message[:1]) + message[1:]
		if !strings.ContainsAny(message[len(message)-1:], ".?!") {
			message += "."
		}
		told++
		message = strings.ReplaceAll(message, "grammar: ", "")
		assert.NotContains(t, problem.Spanish(message), "En inglés", message)
	}
	assert.Greater(t, told, 50)
}
