package remote

import (
	"cmp"
	_ "embed"
	"errors"
	"net"
	"net/url"
	"strings"
	"syscall"

	"github.com/shortleash/shortleash/internal/wording"
	"github.com/shortleash/shortleash/model"
)

// A Server is what messages need to know about the server a request goes to.
type Server struct {
	Name      string   // at the beginning of a sentence: "Ollama", "The server"
	None      string   // likewise, where there is none: "No Ollama", "No server"
	Kind      string   // what it is: "Ollama", "a server of OpenAI's protocol"
	Base      *url.URL // where it is
	Start     string   // how it is started, as an order: "Start it with `ollama serve`"
	Elsewhere string   // what names another address: "--host or OLLAMA_HOST"
}

// Shown returns an address as messages have it: without a name, a password or a query, any of which may be a secret.
func Shown(address string) string {
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		scheme, rest = "", address
	} else {
		scheme += "://"
	}
	host, path, _ := strings.Cut(rest, "/")
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		rest = "…" + rest[at:]
	} else if at := strings.LastIndexByte(path, '@'); at >= 0 && strings.Contains(host, ":") {
		rest = "…" + path[at:] // a password may hold a slash
	}
	if end := strings.IndexAny(rest, "?#"); end >= 0 {
		rest = rest[:end+1] + "…"
	}
	return scheme + rest
}

//go:embed phrases.md
var phrasesText string

var phrases = wording.Read("phrases.md", phrasesText)

// Within returns the name within a sentence.
func (s Server) Within() string {
	if rest, ok := strings.CutPrefix(s.Name, "The "); ok {
		return "the " + rest
	}
	return s.Name
}

// fault returns a fault in the words of a phrase.
func fault(kind model.FaultKind, again bool, err error, message string) *model.Fault {
	return &model.Fault{Kind: kind, Message: message, Retry: again, Err: err}
}

// NetworkFault explains a request that got no response because of err.
func (s Server) NetworkFault(err error) *model.Fault {
	op, _ := errors.AsType[*net.OpError](err)
	dns, unknown := errors.AsType[*net.DNSError](err)
	timeout, _ := errors.AsType[net.Error](err)
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return fault(model.Unreachable, true, err, phrases.Say("refused", "S", s))
	case unknown && (dns.IsNotFound || !dns.Temporary()):
		return fault(model.Unreachable, false, err, phrases.Say("no host", "S", s))
	case unknown:
		return fault(model.Unreachable, true, err, phrases.Say("not looked up", "S", s, "Why", dns.Err))
	case op != nil && op.Op == "dial":
		return fault(model.Unreachable, timeout != nil && timeout.Timeout(), err, phrases.Say("not reached", "S", s, "Why", op.Err))
	case strings.HasPrefix(s.Base.Scheme, "https") && op == nil:
		return fault(model.Unreachable, false, err, phrases.Say("not secure", "S", s, "Why", cause(err)))
	}
	return fault(model.Broken, true, err, phrases.Say("closed", "S", s))
}

// cause returns err without the method and address that http puts around it.
func cause(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}

// SilentFault explains a request that a clock has ended.
func (s Server) SilentFault(silence *Silence) *model.Fault {
	switch silence.Phase {
	case FirstByte:
		return fault(model.Silent, true, silence, phrases.Say("first byte", "S", s, "Limit", silence.Limit))
	case MidReply:
		return fault(model.Silent, true, silence, phrases.Say("next chunk", "S", s, "Limit", silence.Limit))
	case Loading: // to send the request again would begin the loading again
		return fault(model.Silent, false, silence, phrases.Say("loaded model", "S", s, "Limit", silence.Limit))
	}
	return fault(model.Silent, false, silence, phrases.Say("end", "S", s, "Limit", silence.Limit))
}

// Redirect explains a response that sends on to another address, which is never followed.
func (s Server) Redirect(w *Wire) *model.Fault {
	to := cmp.Or(w.Location, "an address it does not name")
	return fault(model.Rejected, false, nil, phrases.Say("redirect", "S", s, "To", to))
}

// WrongServer explains a response that no server of this kind gives.
func (s Server) WrongServer() *model.Fault {
	return fault(model.Unreachable, false, nil, phrases.Say("wrong server", "S", s))
}

// Oversized explains an answer that was longer than any that such a server gives.
func (s Server) Oversized(err *OversizedError) *model.Fault {
	return fault(model.Broken, false, err, phrases.Say("oversized", "S", s, "MB", err.Limit>>20))
}

// SignIn explains a response that wants to know who asks.
func (s Server) SignIn(said string) *model.Fault {
	return fault(model.Rejected, false, nil, phrases.Say("sign-in", "S", s, "Said", Quoted(said)))
}

// Unreadable explains a reply whose bytes make no sense; words are what was seen last. again says
// whether that may have been an accident.
func (s Server) Unreadable(words string, again bool, err error) *model.Fault {
	other := !again || strings.HasPrefix(words, "<")
	return fault(model.Broken, again, err, phrases.Say("unreadable", "S", s, "Said", Quoted(words), "Other", other))
}

// NoEnd explains a stream that ended after so many bytes of a reply without its end mark.
func (s Server) NoEnd(bytes int) *model.Fault {
	return fault(model.Broken, true, model.ErrNoDone, phrases.Say("no end", "S", s, "Bytes", bytes))
}

// Sentence says what the server reported, in its own words, and what to do about it.
func (s Server) Sentence(kind model.FaultKind, said string) string {
	said = Quoted(said)
	switch kind {
	case model.Busy:
		return phrases.Say("busy", "S", s, "Said", said)
	case model.Memory:
		return phrases.Say("memory", "S", s, "Said", said)
	case model.Rejected:
		return phrases.Say("rejected", "S", s, "Said", said)
	case model.Overflow:
		return phrases.Say("overflow", "S", s, "Said", said)
	case model.NoModel:
		return phrases.Say("no model", "S", s, "Said", said)
	}
	return phrases.Say("failed", "S", s, "Said", said)
}

// maxQuote is how many bytes of a server's own words go into a message.
const maxQuote = 240

// Quoted returns a server's own words in one line without a full stop, and not too many of them.
func Quoted(words string) string {
	words = strings.Join(strings.Fields(words), " ")
	if len(words) > maxQuote {
		words = strings.ToValidUTF8(words[:maxQuote], "") + "…"
	}
	return strings.TrimRight(words, ". ")
}
