package settings

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/mcp"
)

func TestServersAreReadAsAShellWould(t *testing.T) {
	for text, want := range map[string]mcp.Endpoint{
		"npx -y  server .":         {Command: []string{"npx", "-y", "server", "."}},
		`server "my folder" 'a"b'`: {Command: []string{"server", "my folder", `a"b`}},
		`server my\ folder ""`:     {Command: []string{"server", "my folder", ""}},
		"A=1 B_2='x y' server":     {Env: []string{"A=1", "B_2=x y"}, Command: []string{"server"}},
		"http://127.0.0.1:1/mcp":   {URL: "http://127.0.0.1:1/mcp"},
		"https://host":             {URL: "https://host"},
	} {
		got, err := (&Settings{MCP: []string{text}}).Endpoints()
		require.NoError(t, err)
		assert.Equal(t, []mcp.Endpoint{want}, got, text)
	}
}

func TestEveryPlannerHasItsName(t *testing.T) {
	for _, name := range Planners {
		assert.Equal(t, name, PlannerNamed(name, Parts{}).Name())
	}
}
