package agent

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/show"
	"github.com/shortleash/shortleash/cmd/shortleash/internal/settings"
	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/loop"
	"github.com/shortleash/shortleash/planner"
	"github.com/shortleash/shortleash/tools"
	"github.com/shortleash/shortleash/tools/builtin"
)

// An answer of an agent with tools says what it rests on. The grammar lets it say results only when a call has succeeded.
const (
	restsOn      = "rests_on"
	results      = "results"
	task         = "task"
	ownKnowledge = "own knowledge"
	cannot       = "cannot"
)

// supported is the answer of an agent with tools, where no other is asked for.
var supported = grammar.Object(
	grammar.Property{Name: restsOn, Schema: grammar.Enum(results, task, ownKnowledge, cannot)},
	grammar.Property{Name: "text", Schema: grammar.String(0, grammar.MaxString)})

// talk is the answer of an agent without tools: a text as long as one reply can be.
var talk = grammar.Object(grammar.Property{Name: "text", Schema: grammar.String(0, 32<<10)})

// lists is the tool that shows which files there are, and nothing of what they hold. A run with a folder begins with it.
const lists = "list_files"

// reads is the tool that shows the lines of a file.
const reads = "read_file"

// RestOnResults has the answers of c say what they rest on: results only after a call that has succeeded.
func RestOnResults(c *loop.Config) {
	c.Answer = supported
	c.Rules = append(c.Rules, loop.Evidence{Member: restsOn, Value: results, Before: task, Lists: lists})
}

// A textAnswer is an answer that is one text, with what it rests on.
type textAnswer struct {
	RestsOn string `json:"rests_on"`
	Text    string `json:"text"`
}

// claims reports whether an answer says that what it holds was there to be seen.
func (a textAnswer) claims() bool { return a.RestsOn == results || a.RestsOn == task }

// readText reads an answer that is one text.
func readText(answer json.RawMessage) (a textAnswer, ok bool) {
	var members map[string]json.RawMessage
	if json.Unmarshal(answer, &members) != nil || json.Unmarshal(answer, &a) != nil {
		return a, false
	}
	_, text := members["text"]
	_, rests := members[restsOn]
	return a, text && (len(members) == 1 || len(members) == 2 && rests)
}

// Plain returns an answer that is one text as that text, and any other as JSON.
func Plain(answer json.RawMessage) string {
	if a, ok := readText(answer); ok {
		return a.Text
	}
	return string(answer)
}

// usualSteps are those of a budget that names none.
const usualSteps = 8

// maxCount is the largest number that an answer may have without a source: it may have counted.
const maxCount = 20

// wholeAnswer is how many bytes an answer has, at least, that is no answer to two questions: "Yes." may be.
const wholeAnswer = 20

// claimed is a change that an answer says was made. To a question, which file was changed last, "was" tells of the past.
var (
	claimed = regexp.MustCompile(`(?i)\b(?:was|were)\s+(?:now\s+)?` + changed + `|` + performed.String())

	performed = regexp.MustCompile(`(?i)\b(?:has|have|been|i|successfully)\s+(?:been\s+|now\s+)*` + changed)
	question  = regexp.MustCompile(`(?i)^\W*(?:and\s+|so\s+)?(?:which|what|wh(?:o|y|ose|en|ere)|how|is|are|was|were|did|does|do|has|have)\b`)
)

const changed = `(?:changed|added|edited|deleted|removed|renamed|replaced|updated|written|created|moved)\b`

// checkClaims returns a check of answers. The model is told once, while there are steps left, that all it did was to search for
// words that stand nowhere; that the answer is that to the question before; of a number that stands neither in the task nor in a
// result, which was mostly added up in the head, and wrongly; and, where it may change files, of a change that no call has made.
func checkClaims(steps int, write bool) func(planner.State, json.RawMessage) error {
	return func(s planner.State, answer json.RawMessage) error {
		a, _ := readText(answer)
		if steps-s.Counters.Steps < 2 || slices.ContainsFunc(s.Steps, wasRefused) {
			return nil
		}
		if repeatsAnswer(s.Task, s.Earlier, a.Text) {
			return fmt.Errorf("that was the answer to the question before. The question is now: %s", planner.Truncate(s.Task, 500))
		}
		if foundNothing(s.Steps) {
			return errors.New("the searches have found nothing yet. Search for one other word, such as a name or a word that means the same, or " +
				"read the file that fits best; answer then")
		}
		if !a.claims() {
			return nil
		}
		if write && claims(s, answer) {
			return errors.New("no file has been changed since the task was given. Call the tool that makes the change; " +
				"else say that nothing was changed")
		}
		var found []string
		for _, o := range observations(s.Steps) {
			found = append(found, string(o.Output))
		}
		for _, v := range loop.Faithful(s, answer).Unfounded() {
			if n, err := strconv.ParseFloat(v.Text, 64); v.Kind == "number" && (err != nil || n != math.Trunc(n) || n > maxCount) &&
				!builtin.Follows(v.Text, found) {
				sum := "If it is a sum or the like, call calculate with the numbers that were found; else give"
				if !builtin.Calculates(s.Task) {
					sum = "Give"
				}
				return fmt.Errorf("%s stands in no result and not in the task. %s what was found", v.Text, sum)
			}
		}
		return nil
	}
}

