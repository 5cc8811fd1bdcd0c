package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
)

// frame are the words of the page around names, texts and rules, in Spanish.
var frame = map[string]string{
	"texts": "textos", "words": "palabras", "errors": "errores", "in 100 words": "en 100 palabras",
	"trend": "evolución", "most often": "lo más frecuente", "rule": "regla", "level": "nivel", "examples": "ejemplos",
	"Each rule": "Cada regla", "Details": "Detalles", "other": "otra", "not certain": "no es seguro",
	"what the rule says":                    "qué dice la regla",
	"No error of the kinds that are known.": "Ningún error de los que se conocen.",
	"no text":                               "sin textos",
	"quarter 1":                             "primer cuarto",
	"quarter 2":                             "segundo cuarto",
	"quarter 3":                             "tercer cuarto",
	"quarter 4":                             "último cuarto",
	"date":                                  "fecha",
	"pupil":                                 "alumno",
	"file":                                  "archivo",
}

// both returns words of the frame in both languages; what is none of them is the same in both.
func both(english string) render.Words {
	return render.Words{English: english, Spanish: cmp.Or(frame[english], english)}
}

// count counts things in both languages. Their names end in -s where there are more.
func count(n int, english, spanish string) render.Words {
	return render.Words{English: cli.Plural(n, english), Spanish: cli.Plural(n, spanish)}
}

// countErrors counts errors in both languages.
func countErrors(n int) render.Words {
	return render.Words{English: cli.Plural(n, "error"), Spanish: cli.PluralOf(n, "error", "errores")}
}

// titleOf names the page.
func titleOf(c *Class) render.Words {
	return render.Words{English: "Verb errors in " + cli.OneLine(c.Title), Spanish: "Errores de verbos en " + cli.OneLine(c.Title)}
}

// summaryOf says what the answers of a class come to.
func summaryOf(c *Class) render.Words {
	noun := both(cli.OneLine(c.Noun))
	sums := []render.Words{
		count(len(c.Pupils), noun.English, noun.Spanish).With(", ").And(count(c.Texts, "text", "texto")).With(", ").And(count(c.Words, "word", "palabra")).With("."),
		countErrors(c.Errors).And(render.Words{English: fmt.Sprintf(", which is %.1f in 100 words.", c.Per100()), Spanish: fmt.Sprintf(", es decir %.1f en 100 palabras.", c.Per100())}),
		{
			English: fmt.Sprintf("%s %s corrected and %d had no error of the kinds that are known.", cli.Plural(c.CorrectedText, "text"),
				cli.PluralWord(c.CorrectedText, "was", "were"), c.Right),
			Spanish: fmt.Sprintf("%s %s y %d no %s ningún error de los que se conocen.", cli.PluralWord(c.CorrectedText, "Se corrigió", "Se corrigieron"),
				cli.Plural(c.CorrectedText, "texto"), c.Right, cli.PluralWord(c.Right, "tenía", "tenían")),
		},
	}
	for _, more := range []struct {
		n     int
		words render.Words
	}{
		{c.Unjudged, render.Words{English: cli.PluralWord(c.Unjudged, "was", "were") + " not judged.", Spanish: "sin revisar."}},
		{c.Unanswered, render.Words{English: cli.PluralWord(c.Unanswered, "has", "have") + " no answer.", Spanish: "sin respuesta."}},
		{c.Unsure, render.Words{
			English: cli.PluralWord(c.Unsure, "correction is not certain; it is", "corrections are not certain; they are") + " marked with a question mark.",
			Spanish: cli.PluralWord(c.Unsure, "corrección no es segura; lleva", "correcciones no son seguras; llevan") + " un signo de interrogación.",
		}},
	} {
		if more.n > 0 {
			sums = append(sums, render.Same(fmt.Sprintf("%d ", more.n)).And(more.words))
		}
	}
	sums = append(sums, render.Words{English: "Only verbs were checked.", Spanish: "Solo se revisaron los verbos."})
	all := sums[0]
	for _, s := range sums[1:] {
		all = all.With(" ").And(s)
	}
	return all
}

// barsMean says what the small plots show.
func barsMean(c *Class) render.Words {
	if c.ByDate {
		return render.Words{
			English: "Bars: errors in 100 words, by date; the highest bar of a row is the highest rate of that row.",
			Spanish: "Barras: errores en 100 palabras, por fecha; la barra más alta de una fila es el valor más alto de esa fila.",
		}
	}
	return render.Words{
		English: "Bars: errors in 100 words, from the first quarter of the texts to the last; the highest bar of a row is the highest rate of that row.",
		Spanish: "Barras: errores en 100 palabras, del primer cuarto de los textos al último; la barra más alta de una fila es el valor más alto de esa fila.",
	}
}

// sectionOf heads the table of pupils.
func sectionOf(c *Class) render.Words {
	noun := both(cli.OneLine(c.Noun))
	return render.Words{English: "Each " + noun.English, Spanish: "Cada " + noun.Spanish}
}

// spreadOf heads the column that says how many broke a rule.
func spreadOf(c *Class) render.Words {
	noun := both(cli.OneLine(c.Noun))
	return render.Words{English: "by how many " + noun.English + "s", Spanish: "de cuántos " + noun.Spanish + "s"}
}

// headingOf heads the details of a pupil.
func headingOf(p *Pupil) render.Words {
	return render.Same(cli.OneLine(p.Name) + ": ").And(countErrors(p.Errors)).And(render.Words{English: " in ", Spanish: " en "}).And(count(p.Texts, "text", "texto"))
}

// placeOf says where an example stands.
func placeOf(x Example) render.Words {
	line := render.Words{English: fmt.Sprintf("line %d", x.Line), Spanish: fmt.Sprintf("línea %d", x.Line)}
	switch {
	case x.Line == 0:
		return render.Same(x.File)
	case x.File == "":
		return line
	}
	return render.Same(x.File + ", ").And(line)
}

// inShort shows what broke a rule, by the first example.
func inShort(list []Example) render.Words {
	if len(list) == 0 {
		return render.Words{}
	}
	was, now := cli.OneLine(strings.TrimSpace(list[0].Was)), cli.OneLine(strings.TrimSpace(list[0].Now))
	text := render.Same(was + " → " + now)
	switch {
	case now == "":
		text = render.Words{English: "without “" + was + "”", Spanish: "sin “" + was + "”"}
	case was == "":
		text = render.Words{English: "with “" + now + "”", Spanish: "con “" + now + "”"}
	}
	if len([]rune(text.English)) > maxShort {
		return render.Words{}
	}
	return render.Words{English: "(" + text.English + ")", Spanish: "(" + text.Spanish + ")"}
}
