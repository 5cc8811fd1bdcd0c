package endpoint

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"
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
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := e.config.Upstream(r.Context(), named(r))
		(&httputil.ReverseProxy{
			Rewrite: func(r *httputil.ProxyRequest) {
				r.SetURL(to)
				r.Out.Host = to.Host
				for _, name := range []string{"Authorization", "X-Api-Key", "Cookie", "Origin"} {
					r.Out.Header.Del(name)
				}
			},
			FlushInterval: -1,
			ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
				e.refuse(w, r, &problem{Status: http.StatusBadGateway, Message: "the server at " + to.Host + " did not answer: " + err.Error()})
			},
		}).ServeHTTP(w, r)
	})
}

// maxHead bounds the beginning of a body in which the name of a model is looked for, in bytes. Files are larger.
const maxHead = 64 << 10

// named returns the model that the body of a request names near its beginning; "" where it names none.
func named(r *http.Request) string {
	body := bufio.NewReaderSize(r.Body, maxHead)
	head, _ := body.Peek(maxHead) // the end of a short body, or what who reads on will say
	r.Body = struct {
		io.Reader
		io.Closer
	}{body, r.Body}
	if !bytes.HasPrefix(bytes.TrimSpace(head), []byte("{")) {
		return ""
	}
	return cmp.Or(gjson.GetBytes(head, "model").Str, gjson.GetBytes(head, "name").Str) // as older clients call it
}
