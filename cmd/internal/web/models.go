package web

import (
	"context"
	"net/http"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/cmd/internal/models"
)

// hosts are the models' servers that the settings name.
func (s *Server) hosts() models.Hosts { return models.HostsOf(s.program.Console, s.program.Settings) }

// server shows the page of the models' servers.
func (s *Server) server(*http.Request) (view, error) {
	return view{name: "server", title: "Server", data: s.hosts().Each()}, nil
}

// A hostPart is what is shown of one server.
type hostPart struct {
	N       int
	Host    string
	Program string
	List    models.List
	Problem string // why there is no list
}

// modelsOf returns the models of the server with number n, or why they cannot be listed.
func (s *Server) modelsOf(ctx context.Context, l *look, n int, host string) string {
	part := hostPart{N: n, Host: host, Program: s.program.Name}
	var err error
	if part.List, err = models.ListOf(ctx, s.program.Name, host); err != nil {
		part.Problem = Plain(err)
	}
	return l.part("models", part)
}

// within returns a context that ends with the server, with the request, and after the time of the settings.
func (s *Server) within(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(s.program.Settings.Timeout))
	stop := context.AfterFunc(s.jobs.ctx, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
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
	ctx, cancel := s.within(r.Context())
	defer cancel()
	for n, host := range s.hosts().Each() {
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
