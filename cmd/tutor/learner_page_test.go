package main

import (
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
)

// A learner turns remembering on, makes an error, is asked about it, and deletes everything.
func TestThePageOfALearner(t *testing.T) {
	home := t.TempDir()
	base := servingIn(t, home, "--listen", "127.0.0.1:0", "--model", "rules")
	get := func(path string) string {
		r, err := http.Get(base + path)
		return body(t, r, err)
	}
	post := func(path string, form url.Values) string {
		r, err := http.PostForm(base+path, form)
		return body(t, r, err)
	}
	correct := func(more ...string) {
		form := url.Values{"task": {"Yesterday he goed to school."}}
		for i := 0; i < len(more); i += 2 {
			form.Add(more[i], more[i+1])
		}
		r, err := http.PostForm(base+"jobs", form)
		job := r.Request.URL.Path
		body(t, r, err)
		get(job[1:] + "/stream")
	}
	correct()
	assert.Contains(t, get("learner"), "it is off until you turn it on")
	assert.NoFileExists(t, filepath.Join(home, "tutor", "learner.jsonl"))

	assert.Contains(t, post("learner", url.Values{"do": {"on"}}), "There is nothing to review now.")
	correct()
	page := get("learner")
	assert.Contains(t, page, "The three forms: go, ___, ___")
	assert.Contains(t, page, `<th scope="row">INFL-OVERREG</th>`)
	assert.NotContains(t, page, "Yesterday he goed", "sentences are not kept")
	assert.Equal(t, int64(1), gjson.Get(get("learner/export"), "entries.#").Int())

	key := regexp.MustCompile(`name="key" value="([^"]*)"`).FindStringSubmatch(page)[1]
	answer := url.Values{"do": {"answer"}, "key": {key}, "reviews": {"0"}, "answer": {"goed goed"}}
	page = post("learner", answer)
	assert.Contains(t, page, "went gone")
	assert.Contains(t, page, "Next: ")
	post("learner", answer)
	assert.Equal(t, int64(2), gjson.Get(get("learner/export"), "entries.#").Int(), "the same answer again counts once")

	entries := func() int64 { return gjson.Get(get("learner/export"), "entries.#").Int() }
	correct("measured", "1")
	assert.EqualValues(t, 2, entries(), "a sentence of an evaluation is not the learner's")
	correct("model", "tiny")
	assert.EqualValues(t, 3, entries(), "another model alone is asked about what the learner wrote")
	correct("model", "tiny", "model", "rules")
	assert.EqualValues(t, 4, entries(), "several side by side are asked about one sentence")

	assert.Contains(t, post("learner", url.Values{"do": {"forget"}}), "say that you are sure")
	assert.Contains(t, post("learner", url.Values{"do": {"forget"}, "sure": {"yes"}}), "0 entries")
	assert.Contains(t, post("learner", url.Values{"do": {"off"}}), "it is off until you turn it on")
	require.Contains(t, post("learner", url.Values{"do": {"other"}}), "Not possible")

	r, err := http.NewRequest(http.MethodGet, base+"learner", nil)
	require.NoError(t, err)
	r.Header.Set("Accept-Language", "es")
	spanish, err := http.DefaultClient.Do(r)
	assert.Contains(t, body(t, spanish, err), "No se recuerda nada")
}
