package spanish_test

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tutor/english/spanish"
	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// openOracle opens a compressed table of the shared folder, which lies beside the repository. Where
// the folder is absent the test is left out and says so; under CI that is a failure.
func openOracle(t *testing.T, name string) io.Reader {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		require.NotEqual(t, dir, filepath.Dir(dir), "no go.mod above the package")
		dir = filepath.Dir(dir)
	}
	file, err := os.Open(filepath.Join(dir, "..", "shared", "oracle", name))
	if errors.Is(err, os.ErrNotExist) {
		if os.Getenv("CI") != "" {
			t.Fatal("shared folder missing")
		}
		t.Skipf("nothing was compared with %s: no shared folder", name)
	}
	require.NoError(t, err)
	t.Cleanup(func() { _ = file.Close() }) // opened for reading: nothing can be lost
	unzipped, err := gzip.NewReader(file)
	require.NoError(t, err)
	return unzipped
}

// readReviewed returns the records of a reviewed list in testdata as a set of their first fields,
// and fails where the last field, the reason, is missing.
func readReviewed(t *testing.T, name string, columns int) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	reviewed := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		require.Len(t, fields, columns, "%s: %q", name, line)
		require.NotEmpty(t, fields[columns-1], "%s: a reason is missing: %q", name, line)
		reviewed[strings.Join(fields[:columns-1], "\t")] = true
	}
	return reviewed
}

// jehle reads the rows of the indicative that we form.
func jehle(t *testing.T) [][]string {
	t.Helper()
	rows, err := csv.NewReader(openOracle(t, "jehle_verb_database.csv.gz")).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"form_1s", "form_2s", "form_3s", "form_1p", "form_2p", "form_3p", "gerund"}, rows[0][7:14])
	var indicative [][]string
	for _, row := range rows[1:] {
		if row[3] == "Indicative" && jehleTenses[row[5]] != "" {
			indicative = append(indicative, row)
		}
	}
	return indicative
}

var jehleTenses = map[string]verb.Tense{
	"Present":         verb.PresentSimple,
	"Preterite":       verb.PastSimple,
	"Future":          verb.FutureSimple,
	"Present Perfect": verb.PresentPerfect,
}

func TestFormsEqualJehle(t *testing.T) {
	exceptions := readReviewed(t, "exceptions.tsv", 5)
	used := map[string]bool{}
	compared, verbs := 0, map[string]bool{}
	check := func(infinitive, slot, theirs, ours string) {
		if theirs == "" {
			return // a defective verb there
		}
		compared++
		if theirs == ours {
			return
		}
		key := strings.Join([]string{infinitive, slot, ours, theirs}, "\t")
		used[key] = true
		assert.Truef(t, exceptions[key], "not in exceptions.tsv: %s", key)
	}
	for _, row := range jehle(t) {
		infinitive, tense := row[0], jehleTenses[row[5]]
		if !strings.HasSuffix(strings.TrimSuffix(infinitive, "se"), "r") {
			continue // "infinitive": a header row that strayed into the data
		}
		verbs[infinitive] = true
		for i, person := range verb.Persons {
			ours, ok := spanish.Conjugate(infinitive, tense, person, spanish.Spain)
			require.True(t, ok, infinitive)
			check(infinitive, string(tense)+" "+string(person), row[7+i], ours)
		}
		// The gerund and the participle stand in every row; one is enough.
		if tense == verb.PresentSimple {
			bare := strings.TrimSuffix(infinitive, "se")
			continuous, _ := spanish.Conjugate(bare, verb.PresentContinuous, verb.ThirdSingular, spanish.Spain)
			check(infinitive, "gerund", gerundOf(row[13]), strings.TrimPrefix(continuous, "está "))
			perfect, _ := spanish.Conjugate(bare, verb.PresentPerfect, verb.ThirdSingular, spanish.Spain)
			check(infinitive, "participle", row[15], strings.TrimPrefix(perfect, "ha "))
		}
	}
	for key := range exceptions {
		assert.Truef(t, used[key], "exceptions.tsv: no longer needed: %s", key)
	}
	t.Logf("%d forms of %d infinitives compared, %d exceptions", compared, len(verbs), len(exceptions))
	assert.Greater(t, compared, 15000)
}

// gerundOf takes the pronoun from a gerund such as acordándose.
func gerundOf(text string) string {
	bare, pronominal := strings.CutSuffix(text, "se")
	if !pronominal {
		return text
	}
	return strings.NewReplacer("ándo", "ando", "éndo", "endo").Replace(bare)
}

