package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// report makes a report of answers and returns the page and the rows of the table.
func (s *stage) report(answers string, args ...string) (code int, page string, rows [][]string, stderr string) {
	in := s.file("class.jsonl", answers)
	code, stdout, stderr := s.exec(append([]string{"report", in}, args...)...)
	assert.Empty(s.t, stdout)
	if text, err := os.ReadFile(filepath.Join(s.dir, "class-report.html")); err == nil {
		page = string(text)
	}
	if f, err := os.Open(filepath.Join(s.dir, "class-report.csv")); err == nil {
		defer f.Close()
		rows, err = csv.NewReader(f).ReadAll()
		require.NoError(s.t, err)
	}
	return code, page, rows, stderr
}

func TestReportOfAClass(t *testing.T) {
	s := newStage(t)
	in := s.file("class.csv", "pupil,date,text\nAnna,2026-09-01,He goed home.\nBen,2026-09-02,She is happy.\nAnna,2026-10-01,She have two cats and he goed.\n")
	code, answers, _ := s.batch(in, "--csv", "text", "--model", "rules")
	require.Zero(t, code)
	code, page, rows, stderr := s.report(answers)
	assert.Zero(t, code)
	assert.Equal(t, "DIR/class-report.html and DIR/class-report.csv: 2 pupils, 3 texts, 3 errors of 2 rules.\n", stderr)
	assert.Equal(t, [][]string{
		{"pupil", "rule", "level", "period", "errors", "words", "errors_per_100_words", "example", "corrected", "place"},
		{"Anna", "INFL-OVERREG", "A1", "2026-09-01", "1", "3", "33.3", "He goed home.", "He went home.", "class.csv, line 2"},
		{"Anna", "INFL-OVERREG", "A1", "2026-10-01", "1", "7", "14.3", "She have two cats and he goed.", "She has two cats and he went.", "class.csv, line 4"},
		{"Anna", "SVA-PRON", "A1", "2026-10-01", "1", "7", "14.3", "She have two cats and he goed.", "She has two cats and he went.", "class.csv, line 4"},
		{"Ben", "", "", "", "0", "3", "0.0", "", "", ""},
	}, rows)
	for _, want := range []string{
		"2 pupils, 3 texts, 13 words. 3 errors, which is 23.1 in 100 words.",
		`He <del>goed</del> <ins>went</ins> home.`,
		`aria-label="2026-09-01: 33.3; 2026-09-02: no text; 2026-10-01: 28.6"`,
		"<summary>Ben: 0 errors in 1 text</summary>",
		"Go, went, gone",
	} {
		assert.Contains(t, page, want)
	}
}

