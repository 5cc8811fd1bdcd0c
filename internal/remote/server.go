package remote

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"syscall"

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

// within returns the name within a sentence.
func (s Server) within() string {
	if rest, ok := strings.CutPrefix(s.Name, "The "); ok {
		return "the " + rest
	}
	return s.Name
}

// NetworkFault explains a request that got no response because of err.
func (s Server) NetworkFault(err error) *model.Fault {
	f := &model.Fault{Kind: model.Unreachable, Err: err}
	op, _ := errors.AsType[*net.OpError](err)
	dns, unknown := errors.AsType[*net.DNSError](err)
	timeout, _ := errors.AsType[net.Error](err)
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		f.Retry = true
		f.Message = fmt.Sprintf("%s answers at %s. %s, or name another with %s.", s.None, s.Base, s.Start, s.Elsewhere)
	case unknown && (dns.IsNotFound || !dns.Temporary()):
		f.Message = fmt.Sprintf("No host is called %s. Name another with %s.", s.Base.Hostname(), s.Elsewhere)
	case unknown:
		f.Retry = true
		f.Message = fmt.Sprintf("The name %s could not be looked up (%s). Is there a network? Or name another host with %s.",
			s.Base.Hostname(), dns.Err, s.Elsewhere)
	case op != nil && op.Op == "dial":
		f.Retry = timeout != nil && timeout.Timeout()
		f.Message = fmt.Sprintf("Nothing can be reached at %s (%v). Name another with %s.", s.Base, op.Err, s.Elsewhere)
	case strings.HasPrefix(s.Base.Scheme, "https") && op == nil:
		f.Message = fmt.Sprintf("No secure connection to %s could be made (%v). Does it speak plain http?", s.Base, cause(err))
	default:
		f.Kind, f.Retry = model.Broken, true
		f.Message = fmt.Sprintf("%s at %s closed the connection before it answered. Its log says more.", s.Name, s.Base)
	}
	return f
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
	f := &model.Fault{Kind: model.Silent, Err: silence}
	switch silence.Phase {
	case FirstByte:
		f.Retry = true
		f.Message = fmt.Sprintf("%s at %s sent nothing for %v. It may be busy with another request; if that does not pass, restart it.",
			s.Name, s.Base, silence.Limit)
	case MidReply:
		f.Retry = true
		f.Message = fmt.Sprintf("%s at %s stopped in the middle of a reply and sent nothing for %v. If that does not pass, restart it.",
			s.Name, s.Base, silence.Limit)
	case Loading: // to send the request again would begin the loading again
		f.Message = fmt.Sprintf("%s at %s has not loaded the model within %v. Load it beforehand, or use a smaller one.",
			s.Name, s.Base, silence.Limit)
	default:
		f.Message = fmt.Sprintf("The reply of %s at %s was not finished after %v. Use a smaller model or ask for less.",
			s.within(), s.Base, silence.Limit)
	}
	return f
}

// Redirect explains a response that sends on to another address, which is never followed.
func (s Server) Redirect(w *Wire) *model.Fault {
	to := w.Location
	if to == "" {
		to = "an address it does not name"
	}
	return &model.Fault{
		Kind:    model.Rejected,
		Message: fmt.Sprintf("What answers at %s sends requests on to %s. Name that address with %s.", s.Base, to, s.Elsewhere),
	}
}

// WrongServer explains a response that no server of this kind gives.
func (s Server) WrongServer() *model.Fault {
	return &model.Fault{
		Kind:    model.Unreachable,
		Message: fmt.Sprintf("What answers at %s is not %s. Name another address with %s.", s.Base, s.Kind, s.Elsewhere),
	}
}

// Oversized explains an answer that was longer than any that such a server gives.
func (s Server) Oversized(err *OversizedError) *model.Fault {
	return &model.Fault{
		Kind: model.Broken,
		Message: fmt.Sprintf(
			"What answers at %s sent more than %d MB where a short answer belongs. Does something else answer in its place? "+
				"Name another address with %s.",
			s.Base, err.Limit>>20, s.Elsewhere),
		Err: err,
	}
}

// SignIn explains a response that wants to know who asks.
func (s Server) SignIn(said string) *model.Fault {
	return &model.Fault{
		Kind: model.Rejected,
		Message: fmt.Sprintf("What answers at %s wants a sign-in (%s), and none is sent. Name a server of your own with %s.",
			s.Base, Quoted(said), s.Elsewhere),
	}
}

// Unreadable explains a reply whose bytes make no sense; words are what was seen last. again says
// whether that may have been an accident.
func (s Server) Unreadable(words string, again bool, err error) *model.Fault {
	advice := "If it stays so, its log says more."
	if !again || strings.HasPrefix(words, "<") {
		advice = fmt.Sprintf("Does something else answer in its place? Name another address with %s.", s.Elsewhere)
	}
	return &model.Fault{
		Kind:    model.Broken,
		Message: fmt.Sprintf("The reply of %s at %s broke off or was unreadable (%s). %s", s.within(), s.Base, Quoted(words), advice),
		Retry:   again,
		Err:     err,
	}
}

// NoEnd explains a stream that ended after so many bytes of a reply without its end mark.
func (s Server) NoEnd(bytes int) *model.Fault {
	return &model.Fault{
		Kind: model.Broken,
		Message: fmt.Sprintf("The reply of %s at %s stopped after %d bytes without its end mark. If it stays so, its log says more.",
			s.within(), s.Base, bytes),
		Retry: true,
		Err:   model.ErrNoDone,
	}
}

// Sentence says what the server reported, in its own words, and what to do about it.
func (s Server) Sentence(kind model.FaultKind, said string) string {
	said = Quoted(said)
	who := fmt.Sprintf("%s at %s", s.Name, s.Base)
	switch kind {
	case model.Busy:
		return fmt.Sprintf("%s is busy (%s). Wait a moment, or send fewer requests at once.", who, said)
	case model.Memory:
		return fmt.Sprintf("%s could not hold the model (%s). Use a smaller model or a smaller context.", who, said)
	case model.Rejected:
		return fmt.Sprintf("%s refused the request (%s). A newer version of it may accept it.", who, said)
	case model.Overflow:
		return fmt.Sprintf("%s refused the prompt as too long (%s). Use a larger context or a shorter task.", who, said)
	case model.NoModel:
		return fmt.Sprintf("%s does not have the model (%s). Name one that it has.", who, said)
	default:
		return fmt.Sprintf("%s failed (%s). Its log says more.", who, said)
	}
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
