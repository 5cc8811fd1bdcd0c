// Command supply lists what is linked into a program: its modules with their versions and licenses, as a
// table, with the texts of the licenses, or as a bill of materials in the CycloneDX format.
//
//	go run ./internal/supply [-texts | -sbom] [-version V] PACKAGE
//
// It reads the modules from the go command and the licenses from the module cache, and contacts no one. It
// exits with 1 where a license is none that it knows, so that a person looks at it.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "supply:", err)
		os.Exit(1)
	}
}

// run is the whole command.
func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("supply", flag.ContinueOnError)
	texts := flags.Bool("texts", false, "print the texts of the licenses")
	sbom := flags.Bool("sbom", false, "print a bill of materials (CycloneDX, JSON)")
	version := flags.String("version", "devel", "the version of the program")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() != 1 {
		return fmt.Errorf("name one package, like ./cmd/tutor")
	}
	modules, err := linked(flags.Arg(0))
	if err != nil {
		return err
	}
	if *sbom {
		err = printBill(out, flags.Arg(0), *version, modules)
	} else {
		err = printList(out, modules, *texts)
	}
	if err != nil {
		return err
	}
	for _, m := range modules {
		if m.license == "" {
			return fmt.Errorf("the license of %s %s is none that is known here; look at %s", m.Path, m.Version, m.Dir)
		}
	}
	return nil
}

// A module is one that is linked, as the go command describes it.
type module struct {
	Path, Version, Dir string
	Main               bool

	license string // its identifier of SPDX; "" is none that is known
	text    []byte
}

// linked returns the modules that the program of a package is made of, by path, with the standard library
// first and without the module of the program.
func linked(name string) ([]module, error) {
	list := exec.Command("go", "list", "-deps", "-json=Module,Standard", name)
	var problem bytes.Buffer
	list.Stderr = &problem
	text, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, bytes.TrimSpace(problem.Bytes()))
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	modules := []module{{Path: "std", Version: runtime.Version(), Dir: strings.TrimSpace(string(root))}}
	for packages := json.NewDecoder(bytes.NewReader(text)); ; {
		var p struct{ Module *module }
		if err := packages.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		same := func(m module) bool { return m.Path == p.Module.Path }
		if p.Module != nil && !p.Module.Main && !slices.ContainsFunc(modules, same) {
			modules = append(modules, *p.Module)
		}
	}
	slices.SortFunc(modules[1:], func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	for i := range modules {
		if modules[i].license, modules[i].text, err = licenseIn(modules[i].Dir); err != nil {
			return nil, err
		}
	}
	return modules, nil
}

// printList prints a line for each module, or its license.
func printList(out io.Writer, modules []module, texts bool) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, m := range modules {
		if !texts {
			fmt.Fprintf(table, "%s\t%s\t%s\n", m.Path, m.Version, m.license)
		} else if _, err := fmt.Fprintf(out, "%s %s (%s)\n\n%s\n\n", m.Path, m.Version, m.license, bytes.TrimSpace(m.text)); err != nil {
			return err
		}
	}
	return table.Flush()
}
