package ollama

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ollama/ollama/api"
)

// A Thinking is a policy for a model that can think before it answers. It matters because many server
// releases constrain only what follows the thoughts, and some never notice that there are none.
type Thinking string

// The policies. The Usage of each reply says which one was used; a model that cannot think has none.
const (
	ThinkAsFits Thinking = ""      // chosen by the server's release and what it reports about the model
	ThinkOff    Thinking = "off"   // no thoughts; the format holds from the first token
	ThinkRaw    Thinking = "raw"   // no thoughts; the server renders the prompt and completes it raw, where every release enforces a format
	ThinkLow    Thinking = "low"   // short thoughts, for models that cannot turn them off
	ThinkOn     Thinking = "on"    // thoughts, after which the server runs again with the format; it may forget to
	ThinkFirst  Thinking = "first" // a free request for thoughts only, then a constrained request that includes them
)

// policies are what a Config may say.
var policies = []Thinking{ThinkAsFits, ThinkOff, ThinkRaw, ThinkLow, ThinkOn, ThinkFirst}

func (p Thinking) check() error {
	if !slices.Contains(policies, p) {
		return fmt.Errorf("ollama: Config.Think is %q, which is not a policy", p)
	}
	return nil
}

// value returns what a request says about thinking. A value is always sent: unset means true since
// 0.12.5, and true is an error for a model that cannot think.
func (p Thinking) value() *api.ThinkValue {
	switch p {
	case ThinkLow:
		return &api.ThinkValue{Value: "low"}
	case ThinkOn:
		return &api.ThinkValue{Value: true}
	default:
		return &api.ThinkValue{Value: false}
	}
}

// thinking returns the policy under which the server enforces a format, as far as show can tell: ""
// for a model that cannot think. Between 0.12.4 and 0.31.1 a server whose own parser reads a model
// constrains what the model writes only once it has thought, so such a model is asked raw, which
// works everywhere; so it is where the server does not know its release.
func thinking(show *api.ShowResponse, server release, wanted Thinking) Thinking {
	switch {
	case !slices.Contains(show.Capabilities, "thinking"):
		return ThinkAsFits
	case wanted != ThinkAsFits && wanted != ThinkFirst:
		return wanted
	case parserOf(show) == "harmony" || strings.HasPrefix(show.Details.Family, "gptoss"):
		return ThinkLow
	case wanted == ThinkFirst:
		return ThinkFirst
	case parserOf(show) != "" && (server == release{} || !server.before(0, 12, 4) && server.before(0, 31, 2)):
		return ThinkRaw
	default:
		return ThinkOff
	}
}

// parserOf returns the parser of the server's that reads a model, or "". The field for it is there and
// empty on 0.17.4 as on 0.32.15: only the Modelfile tells, in a line of its own. A text
// that holds such a line costs a request in another form and nothing else.
func parserOf(show *api.ShowResponse) string {
	if show.Parser != "" {
		return show.Parser
	}
	for line := range strings.Lines(show.Modelfile) {
		if name, ok := strings.CutPrefix(line, "PARSER "); ok {
			return strings.Trim(strings.TrimSpace(name), `"`)
		}
	}
	return ""
}

// renders reports whether the server may know how to render a prompt without running the model.
func (r release) renders() bool { return !r.before(0, 11, 5) }
