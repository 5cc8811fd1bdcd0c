package spanish

import (
	"strings"
	"sync"

	"github.com/shortleash/shortleash/tutor/english/tables"
)

// A pattern says in what a verb departs from the regular and the spelling rules; the zero pattern
// is a regular verb. Each field is one column of es_verbs.tsv.
type pattern struct {
	change     string   // "e>ie": the stressed vowel of the stem changes; "accent": it takes an accent
	firstZ     bool     // mecer: mezo, although a vowel stands before -cer
	present    []string // one word: first person singular; six words: all persons
	past       []string // six words; nil when there is none or when pastStem is set
	pastStem   string   // tuv: tuve, tuviste, tuvo, …
	future     string   // tendr: tendré, …
	participle string
	gerund     string
}

// patterns returns the table of irregular verbs, read on first use.
var patterns = sync.OnceValue(readPatterns)

func readPatterns() map[string]pattern {
	records := tables.Read("es_verbs", 8)
	all := make(map[string]pattern, 2*len(records))
	for _, record := range records {
		own := parsePattern(record)
		for _, infinitive := range strings.Fields(record[0]) {
			all[infinitive] = own
			if like := record[1]; like != "" {
				prefix := strings.TrimSuffix(infinitive, like)
				all[infinitive] = own.over(all[like].prefixed(prefix))
			}
		}
	}
	return all
}

func parsePattern(record []string) pattern {
	change, firstZ := strings.CutSuffix(record[2], "z")
	p := pattern{
		change:     strings.TrimSpace(change),
		firstZ:     firstZ,
		present:    strings.Fields(record[3]),
		participle: record[6],
		gerund:     record[7],
	}
	if stem, strong := strings.CutSuffix(record[4], "-"); strong {
		p.pastStem = stem
	} else {
		p.past = strings.Fields(record[4])
	}
	p.future = strings.TrimSuffix(record[5], "-")
	return p
}

// prefixed returns p with prefix before every form: tener becomes mantener.
func (p pattern) prefixed(prefix string) pattern {
	add := func(form string) string {
		if form == "" {
			return ""
		}
		return prefix + form
	}
	list := func(forms []string) []string {
		var out []string
		for _, form := range forms {
			out = append(out, prefix+form)
		}
		return out
	}
	p.present, p.past = list(p.present), list(p.past)
	p.pastStem, p.future = add(p.pastStem), add(p.future)
	p.participle, p.gerund = add(p.participle), add(p.gerund)
	return p
}

// over returns model with the fields that p has of its own.
func (p pattern) over(model pattern) pattern {
	if len(p.present) > 0 {
		model.present = p.present
	}
	if len(p.past) > 0 {
		model.past = p.past
	}
	for _, field := range []struct {
		to   *string
		from string
	}{
		{&model.change, p.change}, {&model.pastStem, p.pastStem}, {&model.future, p.future},
		{&model.participle, p.participle}, {&model.gerund, p.gerund},
	} {
		if field.from != "" {
			*field.to = field.from
		}
	}
	return model
}
