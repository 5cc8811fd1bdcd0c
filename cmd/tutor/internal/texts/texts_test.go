package texts

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/unicode"

	"github.com/shortleash/shortleash/cmd/internal/answers"
	"github.com/shortleash/shortleash/tools"
)

// put writes files into a new folder and returns its path.
func put(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(content), 0o600))
	}
	return dir
}

// lines returns how the answers to the inputs of a source begin, up to their input.
func lines(t testing.TB, path string, o Options) (string, error) {
	t.Helper()
	s, err := Open(path, o)
	if err != nil {
		return "", err
	}
	name := filepath.Join(t.TempDir(), "out")
	out, err := answers.Open(name, s.Inputs(), answers.Options{})
	if err != nil {
		return "", err
	}
	err = answers.Run(t.Context(), out, answers.Job{Answer: func(_ context.Context, in answers.Input) ([]byte, error) {
		text, err := tools.Encode(struct {
			Input string `json:"input"`
		}{in.Text})
		return text, err
	}})
	require.NoError(t, out.Close())
	data, e := os.ReadFile(name)
	require.NoError(t, e)
	return string(data), err
}

func TestEachInputSaysWhereItStands(t *testing.T) {
	dir := put(t, map[string]string{"essay.txt": "\uFEFFOne.\r\n\r\nThree.", "lines.jsonl": `{"id":7,"input":"a"}`})
	for _, row := range []struct{ claim, path, want string }{
		{"a text", "essay.txt", `{"file":"essay.txt","line":1,"input":"One."}` + "\n" + `{"file":"essay.txt","line":3,"input":"Three."}` + "\n"},
		{"objects say it themselves", "lines.jsonl", `{"id":7,"input":"a"}` + "\n"},
	} {
		t.Run(row.claim, func(t *testing.T) {
			got, err := lines(t, filepath.Join(dir, row.path), Options{})
			require.NoError(t, err)
			assert.Equal(t, row.want, got)
		})
	}
	t.Run("a pipe has no name", func(t *testing.T) {
		got, err := lines(t, "-", Options{In: strings.NewReader("a\n")})
		require.NoError(t, err)
		assert.Equal(t, `{"line":1,"input":"a"}`+"\n", got)
	})
}

// Notepad and Excel of Windows write UTF-16 with a byte order mark.
func TestUTF16(t *testing.T) {
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		encode := func(text string) string {
			encoded, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().String(text)
			require.NoError(t, err)
			return encoded
		}
		dir := put(t, map[string]string{"a.txt": encode("He goed to a café.\r\n😀\r\n"), "t.csv": encode("pupil\ttext\r\nAna\tHe goed.\r\n")})
		got, err := lines(t, filepath.Join(dir, "a.txt"), Options{})
		require.NoError(t, err)
		assert.Equal(t, `{"file":"a.txt","line":1,"input":"He goed to a café."}`+"\n"+`{"file":"a.txt","line":2,"input":"😀"}`+"\n", got)
		got, err = lines(t, filepath.Join(dir, "t.csv"), Options{Column: "text"})
		require.NoError(t, err)
		assert.Equal(t, `{"file":"t.csv","line":2,"pupil":"Ana","input":"He goed."}`+"\n", got)
	}
}

func TestTables(t *testing.T) {
	rows := []struct{ claim, table, column, want, err string }{
		{"other cells are carried", "pupil,text\nAnna,He goed.\n,\n", "text",
			`{"file":"t.csv","line":2,"pupil":"Anna","input":"He goed."}` + "\n", ""},
		{"a column has a number too", "pupil,text\nAnna,a\n", "2", `{"file":"t.csv","line":2,"pupil":"Anna","input":"a"}` + "\n", ""},
		{"semicolons, a byte order mark and another case", "\uFEFFName;Text, all\r\nB;\"x;\ny\"\r\nC;z\r\n", "text, ALL",
			`{"file":"t.csv","line":2,"Name":"B","input":"x;\ny"}` + "\n" + `{"file":"t.csv","line":4,"Name":"C","input":"z"}` + "\n", ""},
		{"a column without a name and without cells", "a,,text\n1,,x,\n", "text",
			`{"file":"t.csv","line":2,"a":"1","input":"x"}` + "\n", ""},
		{"a column with the name of a member of answers", "model,text\n2,x\n", "text", "",
			`DIR/t.csv, line 1: answers have a member "model" of their own, so the column with that name cannot be carried; rename it`},
		{"a column called input beside the texts", "input,text\n2,x\n", "text", "",
			`DIR/t.csv, line 1: answers have a member "input" of their own, so the column with that name cannot be carried; rename it`},
		{"a column called line", "text,line\nx,2\n", "text", "",
			`DIR/t.csv, line 1: answers have a member "line" of their own, so the column with that name cannot be carried; rename it`},
		{"the texts may stand in a column called input", "input,a\nx,2\n", "input",
			`{"file":"t.csv","line":2,"a":"2","input":"x"}` + "\n", ""},
		{"a name that stands twice", "a,a,text\n3,4,x\n", "text", "", `DIR/t.csv, line 1: two columns are called "a"; rename one`},
		{"more cells than names", "a,text\n1,x\n2,y,lost\n", "text", `{"file":"t.csv","line":2,"a":"1","input":"x"}` + "\n",
			"DIR/t.csv, line 3: a cell of this row has no column: the first line of the table has no name for it"},
		{"a cell below no name", "a,,text\n1,lost,x\n", "text", "",
			"DIR/t.csv, line 2: a cell of this row has no column: the first line of the table has no name for it"},
		{"rows may be short", "a,text\n1\n2,x\n", "text", `{"file":"t.csv","line":3,"a":"2","input":"x"}` + "\n", ""},
		{"no such column", "a,b\n", "text", "", `DIR/t.csv, line 1: there is no column "text"; there is: "a", "b"`},
		{"nothing", "", "text", "", "cannot read DIR/t.csv: it is empty; the first line of a table names its columns"},
		{"a quotation mark within", "text\nx\nsay \"no\"\n", "text", `{"file":"t.csv","line":2,"input":"x"}` + "\n",
			`DIR/t.csv, line 3: bare " in non-quoted-field; a cell with a quotation mark must stand between quotation marks, ` +
				`and double those inside`},
		{"a quotation mark without its end", "text\n\"x" + strings.Repeat(" ", maxRow+1<<16), "text", "",
			"DIR/t.csv, line 2: a row has more than 16 MB; is a quotation mark missing?"},
		{"another encoding", "text\ncaf\xe9\n", "text", "", "DIR/t.csv, line 2: this is not UTF-8 text; save the table as CSV in UTF-8"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			dir := put(t, map[string]string{"t.csv": row.table})
			got, err := lines(t, filepath.Join(dir, "t.csv"), Options{Column: row.column, Replaced: []string{"model"}})
			assert.Equal(t, row.want, got)
			if row.err == "" {
				assert.NoError(t, err)
			} else {
				require.Error(t, err)
				assert.Equal(t, row.err, strings.ReplaceAll(err.Error(), dir, "DIR"))
			}
		})
	}
}
