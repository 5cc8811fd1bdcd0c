// Command acceptability trains the weights by which the tutor tells how far a sentence reads like right ones.
//
//	go run ./train/acceptability -o tutor/english/acceptability testdata/learners.jsonl testdata/seen.jsonl testdata/right.jsonl testdata/beyond.jsonl
//
// The suites give right sentences, wrong ones and what these should be; each right sentence is spoiled in several ways beside
// (mutation.go). With -dev FILES, sentences that are not trained on, it prints how many of those that the analysis calls right are doubtful.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/tutor/english/acceptability"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

// An item is a line of a suite.
type item struct {
	Input  string   `json:"input"`
	Accept []string `json:"accept"`
	Clean  bool     `json:"clean"`
	Kind   string   `json:"kind"`
}

// An example is a sentence as the trainer sees it.
type example struct {
	features []int
	wrong    bool
	weight   float64
}

// options say what to train on, and how.
type options struct {
	out          string   // folder of weights.bin and frequent.txt; "" writes nothing
	files, dev   []string // suites to train on; sentences to measure with
	epochs, each int      // how often each example is seen; spoiled sentences for each right one
	spoiled      float64  // weight of one of those; a right sentence weighs 3, one that somebody wrote wrong 2
	decay        float64  // L2 regularization
	rate         float64  // of learning
}

func main() {
	var o options
	flag.StringVar(&o.out, "o", "", "folder to write weights.bin and frequent.txt into")
	dev := flag.String("dev", "", "files of sentences that are not trained on, with commas between")
	flag.IntVar(&o.epochs, "epochs", 10, "how often each example is seen")
	flag.IntVar(&o.each, "each", 6, "spoiled sentences for each right one")
	flag.Float64Var(&o.spoiled, "spoiled", 0.3, "weight of a spoiled sentence")
	flag.Float64Var(&o.decay, "decay", 5e-6, "L2 regularization")
	flag.Float64Var(&o.rate, "rate", 0.1, "learning rate")
	flag.Parse()
	o.files, o.dev = flag.Args(), splitList(*dev)
	if err := train(o); err != nil {
		fmt.Fprintln(os.Stderr, "acceptability:", err)
		os.Exit(1)
	}
}

func splitList(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == ',' })
}

func read(files []string) ([]item, error) {
	var items []item
	for _, name := range files {
		data, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(data)
		for n := 1; lines.Scan(); n++ {
			var it item
			if err := json.Unmarshal(lines.Bytes(), &it); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, n, err)
			}
			items = append(items, it)
		}
		if err := lines.Err(); err != nil {
			return nil, err
		}
		_ = data.Close()
	}
	return items, nil
}

// train fits the weights to the suites, and writes them.
func train(o options) error {
	items, err := read(o.files)
	if err != nil {
		return err
	}
	right, wrong := sides(items)
	counts := map[string]int{}
	for s := range right {
		for _, w := range acceptability.Words(s) {
			counts[w]++
		}
	}
	frequent := map[string]bool{}
	for _, w := range mostFrequent(counts, 300) {
		frequent[w] = true
	}
	random := rand.New(rand.NewPCG(1, 2))
	var examples []example
	for _, s := range sorted(right) {
		examples = append(examples, example{acceptability.Features(s, frequent), false, 3})
		for _, m := range spoil(s, o.each, right, frequent, random) {
			examples = append(examples, example{acceptability.Features(m, frequent), true, o.spoiled})
		}
	}
	for _, s := range sorted(wrong) {
		examples = append(examples, example{acceptability.Features(s, frequent), true, 2})
	}
	fmt.Printf("%d right sentences, %d wrong ones, %d spoiled\n", len(right), len(wrong), len(examples)-len(right)-len(wrong))
	w := fit(examples, o, random)
	if len(o.dev) > 0 {
		if err := measure(o.dev, frequent, w); err != nil {
			return err
		}
	}
	if o.out == "" {
		return nil
	}
	bytes := make([]byte, acceptability.Buckets)
	for i, x := range w {
		bytes[i] = acceptability.Quantize(x)
	}
	if err := os.WriteFile(filepath.Join(o.out, "weights.bin"), bytes, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(o.out, "frequent.txt"), []byte(strings.Join(sorted(frequent), "\n")+"\n"), 0o644)
}

