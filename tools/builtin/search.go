package builtin

import (
	"context"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shortleash/shortleash/tools"
)

// Bounds of what a search shows; it counts all.
const (
	shownHits      = 40  // lines
	shownPerFile   = 8   // lines of one file
	shownLine      = 240 // bytes of a line
	shownNames     = 20  // files whose first lines are shown where nothing was found
	shownNamed     = 2   // files whose name fits
	shownBeginning = 60  // characters of a first line
	maxPassage     = 6   // lines of a paragraph that is searched and shown as one
	shownWhole     = 30  // lines of a file that is shown whole: the only one that has the text, or whose name fits
)

type searchArgs struct {
	Text string `json:"text" jsonschema:"minLength=1,maxLength=200" jsonschema_description:"a word, or words that stand together"`
}

// A hit is a line that a search shows.
type hit struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// A fileHits is a file in which a search has found lines.
type fileHits struct {
	File  string `json:"file"`
	Lines []hit  `json:"lines"`                // of the passages that match, the first of them
	More  int    `json:"more_lines,omitempty"` // passages that match too
	Whole bool   `json:"whole_file,omitempty"` // all its lines are shown
}

// A searchResult is what search_text gives.
type searchResult struct {
	Named    []fileHits `json:"named,omitempty"` // files that have it in their name, with their first lines
	Files    []fileHits `json:"files"`           // others that have it, by path
	Count    int        `json:"files_found"`
	Searched int        `json:"files_searched"`
	Begin    []string   `json:"begin,omitempty"` // where nothing has it and files are few: each with its first line
	extremes            // and these of them
	Note     string     `json:"note,omitempty"`

	score int // of the lines that match best
}

func (f *Folder) searcher() tools.Tool {
	return tools.Must(tools.New("search_text", "which files contain a text, with the lines; looks into all files", f.search, tools.Options{
		Idempotent: true, ReadOnly: true, ParallelSafe: true,
	}))
}

// An attempt is one way to look for a text.
type attempt struct {
	score func(text string) int // how well a passage matches; 0: not at all
	best  bool                  // only those that match best count
	say   func(score int) string
}

// search looks for a text in all files, upper and lower case alike: as it stands; else as a regular expression, if it
// can be one; else for the passages that have most of its words. Words match inside longer ones too.
func (f *Folder) search(ctx context.Context, in searchArgs) (searchResult, error) {
	attempts, err := attemptsFor(in.Text)
	if err != nil {
		return searchResult{}, err
	}
	walked := f.walk()
	files := walked.files
	var r searchResult
	named, fits := f.filesNamed(files, in.Text)
	for _, a := range attempts {
		found, err := f.scan(ctx, files, walked.more, a)
		if err != nil {
			return found, err
		}
		if a.best && len(named) > 0 {
			if found.score <= fits { // a name that fits says more than a line with as many of the words
				break
			}
			named = nil
		}
		if r = found; r.Count > 0 {
			break
		}
	}
	r.Named = named
	r.Files = slices.DeleteFunc(r.Files, func(h fileHits) bool { // what its first lines show need not be shown twice
		return h.More == 0 && slices.ContainsFunc(r.Named, func(n fileHits) bool { return n.File == h.File && n.More == 0 })
	})
	switch {
	case len(r.Named) == 1:
		f.complete(&r.Named[0])
	case len(r.Named) == 0 && len(r.Files) == 1:
		f.complete(&r.Files[0])
	}
	if r.Count == 0 && len(r.Named) == 0 {
		if r.Begin = f.beginnings(files); r.Begin != nil {
			r.extremes = extremesOf(files)
		}
		r.Note = strings.TrimPrefix(r.Note+"; no file has it; search another word, or read the file that fits", "; ")
	}
	return r, nil
}

// complete adds the other lines of a short file: what a line means stands around it, and the next question is mostly about them.
func (f *Folder) complete(h *fileHits) {
	d, _, err := f.read(h.File)
	if err != nil || len(d.lines) > shownWhole {
		return
	}
	h.Lines, h.More, h.Whole = hitsOf(d.lines), 0, true
}

