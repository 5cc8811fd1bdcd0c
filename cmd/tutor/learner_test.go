package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// A desktop is a stage with a folder for data and a clock.
type desktop struct {
	*stage
	now time.Time
}

func newDesktop(t *testing.T) *desktop {
	s := newStage(t)
	s.env["XDG_DATA_HOME"] = s.dir
	return &desktop{s, time.Date(2026, 3, 4, 9, 0, 0, 0, time.UTC)} // a Wednesday
}

// exec runs the program at the desktop's time.
func (d *desktop) exec(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	c := cli.NewConsole("tutor", d.stdin, &out, &err, func(name string) string { return d.env[name] }, nil)
	c.Now = func() time.Time { return d.now }
	code = run(d.t.Context(), c, args)
	return code, d.scrub(out.String()), d.scrub(err.String())
}

// write corrects a sentence with the rules.
func (d *desktop) write(sentence string) (stderr string) {
	code, _, stderr := d.exec("--model", "rules", "--quiet", sentence)
	assert.Zero(d.t, code)
	return stderr
}

func (d *desktop) file(name string) string { return filepath.Join(d.dir, "tutor", name) }

func TestNothingIsRememberedUnlessItIsWanted(t *testing.T) {
	d := newDesktop(t)
	assert.Empty(t, d.write("He goed home."))
	for _, command := range []string{"progress", "review"} {
		code, stdout, stderr := d.exec(command)
		assert.Zero(t, code)
		assert.Empty(t, stdout)
		assert.Equal(t, "Nothing is remembered yet. tutor progress on begins it.\n", stderr)
	}
	_, err := os.Stat(filepath.Join(d.dir, "tutor"))
	assert.ErrorIs(t, err, os.ErrNotExist, "no folder, and so no journal")
}

