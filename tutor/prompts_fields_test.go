package tutor

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	promptAction = regexp.MustCompile(`\{\{[^}]*\}\}`)
	promptField  = regexp.MustCompile(`\.([A-Z]\w*)`)
)

// fieldsOf returns the fields that a file of prompts names, by block, as "block Field".
func fieldsOf(t *testing.T, file string) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	fields := map[string]bool{}
	for block := range strings.SplitSeq(string(text), `{{define "`) {
		name, text, _ := strings.Cut(block, `"}}`)
		for _, action := range promptAction.FindAllString(text, -1) {
			for _, f := range promptField.FindAllStringSubmatch(action, -1) {
				fields[name+" "+f[1]] = true
			}
		}
	}
	return fields
}

// The tutor's prompts are in words of its own, and tell what the general ones tell: a new fact for a role that is missing
// here would be read by no model of the tutor.
func TestThePromptsTellWhatTheGeneralOnesTell(t *testing.T) {
	withoutReason := map[string]string{
		"react.md user folded Lines":  "a sentence is short: nothing is folded",
		"react.md user note Text":     "nothing sends a note to a sentence",
		"react.md user status Task":   "a sentence is short: it stands a few lines above",
		"lane.md user status Waiting": "the tutor's rules have no prerequisites",
		"react.md user status UsedUp": "the tutor's figures are of prompts without it",
		"lane.md user status UsedUp":  "the tutor's figures are of prompts without it",

		"react.md system head Instructions": "the tutor has its own",
		"lane.md system head Instructions":  "the tutor has its own",
	}
	files, err := filepath.Glob("prompts/*.md")
	require.NoError(t, err)
	compared := 0
	for _, file := range files {
		name := filepath.Base(file)
		if strings.Count(name, ".") > 1 {
			continue // the compact forms are for models that were made for them
		}
		compared++
		here := fieldsOf(t, file)
		for field := range fieldsOf(t, "../planner/prompt/files/"+name) {
			if _, known := withoutReason[name+" "+field]; !known {
				assert.True(t, here[field], "%s tells no %s", name, field)
			}
		}
	}
	assert.Positive(t, compared)
}
