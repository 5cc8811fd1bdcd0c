package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const program = "github.com/shortleash/shortleash/cmd/tutor"

// TestTheLicensesOfTheTutorAreKnown lists all that is linked into the program.
func TestTheLicensesOfTheTutorAreKnown(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run([]string{program}, &out))
	assert.Regexp(t, `(?m)^std +go1\.\S+ +BSD-3-Clause$`, out.String())
	assert.Regexp(t, `(?m)^github\.com/spf13/cobra +v\S+ +Apache-2\.0$`, out.String())
	assert.Regexp(t, `(?m)^github\.com/tidwall/gjson +v\S+ +MIT$`, out.String())
	assert.NotContains(t, out.String(), "testify", "what only tests use is not linked")
}

func TestABillOfMaterials(t *testing.T) {
	var out, again bytes.Buffer
	require.NoError(t, run([]string{"-sbom", "-version", "v1.2.3", program}, &out))
	require.NoError(t, run([]string{"-sbom", "-version", "v1.2.3", program}, &again))
	assert.Equal(t, out.String(), again.String(), "it is the same each time")
	type component struct {
		Type, Name, Version, PURL string
		Licenses                  []struct{ Expression string }
	}
	var b struct {
		BOMFormat  string
		Metadata   struct{ Component component }
		Components []component
	}
	require.NoError(t, json.Unmarshal(out.Bytes(), &b))
	assert.Equal(t, "CycloneDX", b.BOMFormat)
	want := component{Type: "application", Name: "tutor", Version: "v1.2.3", Licenses: []struct{ Expression string }{{"Apache-2.0"}}}
	assert.Equal(t, want, b.Metadata.Component)
	assert.Greater(t, len(b.Components), 10)
	for _, c := range b.Components {
		assert.True(t, strings.HasPrefix(c.PURL, "pkg:golang/"+c.Name+"@"), c.PURL)
		assert.NotEmpty(t, c.Licenses, c.Name)
	}
}

func TestALicenseThatIsNotKnown(t *testing.T) {
	folder := t.TempDir()
	license, _, err := licenseIn(folder)
	require.NoError(t, err)
	assert.Empty(t, license, "there is none")
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	write("LICENSE", "Permission is hereby  granted,\nfree of charge, to any person"+strings.Repeat(" .", 50))
	write("LICENSE-2.0.txt", "Apache License\nVersion 2.0, January 2004"+strings.Repeat(" .", 50))
	write("licensed.go", "package x")
	license, text, err := licenseIn(folder)
	require.NoError(t, err)
	assert.Equal(t, "Apache-2.0 AND MIT", license)
	assert.Contains(t, string(text), "January 2004")
	write("LICENSE-LOGO", "https://pictures.example/logo.png")
	license, _, err = licenseIn(folder)
	require.NoError(t, err)
	assert.Equal(t, "Apache-2.0 AND MIT", license, "a link is none")
	write("COPYING", "All rights reserved."+strings.Repeat(" .", 50))
	license, _, err = licenseIn(folder)
	require.NoError(t, err)
	assert.Empty(t, license)
}
