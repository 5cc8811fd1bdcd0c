// Package problem says in Spanish why a run has no answer. Models and loop say it in English, in sentences of a known form.
package problem

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A saying is a sentence, or its beginning, in both languages. A %s stands for what is the same in both.
type saying struct{ english, spanish string }

const invalid = "La respuesta del modelo no era una decisión válida."

// sayings are the sentences of messages. An earlier one comes before a later one that also fits.
var sayings = []saying{
	// What is wrong.
	{"The model %s failed %s times in a row and is not asked again for some seconds; the last time:",
		"El modelo %s falló %s veces seguidas y no se le pregunta durante unos segundos; la última vez:"},
	{"No Ollama answers at %s.", "Ningún Ollama responde en %s."},
	{"No server answers at %s.", "Ningún servidor responde en %s."},
	{"No host is called %s.", "Ninguna máquina se llama %s."},
	{"The name %s could not be looked up (%s).", "No se pudo buscar el nombre %s (%s)."},
	{"Nothing can be reached at %s (%s).", "No se llega a nada en %s (%s)."},
	{"No secure connection to %s could be made (%s).", "No se pudo hacer una conexión segura con %s (%s)."},
	{"The reply of %s at %s broke off or was unreadable (%s).", "La respuesta de %s en %s se cortó o no se podía leer (%s)."},
	{"The reply of %s at %s stopped after %s bytes without its end mark.",
		"La respuesta de %s en %s se paró tras %s bytes, sin su marca de fin."},
	{"The reply of %s at %s was not finished after %s.", "La respuesta de %s en %s no terminó en %s."},
	{"What answers at %s is not Ollama.", "Lo que responde en %s no es Ollama."},
	{"What answers at %s is not %s.", "Lo que responde en %s no es %s."},
	{"What answers at %s sends requests on to %s.", "Lo que responde en %s envía las preguntas a %s."},
	{"What answers at %s wants a sign-in (%s), and none is sent.",
		"Lo que responde en %s pide una identificación (%s), y no se envía ninguna."},
	{"What answers at %s sent more than %s MB where a short answer belongs.",
		"Lo que responde en %s envió más de %s MB donde se espera una respuesta corta."},
	{"What answers at %s took longer than %s to name its models.", "Lo que responde en %s tardó más de %s en nombrar sus modelos."},
	{"%s at %s closed the connection before it answered.", "%s en %s cerró la conexión antes de responder."},
	{"%s at %s has no model that could be used; install one, for example: ollama pull %s.",
		"%s en %s no tiene ningún modelo que sirva; instala uno, por ejemplo: ollama pull %s."},
	{"%s at %s has no model %s.", "%s en %s no tiene el modelo %s."},
	{"%s at %s lists the model %s and then says that it does not have it.", "%s en %s nombra el modelo %s y luego dice que no lo tiene."},
	{"%s at %s does not have the model (%s).", "%s en %s no tiene el modelo (%s)."},
	{"%s at %s could not hold the model (%s).", "%s en %s no pudo con el modelo (%s)."},
	{"%s at %s has not loaded the model within %s.", "%s en %s no cargó el modelo en %s."},
	{"%s at %s is busy (%s).", "%s en %s está ocupado (%s)."},
	{"%s at %s refused the request (%s).", "%s en %s rechazó la pregunta (%s)."},
	{"%s at %s refused the prompt as too long (%s).", "%s en %s rechazó el texto por demasiado largo (%s)."},
	{"%s at %s failed (%s).", "%s en %s falló (%s)."},
	{"%s at %s sent nothing for %s.", "%s en %s no envió nada durante %s."},
	{"%s at %s stopped in the middle of a reply and sent nothing for %s.",
		"%s en %s se paró en mitad de una respuesta y no envió nada durante %s."},
	{"%s at %s ended the reply with the reason %s, which is no end of a reply.",
		"%s en %s terminó la respuesta con el motivo %s, que no es un final."},
	{"%s at %s has cut the prompt without telling (%s), so its reply counts for nothing.",
		"%s en %s recortó el texto sin avisar (%s); su respuesta no vale."},
	{"%s at %s wrote on when the context of %s tokens was full, and forgot its beginning meanwhile, so the reply counts for nothing.",
		"%s en %s siguió escribiendo con el contexto de %s tokens lleno y olvidó el comienzo; su respuesta no vale."},
	{"%s at %s stopped the model after %s bytes, because it repeated itself.", "%s en %s paró el modelo tras %s bytes, porque se repetía."},
	{"The prompt is longer than the context of %s tokens.", "El texto es más largo que el contexto de %s tokens."},
	{"The model wrote its whole reply as thoughts, where %s at %s enforces no format.",
		"El modelo escribió toda su respuesta como pensamientos, y %s en %s no impone un formato."},
	{"The model %s stopped before that: either %s at %s does not hold it to the answer format, or a stop word of its " +
		"Modelfile occurs in the reply.",
		"El modelo %s se paró antes: o %s en %s no lo sujeta al formato, o una palabra de parada de su Modelfile está en la respuesta."},
	{"%s at %s does not hold the model %s to the answer format; `tutor doctor` says more.",
		"%s en %s no sujeta el modelo %s al formato; `tutor doctor` dice más."},
	{"The run's time of %s is over, and %s had sent nothing for the last %s of it; allow more time, or use a smaller model.",
		"Se acabó el tiempo de %s, y %s no había enviado nada durante los últimos %s; da más tiempo o usa un modelo más pequeño."},
	{"The run's time of %s is over, and %s had been writing for the last %s of it; allow more time, or use a smaller model.",
		"Se acabó el tiempo de %s, y %s llevaba escribiendo los últimos %s; da más tiempo o usa un modelo más pequeño."},
	{"The run's time of %s is over.", "Se acabó el tiempo de %s."},
	{"The run used up its one step before it had an answer.", "Se gastó el único paso sin llegar a una respuesta."},
	{"The run used up its %s steps before it had an answer.", "Se gastaron los %s pasos sin llegar a una respuesta."},
	{"The run used up its time before it had an answer.", "Se acabó el tiempo sin llegar a una respuesta."},
	{"The run used up its requests to the model before it had an answer.", "Se gastaron las preguntas al modelo sin llegar a una respuesta."},
	{"The run used up its %s before it had an answer.", "Se gastó lo permitido (%s) sin llegar a una respuesta."},
	{"The model asked for the same thing again and again.", "El modelo pidió lo mismo una y otra vez."},
	{"The model went round in a circle of the same questions.", "El modelo dio vueltas a las mismas preguntas."},
	{"The reply is a stream of chunks without text, over %s in a row; ask again.",
		"La respuesta son más de %s trozos seguidos sin texto; pregunta otra vez."},
	{"The model's reply was not a legal decision: model: after %s tokens, %s bytes: cut off before the document was complete.",
		"La respuesta del modelo se cortó antes del final (%s tokens, %s bytes)."},
	{"The model's reply was not a legal decision: model: after %s tokens, %s bytes: the context was full, and the reply " +
		"cut off before the document was complete; " +
		"use a larger context or a shorter task.",
		"La respuesta del modelo se cortó con el contexto lleno (%s tokens, %s bytes); usa un contexto más grande o un texto más corto."},
	{"The model's reply was not a legal decision:", invalid},
	{"Stopped, because the log could not be written: %s.", "Se paró, porque no se pudo escribir el registro: %s."},
	{"Stopped.", "Se paró."},
	{"None of %s servers can be asked just now:", "Ahora no se puede preguntar a ninguno de los %s servidores:"},

	// What to do.
	{"Start it with `ollama serve`, or name another with %s.", "Inícialo con `ollama serve` o nombra otro con %s."},
	{"Start it, or name another with %s.", "Inícialo o nombra otro con %s."},
	{"Name another with %s.", "Nombra otro con %s."},
	{"Name another address with %s.", "Nombra otra dirección con %s."},
	{"Name that address with %s.", "Nombra esa dirección con %s."},
	{"Name a server of your own with %s.", "Nombra un servidor tuyo con %s."},
	{"Name one that it has.", "Nombra uno que tenga."},
	{"Is there a network?", "¿Hay red?"},
	{"Or name another host with %s.", "O nombra otra máquina con %s."},
	{"Does it speak plain http?", "¿Habla http sin cifrar?"},
	{"Does something else answer in its place?", "¿Responde otra cosa en su lugar?"},
	{"Its log says more.", "Su registro dice más."},
	{"If it stays so, its log says more.", "Si sigue así, su registro dice más."},
	{"It may be busy with another request; if that does not pass, restart it.",
		"Quizá esté ocupado con otra pregunta; si no pasa, reinícialo."},
	{"If that does not pass, restart it.", "Si no pasa, reinícialo."},
	{"Fetch it with `ollama pull %s`.", "Tráelo con `ollama pull %s`."},
	{"Fetch it again with `ollama pull %s`.", "Tráelo otra vez con `ollama pull %s`."},
	{"No model is installed.", "No hay ningún modelo instalado."},
	{"Installed: %s.", "Instalados: %s."},
	{"Did you mean %s?", "¿Querías decir %s?"},
	{"Otherwise: `ollama pull %s`.", "Si no: `ollama pull %s`."},
	{"Wait a moment, or send fewer requests at once.", "Espera un momento o haz menos preguntas a la vez."},
	{"Load it beforehand, or use a smaller one.", "Cárgalo antes o usa uno más pequeño."},
	{"Use a smaller model or a smaller context.", "Usa un modelo o un contexto más pequeño."},
	{"Use a smaller model or ask for less.", "Usa un modelo más pequeño o pide menos."},
	{"Use a larger context or a shorter task; Ollama 0.12.6 and later refuse instead.",
		"Usa un contexto más grande o un texto más corto; desde la versión 0.12.6 Ollama avisa."},
	{"Use a larger context or a shorter task; Ollama 0.12.6 and later stop instead.",
		"Usa un contexto más grande o un texto más corto; desde la versión 0.12.6 Ollama se para."},
	{"Use a larger context or a shorter task.", "Usa un contexto más grande o un texto más corto."},
	{"Use another model, or a newer Ollama.", "Usa otro modelo o un Ollama más nuevo."},
	{"A newer version of it may accept it.", "Quizá una versión más nueva la acepte."},
	{"A newer Ollama may do better.", "Quizá un Ollama más nuevo lo haga mejor."},
	{"Another model or a newer Ollama may.", "Quizá otro modelo o un Ollama más nuevo sí."},
	{"Another model, or other words for the task, may do better.", "Quizá otro modelo, u otras palabras, lo hagan mejor."},
	{"The model found no end; a larger one may.", "El modelo no encontró el final; quizá uno más grande sí."},
	{"`tutor doctor` says more.", "`tutor doctor` dice más."},
	{"Without --host the built-in model works.", "Sin --host funciona el modelo incluido."},
	{"The other hosts go on.", "Las otras máquinas siguen."},
}

