// Package learner remembers a learner's errors across commands, if that was turned on.
//
// A [Learner] has a folder with a marker file, which says whether errors are remembered, and a journal,
// which holds them. [Learner.Remember] takes what an answer says about verb forms.
package learner

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/journal"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/internal/bounded"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A Learner is a person whose errors are remembered, if that is turned on. A marker file beside the
// journal says whether it is, so that no journal is made where it is not.
type Learner struct {
	*cli.Console
	Folder  string           // "": there is no place for one
	Explain render.Explainer // in whose language is told what is kept; the zero one: in English
}

// WithText is what the marker file holds where sentences are kept too.
const WithText = "keep-text\n"

// maxMarker bounds the marker file, in bytes.
const maxMarker = 1_000_000

// New returns the learner whose folder is tutor below XDG_DATA_HOME, or else below .local/share in
// the home folder.
func New(c *cli.Console) *Learner {
	return &Learner{Console: c, Folder: c.Folder("XDG_DATA_HOME", ".local/share")}
}

// File returns the path of the journal.
func (l *Learner) File() string { return filepath.Join(l.Folder, "learner.jsonl") }

// Marker returns the path of the file that says that errors are remembered.
func (l *Learner) Marker() string { return filepath.Join(l.Folder, "learner.on") }

// CheckFolder says why there is no place for a journal; nil where there is one.
func (l *Learner) CheckFolder() error {
	if l.Folder == "" {
		return cli.Misuse("there is no place for a journal, because HOME is not set")
	}
	return nil
}

// On reports whether errors are remembered, and whether with their sentences.
func (l *Learner) On() (on, text bool) {
	if l.CheckFolder() != nil {
		return false, false
	}
	data, err := bounded.ReadFile(l.Marker(), maxMarker)
	return err == nil, string(data) == WithText
}

// Journal returns the journal, which may not exist yet. It says what is to be said of one in the format
// of an earlier version.
func (l *Learner) Journal() *journal.Journal {
	j := journal.At(l.File())
	if !j.Exists() {
		l.mentionEarlier()
	}
	return j
}

// mentionEarlier speaks of the file in which earlier versions kept the journal. It is never read, and
// never deleted.
func (l *Learner) mentionEarlier() {
	file := filepath.Join(l.Folder, "learner.db")
	if _, err := os.Stat(file); err != nil {
		return
	}
	l.Tell(render.Words{
		English: file + " is the journal of an earlier version of tutor, which kept it as an SQLite database. This version does not read it,\n" +
			"and leaves it as it is. To go on with what it holds, run the earlier version's  tutor progress export > old.json  and then\n" +
			"this one's  tutor progress import old.json",
		Spanish: file + " es el diario de una versión anterior de tutor, que lo guardaba como base de datos SQLite. Esta versión no lo lee\n" +
			"y lo deja como está. Para seguir con lo que tiene, usa  tutor progress export > old.json  de la versión anterior y después\n" +
			"tutor progress import old.json  de esta",
	})
}

// Unreadable words what is wrong with a journal, and what to do.
func Unreadable(err error) error {
	path := "the journal"
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		path = p.Path
	}
	switch {
	case errors.Is(err, journal.ErrDamaged):
		damage, _ := errors.AsType[*journal.DamageError](err)
		return cli.Misuse("line %d of %s cannot be read: %s. The file was left as it is. Mend the line, put a copy back, or move the file away to begin anew.",
			damage.Line, path, damage.Reason)
	case errors.Is(err, journal.ErrForeign):
		return cli.Misuse("%s is not a learner's journal. It was left as it is; move it away to begin one.", path)
	case errors.Is(err, journal.ErrLater):
		return cli.Misuse("%s was made by a later version of tutor, and was left as it is.", path)
	case errors.Is(err, journal.ErrBusy):
		return cli.Misuse("another tutor has held %s for seconds; try again when it has ended", path)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return cli.Misuse("cannot open %s: %v", path, cli.Cause(err))
	}
	return err
}

// Remember keeps what an answer says about verb forms. Where that fails the answer stands, and the
// reason is printed. Praise is in the language of in.
func (l *Learner) Remember(ctx context.Context, r tutor.Report, text bool, in render.Explainer) {
	if r.Outcome != loop.Final || !r.InScope {
		return
	}
	if err := l.keep(ctx, r, text, in); err != nil {
		l.Say("tutor: %s%v", in.Inline(render.Words{English: "this answer is not remembered: ", Spanish: "esta respuesta no se recuerda: "}), err)
	}
}

