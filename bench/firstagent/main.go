// Command firstagent compares the same agent (two tools, a typed answer, a test without a model) in several libraries: lines, what of
// the library they import and name, what a build takes and weighs.
//
//	go run ./firstagent >../docs/evidence/first-agent.md
//
// Each program is a module of its own, so that nothing else of this repository builds those libraries.
package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// A contender is a library, with what no figure says of it.
type contender struct {
	folder, title string
	modules       []string // whose packages are counted
	typed, wrong  string   // how its answer has a type, and what becomes of a tag that is wrong
}

var contenders = []contender{
	{"shortleash", "shortleash", []string{"github.com/shortleash/"}, "by the grammar", "an error before the first request"},
	{"genkit", "genkit 1.4.0", []string{"github.com/firebase/genkit/"}, "checked afterwards", "silent"},
	{"eino", "eino 0.7.36", []string{"github.com/cloudwego/"}, "read by hand", "silent"},
	{"langchaingo", "langchaingo 0.1.14", []string{"github.com/tmc/langchaingo/"}, "read by hand", "a tool has no schema"},
	{"adk", "adk-go 0.3.0", []string{"google.golang.org/adk/", "google.golang.org/genai"}, "read by hand, as tools exclude a schema",
		"an error when the tool is made"},
}

// A figure is what is measured of a contender.
type figure struct {
	lines, test, packages, names int
	bytes                        int64
	wall, cpu                    time.Duration
}

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer) error {
	var rows strings.Builder
	for _, c := range contenders {
		f, err := measure(ctx, filepath.Join("firstagent", c.folder), c.modules)
		if err != nil {
			return fmt.Errorf("%s: %w", c.title, err)
		}
		fmt.Fprintf(&rows, "| %s | %d + %d | %d | %d | %s | %s | %.1f MB | %.0f s (%.0f s) |\n", c.title, f.lines, f.test, f.packages, f.names,
			c.typed, c.wrong, float64(f.bytes)/1e6, f.cpu.Seconds(), f.wall.Seconds())
	}
	_, err := fmt.Fprintf(out, page, rows.String(), runtime.Version(), runtime.NumCPU())
	return err
}

const page = `# The same agent in five libraries

Two tools, an answer with a type, and a test without a model, written from the documentation of each library. The programs are in
[bench/firstagent](../../bench/firstagent); this page is made by
` + "`cd bench && go run ./firstagent >../docs/evidence/first-agent.md`" + `.

**Where shortleash loses.** Its program is larger than those of langchaingo and genkit, langchaingo's first test is there sooner and
names less of its library, and its test is no longer than ours. All of them have models of many vendors; shortleash has servers of
Ollama's and OpenAI's protocol.

| library | lines + test | packages | names | the answer's type | a misspelled tag | binary | first test |
| --- | --: | --: | --: | --- | --- | --: | --: |
%s
Lines are all lines of the files, imports and blank ones too. Packages and names are those of the library itself: a name is
what stands after the name of a package. The first test is ` + "`go test`" + ` with an empty build cache and the modules there: seconds of
processor, and in brackets by the clock, on a machine where other work went on (%s, %d processors). The program of adk-go asks
Gemini, since that version has no model of a local server; the others ask Ollama.
`

// measure returns the figures of the program in a folder.
func measure(ctx context.Context, folder string, modules []string) (figure, error) {
	f, err := read(folder, modules)
	if err != nil {
		return f, err
	}
	return f, f.build(ctx, folder)
}

// read counts what stands in the files of a folder.
func read(folder string, modules []string) (f figure, err error) {
	packages, names := map[string]bool{}, map[string]bool{}
	for name, lines := range map[string]*int{"main.go": &f.lines, "main_test.go": &f.test} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return f, err
		}
		*lines = strings.Count(string(text), "\n")
		if err := count(string(text), modules, packages, names); err != nil {
			return f, err
		}
	}
	f.packages, f.names = len(packages), len(names)
	return f, nil
}

// build tests and builds the program in a folder with an empty cache.
func (f *figure) build(ctx context.Context, folder string) error {
	dir, err := os.MkdirTemp("", "firstagent")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	test := exec.CommandContext(ctx, "go", "test", "./...")
	test.Dir, test.Env = folder, append(os.Environ(), "GOCACHE="+filepath.Join(dir, "cache"))
	start := time.Now()
	if text, err := test.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, text)
	}
	f.wall = time.Since(start)
	f.cpu = test.ProcessState.UserTime() + test.ProcessState.SystemTime()
	build := exec.CommandContext(ctx, "go", "build", "-o", filepath.Join(dir, "program"), ".")
	build.Dir, build.Env = folder, test.Env
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, text)
	}
	info, err := os.Stat(filepath.Join(dir, "program"))
	if err == nil {
		f.bytes = info.Size()
	}
	return err
}

// count adds the packages of modules that a file imports, and the names of them that it uses.
func count(text string, modules []string, packages, names map[string]bool) error {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	local := map[string]bool{}
	for _, i := range file.Imports {
		path := strings.Trim(i.Path.Value, `"`)
		for _, m := range modules {
			if strings.HasPrefix(path, m) {
				packages[path] = true
				local[path[strings.LastIndex(path, "/")+1:]] = true
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := s.X.(*ast.Ident); ok && local[id.Name] {
				names[id.Name+"."+s.Sel.Name] = true
			}
		}
		return true
	})
	return nil
}
