package endpoint_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/endpoint"
	"github.com/shortleash/shortleash/model/fake"
)

// TestClientsOfOthersDoATask has the packages that people use do a task with two tools: their own parsers read every reply.
// SHORTLEASH_CLIENTS names the folder in which .ci/run has installed them.
func TestClientsOfOthersDoATask(t *testing.T) {
	folder := os.Getenv("SHORTLEASH_CLIENTS")
	if folder == "" {
		t.Skip("SHORTLEASH_CLIENTS is not set: the packages of OpenAI, Anthropic and Vercel are not tried")
	}
	one := []string{
		`{"thought":"how many are there?","tool":"look_up","tool_args":{"item":"lamp"}}`,
		`{"thought":"","tool":"order","tool_args":{"item":"lamp","count":3}}`,
		`{"thought":"","tool":"final_answer","tool_args":{"text":"There are 5 \"lamps\" now — ✓."}}`,
	}
	want := `{"text":"There are 5 \"lamps\" now — ✓.","calls":[["look_up",{"item":"lamp"}],["order",{"item":"lamp","count":3}]]}`
	for script, runs := range map[string]int{"openai_sdk.py": 4, "anthropic_sdk.py": 2, "openai_sdk.mjs": 2, "ai_sdk.mjs": 2} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			var replies []string
			for range runs {
				replies = append(replies, one...)
			}
			m := fake.Script(replies...)
			s := serve(t, m, endpoint.Config{})
			program := map[string]string{".py": "python3", ".mjs": "node"}[filepath.Ext(script)]
			cmd := exec.CommandContext(t.Context(), program, filepath.Join("testdata", "clients", script), s.URL)
			cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(folder, "python"), "PYTHONDONTWRITEBYTECODE=1", "AI_SDK_LOG_WARNINGS=false")
			var stderr strings.Builder
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			require.NoError(t, err, stderr.String())
			assert.JSONEq(t, "["+strings.TrimSuffix(strings.Repeat(want+",", runs), ",")+"]", string(out))
			assert.Zero(t, m.Left())
		})
	}
}
