package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// servers returns a site whose settings name hosts.
func servers(t *testing.T, hosts ...string) *site {
	p := program(t, "", five)
	p.Settings.Host, p.Settings.Timeout = strings.Join(hosts, ","), cli.Span(5*time.Second)
	return newSite(t, p)
}

func TestEachServerHasItsList(t *testing.T) {
	a := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/api/version":
			fmt.Fprint(w, `{"version":"0.17.4"}`)
		case "/api/show":
			fmt.Fprint(w, `{"capabilities":["completion"]}`)
		default:
			fmt.Fprint(w, `{"models":[{"name":"m:latest","model":"m:latest","size":1234567890}]}`)
		}
	}))
	defer a.Close()
	s := servers(t, a.URL, "127.0.0.1:1")
	_, _, text := s.do(http.MethodGet, "/server", "")
	assert.Contains(t, text, `id="models-0"`)
	assert.Contains(t, text, `id="models-1"`)
	_, _, text = s.do(http.MethodGet, "/server/stream", "")
	assert.Contains(t, text, "m:latest</th>")
	assert.Contains(t, text, `<div id="models-1" aria-live="polite"><p>127.0.0.1:1:`, "one that does not answer does not hide the other")
}

func TestAHostileServer(t *testing.T) {
	for _, evil := range hostile {
		quoted, err := json.Marshal(evil)
		require.NoError(t, err)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/api/version":
				fmt.Fprintf(w, `{"version":%s}`, quoted)
			case "/api/tags":
				fmt.Fprintf(w, `{"models":[{"name":%[1]s,"model":%[1]s,"size":-1,"details":{"parameter_size":%[1]s,"quantization_level":%[1]s}}]}`,
					quoted)
			case "/api/show":
				fmt.Fprintf(w, `{"capabilities":[%s]}`, quoted)
			default:
				fmt.Fprintf(w, `{"status":%[1]s,"digest":%[1]s,"total":9223372036854775807,"completed":-5}`+"\n"+
					`{"status":%[1]s,"digest":"b","total":-9223372036854775807,"completed":9223372036854775807}`+"\n"+`{"error":%[1]s}`+"\n", quoted)
			}
		}))
		s := servers(t, server.URL)
		for _, path := range []string{"/server/stream", "/server", "/"} {
			code, _, text := s.do(http.MethodGet, path, "")
			assert.Equal(t, http.StatusOK, code, path)
			harmless(t, text, path)
		}
		server.Close()
	}
}