func TestProgressOfALearner(t *testing.T) {
	d := newDesktop(t)
	code, stdout, stderr := d.exec("progress", "on")
	assert.Zero(t, code)
	assert.Empty(t, stdout)
	assert.Equal(t, "From now on your errors are remembered in DIR/tutor/learner.jsonl. Your sentences are not kept.\nNothing leaves this machine. tutor progress off stops it.\n", stderr)
	_, stdout, _ = d.exec("progress")
	assert.Equal(t, "No errors so far.\n", stdout)

	day := d.now
	d.now = day.AddDate(0, 0, -40)
	d.write("He goed home.")
	d.now = day.AddDate(0, 0, -3) // Sunday: the week before
	d.write("He goed home and she writed a letter.")
	d.now = day
	d.write("Hello there!")
	assert.Equal(t, "“went” was wrong before, and is right now. Well done!\n", d.write("He went home."))
	assert.Empty(t, d.write("He went home."), "praise comes once")
	d.write("The list of items are long.")
	code, stdout, stderr = d.exec("progress", "show")
	assert.Zero(t, code)
	assert.Equal(t, ""+
		"Week of        earlier   9 Feb  16 Feb  23 Feb   2 Mar\n"+
		"SVA-DISTR            0       0       0       0       1\n"+
		"INFL-OVERREG         1       0       0       2       0\n"+
		"Verbs: go (2), be (1), write (1)\n"+
		"Wrong before and right later: 1 time\n", stdout)
	assert.Equal(t, "There are 3 questions to review:  tutor review\n", stderr)

	t.Run("export has no sentence", func(t *testing.T) {
		_, stdout, _ := d.exec("progress", "export")
		assert.True(t, gjson.Valid(stdout))
		assert.Len(t, gjson.Get(stdout, "entries").Array(), 5)
		assert.JSONEq(t, `{"at":"2026-01-23T09:00:00Z","source":"written","rule":"INFL-OVERREG","verb":"go","tense":"past_simple","person":"3sg","right":false}`,
			gjson.Get(stdout, "entries.0").Raw)
		assert.Equal(t, `["verb:go","verb:write","rule:sva-distr-near-noun"]`, gjson.Get(stdout, "cards.#.key").Raw)
		data, err := os.ReadFile(d.file("learner.jsonl"))
		require.NoError(t, err)
		assert.NotContains(t, string(data), "letter")
	})
	t.Run("forget", func(t *testing.T) {
		for args, want := range map[string]string{
			"":                          "what shall be forgotten? --rule CODE, --before DATE, or --all",
			"--all --rule SVA-NP":       "--all forgets everything; without it --rule and --before choose",
			"--rule X":                  "there is no rule X; tutor rules lists them",
			"--before yesterday":        `--before is "yesterday": want a date such as 2026-01-31`,
			"--rule INFL-OVERREG extra": "progress knows export, forget, import, off, on, show; see tutor progress -h",
		} {
			code, _, stderr := d.exec(append([]string{"progress", "forget"}, strings.Fields(args)...)...)
			assert.Equal(t, 2, code)
			assert.Equal(t, "tutor: "+want+"\n", stderr)
		}
		for _, row := range []struct{ args, want string }{
			{"--before 2026-02-01", "Forgot 1 entry.\n"}, {"--rule infl-overreg", "Forgot 2 entries.\n"}, {"--all", "Forgot 2 entries.\n"},
		} {
			_, _, stderr := d.exec(append([]string{"progress", "forget"}, strings.Fields(row.args)...)...)
			assert.Equal(t, row.want, stderr, row.args)
		}
	})
	t.Run("off keeps what is there and adds nothing", func(t *testing.T) {
		d.write("He goed home.")
		for range 2 {
			code, _, stderr := d.exec("progress", "off")
			assert.Zero(t, code)
			assert.Equal(t, "Errors are not remembered any more. What was kept stays; tutor progress forget --all deletes it.\n", stderr)
		}
		d.write("He goed home.")
		_, stdout, stderr := d.exec("progress")
		assert.Contains(t, stdout, "Verbs: go (1)\n")
		assert.Contains(t, stderr, "Remembering is off")
	})
	t.Run("sentences only where that was asked for", func(t *testing.T) {
		_, _, stderr := d.exec("progress", "on", "--keep-text")
		assert.Contains(t, stderr, "Your sentences are kept too.")
		d.write("My aunt writed this letter.")
		_, stdout, _ := d.exec("progress", "export")
		assert.Equal(t, "My aunt wrote this letter.", gjson.Get(stdout, "entries.@reverse.0.corrected").Str)
	})
	t.Run("without a home there is no place", func(t *testing.T) {
		for _, command := range []string{"progress", "review"} {
			code, _, stderr := newStage(t).exec(command)
			assert.Equal(t, 2, code)
			assert.Equal(t, "tutor: there is no place for a journal, because HOME is not set\n", stderr)
		}
	})
}

func TestADamagedJournalLosesNothing(t *testing.T) {
	d := newDesktop(t)
	_, _, _ = d.exec("progress", "on")
	junk := []byte("He goed to school, and then something wrote over the file.\n")
	require.NoError(t, os.WriteFile(d.file("learner.jsonl"), junk, 0o600))
	const told = "DIR/tutor/learner.jsonl is not a learner's journal. It was left as it is; move it away to begin one.\n"
	for _, args := range []string{"progress", "progress export", "progress forget --all", "progress on", "review"} {
		code, stdout, stderr := d.exec(strings.Fields(args)...)
		assert.Equal(t, 2, code, args)
		assert.Empty(t, stdout)
		assert.Equal(t, "tutor: "+told, stderr)
	}
	code, stdout, stderr := d.exec("--model", "rules", "--quiet", "He goed home.")
	assert.Zero(t, code, "the answer stands")
	assert.Contains(t, stdout, "{+went+}")
	assert.Equal(t, "tutor: this answer is not remembered: "+told, stderr)
	after, err := os.ReadFile(d.file("learner.jsonl"))
	require.NoError(t, err)
	assert.Equal(t, junk, after)
}

