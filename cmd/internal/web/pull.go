package web

import (
	"context"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/model/ollama"
)

// A pull is a model that a server fetches.
type pull struct {
	Host, Name string
	N          int // the number of the host
	Progress   ollama.Progress
	Figures    *models.Figures // nil: it does not come just now
	Installed  bool
	Stopped    bool          // by a person, or with the program
	Late       time.Duration // it was stopped because it took longer than this; 0: it was not
	Problem    string        // why it is not installed
}

// longestPull bounds how long a server may fetch a model.
const longestPull = 24 * time.Hour

// modelName is what names a model, of Ollama's registry or another one.
var modelName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:/@-]*$`)

const longestName = 200

// pull has a server fetch a model.
func (s *Server) pull(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.problem(w, r, bodyStatus(err), "/server", "The form cannot be read.")
		return
	}
	hosts := models.HostsOf(s.program.Console, s.program.Settings)
	name := strings.TrimSpace(r.PostForm.Get("model"))
	n, err := strconv.Atoi(r.PostForm.Get("host"))
	if r.PostForm.Get("host") == "" {
		n, err = 0, nil
	}
	switch {
	case !modelName.MatchString(name) || len(name) > longestName:
		s.problem(w, r, http.StatusUnprocessableEntity, "/server", "This is no name of a model. Names are like qwen3:4b.")
		return
	case hosts.Check() != nil:
		s.problem(w, r, http.StatusUnprocessableEntity, "/server", Plain(hosts.Check()))
		return
	case err != nil || n < 0 || n >= len(hosts.Each()):
		s.problem(w, r, http.StatusUnprocessableEntity, "/server", "There is no such server.")
		return
	}
	host := hosts.Each()[n]
	err = s.pulls.begin(pull{Host: host, Name: name, N: n}, func(ctx context.Context, change func(func(*pull))) {
		s.fetch(ctx, host, name, change)
	})
	if err != nil {
		s.problem(w, r, http.StatusConflict, "/server", "A model is being fetched. Wait until that has ended, or cancel it.")
		return
	}
	http.Redirect(w, r, "/server#pull", http.StatusSeeOther)
}

// fetch has the server at host fetch a model, and tells how far that is.
func (s *Server) fetch(ctx context.Context, host, name string, change func(func(*pull))) {
	var coming models.Transfer
	for p, err := range ollama.Pull(ctx, host, name) {
		change(func(of *pull) {
			switch {
			case err == nil:
				of.Progress, of.Figures = p, coming.Figures(p, time.Now())
			case ctx.Err() == context.DeadlineExceeded:
				of.Late = s.pulls.longest
			case ctx.Err() != nil:
				of.Stopped = true
			default:
				of.Problem = Plain(err)
			}
		})
		if err != nil {
			return
		}
	}
	change(func(of *pull) { of.Installed = true })
}

// cancelPull stops a fetch.
func (s *Server) cancelPull(w http.ResponseWriter, r *http.Request) {
	s.pulls.cancel(r.Context())
	http.Redirect(w, r, "/server#pull", http.StatusSeeOther)
}

// tellPull sends how far a fetch is, and at its end the models that are there then.
func (s *Server) tellPull(w http.ResponseWriter, r *http.Request) {
	tell(s, w, r, s.pulls, "pull", func(st *stream, p pull) {
		if !p.Installed {
			return
		}
		ctx, cancel := context.WithTimeout(r.Context(), time.Duration(s.program.Settings.Timeout))
		defer cancel()
		st.put(0, s.modelsOf(ctx, st.look, p.N, p.Host))
	})
}
