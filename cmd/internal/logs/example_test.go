package logs_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/shortleash/shortleash/cmd/internal/logs"
)

func Example() {
	folder, err := os.MkdirTemp("", "logs")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	log, err := logs.OpenIn(filepath.Join(folder, "essays.ndjson"))
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(log, `{"seq":1,"time":"2026-01-02T03:04:05Z","kind":"run_started","run":{"version":2,"task":"He goed."}}`)
	fmt.Fprint(log, `{"seq":2,"time":"2026-01-`) // killed
	if err := log.Close(); err != nil {
		panic(err)
	}
	files, err := logs.Files(folder)
	if err != nil {
		panic(err)
	}
	found, err := logs.Find(files, "essays:1")
	fmt.Println(found[0].ID, found[0].Info().Task, found[0].Outcome(), err)
	// Output: 667aaafe He goed. unfinished <nil>
}
