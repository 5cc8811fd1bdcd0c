package cli

import (
	"regexp"
	"strings"
)

// Reflow breaks text that was laid out for pageWidth cells so that it fits a narrower terminal. Lines that begin at the
// margin and follow each other are one paragraph. An indented line is a row: a name and, after two spaces or more, what it
// means, which hangs below the name where it has no room beside it; a second flag in the line gets a row of its own.
func Reflow(text string, width int) string {
	if width >= pageWidth || width < narrowest {
		return text
	}
	var b strings.Builder
	paragraph := ""
	end := func() {
		if paragraph != "" {
			b.WriteString(strings.Join(Wrap(paragraph, width, ""), "\n") + "\n")
			paragraph = ""
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		if line != "" && line[0] != ' ' {
			paragraph = strings.TrimLeft(paragraph+" "+line, " ")
			continue
		}
		end()
		for _, row := range rowsOf(line) {
			b.WriteString(strings.Join(reflowed(row, width), "\n") + "\n")
		}
	}
	end()
	return b.String()
}

// nextFlag is where a second flag begins in a line of help; meaning is what follows a name.
var (
	nextFlag = regexp.MustCompile(` {2,}(--[a-z]\S* )`)
	meaning  = regexp.MustCompile(`^( +(?:\S+ )*?\S+)( {2,})(\S.*)$`)
)

// rowsOf parts the flags that stand in one line.
func rowsOf(line string) []string {
	trimmed := strings.TrimLeft(line, " ")
	margin := line[:len(line)-len(trimmed)]
	if !strings.HasPrefix(trimmed, "-") {
		return []string{line}
	}
	parted := nextFlag.ReplaceAllString(trimmed, "\n$1")
	var rows []string
	for row := range strings.SplitSeq(parted, "\n") {
		rows = append(rows, margin+row)
	}
	return rows
}

// reflowed breaks one row.
func reflowed(row string, width int) []string {
	margin := row[:len(row)-len(strings.TrimLeft(row, " "))] + "  "
	parts := meaning.FindStringSubmatch(row)
	if parts == nil || Cells(row) <= width {
		return Wrap(row, width, margin)
	}
	name, text := parts[1], parts[3]
	if column := Cells(parts[1] + parts[2]); column <= width/2 {
		indent := strings.Repeat(" ", column)
		return Wrap(name+parts[2]+text, width, indent)
	}
	return append(Wrap(name, width, margin), Wrap(margin+text, width, margin)...)
}
