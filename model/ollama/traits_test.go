package ollama

import (
	"encoding/json"
	"testing"

	"github.com/ollama/ollama/api"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
)

func TestThink(t *testing.T) {
	const (
		plain    = `{"capabilities":["completion"]}`
		template = `{"capabilities":["completion","thinking"]}`
		parser   = `{"capabilities":["completion","thinking"],"parser":"qwen3-thinking"}`
		told     = `{"capabilities":["completion","thinking"],"modelfile":"# Modelfile\nFROM x\nTEMPLATE \"{{ .Prompt ` +
			`}}\"\nPARSER qwen3-thinking\n"}`
		harmony = `{"capabilities":["completion","thinking"],"parser":"harmony"}`
		gptOSS  = `{"capabilities":["completion","thinking"],"details":{"family":"gptoss"}}`
	)
	for name, row := range map[string]struct {
		version, show string
		wanted, want  Thinking
	}{
		"a model that cannot think":                {"0.17.4", plain, "", ""},
		"a server that knows no capabilities":      {"0.5.7", `{}`, "", ""},
		"a template that thinks":                   {"0.17.4", template, "", ThinkOff},
		"a parser, before the second request":      {"0.12.3", parser, "", ThinkOff},
		"a parser, from the second request on":     {"0.12.4", parser, "", ThinkRaw},
		"a parser that only the Modelfile names":   {"0.17.4", told, "", ThinkRaw},
		"a parser, the last of that kind":          {"0.31.1", parser, "", ThinkRaw},
		"a parser, constrained from the first":     {"0.31.2", parser, "", ThinkOff},
		"a parser, a candidate of a later release": {"0.33.0-rc2", parser, "", ThinkOff},
		"a parser, a server without a version":     {"0.0.0", parser, "", ThinkRaw},
		"harmony always thinks":                    {"0.32.0", harmony, "", ThinkLow},
		"gpt-oss always thinks":                    {"0.11.4", gptOSS, "", ThinkLow},
		"what is wanted counts":                    {"0.17.4", template, ThinkOn, ThinkOn},
		"a free request first, where it is wanted": {"0.17.4", parser, ThinkFirst, ThinkFirst},
		"but harmony has its own way":              {"0.17.4", harmony, ThinkFirst, ThinkLow},
		"and what cannot think is not asked to":    {"0.17.4", plain, ThinkFirst, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var show api.ShowResponse
			require.NoError(t, json.Unmarshal([]byte(row.show), &show))
			assert.Equal(t, row.want, factsOf(&show, readRelease(row.version), row.wanted).thinking)
		})
	}
}

func TestFacts(t *testing.T) {
	var show api.ShowResponse
	require.NoError(t, json.Unmarshal([]byte(
		`{"capabilities":["tools"],"model_info":{"general.architecture":"llama","llama.context_length":2048}}`), &show))
	f := factsOf(&show, readRelease("0.30.0"), "")
	assert.Equal(t, 2048, f.trained)
	assert.Equal(t, model.Tool, f.role(model.Tool))
	assert.False(t, f.countsWhole)

	f = factsOf(&api.ShowResponse{}, readRelease("0.30.1"), "")
	assert.Zero(t, f.trained)
	assert.Equal(t, model.User, f.role(model.Tool), "a template without tools would drop the message")
	assert.Equal(t, model.System, f.role(model.System))
	assert.True(t, f.countsWhole)
}

func TestRelease(t *testing.T) {
	assert.Equal(t, release{0, 32, 15}, readRelease("0.32.15"))
	assert.Equal(t, release{0, 33, 0}, readRelease("0.33.0-rc2"))
	for _, v := range []string{"", "0.0.0", "v1", "1.2", "main"} {
		assert.Equal(t, release{}, readRelease(v), "%q", v)
		assert.False(t, readRelease(v).before(99, 0, 0), "%q: unknown is not old", v)
	}
}

func TestDialect(t *testing.T) {
	for version, want := range map[string]grammar.Dialect{
		"0.5.7":      grammar.OllamaOld,
		"0.11.4":     grammar.OllamaOld,
		"0.17.3":     grammar.OllamaOld,
		"0.17.4":     grammar.Ollama,
		"0.33.0-rc2": grammar.Ollama,
		"0.0.0":      grammar.Ollama, // not known, so taken for new
	} {
		assert.Equal(t, want, Dialect(version), version)
		assert.Equal(t, want, factsOf(&api.ShowResponse{}, readRelease(version), ThinkAsFits).dialect, version)
	}
}

// What is sent is the export for the server's dialect, not the schema.
func TestTheServersDialectIsSent(t *testing.T) {
	g, err := grammar.Compile(t.Context(),
		[]byte(
			`{"type":"object","properties":{"say":{"const":"a \"b\""},"n":{"type":"number","minimum":1}},"required":["say",`+
				`"n"],"additionalProperties":false}`), grammar.Options{})
	require.NoError(t, err)
	for version, say := range map[string]string{
		"0.11.4": `{"type":"string","minLength":5,"maxLength":5}`,
		"0.17.4": `{"type":"string","enum":["a \"b\""]}`,
	} {
		f := &fakeServer{version: version, chat: lines(doneLine)}
		request := hello()
		request.Grammar = g
		_, err := model.Collect(f.model(t).Generate(t.Context(), request))
		require.NoError(t, err)
		var body struct{ Format json.RawMessage }
		require.NoError(t, json.Unmarshal(f.body, &body))
		assert.Equal(t, `{"type":"object","properties":{"say":`+say+
			`,"n":{"type":"number"}},"required":["say","n"],"additionalProperties":false}`, string(body.Format), version)
	}
}

func TestAFailedQuestionIsAskedAgain(t *testing.T) {
	f := &fakeServer{show: "nonsense", chat: lines(doneLine)}
	m := f.model(t)
	for range 2 {
		_, err := model.Collect(m.Generate(t.Context(), hello()))
		require.Error(t, err)
	}
	assert.Equal(t, []string{"/api/show", "/api/show"}, f.paths)
}
