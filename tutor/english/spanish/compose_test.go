package spanish_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/shortleash/shortleash/tutor/english/spanish"
	"github.com/shortleash/shortleash/tutor/english/verb"
)

// tenses are the names of the tenses in the notation of the rows; other names are modals.
var tenses = map[string]verb.Tense{
	"present": verb.PresentSimple, "past": verb.PastSimple, "future": verb.FutureSimple,
	"perfect": verb.PresentPerfect, "continuous": verb.PresentContinuous,
	"pluperfect": "past_perfect", "infinitive": "",
}

// parse reads a sentence in which each verb group stands in brackets with its base, its tense or
// modal, and its person: She {doesn't eat|eat|!present|3sg} meat. An exclamation mark is a negation.
func parse(text string) (words []string, groups []spanish.Group, question bool) {
	for text != "" {
		plain, rest, found := strings.Cut(text, "{")
		words = append(words, split(plain)...)
		if !found {
			break
		}
		inside, after, _ := strings.Cut(rest, "}")
		fields := append(strings.Split(inside, "|"), "", "", "", "")
		g := spanish.Group{First: len(words), Base: fields[1], Person: verb.Person(fields[3])}
		words = append(words, split(fields[0])...)
		g.Last = len(words) - 1
		name, negative := strings.CutPrefix(fields[2], "!")
		tense, known := tenses[name]
		g.Tense, g.Negative = tense, negative
		if !known {
			g.Modal = name
		}
		groups = append(groups, g)
		text = after
	}
	return words, groups, strings.HasSuffix(text, "?") || len(words) > 0 && words[len(words)-1] == "?"
}

func split(text string) []string {
	for _, mark := range []string{".", "?", "!", ","} {
		text = strings.ReplaceAll(text, mark, " "+mark)
	}
	return strings.Fields(text)
}

