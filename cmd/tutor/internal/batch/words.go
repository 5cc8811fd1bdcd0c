package batch

import (
	"fmt"
	"strconv"
	"time"

	"github.com/shortleash/shortleash/cluster"
	"github.com/shortleash/shortleash/cmd/internal/answers"
	"github.com/shortleash/shortleash/cmd/internal/cli"
	"github.com/shortleash/shortleash/cmd/internal/queue"
	"github.com/shortleash/shortleash/cmd/tutor/internal/render"
)

// tell says something in the language of the explanations, or in both: a line in each.
func (b *batchJob) tell(w render.Words) { b.Say("%s", b.explain.Lines(w)) }

// lines counts those of the input.
func lines(n int) render.Words {
	return render.Words{English: cli.Plural(n, "line"), Spanish: cli.Plural(n, "línea")}
}

// count counts lines of which something is said, by an adjective in Spanish.
func count(n int, english, one, many string) render.Words {
	return render.Words{English: fmt.Sprintf("%d %s", n, english), Spanish: cli.PluralOf(n, one, many)}
}

// alreadyThere says that lines were answered before, and how many of these are asked for again.
func alreadyThere(before, again, total int) render.Words {
	there := render.Words{
		English: fmt.Sprintf("%d of %s %s there already; ", before, cli.Plural(total, "line"), cli.PluralWord(before, "is", "are")),
		Spanish: fmt.Sprintf("%d de %s ya %s; ", before, cli.Plural(total, "línea"), cli.PluralWord(before, "está", "están")),
	}
	if again == 0 {
		return there.And(render.Words{English: "going on.", Spanish: "se sigue con las demás."})
	}
	return there.And(render.Words{
		English: fmt.Sprintf("%s without an answer %s asked again.", cli.Plural(again, "line"), cli.PluralWord(again, "is", "are")),
		Spanish: fmt.Sprintf("se pregunta otra vez por %s sin respuesta.", cli.Plural(again, "línea")),
	})
}

// unread says that files of a folder are of no kind that is read.
func unread(n int, folder, such string) render.Words {
	return render.Words{
		English: fmt.Sprintf("%s of %s %s not read, such as %s.", cli.Plural(n, "file"), folder, cli.PluralWord(n, "is", "are"), such),
		Spanish: fmt.Sprintf("%s de %s no se %s, como %s.", cli.Plural(n, "archivo"), folder, cli.PluralWord(n, "lee", "leen"), such),
	}
}

// noAnswer says that runs on lines came to none.
func noAnswer(n int) render.Words {
	return render.Words{
		English: fmt.Sprintf("%s %s no answer.", cli.Plural(n, "line"), cli.PluralWord(n, "has", "have")),
		Spanish: fmt.Sprintf("%s no %s respuesta.", cli.Plural(n, "línea"), cli.PluralWord(n, "tiene", "tienen")),
	}
}

// askAgain says by which command so many lines are asked for again.
func askAgain(n int, command string) render.Words {
	return render.Words{
		English: " To ask again for " + cli.PluralWord(n, "it", "them") + ":  ",
		Spanish: " Para preguntar por " + cli.PluralWord(n, "ella", "ellas") + " otra vez:  ",
	}.With(command)
}

// lineOf names the line of an input, and its file where there are several.
func lineOf(in answers.Input) render.Words {
	return render.Words{English: "line ", Spanish: "línea "}.And(place(in))
}

// place says where an input stands, in which of several files.
func place(in answers.Input) render.Words {
	w := render.Same(strconv.Itoa(in.Line))
	if in.File != "" {
		return w.And(render.Words{English: " of ", Spanish: " de "}).With(in.File)
	}
	return w
}

// deadLetter says why no worker has answered an input.
func deadLetter(in answers.Input, dead *cluster.DeadError) render.Words {
	spanish := fmt.Sprintf("la línea pasó por %d trabajadores y todos fallaron con ella", dead.Workers)
	if dead.TooLong > 0 {
		spanish = fmt.Sprintf("la línea o su respuesta es demasiado larga para el servidor de la cola: %d bytes", dead.TooLong)
	}
	where := place(in)
	return render.Words{
		English: fmt.Sprintf("Line %s: %v. It has no answer; --retry-failed asks for it again.", where.English, dead),
		Spanish: fmt.Sprintf("Línea %s: %s. No tiene respuesta; --retry-failed pregunta otra vez por ella.", where.Spanish, spanish),
	}
}

// badAnswer says that a worker's answer to an input is of no use.
func badAnswer(in answers.Input, worker string, problem error) render.Words {
	where := place(in)
	return render.Words{
		English: fmt.Sprintf("Line %s: worker %s: %v. It has no answer; --retry-failed asks for it again, --restart for all.",
			where.English, worker, problem),
		Spanish: fmt.Sprintf("Línea %s: la respuesta del trabajador %s no sirve. No tiene respuesta; "+
			"--retry-failed pregunta otra vez por ella, --restart por todas.", where.Spanish, worker),
	}
}

// shared says which workers have answered what.
func shared(t cluster.Tally, took time.Duration) render.Words {
	return render.Words{English: queue.English.Summary(t, took), Spanish: sharedSpanish.Summary(t, took)}
}

// sharedSpanish words it in Spanish.
var sharedSpanish = queue.Wording{Worker: "trabajador", Workers: "trabajadores", Redelivered: "repetidas", Twice: "con dos respuestas"}

// What signals bring about.
var (
	finishing = render.Words{
		English: "Finishing what runs. Interrupt again to stop at once.",
		Spanish: "Se termina lo que está en marcha. Interrumpe otra vez para parar ya.",
	}
	stopping = render.Words{
		English: "Stopping. What the workers have begun stays in the queue.",
		Spanish: "Se para. Lo que los trabajadores han empezado se queda en la cola.",
	}
)
