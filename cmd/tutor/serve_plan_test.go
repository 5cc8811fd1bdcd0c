package main

import (
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A person is asked about the plans of the tutor in the page. Where there is no page, no plan passes.
func TestPlansOfTheTutorAreApprovedInThePage(t *testing.T) {
	base := serving(t, "--listen", "127.0.0.1:0", "--model", "rules", "--planner", "preflect:plan-act", "--approve-plan")
	r, err := http.PostForm(base+"jobs", url.Values{"task": {"He goed to school."}})
	page := r.Request.URL.String()
	for text := body(t, r, err); !strings.Contains(text, "May this plan be carried out?"); {
		r, err = http.Get(page)
		text = body(t, r, err)
	}
	r, err = http.PostForm(page+"/reply", url.Values{"lane": {"0"}, "interrupt": {"i1"}, "do": {"edit"},
		"plan": {`{"facts":"","steps":[{"id":"s1","description":"look at each verb of the sentence"}]}`}})
	body(t, r, err)
	r, err = http.Get(page + "/stream")
	stream := html.UnescapeString(body(t, r, err))
	assert.Contains(t, stream, "<del>goed</del><ins>went</ins>")
	assert.Contains(t, stream, "look at each verb of the sentence")

	r, err = http.Post(base+"v1/check", "application/json", strings.NewReader(`{"input":"He goed."}`))
	assert.Contains(t, body(t, r, err), `"corrected":null`, "no one was asked")
}
