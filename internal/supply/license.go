package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// marks tell licenses apart: a text is of those all of whose phrases it holds. The identifiers are those of
// SPDX.
var marks = []struct {
	license string
	phrases []string
}{
	{"Apache-2.0", []string{"apache license", "version 2.0"}},
	{"MPL-2.0", []string{"mozilla public license", "version 2.0"}},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "neither the name"}},
	{"BSD-2-Clause", []string{"redistribution and use in source and binary forms"}},
	{"ISC", []string{"permission to use, copy, modify, and/or distribute this software for any purpose"}},
	{"MIT", []string{"permission is hereby granted, free of charge"}},
	{"Unlicense", []string{"this is free and unencumbered software released into the public domain"}},
}

// licenseFile is what the files of licenses are called.
var licenseFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying)([-.].*)?$`)

// minText is how many bytes a license has at least; less is a link, as to where a logo comes from.
const minText = 100

// licenseIn returns the licenses of the module in a folder, joined with AND, and their texts. It is ""
// where a file holds none that is known, or there is no file.
func licenseIn(folder string) (license string, text []byte, err error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return "", nil, err
	}
	var all []string
	for _, f := range files {
		if f.IsDir() || !licenseFile.MatchString(f.Name()) {
			continue
		}
		one, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			return "", nil, err
		}
		if len(one) < minText {
			continue
		}
		text = append(append(text, one...), '\n')
		found := identify(one)
		if len(found) == 0 {
			return "", text, nil
		}
		all = append(all, found...)
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " AND "), text, nil
}

// identify returns the identifiers of the licenses that text holds.
func identify(text []byte) (found []string) {
	words := string(bytes.Join(bytes.Fields(bytes.ToLower(text)), []byte(" ")))
	for _, m := range marks {
		missing := slices.ContainsFunc(m.phrases, func(p string) bool { return !strings.Contains(words, p) })
		if !missing && !(m.license == "BSD-2-Clause" && slices.Contains(found, "BSD-3-Clause")) {
			found = append(found, m.license)
		}
	}
	return found
}
