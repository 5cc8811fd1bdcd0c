package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAFlagThatDoesNothingBesideTheOthersIsRefused(t *testing.T) {
	noServer := func(models string) string {
		return "--host names the servers of models, and none here has one: " + models +
			". Leave it out, or name a model of a server:  --model ollama:NAME"
	}
	idle := func(flag, why string) string { return "--" + flag + " does nothing " + why + "; leave it out" }
	tasks := filepath.Join("..", "..", "testdata", "tasks")
	for _, row := range []struct {
		args []string
		says string
	}{
		{[]string{"run", "--model", "random:1", "--host", "h", "Count."}, noServer("random:1")},
		{[]string{"mcp", "--model", "random:1", "--host", "h"}, noServer("random:1")},
		{[]string{"eval", tasks, "--models", "gold,random:1", "--host", "h"}, noServer("gold, random:1")},
		{[]string{"eval", tasks, "--model", "random:1", "--models", "gold"}, idle("model", "beside --models")},
		{[]string{"run", "--model", "random:1", "--planner", "preflect:react", "--critic", "off", "--plan-errors", "none",
			"Count."}, idle("plan-errors", "with --critic off")},
		{[]string{"runs", "resume", "0", "--text", "no"}, idle("text", "without --reply deny or reject")},
		{[]string{"mcp", "--strict"}, "--strict does nothing for shortleash mcp; leave it out"},
		{[]string{"serve", "--strict"}, "--strict does nothing for shortleash serve; leave it out"},
		{[]string{"runs", "resume", "0", "--steps", "3"}, "--steps does nothing for shortleash runs resume; leave it out"},
	} {
		out, said, code := app(t, row.args...)
		assert.Equal(t, 2, code, "%q", row.args)
		assert.Empty(t, out, "%q", row.args)
		assert.Equal(t, "shortleash: "+row.says+"\n", said, "%q", row.args)
	}
}
