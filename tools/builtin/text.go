package builtin

import (
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/shortleash/shortleash/tools"
)

// An encoding is how the text of a file is written in bytes.
type encoding string

// The encodings that a file may have.
const (
	utf8Text    encoding = "utf-8"
	utf8Mark    encoding = "utf-8 with a byte order mark"
	utf16Little encoding = "utf-16le"
	utf16Big    encoding = "utf-16be"
	windows1252 encoding = "windows-1252"
)

// A document is the text of a file as lines, with what is needed to write it in its own way again.
type document struct {
	lines   []line
	written encoding
}

// A line is the text of a line and how it ends: "\n", "\r\n", or "" at the end of a file.
type line struct{ text, end string }

// read returns the text of a file of the folder. Files that hold no text, and those over 8 MiB, are
// refused in words for the model.
func (f *Folder) read(name string) (document, os.FileInfo, error) {
	file, info, err := f.open(name)
	if err != nil {
		return document{}, nil, err
	}
	defer file.Close()
	if info.Size() > maxFile {
		return document{}, nil, tools.BadArgument("%s is too large to be read: %d bytes of at most %d", name, info.Size(), maxFile)
	}
	data, err := io.ReadAll(io.LimitReader(file, maxFile))
	if err != nil {
		return document{}, nil, f.explain(name, err)
	}
	text, written, ok := decode(data)
	if !ok {
		return document{}, nil, tools.BadArgument("%s is no text file (%d bytes)", name, len(data))
	}
	return split(text, written), info, nil
}

// decode returns the text of data and how it was written, or false where data is no text. Bytes that are no
// UTF-8 and have no byte order mark are read as windows-1252, which any Western text of one byte a
// character is.
func decode(data []byte) (string, encoding, bool) {
	switch {
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return string(data[3:]), utf8Mark, utf8.Valid(data)
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return wide(data[2:], binary.LittleEndian), utf16Little, len(data)%2 == 0
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return wide(data[2:], binary.BigEndian), utf16Big, len(data)%2 == 0
	case bytes.IndexByte(data, 0) >= 0:
		return "", "", false
	case utf8.Valid(data):
		return string(data), utf8Text, true
	}
	control := 0
	for _, b := range data {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' {
			control++
		}
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(data)
	return string(text), windows1252, err == nil && control*50 <= len(data)
}

func wide(data []byte, order binary.ByteOrder) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return string(utf16.Decode(units))
}

// encode writes text as the file had it. It refuses a character that the encoding of the file lacks.
func encode(text string, as encoding) ([]byte, error) {
	switch as {
	case utf8Mark:
		return []byte("\ufeff" + text), nil
	case utf16Little, utf16Big:
		var order binary.AppendByteOrder = binary.LittleEndian
		if as == utf16Big {
			order = binary.BigEndian
		}
		data := order.AppendUint16(nil, 0xfeff)
		for _, u := range utf16.Encode([]rune(text)) {
			data = order.AppendUint16(data, u)
		}
		return data, nil
	case windows1252:
		data, err := charmap.Windows1252.NewEncoder().Bytes([]byte(text))
		if err != nil {
			return nil, tools.BadArgument("the file is written in windows-1252, which lacks a character of the new text")
		}
		return data, nil
	}
	return []byte(text), nil
}

// split cuts a text into lines.
func split(text string, as encoding) document {
	d := document{written: as}
	for whole := range strings.Lines(text) {
		text, ended := strings.CutSuffix(whole, "\n")
		l := line{text: text}
		if ended {
			l.end = "\n"
			if short, cr := strings.CutSuffix(text, "\r"); cr {
				l = line{short, "\r\n"}
			}
		}
		d.lines = append(d.lines, l)
	}
	return d
}

// bytes returns the file that d is. It refuses lines that would not be read again as they are, such as one with a zero byte
// or with a carriage return at its end.
func (d document) bytes() ([]byte, error) {
	var b strings.Builder
	for _, l := range d.lines {
		b.WriteString(l.text)
		b.WriteString(l.end)
	}
	data, err := encode(b.String(), d.written)
	if err != nil {
		return nil, err
	}
	if text, as, ok := decode(data); !ok || !slices.Equal(split(text, as).lines, d.lines) {
		return nil, tools.BadArgument("the text holds a character that a text file cannot hold there")
	}
	return data, nil
}

// end is how lines of d end.
func (d document) end() string {
	if len(d.lines) > 0 && d.lines[0].end != "" {
		return d.lines[0].end
	}
	return "\n"
}