func TestCompose(t *testing.T) {
	tests := []struct{ english, spanish string }{
		// Places and times.
		{"He {went|go|past|3sg} to school.", "Él fue a la escuela."},
		{"Yesterday he {went|go|past|3sg} to school.", "Ayer él fue a la escuela."},
		{"Yesterday, he {went|go|past|3sg} to school.", "Ayer, él fue a la escuela."},
		{"He {went|go|past|3sg} to school yesterday.", "Él fue a la escuela ayer."},
		{"They {went|go|past|3pl} there by bus last week.", "Ellos fueron allí en autobús la semana pasada."},
		{"She {walks|walk|present|3sg} in the park.", "Ella camina en el parque."},

		// How much of what is not counted.
		{"I {speak|speak|present|1sg} a little French.", "Yo hablo un poco de francés."},
		{"She {drinks|drink|present|3sg} a little water.", "Ella bebe un poco de agua."},
		{"She {has|have|present|3sg} a little brother.", "Ella tiene un hermano pequeño."},
		{"He {needs|need|present|3sg} two glasses.", "Él necesita dos vasos."},
		{"He {needs|need|present|3sg} a glass.", "Él necesita un vaso."},

		{"They {are|be|present|3pl} my two sisters.", "Ellas son mis dos hermanas."},
		{"They {are|be|present|3pl} teachers.", "Ellos son maestros."},
		{"They {are|be|present|3pl} tired.", "Ellos están cansados."},
		{"They {have gone|go|perfect|3pl} home.", "Ellos han ido a casa."},
		{"He {goes|go|present|3sg} to the park every day.", "Él va al parque todos los días."},
		{"We {will travel|travel|future|1pl} to Mexico next year.", "Nosotros viajaremos a México el próximo año."},
		{"My mother {works|work|present|3sg} in a hospital.", "Mi madre trabaja en un hospital."},
		{"I {live|live|present|1sg} near the station.", "Yo vivo cerca de la estación."},
		{"The train {arrives|arrive|present|3sg} at seven o'clock.", "El tren llega a las siete."},
		{"She {arrived|arrive|past|3sg} at the airport last night.", "Ella llegó al aeropuerto anoche."},
		{"We {left|leave|past|1pl} the museum.", "Nosotros salimos del museo."},
		{"My father {comes|come|present|3sg} from Spain.", "Mi padre viene de España."},
		// Objects.
		{"We {have eaten|eat|perfect|1pl}.", "Nosotros hemos comido."},
		{"I {drink|drink|present|1sg} coffee every morning.", "Yo bebo café todas las mañanas."},
		{"She {bought|buy|past|3sg} a red dress.", "Ella compró un vestido rojo."},
		{"The children {are eating|eat|continuous|3pl} apples.", "Los niños están comiendo manzanas."},
		{"I {saw|see|past|1sg} my sister.", "Yo vi a mi hermana."},
		{"I {saw|see|past|1sg} him yesterday.", "Yo lo vi ayer."},
		{"He {listens|listen|present|3sg} to music.", "Él escucha música."},
		{"They {are looking|look|continuous|3pl} for the key.", "Ellos están buscando la llave."},
		{"She {reads|read|present|3sg} a good book.", "Ella lee un buen libro."},
		{"I {need|need|present|1sg} cold water.", ""},
		{"You {have|have|present|2sg} two brothers.", "Tú tienes dos hermanos."},
		{"He {plays|play|present|3sg} football on Saturdays.", "Él juega al fútbol los sábados."},
		{"Ana {plays|play|present|3sg} the guitar very well.", "Ana toca la guitarra muy bien."},
		{"I {know|know|present|1sg} your brother.", "Yo conozco a tu hermano."},
		{"She {knows|know|present|3sg} the answer.", "Ella sabe la respuesta."},
		{"Tom {speaks|speak|present|3sg} Spanish.", "Tom habla español."},
		{"We {study|study|present|1pl} English.", "Nosotros estudiamos inglés."},
		// Receivers.
		{"He {gave|give|past|3sg} me a book.", "Él me dio un libro."},
		{"He {gave|give|past|3sg} Ana a book.", "Él le dio un libro a Ana."},
		{"She {wrote|write|past|3sg} a letter.", "Ella escribió una carta."},
		{"She {sends|send|present|3sg} a message to her parents.", ""},
		{"She {showed|show|past|3sg} the photo to her friends.", "Ella les mostró la foto a sus amigos."},
		// Reflexive verbs and idioms.
		{"I {get|get|present|1sg} up at seven.", "Yo me levanto a las siete."},
		{"They {got|get|past|3pl} up at eight.", "Ellos se levantaron a las ocho."},
		{"He {is brushing|brush|continuous|3sg} his teeth.", "Él se está cepillando los dientes."},
		{"We {had|have|past|1pl} breakfast at home.", "Nosotros desayunamos en casa."},
		{"I {am doing|do|continuous|1sg} my homework.", "Yo estoy haciendo mi tarea."},
		{"She {went|go|past|3sg} shopping.", "Ella fue de compras."},
		// Negation, modals, infinitives.
		{"I {don't understand|understand|!present|1sg}.", "Yo no entiendo."},
		{"I {do n't understand|understand|!present|1sg}.", "Yo no entiendo."},
		{"She {doesn't eat|eat|!present|3sg} meat.", "Ella no come carne."},
		{"He {did not go|go|!past|3sg} to work.", "Él no fue al trabajo."},
		{"I {haven't eaten|eat|!perfect|1sg} yet.", "Yo todavía no he comido."},
		{"She {can swim|swim|can|3sg}.", "Ella puede nadar."},
		{"You {can't park|park|!can|2sg} here.", "Tú no puedes estacionar aquí."},
		{"We {must study|study|must|1pl} tonight.", "Nosotros debemos estudiar esta noche."},
		{"You {should sleep|sleep|should|2sg}.", "Tú deberías dormir."},
		{"He {can help|help|can|3sg} us.", "Él puede ayudarnos."},
		{"I {want|want|present|1sg} to go home.", "Yo quiero ir a casa."},
		{"I {want|want|present|1sg} {to go|go|infinitive|} home.", "Yo quiero ir a casa."},
		{"She {has|have|present|3sg} to work tomorrow.", "Ella tiene que trabajar mañana."},
		{"They {learned|learn|past|3pl} to swim.", "Ellos aprendieron a nadar."},
		{"He {is going|go|continuous|3sg} to buy a car.", "Él va a comprar un carro."},
		{"She {wants|want|present|3sg} to be a doctor.", "Ella quiere ser médica."},
		// Adverbs.
		{"She always {drinks|drink|present|3sg} tea.", "Ella siempre bebe té."},
		{"She {has already eaten|eat|perfect|3sg}.", "Ella ya ha comido."},
		{"He never {eats|eat|present|3sg} fish and rice.", ""},
		{"He never {eats|eat|present|3sg} meat.", "Él nunca come carne."},
		{"Sometimes we {walk|walk|present|1pl} to school.", "A veces nosotros caminamos a la escuela."},
		// Verbs that run backwards.
		{"I {like|like|present|1sg} tea.", "Me gusta el té."},
		{"I {like|like|present|1sg} cats.", "Me gustan los gatos."},
		{"She {likes|like|present|3sg} music very much.", "A ella le gusta mucho la música."},
		{"Ana {doesn't like|like|!present|3sg} the film.", "A Ana no le gusta la película."},
		{"We {like|like|present|1pl} to dance.", "Nos gusta bailar."},
		{"He {liked|like|past|3sg} the gift.", "A él le gustó el regalo."},
		{"My brothers {love|love|present|3pl} ice cream.", "A mis hermanos les encanta el helado."},
		{"She {loves|love|present|3sg} her husband.", "Ella ama a su esposo."},
		// Be.
		{"She {is|be|present|3sg} tired.", "Ella está cansada."},
		{"He{'s|be|present|3sg} not tall.", ""},
		{"He {isn't|be|!present|3sg} tall.", "Él no es alto."},
		{"They {are|be|present|3pl} very happy.", "Ellos están muy felices."},
		{"My sister {is|be|present|3sg} a teacher.", "Mi hermana es maestra."},
		{"Ana and I {are|be|present|1pl} tired.", "Ana y yo estamos cansados."},
		{"Ana and Laura {are|be|present|3pl} at school.", "Ana y Laura están en la escuela."},
		{"The book {is|be|present|3sg} on the table.", "El libro está en la mesa."},
		{"I {am|be|present|1sg} hungry.", "Yo tengo hambre."},
		{"He {is|be|present|3sg} ten years old.", "Él tiene diez años."},
		{"We {are|be|present|1pl} from Mexico.", "Nosotros somos de México."},
		{"This {is|be|present|3sg} my house.", "Esta es mi casa."},
		{"The window {is|be|present|3sg} broken.", "La ventana está rota."},
		{"The water {is|be|present|3sg} clean.", "El agua está limpia."},
		{"It {is|be|present|3sg} important.", "Es importante."},
		{"There {is|be|present|3sg} a book on the table.", "Hay un libro en la mesa."},
		{"There {are|be|present|3pl} two cats in the garden.", "Hay dos gatos en el jardín."},
		{"It {rained|rain|past|3sg} last night.", "Llovió anoche."},
		{"It {is raining|rain|continuous|3sg}.", "Está lloviendo."},
		{"The sun {is shining|shine|continuous|3sg}!", "¡El sol está brillando!"},
		// Questions.
		{"{Does she like|like|present|3sg} tea?", "¿A ella le gusta el té?"},
		{"{Do you like|like|present|2sg} it?", "¿Te gusta?"},
		{"{Do you speak|speak|present|2sg} English?", "¿Hablas inglés?"},
		{"{Does Ana live|live|present|3sg} here?", "¿Ana vive aquí?"},
		{"{Have you eaten|eat|perfect|2sg} yet?", "¿Ya has comido?"},
		{"{Can you help|help|can|2sg} me?", "¿Puedes ayudarme?"},
		{"{Is she|be|present|3sg} a nurse?", "¿Ella es enfermera?"},
		{"{Is|be|present|3sg} there a bank near the station?", "¿Hay un banco cerca de la estación?"},
		{"{Didn't you see|see|!past|2sg} the film?", "¿No viste la película?"},
		{"Where {do you live|live|present|2sg}?", "¿Dónde vives?"},
		{"Where {does she work|work|present|3sg}?", "¿Dónde trabaja ella?"},
		{"Where {did they go|go|past|3pl}?", "¿Adónde fueron ellos?"},
		{"What {do you want|want|present|2sg}?", "¿Qué quieres?"},
		{"Where {is|be|present|3sg} the hotel?", "¿Dónde está el hotel?"},
		{"Who {lives|live|present|3sg} here?", "¿Quién vive aquí?"},
		// Several clauses.
		{"He {goes|go|present|3sg} home and she {cooks|cook|present|3sg}.", "Él va a casa y ella cocina."},
		{"She {sings|sing|present|3sg} and {dances|dance|present|3sg}.", "Ella canta y baila."},
		{"I {ran|run|past|1sg}, but I {missed|miss|past|1sg} the bus.", "Yo corrí, pero yo perdí el autobús."},
		{"He {is|be|present|3sg} at home because he {is|be|present|3sg} ill.", "Él está en casa porque él está enfermo."},
		{"You and Ana {go|go|present|2pl} to school.", "Tú y Ana van a la escuela."},
		{"My two sisters {sing|sing|present|3pl}.", "Mis dos hermanas cantan."},
		{"He {likes|like|present|3sg} tea and coffee.", "A él le gustan el té y el café."},
		{"She {showed|show|past|3sg} her photos to me.", "Ella me mostró sus fotos."},
		{"Tom and Ana {read|read|present|3pl} and {write|write|present|3pl}.", "Tom y Ana leen y escriben."},
	}
	for _, test := range tests {
		words, groups, question := parse(test.english)
		got, ok := spanish.Compose(words, groups, question, spanish.LatinAmerica)
		assert.Equalf(t, test.spanish, got, "Compose(%q)", test.english)
		assert.Equalf(t, test.spanish != "", ok, "Compose(%q)", test.english)
	}
}