// repeatsAnswer reports whether the answer to a task is that to the question before, which was another one.
func repeatsAnswer(task string, earlier []planner.Turn, answer string) bool {
	n := len(earlier)
	if n == 0 || len(answer) < wholeAnswer || task == earlier[n-1].Task {
		return false
	}
	before, _ := readText(earlier[n-1].Answer())
	return answer == before.Text
}

// missing matches an answer that says that what was asked stands nowhere, and yesOrNo a question that such words answer.
var (
	missing = regexp.MustCompile(`(?i)(?:\b(?:not|no|none of (?:them|the \w+))|n't)\s+(?:\w+\s+){0,2}?` +
		`(?:answer|contain|f[io]und|find|information|known|mention|provid|specif|stated|in the (?:files?|folder|results?))`)
	yesOrNo = regexp.MustCompile(`(?i)^\W*(?:and\s+|so\s+)?(?:is|are|was|were|do|does|did|has|have|can|will)\b`)
)

// orders is the first line of a task that orders to change lines, not of one that asks about changes.
var orders = regexp.MustCompile(`(?i)(?:^|[.,;:!]\s*|\b(?:and|then|please)\s+)(?:change|correct|edit|fix|replace|update)\b[^?]*$|` +
	`\b(?:can|could|would|will) you\s+(?:please\s+)?(?:change|correct|edit|fix|replace|update)\b`)

// twoNumbers matches a task that may be a sum.
var twoNumbers = regexp.MustCompile(`\d\D+\d`)

// looks reports whether a tool shows something that is not known yet, such as a line of a file.
func looks(tool string) bool {
	return !slices.Contains([]string{lists, "calculate", "today"}, tool)
}

// writers are the tools that change files.
var writers = []string{"add_lines", "edit_file", "write_file", "rename_file", "delete_file"}

// actFirst is the rule that a call comes, not the same answer, after one that followed only empty searches, was copied from the example
// of the prompt, or claimed a change that was not made: one that looks, or calculates what the task gives; or, where lines have been
// read and the task asks to change some, edit_file.
type actFirst struct{ write bool }

func (actFirst) Name() string { return "refused" }

func (r actFirst) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	n := len(s.Steps)
	if n == 0 || len(a.Tools) == 0 || !wasRefused(s.Steps[n-1]) {
		return a
	}
	var useless func(planner.Offer) bool
	switch {
	case foundNothing(s.Steps):
		useless = func(o planner.Offer) bool {
			sum := o.Name == "calculate" && twoNumbers.MatchString(s.Task)
			return !looks(o.Name) && !sum || slices.Contains(writers, o.Name)
		}
	case r.write && claims(s, s.Steps[n-1].Answer):
		line, _, _ := strings.Cut(s.Task, "\n")
		useless = func(o planner.Offer) bool { return orders.MatchString(line) && o.Name != "edit_file" }
	case bytes.Contains(s.Steps[n-1].Answer, []byte(planner.ExampleAnswer())): // once copied, it is copied to the last step
		useless = func(planner.Offer) bool { return false }
	default:
		return a
	}
	if left := slices.DeleteFunc(slices.Clone(a.Tools), useless); len(left) > 0 {
		a.Tools = left
	}
	a.Answer = nil
	return a
}

// sameThought is the rule that a model that wrote the same thought in its last two steps, and read a file in each, reads no file in the
// next step: the answer is mostly in the results already, and a model of 1.5B otherwise reads file after file to its last step.
type sameThought struct{}

func (sameThought) Name() string { return "same thought" }

func (sameThought) Narrow(s planner.State, a planner.Allowed) planner.Allowed {
	n := len(s.Steps)
	if n < 2 || s.Steps[n-1].Thought == "" || s.Steps[n-1].Thought != s.Steps[n-2].Thought || a.Answer == nil {
		return a
	}
	for _, step := range s.Steps[n-2:] {
		if step.N == 0 || len(step.Calls) != 1 || step.Calls[0].Tool != reads { // the loop makes the first calls, without a model
			return a
		}
	}
	a.Tools = slices.DeleteFunc(slices.Clone(a.Tools), func(o planner.Offer) bool { return o.Name == reads })
	return a
}

// claims reports whether an answer says that a change was made, and none was.
func claims(s planner.State, answer json.RawMessage) bool {
	a, _ := readText(answer)
	words := claimed
	if question.MatchString(s.Task) {
		words = performed
	}
	return a.claims() && words.MatchString(a.Text) && len(builtin.Changed(observations(s.Steps))) == 0
}

