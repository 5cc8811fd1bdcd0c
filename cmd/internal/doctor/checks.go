package doctor

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/grammar"
	"github.com/shortleash/shortleash/model"
	"github.com/shortleash/shortleash/model/ollama"
)

// What models read here: a question that no check's format allows to answer, and a text to read.
var (
	//go:embed question.md
	question string
	//go:embed reading.md
	reading string
)

// maxQuoted is how much of a reply is quoted, in characters.
const maxQuoted = 60

// replyTokens is the ceiling of a check's reply: enough for its format and the white space that
// servers add, and soon over where the format does not hold.
const replyTokens = 256

// ask has the model answer prompt in the format of schema, and reads all of it. Nothing guards the
// reply: what the server makes of the format is what is to be seen.
func (k *checker) ask(ctx context.Context, schema grammar.Schema, prompt string, seed int64) (model.Reply, *grammar.Grammar, error) {
	g, err := grammar.Compile(ctx, schema.JSON(), grammar.Options{})
	if err != nil {
		return model.Reply{}, nil, err
	}
	reply, err := model.Collect(k.model.Generate(ctx, model.Request{
		Role:      model.Executor,
		Messages:  []model.Message{{Author: model.User, Content: prompt}},
		Grammar:   g,
		MaxTokens: replyTokens,
		Seed:      seed,
	}))
	if err == nil {
		k.thoughts = reply.Usage.Thinking
	}
	return reply, g, err
}

// word returns a random word that no prompt holds.
func (k *checker) word() string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	var b strings.Builder
	for range 4 {
		b.WriteByte(consonants[k.dice.IntN(len(consonants))])
		b.WriteByte(vowels[k.dice.IntN(len(vowels))])
	}
	return b.String()
}

// shortStrings is the format of n short strings. A small model left to itself may write one letter for ever, and some servers
// stop a model that writes the same token thirty times in a row; no string here has room for that.
func shortStrings(n int) grammar.Schema {
	properties := make([]grammar.Property, n)
	for i := range properties {
		properties[i] = grammar.Property{Name: string(rune('a' + i)), Schema: grammar.String(10, 16)}
	}
	return grammar.Object(properties...)
}

func one(name, value string) grammar.Property {
	return grammar.Property{Name: name, Schema: grammar.Enum(value)}
}

// legal reports whether text is a document of g, with white space wherever servers put it.
func legal(g *grammar.Grammar, text string) bool {
	m := g.LenientMatcher()
	_, err := m.Feed(context.Background(), []byte(text))
	return err == nil && m.CanEnd()
}

// grammar asks a question whose only legal answer is a word that stands nowhere but in the format.
func (k *checker) grammar(ctx context.Context) Check {
	for range 2 {
		word := k.word()
		reply, g, err := k.ask(ctx, grammar.Object(one("word", word)), question, 0)
		if _, astray := errors.AsType[*model.Fault](err); astray && retriable(err) { // it may be asked in another way now
			reply, g, err = k.ask(ctx, grammar.Object(one("word", word)), question, 0)
		}
		if err != nil {
			return k.failed(ctx, err)
		}
		if !legal(g, reply.Text) {
			return Check{Result: Fail,
				Found: fmt.Sprintf("the answer format is ignored: %q came instead of a random word", cli.Clip(reply.Text, maxQuoted)),
				Do: "Every answer is still checked, and asked for again when it is wrong, but expect slow runs and failed ones. " +
					"Update the server, or use another model."}
		}
	}
	return Check{Result: OK, Found: "enforced: two random words that no prompt held came back"}
}

func retriable(err error) bool {
	f, ok := errors.AsType[*model.Fault](err)
	return ok && f.Retry && f.Kind == model.Broken
}

// thinking tells how the thoughts of the model are dealt with: the grammar was enforced so.
func (k *checker) thinking(context.Context) Check {
	if k.Other != nil {
		return Check{Result: OK, Found: "left to the server"}
	}
	switch ollama.Thinking(k.thoughts) {
	case ollama.ThinkAsFits:
		return Check{Result: OK, Found: "the model does not think before it answers"}
	case ollama.ThinkOff:
		return Check{Result: OK, Found: "off: it could think, and answers at once"}
	case ollama.ThinkRaw:
		return Check{Result: OK, Found: "off, by completing the rendered prompt: this server enforces no format on this model otherwise"}
	case ollama.ThinkLow:
		return Check{Result: Note, Found: "it thinks before each answer and cannot do without",
			Do: "Each step costs two passes. A model that need not think is faster."}
	default:
		return Check{Result: Note, Found: "it thinks before each answer", Do: "Each step costs two passes. A newer server can do without."}
	}
}