func TestComposeRefuses(t *testing.T) {
	tests := []struct{ why, english string }{
		{"an unknown word", "He {reads|read|present|3sg} the blicket."},
		{"an unknown verb", "They {blicked|blick|past|3pl} the book."},
		{"a verb whose Spanish depends on its object", "She {gets|get|present|3sg} a letter."},
		{"a past of be is era, fue, estaba or estuvo", "He {was|be|past|3sg} tired."},
		{"a past of a state verb has two renderings", "I {wanted|want|past|1sg} a car."},
		{"lived: vivió or vivía", "I {lived|live|past|1sg} in Madrid."},
		{"a habit in the past is the imperfect", "He always {went|go|past|3sg} to school."},
		{"every day in the past is the imperfect", "He {went|go|past|3sg} to school every day."},
		{"a planned future is no gerund in Spanish", "She {is studying|study|continuous|3sg} tomorrow."},
		{"is wearing is lleva", "She {is wearing|wear|continuous|3sg} a hat."},
		{"is coming is viene", "He {is coming|come|continuous|3sg}."},
		{"another tense", "He {had gone|go|pluperfect|3sg} home."},
		{"the person is not the subject's", "He {goes|go|present|1sg} home."},
		{"might", "He {might come|come|might|3sg}."},
		{"could has three renderings", "She {could swim|swim|could|3sg}."},
		{"be after a modal", "She {must be|be|must|3sg} tired."},
		{"the gender of it", "It {is|be|present|3sg} red."},
		{"it as an object", "He {ate|eat|past|3sg} it."},
		{"a machine that works", "The phone {works|work|present|3sg}."},
		{"it works", "It {works|work|present|3sg}."},
		{"a comparison", "He {is|be|present|3sg} taller than Ana."},
		{"a relative clause", "The man who {lives|live|present|3sg} here {sings|sing|present|3sg}."},
		{"a clause after that", "I {think|think|present|1sg} that he {is|be|present|3sg} happy."},
		{"a duration", "I {have lived|live|perfect|1sg} here for two years."},
		{"for", "She {bought|buy|past|3sg} a book for me."},
		{"a doctor or any doctor", "I {need|need|present|1sg} a doctor."},
		{"a sandwich is had by eating it", "She {has|have|present|3sg} a sandwich."},
		{"her flowers or flowers to her", "Luis {bought|buy|past|3sg} her flowers."},
		{"a part of one's body", "She {opened|open|past|3sg} her eyes."},
		{"an event is where ser says", "The party {is|be|present|3sg} at school."},
		{"to like a person", "I {like|like|present|1sg} Ana."},
		{"my children are hijos", "My children {sing|sing|present|3pl}."},
		{"an old friend", "She {is|be|present|3sg} an old friend."},
		{"a teacher of English or from England", "The English teacher {sings|sing|present|3sg}."},
		{"going to work", "I {am going|go|continuous|1sg} to work."},
		{"always under a negation", "He {doesn't eat|eat|!present|3sg} meat always."},
		{"not always", "He {doesn't always eat|eat|!present|3sg} meat."},
		{"somebody else's teeth", "I {brush|brush|present|1sg} her teeth."},
		{"a wrong number", "She {reads|read|present|3sg} a books."},
		{"a noun that needs an article", "She {reads|read|present|3sg} book."},
		{"an imperative", "{Open|open|present|2sg} the door."},
		{"a question mark on a statement", "He {eats|eat|present|3sg} meat?!"},
		{"an auxiliary of another tense", "He {did goes|go|present|3sg} home."},
		{"a negation that the group does not know of", "He {doesn't go|go|present|3sg} home."},
		{"two sentences", "He {eats|eat|present|3sg}. She {sleeps|sleep|present|3sg}."},
		{"nothing but a verb", "{eats|eat|present|3sg}"},
		{"glasses to see or to drink from", "I {need|need|present|1sg} my glasses."},
		{"new ones", "I {bought|buy|past|1sg} new glasses."},
		{"to go in a place is to go to it, or inside it", "He {went|go|past|3sg} in Spain."},
		{"to go at a place", "I {didn't go|go|!past|1sg} at school."},
		{"to go at home", "I {went|go|past|1sg} at home."},
		{"to come at a place", "She {comes|come|present|3sg} at the park."},
		{"to come back in a place", "She {comes|come|present|3sg} back in Spain."},
		{"little French is not much of it", "I {speak|speak|present|1sg} little French."},
		{"a little of what has an adjective", "She {drinks|drink|present|3sg} a little cold water."},
		{"they, after somebody was named", "My sisters {live|live|present|3pl} with my brothers and they {sing|sing|present|3pl}."},
		{"they of things", "She {has|have|present|3sg} two houses and they {are|be|present|3pl} big."},
		{"them of women or of others", "My sisters {have|have|present|3pl} two cars and I {see|see|present|1sg} them."},
		{"with them, of women or of others", "My sisters {live|live|present|3pl} with my brothers and I {live|live|present|1sg} with them."},
		{"no verb", "Hello."},
		{"nothing", ""},
	}
	for _, test := range tests {
		words, groups, question := parse(test.english)
		got, ok := spanish.Compose(words, groups, question, spanish.LatinAmerica)
		assert.Falsef(t, ok, "%s: Compose(%q) = %q", test.why, test.english, got)
		assert.Emptyf(t, got, "%s: Compose(%q)", test.why, test.english)
	}
}

