package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/tidwall/gjson"
)

// TestEveryCommandTakesAListOfHosts has one of two hosts that is dead.
func TestEveryCommandTakesAListOfHosts(t *testing.T) {
	alive, dead := newOllamaServer(t).URL, closedAddress
	noOne := "No Ollama answers at " + dead + ". Start it with `ollama serve`, or name another with --host or OLLAMA_HOST."
	for _, hosts := range []string{dead + "," + alive, alive + ", " + dead} {
		t.Run("a sentence", func(t *testing.T) {
			code, stdout, stderr := newStage(t).exec("--host", hosts, "--model", "ollama:x", "--json", "a")
			assert.Zero(t, code, stderr)
			assert.Equal(t, "ollama:x", gjson.Get(stdout, "model").Str)
			if strings.HasPrefix(hosts, dead) {
				assert.Equal(t, noOne+" The other hosts go on.\n", stderr, "the dead one is named")
			}
		})
		t.Run("a sentence, the model to be chosen", func(t *testing.T) {
			code, _, stderr := newStage(t).exec("--host", hosts, "--model", "auto", "--json", "a")
			assert.Zero(t, code, stderr)
			assert.Contains(t, stderr, "Model: ollama:x:latest at "+alive+": the largest that fits, up to 9 billion parameters.\n")
		})
		t.Run("models", func(t *testing.T) {
			code, stdout, stderr := newStage(t).exec("models", "--host", hosts)
			assert.Equal(t, 3, code)
			assert.Contains(t, stdout, "Ollama 0.17.4 at "+alive)
			assert.Equal(t, "tutor: "+noOne+"\n", stderr)
		})
		t.Run("doctor", func(t *testing.T) {
			code, stdout, _ := newStage(t).exec("doctor", "--host", hosts, "--model", "ollama:x", "--json")
			assert.Equal(t, 3, code)
			lines := strings.Split(strings.TrimSpace(stdout), "\n")
			assert.Len(t, lines, 2, "a report for each")
			at := 0
			if strings.HasPrefix(hosts, alive) {
				at = 1
			}
			assert.Equal(t, dead, gjson.Get(lines[at], "server").Str)
			assert.Contains(t, gjson.Get(lines[at], "checks.0.found").Str, "No Ollama answers at "+dead)
			assert.Equal(t, "0.17.4", gjson.Get(lines[1-at], "version").Str)
		})
	}
}

func TestABadHostIsRefused(t *testing.T) {
	for value, says := range map[string]string{
		"h h":         `cannot read the address "h h": write it like 127.0.0.1:11434 or http://name:11434`,
		"h:99999":     `cannot read the address "h:99999": write it like 127.0.0.1:11434 or http://name:11434`,
		"h:port":      `cannot read the address "h:port": write it like 127.0.0.1:11434 or http://name:11434`,
		"ftp://h":     `cannot reach "ftp://h": only http and https are spoken`,
		"127.0.0.1,,": `cannot read the address "": write it like 127.0.0.1:11434 or http://name:11434`,
	} {
		for _, args := range [][]string{{"--model", "auto", "He goed."}, {"--model", "ollama:x", "He goed."}, {"--model", "ollama", "He goed."},
			{"models"}, {"models", "pull", "x"}, {"doctor"}} {
			s := newStage(t)
			s.env["OLLAMA_HOST"] = value
			code, stdout, stderr := s.exec(args...)
			assert.Equal(t, 2, code, "%v with %q", args, value)
			assert.Empty(t, stdout)
			assert.Equal(t, "tutor: OLLAMA_HOST: "+says+"\n", stderr)
			s.env["OLLAMA_HOST"] = ""
			code, _, stderr = s.exec(append([]string{"--host", value}, args...)...)
			assert.Equal(t, 2, code)
			assert.Equal(t, "tutor: --host: "+says+"\n", stderr)
		}
	}
}