// order looks at the order of keys, which the names of our own formats are chosen to survive.
func (k *checker) order(ctx context.Context) Check {
	reply, g, err := k.ask(ctx, grammar.Object(one("zulu", "z"), one("alpha", "a")), question, 0)
	if err != nil {
		return k.failed(ctx, err)
	}
	text := strings.TrimSpace(reply.Text)
	switch {
	case !legal(g, text):
		return Check{Result: Fail, Found: fmt.Sprintf("the answer format is ignored: %q", cli.Clip(text, maxQuoted)), Do: "See grammar above."}
	case gjson.Get(text, "zulu").Index < gjson.Get(text, "alpha").Index:
		return Check{Result: OK, Found: "kept as declared"}
	default:
		return Check{Result: OK, Found: "sorted by the server; harmless, our names are chosen for it"}
	}
}

// repeatable asks the same twice at zero temperature, with another seed.
func (k *checker) repeatable(ctx context.Context) Check {
	schema := shortStrings(2)
	var texts [2]string
	for i := range texts {
		reply, _, err := k.ask(ctx, schema, question, int64(i+1))
		if err != nil {
			return k.failed(ctx, err)
		}
		texts[i] = reply.Text
	}
	if texts[0] == texts[1] {
		return Check{Result: OK, Found: "zero temperature gives the same answer twice"}
	}
	return Check{Result: Note, Found: "zero temperature gave two different answers",
		Do: "Runs cannot be repeated exactly here. Some servers do so when several requests run at once, or on some GPUs."}
}

// context compares the context in force with what was asked for, and sends more than it can hold.
func (k *checker) context(ctx context.Context) Check {
	asked := 0
	if b, ok := k.model.(model.Bounded); ok {
		asked = b.ContextTokens()
	}
	if asked == 0 {
		return Check{Result: Note, Found: "the server does not say how large it is",
			Do: "Start the server with a context of 8192 tokens or more."}
	}
	want := asked
	if k.about.ContextTokens > 0 {
		want = min(want, k.about.ContextTokens)
	}
	if k.Other == nil {
		loaded, err := ollama.Loaded(ctx, k.Host)
		if err != nil {
			return k.failed(ctx, err)
		}
		for _, m := range loaded {
			if m.Name == k.info.Name && m.ContextTokens > 0 && m.ContextTokens < want {
				return Check{Result: Fail, Found: fmt.Sprintf("%d tokens, where %d were asked for", m.ContextTokens, asked),
					Do: "Another program may have loaded the model with less; stop it, or set OLLAMA_CONTEXT_LENGTH for the server."}
			}
		}
	}
	return k.overflow(ctx, asked, want)
}

// tooLong is how many bytes are surely more than a token of context: no vocabulary packs prose denser.
const tooLong = 8

// overflow sends a prompt that is longer than the context.
func (k *checker) overflow(ctx context.Context, asked, want int) Check {
	size := fmt.Sprintf("%d tokens", want)
	if want < asked {
		size += ", all that the model was trained with"
	}
	prompt := strings.Repeat(reading+"\n", tooLong*want/len(reading)+1) + question
	_, _, err := k.ask(ctx, grammar.Object(one("word", k.word())), prompt, 0)
	f, ok := errors.AsType[*model.Fault](err)
	switch {
	case ok && f.Kind == model.Overflow:
		return Check{Result: OK, Found: size + "; a longer prompt is refused, not cut"}
	case ok && f.Kind == model.Cut:
		return Check{Result: Note, Found: size + "; a longer prompt is cut without telling, which was noticed",
			Do: "Runs that outgrow the context will be stopped. Ollama 0.12.6 and later refuse instead."}
	case err != nil:
		return k.failed(ctx, err)
	default:
		return Check{Result: Fail, Found: fmt.Sprintf("%s, and a prompt of %d kB was taken as if it fitted", size, len(prompt)>>10),
			Do: "The server cuts prompts without telling, so the model forgets its rules. Update it."}
	}
}
