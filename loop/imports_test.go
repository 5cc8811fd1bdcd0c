package loop_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Who uses the library builds no queue, terminal, database, MCP or test package with it.
func TestTheLibraryBringsNothingThatOnlyProgramsNeed(t *testing.T) {
	const module = "github.com/shortleash/shortleash/"
	out, err := exec.Command("go", "list", "-deps", module+"loop", module+"planner/strategy", module+"model/ollama", module+"tools",
		module+"grammar", module+"agent", module+"tools/builtin").CombinedOutput()
	require.NoError(t, err, "%s", out)
	heavy := regexp.MustCompile(`^(testing$|github\.com/(stretchr|nats-io|modelcontextprotocol|spf13|charmbracelet|chromedp)/` +
		`|charm\.land/|modernc\.org/|go\.opentelemetry\.io/|` + module +
		`(mcp|cluster|telemetry|cmd|eval|tutor|loop/looptest|agent/agenttest|endpoint|model/(fake|modeltest|tiny)))`)
	for _, name := range strings.Fields(string(out)) {
		assert.NotRegexp(t, heavy, name)
	}
}
