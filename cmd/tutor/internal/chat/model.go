package chat

import (
	"strings"
	"time"

	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"

	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/tutor/english/card"
)

// An answerer answers lines for a model, one at a time, and sends it messages about that.
type answerer interface {
	start(line string, width int)
	stop()            // the line that is being answered
	give(line string) // what the answer asks for in its middle
}

// A model is what a screen shows and what keys do to it: the screen of a chat.
type model struct {
	answers answerer
	look    func(width int) render.Renderer

	width, height int // of the terminal, in cells
	input         textarea.Model
	history       []string // lines, the oldest first
	at            int      // the line of history that is shown; len(history): a new one
	draft         string   // the new line, while an older one is shown

	busy     *show.Activity // of the line that is being answered; nil: none is
	steps    *show.Brief    // its trace
	stopping bool
	prompt   string // of what the answer asks for; "": nothing

	cards  []card.Card // of the last correction
	shown  int         // the one that is shown
	hidden bool

	leaving  bool // when the running sentence is answered
	quitting bool
}

// How high the line that is typed may grow, and how often a running sentence shows how long it takes.
const (
	maxInput = 5
	tick     = 200 * time.Millisecond
)

func newModel(a answerer, look func(int) render.Renderer, width, height int) *model {
	input := textarea.New()
	input.SetStyles(textarea.Styles{}) // the terminal's own
	input.SetVirtualCursor(false)
	input.ShowLineNumbers, input.DynamicHeight, input.MaxHeight, input.MaxContentHeight = false, true, maxInput, 0
	input.SetPromptFunc(2, func(info textarea.PromptInfo) string {
		if info.LineNumber == 0 {
			return "> "
		}
		return "  "
	})
	input.KeyMap.InsertNewline.SetEnabled(false)
	input.Focus()
	m := &model{answers: a, look: look, input: input}
	m.resize(width, height)
	return m
}

// Init implements [tea.Model].
func (m *model) Init() tea.Cmd { return nil }

// A ticked message says that time has passed.
type ticked struct{}

func ticking() tea.Cmd { return tea.Tick(tick, func(time.Time) tea.Msg { return ticked{} }) }

// Update implements [tea.Model].
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.resize(msg.Width, msg.Height)
	case tea.KeyPressMsg:
		return m, m.key(msg)
	case tea.PasteMsg:
		msg.Content = strings.Join(strings.Fields(msg.Content), " ") // a line is one line
		var cmd tea.Cmd
		m.input, cmd = m.input.Update(msg)
		return m, cmd
	case eventSeen:
		if m.busy != nil {
			m.busy.Event(msg.event)
			m.steps.Event(msg.event)
		}
	case left:
		return m, m.quit()
	case ticked:
		if m.busy != nil {
			return m, ticking()
		}
	case asked:
		m.prompt = msg.prompt
	case answered:
		m.busy, m.stopping, m.prompt = nil, false, ""
		if msg.sentence {
			m.cards, m.shown, m.hidden = msg.cards, 0, false
		}
		if msg.quit || m.leaving {
			return m, m.quit()
		}
	default:
		var cmd tea.Cmd
		m.input, cmd = m.input.Update(msg)
		return m, cmd
	}
	return m, nil
}

func (m *model) resize(width, height int) {
	m.width, m.height = width, height
	m.input.SetWidth(width)
}

func (m *model) quit() tea.Cmd {
	m.quitting = true
	return tea.Quit
}

// key does what a key stands for.
func (m *model) key(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "ctrl+c":
		return m.interrupt()
	case "ctrl+d":
		switch {
		case m.input.Value() != "":
		case m.busy != nil:
			m.leaving = true
			return nil
		default:
			return m.quit()
		}
	case "ctrl+z":
		return tea.Suspend
	case "enter":
		return m.enter()
	case "up":
		if m.input.LineInfo().RowOffset == 0 {
			m.recall(m.at - 1)
			return nil
		}
	case "down":
		if i := m.input.LineInfo(); i.RowOffset+1 >= i.Height {
			m.recall(m.at + 1)
			return nil
		}
	case "tab":
		if len(m.cards) > 0 {
			m.shown, m.hidden = (m.shown+1)%len(m.cards), false
		}
		return nil
	case "esc":
		m.hidden = !m.hidden
		return nil
	}
	var cmd tea.Cmd
	m.input, cmd = m.input.Update(msg)
	return cmd
}

// interrupt stops the running sentence. A second time, or where none runs, it takes away what is typed, or else ends.
func (m *model) interrupt() tea.Cmd {
	switch {
	case m.busy != nil && !m.stopping:
		m.stopping = true
		m.answers.stop()
	case m.busy == nil && m.input.Value() != "":
		m.input.Reset()
		m.at = len(m.history)
	default:
		return m.quit()
	}
	return nil
}

// enter hands over the line, to the answer that asks for one, or to be answered. While a line is being answered it stays.
func (m *model) enter() tea.Cmd {
	line := strings.TrimSpace(m.input.Value())
	switch {
	case m.prompt != "":
		m.prompt = ""
		m.input.Reset()
		m.answers.give(line)
		return nil
	case m.busy != nil || line == "":
		return nil
	}
	if n := len(m.history); n == 0 || m.history[n-1] != line {
		m.history = append(m.history, line)
	}
	m.at, m.draft = len(m.history), ""
	m.input.Reset()
	m.busy, m.steps = show.NewActivity(), show.NewBrief()
	m.answers.start(line, m.width-1) // a terminal may lose the last cell of a whole line
	return ticking()
}

// recall shows line n of the history, or the new line after the last.
func (m *model) recall(n int) {
	if n < 0 || n > len(m.history) {
		return
	}
	if m.at == len(m.history) {
		m.draft = m.input.Value()
	}
	line := m.draft
	if n < len(m.history) {
		line = m.history[n]
	}
	m.at = n
	m.input.SetValue(line)
}
