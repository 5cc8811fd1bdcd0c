package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a learner or a teacher may get wrong is told in Spanish, whether the language was known before the error or not.
func TestMisuseIsToldInSpanish(t *testing.T) {
	s := newStage(t)
	text, table := s.file("in.txt", "He goed.\n"), s.file("in.csv", "text\nHe goed.\n")
	answers := s.file("out.jsonl", `{"input":"a","corrected":null,"in_scope":true,"edits":[],"outcome":"final"}`+"\n")
	s.file("notes.md", "No answers.\n")
	latin, broken := s.file("bad.txt", "a\nb\xff\n"), s.file("bad.jsonl", "{\n")
	for _, row := range []struct{ args, says string }{
		{"--colour x", "no hay ninguna opción --colour; ¿querías decir --color?"},
		{"--foo", "no hay ninguna opción --foo; mira tutor -h"},
		{"-z", "no hay ninguna opción -z; mira tutor -h"},
		{"bacth", "no hay ningún comando bacth; ¿querías decir  tutor batch?\nPara revisarlo como oración:  tutor \"bacth.\""},
		{"in.txt", "in.txt es un archivo. Para corregir sus oraciones:  tutor batch in.txt -o SALIDA\nUna a una, como texto:  tutor < in.txt"},
		{"models pul", "no hay ningún comando tutor models pul; hay: tutor models pull NAME"},
		{"runs lits", "no hay ningún comando tutor runs lits; ¿querías decir tutor runs list?"},
		{"--model rules", "no había ninguna oración en la entrada estándar"},
		{"explain", "¿qué regla? Prueba:  tutor explain SVA-PRON\nLas otras:  tutor rules"},
		{"explain SVA-PRN", "no hay ninguna regla SVA-PRN; ¿querías decir SVA-PRON?"},
		{"explain zzzzzz", "no hay ninguna regla zzzzzz; tutor rules las muestra"},
		{"--steps x He.", `--steps es "x": se espera un número entero, o 0 para el valor normal`},
		{"--timeout x He.", `--timeout es "x": se espera una duración, como 30s o 5m`},
		{"--min-confidence 2 He.", `--min-confidence es "2": se espera un número de 0 a 1, como 0.9`},
		{"--dialect uk He.", `--dialect es "uk": se espera any, us o gb`},
		{"He. --steps", "--steps necesita un valor; tutor flags dice cuáles hay"},
		{"--json=x He.", `--json es "x": se espera true o false`},
		{"--model rule He.",
			`no hay ningún modelo "rule"; hay: auto, ollama:NAME, openai:NAME, rules, tiny, tiny:FILE, script:FILE, ` +
				`random:SEED. ¿Querías decir rules?`},
		{"--model llama3.2 He.",
			`no hay ningún modelo "llama3.2"; hay: auto, ollama:NAME, openai:NAME, rules, tiny, tiny:FILE, script:FILE, ` +
				`random:SEED. Un modelo de Ollama se escribe ollama:llama3.2`},
		{"batch in.txt", "batch necesita un archivo que leer y otro que escribir:  tutor batch ENTRADA -o SALIDA"},
		{"batch in.csv -o out --model rules",
			"in.csv es una tabla: --csv dice qué columna tiene los textos, por su nombre o su número:  tutor batch in.csv --csv COLUMNA -o out"},
		{"batch nix -o out --model rules", "no se puede leer nix: no existe"},
		{"batch in.txt -o in.txt --model rules", "in.txt se escribiría sobre sí mismo; nombra otro archivo con -o"},
		{"batch in.txt -o notes.md --model rules",
			"notes.md no salió de esta entrada: su línea 1 no responde a la línea 1 de la entrada.\nNombra otro archivo con -o " +
				"o empiézalo de nuevo con --restart."},
		{"batch in.csv --csv text -o new --text x --model rules",
			"--text escribe textos, y in.csv es una tabla; sus textos corregidos están en new"},
		{"batch in.csv --csv texto -o new --model rules", `in.csv, línea 1: no hay ninguna columna "texto"; hay: "text"`},
		{"batch bad.txt -o new --model rules",
			"bad.txt, línea 2: esto no es texto en UTF-8; conviértelo antes, por ejemplo: iconv -f latin1 -t utf-8"},
		{"batch bad.jsonl -o new --model rules", `bad.jsonl, línea 1: esto no es JSON; cada línea debe ser un objeto, como {"input":"He goed."}`},
		{"batch in.txt -o new --model rules --queue nats://127.0.0.1:1",
			"no se llega a la cola en nats://127.0.0.1:1: allí no responde ningún servidor; iníciala (hub --store DIR) o " +
				"nombra otra, y repite la orden"},
		{"--model rules --log no/log He.", "no se puede escribir el registro no/log: no existe"},
		{"batch in.txt -o new --queue nats://127.0.0.1:1", "con una cola, nombra el modelo de sus trabajadores:  --model ollama:NAME"},
	} {
		args := strings.Fields(strings.NewReplacer("in.txt", text, "bad.txt", latin, "bad.jsonl", broken, "in.csv", table,
			"out.jsonl", answers, "notes.md", filepath.Join(s.dir, "notes.md")).Replace(row.args))
		english := func() string {
			code, _, stderr := s.exec(args...)
			assert.Equal(t, 2, code, row.args)
			return strings.ReplaceAll(stderr, "DIR/", "")
		}
		delete(s.env, "TUTOR_EXPLAIN")
		plain := english()
		for language, want := range map[string]string{"es": "tutor: " + row.says + "\n", "both": plain + row.says + "\n"} {
			s.env["TUTOR_EXPLAIN"] = language
			_, _, stderr := s.exec(args...)
			assert.Equal(t, want, strings.ReplaceAll(stderr, "DIR/", ""), "%s, %s", row.args, language)
		}
	}
}

// The language of an error is that of the flags as a whole: what follows the error counts too, and so does the file.
func TestTheLanguageOfAnErrorIsFound(t *testing.T) {
	spanish := "tutor: no hay ninguna opción --foo; mira tutor -h\n"
	english := "tutor: there is no flag --foo; see tutor -h\n"
	for _, row := range []struct {
		claim, args, variable, file, want string
	}{
		{"before the error", "--explain es --foo", "", "", spanish},
		{"after it", "--foo --explain=es", "", "", spanish},
		{"the last one", "--explain es --foo --explain en", "", "", english},
		{"no flag any more", "--foo -- --explain es", "", "", english},
		{"no language", "--foo --explain fr", "", "", english},
		{"no value", "--foo --explain", "", "", english},
		{"a variable", "--foo", "es", "", spanish},
		{"a file", "--foo", "", `explain = "es"`, spanish},
		{"a file with an error", "--foo", "", "explain = 'es'\n[", english},
		{"a flag before a variable", "--foo --explain en", "es", "", english},
		{"a variable before a file", "--foo", "en", `explain = "es"`, english},
	} {
		t.Run(row.claim, func(t *testing.T) {
			s := newStage(t)
			s.env["TUTOR_EXPLAIN"], s.env["XDG_CONFIG_HOME"] = row.variable, s.dir
			require.NoError(t, os.Mkdir(filepath.Join(s.dir, "tutor"), 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(s.dir, "tutor", "config.toml"), []byte(row.file), 0o600))
			_, _, stderr := s.exec(strings.Fields(row.args)...)
			assert.Equal(t, row.want, stderr)
		})
	}
}
