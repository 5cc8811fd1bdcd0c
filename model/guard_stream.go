package model

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/shortleash/shortleash/grammar"
)

// The bounds on a stream.
const (
	maxReply      = 64 << 10        // bytes of the document
	maxThinking   = 256 << 10       // bytes of thinking
	maxToken      = 16              // bytes of a token, for those who do not count them
	maxEqual      = 64              // equal chunks in a row
	maxEmpty      = 1024            // chunks in a row without a byte
	maxTailBytes  = 256             // read for the metrics after the document is complete
	maxTailChunks = 64              // likewise
	tailWait      = 5 * time.Second // likewise
)

// blanks is the white space of JSON.
const blanks = " \t\r\n"

// A guardStream is the Guard on one stream. The verdict is left, err or last, whichever comes first.
type guardStream struct {
	req    Request
	yield  func(Chunk, error) bool
	cancel context.CancelFunc

	matcher  *grammar.Matcher // nil without a grammar
	closed   bool             // the document is complete
	size     int              // bytes of the document, all of them legal so far
	thinking int              // bytes

	text, thought string // of the previous chunk
	equal         int    // chunks in a row like it
	empty         int    // chunks in a row without a byte
	pieces        int    // chunks of the document
	said, mused   echo   // the ends of text and thinking
	bare          bool   // the document's last byte that is not white space ends no value by itself: a digit or a letter
	blank         bool   // its last byte is white space

	tail       *time.Timer // cancels the model some time after the document is complete
	tailBytes  int
	tailChunks int

	yielding bool  // the caller's code runs: a panic is not the model's
	left     bool  // the caller has left
	last     Chunk // the end of a good reply
	err      error
	settled  bool // there is a verdict; what the model does now does not change it
}

// read reads the model until there is a verdict. outer is the caller's context, inner the model's.
func (w *guardStream) read(outer, inner context.Context, m Model) {
	defer w.recovered()
	for c, err := range m.Generate(inner, w.req) {
		if err != nil {
			w.stopped(outer, inner, err)
			return
		}
		w.take(outer, c)
		if w.settled {
			w.cancel() // before the model gets the word back
			return
		}
	}
	w.stopped(outer, inner, nil)
}

// recovered makes a panic of the model a Fault. A panic of the caller's code goes through.
func (w *guardStream) recovered() {
	if w.yielding {
		return
	}
	if p := recover(); p != nil {
		cause, _ := p.(error)
		w.fail(&Fault{Kind: Server, Message: fmt.Sprintf("the model panicked: %v; this is a fault in its code", p), Err: cause})
	}
}

func (w *guardStream) fail(err error) {
	if !w.settled {
		w.err, w.settled = err, true
	}
}

func (w *guardStream) end(last Chunk) {
	if !w.settled {
		w.last, w.settled = last, true
	}
}

// stopped judges a stream that ended by itself, with an error or without Done.
func (w *guardStream) stopped(outer, inner context.Context, err error) {
	switch {
	case outer.Err() != nil && err == nil:
		w.fail(outer.Err())
	case outer.Err() == nil && inner.Err() != nil && w.closed: // the tail took too long
		w.end(w.estimate())
	case err != nil:
		w.fail(err)
	default:
		w.fail(&Fault{
			Kind: Broken,
			Message: fmt.Sprintf("the reply stopped after %d bytes without its end mark; "+
				"ask again, and look at the server's log if it stays so", w.size),
			Retry: true,
			Err:   ErrNoDone,
		})
	}
}

// take judges one chunk and passes on what of it belongs to the reply.
func (w *guardStream) take(ctx context.Context, c Chunk) {
	switch {
	case w.req.Grammar == nil:
		w.takeFree(c)
	case w.closed:
		w.tailChunks++
		w.takeTail(c, len(c.Text)+len(c.Thinking))
	default:
		w.takeDocument(ctx, c)
	}
}

// takeFree takes a chunk of free text, of which only the length is judged.
func (w *guardStream) takeFree(c Chunk) {
	if err := w.endless(c); err != nil {
		w.fail(err)
		return
	}
	w.pieces++
	n := min(len(c.Text), maxReply-w.size)
	w.size += n
	w.forward(Chunk{Text: c.Text[:n], Thinking: c.Thinking}, c.Done)
	switch {
	case n < len(c.Text):
		w.fail(tooLong(c.Text[n:]))
	case w.said.add(c.Text):
		w.fail(&Truncated{Bytes: w.size, Echo: true})
	case c.Done:
		w.end(Chunk{Done: true, Finish: c.Finish, Usage: c.Usage})
	case w.overlong():
		w.fail(&Truncated{Bytes: w.size})
	}
}

// tooLong is the violation of a reply that is full, and goes on with rest.
func tooLong(rest string) error {
	return atByte(&grammar.Violation{Offset: maxReply, Expected: []string{phrases.Say("too long", "Bytes", maxReply)}}, rest)
}

