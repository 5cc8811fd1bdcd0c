package tiny

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/shortleash/shortleash/model"
)

// Encode returns the token ids of a prompt: each message between its author and [End], then
// [Assistant], as the template of a server must write it. The error names an author that no model has.
//
// It is what llama.cpp makes of the same text, with one difference: a message that holds the
// spelling of a control token holds bytes here, and cannot end itself. Ollama also joins neighboring
// messages of one author before, tools excepted; a run of the loop has no such neighbors.
func Encode(messages []model.Message) ([]uint16, error) {
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
		ids = appendText(ids, m.Content)
		ids = append(ids, End)
	}
	return append(ids, Assistant), nil
}

var authors = map[string]uint16{model.User: User, model.Assistant: Assistant, model.Tool: Tool, model.System: System}

// EncodeText returns the token ids of text by llama.cpp's one rule: the longest piece is found
// first, in the whole text from left to right, then the next longest; the rest is bytes.
func EncodeText(text string) []uint16 { return appendText(make([]uint16, 0, len(text)), text) }

// Decode returns the text of ids; control tokens have none.
func Decode(ids []uint16) string {
	var b strings.Builder
	for _, id := range ids {
		b.Write(text(id))
	}
	return b.String()
}

// text returns the bytes of an id.
func text(id uint16) []byte { return index().tokens[id] }

func appendText(ids []uint16, text string) []uint16 {
	x, start := index(), len(ids)
	for at := 0; at < len(text); {
		p := x.longest(text[at:])
		if p == nil {
			ids = append(ids, uint16(text[at]))
			at++
			continue
		}
		if p.overlapped(text[at:]) {
			return x.appendByLength(ids[:start], text)
		}
		ids = append(ids, p.id)
		at += len(p.text)
	}
	return ids
}

// A pieceIndex finds pieces.
type pieceIndex struct {
	tokens  [][]byte
	list    []piece       // by id
	byFirst [256][]*piece // by first byte, the longest first
}

// A piece is one of the fixed strings.
type piece struct {
	id    uint16
	text  string
	tails []tail
}

// A tail is how another piece can begin within a piece and end behind it.
type tail struct {
	at   int    // where in the piece
	rest string // of the other one, behind the piece
}

var index = sync.OnceValue(newPieceIndex)

func newPieceIndex() *pieceIndex {
	x := &pieceIndex{tokens: Tokens()}
	for i, text := range sortedPieces() {
		x.list = append(x.list, piece{id: firstPiece + uint16(i), text: text})
	}
	for i := range x.list {
		p := &x.list[i]
		x.byFirst[p.text[0]] = append(x.byFirst[p.text[0]], p)
		for at := 1; at < len(p.text); at++ {
			for _, other := range x.list {
				if rest, ok := strings.CutPrefix(other.text, p.text[at:]); ok && rest != "" {
					p.tails = append(p.tails, tail{at, rest})
				}
			}
		}
	}
	return x
}

// longest returns the longest piece that text begins with, or nil.
func (x *pieceIndex) longest(text string) *piece {
	for _, p := range x.byFirst[text[0]] {
		if strings.HasPrefix(text, p.text) {
			return p
		}
	}
	return nil
}

// reaches reports whether a piece is longer than text and begins with it.
func (x *pieceIndex) reaches(text string) bool {
	for _, p := range x.byFirst[text[0]] {
		if len(p.text) > len(text) && strings.HasPrefix(p.text, text) {
			return true
		}
	}
	return false
}

// overlapped reports whether in text, which begins with p, another piece begins within p and ends
// behind it. Only then it matters in which order pieces are taken: it takes an empty string where
// the formats never have one.
func (p *piece) overlapped(text string) bool {
	for _, t := range p.tails {
		if strings.HasPrefix(text[len(p.text):], t.rest) {
			return true
		}
	}
	return false
}

// appendByLength takes the pieces in the order of their ids, each as often as the text still has it.
func (x *pieceIndex) appendByLength(ids []uint16, text string) []uint16 {
	owner := make([]uint16, len(text)) // the piece that stands there; 0: none
	for _, p := range x.list {
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
		at += len(x.tokens[owner[at]])
	}
	return ids
}
