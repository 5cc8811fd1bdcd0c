package eval

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strings"
	"text/template"
	"time"
)

// Page fills in a page of figures, which is a text template. It adds functions that write shares and
// spreads as table cells: full is **98.4** (185 of 188; 95.4–99.5), of is 185 of 188, whole is **98 %**
// (185 of 188; 95–99); row is a row of cells, line the line below a head, code a text letter by letter.
func Page(text string, data any) ([]byte, error) {
	t, err := template.New("page").Funcs(template.FuncMap{
		"full":  func(s Share) string { return s.cell("**%.1f** (%d of %d; %.1f–%.1f)") },
		"whole": func(s Share) string { return s.cell("**%.0f %%** (%d of %d; %.0f–%.0f)") },
		"of":    func(s Share) string { return s.cell("%[2]d of %[3]d") },
		"code":  func(text string) string { return "`" + strings.ReplaceAll(text, "`", "'") + "`" },
		"mean":  func(s Spread) string { return fmt.Sprintf("%.1f", s.Mean) },
		"row":   func(cells []string) string { return "| " + strings.Join(cells, " | ") + " |" },
		"line":  func(columns int) string { return "|" + strings.Repeat(" ---: |", columns) },
	}).Parse(text)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, data)
	return b.Bytes(), err
}

// cell words a share: its percent, how many of how many, and its interval.
func (s Share) cell(format string) string {
	if s.Of == 0 {
		return "–" // of nothing
	}
	low, high := s.Interval()
	return fmt.Sprintf(format, s.Percent(), s.Hits, s.Of, low, high)
}

// Processor returns the name of the processor, or its architecture if the system does not say.
func Processor() string {
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
				return strings.TrimSpace(value)
			}
		}
	}
	return runtime.GOARCH
}

// Made returns when and on which machine a page is made.
func Made() string {
	return fmt.Sprintf("%s, on %s with %d cores (%s, %s)", time.Now().UTC().Format("2 January 2006"), Processor(),
		runtime.NumCPU(), runtime.GOOS, runtime.Version())
}