// A form is a verb group of an input that was judged.
type form struct {
	entry   journal.Entry
	written string
	card    string // the key of its card, of a wrong one
}

func (l *Learner) keep(ctx context.Context, r tutor.Report, text bool, in render.Explainer) error {
	judged := forms(r)
	if len(judged) == 0 {
		return nil
	}
	var praised []string
	err := l.Journal().Update(ctx, func(b *journal.Book) error {
		praised = note(b, judged, r, text, l.Now())
		return nil
	})
	if err != nil {
		return Unreadable(err)
	}
	for _, written := range praised {
		l.Say("%s", in.Inline(render.Words{
			English: "“" + written + "” was wrong before, and is right now. Well done!",
			Spanish: "“" + written + "” estaba mal antes, y ahora está bien. ¡Muy bien!",
		}))
	}
	return nil
}

// note puts forms into the book, and returns those that were wrong before and are right now. Of the
// forms that are right it keeps these alone.
func note(b *journal.Book, judged []form, r tutor.Report, text bool, now time.Time) (praised []string) {
	var entries []journal.Entry
	for _, f := range judged {
		e := f.entry
		e.At = now
		if text {
			e.Sentence = r.Input
			if r.Corrected != nil {
				e.Corrected = *r.Corrected
			}
		}
		switch {
		case !e.Right:
			b.Missed(f.card, e.Rule, now)
		case !b.LastWrong(e.Verb, e.Tense, e.Person) || slices.Contains(entries, e):
			continue
		default:
			praised = append(praised, f.written)
		}
		entries = append(entries, e)
	}
	b.Add(entries...)
	return praised
}

// forms returns the verb groups of a report that are right, or wrong by a rule that one of its edits
// names.
func forms(r tutor.Report) []form {
	var list []form
	for _, text := range sentence.Split(r.Input) {
		a := sentence.Analyze(strings.TrimSpace(text))
		for i, g := range a.Groups {
			call := g.Judgment.Call
			f := form{written: a.Written(i), entry: journal.Entry{
				Source: journal.Written,
				Verb:   cmp.Or(g.Verb, call.Verb),
				Tense:  string(cmp.Or(call.Tense, g.Tense)),
				Person: string(cmp.Or(call.Person, g.Subject.Person)),
			}}
			switch g.Judgment.Verdict {
			case sentence.Right:
				f.entry.Right = true
			case sentence.Wrong:
				about := func(e tutor.Edit) bool { return e.Rule == string(g.Judgment.Code) }
				main := a.Tokens[g.Main].Text
				at := slices.IndexFunc(r.Edits, func(e tutor.Edit) bool { return about(e) && e.Original == main })
				if at < 0 {
					at = slices.IndexFunc(r.Edits, about)
				}
				if at < 0 {
					continue // the model saw it otherwise
				}
				f.entry.Rule = string(g.Judgment.Code)
				f.card = cardKey(r, r.Edits[at], f.entry.Verb)
			default:
				continue
			}
			list = append(list, f)
		}
	}
	return list
}

// The kinds of review cards: about the forms of one verb, and about a rule.
const (
	AboutVerb = "verb:"
	AboutRule = "rule:"
)

// cardKey returns what a review asks about after an error: the forms of an irregular verb where
// these were wrong, else the rule.
func cardKey(r tutor.Report, e tutor.Edit, base string) string {
	switch sentence.Code(e.Rule) {
	case sentence.Overregular, sentence.PastParticiple, sentence.ParticipleBefore:
		if verb.Of(base).Irregular && base != "be" { // whose past has two forms
			return AboutVerb + base
		}
	}
	c, _ := render.CardOf(r.Input, e) // every code has a card
	return AboutRule + c.Name
}

// Tell prints words for people.
func (l *Learner) Tell(w render.Words) { l.Say("%s", l.Explain.Lines(w)) }

// Kept returns the journal, and what it holds. Where there is none it says so, and returns nil.
func (l *Learner) Kept() (*journal.Journal, *journal.Book, error) {
	j := l.Journal()
	if !j.Exists() {
		l.Tell(render.Words{
			English: "Nothing is remembered yet. tutor progress on begins it.",
			Spanish: "Todavía no se recuerda nada. Se empieza con tutor progress on.",
		})
		return nil, nil, nil
	}
	b, err := j.Read()
	if err != nil {
		return nil, nil, Unreadable(err)
	}
	return j, b, nil
}
