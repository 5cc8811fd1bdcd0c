package tasks

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tools"
)

var notes = Toolset{Name: "notes", Description: "short notes with titles and tags", Usual: `{"notes": {
	"Groceries": {"text": "milk, eggs, bread", "tags": ["home"], "pinned": false},
	"Ideas": {"text": "a podcast about maps", "tags": ["work"], "pinned": false},
	"Locker": {"text": "the code is 4471", "tags": ["private"], "pinned": true},
	"Trip": {"text": "train at 08:40 from platform 3", "tags": ["travel"], "pinned": false},
	"Birthday Leo": {"text": "likes chess and space", "tags": ["family"], "pinned": false}}}`, open: openNotes}

type (
	notebook struct {
		Notes map[string]*note `json:"notes"` // by title
	}
	note struct {
		Text   string   `json:"text"`
		Tags   []string `json:"tags"`
		Pinned bool     `json:"pinned"`
	}
	nothing  struct{}
	titleArg struct {
		Title string `json:"title" jsonschema:"maxLength=60"`
	}
	titleTextArgs struct {
		Text  string `json:"text" jsonschema:"maxLength=300"`
		Title string `json:"title" jsonschema:"maxLength=60"`
	}
	titleTagArgs struct {
		Tag   string `json:"tag" jsonschema:"minLength=1,maxLength=30"`
		Title string `json:"title" jsonschema:"maxLength=60"`
	}
	wordArg struct {
		Word string `json:"word" jsonschema:"minLength=1,maxLength=40"`
	}
	tagArg struct {
		Tag string `json:"tag" jsonschema:"minLength=1,maxLength=30"`
	}
)

func openNotes(start json.RawMessage, s *Session) (any, error) {
	b, err := remember[notebook](start)
	if err != nil {
		return nil, err
	}
	if b.Notes == nil {
		b.Notes = map[string]*note{}
	}
	offer(s, "list_notes", "the titles of all notes", func(nothing) ([]string, error) {
		return b.titles(func(string, *note) bool { return true }), nil
	})
	offer(s, "read_note", "the text of a note", func(in titleArg) (string, error) {
		n, err := b.find(in.Title)
		if err != nil {
			return "", err
		}
		return n.Text, nil
	})
	offer(s, "add_note", "makes a new note", b.add)
	offer(s, "extend_note", "adds text to the end of a note", func(in titleTextArgs) (string, error) {
		return b.change(in.Title, func(n *note) { n.Text += ", " + in.Text })
	})
	offer(s, "delete_note", "deletes a note", func(in titleArg) (string, error) {
		_, err := b.find(in.Title)
		delete(b.Notes, b.title(in.Title))
		return "deleted", err
	})
	offer(s, "tag_note", "gives a note one more tag", func(in titleTagArgs) (string, error) {
		return b.change(in.Title, func(n *note) { n.tag(in.Tag) })
	})
	offer(s, "pin_note", "puts a note at the top of the list", func(in titleArg) (string, error) {
		return b.change(in.Title, func(n *note) { n.Pinned = true })
	})
	offer(s, "search_notes", "the titles of the notes that have a word in title or text", func(in wordArg) ([]string, error) {
		word := strings.ToLower(in.Word)
		return b.titles(func(title string, n *note) bool { return strings.Contains(strings.ToLower(title+" "+n.Text), word) }), nil
	})
	offer(s, "notes_with_tag", "the titles of the notes that have a tag", func(in tagArg) ([]string, error) {
		return b.titles(func(_ string, n *note) bool { return slices.Contains(n.Tags, strings.ToLower(in.Tag)) }), nil
	})
	return b, nil
}

// title returns the title of the note that is meant, whatever its case.
func (b *notebook) title(meant string) string {
	for title := range b.Notes {
		if strings.EqualFold(title, meant) {
			return title
		}
	}
	return meant
}

func (b *notebook) find(title string) (*note, error) {
	n, ok := b.Notes[b.title(title)]
	if !ok {
		return nil, tools.NotFound("there is no note %q", title)
	}
	return n, nil
}

func (b *notebook) titles(wanted func(string, *note) bool) []string {
	titles := []string{}
	for _, title := range slices.Sorted(maps.Keys(b.Notes)) {
		if wanted(title, b.Notes[title]) {
			titles = append(titles, title)
		}
	}
	return titles
}

func (b *notebook) add(in titleTextArgs) (string, error) {
	if _, err := b.find(in.Title); err == nil {
		return "", tools.BadArgument("there is a note %q already", in.Title)
	}
	b.Notes[in.Title] = &note{Text: in.Text, Tags: []string{}}
	return "added", nil
}

func (b *notebook) change(title string, how func(*note)) (string, error) {
	n, err := b.find(title)
	if err != nil {
		return "", err
	}
	how(n)
	return "changed", nil
}

func (n *note) tag(tag string) {
	if tag = strings.ToLower(tag); !slices.Contains(n.Tags, tag) {
		n.Tags = append(n.Tags, tag)
	}
}
