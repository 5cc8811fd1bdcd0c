package web

import (
	"crypto/rand"
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
)

// maxBody bounds the body of a request, in bytes.
const maxBody = 64 << 10

// policy is what a browser may load and run for a page: our own style and script, and nothing in line.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// A guard stands before all pages. It lets in who speaks to this machine by one of its names, from a page of ours, and
// on a network only with the token.
type guard struct {
	token  string // "": this machine only, and none is wanted
	names  []string
	origin *http.CrossOriginProtection
	pages  http.Handler
}

// newGuard returns the guard of the address at which listener listens. given is that of the flag, whose name may be
// one that people type.
func newGuard(listener net.Addr, given string, pages http.Handler) *guard {
	g := &guard{names: []string{"localhost"}, origin: http.NewCrossOriginProtection(), pages: pages}
	if host, _, err := net.SplitHostPort(given); err == nil && host != "" {
		g.names = append(g.names, strings.ToLower(host))
	}
	if a, ok := listener.(*net.TCPAddr); !ok || !a.IP.IsLoopback() {
		g.token = rand.Text()
	}
	return g
}

// ServeHTTP implements [http.Handler].
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "same-origin") // with no-referrer a browser would send our forms with the origin null
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	switch {
	case !g.knows(r.Host):
		refuse(w, http.StatusMisdirectedRequest, "this server has another name")
	case g.origin.Check(r) != nil, foreign(r):
		refuse(w, http.StatusForbidden, "the request comes from a page of another server")
	case g.token != "" && !g.admits(w, r):
		refuse(w, http.StatusUnauthorized, "the address wants its token: take the whole address that was printed")
	case r.Header.Get("Authorization") == "" && r.URL.Query().Has("token"):
		clean := *r.URL // so that the token is in no history and no title
		q := clean.Query()
		q.Del("token")
		clean.RawQuery = q.Encode()
		http.Redirect(w, r, local(&clean), http.StatusSeeOther)
	default:
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		g.pages.ServeHTTP(w, r)
	}
}

// knows reports whether a browser that was led here by another name, which an attacker has pointed at this machine,
// is told apart: a page of such a name would pass for one of ours.
func (g *guard) knows(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.ToLower(strings.Trim(name, "[]"))
	for _, n := range g.names {
		if name == n {
			return true
		}
	}
	ip, err := netip.ParseAddr(name) // no name leads to a number
	return err == nil && (g.token != "" || ip.IsLoopback())
}

// foreign reports whether a page of another server makes the browser ask for something that is not a page, or says
// that it is where the request comes from.
func foreign(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || !strings.EqualFold(u.Host, r.Host) {
			return true
		}
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return (site == "cross-site" || site == "same-site") && r.Header.Get("Sec-Fetch-Mode") != "navigate"
}

// tokenCookie holds the token once it was given.
const tokenCookie = "shortleash-token"

// admits reports whether a request has the token, and keeps one that came in the address.
func (g *guard) admits(w http.ResponseWriter, r *http.Request) bool {
	given := r.URL.Query().Get("token")
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		given = bearer
	}
	if given == "" {
		c, err := r.Cookie(tokenCookie)
		return err == nil && g.matches(c.Value)
	}
	if !g.matches(given) {
		return false
	}
	http.SetCookie(w, &http.Cookie{Name: tokenCookie, Value: given, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	return true
}

func (g *guard) matches(token string) bool {
	return subtle.ConstantTimeCompare([]byte(token), []byte(g.token)) == 1
}

// refuse ends a request with one line of plain text.
func refuse(w http.ResponseWriter, code int, why string) { http.Error(w, why, code) }

// local returns an address without its host, which no redirect may lead away from.
func local(u *url.URL) string {
	text := "/" + strings.TrimLeft(u.EscapedPath(), "/\\")
	if u.RawQuery != "" {
		text += "?" + u.RawQuery
	}
	return text
}

// CheckAddress refuses a value of a flag that is not an address to listen at, and says whether other machines will reach it.
func CheckAddress(flag, address string) (open bool, err error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false, cli.Misuse("%s wants an address with a port, such as 127.0.0.1:8178; %q is none", flag, address)
	}
	if host == "localhost" {
		return false, nil
	}
	ip := net.ParseIP(host)
	return ip == nil || !ip.IsLoopback(), nil
}