// What stands around names, texts and codes on the page is in the language of the explanations, or in both.
func TestAReportInSpanish(t *testing.T) {
	s := newStage(t)
	answers := "" +
		`{"pupil":"Ana","file":"a.txt","line":3,"input":"He goed to the park.","corrected":"He went to the park.","in_scope":true,"unsure":true,"edits":[{"offset":3,"length":4,"original":"goed","replacement":"went","rule":"INFL-OVERREG"}],"outcome":"final"}` + "\n" +
		`{"pupil":"Ana","input":"She am eats.","corrected":"She eats.","in_scope":true,"edits":[{"offset":4,"length":3,"original":"am ","replacement":"","rule":""}],"outcome":"final"}` + "\n" +
		`{"pupil":"Ben","input":"She is happy.","corrected":null,"in_scope":true,"edits":[],"outcome":"final"}` + "\n" +
		`{"pupil":"Ben","input":"Hola.","corrected":null,"in_scope":false,"edits":[],"outcome":"final"}` + "\n" +
		`{"pupil":"Ben","input":"Never.","corrected":null,"in_scope":false,"edits":[],"outcome":"model_failure"}` + "\n{\"pupil\""
	code, page, _, stderr := s.report(answers, "--explain", "es")
	require.Zero(t, code)
	assert.Equal(t, "La última línea de DIR/class.jsonl no está entera y se dejó fuera.\nDIR/class-report.html y DIR/class-report.csv: 2 alumnos, 5 textos, 2 errores de 2 reglas.\n", stderr)
	for _, want := range []string{
		`<html lang="es">`, "<title>Errores de verbos en class.jsonl</title>", "<h1>Errores de verbos en class.jsonl</h1>",
		"<p>2 alumnos, 5 textos, 13 palabras. 2 errores, es decir 15.4 en 100 palabras. Se corrigieron 2 textos y 1 no tenía ningún error de los que se conocen. " +
			"1 sin revisar. 1 sin respuesta. 1 corrección no es segura; lleva un signo de interrogación. Solo se revisaron los verbos.</p>",
		"<h2>Cada alumno</h2>", "Barras: errores en 100 palabras, del primer cuarto de los textos al último",
		"INFL-OVERREG 1 (goed → went)", "otra 1 (sin “am”)", "de cuántos alumnos", "tres formas",
		"a.txt, línea 3</span>", `title="no es seguro"`, `aria-label="primer cuarto: 20.0; segundo cuarto: sin textos; tercer cuarto: 33.3; último cuarto: sin textos"`,
		"<summary>Ben: 0 errores en 3 textos</summary>", "<p>Ningún error de los que se conocen.</p>",
	} {
		assert.Contains(t, page, want)
	}
	_, body, _ := strings.Cut(page, "</style>")
	body = regexp.MustCompile(`<li>.*?</li>|“[^”]*”`).ReplaceAllString(body, "")
	for _, word := range regexp.MustCompile(`>([^<>]+)<`).FindAllStringSubmatch(body, -1) {
		assert.NotRegexp(t, english, word[1])
		assert.NotRegexp(t, `(?i)\b(pupils?|texts?|words?|errors|trend|often|level|examples|each|details)\b`, word[1])
	}

	code, page, _, stderr = s.report(answers, "--explain", "both")
	require.Zero(t, code, "a report in another language may be written over: %s", stderr)
	for _, want := range []string{`<html lang="en">`, "<h1>Verb errors in class.jsonl / Errores de verbos en class.jsonl</h1>", "<p>2 pupils, 5 texts,", "<p>2 alumnos, 5 textos,", ">trend / evolución</th>"} {
		assert.Contains(t, page, want)
	}
	_, page, _, _ = s.report(answers, "--explain", "off")
	assert.Contains(t, page, "<p>2 pupils, 5 texts, 13 words. 2 errors, which is 15.4 in 100 words. 2 texts were corrected and 1 had no error of the kinds that are known. "+
		"1 was not judged. 1 has no answer. 1 correction is not certain; it is marked with a question mark. Only verbs were checked.</p>")
	assert.NotContains(t, page, "three forms")
	assert.NotContains(t, page, "tres formas")
	code, _, _, _ = s.report(answers, "--explain", "es")
	assert.Zero(t, code)
}

// An example is the sentence of the error, whole, and says where that stands.
func TestExamplesAreSentences(t *testing.T) {
	s := newStage(t)
	in := s.file("Ana.txt", "I am agree. We was at home. Last summer I goed to Valencia, and my brother goed too! It rained.\n"+strings.Repeat("wonderful ", 30)+"days passed, and she have seen "+strings.Repeat("everything ", 20)+".\n")
	code, answers, _ := s.batch(in, "--model", "rules")
	require.Zero(t, code)
	code, page, rows, _ := s.report(answers)
	require.Zero(t, code)
	assert.Equal(t, []string{"Last summer I goed to Valencia, and my brother goed too!", "Last summer I went to Valencia, and my brother went too!", "Ana.txt, line 1"}, rows[1][7:])
	assert.Contains(t, page, "<li>Last summer I <del>goed</del> <ins>went</ins> to Valencia, and my brother goed too! <span")
	assert.Contains(t, page, "INFL-OVERREG 2 (goed → went)")
	assert.Contains(t, page, "BE-ING 1 (without “am”)")
	assert.Contains(t, page, "everything …", "a sentence that is too long is cut between words")
	assert.NotRegexp(t, "…[a-z]|[a-z]…", page, "words stay whole")
}

func TestReportTellsPupilsApart(t *testing.T) {
	line := func(members string) string {
		return `{` + members + `"input":"a b","corrected":null,"in_scope":true,"edits":[],"outcome":"final"}` + "\n"
	}
	rows := []struct {
		claim, answers string
		args           []string
		want           []string
	}{
		{"by a member", line(`"student":"B","file":"x.txt",`) + line(`"student":"A","file":"x.txt",`), nil, []string{"A", "B"}},
		{"by file", line(`"file":"ben.txt","line":1,`) + line(`"file":"anna.essay.docx","line":1,`), nil, []string{"anna.essay", "ben"}},
		{"by the first folder", line(`"file":"anna/1.txt",`) + line(`"file":"anna/2.txt",`), nil, []string{"anna"}},
		{"as asked for", line(`"name":"A","a.b|#":"g1",`) + line(`"name":"B","a.b|#":"g1",`), []string{"--by", "a.b|#"}, []string{"g1"}},
		{"not at all", line(""), nil, []string{"(no name)"}},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			s := newStage(t)
			code, _, table, stderr := s.report(row.answers, row.args...)
			require.Zero(t, code, "%s", stderr)
			var names []string
			for _, r := range table[1:] {
				names = append(names, r[0])
			}
			assert.Equal(t, row.want, names)
		})
	}
}

