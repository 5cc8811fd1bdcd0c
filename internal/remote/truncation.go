package remote

import (
	"fmt"
	"slices"
	"sync"

	"github.com/shortleash/shortleash/model"
)

// A TruncationDetector notices a prompt that the server has cut. Some drop the oldest messages in silence; a
// reply to what is left is void, however valid it looks. All there is to see is how many tokens the
// server says the prompt had. Its zero value is ready, and safe for concurrent use.
//
// What it finds ends a run, so each bound is set where an honest server cannot be.
type TruncationDetector struct {
	mu   sync.Mutex
	past []promptCost // the newest last, at most maxPast

	ratios   int     // how many prompts of minBand bytes or more were counted
	maxRatio float64 // the most bytes per token among them
}

// A promptCost is what one prompt came to.
type promptCost struct {
	messages []model.Message
	tokens   int
}

const (
	maxPast      = 8   // conversations go on in turn: one for each lane of a plan
	messageCost  = 16  // tokens that a template may spend around one message
	longToken    = 8   // changes of byte in a token, on the whole of a text
	minBand      = 512 // bytes; shorter prompts are mostly template
	bandNeeds    = 4   // prompts that make a band
	bandWidth    = 2   // times the most bytes per token seen
	honestTokens = 6.0 // bytes per token that dense prose reaches in the best of vocabularies
)

// Check compares the tokens of a prompt with the sizes its context may have and with earlier
// prompts. It returns "" and remembers the prompt, or says why it must have been cut.
func (a *TruncationDetector) Check(messages []model.Message, tokens int, contexts ...int) string {
	if tokens <= 0 {
		return "" // not counted
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if slices.Contains(contexts, tokens) {
		return fmt.Sprintf("the prompt fills the context of %d tokens to the last", tokens)
	}
	if old, least := a.least(messages); tokens < least {
		return fmt.Sprintf("the prompt grew, but from %d tokens it came to %d", old, tokens)
	}
	bytes := size(messages)
	ratio := float64(bytes) / float64(tokens)
	if bytes >= minBand && a.ratios >= bandNeeds && ratio > honestTokens && ratio > bandWidth*a.maxRatio {
		return fmt.Sprintf("%.1f bytes of prompt to a token, where %.1f was the most so far", ratio, a.maxRatio)
	}
	a.remember(messages, tokens, ratio)
	return ""
}

// least returns the fewest tokens that messages can come to, given the earlier prompt that has the
// most in common with them, and that prompt's tokens.
//
// A byte is at most one token, so what was taken from the end of the earlier prompt saves at most
// its bytes; and tokens are short, so what was added costs something. Only changes of byte count
// there, because vocabularies have tokens for long runs of blanks and dashes.
func (a *TruncationDetector) least(messages []model.Message) (old, tokens int) {
	best := 0
	for _, p := range a.past {
		same := 0
		for same < len(p.messages) && same < len(messages) && p.messages[same] == messages[same] {
			same++
		}
		if same == 0 || same < best {
			continue
		}
		gone, added := p.messages[same:], messages[same:]
		best, old = same, p.tokens
		tokens = p.tokens - size(gone) - messageCost*(len(gone)+1) + changes(added)/longToken
	}
	return old, tokens
}

func (a *TruncationDetector) remember(messages []model.Message, tokens int, ratio float64) {
	if len(a.past) == maxPast {
		a.past = append(a.past[:0], a.past[1:]...)
	}
	a.past = append(a.past, promptCost{slices.Clone(messages), tokens})
	if size(messages) >= minBand {
		a.ratios++
		a.maxRatio = max(a.maxRatio, ratio)
	}
}

func size(messages []model.Message) (bytes int) {
	for _, m := range messages {
		bytes += len(m.Content)
	}
	return bytes
}

// changes returns how many bytes of messages differ from the byte before them.
func changes(messages []model.Message) (n int) {
	for _, m := range messages {
		for i := 1; i < len(m.Content); i++ {
			if m.Content[i] != m.Content[i-1] {
				n++
			}
		}
	}
	return n
}
