package answer

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// groupExpression matches what may stand in place of a group.
func (c *cutter) groupExpression(g group, text string) string {
	first := c.words[g.first]
	lead := ""
	if strings.HasPrefix(text, " ") || first.joined {
		lead = " "
	}
	var between []string // the adverbs, which stay, between runs of helpers
	for _, w := range c.words[g.first:g.main] {
		if !w.helper {
			between = append(between, w.Text)
		}
	}
	var forms []string
	if main := c.words[g.main]; !main.helper {
		forms = append([]string{main.Text}, c.forms.of(main)...)
	}
	tail := c.sequence(between, forms)
	switch initial, _ := utf8.DecodeRuneInString(first.Text); {
	case g.first == 0 && unicode.IsUpper(initial):
		return c.capitalized(between, forms)
	case lead != "" && g.first > 0 && contracts(c.words[g.first-1], first):
		return "(?:(?:" + alternatives(clitics, c.apostrophe) + ")?" + "(?: " + tail + ")" + c.bare(between, forms) + ")"
	}
	return lead + tail
}

// bare matches a clitic alone, where the verb of the group is a helper and nothing else is in it: they is, they're.
func (c *cutter) bare(between, forms []string) string {
	if forms != nil || len(between) > 0 {
		return ""
	}
	return "|" + alternatives(clitics, c.apostrophe)
}

// contracts reports whether a helper may be written onto a word.
func contracts(before, first word) bool {
	return first.joined || beforeBe[before.Lower] && !before.helper
}

// sequence matches helpers, then one of the forms; where there are none, at least one helper. Words that stay
// stand before the last helpers.
func (c *cutter) sequence(stays, forms []string) string {
	before := c.helpersBefore()
	if len(stays) > 0 {
		before += quote(strings.Join(stays, " ")) + " " + before
	}
	if forms == nil {
		return before + c.helper()
	}
	return before + "(?:" + alternatives(forms, c.apostrophe) + ")"
}

// capitalized is sequence at the start of a sentence.
func (c *cutter) capitalized(stays, forms []string) string {
	first := c.finite(true)
	if forms == nil {
		return first + " " + c.sequence(stays, nil) + "|" + first
	}
	if len(stays) > 0 {
		return first + " " + c.sequence(stays, each(forms, lowered))
	}
	return "(?:" + first + " " + c.sequence(nil, each(forms, lowered)) + "|" + alternatives(each(forms, capital), c.apostrophe) + ")"
}

// helpersBefore matches the words of the closed list that stand before a verb form, in the order in which
// they can: don't have to be, will not have been.
func (c *cutter) helpersBefore() string {
	return "(?:" + c.finite(false) + " )?(?:not )?(?:have )?(?:to )?(?:be(?:en|ing)? )?"
}

// finite matches the words of the closed list that a verb may begin with: the finite ones and to.
func (c *cutter) finite(capitalized bool) string {
	with, without := negatable, strings.Fields("am will can may might shall won't can't cannot to having")
	if capitalized {
		with, without = each(with, capital), each(without[:len(without)-3], capital)
	}
	return "(?:(?:" + alternatives(with, c.apostrophe) + ")(?:n" + c.apostrophe + "t)?|" + alternatives(without, c.apostrophe) + ")"
}

// helper matches one word of the closed list.
func (c *cutter) helper() string {
	return "(?:" + c.finite(false) + "|" + alternatives(strings.Fields("be been being having doing done not"), c.apostrophe) + ")"
}

// spell writes an apostrophe as the sentence does.
func (c *cutter) spell(text string) string { return strings.ReplaceAll(text, "'", c.apostrophe) }

// alternatives matches one of the words.
func alternatives(words []string, apostrophe string) string {
	var quoted []string
	for _, w := range words {
		quoted = appendNew(quoted, quote(strings.ReplaceAll(w, "'", apostrophe)))
	}
	return strings.Join(quoted, "|")
}

func quote(text string) string { return regexp.QuoteMeta(text) }

func capital(w string) string {
	initial, n := utf8.DecodeRuneInString(w)
	return string(unicode.ToUpper(initial)) + w[n:]
}

func lowered(w string) string {
	initial, n := utf8.DecodeRuneInString(w)
	return string(unicode.ToLower(initial)) + w[n:]
}

// each returns the words, each changed.
func each(words []string, change func(string) string) []string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = change(w)
	}
	return list
}

// expression matches the sentence with at most limit edits of verbs. Where there are more verbs than that,
// the halves share the edits out: one alternative for each way of doing so.
func expression(pieces []piece, limit int) string {
	verbs := 0
	for _, p := range pieces {
		if p.counts && p.other != "" {
			verbs++
		}
	}
	if verbs <= limit || limit == 0 {
		var b strings.Builder
		for _, p := range pieces {
			if p.other == "" || p.counts && limit == 0 {
				b.WriteString(quote(p.text))
			} else {
				b.WriteString(p.other)
			}
		}
		return b.String()
	}
	half, seen := 0, 0
	for i, p := range pieces {
		if p.counts && p.other != "" {
			seen++
		}
		if seen > verbs/2 {
			half = i
			break
		}
	}
	var list []string
	for n := range limit + 1 {
		list = append(list, expression(pieces[:half], n)+expression(pieces[half:], limit-n))
	}
	return "(?:" + strings.Join(list, "|") + ")"
}
