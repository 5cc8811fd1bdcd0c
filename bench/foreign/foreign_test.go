package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestForeignSchemas holds the counts to the page in docs, where the packages have been fetched.
func TestForeignSchemas(t *testing.T) {
	s, err := survey(defaultCache())
	if err != nil {
		t.Skip(err)
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "evidence", "foreign-schemas.md"))
	require.NoError(t, err)
	assert.Contains(t, string(page), s.String(), "a commit may only improve it: go run ./foreign -page ../docs/evidence/foreign-schemas.md")
}

func TestTheNameOfAnArchive(t *testing.T) {
	assert.Equal(t, "angular-cli-21.2.28.tgz", file("@angular/cli@21.2.28"))
	assert.Equal(t, "webpack-5.112.2.tgz", file("webpack@5.112.2"))
}

func TestASchemaSaysThatItIsOne(t *testing.T) {
	assert.True(t, isSchema("a.json", []byte(`{"$schema":"http://json-schema.org/draft-07/schema#"}`)))
	assert.True(t, isSchema("x/options.schema.json", []byte(`{"properties":{}}`)))
	assert.False(t, isSchema("package.json", []byte(`{"name":"x"}`)))
	assert.False(t, isSchema("schema.json", []byte(`[1]`)))
}
