// Package hostile holds families of JSON Schemas that grow: each makes, for a size n, a schema that takes some
// construct of the language n times, or n deep. Tests hold the compiler to its limits with them, and a
// command in bench/ prints how its cost grows. The families stand in families.txt.
package hostile

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"text/template"
)

// A Family is one way for a schema to grow.
type Family struct {
	Name string
	Make func(n int) []byte
	// Linear families grow by one: twice the size would be far more than twice the schema.
	Linear bool
	// Most bounds n where the text of the schema does not; 0: nothing bounds it.
	Most int
}

// Start returns the least size.
func (f Family) Start() int { return 2 }

// Next returns the size after n.
func (f Family) Next(n int) int {
	if f.Linear {
		return n + 1
	}
	return 2 * n
}

//go:embed families.txt
var text string

// Families returns all families.
func Families() []Family {
	var all []Family
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); line != "" && !strings.HasPrefix(line, "#") {
			all = append(all, parse(line))
		}
	}
	return all
}

// parse reads a line: the name, what bounds the size, and the template of the schema.
func parse(line string) Family {
	parts := strings.SplitN(line, " | ", 3)
	if len(parts) != 3 {
		panic("hostile: BUG: " + line)
	}
	f := Family{Name: parts[0], Linear: strings.HasPrefix(parts[1], "+1")}
	if bound := strings.TrimSpace(strings.TrimPrefix(parts[1], "+1")); bound != "" {
		most, err := strconv.Atoi(bound)
		if err != nil {
			panic("hostile: BUG: " + err.Error())
		}
		f.Most = most
	}
	schema := template.Must(template.New(f.Name).Delims("<<", ">>").Funcs(functions).Parse(parts[2]))
	f.Make = func(n int) []byte {
		var b strings.Builder
		if err := schema.Execute(&b, n); err != nil {
			panic("hostile: BUG: " + err.Error())
		}
		return []byte(b.String())
	}
	return f
}

// functions are what the templates of families.txt may call; it says what each does.
var functions = template.FuncMap{
	"each":   each,
	"fold":   fold,
	"repeat": func(n int, text string) string { return strings.Repeat(text, n) },
	"list":   func(n int, text string) string { return strings.TrimSuffix(strings.Repeat(text+",", n), ",") },
	"mul":    func(a, b int) int { return a * b },
	"add":    func(a, b int) int { return a + b },
	"div":    func(a, b int) int { return a / b },
	"mod":    func(a, b int) int { return a % b },
	"min":    func(a, b int) int { return min(a, b) },
	"word":   func(list string, i int) string { return strings.Fields(list)[i] },
	"digits": digits,
}

func each(n int, format string) string {
	letter := func(i int) string { return string(rune('a' + i%26)) }
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(format, i, i+1, (i+1)%n, n-1-i, letter(i), letter(7*i), i/26)
	}
	return strings.Join(parts, ",")
}

func fold(n int, format, leaf string) string {
	for i := range n {
		leaf = fmt.Sprintf(format, leaf, i)
	}
	return leaf
}

// digits returns the digits of the i-th of large numbers that have few divisors in common.
func digits(i int) string {
	var b strings.Builder
	for k := range 780 {
		b.WriteByte(byte('0' + (i*7919+k*k*31+k*i)%10))
	}
	return b.String()
}