func TestComposeInSpain(t *testing.T) {
	tests := []struct{ english, latinAmerica, spain string }{
		{"You {are|be|present|2pl} students.", "Ustedes son estudiantes.", "Vosotros sois estudiantes."},
		{"{Do you want|want|present|2pl} water?", "¿Ustedes quieren agua?", "¿Queréis agua?"},
		{"She {has|have|present|3sg} a new computer.", "Ella tiene una computadora nueva.", "Ella tiene un ordenador nuevo."},
		{"You {like|like|present|2pl} potatoes.", "A ustedes les gustan las papas.", "Os gustan las patatas."},
		{"He {is driving|drive|continuous|3sg} the car.", "Él está conduciendo el carro.", "Él está conduciendo el coche."},
		{"She {wears|wear|present|3sg} glasses.", "Ella lleva lentes.", "Ella lleva gafas."},
		{"You {got|get|past|2pl} up at ten.", "Ustedes se levantaron a las diez.", "Vosotros os levantasteis a las diez."},
	}
	for _, test := range tests {
		words, groups, question := parse(test.english)
		got, _ := spanish.Compose(words, groups, question, spanish.LatinAmerica)
		assert.Equal(t, test.latinAmerica, got)
		got, _ = spanish.Compose(words, groups, question, spanish.Spain)
		assert.Equal(t, test.spain, got)
	}
}

