package texts

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
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

// document returns a document of Word with that body.
func document(t testing.TB, body string) string {
	return archive(t, mainPart, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="w" xmlns:mc="mc"><w:body>`+body+`</w:body></w:document>`)
}

func archive(t testing.TB, name, content string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, err := z.Create(name)
	require.NoError(t, err)
	_, err = io.WriteString(f, content)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.String()
}

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
	dir := put(t, map[string]string{
		"essay.txt":      "\uFEFFOne.\r\n\r\nThree.",
		"lines.jsonl":    `{"id":7,"input":"a"}`,
		"class/b.txt":    "b1\n\nb3\n",
		"class/a/z.md":   "z",
		"class/c.docx":   document(t, `<w:p><w:r><w:t>c</w:t></w:r></w:p>`),
		"class/.hidden":  "x",
		"class/~$c.docx": "x",
		"class/.g/x.txt": "x",
		"class/photo.jp": "x",
		"class/out.txt":  "x",
	})
	rows := []struct{ claim, path, want string }{
		{"a text", "essay.txt", `{"file":"essay.txt","line":1,"input":"One."}` + "\n" + `{"file":"essay.txt","line":3,"input":"Three."}` + "\n"},
		{"objects say it themselves", "lines.jsonl", `{"id":7,"input":"a"}` + "\n"},
		{"a folder, in the order of names", "class", `{"file":"a/z.md","line":1,"input":"z"}` + "\n" + `{"file":"b.txt","line":1,"input":"b1"}` + "\n" +
			`{"file":"b.txt","line":3,"input":"b3"}` + "\n" + `{"file":"c.docx","line":1,"input":"c"}` + "\n"},
	}
	leave := func(path string) bool { return filepath.Base(path) == "out.txt" }
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			got, err := lines(t, filepath.Join(dir, row.path), Options{Leave: leave})
			require.NoError(t, err)
			assert.Equal(t, row.want, got)
		})
	}
	t.Run("a pipe has no name", func(t *testing.T) {
		got, err := lines(t, "-", Options{In: strings.NewReader("a\n")})
		require.NoError(t, err)
		assert.Equal(t, `{"line":1,"input":"a"}`+"\n", got)
	})
	t.Run("what is not read is known", func(t *testing.T) {
		s, err := Open(filepath.Join(dir, "class"), Options{Leave: leave})
		require.NoError(t, err)
		assert.Equal(t, []string{"photo.jp"}, s.Unread)
		n := 0
		for in := range s.Inputs() {
			n++
			assert.Equal(t, n, in.Number, "numbers go on over files")
		}
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
		{"other cells are carried", "pupil,text\nAnna,He goed.\n,\n", "text", `{"file":"t.csv","line":2,"pupil":"Anna","input":"He goed."}` + "\n", ""},
		{"a column has a number too", "pupil,text\nAnna,a\n", "2", `{"file":"t.csv","line":2,"pupil":"Anna","input":"a"}` + "\n", ""},
		{"semicolons, a byte order mark and another case", "\uFEFFName;Text, all\r\nB;\"x;\ny\"\r\nC;z\r\n", "text, ALL",
			`{"file":"t.csv","line":2,"Name":"B","input":"x;\ny"}` + "\n" + `{"file":"t.csv","line":4,"Name":"C","input":"z"}` + "\n", ""},
		{"names that are taken are not carried", "input,model,a,a,,text\n1,2,3,4,5,x\n", "text", `{"file":"t.csv","line":2,"a":"3","input":"x"}` + "\n", ""},
		{"rows may be short", "a,text\n1\n2,x\n", "text", `{"file":"t.csv","line":3,"a":"2","input":"x"}` + "\n", ""},
		{"no such column", "a,b\n", "text", "", `DIR/t.csv, line 1: there is no column "text"; there is: "a", "b"`},
		{"nothing", "", "text", "", "cannot read DIR/t.csv: it is empty; the first line of a table names its columns"},
		{"a quotation mark within", "text\nx\nsay \"no\"\n", "text", `{"file":"t.csv","line":2,"input":"x"}` + "\n", `DIR/t.csv, line 3: bare " in non-quoted-field; a cell with a quotation mark must stand between quotation marks, and double those inside`},
		{"a quotation mark without its end", "text\n\"x" + strings.Repeat(" ", maxRow+1<<16), "text", "", "DIR/t.csv, line 2: a row has more than 16 MB; is a quotation mark missing?"},
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

func TestDocuments(t *testing.T) {
	p := func(runs string) string { return `<w:p><w:pPr><w:tabs><w:tab/></w:tabs></w:pPr>` + runs + `</w:p>` }
	r := func(text string) string { return `<w:r><w:t xml:space="preserve">` + text + `</w:t></w:r>` }
	rows := []struct {
		claim, body string
		want        []string // "LINE TEXT"
	}{
		{"paragraphs are counted, blank ones too", p(r("He ")+r("goed.")) + p("") + p(r("x &amp; y")), []string{"1 He goed.", "3 x & y"}},
		{"a tab and a break", p(r("a") + `<w:r><w:tab/><w:t>b</w:t><w:br/></w:r>` + r("c")), []string{`1 a b\nc`}},
		{"changes that are marked: what is there now", p(`<w:ins>` + r("He went.") + `</w:ins><w:del><w:r><w:delText>He goed.</w:delText></w:r></w:del><w:moveFrom>` + r("x") + `</w:moveFrom>`), []string{"1 He went."}},
		{"tables and boxes", `<w:tbl><w:tr><w:tc>` + p(r("cell")) + `</w:tc></w:tr></w:tbl>` + p(r("a")+`<mc:AlternateContent><mc:Choice><w:txbxContent>`+p(r("box"))+
			`</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>`+p(r("box"))+`</w:txbxContent></mc:Fallback></mc:AlternateContent>`+r("b")), []string{"1 cell", "2 box", "3 ab"}},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			dir := put(t, map[string]string{"d.DOCX": document(t, row.body)})
			got, err := lines(t, filepath.Join(dir, "d.DOCX"), Options{})
			require.NoError(t, err)
			want := ""
			for _, w := range row.want {
				line, text, _ := strings.Cut(w, " ")
				want += `{"file":"d.DOCX","line":` + line + `,"input":"` + text + `"}` + "\n"
			}
			assert.Equal(t, want, got)
		})
	}
}

