package browser

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

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
