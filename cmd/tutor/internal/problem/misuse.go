package problem

import (
	"regexp"
	"strings"
)

// misuses are whole messages about what was asked for and is not there: those that a person who learns or teaches may
// meet. A %w stands for what is one of them itself. An earlier one comes before a later one that also fits.
var misuses = []saying{
	// Commands and sentences.
	{"there is no command %s; did you mean  tutor %s?\nTo have it judged as a sentence:  tutor \"%s\"",
		"no hay ningún comando %s; ¿querías decir  tutor %s?\nPara revisarlo como oración:  tutor \"%s\""},
	{"%s is a file. To have its sentences corrected:  tutor batch %s -o OUT\nOne by one, as text:  tutor < %s",
		"%s es un archivo. Para corregir sus oraciones:  tutor batch %s -o SALIDA\nUna a una, como texto:  tutor < %s"},
	{"there is no sentence. Try:  tutor %s\nOther ways to start:  tutor -h",
		"falta la oración. Prueba:  tutor %s\nOtras formas de empezar:  tutor -h"},
	{"there is no command tutor models %s; there is: tutor models pull NAME",
		"no hay ningún comando tutor models %s; hay: tutor models pull NAME"},
	{"the sentence is empty", "la oración está vacía"},
	{"there was no sentence on standard input", "no había ninguna oración en la entrada estándar"},
	{"this word is no verb; give one word of a verb group of the sentence",
		"esta palabra no es un verbo; da una palabra de un grupo verbal de la oración"},
	{"which rule? Try:  tutor explain SVA-PRON\nThe others:  tutor rules",
		"¿qué regla? Prueba:  tutor explain SVA-PRON\nLas otras:  tutor rules"},
	{"there is no rule %s; did you mean %s?", "no hay ninguna regla %s; ¿querías decir %s?"},
	{"there is no rule %s; tutor rules lists them", "no hay ninguna regla %s; tutor rules las muestra"},

	// Flags.
	{"there is no flag %s; did you mean %s?", "no hay ninguna opción %s; ¿querías decir %s?"},
	{"there is no flag %s; see tutor -h", "no hay ninguna opción %s; mira tutor -h"},
	{"there is no tutor %s; did you mean tutor %s?", "no hay ningún comando tutor %s; ¿querías decir tutor %s?"},
	{"there is no tutor %s; see tutor %s -h", "no hay ningún comando tutor %s; mira tutor %s -h"},
	{"--%s does nothing for %s; leave it out", "--%s no hace nada en %s; quítalo"},
	{"%s wants a value, %s", "%s necesita un valor; tutor flags dice cuáles hay"},
	{"%s is %s: want %w", "%s es %s: se espera %w"},
	{"true or false", "true o false"},
	{"a whole number, 0 for the default", "un número entero, o 0 para el valor normal"},
	{"a whole number from 0", "un número entero desde 0"},
	{"a number from 0 to 1, like 0.9", "un número de 0 a 1, como 0.9"},
	{"a length of time, like 30s or 5m", "una duración, como 30s o 5m"},
	{"there is no model %s; there is: %s. Did you mean %s?", "no hay ningún modelo %s; hay: %s. ¿Querías decir %s?"},
	{"there is no model %s; there is: %s. For a model of Ollama, write ollama:%s",
		"no hay ningún modelo %s; hay: %s. Un modelo de Ollama se escribe ollama:%s"},
	{"there is no model %s; there is: %s", "no hay ningún modelo %s; hay: %s"},
	{"%s, line %s: there is no setting %s; they are named like the flags of tutor -h. Did you mean %s?",
		"%s, línea %s: no hay ningún ajuste %s; se llaman como las opciones de tutor -h. ¿Querías decir %s?"},
	{"%s, line %s: there is no setting %s; they are named like the flags of tutor -h",
		"%s, línea %s: no hay ningún ajuste %s; se llaman como las opciones de tutor -h"},
	{"%s: cannot read the address %s: write it like %s or %s", "%s: no se entiende la dirección %s: escríbela como %s o %s"},

	// Questions about plans.
	{"The run waits: %w", "La ejecución espera: %w"},
	{"may plan %s be carried out?", "¿se lleva a cabo el plan %s?"},
	{"Answer with y | n REASON | edit.", "Responde con s (sí) | n MOTIVO | editar."},
	{"Other words are a no, and the model reads them as its reason.", "Otras palabras son un no, y el modelo las lee como motivo."},
	{"%s is no answer to this; did you mean %s?", "%s no es una respuesta; ¿quieres decir %s?"},
	{"%s is no answer to this", "%s no es una respuesta"},
	{"nothing may follow %s", "detrás de %s no va nada"},
	{"JSON must follow %s", "después de %s va JSON"},
	{"the file is empty; nothing was changed", "el archivo está vacío; no se cambió nada"},
	{"the editor %s failed: %s; EDITOR names another one", "el editor %s falló: %s; EDITOR nombra otro"},
	{"# Change the plan, save it and leave the editor. An empty file leaves the plan as it was.\n# A plan step without " +
		"id gets the next one. Plan steps with a status must stay as they are.",
		"# Cambia el plan, guárdalo y sal del editor. Un archivo vacío deja el plan como estaba.\n# Un paso sin id recibe " +
			"el siguiente. Los pasos con status deben quedarse como están."},

	// Files of a class.
	{"batch wants a file to read and one to write:  tutor batch IN -o OUT",
		"batch necesita un archivo que leer y otro que escribir:  tutor batch ENTRADA -o SALIDA"},
	{"batch writes a file; for standard output:  tutor --json < IN",
		"batch escribe un archivo; para la salida estándar:  tutor --json < ENTRADA"},
	{"%s is a table: --csv says which column holds the texts, by its name or number:  tutor batch %s --csv COLUMN -o %s",
		"%s es una tabla: --csv dice qué columna tiene los textos, por su nombre o su número:  tutor batch %s --csv COLUMNA -o %s"},
	{"%s would be written over itself; name another file with -o", "%s se escribiría sobre sí mismo; nombra otro archivo con -o"},
	{"%s would be written over; name another place with --text", "se escribiría sobre %s; nombra otro sitio con --text"},
	{"%s is no regular file, and answers can only be kept in one; name another with -o",
		"%s no es un archivo normal, y las respuestas necesitan uno; nombra otro con -o"},
	{"%s was not made from this input: %s.\nName another file with -o, or begin it anew with --restart.",
		"%s no salió de esta entrada: %w.\nNombra otro archivo con -o o empiézalo de nuevo con --restart."},
	{"its last line does not begin an answer", "su última línea no empieza una respuesta"},
	{"it has more lines than there are inputs (%s)", "tiene más líneas que textos hay (%s)"},
	{"its line %s does not answer line %s of the input", "su línea %s no responde a la línea %s de la entrada"},
	{"its line %s does not answer line %s of %s", "su línea %s no responde a la línea %s de %s"},
	{"the lines in the file were made by planner %s, and this is %s.\nGo on with --planner %s, or begin anew with --restart.",
		"las líneas del archivo son del planificador %s, y este es %s.\nSigue con --planner %s o empieza de nuevo con --restart."},
	{"the lines in the file were made by %s, and this is %s.\nGo on with --model %s, or begin anew with --restart.",
		"las líneas del archivo son de %s, y este es %s.\nSigue con --model %s o empieza de nuevo con --restart."},
	{"another process writes %s; wait until it ends.", "otro proceso escribe %s; espera a que termine."},
	{"--text writes texts, and %s is a table; its corrected texts stand in %s",
		"--text escribe textos, y %s es una tabla; sus textos corregidos están en %s"},
	{"%s is a folder, so --text must name a folder; %s is a file",
		"%s es una carpeta, así que --text debe nombrar una carpeta; %s es un archivo"},
	{"%s is one file, so --text must name a file; %s is a folder",
		"%s es un archivo, así que --text debe nombrar un archivo; %s es una carpeta"},
	{"there is no column %s; there is: %s", "no hay ninguna columna %s; hay: %s"},
	{"this is not UTF-8 text; convert it first, for example: %s", "esto no es texto en UTF-8; conviértelo antes, por ejemplo: %s"},
	{"this is not UTF-8 text; save the table as CSV in UTF-8", "esto no es texto en UTF-8; guarda la tabla como CSV en UTF-8"},
	{"this is not JSON; each line must be one object, like %s", "esto no es JSON; cada línea debe ser un objeto, como %s"},
	{"this is not an object; each line must be one, like %s", "esto no es un objeto; cada línea debe serlo, como %s"},
	{"the member %s occurs twice", "el campo %s está dos veces"},
	{"%s holds an escape that is half of a character, such as %s without its other half",
		"%s contiene un escape que es medio carácter, como %s sin su otra mitad"},
	{"this is not UTF-8 text", "esto no es texto en UTF-8"},
	{"answers have a member %s of their own, so the column with that name cannot be carried; rename it",
		"las respuestas ya tienen un campo %s, así que la columna con ese nombre no se puede llevar; cámbiale el nombre"},
	{"two columns are called %s; rename one", "dos columnas se llaman %s; cambia el nombre de una"},
	{"a cell of this row has no column: the first line of the table has no name for it",
		"una celda de esta fila no tiene columna: la primera línea de la tabla no tiene nombre para ella"},
	{"\"input\" must be a string", "\"input\" debe ser un texto"},
	{"there is no \"input\"", "falta \"input\""},
	{"it is empty; the first line of a table names its columns", "está vacía; la primera línea de una tabla nombra sus columnas"},
	{"a row has more than %s MB; is a quotation mark missing?", "una fila tiene más de %s MB; ¿falta una comilla?"},
	{"%s; a cell with a quotation mark must stand between quotation marks, and double those inside",
		"comillas mal puestas; una celda con comillas va entre comillas, y las de dentro se doblan"},
	{"it has more than %s MB; a larger input must be a file", "tiene más de %s MB; una entrada más grande debe ser un archivo"},
	{"it has more than %s MB", "tiene más de %s MB"},
	{"it is no regular file", "no es un archivo normal"},
	{"it is a pipe that no process reads", "es una tubería que ningún proceso lee"},

	// The log of a batch, and its queue.
	{"cannot write %s: %w. What it holds is whole; the same command goes on",
		"no se puede escribir %s: %w. Lo que contiene está entero; la misma orden sigue donde quedó"},
	{"cannot write the log %s: %w. The answers that were written are whole; the same command goes on, with --no-log without a log",
		"no se puede escribir el registro %s: %w. Las respuestas escritas están enteras; la misma orden sigue donde quedó, " +
			"y con --no-log sin registro"},
	{"cannot write the log %s: another process writes it. Wait until it ends, or name another file.",
		"no se puede escribir el registro %s: otro proceso lo escribe. Espera a que termine o nombra otro archivo."},
	{"cannot write the log %s: it holds something else. Name another file.",
		"no se puede escribir el registro %s: contiene otra cosa. Nombra otro archivo."},
	{"cannot write the log %s: it is a pipe that no process reads.",
		"no se puede escribir el registro %s: es una tubería que ningún proceso lee."},
	{"cannot write the log %s: %w", "no se puede escribir el registro %s: %w"},
	{"the runs are not kept for tutor runs: %w", "las ejecuciones no se guardan para tutor runs: %w"},
	{"with a queue, name the model that its workers have:  %s", "con una cola, nombra el modelo de sus trabajadores:  %s"},
	{"cannot reach the queue at %s: %w; start it (%s) or name another, then give the same command again",
		"no se llega a la cola en %s: %w; iníciala (%s) o nombra otra, y repite la orden"},
	{"cannot reach the queue at %s: %w", "no se llega a la cola en %s: %w"},
	{"the server at %s has no JetStream; start it with -js, or use cmd/hub",
		"el servidor en %s no tiene JetStream; inícialo con -js o usa cmd/hub"},
	{"no server answers there", "allí no responde ningún servidor"},
	{"it wants credentials, or others than these", "pide credenciales, u otras que estas"},
	{"its storage does not answer; it may be starting, or its disk may be full",
		"su almacén no responde; quizá está arrancando o su disco está lleno"},
	{"this batch is being collected by %s; wait until that one ends", "este batch ya lo recoge %s; espera a que termine"},
	{"This batch is held by %s; waiting whether that one still lives.", "Este batch lo tiene %s; se espera a ver si sigue vivo."},
	{"The queue at %s is away; waiting for it.", "La cola en %s no responde; se espera a que vuelva."},
	{"The queue at %s is back.", "La cola en %s ha vuelto."},
	{"The queue has lost lines that were waiting; they are placed anew.", "La cola perdió líneas que esperaban; se ponen de nuevo."},
	{"The queue does not take %s (%w); trying again.", "La cola no acepta %s (%w); se intenta otra vez."},
	{"The log of a run could not be fetched: %w", "No se pudo traer el registro de una ejecución: %w"},
	{"No worker for this is there yet; the lines wait. Start one:  %s",
		"Aún no hay ningún trabajador para esto; las líneas esperan. Inicia uno:  %w"},
	{"%s workers there now.", "Ya hay %s trabajadores."},
	{"1 worker there now.", "Ya hay 1 trabajador."},

	// Files.
	{"cannot read %s: %w", "no se puede leer %s: %w"},
	{"cannot write %s: %w", "no se puede escribir %s: %w"},
	{"cannot open %s: %w", "no se puede abrir %s: %w"},
	{"cannot make the folder %s: %w", "no se puede crear la carpeta %s: %w"},
	{"no such file or directory", "no existe"},
	{"permission denied", "sin permiso"},
	{"is a directory", "es una carpeta"},
	{"not a directory", "no es una carpeta"},
	{"no space left on device", "no queda espacio en el disco"},
	{"file exists", "ya existe"},
	{"read-only file system", "el disco es de solo lectura"},
	{"%s, line %s: %w", "%s, línea %s: %w"},
}

