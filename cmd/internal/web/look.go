package web

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
)

//go:embed pages/*.html
var pageFiles embed.FS

//go:embed pages/spanish.tsv
var spanishFile string

// spanish has the words of the pages in Spanish, by their English. A test finds those that are missing.
var spanish = wordsOf(spanishFile)

// wordsOf reads lines of an English text, a tab, and the text in another language.
func wordsOf(table string) map[string]string {
	words := map[string]string{}
	for line := range strings.Lines(table) {
		english, other, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		words[english] = other
	}
	return words
}

//go:embed static/*
var staticFiles embed.FS

// maxShown bounds how much of one text a page shows, in characters.
const maxShown = 6000

// A look is how pages look in one language.
type look struct {
	language  string
	program   *Program
	templates *template.Template
	version   string // of the static files
}

// newLooks returns the looks by their languages.
func newLooks(p *Program) (map[string]*look, error) {
	sum := sha256.New()
	for _, name := range []string{"page.css", "page.js"} {
		text, err := staticFiles.ReadFile("static/" + name)
		if err != nil {
			return nil, err
		}
		sum.Write(text)
	}
	version := hex.EncodeToString(sum.Sum(nil)[:6])
	es := maps.Clone(spanish)
	maps.Copy(es, p.Spanish)
	looks := map[string]*look{}
	for language, words := range map[string]map[string]string{"en": {}, "es": es} {
		l := &look{language: language, program: p, version: version}
		t := template.New("").Funcs(l.functions(words))
		var err error
		if l.templates, err = t.ParseFS(pageFiles, "pages/*.html"); err != nil {
			return nil, fmt.Errorf("web: %w", err)
		}
		looks[language] = l
	}
	return looks, nil
}

// functions are those that templates call.
func (l *look) functions(words map[string]string) template.FuncMap {
	// t is a text of ours in the language of the page. What has no translation is English.
	t := func(english string, args ...any) string {
		if own, ok := words[english]; ok {
			english = own
		}
		if len(args) > 0 {
			return fmt.Sprintf(english, args...)
		}
		return english
	}
	return template.FuncMap{
		"t": t,
		// told is what a line of a row says between its head and its names.
		"told": func(l show.Line) string {
			args := slices.Clone(l.Args)
			for i, arg := range args {
				if n, ok := arg.(show.Number); ok && words["%d "+n.Noun+"s"] != "" {
					args[i] = t("%d "+n.Noun+"s", n.N)
				}
			}
			return t(l.Format, args...)
		},
		"lang": func() string { return l.language },
		// safe is text from elsewhere: what turns its direction or steers a terminal is replaced by a mark.
		"safe": func(text any) string {
			s := []rune(cli.Printable(fmt.Sprint(text)))
			if len(s) > maxShown {
				s = append(s[:maxShown:maxShown], '…')
			}
			return string(s)
		},
		"line":     func(text any) string { return cli.Clip(fmt.Sprint(text), 160) },
		"indented": func(text string) string { return cli.Printable(indented(text)) },
		"diff":     diff,
		"ms":       milliseconds,
		"percent":  func(p float64) string { return fmt.Sprintf("%.0f %%", math.Floor(100*p)) },
		// permille is a probability with one digit after the point.
		"permille": func(p float64) string { return fmt.Sprintf("%.1f %%", 100*p) },
		// token is the text of a token, whose end of text has none.
		"token": func(text *string) string {
			if *text == "" {
				return "∎"
			}
			return cli.Printable(*text)
		},
		"words":  func(s any) string { return cli.OneLine(strings.ReplaceAll(fmt.Sprint(s), "_", " ")) },
		"join":   func(list []string) string { return cli.OneLine(strings.Join(list, ", ")) },
		"add":    func(a, b int) int { return a + b },
		"deref":  func(p *float64) float64 { return *p },
		"moment": func(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") },
	}
}

// milliseconds words a time that one waits.
func milliseconds(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return "0 ms"
	case d < 10*time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	default:
		return d.Round(time.Second).String()
	}
}

