package browser

import (
	"fmt"
	"slices"
	"testing"
)

// BenchmarkPage measures what a page weighs, when it is first painted, and how long after an event it is seen.
func BenchmarkPage(b *testing.B) {
	var weights, replies, paints, delays []float64
	for b.Loop() {
		m, s := newModel(b), openShop(b)
		base := serving(b, "shortleash", "--mcp", s.url, "--host", m.url, "--model", "ollama:m")
		page := newTab(b)
		page.open(base)
		weights = append(weights,
			js[float64](
				page, `performance.getEntriesByType("navigation").concat(performance.getEntriesByType("resource")).reduce((n, e) `+
					`=> n + e.transferSize, 0)`))
		replies = append(replies, js[float64](page, `performance.getEntriesByType("navigation")[0].responseEnd`))
		paints = append(paints,
			js[float64](
				page, `new Promise(done => new PerformanceObserver(l => done(l.getEntries()[0].startTime)).observe({type: "paint", buffered: true}))`))
		page.begin("Count the bolts.")
		js[bool](page, `(window.delays = [], new MutationObserver(list => list.forEach(change => change.addedNodes.forEach(e => {
			const happened = Number(e.dataset?.time)
			if (happened) requestAnimationFrame(() => window.delays.push(performance.timeOrigin + performance.now() - happened))
		}))).observe(document.querySelector("#steps-0"), {childList: true}), true)`)
		for part := range 5 {
			m.say(b, fmt.Sprintf(`{"thought":"next","tool":"count_part","tool_args":{"part":"%d"}}`, part))
		}
		m.say(b, answered)
		page.done()
		delays = append(delays, js[[]float64](page, `new Promise(done => requestAnimationFrame(() => done(window.delays)))`)...)
	}
	slices.Sort(delays)
	slices.Sort(paints)
	slices.Sort(replies)
	b.ReportMetric(slices.Max(weights)/1000, "kB")
	b.ReportMetric(replies[len(replies)/2], "ms-page-here") // what the browser takes from then on is its own
	b.ReportMetric(paints[len(paints)/2], "ms-first-paint")
	b.ReportMetric(delays[len(delays)/2], "ms-event-median")
	b.ReportMetric(delays[len(delays)*95/100], "ms-event-p95")
	b.ReportMetric(0, "ns/op")
}
