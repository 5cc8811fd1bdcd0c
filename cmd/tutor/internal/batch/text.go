package batch

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/answers"
	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// checkText refuses to write the corrected text where it cannot stand.
func (b *batchJob) checkText() error {
	switch {
	case b.text == "":
		return nil
	case b.column != "":
		return cli.Misuse("--text writes texts, and %s is a table; its corrected texts stand in %s", b.in, b.out)
	case cli.SameFile(b.text, b.in), cli.SameFile(b.text, b.out), filepath.Clean(b.text) == filepath.Clean(b.out):
		return cli.Misuse("%s would be written over; name another place with --text", b.text)
	}
	info, err := os.Stat(b.text)
	if err == nil && info.IsDir() != b.source.Folder {
		if b.source.Folder {
			return cli.Misuse("%s is a folder, so --text must name a folder; %s is a file", b.in, b.text)
		}
		return cli.Misuse("%s is one file, so --text must name a file; %s is a folder", b.in, b.text)
	}
	place := b.text
	if b.source.Folder {
		if err := os.MkdirAll(b.text, 0o700); err != nil {
			return cli.Misuse("cannot make the folder %s: %v", b.text, cli.Cause(err))
		}
		place = filepath.Join(b.text, "text")
	}
	if err := cli.Writable(place); err != nil { // the answers may take hours
		return cli.Unwritable(b.text, err)
	}
	return nil
}

// writeText writes the corrected text: one file, or one for each of a folder. Each is replaced in one step.
func (b *batchJob) writeText() error {
	f, err := os.Open(b.out)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", b.out, cli.Cause(err))
	}
	defer f.Close() // it was only read
	lines := bufio.NewReader(f)
	replace := func(in answers.Input) (string, error) {
		line, err := lines.ReadString('\n')
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return "", fmt.Errorf("cannot read %s: %w", b.out, cli.Cause(err))
		}
		if corrected := gjson.Get(line, "corrected"); corrected.Type == gjson.String {
			return corrected.Str, nil
		}
		return in.Text, nil
	}
	for page, err := range b.source.Pages(replace) {
		if err != nil {
			return err
		}
		path := b.text
		if b.source.Folder {
			path = filepath.Join(b.text, filepath.FromSlash(page.Name))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				return cli.Misuse("cannot make the folder %s: %v", filepath.Dir(path), cli.Cause(err))
			}
		}
		if err := cli.ReplaceFile(path, []byte(page.Text), cli.Private); err != nil {
			return cli.Unwritable(path, err)
		}
	}
	return nil
}
