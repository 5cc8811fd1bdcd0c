package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/shortleash/shortleash/internal/gguf"
	"github.com/shortleash/shortleash/model/tiny"
	"github.com/shortleash/shortleash/train/corpus"
)

// text returns the page.
func (s *study) text() ([]byte, error) {
	var b bytes.Buffer
	if err := s.head(&b); err != nil {
		return nil, err
	}
	s.answers(&b)
	s.verbs(&b)
	s.places(&b)
	s.mask(&b)
	s.confidence(&b)
	s.speed(&b)
	return b.Bytes(), nil
}

// table writes a table whose first row names the columns.
func table(b *bytes.Buffer, rows ...[]string) {
	for i, row := range rows {
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			b.WriteString("|" + strings.Repeat(" --- |", len(row)) + "\n")
		}
	}
	b.WriteString("\n")
}

func (s *study) head(b *bytes.Buffer) error {
	b.WriteString("# What these weights can do\n\nMade by `train/measure`; do not edit. To make it again:\n\n```sh\n")
	fmt.Fprintf(b, "%s\n```\n\n", s.o.command())
	if s.o.weights == "" {
		b.WriteString("The file is the one in the program.\n")
		return nil
	}
	data, err := os.ReadFile(s.o.weights)
	if err != nil {
		return err
	}
	f, err := gguf.Read(data)
	if err != nil {
		return err
	}
	name, _ := f.Value("general.name")
	made, _ := f.Value("shortleash.data")
	numbers := 0
	for _, t := range f.Tensors {
		n := 1
		for _, d := range t.Shape {
			n *= int(d)
		}
		numbers += n
	}
	fmt.Fprintf(b, "%v: %d parameters, %.1f MB, SHA-256 `%x`, trained on the traces `%.12v…`.\n", name, numbers, float64(len(data))/1e6, sha256.Sum256(data), made)
	return nil
}

// command is the command that makes the page.
func (o options) command() string {
	text := fmt.Sprintf("go run ./train/measure -suites %s -corpus %d -seed %d", o.suites, o.corpus, o.seed)
	if o.weights != "" {
		text += " -weights " + o.weights
	}
	if o.limit > 0 {
		text += fmt.Sprintf(" -limit %d", o.limit)
	}
	if !o.gloss {
		text += " -gloss=false"
	}
	if o.stamp {
		text += " -stamp"
	}
	return text + " -page " + o.page
}

func (s *study) answers(b *bytes.Buffer) {
	b.WriteString("\n## Right answers\n\nOf the contract suite and the corpus the whole contract must be right, of the public suites what\n" +
		"their README asks. *rules* is the teacher; *random* a random legal document in the net's place: what\n" +
		"the grammar achieves alone; *no mask* the net without the grammar, whose text the grammar judges.\n" +
		"*harm*: right sentences that were changed. Shares in percent.\n\n")
	rows := [][]string{{"suite", "sentences", "net", "rules", "random", "no mask", "harm, net", "harm, rules"}}
	net, taught, diced, free := rowsOf(s.net, s.o.gloss), rowsOf(s.rules, s.o.gloss), rowsOf(s.random, s.o.gloss), rowsOf(s.free, s.o.gloss)
	for i, r := range net {
		rows = append(rows, []string{r.Suite, fmt.Sprint(r.Items), percent(r.Right, r.Items), percent(taught[i].Right, r.Items),
			percent(diced[i].Right, r.Items), percent(free[i].Right, r.Items), percent(r.Harmed, r.Clean), percent(taught[i].Harmed, r.Clean)})
	}
	table(b, rows...)
}

func (s *study) verbs(b *bytes.Buffer) {
	if s.o.corpus == 0 {
		return
	}
	b.WriteString("## Verbs seen, unseen and invented\n\nSentences of the corpus that are in no training data. In those of the training split the real verbs\n" +
		"were seen in training, in other sentences; in the others only *be*, *have*, *do* and the auxiliaries\n" +
		"were. Invented verbs are new everywhere.\n\n")
	rows := [][]string{{"split", "verbs", "sentences", "net", "rules"}}
	for _, split := range []corpus.Split{corpus.Train, corpus.Dev, corpus.Test} {
		for _, verbs := range []corpus.Familiarity{corpus.Seen, corpus.Unseen, corpus.Invented} {
			meant := func(p played) bool { return p.split == split && p.verbs == verbs }
			net, taught := selected(s.net, meant), selected(s.rules, meant)
			if len(net) > 0 {
				rows = append(rows, []string{string(split), string(verbs), fmt.Sprint(len(net)), percent(s.right(net), len(net)), percent(s.right(taught), len(net))})
			}
		}
	}
	table(b, rows...)
}

