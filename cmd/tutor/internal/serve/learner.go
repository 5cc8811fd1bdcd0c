package serve

import (
	"bytes"
	_ "embed"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/web"
	"github.com/shortleash/shortleash/cmd/tutor/internal/journal"
	"github.com/shortleash/shortleash/cmd/tutor/internal/learner"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

//go:embed learner.html
var learnerTemplate string

// A studies is the page of what is remembered of a learner: a review, plots, and the switch.
type studies struct{ *learner.Learner }

// page returns the page.
func (s studies) page() web.Page {
	return web.Page{Path: "/learner", Name: "learner", Title: "Learner", Template: learnerTemplate, Data: s.data, Post: s.post, Export: s.export}
}

// A learnerPage is what the page shows.
type learnerPage struct {
	On, Text bool
	Kept     bool // there is a journal
	Entries  int

	Due      int
	Question string // the first that is due; "" is none
	Key      string // of its card
	Reviews  int
	Next     string // the day of the next question

	Answered, Right bool // what came of the question before
	Answer          string
	Why             []string

	Weeks, Coming *bars
}

// data is what there is to show, with what came of the answer before.
func (s studies) data(r *http.Request) (any, error) {
	p := learnerPage{}
	p.On, p.Text = s.On()
	if err := s.CheckFolder(); err != nil {
		return nil, err
	}
	j := s.Journal()
	if p.Kept = j.Exists(); !p.Kept {
		return p, nil
	}
	b, err := j.Read()
	if err != nil {
		return nil, learner.Unreadable(err)
	}
	now, q := s.Now(), r.URL.Query()
	p.Entries = len(b.Entries())
	due := b.Due(now, 1000)
	p.Due = len(due)
	for _, c := range due {
		if x, ok := learner.ExerciseOf(b, c); ok {
			p.Question, p.Key, p.Reviews = x.Question.English, c.Key, c.Reviews
			break
		}
	}
	if cards := b.Cards(); len(due) == 0 && len(cards) > 0 {
		p.Next = cards[0].Due.In(now.Location()).Format(time.DateOnly)
	}
	if n, err := strconv.Atoi(q.Get("reviews")); err == nil && n >= 0 {
		i := slices.IndexFunc(b.Cards(), func(c journal.Card) bool { return c.Key == q.Get("key") })
		if i >= 0 {
			c := b.Cards()[i]
			c.Reviews = n
			if x, ok := learner.ExerciseOf(b, c); ok {
				p.Answered, p.Right, p.Answer = true, q.Get("right") == "1", x.Answers[0]
				if x.Card.Name != "" {
					english, spanish := render.InBoth(x.Card)
					p.Why = []string{english, spanish[0]}
				}
			}
		}
	}
	p.Weeks, p.Coming = weeks(b.Entries(), now), coming(b.Cards(), now)
	return p, nil
}

// post turns remembering on or off, deletes, or takes an answer.
func (s studies) post(r *http.Request) (to string, err error) {
	const here = "/learner"
	if err := s.CheckFolder(); err != nil {
		return "", err
	}
	switch do := r.PostFormValue("do"); do {
	case "on", "text":
		return here, s.TurnOn(r.Context(), do == "text")
	case "off":
		return here, s.TurnOff()
	case "forget":
		if r.PostFormValue("sure") != "yes" {
			return "", cli.Misuse("nothing was deleted: say that you are sure")
		}
		err := s.Journal().Update(r.Context(), func(b *journal.Book) error {
			b.Forget(journal.What{})
			return nil
		})
		if err != nil {
			return "", learner.Unreadable(err)
		}
		return here, nil
	case "answer":
		return s.answer(r)
	}
	return "", cli.Misuse("the form asks for what there is not")
}

// answer takes the answer to a question, if that is still due.
func (s studies) answer(r *http.Request) (to string, err error) {
	j := s.Journal()
	b, err := j.Read()
	if err != nil {
		return "", learner.Unreadable(err)
	}
	now, key, reviews := s.Now(), r.PostFormValue("key"), r.PostFormValue("reviews")
	due := b.Due(now, 1000)
	i := slices.IndexFunc(due, func(c journal.Card) bool { return c.Key == key && strconv.Itoa(c.Reviews) == reviews })
	if i < 0 {
		return "/learner", nil // it was answered in another window
	}
	x, ok := learner.ExerciseOf(b, due[i])
	if !ok {
		return "/learner", nil
	}
	right := x.Accepts(r.PostFormValue("answer"))
	if err := learner.Reviewed(r.Context(), j, due[i], x, right, now); err != nil {
		return "", err
	}
	q := url.Values{"key": {key}, "reviews": {reviews}}
	if right {
		q.Set("right", "1")
	}
	return "/learner?" + q.Encode(), nil
}

// export returns all that is kept, as the command does.
func (s studies) export(*http.Request) (name string, text []byte, err error) {
	if err := s.CheckFolder(); err != nil {
		return "", nil, err
	}
	b, err := s.Journal().Read()
	if err != nil {
		return "", nil, learner.Unreadable(err)
	}
	var out bytes.Buffer
	err = learner.Export(&out, b)
	return "tutor-progress.json", out.Bytes(), err
}

// Bars are a table of counts, each with a bar.
type bars struct {
	Title   string
	Columns []string
	Rows    []barRow
}

type barRow struct {
	Name  string
	Cells []bar
}

// A bar of a count is Height of 32 pixels high.
type bar struct{ N, Y, Height int }

// drawn gives the bars their heights, with the largest as high as there is room.
func (b *bars) drawn() *bars {
	most := 1
	for _, r := range b.Rows {
		for _, c := range r.Cells {
			most = max(most, c.N)
		}
	}
	for _, r := range b.Rows {
		for i := range r.Cells {
			c := &r.Cells[i]
			c.Height = max(2, 32*c.N/most)
			c.Y = 32 - c.Height
		}
	}
	return b
}

// How far the plots reach.
const (
	shownWeeks = 8
	shownDays  = 14
)

// weeks counts the errors of the learner's own writing by rule and week, which begins on Monday; nil where there is
// none.
func weeks(entries []journal.Entry, now time.Time) *bars {
	b := &bars{Title: "Errors by rule, week by week"}
	for week := shownWeeks - 1; week >= 0; week-- {
		b.Columns = append(b.Columns, learner.Monday(now, week).Format("01-02"))
	}
	rows := map[string][]bar{}
	for _, e := range entries {
		if e.Source == journal.Reviewed || e.Right || e.Rule == "" {
			continue
		}
		week := learner.WeeksAgo(e.At, now, shownWeeks)
		if week == shownWeeks {
			continue
		}
		if rows[e.Rule] == nil {
			rows[e.Rule] = make([]bar, shownWeeks)
		}
		rows[e.Rule][shownWeeks-1-week].N++
	}
	for _, code := range sentence.Codes {
		if cells := rows[string(code)]; cells != nil {
			b.Rows = append(b.Rows, barRow{string(code), cells})
		}
	}
	if b.Rows == nil {
		return nil
	}
	return b.drawn()
}

// coming counts the questions that are due on each of the next days; nil where there is no card.
func coming(cards []journal.Card, now time.Time) *bars {
	if len(cards) == 0 {
		return nil
	}
	b := &bars{Title: "Questions of the next days", Rows: []barRow{{"", make([]bar, shownDays)}}}
	year, month, day := now.Date()
	for n := range shownDays {
		next := time.Date(year, month, day+n+1, 0, 0, 0, 0, now.Location())
		b.Columns = append(b.Columns, next.AddDate(0, 0, -1).Format("01-02"))
		for _, c := range cards {
			if c.Due.Before(next) && (n == 0 || !c.Due.Before(next.AddDate(0, 0, -1))) {
				b.Rows[0].Cells[n].N++
			}
		}
	}
	return b.drawn()
}

// learnerSpanish has the words of the page in Spanish.
var learnerSpanish = map[string]string{
	"Learner": "Aprendizaje", "Right.": "Correcto.", "It is:": "Es:", "Review": "Repaso", "%d due": "%d pendientes",
	"Your answer": "Tu respuesta", "Check": "Comprobar", "There is nothing to review now.": "Ahora no hay nada que repasar.",
	"Next: %s.": "La próxima: %s.", "Errors by rule, week by week": "Errores por regla, semana a semana",
	"Questions of the next days": "Preguntas de los próximos días", "What is kept": "Lo que se guarda",
	"Errors are remembered, with their sentences, on this machine alone.":     "Los errores se recuerdan, con sus frases, solo en esta máquina.",
	"Errors are remembered on this machine alone: rule, verb, form and date.": "Los errores se recuerdan solo en esta máquina: regla, verbo, forma y fecha.",
	"Nothing is remembered: it is off until you turn it on.":                  "No se recuerda nada: está apagado hasta que lo enciendas.",
	"Turn it off": "Apagar", "Turn it on": "Encender", "Turn it on, and keep sentences too": "Encender, y guardar también las frases",
	"Export all that is kept": "Exportar todo lo guardado", "%d entries": "%d entradas", "I am sure": "Estoy seguro",
	"Delete all that is kept": "Borrar todo lo guardado",
}
