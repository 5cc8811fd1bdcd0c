package cli

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestWhereLogsAreKept(t *testing.T) {
	home := filepath.FromSlash("/h")
	rows := []struct{ claim, state, home, profile, want string }{
		{"where the state is", filepath.FromSlash("/s"), home, "", filepath.FromSlash("/s/tutor/runs")},
		{"in the home folder", "", home, "", filepath.FromSlash("/h/.local/state/tutor/runs")},
		{"a state that is not absolute is none", "s", home, "", filepath.FromSlash("/h/.local/state/tutor/runs")},
		{"another system's home", "", "", home, filepath.FromSlash("/h/.local/state/tutor/runs")},
		{"nowhere", "", "", "", ""},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			env := map[string]string{"XDG_STATE_HOME": row.state, "HOME": row.home, "USERPROFILE": row.profile}
			assert.Equal(t, row.want, NewConsole("tutor", nil, nil, nil, func(name string) string { return env[name] }, nil).LogFolder())
		})
	}
}