func (s *study) places(b *bytes.Buffer) {
	b.WriteString("## Where errors arise\n\nThe first place of a run that is not as in one that leads to the right answer. *tool*: another tool\n" +
		"than any that helps, or an answer too early. *answer*: the right one was possible.\n\n")
	counts := map[string]map[errorStage]int{}
	for i, p := range s.wrong {
		if counts[category(p)] == nil {
			counts[category(p)] = map[errorStage]int{}
		}
		counts[category(p)][s.at[i]]++
	}
	kinds := slices.Sorted(maps.Keys(counts))
	rows := [][]string{append([]string{"place"}, kinds...)}
	for _, at := range errorStages {
		row := []string{string(at)}
		for _, k := range kinds {
			row = append(row, fmt.Sprint(counts[k][at]))
		}
		rows = append(rows, row)
	}
	table(b, rows...)
}

func (s *study) mask(b *bytes.Buffer) {
	w, free := maskStatsOf(s.net), maskStatsOf(s.free)
	b.WriteString("## What the mask does\n\n")
	table(b, []string{"", "under the mask", "without"},
		[]string{"decisions", fmt.Sprint(w.decisions), fmt.Sprint(free.decisions + free.invalid)},
		[]string{"of them not legal, %", percent(w.invalid, w.decisions+w.invalid), percent(free.invalid, free.decisions+free.invalid)},
		[]string{"right answers, %", percent(s.right(s.net), len(s.net)), percent(s.right(s.free), len(s.free))},
		[]string{"tokens of decisions", fmt.Sprint(w.output), fmt.Sprint(free.output)},
		[]string{"of them forced, %", percent(w.forced, w.output), percent(free.forced, free.output)},
		[]string{"choices per sentence", perItem(w.choices, s.net), "–"},
		[]string{"the mask changed the net's first choice, % of choices", percent(w.changed, w.choices), "–"},
		[]string{"tokens of a run", perItem(w.tokens, s.net), "–"},
		[]string{"of them never fed, %", percent(w.tokens-w.fed, w.tokens), "–"})
}

func perItem(n int, all []played) string {
	return fmt.Sprintf("%.1f", float64(n)/float64(max(len(all), 1)))
}

func (s *study) confidence(b *bytes.Buffer) {
	dev, test := s.verdicts(corpus.Dev), s.verdicts(corpus.Test)
	if len(dev) == 0 {
		return
	}
	b.WriteString("## How far the confidence can be trusted\n\nThe confidence of a run is that of its least sure decision: from the product of the probabilities of what\n" +
		"was chosen among what was legal, by a line in log odds that was fitted on the development split. Sentences\n" +
		"of held-out verbs, a tenth in each line.\n\n")
	rows := [][]string{{"confidence from", "to", "mean", "answers", "right, %"}}
	all := slices.Concat(dev, test)
	slices.SortStableFunc(all, byConfidence)
	for _, n := range bins(all) {
		rows = append(rows, []string{fmt.Sprintf("%.4f", n.least), fmt.Sprintf("%.4f", n.most), fmt.Sprintf("%.4f", n.mean), fmt.Sprint(n.n), percent(n.right, n.n)})
	}
	table(b, rows...)
	fmt.Fprintf(b, "The threshold is **%.6g**: the least confidence from which on %g %% of the answers on the development\n"+
		"split are right; 1 if there is none. The test split had no part in choosing it.\n\n", s.threshold, 100*wantedShare)
	fmt.Fprintf(b, "Confidence and the share that is right are %.1f points apart in the mean tenth of the test split.\n\n", 100*calibrationError(test))
	rows = [][]string{{"split", "answers", "below the threshold, %", "right of the others, %"}}
	for _, v := range []struct {
		split corpus.Split
		list  []verdict
	}{{corpus.Dev, dev}, {corpus.Test, test}} {
		below, right, above := splitAt(v.list, s.threshold)
		rows = append(rows, []string{string(v.split), fmt.Sprint(len(v.list)), percent(below, len(v.list)), percent(right, above)})
	}
	table(b, rows...)
}

func (s *study) speed(b *bytes.Buffer) {
	var took []time.Duration
	total := time.Duration(0)
	for _, p := range s.timed {
		took = append(took, p.took)
		total += p.took
	}
	w := maskStatsOf(s.timed)
	fmt.Fprintf(b, "## Speed\n\n%d sentences of the exact suites, one after the other on one core, warm, without glosses; whole\n"+
		"sentences, tools and grammars included. %s/%s, %s.\n\n", len(s.timed), runtime.GOOS, runtime.GOARCH, runtime.Version())
	table(b, []string{"", ""},
		[]string{"median, ms", fmt.Sprintf("%.1f", milliseconds(took, 50))},
		[]string{"95 of 100 within, ms", fmt.Sprintf("%.1f", milliseconds(took, 95))},
		[]string{"tokens of runs a second", fmt.Sprintf("%.0f", float64(w.tokens)/max(total.Seconds(), 1e-9))},
		[]string{"tokens fed a second", fmt.Sprintf("%.0f", float64(w.fed)/max(total.Seconds(), 1e-9))},
		[]string{"context, tokens", fmt.Sprint(tiny.Context)})
}
