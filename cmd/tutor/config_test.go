package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// configured returns a stage with a configuration file.
func configured(t *testing.T, text string) *stage {
	s := newStage(t)
	s.env["XDG_CONFIG_HOME"] = s.dir
	require.NoError(t, os.Mkdir(filepath.Join(s.dir, "tutor"), 0o700))
	s.file("tutor/config.toml", text)
	return s
}

func TestTheConfigurationFileSetsDefaults(t *testing.T) {
	s := configured(t, "# mine\nmodel = \"rules\"\nquiet = true\nexplain = \"es\"\nsteps = 6\ntimeout = \"30s\"\n")
	code, stdout, stderr := s.exec("He work here.")
	assert.Zero(t, code, stderr)
	assert.Contains(t, stdout, "después de")
	assert.Empty(t, stderr)

	s.env["TUTOR_EXPLAIN"] = "en"
	_, stdout, _ = s.exec("He work here.")
	assert.Contains(t, stdout, "after “he”", "a variable comes before the file")
	_, stdout, _ = s.exec("--explain", "off", "He work here.")
	assert.NotContains(t, stdout, "“", "a flag comes before both")
	_, stdout, _ = s.exec("rules")
	assert.NotEmpty(t, stdout, "other commands read it too")

	delete(s.env, "XDG_CONFIG_HOME")
	s.env["HOME"] = s.dir
	require.NoError(t, os.MkdirAll(filepath.Join(s.dir, ".config"), 0o700))
	require.NoError(t, os.Rename(filepath.Join(s.dir, "tutor"), filepath.Join(s.dir, ".config", "tutor")))
	code, _, stderr = s.exec("He work here.")
	assert.Zero(t, code)
	assert.Empty(t, stderr, "the usual place of the file")
}

func TestWhatIsWrongWithAConfigurationFile(t *testing.T) {
	rows := []struct{ claim, text, want string }{
		{"no TOML", "model = \"rules\"\nsteps = \n", "line 2: expected value but found '\\n' instead"},
		{"a setting that is none", "\nmodle = \"rules\"",
			"line 2: there is no setting \"modle\"; they are named like the flags of tutor -h. Did you mean model?"},
		{"a value that is none", "model = \"rules\"\n\nsteps = -1", "line 3: steps is \"-1\": want a whole number, 0 for the default"},
		{"a switch that is neither", "json = \"maybe\"", "line 1: json is \"maybe\": want true or false"},
		{"a table", "quiet = true\n[model]\nname = \"rules\"", "line 2: model wants one value, not a table"},
		{"a flag of one command", "jobs = 3", "line 1: there is no setting \"jobs\"; they are named like the flags of tutor -h"},
		{"help is not a setting", "help = true", "line 1: there is no setting \"help\"; they are named like the flags of tutor -h"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			s := configured(t, row.text)
			code, stdout, stderr := s.exec("batch", "in", "-o", "out")
			assert.Equal(t, 2, code)
			assert.Empty(t, stdout)
			assert.Equal(t, "tutor: DIR/tutor/config.toml, "+row.want+"\n", stderr)
		})
	}
	t.Run("a folder", func(t *testing.T) {
		s := newStage(t)
		s.env["XDG_CONFIG_HOME"] = s.dir
		require.NoError(t, os.MkdirAll(filepath.Join(s.dir, "tutor", "config.toml"), 0o700))
		code, _, stderr := s.exec("He work here.")
		assert.Equal(t, 2, code)
		assert.Equal(t, "tutor: cannot read DIR/tutor/config.toml: is a directory\n", stderr)
	})
	t.Run("help does not depend on it", func(t *testing.T) {
		code, _, _ := configured(t, "x = ").exec("-h")
		assert.Zero(t, code)
	})
}
