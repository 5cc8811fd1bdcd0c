package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// evaluated opens the page of figures that the program itself has measured.
func evaluated(t testing.TB) (b *tab, base, folder string) {
	t.Helper()
	folder = t.TempDir()
	c := exec.Command(built(t, "tutor"), "eval", "../../testdata/contract.jsonl", "../../testdata/learners.jsonl", "--models",
		"rules,random:1", "--sample", "40", "--json")
	c.Env = []string{"HOME=" + t.TempDir()}
	out, err := c.Output()
	if c.ProcessState.ExitCode() != 3 { // a bar is missed by what draws at random
		require.NoError(t, err)
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "a.jsonl"), out, 0o600))
	b, base = newTab(t), serving(t, "tutor", "--model", "rules", "--results", folder)
	b.sized(1280, 900)
	b.dark(false)
	b.open(base + "evaluation")
	return b, base, folder
}

func TestFromFiguresToTheRun(t *testing.T) {
	b, _, _ := evaluated(t)
	assert.Equal(t, []string{"contract", "learners"}, b.text(".plotted h2"))
	assert.Len(t, b.text(".plotted li"), 4)
	b.click("nav.bar a[href*='measure=harm']")
	b.until(`location.search.includes("measure=harm")`)
	assert.Equal(t, []string{"harm"}, b.text("nav.bar a[aria-current]"))
	b.click(".plotted li:nth-child(2) .wrong a")
	b.until(`location.pathname === "/evaluation/misses"`)
	assert.NotEmpty(t, b.text(".misses td"))
	b.click(".misses tbody tr:first-child a")
	b.until(`location.pathname === "/evaluation/miss"`)
	assert.NotEmpty(t, b.text(".miss .big"))
	assert.Contains(t, b.text("main pre")[0], "tutor --trace --model random:1")
	b.click("a[rel=next]")
	b.until(`location.search.includes("at=1")`)
}

func TestAFailureIsDoneAgain(t *testing.T) {
	b, base, folder := evaluated(t)
	score := `{"model":"rules","planner":"react","leash":"full","suite":"mine","items":1,"fixed":{"hits":0,"of":1},` +
		`"missed":["p"],"misses":[{"id":"p","input":"He goed home.","wanted":["He walked home."],"got":"He went home.",` +
		`"corrected":"He went home.","trace":"tutor --trace"}]}`
	require.NoError(t, os.WriteFile(filepath.Join(folder, "mine.jsonl"), []byte(score), 0o600))
	b.open(base + "evaluation/miss?file=mine.jsonl&n=0&at=0")
	assert.Equal(t, []string{"He goed home.", "He goedwalked home.", "He goedwent home."}, b.text(".miss .big"))
	b.click("form button.main")
	b.until(`location.pathname.startsWith("/jobs/") && document.readyState === "complete"`)
	b.done()
	assert.Equal(t, []string{"rules"}, b.text(".lane h3"))
	assert.NotEmpty(t, b.text(".row.decided"))
}

func TestAFetchInThePage(t *testing.T) {
	m := newModel(t)
	b := newTab(t)
	base := serving(t, "tutor", "--model", "ollama:m", "--host", m.url)
	b.open(base)
	assert.Len(t, b.text(".pick"), 3, "the server calls it m:latest, and it is there once")
	b.open(base + "server")
	b.until(`document.querySelector("#models-0 th[scope=row]") !== null`)
	b.fetch("new:1b")
	for range 3 {
		m.part(t, "next")
	}
	b.until(`document.querySelector("#pulling progress[value='75']") !== null`)
	assert.Contains(t, b.text("#pulling p")[0], "75 % · 3.0 MB of 4.0 MB")
	m.part(t, "next")
	m.part(t, "next")
	b.until(`document.querySelector("#pulling .good") !== null`)
	assert.Equal(t, []string{"new:1b: It is installed."}, b.text("#pulling"))
	assert.Zero(t, b.moved(), "nothing has moved since the page was loaded")

	b.sized(1280, 900)
	b.fetch("other")
	b.until(`document.readyState === "complete" && document.querySelector("form[action='/server/pull/cancel']") !== null`)
	js[bool](b, `cancel = document.querySelector("form[action='/server/pull/cancel'] button"), cancel.focus(), true`)
	for range 3 {
		m.part(t, "next")
	}
	b.until(`document.querySelector("#pulling progress[value='75']") !== null`)
	assert.True(t, js[bool](b, `document.activeElement === cancel`), "who presses the button meets the one that was there")
	b.click("form[action='/server/pull/cancel'] button")
	b.until(`document.querySelector("#pulling .bad") !== null`)
	assert.Contains(t, b.text("#pulling")[0], "Stopped.")
}
