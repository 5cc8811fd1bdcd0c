package learner

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/journal"
)

// TurnOn has errors remembered from now on, and, if text is set, their sentences too. It makes the journal.
func (l *Learner) TurnOn(ctx context.Context, text bool) error {
	unchanged := func(*journal.Book) error { return nil }
	if err := l.Journal().Update(ctx, unchanged); err != nil { // what cannot be kept is said now
		return Unreadable(err)
	}
	content := ""
	if text {
		content = WithText
	}
	if err := os.WriteFile(l.Marker(), []byte(content), 0o600); err != nil {
		return cli.Unwritable(l.Marker(), err)
	}
	return nil
}

// TurnOff has errors not remembered any more. What was kept stays.
func (l *Learner) TurnOff() error {
	if err := os.Remove(l.Marker()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return cli.Misuse("cannot remove %s: %v", l.Marker(), cli.Cause(err))
	}
	return nil
}

// Contents are all that a journal holds, as exports have it.
type Contents struct {
	Entries []journal.Entry `json:"entries"`
	Cards   []journal.Card  `json:"cards"`
}

// Export writes all that a book holds as JSON.
func Export(w io.Writer, b *journal.Book) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(Contents{b.Entries(), b.Cards()})
}
