package tiny

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/model"
)

// Encode returns the token ids of a prompt: each message between its author and [End], then
// [Assistant]. A server's template must write the same. The error names an unknown author.
//
// llama.cpp encodes the same text in the same way, with one difference: here the spelling of a
// control token in a message is encoded as bytes, so a message cannot end itself. Ollama also joins
// neighboring messages of one author, except those of tools; a run of the loop has no such neighbors.
func (t *Tokenizer) Encode(messages []model.Message) ([]uint16, error) {
	size := 1
	for _, m := range messages {
		size += len(m.Content) + 2
	}
	ids := make([]uint16, 0, size)
	for i, m := range messages {
		author, ok := authors[m.Author]
		if !ok {
			return nil, fmt.Errorf("tiny: message %d: unknown author %q", i+1, m.Author)
		}
		ids = append(ids, author)
		ids = t.appendText(ids, m.Content)
		ids = append(ids, End)
	}
	return append(ids, Assistant), nil
}

var authors = map[string]uint16{model.User: User, model.Assistant: Assistant, model.Tool: Tool, model.System: System}

// EncodeText returns the token ids of text by llama.cpp's rule: it finds the longest piece first,
// in the whole text from left to right, then the next longest; the rest becomes bytes.
func (t *Tokenizer) EncodeText(text string) []uint16 {
	return t.appendText(make([]uint16, 0, len(text)), text)
}

// Decode returns the text of ids; control tokens have none.
func (t *Tokenizer) Decode(ids []uint16) string {
	var b strings.Builder
	for _, id := range ids {
		b.Write(t.tokens[id])
	}
	return b.String()
}

func (t *Tokenizer) appendText(ids []uint16, text string) []uint16 {
	start := len(ids)
	for at := 0; at < len(text); {
		p := t.longest(text[at:])
		if p == nil {
			ids = append(ids, uint16(text[at]))
			at++
			continue
		}
		if p.overlapped(text[at:]) {
			return t.appendByLength(ids[:start], text)
		}
		ids = append(ids, p.id)
		at += len(p.text)
	}
	return ids
}

// A piece is one of the fixed strings.
type piece struct {
	id    uint16
	text  string
	tails []tail
}

// A tail says how another piece can begin inside a piece and end after it.
type tail struct {
	at   int    // where in the piece the other one begins
	rest string // what the other one has after the end of the piece
}

// indexPieces fills byFirst and finds the tails of each piece.
func (t *Tokenizer) indexPieces() {
	for i := range t.pieces {
		p := &t.pieces[i]
		t.byFirst[p.text[0]] = append(t.byFirst[p.text[0]], p)
		for at := 1; at < len(p.text); at++ {
			for _, other := range t.pieces {
				if rest, ok := strings.CutPrefix(other.text, p.text[at:]); ok && rest != "" {
					p.tails = append(p.tails, tail{at, rest})
				}
			}
		}
	}
}

// longest returns the longest piece that text begins with, or nil.
func (t *Tokenizer) longest(text string) *piece {
	for _, p := range t.byFirst[text[0]] {
		if strings.HasPrefix(text, p.text) {
			return p
		}
	}
	return nil
}

// hasLonger reports whether a piece is longer than text and begins with it.
func (t *Tokenizer) hasLonger(text string) bool {
	for _, p := range t.byFirst[text[0]] {
		if len(p.text) > len(text) && strings.HasPrefix(p.text, text) {
			return true
		}
	}
	return false
}

// overlapped reports whether in text, which begins with p, another piece begins inside p and ends after
// it. Only then does the order matter in which pieces are taken.
func (p *piece) overlapped(text string) bool {
	for _, other := range p.tails {
		if strings.HasPrefix(text[len(p.text):], other.rest) {
			return true
		}
	}
	return false
}

// appendByLength takes the pieces in the order of their ids, each as often as the text still has it.
func (t *Tokenizer) appendByLength(ids []uint16, text string) []uint16 {
	owner := make([]uint16, len(text)) // the piece that stands there; 0: none
	for _, p := range t.pieces {
		for at := 0; ; {
			i := strings.Index(text[at:], p.text)
			if i < 0 {
				break
			}
			at += i
			place := owner[at : at+len(p.text)]
			if slices.Max(place) > 0 {
				at++
				continue
			}
			for i := range place {
				place[i] = p.id
			}
			at += len(p.text)
		}
	}
	for at := 0; at < len(text); {
		if owner[at] == 0 {
			ids = append(ids, uint16(text[at]))
			at++
			continue
		}
		ids = append(ids, owner[at])
		at += len(t.tokens[owner[at]])
	}
	return ids
}
