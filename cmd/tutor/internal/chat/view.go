package chat

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
)

// What the screen says.
var (
	hints = render.Words{
		English: "Type a sentence. /help says more. Ctrl-D ends.",
		Spanish: "Escribe una oración. /help dice más. Ctrl-D termina.",
	}
	keysOfCard = render.Words{English: "Esc hides this.", Spanish: "Esc lo oculta."}
	keysOfMore = render.Words{English: "Tab: the next rule. Esc hides this.", Spanish: "Tab: la regla siguiente. Esc lo oculta."}
	howToStop  = render.Words{English: "Ctrl-C stops it.", Spanish: "Ctrl-C lo detiene."}
	stops      = render.Words{English: "Stopping. Ctrl-C again leaves.", Spanish: "Deteniendo. Otra vez Ctrl-C sale."}
)

var faint = lipgloss.NewStyle().Faint(true)

// A card has a bar on its left, and is no wider than this, in cells. A terminal that gets narrower breaks the lines that are too long for it
// before a program can, and what it broke stays.
const (
	bar      = "│ "
	maxWidth = 76
)

// margin is the height that the screen leaves to what stands above it, in lines.
const margin = 2

// View implements [tea.Model].
func (m *model) View() tea.View {
	if m.quitting {
		return tea.NewView("")
	}
	input := strings.Split(m.input.View(), "\n")
	room := max(m.height-margin-len(input)-1, 0) // the last line says what keys do
	var top []string
	switch {
	case m.prompt != "":
		top = last(cli.Wrap(m.prompt, m.width, ""), room)
	case m.busy != nil:
		top = m.progress(room)
	default:
		top = m.card(room)
	}
	lines := top
	for _, line := range input {
		lines = append(lines, strings.TrimRight(line, " "))
	}
	if m.height > len(lines) {
		lines = append(lines, faint.Render(cli.Cut(fitting(m.keys(), m.width), m.width)))
	}
	v := tea.NewView(strings.Join(lines, "\n"))
	if v.Cursor = m.input.Cursor(); v.Cursor != nil {
		v.Cursor.Y += len(top)
	}
	return v
}

// words returns words in the language of the explanations.
func (m *model) words(w render.Words) string { return m.look(m.width).Explain.Inline(w) }

// keys says what keys do now.
func (m *model) keys() string {
	switch {
	case m.stopping:
		return m.words(stops)
	case m.busy != nil:
		return m.words(howToStop)
	case len(m.cards) > 1 && !m.hidden:
		return m.words(keysOfMore)
	case len(m.cards) == 1 && !m.hidden:
		return m.words(keysOfCard)
	}
	return m.words(hints)
}

// fitting returns as many whole sentences from the beginning of text as width cells hold, the first at least.
func fitting(text string, width int) string {
	for cli.Cells(text) > width {
		i := strings.LastIndex(text, ". ")
		if i < 0 {
			break
		}
		text = text[:i+1]
	}
	return text
}

// maxSteps is how many lines of the trace stand above what the run is doing.
const maxSteps = 8

// progress returns what the running sentence has done, is doing, and is writing, in at most room lines.
func (m *model) progress(room int) []string {
	d := m.busy.Doing()
	if d.Elapsed < quick { // else the screen would flicker with models that answer at once
		return nil
	}
	var lines []string
	for _, line := range last(m.steps.Lines(), maxSteps) {
		lines = append(lines, faint.Render(shortened(line, m.width)))
	}
	if d.Phase == show.Writing && d.Text != "" {
		lines = append(lines, faint.Render(tail(d.Text, m.width)))
	}
	return last(append(lines, shortened(m.look(m.width).Doing(d), m.width)), room)
}

// quick is how long a run shows nothing of itself.
const quick = 300 * time.Millisecond

// card returns the rule of the last correction, if it has room.
func (m *model) card(room int) []string {
	if len(m.cards) == 0 || m.hidden {
		return nil
	}
	inner := min(m.width, maxWidth) - cli.Cells(bar)
	text := strings.TrimRight(m.look(inner).Card(m.cards[m.shown], true), "\n")
	text = strings.Replace(text, "\n\n", "\n", 1)
	if n := len(m.cards); n > 1 {
		text = strings.Replace(text, "\n", fmt.Sprintf(" · %d/%d\n", m.shown+1, n), 1)
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, bar+line)
	}
	if len(lines) > room {
		return nil
	}
	return lines
}

// last returns the last n of lines.
func last(lines []string, n int) []string { return lines[max(0, len(lines)-n):] }

// shortened returns a line that has no more than width cells.
func shortened(line string, width int) string {
	if cli.Cells(line) <= width {
		return line
	}
	return cli.Cut(line, width-1) + "…"
}

// tail returns the end of text, in one line of at most width cells.
func tail(text string, width int) string {
	runes := []rune(cli.OneLine(text))
	runes = runes[max(0, len(runes)-width):] // more do not fit; a long reply is drawn often
	for cli.Cells(string(runes)) > width {
		runes = runes[1:]
	}
	return string(runes)
}
