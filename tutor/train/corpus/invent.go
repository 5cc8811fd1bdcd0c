package corpus

import (
	"regexp"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/sentence"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

var (
	onsets = strings.Fields("b bl br d dr f fl fr g gl gr h j k kl kr l m n p pl pr qu r sk sl sm sn sp st t th tr tw v w z")
	nuclei = strings.Fields("a e i o u a e i o u oo ea ai ou")
	// A verb ends so that its forms need no spelling rule: its infinitive shows in each of them.
	codas     = strings.Fields("ck mp ft lf nk sp rm rk lt nd rp lk mb rn")
	nounCodas = strings.Fields("ck mp l m n p rn d t ft nk lod rom mel bin nut lom dan gop ver tick")
	nameCodas = strings.Fields("a o i in el an ra ko mi lo na vin dar lia ton ric")
)

// offensive are offensive syllables.
var offensive = regexp.MustCompile(`fuck|fuk|tit|dick|dik|kock|slut|spick|pric|kunt|twat|twot|nig|rape|kink`)

// inventWord returns a word of the pattern that belongs to the split and is in no table.
func (d *draft) inventWord(codas []string) string {
	for {
		w := pick(d, onsets) + pick(d, nuclei)
		if d.below(3) == 0 {
			w += pick(d, []string{"l", "m", "n", "r", "v", "s"}) + pick(d, nuclei[:10])
		}
		w += pick(d, codas)
		if SplitOf(w) == d.words.split && len(w) > 3 && !sentence.IsKnownNonVerb(w) && !listed(w) && !offensive.MatchString(w) {
			return w
		}
	}
}

// listed reports whether the tables could read w as a form of a verb.
func listed(w string) bool {
	_, ok := verb.Lemma(w)
	return ok
}

func (d *draft) inventVerb() use {
	base := d.inventWord(codas)
	f := verb.Forms{Base: base, ThirdPerson: []string{base + "s"}, Past: []string{base + "ed"},
		Participle: []string{base + "ed"}, Gerund: []string{base + "ing"}}
	return use{&entry{base: base, forms: f, invented: true}, pick(d, []string{"thing", "thing", "person", "manner", "location"})}
}
