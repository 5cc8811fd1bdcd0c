// Foreign compiles the JSON Schemas that well-known npm packages carry, and says what is refused, by reason:
//
//	go run ./foreign -fetch    # npm pack, once; nothing is installed, and no script runs
//	go run ./foreign -page ../docs/evidence/foreign-schemas.md
//
// Each package of packages.txt is fetched in the version that stands there. Every file of it that says $schema of a
// draft, or whose name says that it is a schema, is compiled as masks need it and as documents from elsewhere are
// read; references may point to other files of the same package. Schemas are not kept in this repository, only how
// many are refused for which reason.
package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed packages.txt
var packages string

func main() {
	cache := flag.String("cache", defaultCache(), "the `folder` of the packages")
	fetch := flag.Bool("fetch", false, "fetch what is missing there")
	page := flag.String("page", "", "write the page to this `file`")
	verbose := flag.Bool("v", false, "name every schema that is refused")
	flag.Parse()
	if err := run(*cache, *fetch, *page, *verbose); err != nil {
		fmt.Fprintln(os.Stderr, "foreign:", err)
		os.Exit(1)
	}
}

func defaultCache() string {
	folder, err := os.UserCacheDir()
	if err != nil {
		folder = os.TempDir()
	}
	return filepath.Join(folder, "shortleash-foreign")
}

func run(cache string, fetch bool, page string, verbose bool) error {
	if fetch {
		if err := fetchAll(cache); err != nil {
			return err
		}
	}
	s, err := survey(cache)
	if err != nil {
		return err
	}
	if verbose {
		for _, r := range s.refused {
			fmt.Println(r)
		}
	}
	fmt.Print(s)
	if page == "" {
		return nil
	}
	var b bytes.Buffer
	s.page(&b)
	return os.WriteFile(page, b.Bytes(), 0o644)
}

// names returns the packages with their versions.
func names() []string {
	var out []string
	lines := bufio.NewScanner(strings.NewReader(packages))
	for lines.Scan() {
		out = append(out, lines.Text())
	}
	return out
}

// file returns the name that npm gives to the archive of a package.
func file(name string) string {
	name = strings.TrimPrefix(strings.ReplaceAll(name, "/", "-"), "@")
	return strings.Replace(name, "@", "-", 1) + ".tgz"
}

func fetchAll(cache string) error {
	if err := os.MkdirAll(cache, 0o755); err != nil {
		return err
	}
	for _, name := range names() {
		if _, err := os.Stat(filepath.Join(cache, file(name))); err == nil {
			continue
		}
		c := exec.Command("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", cache, name)
		c.Stderr = os.Stderr
		if err := c.Run(); err != nil {
			return fmt.Errorf("npm pack %s: %w", name, err)
		}
	}
	return nil
}