func (w *guardStream) takeDocument(ctx context.Context, c Chunk) {
	if err := w.endless(c); err != nil {
		w.fail(err)
		return
	}
	w.pieces++
	within := c.Text[:min(len(c.Text), maxReply-w.size)]
	n, err := w.matcher.Feed(ctx, []byte(within))
	if ended := ctx.Err(); ended != nil && errors.Is(err, ended) {
		w.fail(err)
		return
	}
	if err == nil && n < len(c.Text) {
		err = tooLong(c.Text[n:])
	}
	document, rest := c.Text[:n], c.Text[n:]
	if text := strings.TrimRight(document, blanks); n > 0 {
		w.blank = len(text) < n
		if text != "" {
			w.bare = !strings.ContainsRune(`"]}`, rune(text[len(text)-1]))
		}
	}
	if w.bare { // a number or a word: with any byte but white space the model has said something else
		space := w.blank || rest != "" && strings.IndexByte(blanks, rest[0]) >= 0
		w.closed = w.matcher.CanEnd() && (space || err == nil && c.Done && w.matcher.Closed())
	} else {
		w.closed = w.matcher.CanEnd() && (err != nil || w.matcher.Closed())
	}
	if w.closed { // white space after it was legal, and is not part of it
		document = strings.TrimRight(document, blanks)
	}
	w.size += len(document)
	w.forward(Chunk{Text: document, Thinking: c.Thinking}, c.Done)
	switch {
	case w.closed:
		w.complete(c, len(c.Text)-len(document))
	case err != nil:
		w.fail(atByte(err, c.Text[n:]))
	case w.said.add(document): // what is illegal is told first
		w.fail(&Truncated{Bytes: w.size, Echo: true})
	case c.Done && (c.Finish == Length || c.Finish == Full), w.overlong():
		w.fail(&Truncated{Bytes: w.size, Tokens: c.Usage.OutputTokens, Full: c.Finish == Full})
	case c.Done:
		if err := w.matcher.End(); err != nil {
			w.fail(err)
			return
		}
		w.complete(c, 0)
	}
}

// atByte shortens what a violation quotes to its first byte: where a chunk ends must not matter.
func atByte(err error, rest string) error {
	if v, ok := errors.AsType[*grammar.Violation](err); ok && rest != "" {
		v.Got = strings.ToValidUTF8(rest[:1], "")
	}
	return err
}

// overlong reports whether the model goes on beyond the tokens it was allowed. A chunk is at least one
// token, and a token hardly ever more than maxToken bytes.
func (w *guardStream) overlong() bool {
	most := w.req.MaxTokens
	return most > 0 && (w.pieces > most || w.size+w.thinking > most*maxToken)
}

// complete goes on after the document; rest is how many bytes of c lie there.
func (w *guardStream) complete(c Chunk, rest int) {
	w.closed = true
	if !c.Done {
		w.tail = time.AfterFunc(tailWait, w.cancel)
	}
	w.takeTail(c, rest)
}

// takeTail takes n bytes that lie after the document, and the end mark if c is it.
func (w *guardStream) takeTail(c Chunk, n int) {
	w.tailBytes += n
	switch {
	case c.Done:
		w.end(Chunk{Done: true, Finish: c.Finish, Usage: c.Usage})
	case w.tailBytes > maxTailBytes || w.tailChunks > maxTailChunks:
		w.end(w.estimate())
	}
}

// estimate returns the end of a reply whose metrics never came.
func (w *guardStream) estimate() Chunk {
	prompt := 0
	for _, m := range w.req.Messages {
		prompt += len(m.Content)
	}
	output := tokensOf(w.size + w.thinking + w.tailBytes)
	if w.req.MaxTokens > 0 { // more was not allowed
		output = min(output, w.req.MaxTokens)
	}
	return Chunk{Done: true, Finish: Stop, Usage: Usage{PromptTokens: tokensOf(prompt), OutputTokens: output}}
}

// tokensOf estimates, rather too high, how many tokens so many bytes are.
func tokensOf(bytes int) int { return (bytes + 2) / 3 }

// endless returns an error if c goes on with something that has gone on too long.
func (w *guardStream) endless(c Chunk) error {
	if c.Text == "" && c.Thinking == "" {
		w.empty++
		if w.empty > maxEmpty {
			message := fmt.Sprintf("the reply is a stream of chunks without text, over %d in a row; ask again", maxEmpty)
			return &Fault{Kind: Broken, Message: message, Retry: true}
		}
		return nil
	}
	w.empty = 0
	if c.Text == w.text && c.Thinking == w.thought {
		w.equal++
	} else {
		w.text, w.thought, w.equal = c.Text, c.Thinking, 1
	}
	w.thinking += len(c.Thinking)
	switch {
	case w.mused.add(c.Thinking):
		return &Truncated{Bytes: w.size, Echo: true}
	case w.equal > maxEqual:
		return w.violation(c, phrases.Say("the same again", "Times", maxEqual))
	case w.thinking > maxThinking:
		return w.violation(c, phrases.Say("too many thoughts", "Bytes", maxThinking))
	}
	return nil
}

func (w *guardStream) violation(c Chunk, want string) *grammar.Violation {
	got := c.Text + c.Thinking
	got = strings.ToValidUTF8(got[:min(40, len(got))], "")
	return &grammar.Violation{Offset: w.size, Got: got, Expected: []string{want}}
}

// forward passes c to the caller. An empty chunk passes too, as a sign of life, unless it is the last:
// then the end follows anyway.
func (w *guardStream) forward(c Chunk, last bool) {
	if last && c == (Chunk{}) {
		return
	}
	w.yielding = true
	stays := w.yield(c, nil)
	w.yielding = false
	if !stays {
		w.left, w.settled = true, true
	}
}
