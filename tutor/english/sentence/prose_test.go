package sentence

import (
	"go/ast"
	"go/build"
	goparser "go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// proseCeiling is how many of 1,000 sentences of ordinary prose may be changed.
const proseCeiling = 10.0

// The documentation of the standard library is English that was not written for this test, and that
// hardly has a wrong verb: what is changed in it is harm.
func TestProseOfTheStandardLibraryIsLeftAlone(t *testing.T) {
	folder := filepath.Join(build.Default.GOROOT, "src")
	if _, err := os.Stat(folder); err != nil {
		t.Skip("no sources of the standard library: no prose was compared")
	}
	packages := strings.Fields("errors flag log net/mail strings time")
	if os.Getenv("SUITE_MISSES") != "" {
		packages = append(packages, strings.Fields("bufio bytes fmt io mime net/url path sort strconv sync text/template "+
			"html/template net/http encoding/json archive/tar archive/zip container/heap context crypto/tls database/sql "+
			"encoding/gob encoding/xml go/ast go/build go/types image image/draw math math/big math/rand net net/rpc os/exec "+
			"os/signal reflect regexp runtime runtime/pprof testing testing/fstest unsafe cmd/go/internal/modload "+
			"cmd/go/internal/work cmd/compile/internal/ssa cmd/link/internal/ld")...)
	}
	total, changed := 0, 0
	for _, name := range packages {
		for _, s := range proseOf(t, filepath.Join(folder, name)) {
			total++
			if got := Correct(s); got != s {
				changed++
				t.Logf("changed %s\n     to %s", s, got)
			}
		}
	}
	t.Logf("%d sentences, changed %.1f of 1,000", total, 1000*float64(changed)/float64(total))
	assert.LessOrEqual(t, 1000*float64(changed)/float64(total), proseCeiling)
}

var plainSentence = regexp.MustCompile(`^[A-Z][a-z]+ [A-Za-z ,;'-]+[.?]$`)

// proseOf returns the sentences of the comments of a package that hold words only and do not begin
// with a name that the package declares.
func proseOf(t *testing.T, folder string) []string {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	var list []string
	names := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := goparser.ParseFile(token.NewFileSet(), file, nil, goparser.ParseComments)
		require.NoError(t, err)
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				names[id.Name] = true
			}
			return true
		})
		for _, group := range f.Comments {
			for paragraph := range strings.SplitSeq(group.Text(), "\n\n") {
				for _, s := range Split(strings.Join(strings.Fields(paragraph), " ")) {
					s = strings.TrimSpace(s)
					if n := len(strings.Fields(s)); n >= 4 && n <= 40 && !names[strings.Fields(s)[0]] && plainSentence.MatchString(s) &&
						!strings.Contains(s, "Copyright") {
						list = append(list, s)
					}
				}
			}
		}
	}
	return list
}
