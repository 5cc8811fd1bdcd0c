package web

import (
	"context"
	"net/http"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/cmd/internal/models"
)

// server shows the page of the model's server.
func (s *Server) server(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusOK, "server", "Server", "/server", s.program.Settings.Model)
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
	for _, host := range models.HostsOf(s.program.Console, s.program.Settings).Each() {
		list, err := models.ListOf(ctx, s.program.Name, host)
		if err != nil {
			st.put(0, st.look.part("noserver", struct{ Host, Problem string }{host, Plain(err)}))
		} else {
			st.put(0, st.look.part("models", list))
		}
		if !st.send() {
			return
		}
		if r.URL.Query().Get("doctor") == "" {
			continue
		}
		_, err = s.program.Doctor.Check(ctx, host, func(c doctor.Check) {
			st.put(0, st.look.part("check", c))
			if !st.send() {
				cancel()
			}
		})
		if err != nil {
			st.put(0, st.look.part("noserver", struct{ Host, Problem string }{host, Plain(err)}))
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
