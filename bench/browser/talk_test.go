package browser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What the model decides in a folder of notes.
const (
	searchLent = `{"thought":"see what is lent","tool":"search_text","tool_args":{"text":"lent"}}`
	lentBooks  = `{"thought":"found","tool":"final_answer","tool_args":{"rests_on":"results","text":"Two books are lent: ` +
		`The Leopard to Ana, and Middlemarch to Jorge."}}`
	addSolaris = `{"thought":"add the line","tool":"add_lines","tool_args":{"file":"books.txt","text":"to read: Solaris"}}`
	lineAdded  = `{"thought":"done","tool":"final_answer","tool_args":{"rests_on":"results","text":"Solaris stands in books.txt now."}}`
	asksWhich  = `{"thought":"unclear","tool":"ask_user","tool_args":{"question":"Which <b>book</b> do you mean?"}}`
	limaAnswer = `{"thought":"known","tool":"final_answer","tool_args":{"rests_on":"own knowledge","text":"Lima."}}`
)

const books = "lent: The Leopard, to Ana, in June\nlent: Middlemarch, to Jorge, in September\nread: Stoner\n"

// notes makes a folder with two files.
func notes(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "notes")
	require.NoError(t, os.Mkdir(dir, 0o755))
	for name, text := range map[string]string{"books.txt": books, "shed.txt": "two boxes of bolts\n"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir
}

// ask types a question where the ones before were typed.
func (b *tab) ask(question string) {
	b.t.Helper()
	b.do(chromedp.SendKeys(chromedp.CSS("#task"), question+kb.Enter))
	b.until(`location.pathname.startsWith("/jobs/") && document.readyState === "complete" && document.querySelector(".turn.last h2").` +
		`innerText.includes(` + "`" + question + "`" + `)`)
}

// front brings the tab to the front: one that no one sees follows nothing.
func (b *tab) front() {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, page.BringToFront, cdp.Empty{})
	require.NoError(b.t, err)
}

// look takes pictures of what the tab shows on both screens, wide and narrow, where pictures are wanted.
func (b *tab) look(name string) {
	if *pictures == "" {
		return
	}
	for _, dark := range []bool{false, true} {
		b.dark(dark)
		suffix := map[bool]string{true: "-dark"}[dark]
		b.sized(1280, 900)
		b.window(name + suffix)
		b.sized(390, 844)
		b.window(name + "-phone" + suffix)
	}
	b.dark(false)
	b.sized(1280, 900)
}

// window keeps a picture of the window alone.
func (b *tab) window(name string) {
	shot, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	require.NoError(b.t, err)
	require.NoError(b.t, os.WriteFile(filepath.Join(*pictures, name+".png"), shot, 0o600))
}

func TestAConversation(t *testing.T) {
	m, dir := newModel(t), notes(t)
	b := newTab(t)
	base := serving(t, "shortleash", "--files", dir, "--write", "--host", m.url, "--model", "ollama:m")
	b.sized(1280, 900)
	b.open(base)
	assert.Contains(t, b.text("main")[0], dir, "the folder is said")
	b.look("first")
	b.ask("Which books are lent, and to whom?")
	m.say(t, searchLent)
	m.part(t, lentBooks[:120])
	b.until(`document.querySelector(".turn.last .answer .text")?.innerText.startsWith("Two books are")`)
	b.look("running")
	m.part(t, lentBooks[120:])
	m.part(t, "")
	b.done()
	assert.Contains(t, b.text(".turn.last .facts")[0], "rests on results")
	b.look("answer")

	b.ask("Add Solaris to the books to read.")
	m.say(t, addSolaris)
	b.until(`document.querySelector(".ask .diff ins") !== null`)
	b.look("approval")
	b.do(chromedp.SendKeys(chromedp.CSS(".ask input[name=text]"), "at the end"+kb.Enter))
	m.say(t, strings.ReplaceAll(addSolaris, "Solaris", "Solaris."))
	b.until(`document.querySelector(".ask input[name=interrupt][value=i2]") !== null`)
	b.click(".ask button[value=approve]")
	m.say(t, lineAdded)
	b.done()
	text, err := os.ReadFile(filepath.Join(dir, "books.txt"))
	require.NoError(t, err)
	assert.Equal(t, books+"to read: Solaris.\n", string(text), "words with Enter are no approval")
	assert.Equal(t, []string{"Changed: books.txt"}, b.text(".turn.last .notes li"))
	b.look("changed")
	b.click(".turn.last form[action$=undo] button")
	b.until(`document.querySelector(".turn.last .notes")?.innerText.includes("books.txt is as it was")`)
	assert.Len(t, b.text(".turn"), 2)

	b.click("nav a[href='/']")
	b.until(`document.querySelector(".kept") !== null`)
	assert.Contains(t, b.text(".kept li")[0], "Which books are lent")
	b.look("list")
}

