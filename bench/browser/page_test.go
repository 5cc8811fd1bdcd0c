package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// begin writes a task into the page and has it done.
func (b *tab) begin(task string) {
	b.t.Helper()
	b.do(chromedp.SendKeys(chromedp.CSS("#task"), task))
	b.click(".write button[type=submit]")
	b.until(`location.pathname.startsWith("/jobs/") && document.readyState === "complete"`)
}

// done waits until all runs of the page have ended.
func (b *tab) done() {
	b.t.Helper()
	b.until(`document.querySelector("#status.over") !== null`)
}

func TestACorrection(t *testing.T) {
	b := newTab(t)
	b.open(serving(t, "tutor", "--model", "rules"))
	b.begin("Yesterday he goed to school.")
	b.done()
	assert.Equal(t, []string{"Yesterday he goedwent to school."}, b.text(".answer .text"))
	assert.Equal(t, []string{"goed", "goed"}, b.text(".answer del"))
	assert.Equal(t, []string{"went", "went"}, b.text(".answer ins"))
	assert.Contains(t, b.text(".change p[lang=es]")[0], "Go, went, gone")
	assert.Contains(t, b.text(".gloss")[0], "fue a la escuela")
	assert.Contains(t, b.text(".effect"), "removed by evidence: final_answer")

	b.click(".lang")
	b.until(`document.documentElement.lang === "es"`)
	assert.Equal(t, []string{"Listo."}, b.text("#status"), "the same work, in Spanish")
}

func TestSeveralModelsSideBySide(t *testing.T) {
	b := newTab(t)
	b.open(serving(t, "tutor", "--model", "rules"))
	b.click("input[value=tiny]")
	b.begin("She like it.")
	b.done()
	assert.Equal(t, []string{"rules", "tiny"}, b.text(".lane h3"))
	assert.Equal(t, []string{"She likelikes it.", "She likelikes it."}, b.text(".answer .text"))
}

func TestAStreamShowsEachStepAsItHappens(t *testing.T) {
	m, s := newModel(t), openShop(t)
	b := atWork(t, m, s, "Count the bolts.")
	m.part(t, countBolts[:30])
	b.until(`document.querySelector(".typing")?.innerText.includes("count first")`)
	m.part(t, countBolts[30:])
	m.part(t, "")
	b.until(`[...document.querySelectorAll(".row.observed")].some(e => e.innerText.includes("20"))`)
	assert.Empty(t, b.text(".answer"), "the answer was not given yet")
	m.say(t, answered)
	b.done()
	assert.Equal(t, []string{"There are 100 bolts."}, b.text(".answer .text"))
	assert.Equal(t, []string{"run_started", "asked", "replied", "decided", "observed", "asked", "replied", "decided", "finished"},
		js[[]string](b, `[...document.querySelectorAll(".row")].map(e => e.classList[1])`))
	assert.Equal(t, []string{"1", "2"}, b.text(".row .n"))
}

func TestTwoTabsSeeTheSame(t *testing.T) {
	m, s := newModel(t), openShop(t)
	b := atWork(t, m, s, "Count the bolts.")
	m.say(t, countBolts)
	b.until(`document.querySelector(".row.observed") !== null`)
	other := b.beside()
	other.open(js[string](b, "location.href"))
	m.say(t, answered)
	b.done()
	other.done()
	rows := `[...document.querySelectorAll(".row")].map(e => e.innerText)`
	assert.Equal(t, js[[]string](b, rows), js[[]string](other, rows))
}

func TestAPageThatIsLoadedAgainGoesOn(t *testing.T) {
	m, s := newModel(t), openShop(t)
	b := atWork(t, m, s, "Count the bolts.")
	m.say(t, countBolts)
	b.until(`document.querySelector(".row.observed") !== null`)
	b.do(chromedp.Reload())
	b.until(`document.querySelector(".row.observed") !== null`)
	m.say(t, answered)
	b.done()
	assert.Equal(t, []string{"Done."}, b.text("#status"))
	assert.Len(t, b.text(".row.decided"), 2, "no step twice, and none lost")
}

func TestCancel(t *testing.T) {
	m, s := newModel(t), openShop(t)
	b := atWork(t, m, s, "Count the bolts.")
	m.say(t, countBolts)
	b.until(`document.querySelector(".row.observed") !== null`)
	b.click("[data-while-running] button")
	b.done()
	assert.Equal(t, []string{"Cancelled."}, b.text("#status"))
	assert.Contains(t, b.text(".row.finished")[0], "cancelled")
}

func TestApproval(t *testing.T) {
	m, s := newModel(t), openShop(t)
	b := atWork(t, m, s, "Make sure that there are 100 bolts.")
	m.say(t, orderBolts)
	b.until(`document.querySelector(".ask button[value=approve]") !== null`)
	assert.EqualValues(t, 20, s.bolts.Load(), "nothing was ordered yet")
	assert.Contains(t, js[string](b, `document.querySelector(".ask textarea").value`), `"number": 80`)
	b.click(".ask button[value=approve]")
	m.say(t, answered)
	b.done()
	assert.EqualValues(t, 100, s.bolts.Load())
}

func TestKeysAreEnough(t *testing.T) {
	b := newTab(t)
	b.open(serving(t, "tutor", "--model", "rules"))
	b.until(`document.activeElement.id === "task"`)
	b.do(chromedp.KeyEvent("He goed."), chromedp.KeyEvent(kb.Enter))
	b.until(`location.pathname.startsWith("/jobs/")`)
	b.done()
	for _, stop := range []string{"A.skip", "A[/]", "A[/runs]"} { // from the top: the first stop skips the navigation
		b.do(chromedp.KeyEvent(kb.Tab))
		got := js[string](b, `(e => e.className === "skip" ? "A.skip" : e.tagName + "[" + e.getAttribute("href") + "]")(document.activeElement)`)
		assert.Equal(t, stop, got)
		assert.NotEqual(t, "none", js[string](b, `getComputedStyle(document.activeElement).outlineStyle`), "where one is, is seen")
	}
	b.do(chromedp.KeyEvent(kb.Enter))
	b.until(`location.pathname === "/runs"`)
	seen := map[string]bool{}
	for range 60 {
		b.do(chromedp.KeyEvent(kb.Tab))
		seen[js[string](b, `document.activeElement.id || document.activeElement.name || document.activeElement.innerText || ""`)] = true
	}
	for _, want := range []string{"q", "outcome", "model", "Show", "He goed."} {
		assert.True(t, seen[want], fmt.Sprintf("%s is reached with the tab key", want))
	}
}
