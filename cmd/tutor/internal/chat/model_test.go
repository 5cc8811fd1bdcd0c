package chat

import (
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/tutor/english/card"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// A notebook is an answerer that notes what it is asked for.
type notebook struct {
	lines   []string
	given   []string
	stopped int
}

func (n *notebook) start(line string, _ int) { n.lines = append(n.lines, line) }
func (n *notebook) stop()                    { n.stopped++ }
func (n *notebook) give(line string)         { n.given = append(n.given, line) }

// keys presses keys, by their names; a text in quotation marks is typed.
func keys(m *model, names ...string) (quits bool) {
	for _, name := range names {
		for _, k := range pressed(name) {
			_, cmd := m.Update(k)
			if cmd != nil && m.quitting {
				return true
			}
		}
	}
	return false
}

func pressed(name string) []tea.KeyPressMsg {
	switch name {
	case "enter":
		return []tea.KeyPressMsg{{Code: tea.KeyEnter}}
	case "up":
		return []tea.KeyPressMsg{{Code: tea.KeyUp}}
	case "down":
		return []tea.KeyPressMsg{{Code: tea.KeyDown}}
	case "tab":
		return []tea.KeyPressMsg{{Code: tea.KeyTab}}
	case "esc":
		return []tea.KeyPressMsg{{Code: tea.KeyEscape}}
	}
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return []tea.KeyPressMsg{{Code: rune(rest[0]), Mod: tea.ModCtrl}}
	}
	var list []tea.KeyPressMsg
	for _, r := range strings.Trim(name, `"`) {
		list = append(list, tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return list
}

// newTestModel returns a model of a screen, with the explanations that a language of --explain asks for.
func newTestModel(width, height int, language string) (*model, *notebook) {
	c := cli.NewConsole("tutor", nil, io.Discard, io.Discard, nil, nil)
	s := settings.Settings{Explain: cli.NewChoice(language), Level: cli.NewChoice(settings.AllLevels), Settings: cli.Settings{Color: cli.NewChoice("never")}}
	n := &notebook{}
	return newModel(n, func(width int) render.Renderer { return render.New(c.Onto(io.Discard, width), s) }, width, height), n
}

// plain returns what the screen shows, without colors.
func plain(m *model) string { return ansi.Strip(m.View().Content) }

func TestLinesAreAnswered(t *testing.T) {
	m, n := newTestModel(80, 24, "en")
	keys(m, `"He goed."`, "enter")
	assert.Equal(t, []string{"He goed."}, n.lines)
	assert.Empty(t, m.input.Value())
	keys(m, `"next"`, "enter")
	assert.Len(t, n.lines, 1, "one at a time")
	assert.Equal(t, "next", m.input.Value(), "and what is typed meanwhile stays")
	m.Update(answered{sentence: true})
	keys(m, "enter")
	assert.Equal(t, []string{"He goed.", "next"}, n.lines)
	t.Run("an empty line is none", func(t *testing.T) {
		m, n := newTestModel(80, 24, "en")
		keys(m, "enter", `"  "`, "enter")
		assert.Empty(t, n.lines)
	})
	t.Run("a pasted text is one line", func(t *testing.T) {
		m, n := newTestModel(80, 24, "en")
		m.Update(tea.PasteMsg{Content: "He goed\nhome.\n"})
		keys(m, "enter")
		assert.Equal(t, []string{"He goed home."}, n.lines)
	})
}

func TestEarlierLines(t *testing.T) {
	m, n := newTestModel(80, 24, "en")
	for _, line := range []string{`"one"`, `"two"`, `"two"`} {
		keys(m, line, "enter")
		m.Update(answered{})
	}
	keys(m, `"dra"`, "up")
	assert.Equal(t, "two", m.input.Value())
	keys(m, "up")
	assert.Equal(t, "one", m.input.Value(), "the same line twice is kept once")
	keys(m, "up")
	assert.Equal(t, "one", m.input.Value(), "there is none before the first")
	keys(m, "down", "down")
	assert.Equal(t, "dra", m.input.Value(), "the new line is back")
	keys(m, "down")
	assert.Equal(t, "dra", m.input.Value())
	keys(m, "up", "up", "enter")
	assert.Equal(t, "one", n.lines[len(n.lines)-1])
	t.Run("in a line of two rows the arrow moves in it first", func(t *testing.T) {
		m, _ := newTestModel(40, 24, "en")
		keys(m, `"old"`, "enter")
		m.Update(answered{})
		long := strings.Repeat("word ", 12) + "end"
		keys(m, `"`+long+`"`, "up")
		assert.Equal(t, long, m.input.Value())
		keys(m, "up")
		assert.Equal(t, "old", m.input.Value())
	})
}

func TestKeysThatEnd(t *testing.T) {
	t.Run("Ctrl-C stops the sentence, and a second one leaves", func(t *testing.T) {
		m, n := newTestModel(80, 24, "en")
		keys(m, `"He goed."`, "enter")
		assert.False(t, keys(m, "ctrl+c"))
		assert.Equal(t, 1, n.stopped)
		assert.Contains(t, plain(m), "Stopping. Ctrl-C again leaves.")
		assert.True(t, keys(m, "ctrl+c"))
		assert.Equal(t, 1, n.stopped)
	})
	t.Run("after a stopped sentence another one can follow", func(t *testing.T) {
		m, n := newTestModel(80, 24, "en")
		keys(m, `"He goed."`, "enter", "ctrl+c")
		m.Update(answered{})
		keys(m, `"She is."`, "enter", "ctrl+c")
		assert.Equal(t, 2, n.stopped)
		assert.False(t, m.quitting)
	})
	t.Run("where nothing runs, Ctrl-C takes away what is typed first", func(t *testing.T) {
		m, _ := newTestModel(80, 24, "en")
		assert.False(t, keys(m, `"He"`, "ctrl+c"))
		assert.Empty(t, m.input.Value())
		assert.True(t, keys(m, "ctrl+c"))
	})
	t.Run("Ctrl-D ends at an empty line only", func(t *testing.T) {
		m, _ := newTestModel(80, 24, "en")
		assert.False(t, keys(m, `"He"`, "ctrl+d"))
		assert.True(t, keys(m, "ctrl+u", "ctrl+a", "ctrl+k", "ctrl+d"))
	})
	t.Run("and ends after the sentence that runs", func(t *testing.T) {
		m, n := newTestModel(80, 24, "en")
		assert.False(t, keys(m, `"He goed."`, "enter", "ctrl+d"))
		assert.Zero(t, n.stopped)
		m.Update(answered{sentence: true})
		assert.True(t, m.quitting)
	})
	t.Run("so does an answer that says so", func(t *testing.T) {
		m, _ := newTestModel(80, 24, "en")
		m.Update(answered{quit: true})
		assert.True(t, m.quitting)
		assert.Empty(t, m.View().Content)
	})
}

// A signal leaves the screen at once, in the middle of an answer too, and nothing of it stays.
func TestASignalLeaves(t *testing.T) {
	m, _ := newTestModel(80, 24, "en")
	keys(m, `"He goed."`, "enter", `"She is"`)
	_, cmd := m.Update(left{})
	require.NotNil(t, cmd)
	assert.Equal(t, tea.Quit(), cmd())
	assert.Empty(t, plain(m))
}

func TestTheAnswerAsks(t *testing.T) {
	m, n := newTestModel(80, 24, "en")
	keys(m, `"He goed."`, "enter")
	m.Update(asked{"Your turn (1 of 2): "})
	assert.Contains(t, plain(m), "Your turn (1 of 2):")
	keys(m, `"He went."`, "enter")
	assert.Equal(t, []string{"He went."}, n.given)
	assert.Len(t, n.lines, 1)
	m.Update(asked{"Your turn (2 of 2): "})
	keys(m, "enter")
	assert.Equal(t, []string{"He went.", ""}, n.given, "an empty line is an answer too")
	keys(m, "up")
	assert.Equal(t, "He goed.", m.input.Value(), "what was given is no line of the history")
}

func TestTheRuleOfTheLastCorrection(t *testing.T) {
	goed, ok := card.Named(card.Of(sentence.Overregular)[0].Name)
	require.True(t, ok)
	other := card.Of(sentence.ToBase)[0]
	for _, width := range []int{40, 80, 120} {
		m, _ := newTestModel(width, 40, "both")
		m.Update(answered{sentence: true, cards: []card.Card{goed, other}})
		assert.Contains(t, plain(m), "INFL-OVERREG · A1 · 1/2")
		for line := range strings.Lines(plain(m)) {
			assert.LessOrEqual(t, cli.Cells(strings.TrimSuffix(line, "\n")), width, "%s", line)
		}
		keys(m, "tab")
		assert.Contains(t, plain(m), "TO-BASE · A1 · 2/2")
		keys(m, "esc")
		assert.NotContains(t, plain(m), "TO-BASE")
		keys(m, "tab")
		assert.Contains(t, plain(m), "INFL-OVERREG · A1 · 1/2", "and from the start")
		m.Update(answered{})
		assert.Contains(t, plain(m), "INFL-OVERREG", "a command does not take it away")
		m.Update(answered{sentence: true})
		assert.NotContains(t, plain(m), "INFL-OVERREG", "a right sentence does")
	}
	t.Run("it goes where there is no room", func(t *testing.T) {
		m, _ := newTestModel(80, 24, "en")
		m.Update(answered{sentence: true, cards: []card.Card{goed}})
		require.Contains(t, plain(m), "INFL-OVERREG")
		m.Update(tea.WindowSizeMsg{Width: 40, Height: 6})
		assert.NotContains(t, plain(m), "INFL-OVERREG")
		assert.LessOrEqual(t, strings.Count(plain(m), "\n")+1, 6)
		m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		assert.Contains(t, plain(m), "INFL-OVERREG")
	})
}

// The cursor stands where the next letter comes, whatever is above the line.
func TestTheCursor(t *testing.T) {
	m, _ := newTestModel(40, 24, "en")
	m.Update(answered{sentence: true, cards: card.Of(sentence.ToBase)[:1]})
	keys(m, `"She `+strings.Repeat("very ", 9)+`"`)
	v := m.View()
	require.NotNil(t, v.Cursor)
	lines := strings.Split(ansi.Strip(v.Content), "\n")
	assert.Equal(t, "  very very very", strings.TrimRight(lines[v.Cursor.Y], " "))
	assert.Equal(t, len("  very very very "), v.Cursor.X)
}

func TestTheEndOfALongReply(t *testing.T) {
	rows := []struct{ claim, text, want string }{
		{"as it is", "He went.", "He went."},
		{"its last cells", "Yesterday he went.", "ay he went."},
		{"in one line", "He\nwent.", "He went."},
		{"wide letters, which do not stand in half", strings.Repeat("語", 9), strings.Repeat("語", 5)},
		{"a long one, at once", strings.Repeat("x", 1<<20), strings.Repeat("x", 11)},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) { assert.Equal(t, row.want, tail(row.text, 11)) })
	}
}