// hitsOf returns the first lines of a file as hits.
func hitsOf(lines []line) []hit {
	list := []hit{}
	for i, l := range lines {
		list = append(list, hit{i + 1, shorten(l.text)})
	}
	return list
}

// filesNamed returns the files that have a word of text in their name, with their first lines, and the most words that one has.
func (f *Folder) filesNamed(files []entry, text string) (list []fileHits, most int) {
	words := wordsAttempt(strings.Fields(strings.ToLower(text)))
	for _, e := range files {
		score := words.score(path.Base(e.Path))
		if len(list) == shownNamed || score == 0 {
			continue
		}
		most = max(most, score)
		named := fileHits{File: e.Path, Lines: []hit{}}
		if d, _, err := f.read(e.Path); err == nil {
			named.More = max(len(d.lines)-shownPerFile, 0)
			named.Lines = hitsOf(d.lines[:min(len(d.lines), shownPerFile)])
		}
		list = append(list, named)
	}
	return list, most
}

// beginnings returns the files with their first lines, where they are few.
func (f *Folder) beginnings(files []entry) (list []string) {
	if len(files) > shownNames {
		return nil
	}
	for _, e := range files {
		line := e.Path
		if d, _, err := f.read(e.Path); err == nil && len(d.lines) > 0 {
			text := []rune(d.lines[0].text)
			line += ": " + string(text[:min(len(text), shownBeginning)])
		}
		list = append(list, line)
	}
	return list
}

// scan looks into files in one way. more says that there are others.
func (f *Folder) scan(ctx context.Context, files []entry, more bool, a attempt) (searchResult, error) {
	r := searchResult{Files: []fileHits{}}
	var total int64
	shown, top, skipped, binary, unread := 0, 1, 0, 0, 0
	for _, e := range files {
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		if total += e.Size; e.Size > maxFile || total > maxSearch {
			skipped++
			continue
		}
		d, _, err := f.read(e.Path)
		if e, ok := errors.AsType[*tools.Error](err); ok && e.Class == tools.ClassBadArgument {
			binary++
			continue
		} else if err != nil {
			unread++
			continue
		}
		r.Searched++
		hits, score := hitsIn(d, a, top)
		if a.best && score > top {
			r.Files, shown = []fileHits{}, 0
		}
		if top = max(top, score); len(hits.Lines) == 0 {
			continue
		}
		hits.File = e.Path
		kept := min(len(hits.Lines), max(shownHits-shown, 0))
		hits.Lines, hits.More = hits.Lines[:kept], hits.More+len(hits.Lines)-kept
		shown += len(hits.Lines)
		r.Files = append(r.Files, hits)
	}
	r.Count, r.score = len(r.Files), top
	var n notes
	n.say(r.Count > 0 && a.say(top) != "", "%s", a.say(top))
	n.say(skipped > 0, "%d files are too large to search", skipped)
	n.say(binary > 0, "%d files are no text", binary)
	n.say(unread > 0, "%d files cannot be read", unread)
	n.say(more, "only the first %d files were searched", len(files))
	r.Note = n.String()
	return r, nil
}

// attemptsFor returns the ways to look for a text, in their order.
func attemptsFor(text string) ([]attempt, error) {
	if len(text) > 2 && text[0] == '/' && text[len(text)-1] == '/' {
		re, err := regexp.Compile("(?im)" + text[1:len(text)-1])
		if err != nil {
			return nil, tools.BadArgument("%s is no regular expression: %v", text, err)
		}
		return []attempt{expressionAttempt(re)}, nil
	}
	words := strings.Fields(strings.ToLower(strings.Trim(text, `"'`)))
	if len(words) == 0 {
		return nil, tools.BadArgument("the text holds no word")
	}
	attempts := []attempt{phraseAttempt(strings.Join(words, " "))}
	if strings.ContainsAny(text, `?*|[(\^$+`) {
		if re, err := regexp.Compile("(?im)" + text); err == nil && !re.MatchString("") {
			attempts = append(attempts, expressionAttempt(re))
		}
	}
	return append(attempts, wordsAttempt(words)), nil
}

