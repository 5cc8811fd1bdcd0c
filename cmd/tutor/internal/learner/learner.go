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
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// A Learner is a person whose errors are remembered, if that is turned on. A marker file beside the
// journal says whether it is, so that no database is opened where it is not.
type Learner struct {
	*cli.Console
	Folder string // "": there is no place for one

	journal *journal.Journal // nil: not open yet
}

// WithText is what the marker file holds where sentences are kept too.
const WithText = "keep-text\n"

// New returns the learner whose folder is tutor below XDG_DATA_HOME, or else below .local/share in
// the home folder.
func New(c *cli.Console) *Learner {
	return &Learner{Console: c, Folder: c.Folder("XDG_DATA_HOME", ".local/share")}
}

// File returns the path of the journal.
func (l *Learner) File() string { return filepath.Join(l.Folder, "learner.db") }

// Marker returns the path of the file that says that errors are remembered.
func (l *Learner) Marker() string { return filepath.Join(l.Folder, "learner.on") }

// On reports whether errors are remembered, and whether with their sentences.
func (l *Learner) On() (on, text bool) {
	if l.Folder == "" {
		return false, false
	}
	data, err := os.ReadFile(l.Marker())
	return err == nil, string(data) == WithText
}

// Open opens the journal. Only commands that were asked for it, or whose user turned memory on, do.
func (l *Learner) Open(ctx context.Context) (*journal.Journal, error) {
	if l.journal != nil {
		return l.journal, nil
	}
	j, err := journal.Open(ctx, l.File())
	if err != nil {
		return nil, Unreadable(err)
	}
	l.journal = j
	return j, nil
}

// Close closes the journal if it is open.
func (l *Learner) Close() error {
	if l.journal == nil {
		return nil
	}
	return l.journal.Close()
}

// Unreadable words what is wrong with a journal, and what to do.
func Unreadable(err error) error {
	path := "the journal"
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		path = p.Path
	}
	switch {
	case errors.Is(err, journal.ErrDamaged):
		return cli.Misuse("%s is damaged. It was left as it is. Put a copy back, or move it away to begin anew.", path)
	case errors.Is(err, journal.ErrForeign):
		return cli.Misuse("%s is not a learner's journal. It was left as it is; move it away to begin one.", path)
	case errors.Is(err, journal.ErrLater):
		return cli.Misuse("%s was made by a later version of tutor, and was left as it is.", path)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		return cli.Misuse("cannot open %s: %v", path, cli.Cause(err))
	}
	return err
}

// Remember keeps what an answer says about verb forms. Where that fails the answer stands, and the
// reason is printed.
func (l *Learner) Remember(ctx context.Context, r tutor.Report, text bool) {
	if r.Outcome != loop.Final || !r.InScope {
		return
	}
	if err := l.keep(ctx, r, text, l.Now()); err != nil {
		l.Say("tutor: this answer is not remembered: %v", err)
	}
}

// A form is a verb group of an input that was judged.
type form struct {
	entry   journal.Entry
	written string
	card    string // the key of its card, of a wrong one
}

func (l *Learner) keep(ctx context.Context, r tutor.Report, text bool, now time.Time) error {
	j, err := l.Open(ctx)
	if err != nil {
		return err
	}
	var entries []journal.Entry
	for _, f := range forms(r) {
		e := f.entry
		e.At = now
		if e.Right { // of these only what was wrong before is of interest
			before, err := j.LastWrong(ctx, e.Verb, e.Tense, e.Person)
			if err != nil {
				return err
			}
			if !before || slices.ContainsFunc(entries, func(o journal.Entry) bool { return o == e }) {
				continue
			}
			l.Say("“%s” was wrong before, and is right now. Well done!", f.written)
		}
		if text {
			e.Sentence = r.Input
			if r.Corrected != nil {
				e.Corrected = *r.Corrected
			}
		}
		entries = append(entries, e)
		if !e.Right {
			if err := j.Missed(ctx, f.card, e.Rule, now); err != nil {
				return err
			}
		}
	}
	if len(entries) == 0 {
		return nil
	}
	return j.Add(ctx, entries...)
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
				at := slices.IndexFunc(r.Edits, func(e tutor.Edit) bool { return e.Rule == string(g.Judgment.Code) })
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

// Kept opens the journal if there is one. Where there is none it says so, and returns nil.
func (l *Learner) Kept(ctx context.Context) (*journal.Journal, error) {
	if _, err := os.Stat(l.File()); errors.Is(err, fs.ErrNotExist) {
		l.Say("Nothing is remembered yet. tutor progress on begins it.")
		return nil, nil
	}
	return l.Open(ctx)
}
