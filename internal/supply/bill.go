package main

import (
	"encoding/json"
	"io"
	"path"
)

// printBill prints the bill of materials of a program, in version 1.6 of the CycloneDX format. It holds
// no time and no random number, so that the same program has the same bill.
func printBill(out io.Writer, name, version string, modules []module) error {
	type object map[string]any
	licensed := func(o object, license string) object {
		if license != "" {
			o["licenses"] = []object{{"expression": license}}
		}
		return o
	}
	components := []object{}
	for _, m := range modules {
		components = append(components, licensed(object{"type": "library", "name": m.Path, "version": m.Version,
			"purl": "pkg:golang/" + m.Path + "@" + m.Version}, m.license))
	}
	program := licensed(object{"type": "application", "name": path.Base(name), "version": version}, "Apache-2.0")
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(object{"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata": object{"component": program}, "components": components})
}
