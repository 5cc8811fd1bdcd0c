package texts

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/answers"
)

// The bounds of a document. A small archive can unpack to any size.
const (
	maxArchive  = 64 << 20 // bytes of the file
	maxUnpacked = 64 << 20 // bytes of the text in it, with its markup
	maxDepth    = 256      // elements in each other
)

// mainPart is the part of a document that holds its text (ECMA-376, 11.3.10, at its usual place).
const mainPart = "word/document.xml"

var (
	errNoDocument = errors.New("it is no Word document (docx); in Word or LibreOffice, save it as .docx")
	errUnpacked   = fmt.Errorf("its text unpacks to more than %d MB", maxUnpacked>>20)
)

// readDocument yields the paragraphs of a document that are not blank. Headers, footnotes and comments are
// no part of the text; what was deleted and is still marked as a change is not either.
func readDocument(open func() (io.ReadCloser, error), _ Options) iter.Seq2[answers.Input, error] {
	return func(yield func(answers.Input, error) bool) {
		part, err := openPart(open)
		if err != nil {
			yield(answers.Input{}, err)
			return
		}
		defer part.Close() // it was only read
		number := 0
		for text, err := range paragraphs(part) {
			if err != nil {
				yield(answers.Input{}, err)
				return
			}
			if number++; strings.TrimSpace(text) != "" && !yield(answers.New(text, number), nil) {
				return
			}
		}
	}
}

// openPart opens the text of a document.
func openPart(open func() (io.ReadCloser, error)) (io.ReadCloser, error) {
	f, err := open()
	if err != nil {
		return nil, err
	}
	defer f.Close() // it was only read
	data, err := io.ReadAll(io.LimitReader(f, maxArchive+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxArchive {
		return nil, fmt.Errorf("it has more than %d MB", maxArchive>>20)
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, errNoDocument
	}
	for _, part := range archive.File {
		if part.Name == mainPart {
			if part.UncompressedSize64 > maxUnpacked {
				return nil, errUnpacked
			}
			r, err := part.Open()
			if err != nil {
				return nil, damaged(err)
			}
			return r, nil
		}
	}
	return nil, errNoDocument
}

func damaged(err error) error { return fmt.Errorf("the document is damaged: %v", err) }

// paragraphs yields the texts of all paragraphs, those of a text box before the one around it. An error
// comes last.
func paragraphs(part io.Reader) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		d := xml.NewDecoder(&meter{part, maxUnpacked}) // the size in the archive may lie
		var w walk
		for {
			token, err := d.Token()
			switch {
			case err == io.EOF:
				return
			case errors.Is(err, errTooMuch):
				yield("", errUnpacked)
				return
			case err != nil:
				yield("", damaged(err))
				return
			}
			text, ended := w.take(token)
			if w.depth > maxDepth {
				yield("", damaged(fmt.Errorf("more than %d elements stand in each other", maxDepth)))
				return
			}
			if ended && !yield(text, nil) {
				return
			}
		}
	}
}

// A walk goes through the elements of a document.
type walk struct {
	open   []*strings.Builder // paragraphs that have begun, the innermost last
	inText bool
	depth  int // elements that have begun
	hidden int // the depth of the element whose content is no text of the document; 0: none
}

// take takes the next token. It returns the text of the paragraph that ends with it.
func (w *walk) take(token xml.Token) (text string, ended bool) {
	switch t := token.(type) {
	case xml.StartElement:
		w.depth++
		if w.hidden == 0 {
			w.begin(t.Name.Local)
		}
	case xml.CharData:
		if w.inText {
			w.write(string(t))
		}
	case xml.EndElement:
		w.depth--
		switch {
		case w.hidden > w.depth:
			w.hidden = 0
		case w.hidden > 0:
		case t.Name.Local == "t":
			w.inText = false
		case t.Name.Local == "p" && len(w.open) > 0:
			last := len(w.open) - 1
			text = w.open[last].String()
			w.open = w.open[:last]
			return text, true
		}
	}
	return "", false
}

// begin begins an element.
func (w *walk) begin(name string) {
	switch name {
	case "pPr", // how the paragraph looks
		"Fallback",        // the same once more, for older programs
		"del", "moveFrom": // what is there no more
		w.hidden = w.depth
	case "p":
		w.open = append(w.open, &strings.Builder{})
	case "t":
		w.inText = true
	case "tab":
		w.write(" ")
	case "br", "cr":
		w.write("\n")
	case "noBreakHyphen":
		w.write("-")
	}
}

// write adds text to the innermost paragraph, if there is one.
func (w *walk) write(text string) {
	if len(w.open) > 0 {
		w.open[len(w.open)-1].WriteString(text)
	}
}