// attested maps each English verb to the Spanish lemmas that stand in one of its synsets.
func attested(t *testing.T) map[string]map[string]bool {
	t.Helper()
	lemmas := map[string][]string{} // by synset
	lines := bufio.NewScanner(openOracle(t, "wn-data-spa-verb.tab.gz"))
	for lines.Scan() {
		if fields := strings.Split(lines.Text(), "\t"); len(fields) == 3 {
			synset := strings.TrimSuffix(fields[0], "-v")
			lemmas[synset] = append(lemmas[synset], strings.ReplaceAll(fields[2], "_", " "))
		}
	}
	require.NoError(t, lines.Err())
	all := map[string]map[string]bool{}
	lines = bufio.NewScanner(openOracle(t, "index.verb.gz"))
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) < 5 || fields[1] != "v" {
			continue // the license
		}
		english := strings.ReplaceAll(fields[0], "_", " ")
		all[english] = map[string]bool{}
		for _, synset := range fields[4:] {
			for _, lemma := range lemmas[synset] {
				all[english][lemma] = true
			}
		}
	}
	require.NoError(t, lines.Err())
	return all
}

// regularModels are the models of definitions.json.gz whose verbs the endings alone form.
var regularModels = []string{"hablar", "partir", "temer"}

// modelsOf returns the model or models of one value of definitions.json.gz: a name, a list, or an
// object from a name to attributes.
func modelsOf(value any) []string {
	var models []string
	switch value := value.(type) {
	case string:
		models = append(models, value)
	case []any:
		for _, one := range value {
			models = append(models, modelsOf(one)...)
		}
	case map[string]any:
		models = slices.Collect(maps.Keys(value))
	}
	return models
}

// A glossed verb that a grammar counts as irregular must stand in es_verbs.tsv, and a regular one
// must not: a missing line would give a wrong form without a sound.
func TestIrregularGlossesStandInTheTable(t *testing.T) {
	var definitions map[string]any
	require.NoError(t, json.NewDecoder(openOracle(t, "definitions.json.gz")).Decode(&definitions))
	irregular := map[string]bool{}
	for _, record := range tables.Read("es_verbs", 6) {
		for _, infinitive := range strings.Fields(record[0]) {
			irregular[infinitive] = true
		}
	}
	compared := map[string]bool{}
	for _, record := range tables.Read("es_gloss", 5) {
		infinitive, _, _ := strings.Cut(strings.TrimPrefix(record[1], "no "), " ")
		infinitive = strings.TrimSuffix(infinitive, "se")
		models := modelsOf(definitions[infinitive])
		if len(models) == 0 || compared[infinitive] {
			continue
		}
		compared[infinitive] = true
		regular := slices.ContainsFunc(models, func(m string) bool { return slices.Contains(regularModels, m) })
		// Verbs with a regular and an irregular model have one irregular participle or use.
		if len(models) == 1 {
			assert.Equalf(t, !regular, irregular[infinitive], "%s: models %v", infinitive, models)
		}
	}
	t.Logf("the classes of %d infinitives compared", len(compared))
	assert.Greater(t, len(compared), 600)
}

func TestGlossesAreAttestedOrReviewed(t *testing.T) {
	multilingual := attested(t)
	english := map[string]string{} // Spanish infinitive to its English translations
	for _, row := range jehle(t) {
		english[row[0]] = row[1]
	}
	reviewed := readReviewed(t, "gloss_reviewed.tsv", 3)
	used := map[string]bool{}
	total := 0
	for _, record := range tables.Read("es_gloss", 5) {
		total++
		base, _, _ := strings.Cut(record[0], " (")
		bare := strings.TrimSuffix(record[1], "se")
		seen := slices.ContainsFunc([]string{bare, bare + "se"}, func(infinitive string) bool {
			words := strings.FieldsFunc(english[infinitive], func(r rune) bool { return strings.ContainsRune(" ,;()", r) })
			return multilingual[base][infinitive] || slices.Contains(words, base)
		})
		if key := record[0] + "\t" + record[1]; !seen {
			used[key] = true
			assert.Truef(t, reviewed[key], "neither attested nor in gloss_reviewed.tsv: %s", key)
		}
	}
	for key := range reviewed {
		assert.Truef(t, used[key], "gloss_reviewed.tsv: no longer needed: %s", key)
	}
	t.Logf("%d glosses, %d of them reviewed by hand", total, len(used))
}
