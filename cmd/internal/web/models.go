package web

import (
	"context"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/doctor"
	"github.com/shortleash/shortleash/cmd/internal/models"
	"github.com/shortleash/shortleash/model/ollama"
)

// A serverPage is the page of the models' servers.
type serverPage struct {
	Hosts []string
	Pull  moment[pull]
}

// Again says that without a script the page is loaded again while a model is fetched.
func (p serverPage) Again() bool { return p.Pull.Running }

// hosts are the models' servers that the settings name.
func (s *Server) hosts() models.Hosts { return models.HostsOf(s.program.Console, s.program.Settings) }

// server shows the page of the models' servers.
func (s *Server) server(*http.Request) (view, error) {
	return view{name: "server", title: "Server", data: serverPage{s.hosts().Each(), s.pulls.view()}}, nil
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
func (s *Server) pull(r *http.Request) (view, error) {
	name := strings.TrimSpace(r.PostForm.Get("model"))
	n, err := strconv.Atoi("0" + r.PostForm.Get("host"))
	switch {
	case !modelName.MatchString(name) || len(name) > longestName:
		return refused(http.StatusUnprocessableEntity, "This is no name of a model. Names are like qwen3:4b.")
	case s.hosts().Check() != nil:
		return view{}, s.hosts().Check()
	case err != nil || n >= len(s.hosts().Each()):
		return refused(http.StatusUnprocessableEntity, "There is no such server.")
	}
	host := s.hosts().Each()[n]
	err = s.pulls.begin(pull{Host: host, Name: name, N: n}, func(ctx context.Context, change func(func(*pull))) {
		s.fetch(ctx, host, name, change)
	})
	if err != nil {
		return refused(http.StatusConflict, "A model is being fetched. Wait until that has ended, or cancel it.")
	}
	return goTo("/server#pull")
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
func (s *Server) cancelPull(r *http.Request) (view, error) {
	s.pulls.cancel(r.Context())
	return goTo("/server#pull")
}

// pulled sends the models that are there at the end of a fetch.
func (s *Server) pulled(ctx context.Context, st *stream, p pull) {
	if p.Installed {
		ctx, cancel := s.within(ctx)
		defer cancel()
		st.put(0, s.modelsOf(ctx, st.look, p.N, p.Host))
	}
}