// What texts, names and edits say is text, in a browser and in a spreadsheet.
func TestReportOfHostileAnswers(t *testing.T) {
	s := newStage(t)
	code, page, rows, _ := s.report(`{"pupil":"=HYPERLINK(\"http://x\")</summary><script>alert(1)</script>","input":"<img src=x onerror=alert(2)>\u202eHe goed.","corrected":"+1","in_scope":true,` +
		`"edits":[{"offset":-5,"length":99999999999,"replacement":"</ins><script>","rule":"\" onload=\"x"},{"offset":1e300,"length":-4,"rule":7}],"outcome":"final"}` + "\n")
	assert.Zero(t, code)
	for _, bad := range []string{"<script", "<img", "onload=\"", "\u202e"} {
		assert.NotContains(t, page, bad)
	}
	require.Greater(t, len(rows), 1)
	for _, cell := range rows[1] {
		assert.NotRegexp(t, `^[=+@-]`, cell)
	}
}

func TestReportRefuses(t *testing.T) {
	answer := `{"input":"a","corrected":null,"in_scope":true,"edits":[],"outcome":"final"}` + "\n"
	many := ""
	for i := range 2001 {
		many += fmt.Sprintf(`{"pupil":"p%d",`, i) + answer[1:]
	}
	rows := []struct {
		claim, answers string
		args           []string
		want           string
	}{
		{"what is no answer", answer + "He goed.\n", nil, "DIR/class.jsonl, line 2: this is no answer of tutor batch"},
		{"another object", `{"input":"a"}` + "\n", nil, `DIR/class.jsonl, line 1: this is no answer of tutor batch: "input", "outcome" or "edits" is missing`},
		{"nothing", "", nil, "DIR/class.jsonl holds no answers; tutor batch IN -o DIR/class.jsonl makes them"},
		{"to write over the answers", answer, []string{"-o", "DIR/class.jsonl"}, "DIR/class.jsonl holds something else than a report; name another file with -o"},
		{"to write over something else", answer, []string{"--table", "DIR/texts.csv"}, "DIR/texts.csv holds something else than a report; name another file with --table"},
		{"one file for both", answer, []string{"-o", "DIR/x", "--table", "DIR/./x"}, "DIR/x cannot be both the page and the table"},
		{"a folder that is not there", answer, []string{"-o", "DIR/no/x"}, "cannot write DIR/no/x: no such file or directory"},
		{"too many pupils", many, nil, `DIR/class.jsonl, line 2001: there are more than 2000 different values of "pupil"; name what tells pupils apart with --by`},
		{"a member that no answer has", `{"pupil":"Ana",` + answer[1:], []string{"--by", "group"}, `no answer in DIR/class.jsonl says "group"; the first one says pupil, input`},
		{"a date that no answer has", answer, []string{"--when", "day"}, `no answer in DIR/class.jsonl has a date, such as 2026-01-31, in "day"; the first one says input`},
		{"a flag that does nothing", answer, []string{"--model", "rules"}, "--model does nothing for tutor report; leave it out"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			s := newStage(t)
			s.file("texts.csv", "pupil,text\n")
			var args []string
			for _, a := range row.args {
				args = append(args, strings.ReplaceAll(a, "DIR", s.dir))
			}
			code, page, table, stderr := s.report(row.answers, args...)
			assert.Equal(t, 2, code)
			assert.Equal(t, "tutor: "+row.want+"\n", stderr)
			assert.Empty(t, page)
			assert.Empty(t, table)
		})
	}
	t.Run("a line that is not whole is left out", func(t *testing.T) {
		code, _, _, stderr := newStage(t).report(answer + answer[:20])
		assert.Zero(t, code)
		assert.True(t, strings.HasPrefix(stderr, "The last line of DIR/class.jsonl is not whole and was left out.\n"), "%s", stderr)
	})
}
