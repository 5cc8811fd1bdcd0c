package browser

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A finding is what axe-core has against a page.
type finding struct {
	ID, Impact, Help string
	Nodes            []struct{ HTML string }
}

// axe returns what checks the page that the tab shows, and keeps a picture of it.
func (b *tab) axe() (check func(name string)) {
	b.t.Helper()
	file := os.Getenv("SHORTLEASH_AXE")
	axe, err := os.ReadFile(file)
	if file == "" || err != nil {
		need(b.t, "axe-core where SHORTLEASH_AXE says")
	}
	return func(name string) {
		b.t.Helper()
		js[bool](b, string(axe)+";true")
		text := js[string](b, `axe.run({resultTypes: ["violations"]}).then(r => JSON.stringify(r.violations))`)
		var list []finding
		require.NoError(b.t, json.Unmarshal([]byte(text), &list))
		for _, f := range list {
			if f.Impact == "serious" || f.Impact == "critical" {
				assert.Fail(b.t, f.Help, "%s: %s, %s: %v", name, f.ID, f.Impact, f.Nodes)
			}
		}
		b.keep(regexp.MustCompile(`\W+`).ReplaceAllString(name, "-"))
	}
}

// widths are those in which no page may be wider than its window: a phone, the narrowest of WCAG 2.2 (1.4.10), and a
// window of 1280 pixels at a zoom of 200 %.
var widths = []int64{390, 320, 640}

// narrow checks that nothing stands out of the page in any of the widths.
func (b *tab) narrow(name string) {
	b.t.Helper()
	for _, width := range widths {
		b.zoomed(width)
		wide := js[[]string](b,
			`[...document.querySelectorAll("main *")].filter(e => !e.closest(".wide, svg, .hidden") && `+
				`e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 90))`)
		assert.LessOrEqual(b.t, js[int](b, "document.documentElement.scrollWidth"), int(width), "%s at %d: %v", name, width, wide)
	}
	b.sized(1280, 900)
}

// zoomed gives the page so many CSS pixels in a row, each two dots wide.
func (b *tab) zoomed(width int64) {
	b.t.Helper()
	_, err := chromedp.Call(b.ctx, emulation.SetDeviceMetricsOverride,
		emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 844, DeviceScaleFactor: 2})
	require.NoError(b.t, err)
}

func TestAxe(t *testing.T) {
	b, base := corrected(t)
	check := b.axe()
	job := js[string](b, "location.href")
	b.open(base + "runs")
	ids := js[[]string](b, `[...document.querySelectorAll("input[name=run]")].map(e => e.value)`)
	pages := map[string]string{
		"a correction": job, "a run": base + "runs/" + ids[0], "the task": base, "runs": base + "runs", "the server": base + "server",
		"two runs": fmt.Sprintf("%scompare?run=%s&run=%s", base, ids[0], ids[1]),
	}
	b.everywhere(pages, check)
}

// everywhere checks pages on a light and a dark screen and in all widths.
func (b *tab) everywhere(pages map[string]string, check func(string)) {
	b.t.Helper()
	for name, address := range pages {
		b.dark(false)
		b.open(address)
		b.until(`document.querySelector("main .waiting") === null`)
		js[bool](b, `(document.querySelectorAll("details").forEach(e => e.open = true), true)`)
		check(name)
		b.dark(true)
		check(name + " dark")
		b.dark(false)
		b.narrow(name)
		b.zoomed(390)
		check(name + " on a phone")
		b.sized(1280, 900)
	}
}

func TestAxeOfPlans(t *testing.T) {
	b := planned(t)
	check := b.axe()
	b.everywhere(map[string]string{"plans": js[string](b, "location.href")}, check)
}

// planned opens a logged run that had two plans.
func planned(t testing.TB) *tab {
	t.Helper()
	b, base := newTab(t), serving(t, "tutor", "--model", "rules", "--log", copied(t, "../../loop/testdata/logs/plan-execute.ndjson"))
	b.sized(1280, 900)
	b.dark(false)
	b.logged(base)
	return b
}

// copied returns a copy of a file that a program may write to.
func copied(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "log.ndjson")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	return path
}

func TestPlansAndWhatIsDifferent(t *testing.T) {
	b := planned(t)
	assert.Len(t, b.text("figure.plan"), 2)
	assert.Contains(t, strings.Join(b.text(".mark"), " "), "− dropped + new")
	assert.True(t, js[bool](b,
		`[...document.querySelectorAll(".plan .new rect")].length > 0 && getComputedStyle(document.querySelector(".plan `+
			`.new rect")).fill !== getComputedStyle(document.querySelector(".plan .done:not(.new) rect")).fill`))
	fits := `[...document.querySelectorAll(".plan g")].every(g => [...g.querySelectorAll("text")].every(t => ` +
		`t.getBoundingClientRect().right <= g.querySelector("rect").getBoundingClientRect().right))`
	assert.True(t, js[bool](b, fits), "each text stands within its box")
}
