// Package explain has the commands that explain rules and list what is judged.
package explain

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
	"github.com/shortleash/shortleash/cmd/tutor/internal/settings"
	"github.com/shortleash/shortleash/internal/didyoumean"
	"github.com/shortleash/shortleash/tutor/english/card"
	"github.com/shortleash/shortleash/tutor/english/sentence"
)

const explainHelp = `tutor explain explains a rule, with an example and sentences to try.

  tutor explain CODE...       a code such as SVA-PRON; tutor rules lists them

With --explain es or both, it is in Spanish too. With --json, it prints one
object for each case of the rule.
`

const explainExamples = `  tutor explain SVA-PRON
  tutor explain infl-overreg --explain both`

// Command returns the command that explains rules.
func Command(c *cli.Console, s *settings.Settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:               "explain CODE...",
		Short:             "explain a rule, with an example and sentences to try",
		Long:              explainHelp,
		Example:           explainExamples,
		ValidArgsFunction: cobra.FixedCompletions(cli.Words(sentence.Codes), cobra.ShellCompDirectiveNoFileComp),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misuse("which rule? Try:  tutor explain SVA-PRON\nThe others:  tutor rules")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			var cards []card.Card
			for _, name := range args {
				found, err := findCards(name)
				if err != nil {
					return err
				}
				cards = append(cards, found...)
			}
			p := render.New(c, *s)
			for i, k := range cards {
				first := i == 0 || cards[i-1].Code != k.Code
				text := p.Card(k, first)
				if first && i > 0 {
					text = "\n" + text
				}
				if s.JSON {
					object, err := json.Marshal(k)
					if err != nil {
						return err
					}
					text = string(object) + "\n"
				}
				if _, err := fmt.Fprint(c.Out, text); err != nil {
					return err
				}
			}
			return nil
		},
	}
	s.Take(cmd, "explain json")
	return cmd
}

// findCards returns the cards that name means: all of a code, or the one of that name.
func findCards(name string) ([]card.Card, error) {
	if found := card.Of(sentence.Code(strings.ToUpper(name))); len(found) > 0 {
		return found, nil
	}
	if found, ok := card.Named(strings.ToLower(name)); ok {
		return []card.Card{found}, nil
	}
	lower := strings.Split(strings.ToLower(strings.Join(cli.Words(sentence.Codes), " ")), " ")
	if guess := didyoumean.Of(name, lower); guess != "" {
		return nil, cli.Misuse("there is no rule %s; did you mean %s?", name, strings.ToUpper(guess))
	}
	return nil, cli.Misuse("there is no rule %s; tutor rules lists them", name)
}

// notJudged is what the tutor leaves alone, and says so.
var notJudged = []render.Words{
	{
		English: "Other tenses: past continuous (was going), past perfect (had gone), going to; and which tense would be " +
			"better, where the one that is there is possible.",
		Spanish: "Otros tiempos: pasado continuo (was going), pasado perfecto (had gone), going to; y qué tiempo sería " +
			"mejor, donde el que hay es posible.",
	},
	{
		English: "Most conditionals (if he studied, he will pass), orders (Close the door), reported speech.",
		Spanish: "Casi todos los condicionales (if he studied, he will pass), órdenes (Close the door), estilo indirecto.",
	},
	{
		English: "Articles, prepositions, plurals of nouns, word order, punctuation, and the spelling of other words than verbs.",
		Spanish: "Artículos, preposiciones, plurales de sustantivos, orden de las palabras, puntuación, y la ortografía de lo que no son verbos.",
	},
	{English: "Never: style, tone, how good a text is.", Spanish: "Nunca: estilo, tono, lo bueno que es un texto."},
}

// What begins the list of rules, and the list of the others.
var (
	judged = render.Words{
		English: "Judged: the verbs of a sentence, in the present, past and future simple, the present perfect and the present continuous. " +
			"In any tense: agreement, and the form that another word asks for. tutor explain CODE says more.",
		Spanish: "Se revisan los verbos de una oración, en presente, pasado y futuro simples, present perfect y presente continuo. " +
			"En cualquier tiempo: la concordancia, y la forma que pide otra palabra. tutor explain CÓDIGO dice más.",
	}
	others = render.Words{English: "Not judged:", Spanish: "No se revisa:"}
)

// RulesCommand returns the command that lists what is judged and what is not.
func RulesCommand(c *cli.Console, s *settings.Settings) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "rules",
		Args:    cli.NoArgs("rules takes no words. One rule:  tutor explain CODE\nA sentence that begins so:  tutor -- rules are rules"),
		Short:   "list what is judged, with examples, and what is not",
		Example: "tutor rules",
		RunE: func(*cobra.Command, []string) error {
			if s.JSON {
				return rulesJSON(c)
			}
			var b strings.Builder
			width := min(c.Width, widest)
			in := render.New(c, *s).Explain
			paragraph := func(w render.Words, first, next string) {
				for text := range strings.SplitSeq(in.Lines(w), "\n") {
					b.WriteString(strings.Join(cli.Wrap(first+text, width, next), "\n") + "\n")
				}
			}
			paragraph(judged, "", "")
			b.WriteString("\n")
			for _, level := range []string{"A1", "A2", "B1", "B2"} {
				for _, code := range sentence.Codes {
					if code.Level() == level {
						fmt.Fprintf(&b, "  %s  %-13s %s\n", level, code, render.Renderer{}.Pair(example(code)))
					}
				}
			}
			b.WriteString("\n" + in.Inline(others) + "\n\n")
			for _, w := range notJudged {
				paragraph(w, "  ", "    ")
			}
			_, err := fmt.Fprint(c.Out, b.String())
			return err
		},
	}
	s.Take(cmd, "explain json")
	return cmd
}

// widest is how long a line of the list is, in cells, however wide the terminal is.
const widest = 80

// example returns the card whose example stands for its code: the shortest.
func example(code sentence.Code) card.Card {
	return slices.MinFunc(card.Of(code), func(a, b card.Card) int { return len(a.Wrong) - len(b.Wrong) })
}

func rulesJSON(c *cli.Console) error {
	for _, code := range sentence.Codes {
		k := example(code)
		line, err := json.Marshal(struct {
			Code  sentence.Code `json:"code"`
			Level string        `json:"level"`
			Wrong string        `json:"wrong"`
			Right string        `json:"right"`
		}{code, code.Level(), k.Wrong, k.Right})
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(c.Out, string(line)); err != nil {
			return err
		}
	}
	return nil
}
