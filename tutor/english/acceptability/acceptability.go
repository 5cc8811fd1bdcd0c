// Package acceptability tells how far a sentence reads like right ones.
//
// [Doubt] is the log-odds that a sentence has a mistake of any kind: a logistic regression over runs of
// one to five words and word classes, hashed into a table of weights. It was trained on the sentences of testdata,
// right and wrong, and on right ones that a program had spoiled (train/acceptability). It names no fault and
// corrects nothing; it only decides whether a sentence in which no fault was seen is said to look right
// ([Doubtful]).
//
// A word that is not frequent counts by its class: its suffix, or that it is an adjective. The frequent words and
// the weights lie in the files beside this one, which the trainer writes. Everything is a pure function.
package acceptability

import (
	_ "embed"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/shortleash/shortleash/tutor/english/tables"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

//go:embed weights.bin
var weights string

//go:embed frequent.txt
var frequentWords string

// Buckets is how many weights there are; each is a byte of weights.bin.
const Buckets = 1 << 18

// Scale is the log-odds that one step of a weight stands for.
const Scale = 1.0 / 64

// Doubt returns the log-odds that a sentence is wrong in some way.
func Doubt(sentence string) float64 {
	sum := 0
	for _, i := range Features(sentence, theFrequent()) {
		sum += int(int8(weights[i]))
	}
	return float64(sum) * Scale
}

// Doubtful reports whether a sentence does not read like the right ones that are known.
func Doubtful(sentence string) bool { return Doubt(sentence) > 0 }

var theFrequent = sync.OnceValue(func() map[string]bool { return setOf(frequentWords) })

var theAdjectives = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, record := range tables.Read("closed", 3) {
		if record[0] == "adjective" {
			for w := range strings.FieldsSeq(record[2]) {
				set[w] = true
			}
		}
	}
	return set
})

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// Words cuts a sentence into lower-case words, numbers and marks; "n't" is "not".
func Words(sentence string) []string {
	s := strings.ReplaceAll(strings.ToLower(sentence), "’", "'")
	s = strings.ReplaceAll(s, "n't", " not")
	var list []string
	for i := 0; i < len(s); {
		j := i
		switch c := rune(s[i]); {
		case unicode.IsLetter(c) || c >= 0x80:
			for j < len(s) && (unicode.IsLetter(rune(s[j])) || s[j] >= 0x80) {
				j++
			}
		case c == '\'' && i+1 < len(s) && unicode.IsLetter(rune(s[i+1])):
			j++
			for j < len(s) && unicode.IsLetter(rune(s[j])) {
				j++
			}
		case unicode.IsDigit(c):
			for j < len(s) && unicode.IsDigit(rune(s[j])) {
				j++
			}
		case strings.ContainsRune(".,!?;:", c):
			j++
		default:
			i++
			continue
		}
		list = append(list, s[i:j])
		i = j
	}
	return list
}

// class returns what a word counts as where it is not frequent.
func class(w string, frequent map[string]bool) string {
	switch {
	case frequent[w]:
		return w
	case w[0] >= '0' && w[0] <= '9':
		return "#"
	case theAdjectives()[w]:
		return "~adjective"
	}
	var forms verb.Form
	also := ""
	for _, r := range verb.Readings(w) {
		forms |= r.Forms
		if verb.IsAlsoNoun(r.Base) {
			also = "n"
		}
	}
	if forms != 0 {
		return "~v" + strconv.Itoa(int(forms)) + also
	}
	for _, s := range suffixes {
		if len(w) > len(s)+2 && strings.HasSuffix(w, s) {
			return "~" + s
		}
	}
	return "~"
}

var suffixes = []string{"ing", "ed", "ly", "tion", "ness", "est", "er", "ies", "s"}

// Features returns the buckets of what a sentence has, each once, in ascending order.
func Features(sentence string, frequent map[string]bool) []int {
	words := slices.Concat([]string{"<"}, Words(sentence), []string{">"})
	classes := make([]string, len(words))
	for i, w := range words {
		classes[i] = class(w, frequent)
	}
	var list []int
	add := func(kind string, parts ...string) { list = append(list, bucket(kind, parts)) }
	for i := range words {
		w, c := words[i:], classes[i:]
		add("w", w[0])
		if len(w) > 1 {
			add("ww", w[0], w[1])
			add("wc", w[0], c[1])
			add("cw", c[0], w[1])
			add("cc", c[0], c[1])
		}
		if len(w) > 2 {
			add("www", w[0], w[1], w[2])
			add("ccc", c[0], c[1], c[2])
			add("wcw", w[0], c[1], w[2])
			add("cwc", c[0], w[1], c[2])
			add("w-w", w[0], w[2])
		}
		if len(w) > 3 {
			add("cccc", c[:4]...)
			add("w--w", w[0], w[3])
		}
		if len(w) > 4 {
			add("ccccc", c[:5]...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func bucket(kind string, parts []string) int {
	h := fnv.New64a()
	_, _ = h.Write([]byte(kind))
	for _, p := range parts {
		_, _ = h.Write([]byte{0})
		_, _ = h.Write([]byte(p))
	}
	sum := h.Sum64()
	return int((sum ^ sum>>32) % Buckets)
}

// Quantize returns a weight as a byte of weights.bin.
func Quantize(weight float64) byte {
	return byte(int8(math.Round(min(max(weight/Scale, -127), 127))))
}