// part returns one template without a page around it.
func (l *look) part(name string, data any) string {
	var b bytes.Buffer
	if err := l.templates.ExecuteTemplate(&b, name, data); err != nil {
		panic("web: BUG: " + err.Error()) // a test renders each
	}
	return b.String()
}

// A frame is a page with what stands around it.
type frame struct {
	Title, Here, Version string
	Program              *Program
	Query                template.URL // of the same page in the other language
	Refresh              bool         // without a script, the page is loaded again
	Data                 any
}

// A view is what a handler answers with: a page, or the address To where to go on.
type view struct {
	name, title string
	data        any
	code        int // 0: 200
	to          string
}

// goTo is the view that leads to another address.
func goTo(address string) (view, error) { return view{to: address}, nil }

// A refusal is why a page is not to be had.
type refusal struct {
	code int
	text string
}

func (r *refusal) Error() string { return r.text }

// refused returns the error of a handler that shows why instead of its page.
func refused(code int, text string) (view, error) { return view{}, &refusal{code, text} }

// page answers with what a handler returns. here is the path of its entry in the navigation.
func (s *Server) page(here string, handle func(*http.Request) (view, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := handled(r, handle)
		if err != nil {
			v = view{name: "problem", title: "Not possible", code: http.StatusUnprocessableEntity, data: Plain(err)}
			if why, ok := errors.AsType[*refusal](err); ok {
				v.code = why.code
			}
		}
		if v.to != "" {
			http.Redirect(w, r, v.to, http.StatusSeeOther)
			return
		}
		s.show(w, r, here, v)
	}
}

// handled is what a handler returns for a request whose form can be read.
func handled(r *http.Request, handle func(*http.Request) (view, error)) (view, error) {
	if r.Method == http.MethodPost {
		if err := r.ParseForm(); err != nil {
			return refused(bodyStatus(err), "The form cannot be read.")
		}
	}
	return handle(r)
}

// show answers with a page.
func (s *Server) show(w http.ResponseWriter, r *http.Request, here string, v view) {
	l := s.lookOf(r)
	q := r.URL.Query()
	q.Set("lang", map[string]string{"en": "es", "es": "en"}[l.language])
	f := frame{Title: v.title, Here: here, Version: l.version, Program: s.program, Query: template.URL("?" + q.Encode()), Data: v.data}
	if again, ok := v.data.(interface{ Again() bool }); ok {
		f.Refresh = again.Again()
	}
	text := l.part(v.name, f)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(cmp.Or(v.code, http.StatusOK))
	_, _ = w.Write([]byte(text)) // who has gone does not read it
}

// Plain words an error for people.
func Plain(err error) string {
	if message, ok := cli.MisuseOf(err); ok {
		return message
	}
	return cli.Problem(err)
}

const languageCookie = "shortleash-language"

// lookOf returns the look of the language that was chosen, or else that the browser prefers.
func (s *Server) lookOf(r *http.Request) *look {
	if c, err := r.Cookie(languageCookie); err == nil && s.looks[c.Value] != nil {
		return s.looks[c.Value]
	}
	if strings.HasPrefix(strings.ToLower(r.Header.Get("Accept-Language")), "es") {
		return s.looks["es"]
	}
	return s.looks["en"]
}

// inLanguage keeps the language that a link chooses.
func (s *Server) inLanguage(pages http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		chosen := q.Get("lang")
		if r.Method != http.MethodGet || s.looks[chosen] == nil {
			pages.ServeHTTP(w, r)
			return
		}
		http.SetCookie(w, &http.Cookie{Name: languageCookie, Value: chosen, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		q.Del("lang")
		to := *r.URL
		to.RawQuery = q.Encode()
		http.Redirect(w, r, local(&to), http.StatusSeeOther)
	})
}

// static answers with one of our files.
func static(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	text, err := staticFiles.ReadFile("static/" + name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable") // the address has the version
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
}

// indented returns JSON over several lines, and anything else as it is.
func indented(text string) string {
	var b bytes.Buffer
	if json.Indent(&b, []byte(text), "", "  ") != nil {
		return text
	}
	return b.String()
}