func TestDocumentsThatCannotBeRead(t *testing.T) {
	rows := []struct{ claim, content, want string }{
		{"an old document", "\xd0\xcf\x11\xe0", "it is no Word document (docx); in Word or LibreOffice, save it as .docx"},
		{"another archive", archive(t, "x", "y"), "it is no Word document (docx); in Word or LibreOffice, save it as .docx"},
		{"markup that breaks off", archive(t, mainPart, "<w:p><w:t>"), "the document is damaged: XML syntax error on line 1: unexpected EOF"},
		{"a bomb", archive(t, mainPart, "<w:p>"+strings.Repeat(" ", maxUnpacked)+"</w:p>"), "its text unpacks to more than 64 MB"},
		{"a tower", archive(t, mainPart, strings.Repeat("<a>", maxDepth+1)), "the document is damaged: more than 256 elements stand in each other"},
	}
	for _, row := range rows {
		t.Run(row.claim, func(t *testing.T) {
			dir := put(t, map[string]string{"d.docx": row.content})
			_, err := lines(t, filepath.Join(dir, "d.docx"), Options{})
			assert.EqualError(t, err, "cannot read "+filepath.Join(dir, "d.docx")+": "+row.want)
		})
	}
	t.Run("a bomb that lies about its size", func(t *testing.T) {
		n := 0
		for _, err := range paragraphs(io.MultiReader(strings.NewReader("<p>"), endless{})) {
			n++
			assert.Equal(t, errUnpacked, err)
		}
		assert.Equal(t, 1, n)
	})
}

// endless is white space without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestPagesKeepBlankLines(t *testing.T) {
	dir := put(t, map[string]string{"a.txt": "x\n\n\ny\n", "b.txt": "\nz"})
	s, err := Open(dir, Options{})
	require.NoError(t, err)
	var got []Page
	for page, err := range s.Pages(func(in answers.Input) (string, error) { return strings.ToUpper(in.Text), nil }) {
		require.NoError(t, err)
		got = append(got, page)
	}
	assert.Equal(t, []Page{{"a.txt", "X\n\n\nY\n"}, {"b.txt", "\nZ\n"}}, got)
}

// FuzzDocument reads any bytes as a document and as its text, without a panic, and ends.
func FuzzDocument(f *testing.F) {
	f.Add([]byte(document(f, "<w:p><w:t>x</w:t></w:p>")))
	f.Add([]byte("<p><t>a</t></t></p></p><del><p></del>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
		for in, err := range readDocument(open, Options{}) {
			if err == nil && strings.TrimSpace(in.Text) == "" {
				t.Fatal("a blank paragraph is no input")
			}
		}
		for range paragraphs(bytes.NewReader(data)) {
		}
	})
}
