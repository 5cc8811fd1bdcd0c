// Command bfcl asks a model the questions of the Berkeley Function-Calling Leaderboard through several base URLs, and has
// the calls judged by its official checker. Data and checker come from PyPI; none of them is in this repository:
//
//	pip install --no-deps --target PACKAGE bfcl-eval==2026.3.23
//	go run ./bfcl -package PACKAGE -model qwen05 -n 25 -records FILE \
//	  "server=http://127.0.0.1:11434/v1" "shortleash=http://127.0.0.1:11435/v1" >>replies.jsonl
//	go run ./bfcl -records FILE >page.md     # what is recorded
//
// Every row gets the same requests, at temperature 0 with a fixed seed. The row called server makes a second one: calls read from texts.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/shortleash/shortleash/eval"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "bfcl:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout, stderr io.Writer) error {
	f := flag.NewFlagSet("bfcl", flag.ContinueOnError)
	f.SetOutput(stderr)
	folder := f.String("package", "", "`folder` into which bfcl-eval was installed")
	model := f.String("model", "", "`name` of the model in the requests")
	n := f.Int("n", 25, "how many items of each category, chosen by a hash of their ids")
	skip := f.Int("skip", 0, "how many items of each category to pass over, as some that were looked at before")
	name := f.String("records", "bfcl.jsonl", "`file` of verdicts and figures, which is gone on from")
	remark := f.String("remark", os.DevNull, "`file` with a text for the page: when, where and how it was measured")
	if err := f.Parse(args); err != nil {
		return err
	}
	records, file, err := eval.OpenRecords[record](*name, "an item")
	if err != nil {
		return err
	}
	defer file.Close() // each line was written whole
	if f.NArg() == 0 {
		return writePage(stdout, records.All(), *remark)
	}
	what := []string{*model, strconv.Itoa(*skip), strconv.Itoa(*n), strings.Join(categories, ",")}
	return measure(*folder, append(what, f.Args()...), records, json.NewEncoder(stdout), stderr)
}
