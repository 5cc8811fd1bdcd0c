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

func main() {
	out := flag.String("o", "", "folder to write weights.bin and frequent.txt into")
	dev := flag.String("dev", "", "files of sentences that are not trained on, with commas between")
	epochs := flag.Int("epochs", 10, "how often each example is seen")
	each := flag.Int("each", 6, "spoiled sentences for each right one")
	spoiledWeight := flag.Float64("spoiled", 0.3, "weight of a spoiled sentence beside a right one")
	decay := flag.Float64("decay", 5e-6, "L2 regularization")
	rate := flag.Float64("rate", 0.1, "learning rate")
	flag.Parse()
	if err := train(*out, flag.Args(), splitList(*dev), *epochs, *each, *spoiledWeight, *decay, *rate); err != nil {
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

func train(out string, files, dev []string, epochs, each int, spoiledWeight, decay, rate float64) error {
	items, err := read(files)
	if err != nil {
		return err
	}
	right, wrong := map[string]bool{}, map[string]bool{}
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
	add := func(s string, wrong bool, weight float64) {
		examples = append(examples, example{acceptability.Features(s, frequent), wrong, weight})
	}
	spoiledCount := 0
	for _, s := range sorted(right) {
		add(s, false, 3)
		done := map[string]bool{}
		for range each * 3 {
			m, ok := mutate(s, frequent, random)
			if !ok || m == s || right[m] || done[m] {
				continue
			}
			done[m] = true
			add(m, true, spoiledWeight)
			spoiledCount++
			if len(done) == each {
				break
			}
		}
	}
	for _, s := range sorted(wrong) {
		add(s, true, 2)
	}
	fmt.Printf("%d right, %d wrong, %d spoiled\n", len(right), len(wrong), spoiledCount)
	w, bias := fit(examples, epochs, rate, decay, random)
	if len(dev) > 0 {
		measure(dev, frequent, w, bias)
	}
	if out == "" {
		return nil
	}
	bytes := make([]byte, acceptability.Buckets)
	for i, x := range w {
		bytes[i] = acceptability.Quantize(x)
	}
	if err := os.WriteFile(filepath.Join(out, "weights.bin"), bytes, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "frequent.txt"), []byte(strings.Join(sorted(frequent), "\n")+"\n"), 0o644)
}

// fit minimizes the logistic loss by AdaGrad.
func fit(examples []example, epochs int, rate, decay float64, random *rand.Rand) (w []float64, bias float64) {
	w = make([]float64, acceptability.Buckets)
	squares := make([]float64, acceptability.Buckets)
	order := random.Perm(len(examples))
	for range epochs {
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
				d := g + decay*w[f]*float64(len(examples))
				squares[f] += d * d
				w[f] -= rate * d / math.Sqrt(squares[f]+1e-2)
			}
		}
	}
	return w, 0
}

func measure(dev []string, frequent map[string]bool, w []float64, bias float64) {
	items, err := read(dev)
	if err != nil {
		fmt.Println(err)
		return
	}
	var right, called, all []float64
	for _, it := range items {
		z := bias
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
	slices.Sort(right)
	fmt.Printf("%d right ones called right, %d wrong ones of %d\n", len(right), len(called), len(all))
	for _, q := range []float64{.05, .1, .15, .2, .25, .3, .4, .5} {
		th := right[int(float64(len(right))*(1-q))]
		fmt.Printf("doubtful right %.0f %%: threshold %.2f, of the wrong ones called right %.0f %%, of all wrong ones %.0f %%\n", q*100, th, above(called, th), above(all, th))
	}
}

func above(list []float64, th float64) float64 {
	n := 0
	for _, z := range list {
		if z > th {
			n++
		}
	}
	return 100 * float64(n) / float64(max(1, len(list)))
}

func callsRight(text string) bool {
	for _, s := range sentence.Split(text) {
		a := sentence.Analyze(s)
		if os.Getenv("ALLCALLED") == "" && (a.Reason != "" || len(a.Patterns) > 0 || len(a.Notes) > 0 || len(a.Edits()) > 0) {
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
