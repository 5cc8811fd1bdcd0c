// Package logs keeps the logs of runs in files, and finds runs in them.
//
// A file holds runs one after the other, as [loop.ReadLogs] reads them. [Open] opens one to add to it
// after its last whole line: one writer at a time, and no other user can read it. [Read] yields the
// runs of a file, and [Find] those that a name may mean. [ForBatch] names the file of a batch in a
// folder, and [Files] lists those that a folder has.
//
// A run is named by its [Run.ID], which stays the same wherever its lines are copied, or by file and
// place, [Run.Name], which tells even copies apart.
package logs

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Extension is the end of the names of files in the folder.
const Extension = ".ndjson"

// ForBatch returns the name of the log of the batch that writes the file out: always the same for one
// file, so that a batch that goes on adds to it.
func ForBatch(folder, out string) (string, error) {
	path, err := filepath.Abs(out)
	if err != nil {
		return "", err
	}
	base := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	return filepath.Join(folder, base+"-"+short([]byte(path))+Extension), nil
}

// NameExtension is the end of the name of the file beside a log that has the log's name, where a person gave it one.
const NameExtension = ".name"

// Files lists the logs in folder by name. A folder that is not there has none.
func Files(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	var list []string
	for _, e := range entries {
		if regular := e.Type().IsRegular() || e.Type()&os.ModeSymlink != 0; regular && strings.HasSuffix(e.Name(), Extension) {
			list = append(list, filepath.Join(folder, e.Name()))
		}
	}
	slices.Sort(list)
	return list, nil
}

// short is a name for data: eight hexadecimal digits.
func short(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:4])
}