// foundNothing reports whether text was searched for and none was found, and nothing else was looked at.
func foundNothing(steps []planner.Step) bool {
	searched := false
	for _, step := range steps {
		for i, o := range step.Observations {
			if !o.OK || i >= len(step.Calls) {
				continue
			}
			switch tool := step.Calls[i].Tool; {
			case !looks(tool):
			case tool == "search_text" && gjson.GetBytes(o.Output, "files_found").Int() == 0 && !gjson.GetBytes(o.Output, "named").Exists():
				searched = true
			default:
				return false
			}
		}
	}
	return searched
}

// wasRefused reports whether a step is an answer that did not stand.
func wasRefused(s planner.Step) bool { return s.Answer != nil && len(s.Observations) > 0 }

// unsupported says in one line that the answer of a run rests on nothing that was seen; "" where it rests on something, or does
// not say.
func unsupported(r loop.Result) string {
	if repeatsAnswer(r.Task, r.Earlier, Plain(r.Answer)) {
		return "The model repeats its answer to the question before."
	}
	switch RestsOn(r.Answer) {
	case results:
		if missing.MatchString(Plain(r.Answer)) && !missing.MatchString(r.Task) && !yesOrNo.MatchString(r.Task) {
			return "The model says that it did not find this."
		}
		if !shown(r) {
			return "No result shows this: at most the list of files was seen, and the answer names nothing of it."
		}
		if lost := unseen(r); lost != nil {
			return fmt.Sprintf("No result has %s: the model may have it from memory.", strings.Join(lost, " or "))
		}
	case ownKnowledge:
		return "This is from the model's own knowledge: no result shows it."
	case cannot:
		return "The model says that it could not find this out."
	}
	return ""
}

// shown reports whether a call has shown more than which files there are, or the answer names a file of them, a number or a date.
func shown(r loop.Result) bool {
	found := loop.Faithful(planner.State{Steps: r.Steps}, r.Answer)
	if len(found.Unfounded()) < len(found) {
		return true
	}
	answer := strings.ToLower(Plain(r.Answer))
	for _, turn := range append(slices.Clip(r.Earlier), planner.Turn{Steps: r.Steps}) {
		for _, step := range turn.Steps {
			for i, o := range step.Observations {
				if o.OK && i < len(step.Calls) && (step.Calls[i].Tool != lists || builtin.Names(o, answer)) {
					return true
				}
			}
		}
	}
	return false
}

// unseen returns the names, quotations and numbers of an answer that stand neither in the task nor in a result, if no other one stands
// in a result. It may have counted. A result that was read from a log has no task, and nothing is said of it.
func unseen(r loop.Result) (lost []string) {
	if r.Task == "" {
		return nil
	}
	for _, v := range loop.Faithful(planner.State{Task: r.Task, Earlier: r.Earlier, Steps: r.Steps}, r.Answer) {
		n, err := strconv.Atoi(v.Text)
		switch {
		case v.From == "task", v.Kind == "number" && err == nil && n <= maxCount:
		case v.From != "":
			return nil
		default:
			lost = append(lost, v.Text)
		}
	}
	return lost
}

// RestsOn returns what an answer says that it rests on; "" where it does not say.
func RestsOn(answer json.RawMessage) string {
	a, _ := readText(answer)
	return a.RestsOn
}

// forcedWords say what forced an answer, where its name does not.
var forcedWords = map[string]string{
	string(planner.ReasonDuplicate): "the same calls were made again and again", "remains": "the rules left nothing else",
	string(planner.ReasonModelCalls): "requests to the model", string(planner.ReasonWall): "time", "share": "its share of the steps",
}

// Forced says why a run had to answer; "" where it did not have to.
func Forced(r loop.Result) string {
	return strings.Trim(cmp.Or(forcedWords[r.Forced], strings.ReplaceAll(r.Forced, "_", " "))+"; "+show.Bound(r), "; ")
}

// Remarks says what an answer rests on, where that is nothing, and which files the run has changed, where it could: an answer may
// claim what was not done.
func Remarks(s *settings.Settings, r loop.Result) (lines []string) {
	if mark := unsupported(r); mark != "" {
		lines = append(lines, mark)
	}
	switch files := Changed(s, r); {
	case len(files) > 0:
		lines = append(lines, "Changed: "+strings.Join(files, ", "))
	case files != nil:
		lines = append(lines, "No file was changed.")
	}
	return lines
}

// remarks shows them. The error is that --strict refuses the answer.
func remarks(c *cli.Console, s *settings.Settings, r loop.Result) error {
	for _, line := range Remarks(s, r) {
		if !s.JSON {
			c.Say("%s", line)
		}
	}
	if s.Strict && unsupported(r) != "" {
		return cli.StatusOther
	}
	return nil
}

// Changed returns the files that a run has changed; nil where it could change none.
func Changed(s *settings.Settings, r loop.Result) []string {
	if !s.Write {
		return nil
	}
	return builtin.Changed(observations(r.Steps))
}

func observations(steps []planner.Step) (list []tools.Observation) {
	for _, step := range steps {
		list = append(list, step.Observations...)
	}
	return list
}
