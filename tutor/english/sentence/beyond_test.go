package sentence

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Wrong sentences whose fault no verb form mends must not be called right, and right ones with the same words must not be named.
func TestFaultsOfWordsThatGoTogether(t *testing.T) {
	named := map[string]bool{
		"I did a terrible mistake in the exam.":                  true,
		"She makes sport three times a week.":                    true,
		"She made homework more fun for the class.":              false,
		"The rain made the photos on the wall wet.":              false,
		"He never says the truth.":                               true,
		"He said lies were dangerous.":                           false,
		"He tells that his boss is very rude.":                   true,
		"I told that joke to my sister.":                         false,
		"The doctor explained my mother the results.":            true,
		"The teacher explained my mistake to the class.":         false,
		"Someone robbed my bicycle.":                             true,
		"Two men robbed a bank.":                                 false,
		"I lent a book from the library.":                        true,
		"My parents lent us the car.":                            false,
		"My cousin wins two thousand euros a month.":             true,
		"He entered in a shop and bought bread.":                 true,
		"We entered in silence.":                                 false,
		"He helped to my brother.":                               true,
		"The waiter brought quickly the menu.":                   true,
		"I read every night a story to my daughter.":             true,
		"We left at home our keys.":                              true,
		"He drinks every morning a cup of coffee.":               true,
		"She knew exactly the right answer.":                     false,
		"She cooks in the kitchen her father built.":             false,
		"My cousin gave to me a silver ring.":                    true,
		"He didn't answer to me.":                                true,
		"She gave to the poor all her life.":                     false,
		"Turn off it before you leave.":                          true,
		"He got off it at the next stop.":                        false,
		"I had cut my hair at the barber's.":                     false,
		"I have cut my hair at the barber's.":                    true,
		"They are having built a pool by a local firm.":          true,
		"She has cut the bread by hand.":                         false,
		"Are many tourists on the island during August.":         true,
		"In my town are many churches.":                          false,
		"When my father came home, was really angry.":            true,
		"While he was out, came a knock on the door.":            false,
		"When he came in, tired and wet, everybody laughed.":     false,
		"To her was given a second chance.":                      true,
		"To the left was a small door.":                          false,
		"She asked me that where I lived.":                       true,
		"I know that what he says is true.":                      false,
		"The boy asked to his parents for money.":                true,
		"Can you tell me that where the bank is?":                true,
		"The room where we met in June was cold.":                false,
		"My uncle works in a hotel near the sea, and I like it.": false,
	}
	for text, want := range named {
		a := Analyze(text)
		assert.Equal(t, want, len(a.Notes) > 0 || a.Reason == NotVerb, text)
	}
}

// Patterns of the same sentences.
func TestPatternsBeyondTheField(t *testing.T) {
	for text, want := range map[string]Pattern{
		"Your brother can drive, doesn't he?":              OddTag,
		"Yes, I speak.":                                    OddTag,
		"English speaks all over the world.":               LostPassive,
		"Rice eats in China every day.":                    LostPassive,
		"The prize gives to the best student every year.":  LostPassive,
		"This book wrote by a famous doctor.":              LostPassive,
		"Unless you don't hurry, you will miss the train.": DeniedTwice,
		"Driving in heavy traffic is really tired.":        FeltOrCaused,
		"The trip was very tired.":                         FeltOrCaused,
		"The flight was long and tired.":                   FeltOrCaused,
		"We had a bored lesson yesterday.":                 FeltOrCaused,
		"Do you use to eat breakfast at home?":             UseTo,
		"He doesn't use to be late.":                       UseTo,
		"What do you use to do on Sundays?":                UseTo,
		"I want to don't think about it.":                  TwoAuxiliaries,
		"The coach wants the players run faster.":          WantThat,
		"I told her that don't worry.":                     OrderDenied,
	} {
		assert.Contains(t, Analyze(text).Patterns, want, text)
	}
	for _, text := range []string{
		"I think you can drive, don't you?", "Yes, I speak French.", "Fish eats small insects.", "I always cook dinner unless I don't feel well.",
		"I won't call unless I can't find the house.", "My legs are tired.", "The class was bored.", "What do you use to clean the oven?",
		"She wants her husband back.", "He told me that people don't smoke.",
	} {
		for _, p := range Analyze(text).Patterns {
			assert.NotContains(t, []Pattern{OddTag, LostPassive, DeniedTwice, FeltOrCaused, UseTo, WantThat, OrderDenied}, p, text)
		}
	}
}