// Misuse says in Spanish what a message says about what was asked for, and whether all of it is known. What no saying
// fits is quoted.
func Misuse(message string) (spanish string, known bool) {
	if said, ok := misused(message); ok {
		return said, true
	}
	said := Spanish(message)
	return said, !strings.Contains(said, inEnglish)
}

// misused returns a whole message in Spanish, if it is known.
func misused(message string) (string, bool) {
	for _, s := range misuses {
		pattern := strings.NewReplacer("%s", "(.+?)", "%w", "(.+?)").Replace(regexp.QuoteMeta(s.english))
		parts := regexp.MustCompile(`(?s)^` + pattern + `$`).FindStringSubmatch(message)
		if parts == nil {
			continue
		}
		said, rest := "", s.spanish
		for _, part := range parts[1:] {
			before, after, found := strings.Cut(rest, "%")
			if !found {
				break
			}
			if after[0] == 'w' {
				part = inSpanish(part)
			}
			said, rest = said+before+part, after[1:]
		}
		return said + rest, true
	}
	return "", false
}

// inSpanish returns a part of a message in Spanish, or as it is. A list of values needs only its last word.
func inSpanish(part string) string {
	if said, ok := misused(part); ok {
		return said
	}
	return strings.Replace(part, " or ", " o ", 1)
}
