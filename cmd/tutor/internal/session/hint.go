package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/tutor"
)

// maxTries is how often learners try to mend a sentence before they see how.
const maxTries = 2

// hinted reports whether learners may mend the sentence themselves: its rules are easy ones.
func hinted(r tutor.Report) bool {
	if r.Outcome != loop.Final || r.Corrected == nil {
		return false
	}
	for _, e := range r.Edits {
		if e.CEFR == "A1" || e.CEFR == "A2" {
			return true
		}
	}
	return false
}

// tries shows where a sentence is wrong and by which rule, and lets the learner mend it.
func (s *Session) tries(ctx context.Context, r tutor.Report) error {
	if _, err := io.WriteString(s.Out, s.renderer.Hint(r)); err != nil {
		return fmt.Errorf("cannot write to standard output: %w", err)
	}
	in := s.renderer.Explain
	for try := range maxTries {
		line, err := s.Line(ctx, in.Inline(render.Words{
			English: fmt.Sprintf("Your turn (%d of %d, an empty line shows the answer): ", try+1, maxTries),
			Spanish: fmt.Sprintf("Te toca (%d de %d, una línea vacía muestra la respuesta): ", try+1, maxTries),
		}))
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if strings.TrimSpace(line) == "" {
			return nil
		}
		right, err := s.right(ctx, line, r)
		if err != nil {
			return err
		}
		if right {
			_, err = io.WriteString(s.Out, in.Inline(render.Words{English: "Right!", Spanish: "¡Correcto!"})+"\n")
			return err
		}
		if try+1 < maxTries {
			if _, err := io.WriteString(s.Out, in.Inline(render.Words{English: "Not yet.", Spanish: "Todavía no."})+"\n"); err != nil {
				return err
			}
		}
	}
	return nil
}

// right reports whether a learner's sentence is the corrected one, or another whose verbs are right.
func (s *Session) right(ctx context.Context, line string, r tutor.Report) (bool, error) {
	same := func(a string) string {
		return strings.Join(strings.Fields(strings.ReplaceAll(a, "’", "'")), " ")
	}
	switch same(line) {
	case same(*r.Corrected):
		return true, nil
	case same(r.Input):
		return false, nil
	}
	again, err := s.Tutor.Correct(ctx, line, nil, s.Watcher)
	if err != nil || ctx.Err() != nil {
		return false, errors.Join(err, ctx.Err())
	}
	return again.Outcome == loop.Final && again.InScope && again.Corrected == nil && keeps(line, r), nil
}

// keeps reports whether line has the words of the sentence that were not wrong.
func keeps(line string, r tutor.Report) bool {
	left := strings.Fields(line)
	rest, offset := []rune(r.Input), 0
	var kept []string
	for _, e := range r.Edits {
		kept = append(kept, strings.Fields(string(rest[:e.Offset-offset]))...)
		rest, offset = rest[e.Offset-offset+e.Length:], e.Offset+e.Length
	}
	for _, word := range append(kept, strings.Fields(string(rest))...) {
		i := slices.IndexFunc(left, func(w string) bool { return bare(w) == bare(word) })
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

// bare returns a word without case and the marks around it.
func bare(word string) string { return strings.ToLower(strings.Trim(word, ".,;:!?\"“”")) }