// phraseAttempt looks for a phrase as it stands.
func phraseAttempt(phrase string) attempt {
	return attempt{say: func(score int) string {
		if score == 1 {
			return "it stands inside longer words only"
		}
		return ""
	}, score: func(s string) (score int) {
		s = strings.ToLower(strings.Join(strings.Fields(s), " "))
		for at := 0; ; {
			i := strings.Index(s[at:], phrase)
			if i < 0 {
				return score
			}
			score = 1
			if from, to := at+i, at+i+len(phrase); !letterBefore(s, from) && !letterAt(s, to) {
				return 2
			}
			at += i + len(phrase)
		}
	}}
}

func expressionAttempt(re *regexp.Regexp) attempt {
	return attempt{say: func(int) string { return "" }, score: func(s string) int {
		if re.MatchString(s) {
			return 2
		}
		return 0
	}}
}

// wordsAttempt looks for the passages that have most of words, each by its beginning.
func wordsAttempt(words []string) attempt {
	var stems []string
	for _, word := range words {
		letters := []rune(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
		if len(letters) < 3 && len(words) > 1 || len(letters) == 0 {
			continue
		}
		stems = append(stems, string(letters[:len(letters)-min(max(len(letters)-4, 0), 2)]))
	}
	return attempt{best: true, say: func(score int) string {
		return fmt.Sprintf("no line has these words as they stand; these lines have %d of %d of them, or similar ones", score, len(stems))
	}, score: func(s string) (score int) {
		s = strings.ToLower(s)
		for _, stem := range stems {
			if strings.Contains(s, stem) {
				score++
			}
		}
		return score
	}}
}

func letterAt(s string, i int) bool {
	r, _ := utf8.DecodeRuneInString(s[i:])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

func letterBefore(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// hitsIn returns the lines of the passages of a file that match, and how well the best of them does. Where only the best count, they
// are those that match at least as well as top.
func hitsIn(d document, a attempt, top int) (found fileHits, best int) {
	for _, p := range d.passages() {
		score := a.score(p.text)
		if score == 0 || a.best && score < max(top, best) {
			continue
		}
		if a.best && score > max(top, best) {
			found = fileHits{}
		}
		best = max(best, score)
		if len(found.Lines) >= shownPerFile {
			found.More++
			continue
		}
		for i, l := range d.lines[p.from:p.to] {
			found.Lines = append(found.Lines, hit{p.from + i + 1, shorten(l.text)})
		}
	}
	return found, best
}

// A passage is what a search looks at as one: a short paragraph, such as a name and the telephone number below it, or one line of
// a long one.
type passage struct {
	from, to int // its lines
	text     string
}

func (d document) passages() (list []passage) {
	add := func(from, to int) {
		var lines []string
		for _, l := range d.lines[from:to] {
			lines = append(lines, l.text)
		}
		list = append(list, passage{from, to, strings.Join(lines, "\n")})
	}
	begin := 0 // of the paragraph
	for i := 0; i <= len(d.lines); i++ {
		if i < len(d.lines) && strings.TrimSpace(d.lines[i].text) != "" {
			continue
		}
		if i-begin <= maxPassage && i > begin {
			add(begin, i)
		} else {
			for k := begin; k < i; k++ {
				add(k, k+1)
			}
		}
		begin = i + 1
	}
	return list
}

// shorten cuts a line to what a search shows of it.
func shorten(text string) string { return cut(text, shownLine) }

// wasCut ends a line that was cut. What ends so cannot be replaced, since it may not be the whole line.
const wasCut = " …"

// cut cuts a line of more than most bytes at a character, and says that it did.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most] + wasCut
}