// illegal is where a reply left the grammar: that is for the trace, and what to do about it follows.
const illegal = `(?s)^The model's reply was not a legal decision:(?: /\S*:)? byte \d+: .+?\.(?: |$)`

// A form is a saying that is looked for at the beginning of a text.
type form struct {
	english *regexp.Regexp
	spanish string // a template of it
}

// inEnglish begins what is not known in Spanish.
const inEnglish = "En inglés: "

// forms returns the sayings as forms.
func forms() []form {
	list := []form{{regexp.MustCompile(illegal), invalid}}
	for _, s := range sayings {
		english := strings.ReplaceAll(regexp.QuoteMeta(s.english), "%s", "(.+?)")
		spanish := strings.ReplaceAll(s.spanish, "$", "$$")
		for i := 1; strings.Contains(spanish, "%s"); i++ {
			spanish = strings.Replace(spanish, "%s", fmt.Sprintf("${%d}", i), 1)
		}
		list = append(list, form{regexp.MustCompile(`(?s)^` + english + `(?: |$)`), spanish})
	}
	return list
}

// Spanish says in Spanish what a message says. What no saying fits is quoted.
func Spanish(message string) string {
	var said []string
	all := forms()
	for rest := message; rest != ""; {
		at := slices.IndexFunc(all, func(f form) bool { return f.english.MatchString(rest) })
		if at < 0 {
			return strings.Join(append(said, inEnglish+rest), " ")
		}
		match := all[at].english.FindStringSubmatchIndex(rest)
		said = append(said, string(all[at].english.ExpandString(nil, all[at].spanish, rest, match)))
		rest = strings.TrimLeft(rest[match[1]:], " ")
	}
	return strings.ReplaceAll(strings.Join(said, " "), "--host or OLLAMA_HOST", "--host u OLLAMA_HOST")
}