// sides returns the right sentences, those that wrong ones should be among them, and the wrong ones.
func sides(items []item) (right, wrong map[string]bool) {
	right, wrong = map[string]bool{}, map[string]bool{}
	for _, it := range items {
		if it.Clean {
			right[it.Input] = true
		} else if len(it.Accept) > 0 {
			right[it.Accept[0]] = true
		}
	}
	for _, it := range items {
		if !it.Clean && !right[it.Input] {
			wrong[it.Input] = true
		}
	}
	return right, wrong
}

// spoil returns up to n sentences that a mistake makes of a right one, in the order in which they were drawn.
func spoil(s string, n int, right, frequent map[string]bool, random *rand.Rand) []string {
	var list []string
	for range 3 * n {
		if m, ok := mutate(s, frequent, random); ok && m != s && !right[m] && !slices.Contains(list, m) {
			list = append(list, m)
		}
		if len(list) == n {
			break
		}
	}
	return list
}

// fit minimizes the logistic loss by AdaGrad.
func fit(examples []example, o options, random *rand.Rand) []float64 {
	w := make([]float64, acceptability.Buckets)
	squares := make([]float64, acceptability.Buckets)
	order := random.Perm(len(examples))
	for range o.epochs {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, k := range order {
			e := examples[k]
			z := 0.0
			for _, f := range e.features {
				z += w[f]
			}
			target := 0.0
			if e.wrong {
				target = 1
			}
			g := e.weight * (1/(1+math.Exp(-z)) - target)
			for _, f := range e.features {
				d := g + o.decay*w[f]*float64(len(examples))
				squares[f] += d * d
				w[f] -= o.rate * d / math.Sqrt(squares[f]+1e-2)
			}
		}
	}
	return w
}

// measure prints how many of the sentences of dev that the analysis calls right are doubtful, at several thresholds.
func measure(dev []string, frequent map[string]bool, w []float64) error {
	items, err := read(dev)
	if err != nil {
		return err
	}
	var right, called, all []float64
	for _, it := range items {
		z := 0.0
		for _, f := range acceptability.Features(it.Input, frequent) {
			z += float64(int8(acceptability.Quantize(w[f]))) * acceptability.Scale
		}
		ok := callsRight(it.Input)
		switch {
		case it.Kind == "right" && ok:
			right = append(right, z)
		case it.Kind == "beyond":
			all = append(all, z)
			if ok {
				called = append(called, z)
			}
		}
	}
	if len(right) == 0 {
		return errors.New("no right sentence in the files to measure with is called right")
	}
	slices.Sort(right)
	fmt.Printf("%d right ones called right, %d wrong ones of %d\n", len(right), len(called), len(all))
	for _, q := range []float64{.05, .1, .15, .2, .25, .3, .4, .5} {
		th := right[int(float64(len(right))*(1-q))]
		fmt.Printf("doubtful right %.0f %%: threshold %.2f, of the wrong ones called right %.0f %%, of all wrong ones %.0f %%\n", q*100, th, above(called, th), above(all, th))
	}
	return nil
}

// above returns the share of a list above a threshold, in percent.
func above(list []float64, th float64) float64 {
	n := 0
	for _, z := range list {
		if z > th {
			n++
		}
	}
	return 100 * float64(n) / float64(max(1, len(list)))
}

// callsRight reports whether the analysis sees nothing wrong and nothing to name.
func callsRight(text string) bool {
	for _, s := range sentence.Split(text) {
		a := sentence.Analyze(s)
		if a.Reason != "" || len(a.Patterns) > 0 || len(a.Notes) > 0 || len(a.Edits()) > 0 {
			return false
		}
	}
	return true
}

func sorted(set map[string]bool) []string {
	list := make([]string, 0, len(set))
	for s := range set {
		list = append(list, s)
	}
	slices.Sort(list)
	return list
}

func mostFrequent(counts map[string]int, n int) []string {
	words := make([]string, 0, len(counts))
	for w := range counts {
		words = append(words, w)
	}
	slices.SortFunc(words, func(a, b string) int {
		if counts[a] != counts[b] {
			return counts[b] - counts[a]
		}
		return strings.Compare(a, b)
	})
	return words[:min(n, len(words))]
}
