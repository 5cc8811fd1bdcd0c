package builtin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/tools"
)

// Bounds of a page.
const (
	maxPage      = 2 << 20 // bytes that are read of it
	shownPage    = 6000    // bytes of text that a model reads at once
	maxRedirects = 5
)

type fetchArgs struct {
	Address string `json:"address" jsonschema:"minLength=8,maxLength=500" jsonschema_description:"of the page, with https://"`

	From int `json:"from" jsonschema:"minimum=0,maximum=2000000,description=where to begin in its text: 0\\, or next of the call before"`
}

// A page is what fetch_page gives.
type page struct {
	Address string `json:"address"`
	Title   string `json:"title,omitempty"`
	Text    string `json:"text"`
	Next    int    `json:"next,omitempty"` // where the text goes on
}

// Fetch returns the tool fetch_page, which reads pages from these hosts only, even after a
// redirect. A host may have a port. The client may be nil.
func Fetch(hosts []string, client *http.Client) (tools.Tool, error) {
	if len(hosts) == 0 {
		return tools.Tool{}, errors.New("builtin: fetch_page needs the hosts that it may read")
	}
	var quoted []string
	for _, host := range hosts {
		u, err := url.Parse("https://" + host)
		if err != nil || u.Host != host || host == "" {
			return tools.Tool{}, fmt.Errorf("builtin: %q is not a host; write it as example.org or localhost:8080", host)
		}
		quoted = append(quoted, regexp.QuoteMeta(host))
	}
	if client == nil {
		client = &http.Client{Timeout: 20 * time.Second}
	}
	own := *client
	own.CheckRedirect = func(r *http.Request, via []*http.Request) error {
		if len(via) >= maxRedirects || !slices.Contains(hosts, r.URL.Host) {
			return fmt.Errorf("it leads on to %s, which may not be read", r.URL.Host)
		}
		return nil
	}
	known := grammar.Object(
		grammar.Property{Name: "address", Schema: grammar.Pattern("^https?://(?:"+strings.Join(quoted, "|")+")(?:/[!-~]*)?$", 8, 500)},
		grammar.Property{Name: "from", Schema: grammar.Integer(0, maxPage)})
	return tools.New("fetch_page", "the text of a page of "+strings.Join(hosts, ", "), func(ctx context.Context, in fetchArgs) (page, error) {
		return fetch(ctx, &own, hosts, in)
	}, tools.Options{Idempotent: true, ReadOnly: true, ParallelSafe: true, Known: func(string, []tools.Done) (grammar.Schema, bool) {
		return known, true
	}})
}

func fetch(ctx context.Context, client *http.Client, hosts []string, in fetchArgs) (page, error) {
	u, err := url.Parse(in.Address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || !slices.Contains(hosts, u.Host) {
		return page{}, tools.BadArgument("%s is no address of %s", in.Address, strings.Join(hosts, ", "))
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return page{}, tools.BadArgument("%s is no address", in.Address)
	}
	response, err := client.Do(request)
	if err != nil {
		var u *url.Error
		if errors.As(err, &u) {
			err = u.Err
		}
		return page{}, fmt.Errorf("the page cannot be read: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return page{}, tools.NotFound("the server says %s", response.Status)
	}
	p := page{Address: response.Request.URL.String()}
	if p.Title, p.Text, err = readable(response); err != nil {
		return page{}, err
	}
	if in.From > 0 && in.From >= len(p.Text) {
		return page{}, tools.BadArgument("the text has %d bytes", len(p.Text))
	}
	rest := strings.ToValidUTF8(p.Text[in.From:], "")
	p.Text = rest
	if len(rest) > shownPage {
		cut := strings.LastIndexAny(rest[:shownPage], " \n")
		if cut <= 0 {
			cut = shownPage
		}
		p.Text, p.Next = strings.ToValidUTF8(rest[:cut], ""), in.From+cut
	}
	return p, nil
}

// readable returns the title and the text of a page.
func readable(response *http.Response) (title, text string, _ error) {
	kind := response.Header.Get("Content-Type")
	page := strings.Contains(kind, "html")
	if !page && !strings.HasPrefix(kind, "text/") && !strings.Contains(kind, "json") && !strings.Contains(kind, "xml") {
		return "", "", tools.BadArgument("it is no page of text, but %s", kind)
	}
	body, err := charset.NewReader(io.LimitReader(response.Body, maxPage), kind)
	if errors.Is(err, io.EOF) {
		return "", "", nil
	}
	if err == nil && page {
		var root *html.Node
		if root, err = html.Parse(body); err == nil {
			var t pageText
			t.add(root, 0)
			return strings.TrimSpace(t.title), t.text(), nil
		}
	}
	if err != nil {
		return "", "", fmt.Errorf("the page cannot be read: %w", err)
	}
	data, err := io.ReadAll(body)
	return "", string(data), err
}

// A pageText collects what a reader sees of a page.
type pageText struct {
	title string
	b     strings.Builder
}

// add appends the text below a node. Scripts, styles and what stands at the edges of a page are left out.
func (t *pageText) add(n *html.Node, depth int) {
	if depth > 500 {
		return
	}
	switch n.Type {
	case html.TextNode:
		if n.Parent == nil || n.Parent.Data != "pre" {
			t.b.WriteString(strings.NewReplacer("\n", " ", "\r", " ").Replace(n.Data))
			return
		}
		t.b.WriteString(n.Data)
		return
	case html.ElementNode:
		switch n.Data {
		case "script", "style", "noscript", "template", "svg", "nav", "footer", "iframe":
			return
		case "title":
			if n.FirstChild != nil {
				t.title = n.FirstChild.Data
			}
			return
		case "p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "section", "article", "table", "ul", "ol":
			t.b.WriteByte('\n')
		case "td", "th":
			t.b.WriteByte('\t')
		}
	}
	for child := range n.ChildNodes() {
		t.add(child, depth+1)
	}
}

// text returns the lines that hold anything, with single blanks.
func (t *pageText) text() string {
	var lines []string
	for line := range strings.Lines(t.b.String()) {
		if words := strings.Fields(line); len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return strings.Join(lines, "\n")
}
