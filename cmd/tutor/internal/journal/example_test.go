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
	ctx, now := context.Background(), time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	j, err := journal.Open(ctx, filepath.Join(folder, "learner.db"))
	if err != nil {
		panic(err)
	}
	defer j.Close()
	if err := j.Missed(ctx, "verb:go", "INFL-OVERREG", now); err != nil {
		panic(err)
	}
	due, err := j.Rate(ctx, "verb:go", true, now)
	fmt.Println(due.Format("2 January"), err)
	// Output: 5 March <nil>
}
