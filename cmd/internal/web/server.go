package web

import (
	"context"
	"net/http"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/cmd/internal/models"
)

// A serverPage is the page of the models' servers.
type serverPage struct {
	Hosts []string
	Pull  moment[pull]
}

// Again says that without a script the page is loaded again while a model is fetched.
func (p serverPage) Again() bool { return p.Pull.Running }

// server shows the page of the models' servers.
func (s *Server) server(w http.ResponseWriter, r *http.Request) {
	hosts := models.HostsOf(s.program.Console, s.program.Settings).Each()
	s.show(w, r, http.StatusOK, "server", "Server", "/server", serverPage{hosts, s.pulls.view()})
}

// A hostPart is what is shown of one server.
type hostPart struct {
	N       int
	Host    string
	List    models.List
	Problem string // why there is no list
}

// modelsOf returns the models of the server with number n, or why they cannot be listed.
func (s *Server) modelsOf(ctx context.Context, l *look, n int, host string) string {
	part := hostPart{N: n, Host: host}
	list, err := models.ListOf(ctx, s.program.Name, host)
	if part.List = list; err != nil {
		part.Problem = Plain(err)
	}
	return l.part("models", part)
}

// checkServer sends the installed models, and the doctor's checks one by one as they are made.
func (s *Server) checkServer(w http.ResponseWriter, r *http.Request) {
	st, end := s.open(w, r)
	if st == nil {
		return
	}
	defer end()
	select {
	case s.checks <- struct{}{}:
		defer func() { <-s.checks }()
	default: // a page tells it by the missing end
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), time.Duration(s.program.Settings.Timeout))
	defer cancel()
	defer context.AfterFunc(s.jobs.ctx, cancel)()
	for n, host := range models.HostsOf(s.program.Console, s.program.Settings).Each() {
		st.put(0, s.modelsOf(ctx, st.look, n, host))
		if !st.send() {
			return
		}
		if r.URL.Query().Get("doctor") == "" {
			continue
		}
		_, err := s.program.Doctor.Check(ctx, host, func(c doctor.Check) {
			st.put(0, st.look.part("check", c))
			if !st.send() {
				cancel()
			}
		})
		if err != nil {
			st.put(0, st.look.part("models", hostPart{N: n, Host: host, Problem: Plain(err)}))
		}
	}
	st.end()
	st.send()
}

// own shows a page of the program.
func (s *Server) own(w http.ResponseWriter, r *http.Request, p Page) {
	data, err := p.Data(r)
	if err != nil {
		s.problem(w, r, http.StatusUnprocessableEntity, p.Path, Plain(err))
		return
	}
	s.show(w, r, http.StatusOK, p.Name, p.Title, p.Path, data)
}

// ownPost does what a form of the program's page asks for.
func (s *Server) ownPost(w http.ResponseWriter, r *http.Request, p Page) {
	if err := r.ParseForm(); err != nil {
		s.problem(w, r, bodyStatus(err), p.Path, "The form cannot be read.")
		return
	}
	to, err := p.Post(r)
	if err != nil {
		s.problem(w, r, http.StatusUnprocessableEntity, p.Path, Plain(err))
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}