// A conversation is the same in all tabs, goes on when none is open, and is there again when the program was killed in a turn.
func TestAConversationStays(t *testing.T) {
	m, dir, home := newModel(t), notes(t), t.TempDir()
	args := []string{"--files", dir, "--write", "--host", m.url, "--model", "ollama:m"}
	base, kill := servingIn(t, home, "shortleash", args...)
	b := newTab(t)
	b.open(base)
	b.ask("Which books are lent?")
	at := js[string](b, "location.pathname")
	other := b.beside()
	other.open(base + at[1:])
	m.say(t, searchLent)
	m.say(t, lentBooks)
	b.done()
	other.front()
	other.done()
	b.front()
	b.ask("Add Solaris.")
	other.front()
	other.until(`document.querySelector(".turn:last-child h2")?.innerText.includes("Add Solaris.")`)
	m.say(t, addSolaris)
	other.until(`document.querySelector(".turn:last-child .ask .diff") !== null`)
	rows := `[...document.querySelectorAll(".turn:last-child .row")].map(e => e.innerText)`
	shown := js[[]string](other, rows)
	b.front()
	b.until(`document.querySelector(".turn:last-child .ask .diff") !== null`)
	assert.Equal(t, js[[]string](b, rows), shown)

	b.open("about:blank")
	other.open("about:blank")
	time.Sleep(4 * time.Second) // a task alone would end now
	b.open(base)
	assert.Contains(t, b.text(".kept li")[0], "waits for you")
	b.open(base + at[1:])
	assert.Len(t, b.text(".turn.last .ask .diff"), 1)

	kill()
	base, _ = servingIn(t, home, "shortleash", args...)
	b.open(base)
	assert.Equal(t, []string{"Which books are lent?"}, b.text(".kept a"))
	b.click(".kept a")
	b.until(`document.querySelectorAll(".turn").length === 2`)
	assert.Contains(t, b.text(".turn.last .verdict")[0], "It was broken off.")
	b.click(".turn.last button[name=again]")
	b.until(`document.querySelector(".turn.last .ask .diff") !== null`)
	b.click(".ask button[value=approve]")
	m.say(t, lineAdded)
	b.done()
	assert.Equal(t, []string{"Solaris stands in books.txt now."}, b.text(".turn.last .answer .text"))
	assert.Len(t, b.text(".turn"), 2, "it is the same turn")
}

// A model asks in the page; nothing that it writes, and no name of a file, becomes a part of the page.
func TestAModelAsksInThePage(t *testing.T) {
	m, dir := newModel(t), notes(t)
	evil := `<img src=x onerror=window.broken=1>.txt`
	require.NoError(t, os.WriteFile(filepath.Join(dir, evil), []byte("<script>window.broken=1</script>\n"), 0o644))
	b := newTab(t)
	base := serving(t, "shortleash", "--files", dir, "--host", m.url, "--model", "ollama:m")
	b.open(base)
	b.ask("Is it <b>lent</b>?")
	m.say(t, asksWhich)
	b.until(`document.querySelector(".ask label")?.innerText.includes("Which <b>book</b> do you mean?")`)
	b.harmless()
	b.do(chromedp.SendKeys(chromedp.CSS(".ask input[name=text]"), "Middlemarch"+kb.Enter))
	m.say(t, strings.ReplaceAll(limaAnswer, "Lima.", "<script>window.broken=1</script>"))
	b.done()
	assert.Equal(t, []string{"This is from the model's own knowledge: no result shows it."}, b.text(".turn.last .notes li"))
	assert.Contains(t, strings.Join(b.text(".row"), " "), evil, "the file is listed")
	assert.Contains(t, strings.Join(b.text(".row"), " "), "Middlemarch", "the model reads what was said")
	b.harmless()
}

func TestAxeOfAConversation(t *testing.T) {
	m, dir := newModel(t), notes(t)
	b := newTab(t)
	check := b.axe()
	b.open(serving(t, "shortleash", "--files", dir, "--write", "--host", m.url, "--model", "ollama:m"))
	everywhere := func(name string) {
		for _, dark := range []bool{false, true} {
			b.dark(dark)
			check(name)
		}
		b.dark(false)
		b.narrow(name)
	}
	everywhere("first page")
	b.ask("Add Solaris.")
	m.say(t, addSolaris)
	b.until(`document.querySelector(".ask .diff ins") !== null`)
	everywhere("an approval with a difference")
	b.click(".ask button[value=approve]")
	m.say(t, lineAdded)
	b.done()
	everywhere("an answer")
	b.open(serving(t, "shortleash", "--host", "http://127.0.0.1:1"))
	everywhere("no model")
	b.look("no-model")
}
