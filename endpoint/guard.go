package endpoint

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
)

// A guard stands before all paths. It lets in who calls this machine by one of its names, from no page of another
// server, and with the token where one is wanted.
type guard struct {
	*Endpoint
	paths http.Handler
}

// ServeHTTP implements [http.Handler].
func (g guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	http.NewResponseController(w).SetWriteDeadline(time.Time{}) // that of the connection's last request; a test's recorder has none
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	switch {
	case !g.knows(r.Host):
		g.refuse(w, r, &problem{Status: http.StatusMisdirectedRequest, Message: "this endpoint is not called " + ascii(r.Host)})
	case foreign(r):
		g.refuse(w, r, &problem{Status: http.StatusForbidden, Message: "the request comes from a page of another server"})
	case g.config.Token != "" && !g.admits(r):
		h.Set("WWW-Authenticate", "Bearer")
		g.refuse(w, r, &problem{Status: http.StatusUnauthorized, Message: "this endpoint wants its token as the API key of the client"})
	default:
		defer func() {
			if p := recover(); p != nil {
				if p == http.ErrAbortHandler {
					panic(p)
				}
				g.config.Logger.Error("endpoint: panic", "path", r.URL.Path, "panic", p)
				g.refuse(w, r, &problem{Status: http.StatusInternalServerError, Message: "this endpoint failed; this is a fault in its code"})
			}
		}()
		g.paths.ServeHTTP(w, r)
	}
}

// knows reports whether host is a name of this endpoint. A page of a name that an attacker has pointed at this machine
// would pass for one of ours; no name leads to a number.
func (g guard) knows(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	if name == "localhost" || slices.ContainsFunc(g.config.Hosts, func(n string) bool { return strings.EqualFold(n, name) }) {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && (g.config.Token != "" || ip.IsLoopback())
}

// foreign reports whether a page of another server makes a browser ask.
func foreign(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		return err != nil || !strings.EqualFold(u.Host, r.Host)
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "cross-site" || site == "same-site"
}

// admits reports whether a request has the token, as clients of each protocol send their keys.
func (g guard) admits(r *http.Request) bool {
	given := r.Header.Get("X-Api-Key")
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		given = bearer
	}
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(g.config.Token)) // so that the time says nothing of the length
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// upstream returns the handler of all paths that are not the endpoint's own: Ollama's. The token goes no further.
func (e *Endpoint) upstream() http.Handler {
	if e.config.Upstream == nil {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			e.refuse(w, r, &problem{Status: http.StatusNotFound, Message: "there is nothing at " + ascii(r.URL.Path)})
		})
	}
	return &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(e.config.Upstream)
			r.Out.Host = e.config.Upstream.Host
			for _, name := range []string{"Authorization", "X-Api-Key", "Cookie", "Origin"} {
				r.Out.Header.Del(name)
			}
		},
		FlushInterval: -1,
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
			e.refuse(w, r, &problem{Status: http.StatusBadGateway,
				Message: "the server at " + e.config.Upstream.Host + " did not answer: " + err.Error()})
		},
	}
}
