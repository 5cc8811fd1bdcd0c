package journal_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/shortleash/shortleash/cmd/tutor/internal/journal"
)

func ExampleJournal() {
	folder, err := os.MkdirTemp("", "journal")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	err = journal.At(filepath.Join(folder, "learner.jsonl")).Update(context.Background(), func(b *journal.Book) error {
		b.Missed("verb:go", "INFL-OVERREG", now)
		due, _ := b.Rate("verb:go", true, now)
		fmt.Println(due.Format("2 January"))
		return nil
	})
	fmt.Println(err)
	// Output:
	// 5 March
	// <nil>
}
