package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// What speakers of Spanish, Portuguese, Italian and French carry over is not called right; what is right with the same words is.
func TestNamesWhatAnotherLanguageSays(t *testing.T) {
	tests := []struct{ name, wrong, right string }{
		{"always after a particle", "I wake up always before my alarm rings.", "I always wake up before my alarm rings."},
		{"usually before late", "My sister arrives usually late to her lessons.", "He stays up late, usually with a book."},
		{"usually after what is scheduled", "The shops close usually at two.", "The bus comes usually every ten minutes."},
		{"often before late", "My brother arrives often late.", "My father works often late."},
		{"never at the end", "He comes never.", "They arrive always prepared."},
		{"never after a participle", "I have been never so happy.", "I have been to Paris but never to Lyon."},
		{"ever after a participle", "Have you seen ever a whale?", "I have lived here ever since."},
		{"always after a participle and a person", "They have told me always the truth.", "They have told me, as always, the truth."},
		{"always after been", "She has been always very kind to me.", "They have lived always in fear."},
		{"a doubled subject", "My parents they don't like my new haircut.", "The people they met are friendly."},
		{"a doubled subject with it", "The car that I bought last year it doesn't start.", "The car that I bought last year doesn't start."},
		{"a doubled subject after a place", "The shop where I work it closes at eight.", "The shop where I work closes at eight."},
		{"a doubled subject with a comma", "My sister, she lives in Lyon.", "My sister and she live in Lyon."},
		{"a pronoun after a preposition", "This is the book that I told you about it.", "This is the book that I told you about."},
		{"a pronoun after born in", "She showed me the house that she was born in it.", "It is such a house that she was proud of it."},
		{"a person after a preposition", "That is the girl that I was talking about her.", "That is the girl that I always talk about."},
		{"things resumed", "There are many things that I don't understand them.", "There are many things that I don't understand."},
		{"a thing that likes a person", "The film likes me a lot because it is funny.", "My teacher likes me a lot."},
		{"an activity that likes a person", "Swimming likes my brother.", "My brother likes swimming."},
		{"sensible and tears", "My niece is very sensible and cries at every sad film.", "My niece is very sensible and works hard."},
		{"sensible and hurt", "My niece is a sensible girl who is hurt easily.", "She is too sensible to cry."},
		{"educated and greetings", "They are very educated and always greet us.", "He is a very educated man."},
		{"actually and next year", "Actually I live with my parents, but next year I will rent a flat.", "Actually, I live with my parents, but I like it."},
		{"actually with the verb of then", "I lived in Seville for ten years and actually I live in Rome.", "People think he is rich, but actually he lives in a tiny flat."},
		{"do with an object before it", "How many mistakes did you do in the test?", "How many exercises did you do in the test?"},
		{"do in a relative clause", "The decision that we have done is not easy.", "He makes the same mistakes that I have done."},
		{"want without an object", "I have some mangoes from my garden, do you want?", "When do you want?"},
		{"use without an object", "I bought two tickets, but finally I didn't use.", "I bought two tickets, but finally I didn't go."},
		{"take without an object", "If you need my bike, you can take.", "If you need my bike, you can take it."},
		{"buy without an object", "I saw a lovely dress and I bought.", "He sold his car and I bought a bicycle."},
		{"put without an object", "Please put in the wardrobe.", "I put the coat in the wardrobe."},
		{"know for the first time", "Last night I knew her parents for the first time.", "I have known her parents since last year."},
		{"known this weekend", "I have known a very nice girl this weekend.", "I have known a very nice girl for years."},
		{"knew last summer", "We knew some Italians on the train last summer.", "Last summer we knew all the answers."},
		{"knew a friend years ago", "I knew my best friend at university ten years ago.", "I knew my best friend was ill."},
		{"knew a name at a party", "I knew Marco at a party.", "I knew Marco at school."},
		{"knew a boyfriend on a day", "Last weekend we knew my sister's new boyfriend.", "We knew my sister's new boyfriend well."},
		{"find without an object", "I looked for the key but I didn't find.", "I looked for the key but I didn't find it."},
		{"no denial between", "Don't shout at her, she is very sensible and she will cry.", "She is very sensible and will never cry."},
		{"a score after a person", "We won them three to one in the final.", "The goal won them the match."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.False(t, calledRight(tt.wrong), tt.wrong)
			assert.True(t, calledRight(tt.right), tt.right)
		})
	}
}
