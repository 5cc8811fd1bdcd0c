package builtin

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tools"
)

// Bounds of what a search shows; it counts all.
const (
	shownHits     = 40  // lines
	shownPerFile  = 8   // lines of one file
	shownLine     = 240 // bytes of a line
	maxExpression = 200
)

type searchArgs struct {
	Text string `json:"text" jsonschema:"minLength=1,maxLength=200" jsonschema_description:"a word or words as they stand in a line, or a regular expression between slashes: /bolts?/"`
}

// A hit is a line that a search has found.
type hit struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// A fileHits is a file in which a search has found lines.
type fileHits struct {
	File  string `json:"file"`
	Count int    `json:"count"` // lines of the file that match
	Lines []hit  `json:"lines"` // the first of them
}

// A searchResult is what search_text gives.
type searchResult struct {
	Files    []fileHits     `json:"files"` // that have the text, by path
	Count    int            `json:"count"` // of these files
	Searched int            `json:"searched"`
	Words    map[string]int `json:"words,omitempty"` // where no line has all the words: files that have one of them
	Note     string         `json:"note,omitempty"`
}

func (f *Folder) searcher() tools.Tool {
	return tools.Must(tools.New("search_text",
		"which files contain a text, with the lines that do; it looks into all files of the folder", f.search, tools.Options{
			Idempotent: true, ReadOnly: true, ParallelSafe: true,
		}))
}

// search looks for a text in all files, upper and lower case alike. Words match inside longer ones too
// (bolt finds bolts), and that is said where nothing else matches.
func (f *Folder) search(ctx context.Context, in searchArgs) (searchResult, error) {
	match, words, err := matcher(in.Text)
	if err != nil {
		return searchResult{}, err
	}
	r := searchResult{Files: []fileHits{}}
	found := f.walk()
	var total int64
	shown, skipped, binary, whole := 0, 0, 0, 0
	single := map[string]int{}
	for _, e := range found.files {
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		if total += e.Size; e.Size > maxFile || total > maxSearch {
			skipped++
			continue
		}
		d, _, err := f.read(e.Path)
		if err != nil {
			binary++
			continue
		}
		r.Searched++
		hits, entire := hitsIn(d, match)
		if whole += entire; hits.Count > 0 {
			hits.File = e.Path
			if room := shownHits - shown; len(hits.Lines) > room {
				hits.Lines = hits.Lines[:room]
			}
			shown += len(hits.Lines)
			r.Files = append(r.Files, hits)
		}
		countWords(d, words, single)
	}
	r.Count = len(r.Files)
	r.say(words, single, whole, skipped, binary)
	return r, nil
}

// say adds what the reader of the result must know besides the lines.
func (r *searchResult) say(words []string, single map[string]int, whole, skipped, binary int) {
	var notes []string
	switch {
	case r.Count == 0 && len(words) > 1:
		r.Words = single
		notes = append(notes, "no line has these words together; words says how many files have each")
	case r.Count == 0:
		notes = append(notes, "no file has it; another word may be used there")
	case len(words) > 0 && whole == 0:
		notes = append(notes, "it stands inside longer words only")
	}
	if skipped > 0 {
		notes = append(notes, fmt.Sprintf("%d files are too large to search", skipped))
	}
	if binary > 0 {
		notes = append(notes, fmt.Sprintf("%d files are no text", binary))
	}
	r.Note = strings.Join(notes, "; ")
}

// A lineMatch reports whether a line has what is looked for, and whether it has it as whole words.
type lineMatch func(text string) (has, whole bool)

// matcher returns how lines are matched by what was asked for, and its words.
func matcher(text string) (lineMatch, []string, error) {
	if len(text) > 2 && text[0] == '/' && text[len(text)-1] == '/' {
		re, err := regexp.Compile("(?i)" + text[1:len(text)-1])
		if err != nil {
			return nil, nil, tools.BadArgument("%s is no regular expression: %v", text, err)
		}
		return func(s string) (bool, bool) { m := re.MatchString(s); return m, m }, nil, nil
	}
	words := strings.Fields(strings.ToLower(strings.Trim(text, `"'`)))
	if len(words) == 0 {
		return nil, nil, tools.BadArgument("the text holds no word")
	}
	phrase := strings.Join(words, " ")
	return func(s string) (has, whole bool) {
		s = strings.ToLower(strings.Join(strings.Fields(s), " "))
		for at := 0; ; {
			i := strings.Index(s[at:], phrase)
			if i < 0 {
				return has, whole
			}
			has = true
			if from, to := at+i, at+i+len(phrase); !letterBefore(s, from) && !letterAt(s, to) {
				return true, true
			}
			at += i + len(phrase)
		}
	}, words, nil
}

func letterAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

func letterBefore(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// hitsIn returns the lines of a file that match, and how many of them have whole words.
func hitsIn(d document, match lineMatch) (found fileHits, whole int) {
	for i, l := range d.lines {
		has, entire := match(l.text)
		if !has {
			continue
		}
		found.Count++
		if entire {
			whole++
		}
		if len(found.Lines) < shownPerFile {
			found.Lines = append(found.Lines, hit{i + 1, shorten(l.text)})
		}
	}
	return found, whole
}

// countWords counts a file for each of several words that it has.
func countWords(d document, words []string, files map[string]int) {
	if len(words) < 2 {
		return
	}
	for _, word := range words {
		if slices.ContainsFunc(d.lines, func(l line) bool { return strings.Contains(strings.ToLower(l.text), word) }) {
			files[word]++
		} else {
			files[word] += 0
		}
	}
}

// shorten cuts a line at a character, and says that it did.
func shorten(text string) string {
	if len(text) <= shownLine {
		return text
	}
	cut := shownLine
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + " …"
}
