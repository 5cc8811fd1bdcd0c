package browser

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hostile texts try to leave their place in a page. What they would do, harmless looks for.
var hostile = []string{
	`<script>window.broken=1</script>`,
	`<img src=x onerror="window.broken=1">`,
	`"><svg onload=window.broken=1>`,
	`</textarea></pre></code></li><script>window.broken=1</script>`,
	`<a href="javascript:window.broken=1" data-into="steps-0" data-stream="/evil">x</a>`,
	"{{.Program}} \r\n\r\ndata: <script>window.broken=1</script>\r\n\r\n",
	`<style>*{display:none}</style><meta http-equiv=refresh content="0;url=https://example.org/">`,
}

// harmless checks that no text has become part of the page.
func (b *tab) harmless() {
	b.t.Helper()
	assert.True(b.t, js[bool](b, `window.broken === undefined`), "a script has run")
	assert.Zero(b.t, js[int](b,
		`document.querySelectorAll("main script, main style, main img, main meta, main iframe, main [onerror], main `+
			`[onload], main [href^=javascript]").length`))
	assert.NotContains(b.t, js[string](b, `location.href`), "example.org")
	assert.True(b.t, js[bool](b, `getComputedStyle(document.querySelector("main")).display !== "none"`))
}

func TestHostileSentences(t *testing.T) {
	b := newTab(t)
	base := serving(t, "tutor", "--model", "rules")
	b.open(base)
	for _, text := range hostile {
		b.open(base)
		value, err := json.Marshal(text)
		require.NoError(t, err)
		js[bool](b, `(document.querySelector("#task").value = `+string(value)+`, document.querySelector("#task").form.requestSubmit(), true)`)
		b.until(`location.pathname.startsWith("/jobs/")`)
		b.done()
		b.harmless()
	}
	b.open(base + "runs?q=" + `%3Cscript%3Ewindow.broken%3D1%3C/script%3E`)
	b.harmless()
}

func TestAHostileModel(t *testing.T) {
	m, s := newModel(t), openShop(t)
	b := atWork(t, m, s, "Count the bolts.")
	m.part(t, `{"thought":"<script>window.broken=1</script><img src=x onerror=window.broken=1>`)
	b.until(`document.querySelector(".typing")?.innerText.includes("onerror")`)
	b.harmless()
	m.part(t, `","tool":"count_part","tool_args":{"part":"<svg><b>"}}`)
	m.part(t, "")
	b.until(`document.querySelector(".row.observed") !== null`)
	b.harmless()
	m.part(t, `</pre><script>window.broken=1</script>`) // no decision: the loop hangs up and asks again
	b.until(`document.querySelector(".row.failed") !== null`)
	b.harmless()
	m.say(
		t, `{"thought":"x","tool":"final_answer","tool_args":{"rests_on":"results","text":"</p><script>window.broken=1</script>`+
			`<img src=x onerror=window.broken=1>"}}`)
	b.done()
	assert.Contains(t, b.text(".answer .text")[0], "<script>window.broken=1</script>", "it is shown as text")
	b.harmless()
}

func TestAHostileLog(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log.ndjson")
	out, err := exec.Command(built(t, "tutor"), "--model", "rules", "--log", log, "He goed.").CombinedOutput()
	require.NoError(t, err, string(out))
	real, err := os.ReadFile(log)
	require.NoError(t, err)
	all, err := json.Marshal(strings.Join(hostile, " "))
	require.NoError(t, err)
	text := string(real)
	for _, member := range []string{`"task":"`, `"strategy":"`, `"model":"`, `"tool":"`, `"choices":["`, `"rule":"`,
		`"rationale":["`, `"past_simple":"`} {
		assert.Contains(t, text, member)
		text = strings.ReplaceAll(text, member, member+strings.Trim(string(all), `"`))
	}
	require.NoError(t, os.WriteFile(log, []byte(text), 0o600))
	base := serving(t, "tutor", "--model", "rules", "--log", log)
	b := newTab(t)
	b.open(base + "runs")
	b.harmless()
	runs := js[[]string](b, `[...document.querySelectorAll("td a[href^='/runs/']")].map(e => e.href)`)
	if !assert.NotEmpty(t, runs, b.text("main")) {
		return
	}
	b.open(runs[0])
	assert.NotEmpty(t, b.text(".row"), "the run is shown")
	b.harmless()
	id := runs[0][strings.LastIndex(runs[0], "/")+1:]
	b.open(base + "compare?run=" + id + "&run=" + id)
	b.harmless()
}
