// Command picture draws what a program printed as a picture of a terminal: standard input is text, standard output
// SVG. The picture is light or dark as its reader's screen is, and its text can be selected and searched.
//
//	shortleash runs show LOG | go run ./picture "shortleash run --files . …" >run.svg
//
// The argument is the command line that stands above the text. A line wider than the picture is broken once, then cut.
package main

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"log"
	"math"
	"os"
	"regexp"
	"strings"
)

const (
	columns    = 108
	charWidth  = 7.8 // pixels, at a font size of 13
	lineHeight = 19
	margin     = 16
)

const style = `<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #1f2328; white-space: pre; }
.frame { fill: #f6f8fa; stroke: #d1d9e0; }
.head { font-weight: 600; } .call { fill: #0550ae; } .dim { fill: #59636e; } .grammar { fill: #116329; }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc; } .frame { fill: #0d1117; stroke: #3d444d; }
.call { fill: #79c0ff; } .dim { fill: #9198a1; } .grammar { fill: #7ee787; }
}
</style>
`

// classes are the looks of lines: the first pattern that a line has counts.
var classes = []struct {
	line  *regexp.Regexp
	class string
}{
	{regexp.MustCompile(`^\$ `), "head"},
	{regexp.MustCompile(`^ +(allowed|removed|narrowed)\b`), "grammar"},
	{regexp.MustCompile(`^ +[a-z_]+ \{`), "call"},
	{regexp.MustCompile(`^ += |tokens`), "dim"},
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: picture COMMAND <TEXT >FILE.svg")
	}
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	out := bufio.NewWriter(os.Stdout)
	draw(out, os.Args[1], strings.Split(strings.TrimRight(string(text), "\n"), "\n"))
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

// draw writes the picture of a command and the lines that it printed.
func draw(w io.Writer, command string, lines []string) {
	var rows, classes []string
	for _, line := range append([]string{"$ " + command}, lines...) {
		for _, row := range broken(line) {
			rows, classes = append(rows, row), append(classes, class(line))
		}
	}
	width, height := 2*margin+int(math.Ceil(columns*charWidth)), 2*margin+len(rows)*lineHeight
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s">`+"\n",
		width, height, html.EscapeString(command))
	fmt.Fprint(w, style)
	fmt.Fprintf(w, `<rect class="frame" x="0.5" y="0.5" width="%d" height="%d" rx="6"/>`+"\n", width-1, height-1)
	for i, row := range rows {
		fmt.Fprintf(w, `<text x="%d" y="%d"%s>%s</text>`+"\n", margin, margin+(i+1)*lineHeight-5, classes[i], html.EscapeString(row))
	}
	fmt.Fprintln(w, "</svg>")
}

// broken returns the one or two rows of a line.
func broken(line string) []string {
	const indent = "       "
	runes := []rune(line)
	if len(runes) <= columns {
		return []string{line}
	}
	rest := runes[columns:]
	if room := columns - len(indent); len(rest) > room {
		rest = append(rest[:room-1:room-1], '…')
	}
	return []string{string(runes[:columns]), indent + string(rest)}
}

func class(line string) string {
	for _, c := range classes {
		if c.line.MatchString(line) {
			return ` class="` + c.class + `"`
		}
	}
	return ""
}
