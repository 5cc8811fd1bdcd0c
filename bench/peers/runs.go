package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/shortleash/shortleash/eval/tasks"
)

const (
	shown    = 5   // tasks whose runs the page has
	longText = 160 // of an answer or of a call's arguments, in runes; the rest is cut
)

// writeRuns shows what each agent did in some of the tasks on which nothing was tried out, chosen by a hash, and returns
// how many they are.
func writeRuns(out io.Writer, model string, agents []string, all []tasks.Task, runs []tasks.Run) int {
	held := slices.DeleteFunc(slices.Clone(all), tasks.Task.Development)
	for _, t := range tasks.Sample(held, shown) {
		fmt.Fprintf(out, "\n**%s**: %s\n\n", t.ID, t.Task)
		for _, name := range agents {
			if i := slices.IndexFunc(runs, func(r tasks.Run) bool { return r.Setup == model+" · "+name && r.ID == t.ID }); i >= 0 {
				fmt.Fprintf(out, "- %s, %s: %s\n", name, judged(runs[i]), strings.Join(acts(runs[i]), " → "))
			}
		}
	}
	return min(shown, len(held))
}

func judged(r tasks.Run) string {
	if r.Done {
		return "done"
	}
	return "not done"
}

// acts are the calls of a run and its answer.
func acts(r tasks.Run) []string {
	var all []string
	for i := 0; i < len(r.Calls); {
		c, times := r.Calls[i], 1
		for ; i+times < len(r.Calls) && r.Calls[i+times].Tool == c.Tool && string(r.Calls[i+times].Args) == string(c.Args); times++ {
		}
		text := code(c.Tool + " " + short(string(c.Args)))
		if !c.OK {
			text += " !"
		}
		if times > 1 {
			text += fmt.Sprintf(" (%d times)", times)
		}
		all = append(all, text)
		i += times
	}
	if r.Illegal > 0 {
		all = append(all, fmt.Sprintf("illegal calls: %d", r.Illegal))
	}
	if r.Reply.Answer == nil {
		return append(all, "no answer")
	}
	return append(all, code(short(*r.Reply.Answer)))
}

// short is a text on one line, cut where it is long.
func short(text string) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > longText {
		return string(runes[:longText]) + "…"
	}
	return string(runes)
}

// code is a text as Markdown shows it letter by letter, which has no backtick then.
func code(text string) string { return "`" + strings.ReplaceAll(text, "`", "'") + "`" }
