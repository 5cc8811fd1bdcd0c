package fake

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/shortleash/shortleash/model"
)

// A HostileKind is one way in which a model can misbehave.
type HostileKind string

// The hostile kinds. Four break the contract of [model.Model], as their comments say; the others
// keep it but give bad output. "Valid" means a document of the request's grammar.
const (
	Garbage         HostileKind = "garbage"          // random bytes
	Prose           HostileKind = "prose"            // words instead of JSON
	HalfJSON        HostileKind = "half_json"        // a valid document that stops halfway
	OutOfTokens     HostileKind = "out_of_tokens"    // the same, with finish "length"
	Empty           HostileKind = "empty"            // no text at all
	NUL             HostileKind = "nul"              // zero bytes
	Blob            HostileKind = "blob"             // 1 MiB of text in a single chunk
	UnknownTool     HostileKind = "unknown_tool"     // a decision for a tool that does not exist
	WrongArgs       HostileKind = "wrong_args"       // a valid decision, but every argument has the wrong type
	EndlessSpace    HostileKind = "endless_space"    // white space inside a document, forever
	EndlessString   HostileKind = "endless_string"   // one string, forever
	EndlessNumber   HostileKind = "endless_number"   // digits, forever
	EndlessRepeat   HostileKind = "endless_repeat"   // the same harmless chunk, forever
	EndlessTail     HostileKind = "endless_tail"     // a valid document, then words, forever
	EndlessThinking HostileKind = "endless_thinking" // thinking, forever
	EndlessNothing  HostileKind = "endless_nothing"  // chunks without a byte, forever
	SameDecision    HostileKind = "same_decision"    // the same valid decision each time, while it is valid
	TwoDecisions    HostileKind = "two_decisions"    // two valid decisions in turn, while they are valid
	NeverAnswers    HostileKind = "never_answers"    // random valid decisions, never final_answer while there is another choice
	BreaksOff       HostileKind = "breaks_off"       // half a document, then a fault
	Slow            HostileKind = "slow"             // a valid document, one byte per second
	Silent          HostileKind = "silent"           // says nothing until the context ends
	Deaf            HostileKind = "deaf"             // breaks the contract: silent until Release, even if the context ends
	NoDone          HostileKind = "no_done"          // breaks the contract: a valid document without its end mark
	Panics          HostileKind = "panics"           // breaks the contract: half a document, then a panic
	Stubborn        HostileKind = "stubborn"         // breaks the contract: continues after the caller has left, which panics
)

// HostileKinds lists all hostile kinds, in a fixed order.
var HostileKinds = []HostileKind{
	Garbage, Prose, HalfJSON, OutOfTokens, Empty, NUL, Blob, UnknownTool, WrongArgs,
	EndlessSpace, EndlessString, EndlessNumber, EndlessRepeat, EndlessTail, EndlessThinking, EndlessNothing,
	SameDecision, TwoDecisions, NeverAnswers, BreaksOff, Slow, Silent, Deaf, NoDone, Panics, Stubborn,
}

// An Adversary is a hostile model. Its output depends only on its kind, its seed and the request;
// that of SameDecision and TwoDecisions also depends on earlier requests.
type Adversary struct {
	kind     HostileKind
	seed     int64
	released chan struct{}
	release  func()

	mu    sync.Mutex
	held  [2]string // the decisions that are repeated
	turns int
}

var _ model.Model = (*Adversary)(nil)

// Hostile returns a model that misbehaves in one way. It panics if kind is not in [HostileKinds].
func Hostile(kind HostileKind, seed int64) *Adversary {
	if !slices.Contains(HostileKinds, kind) {
		panic(fmt.Sprintf("fake: unknown hostile kind %q", kind))
	}
	released := make(chan struct{})
	return &Adversary{kind: kind, seed: seed, released: released, release: sync.OnceFunc(func() { close(released) })}
}

// Name returns "hostile:", the kind and the seed.
func (a *Adversary) Name() string { return fmt.Sprintf("hostile:%s:%d", a.kind, a.seed) }

// Release lets a Deaf model return, now and in later requests. Call it at the end of a test; otherwise
// the goroutine that waits for the model leaks. It may be called more than once; other kinds ignore it.
func (a *Adversary) Release() { a.release() }