// The tokens may come with spaces, with contractions cut or whole, and with curly apostrophes.
func TestComposeReadsEveryTokenization(t *testing.T) {
	for _, words := range [][]string{
		{"He", "'s", "eaten", "the", "cake", "."},
		{"He's", "eaten", "the", "cake", "."},
		{"He’s", " ", "eaten", " ", "the", " ", "cake", "."},
		{"He", "has", "eaten", "the", "cake"},
	} {
		main := 0
		for words[main] != "eaten" {
			main++
		}
		groups := []spanish.Group{{First: 0, Last: main, Base: "eat", Tense: verb.PresentPerfect, Person: verb.ThirdSingular}}
		got, ok := spanish.Compose(words, groups, false, spanish.LatinAmerica)
		require.Truef(t, ok, "Compose(%q)", words)
		assert.Equal(t, "Él ha comido el pastel.", got)
	}
}

func FuzzCompose(f *testing.F) {
	f.Add("She {doesn't eat|eat|!present|3sg} meat.", 0, 3, true)
	f.Add("{Does she like|like|present|3sg} tea?", 0, 2, true)
	f.Add("There {are|be|present|3pl} two cats in the garden and I {want|want|present|1sg} to go.", 1, 1, false)
	f.Add("{Is she|be|present|3sg} from Spain?", -1, 9, true)
	f.Add("He gave Ana", 0, 0, false)
	f.Fuzz(func(t *testing.T, text string, first, last int, question bool) {
		words, groups, _ := parse(text)
		for i := range groups {
			groups[i].First += first
			groups[i].Last += last
		}
		got, ok := spanish.Compose(words, groups, question, spanish.Spain)
		if ok != (got != "") || strings.Contains(got, "  ") || strings.Contains(got, " a el ") {
			t.Errorf("Compose(%q) = %q, %v", text, got, ok)
		}
	})
}

func BenchmarkCompose(b *testing.B) {
	words, groups, question := parse("Yesterday my mother {bought|buy|past|3sg} a red dress in the shop.")
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := spanish.Compose(words, groups, question, spanish.LatinAmerica); !ok {
			b.Fatal("refused")
		}
	}
}
