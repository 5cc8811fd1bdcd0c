package models

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAnOfferDoesNotWait(t *testing.T) {
	answer := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		<-answer
		if r.URL.Path == "/api/version" {
			fmt.Fprint(w, `{"version":"0.17.4"}`)
			return
		}
		fmt.Fprint(
			w, `{"models":[{"name":"a","model":"a"},{"name":"embed","model":"embed"},{"name":"far","model":"far",`+
				`"remote_host":"https://ollama.com"},{"name":"b:latest","model":"b:latest"},{"name":"b:1b","model":"b:1b"}]}`)
	}))
	defer s.Close()
	o := Offer{First: []string{"ollama:b", "rules"}, Hosts: Hosts{List: s.URL}}
	assert.Equal(t, []string{"ollama:b", "rules"}, o.List(), "the server has not answered")
	close(answer)
	o.Wait()
	assert.Equal(t, []string{"ollama:b", "rules", "ollama:a", "ollama:b:1b"}, o.List(),
		"each once, also where the server adds the tag latest, and none that cannot be used here")
	gone := Offer{First: []string{"rules"}, Hosts: Hosts{List: "127.0.0.1:1"}}
	gone.List()
	gone.Wait()
	assert.Equal(t, []string{"rules"}, gone.List())
}