// Generate implements [model.Model], as far as the kind allows.
func (a *Adversary) Generate(ctx context.Context, req model.Request) iter.Seq2[model.Chunk, error] {
	return func(yield func(model.Chunk, error) bool) {
		if a.kind == Deaf {
			<-a.released
			return
		}
		m := emitter{ctx.Err, yield}
		if err := ctx.Err(); err != nil {
			m.fail(err)
			return
		}
		a.speak(ctx, m, req, dice(a.seed, req))
	}
}

func (a *Adversary) speak(ctx context.Context, m emitter, req model.Request, d *rand.Rand) {
	switch a.kind {
	case Garbage:
		garbage := make([]byte, 1+d.IntN(512))
		for i := range garbage {
			garbage[i] = byte(d.Uint32())
		}
		m.whole(d, req, string(garbage))
	case Prose:
		m.whole(d, req, "Sure! "+babble(d, 40))
	case HalfJSON:
		m.whole(d, req, half(sample(d, req)))
	case OutOfTokens:
		text := half(sample(d, req))
		if m.say(text) {
			m.done(model.Length, usage(req, len(text)))
		}
	case Empty:
		m.whole(d, req, "")
	case NUL:
		m.whole(d, req, strings.Repeat("\x00", 1+d.IntN(64)))
	case Blob:
		if m.say(`{"thought":"` + strings.Repeat("blob ", 1<<20/5)) {
			m.done(model.Stop, usage(req, 1<<20))
		}
	case UnknownTool:
		m.whole(d, req, unknownTool(sample(d, req)))
	case WrongArgs:
		m.whole(d, req, wrongArgs(sample(d, req)))
	case SameDecision, TwoDecisions:
		m.whole(d, req, a.repeated(d, req))
	case NeverAnswers:
		m.whole(d, req, otherThanAnswer(d, req))
	case BreaksOff:
		if m.say(half(sample(d, req))) {
			m.fail(&model.Fault{Kind: model.Broken, Message: "the connection was cut, on purpose; ask again", Retry: true})
		}
	case Slow, Silent:
		a.dawdle(ctx, m, req, d)
	case NoDone:
		m.say(sample(d, req))
	case Panics:
		if m.say(half(sample(d, req))) {
			panic("fake: a panic on purpose")
		}
	case Stubborn:
		for _, c := range sample(d, req) {
			m.yield(model.Chunk{Text: string(c)}, nil)
		}
		m.done(model.Stop, model.Usage{})
	default:
		m.endless(a.kind, d, req)
	}
}

// whole says text in random pieces, and that it is done.
func (m emitter) whole(d *rand.Rand, req model.Request, text string) {
	if m.pieces(text, func() int { return 1 + d.IntN(24) }) {
		m.done(model.Stop, usage(req, len(text)))
	}
}

// dawdle takes its time.
func (a *Adversary) dawdle(ctx context.Context, m emitter, req model.Request, d *rand.Rand) {
	if a.kind == Silent {
		<-ctx.Done()
		m.fail(ctx.Err())
		return
	}
	text := sample(d, req)
	for i := range len(text) {
		if err := wait(ctx, time.Second); err != nil {
			m.fail(err)
			return
		}
		if !m.say(text[i : i+1]) {
			return
		}
	}
	m.done(model.Stop, usage(req, len(text)))
}

// endless goes on until the caller leaves or the context ends.
func (m emitter) endless(kind HostileKind, d *rand.Rand, req model.Request) {
	begin := ""
	var next func() model.Chunk
	text := func(s string) func() model.Chunk { return func() model.Chunk { return model.Chunk{Text: s} } }
	prose := func() model.Chunk { return model.Chunk{Text: babble(d, 3) + " "} }
	switch kind {
	case EndlessSpace:
		begin, next = `{`, func() model.Chunk { return model.Chunk{Text: strings.Repeat("\n", 1+d.IntN(8))} }
	case EndlessString:
		begin, next = `{"thought":"`, prose
	case EndlessNumber:
		begin, next = `{"thought":`, func() model.Chunk { return model.Chunk{Text: fmt.Sprint(1 + d.IntN(999))} }
	case EndlessRepeat:
		begin, next = `{"thought":["go"`, text(`,"go"`)
	case EndlessTail:
		begin, next = sample(d, req), prose
	case EndlessThinking:
		next = func() model.Chunk { return model.Chunk{Thinking: babble(d, 40) + " "} }
	case EndlessNothing:
		next = text("")
	default:
		panic(fmt.Sprintf("fake: BUG: the hostile kind %q does nothing", kind))
	}
	for more := begin == "" || m.say(begin); more; more = m.chunk(next()) {
	}
}