func TestADamagedLineIsNamed(t *testing.T) {
	d := newDesktop(t)
	_, _, _ = d.exec("progress", "on")
	d.write("He goed home.")
	data, err := os.ReadFile(d.file("learner.jsonl"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(d.file("learner.jsonl"), data[:len(data)-9], 0o600))
	code, _, stderr := d.exec("progress")
	assert.Equal(t, 2, code)
	assert.Equal(t, "tutor: line 3 of DIR/tutor/learner.jsonl cannot be read: it ends in the middle. The file was left as it is. "+
		"Mend the line, put a copy back, or move the file away to begin anew.\n", stderr)
}

func TestTheJournalOfAnEarlierVersionIsMentionedAndLeft(t *testing.T) {
	d := newDesktop(t)
	require.NoError(t, os.MkdirAll(d.file(""), 0o700))
	old := []byte("SQLite format 3\x00 and so on")
	require.NoError(t, os.WriteFile(d.file("learner.db"), old, 0o600))
	const told = "DIR/tutor/learner.db is the journal of an earlier version of tutor, which kept it as an SQLite database. This version does not read it,\n" +
		"and leaves it as it is. To go on with what it holds, run the earlier version's  tutor progress export > old.json  and then\n" +
		"this one's  tutor progress import old.json\n"
	_, _, stderr := d.exec("progress")
	assert.Equal(t, told+"Nothing is remembered yet. tutor progress on begins it.\n", stderr)
	_, _, stderr = d.exec("review")
	assert.Contains(t, stderr, told)
	require.NoError(t, os.WriteFile(d.file("learner.on"), nil, 0o600)) // remembering was on before
	assert.Equal(t, told, d.write("He goed home."))
	assert.Empty(t, d.write("He goed home."), "said once: the new journal has begun")
	after, err := os.ReadFile(d.file("learner.db"))
	require.NoError(t, err)
	assert.Equal(t, old, after)

	export := filepath.Join(d.dir, "old.json")
	require.NoError(t, os.WriteFile(export, []byte(`{"entries":[{"at":"2026-01-23T09:00:00Z","source":"written","rule":"SVA-NP","verb":"be","right":false}],
		"cards":[{"key":"rule:sva-np","rule":"SVA-NP","due":"2026-01-23T09:00:00Z","reviews":4,"lapses":0}]}`), 0o600))
	for _, want := range []string{"Took 1 entry from DIR/old.json.\n", "Took 0 entries from DIR/old.json.\n"} {
		code, _, stderr := d.exec("progress", "import", export)
		assert.Zero(t, code)
		assert.Equal(t, want, stderr)
	}
	_, stdout, _ := d.exec("progress", "export")
	assert.Equal(t, `["SVA-NP","INFL-OVERREG","INFL-OVERREG"]`, gjson.Get(stdout, "entries.#.rule").Raw)
	assert.Equal(t, `["rule:sva-np","verb:go"]`, gjson.Get(stdout, "cards.#.key").Raw)

	for text, want := range map[string]string{
		`[1]`:                         " is no export: want the JSON object that  tutor progress export  prints",
		`{"entries":[]}`:              " is no export: want the JSON object that  tutor progress export  prints",
		`{"entries":[{}],"cards":[]}`: `: entry 1: the source is "": want "written" or "reviewed"; nothing was taken from it`,
	} {
		require.NoError(t, os.WriteFile(export, []byte(text), 0o600))
		code, _, stderr := d.exec("progress", "import", export)
		assert.Equal(t, 2, code, text)
		assert.Equal(t, "tutor: DIR/old.json"+want+"\n", stderr)
	}
	for _, args := range []string{"import", "import a b", "import none.json"} {
		code, _, _ := d.exec(append([]string{"progress"}, strings.Fields(args)...)...)
		assert.Equal(t, 2, code, args)
	}
}

func TestReview(t *testing.T) {
	d := newDesktop(t)
	_, _, _ = d.exec("progress", "on")
	d.write("He goed home.")
	d.now = d.now.Add(time.Minute)
	d.write("She like it.")
	review := func(answers string, args ...string) (stdout, stderr string) {
		d.stdin = strings.NewReader(answers)
		code, stdout, stderr := d.exec(append([]string{"review"}, args...)...)
		assert.Zero(t, code)
		return stdout, stderr
	}
	stdout, stderr := review("Went, gone.\nlive\n")
	golden(t, "review.golden", stdout)
	assert.Equal(t, "1 of 2 right. Next: tomorrow.\n", stderr)
	stdout, stderr = review("")
	assert.Empty(t, stdout)
	assert.Equal(t, "There is nothing to review now. Next: tomorrow.\n", stderr)

	d.now = d.now.AddDate(0, 0, 1)
	stdout, _ = review("he watches the news every evening\n")
	assert.Contains(t, stdout, "He ___ (watch) the news every evening.\nRight.\n", "another sentence, and the whole of it is an answer too")
	d.now = d.now.AddDate(0, 1, 0)
	stdout, stderr = review("went gone\n", "--most", "1")
	assert.Equal(t, 1, strings.Count(stdout, "Right."))
	assert.Contains(t, stderr, "1 of 1 right. Next: now.")
	stdout, stderr = review("")
	assert.Equal(t, "She ___ (live) near the sea.\n", stdout, "who leaves is asked again another time")
	assert.Contains(t, stderr, "0 of 0 right. Next: now.")

	code, _, stderr := d.exec("review", "please")
	assert.Equal(t, 2, code)
	assert.Equal(t, "tutor: review takes no words; it asks you\n", stderr)
}

func TestReviewAsksForOwnSentencesThatWereKept(t *testing.T) {
	d := newDesktop(t)
	_, _, _ = d.exec("progress", "on", "--keep-text")
	d.write("My aunt writed this letter.")
	d.stdin = strings.NewReader("My aunt wrote this letter\n")
	_, stdout, _ := d.exec("review")
	assert.Equal(t, "You wrote: My aunt writed this letter. Write it again, without the error.\nRight.\n\n", stdout)
	d.now = d.now.AddDate(0, 1, 0)
	d.stdin = strings.NewReader("wrote written\n")
	_, stdout, _ = d.exec("review")
	assert.Equal(t, "The three forms: write, ___, ___\nRight.\n\n", stdout, "and the forms in turn")
}

// A review tells about an error what the answer told.
func TestReviewUsesTheCardOfTheAnswer(t *testing.T) {
	for _, sentence := range []string{
		"She like it.", "They goes home.", "He have a dog.", "They is happy.", "She don't like tea.", "The dogs barks.", "My brother are tired.",
		"The list of items are long.", "He is stoping here.", "She didn't went home.", "I no understand.", "She can to swim.", "I want to sang.",
		"We are walk to school every morning.", "I am knowing the answer.", "There is two dogs.", "I enjoy to swim.",
	} {
		t.Run(sentence, func(t *testing.T) {
			for _, language := range []string{"en", "es", "both"} {
				d := newDesktop(t)
				_, _, _ = d.exec("progress", "on")
				code, answer, stderr := d.exec("--model", "rules", "--quiet", "--explain", language, sentence)
				require.Zero(t, code, stderr)
				d.stdin = strings.NewReader("zzz\n")
				_, review, _ := d.exec("review", "--explain", language)
				_, rule, ok := strings.Cut(joined(review), "“")
				require.True(t, ok, review)
				assert.Contains(t, joined(answer), "“"+rule)
			}
		})
	}
}

// joined returns text without its line breaks and margins.
func joined(text string) string { return strings.Join(strings.Fields(text), " ") }

func TestReviewAndProgressInSpanish(t *testing.T) {
	d := newDesktop(t)
	all := ""
	do := func(args ...string) string {
		code, stdout, stderr := d.exec(append(args, "--explain", "es")...)
		assert.Zero(t, code, stderr)
		all += stdout + stderr
		return stdout + stderr
	}
	assert.Equal(t, "Todavía no se recuerda nada. Se empieza con tutor progress on.\n", do("progress"))
	assert.Contains(t, do("progress", "on", "--keep-text"), "Desde ahora se recuerdan tus errores en DIR/tutor/learner.jsonl. Tus oraciones se guardan también.\nNada sale de esta máquina.")
	assert.Equal(t, "Ningún error hasta ahora.\n", do("progress"))
	d.write("My aunt writed this letter.")
	d.now = d.now.Add(time.Minute)
	d.write("She like it.")
	d.write("My aunt wrote this letter.")
	assert.Equal(t, ""+
		"Semana del       antes   9 feb  16 feb  23 feb   2 mar\n"+
		"SVA-PRON             0       0       0       0       1\n"+
		"INFL-OVERREG         0       0       0       0       1\n"+
		"Verbos: like (1), write (1)\n"+
		"Mal antes y bien después: 1 vez\n"+
		"Hay 2 preguntas para repasar:  tutor review\n", do("progress"))
	d.stdin = strings.NewReader("My aunt wrote this letter.\nShe like it.\n")
	assert.Equal(t, "Escribiste: My aunt writed this letter. Escríbelo otra vez, sin el error.\nBien.\n\n"+
		"Escribiste: She like it. Escríbelo otra vez, sin el error.\nEs: She likes it.\n"+
		"  “He works”: después de “he”, “she” o “it” añades “-s” al verbo.\n"+
		"  En español la persona está en el verbo (“trabaja”); en inglés solo la marca\n    esa “-s”, y se olvida.\n\n"+
		"1 de 2 bien. La siguiente: mañana.\n", do("review"))
	assert.Equal(t, "Ahora no hay nada que repasar. La siguiente: mañana.\n", do("review"))
	d.now = d.now.AddDate(0, 3, 0)
	d.stdin = strings.NewReader("watches\nwatches\nwrote written\n")
	review := do("review")
	assert.Contains(t, review, "Las tres formas: write, ___, ___\n")
	assert.Contains(t, review, "Bien.\n")
	assert.Equal(t, "Ahora no hay nada que repasar. La siguiente: 7 de junio de 2026.\n", do("review"))
	do("progress", "off")
	do("progress")
	assert.Equal(t, "Olvidado: 2 entradas.\n", do("progress", "forget", "--rule", "SVA-PRON", "--before", "2026-03-05"))
	do("progress", "forget", "--all")
	assert.NotRegexp(t, `(?i)\b(the|your|right|wrong|next|nothing|remembered|verbs|week|earlier|entries|entry|questions?|there (is|are)|write it)\b`,
		strings.NewReplacer("writed this", "", "My aunt", "", "She like it", "", "the news", "").Replace(all))
	t.Run("both languages", func(t *testing.T) {
		d := newDesktop(t)
		_, _, stderr := d.exec("review", "--explain", "both")
		assert.Equal(t, "Nothing is remembered yet. tutor progress on begins it.\nTodavía no se recuerda nada. Se empieza con tutor progress on.\n", stderr)
		_, _, _ = d.exec("progress", "on")
		d.write("She like it.")
		_, stdout, stderr := d.exec("progress", "--explain", "both")
		assert.Contains(t, stdout, "Week of        earlier   9 Feb  16 Feb  23 Feb   2 Mar\nSemana del       antes   9 feb  16 feb  23 feb   2 mar\nSVA-PRON ")
		assert.Equal(t, "There is 1 question to review:  tutor review\nHay 1 pregunta para repasar:  tutor review\n", stderr)
	})
}
