package main

import (
	"encoding/json"
	"io"
	"path"
)

// The parts of a bill of materials in version 1.6 of the CycloneDX format that are written here. It holds
// no time and no random number, so that the same program has the same bill.
type (
	bill struct {
		Format     string      `json:"bomFormat"`
		Spec       string      `json:"specVersion"`
		Version    int         `json:"version"`
		Metadata   metadata    `json:"metadata"`
		Components []component `json:"components"`
	}
	metadata struct {
		Component component `json:"component"`
	}
	component struct {
		Type     string        `json:"type"`
		Name     string        `json:"name"`
		Version  string        `json:"version"`
		PURL     string        `json:"purl,omitempty"`
		Licenses []billLicense `json:"licenses,omitempty"`
	}
	billLicense struct {
		Expression string `json:"expression"`
	}
)

// printBill prints the bill of materials of a program.
func printBill(out io.Writer, name, version string, modules []module) error {
	b := bill{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{component{
		Type: "application", Name: path.Base(name), Version: version, Licenses: []billLicense{{"Apache-2.0"}},
	}}}
	for _, m := range modules {
		c := component{Type: "library", Name: m.Path, Version: m.Version, PURL: "pkg:golang/" + m.Path + "@" + m.Version}
		if m.license != "" {
			c.Licenses = []billLicense{{m.license}}
		}
		b.Components = append(b.Components, c)
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(b)
}
