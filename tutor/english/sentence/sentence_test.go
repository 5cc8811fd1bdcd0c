package sentence

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A row of testdata/sentences.tsv. Its claim is the sentence itself.
type row struct{ verdict, text, corrected string }

func rows(t testing.TB) []row {
	text, err := os.ReadFile("testdata/sentences.tsv")
	require.NoError(t, err)
	var list []row
	for line := range strings.Lines(string(text)) {
		fields := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), "", "")
		if !strings.HasPrefix(line, "#") {
			list = append(list, row{fields[0], fields[1], fields[2]})
		}
	}
	return list
}

func TestSentences(t *testing.T) {
	for _, r := range rows(t) {
		t.Run(r.text, func(t *testing.T) {
			a := Analyze(r.text)
			if r.corrected == "" {
				r.corrected = r.text
			}
			assert.Equal(t, r.corrected, a.Corrected())
			switch {
			case r.corrected != r.text:
				edits := a.Edits()
				require.NotEmpty(t, edits)
				assert.Equal(t, Code(r.verdict), edits[0].Rule)
				assert.Equal(t, Code(r.verdict).Level(), edits[0].CEFR)
				assert.Empty(t, a.Reason)
			case r.verdict != "right":
				assert.Equal(t, Reason(r.verdict), a.Reason)
			default:
				assert.Empty(t, a.Reason)
			}
		})
	}
}

// Not one verb of our own running text may be touched, and every one of its sentences must be
// readable twice: in capitals the same verbs stand.
func TestCleanTextStaysAsItIs(t *testing.T) {
	text, err := os.ReadFile("testdata/clean.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		t.Run(line, func(t *testing.T) {
			assert.Equal(t, line, Analyze(line).Corrected())
			typographic := strings.ReplaceAll(line, "'", "’")
			assert.Equal(t, typographic, Analyze(typographic).Corrected())
		})
	}
}

// Right sentences with the very words that errors use: no verb may change, and nothing else in them
// may be called wrong.
func TestTemptingTextStaysAsItIs(t *testing.T) {
	text, err := os.ReadFile("testdata/tempting.txt")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		t.Run(line, func(t *testing.T) {
			a := Analyze(line)
			assert.Equal(t, line, a.Corrected())
			assert.NotEqual(t, NotVerb, a.Reason)
			assert.NotEqual(t, NotEnglish, a.Reason)
			assert.Subset(t, []Note{OtherTenses}, a.Notes)
		})
	}
}

// Sentences of classes that the suites hold too few of to show in their totals.
func TestSingleSentences(t *testing.T) {
	for wrong, right := range map[string]string{
		"What time does the library closes on Fridays?":                         "What time does the library close on Fridays?",
		"What year did the war started?":                                        "What year did the war start?",
		"Which day of the week does the trick?":                                 "Which day of the week does the trick?",
		"The bus late again, so I'm going to walk.":                             "The bus is late again, so I'm going to walk.",
		"The room cold because the window is open.":                             "The room is cold because the window is open.",
		"Our teacher absent today because her son has a fever.":                 "Our teacher is absent today because her son has a fever.",
		"The train late again because it snowed is now here.":                   "The train late again because it snowed is now here.",
		"My coffee cooled again, so I warmed it up.":                            "My coffee cooled again, so I warmed it up.",
		"According to the local newspaper, the police is looking for two men.":  "According to the local newspaper, the police are looking for two men.",
		"Because of the match, the dogs is late.":                               "Because of the match, the dogs are late.",
		"According to the radio, the head of the police is late.":               "According to the radio, the head of the police is late.",
		"After the marathon she lied on the sofa all afternoon.":                "After the marathon she lay on the sofa all afternoon.",
		"He lied down because his head hurt.":                                   "He lay down because his head hurt.",
		"He has lied on his back all day.":                                      "He has lain on his back all day.",
		"She lied in bed to her husband.":                                       "She lied in bed to her husband.",
		"He lied on the form and lost the job.":                                 "He lied on the form and lost the job.",
		"He lied on the sofa about his age.":                                    "He lied on the sofa about his age.",
		"He lied on the table of contents page.":                                "He lied on the table of contents page.",
		"She lied down the phone to her boss.":                                  "She lied down the phone to her boss.",
		"I have forgetten where I parked.":                                      "I have forgotten where I parked.",
		"The window was brocken by a ball.":                                     "The window was broken by a ball.",
		"Biden has won.":                                                        "Biden has won.",
		"The couple downstairs are always complain about my music.":             "The couple downstairs always complain about my music.",
		"My team are always lose at home.":                                      "My team always lose at home.",
		"What are you think about the uniform?":                                 "What do you think about the uniform?",
		"I am used to play chess with my grandad when I was at primary school.": "I used to play chess with my grandad when I was at primary school.",
		"She is used to cry every night when she was a baby.":                   "She used to cry every night when she was a baby.",
		"The hall is used to store grain that came when we were small.":         "The hall is used to store grain that came when we were small.",
		"He told us to don't open the oven.":                                    "He told us not to open the oven.",
		"She told him to doesn't wait for her.":                                 "She told him not to wait for her.",
		"We decided to do not go by car.":                                       "We decided not to go by car.",
		"It is better to don't say anything.":                                   "It is better not to say anything.",
		"The friend I promised to didn't come.":                                 "The friend I promised to didn't come.",
		"My sister wants her husband stops smoking.":                            "My sister wants her husband to stop smoking.",
		"We want the government changes the law.":                               "We want the government to change the law.",
		"My mother wanted my father stopped smoking.":                           "My mother wanted my father to stop smoking.",
		"I wanted the children taught French.":                                  "I wanted the children taught French.",
		"They would rather walking than taking the bus.":                        "They would rather walk than take the bus.",
		"She would rather to cook than to eat out.":                             "She would rather cook than eat out.",
		"At what time the shop close on Sundays?":                               "At what time does the shop close on Sundays?",
		"The doctor told him that don't smoke.":                                 "The doctor told him that don't smoke.",
		"To the students was shown a film.":                                     "To the students was shown a film.",
		"The coach wanted the team brought some water.":                         "The coach wanted the team brought some water.",
		"I went to the barber's yesterday.":                                     "I went to the barber's yesterday.",
		"The party at Peter's was fun.":                                         "The party at Peter's was fun.",
		"All she had her whole life went to charity.":                           "All she had her whole life went to charity.",
		"Have a friend help you move.":                                          "Have a friend help you move.",
		"Learn the dance steps well.":                                           "Learn the dance steps well.",
		"Write letters that make people happy.":                                 "Write letters that make people happy.",
		"I met a friend of the boys who wants to help.":                         "I met a friend of the boys who wants to help.",
		"They agreed fixed prices with the shop.":                               "They agreed fixed prices with the shop.",
		"I heard someone to shout in the street.":                               "I heard someone shout in the street.",
		"My sister saw a man to fall off his bike.":                             "My sister saw a man fall off his bike.",
		"We watched the sun to go down over the sea.":                           "We watched the sun go down over the sea.",
		"She heard the order to leave the room.":                                "She heard the order to leave the room.",
		"I saw a doctor to get help.":                                           "I saw a doctor to get help.",
		"His joke made everybody to laugh.":                                     "His joke made everybody laugh.",
		"The wind made Peter and me to go inside.":                              "The wind made Peter and me go inside.",
		"What did you make the children to eat?":                                "What did you make the children to eat?",
		"We decided not going to the party.":                                    "We decided not to go to the party.",
		"I promise not being late.":                                             "I promise not to be late.",
		"He regretted not going to the party.":                                  "He regretted not going to the party.",
		"The coach expects winning the cup.":                                    "The coach expects to win the cup.",
		"The company expects growing sales.":                                    "The company expects growing sales.",
		"I expect cleaning the house to take an hour.":                          "I expect cleaning the house to take an hour.",
		"We can't afford heating in winter.":                                    "We can't afford heating in winter.",
		"He agreed to pay, so we stopped complain.":                             "He agreed to pay, so we stopped complaining.",
		"I miss be at home.":                                                    "I miss being at home.",
		"He keeps watch at night.":                                              "He keeps watch at night.",
		"They keep open the door to the garden.":                                "They keep open the door to the garden.",
		"We enjoy talk shows on the radio.":                                     "We enjoy talk shows on the radio.",
		"He needs to have his hair cutted.":                                     "He needs to have his hair cut.",
		"She had her bag stole on the train.":                                   "She had her bag stolen on the train.",
		"I had my car repair yesterday.":                                        "I had my car repaired yesterday.",
		"I had my eye test yesterday.":                                          "I had my eye test yesterday.",
		"The cat my sister had died last week.":                                 "The cat my sister had died last week.",
		"I want to have my eyes test next week.":                                "I want to have my eyes tested next week.",
		"What I had my whole life was luck.":                                    "What I had my whole life was luck.",
		"You should went to bed earlier last night.":                            "You should have gone to bed earlier last night.",
		"You shouldn't said that to him last night.":                            "You shouldn't have said that to him last night.",
		"You should went to bed earlier.":                                       "You should go to bed earlier.",
		"She must forgot her keys at home yesterday.":                           "She must have forgotten her keys at home yesterday.",
		"I must went to the doctor yesterday.":                                  "I must went to the doctor yesterday.",
		"He could swam well last year.":                                         "He could swim well last year.",
		"Learn a new language take time.":                                       "Learning a new language takes time.",
		"Speak in public make him nervous.":                                     "Speaking in public makes him nervous.",
		"Help people make friends.":                                             "Help people make friends.",
		"There is some boys outside who wants to play.":                         "There are some boys outside who want to play.",
		"There is a man outside with two sons who want to talk.":                "There is a man outside with two sons who want to talk.",
		"How dare he come here without asking?":                                 "How dare he come here without asking?",
		"How dare your brother call me a liar?":                                 "How dare your brother call me a liar?",
		"Nobody dared speak.":                                                   "Nobody dared speak.",
		"The field was flatter near the river.":                                 "The field was flatter near the river.",
		"Where is my reading glasses?":                                          "Where are my reading glasses?",
		"Her favorite pants has a hole.":                                        "Her favorite pants have a hole.",
		"Do you have ever seen snow?":                                           "Have you ever seen snow?",
		"Does she have been to Rome?":                                           "Has she been to Rome?",
		"Do you have used cars?":                                                "Do you have used cars?",
		"Do you have frozen peas?":                                              "Do you have frozen peas?",
		"I heard the whole song to find the word.":                              "I heard the whole song to find the word.",
		"There has this year been a sharp rise in prices.":                      "There has this year been a sharp rise in prices.",
		"We will leave if it will rain.":                                        "We will leave if it rains.",
		"My room very small.":                                                   "My room is very small.",
		"He 23 years old and has two daughters.":                                "He is 23 years old and has two daughters.",
		"They couldn't come because their son ill.":                             "They couldn't come because their son was ill.",
		"A house full of children is never quiet.":                              "A house full of children is never quiet.",
		"We too struggled with it.":                                             "We too struggled with it.",
		"We will can see you on Sunday.":                                        "We will be able to see you on Sunday.",
		"I will can to go there.":                                               "I will be able to go there.",
		"I want to can speak English.":                                          "I want to be able to speak English.",
		"I would like can play the guitar.":                                     "I would like to be able to play the guitar.",
		"The man I spoke to can help you.":                                      "The man I spoke to can help you.",
		"The tickets can bought online.":                                        "The tickets can be bought online.",
		"My wallet has stolen.":                                                 "My wallet has been stolen.",
		"Your form will review by two people.":                                  "Your form will be reviewed by two people.",
		"The virus can kill by attacking the lungs.":                            "The virus can kill by attacking the lungs.",
		"By the time we got there, it has begun.":                               "By the time we got there, it had begun.",
		"The lesson has already begun when I came.":                             "The lesson had already begun when I came.",
		"I have already told you when it happened.":                             "I have already told you when it happened.",
		"If I were you, I don't send it.":                                       "If I were you, I wouldn't send it.",
		"If I am you, I would go.":                                              "If I were you, I would go.",
		"If we had left earlier, we didn't miss it.":                            "If we had left earlier, we wouldn't have missed it.",
		"If it were true, I don't think I would go.":                            "If it were true, I don't think I would go.",
		"She is went to the dentist last Monday.":                               "She went to the dentist last Monday.",
		"My brother Andrés is a doctor.":                                        "My brother Andrés is a doctor.",
		"My brother Marcos study law.":                                          "My brother Marcos studies law.",
		"The Smiths lives next door.":                                           "The Smiths live next door.",
		"I was went to Ireland.":                                                "I went to Ireland.",
		"Were you went to the party?":                                           "Did you go to the party?",
		"How rich he was came as a surprise.":                                   "How rich he was came as a surprise.",
		"You are suppose to wait.":                                              "You are supposed to wait.",
		"When she open the door, she see him and screamed.":                     "When she opened the door, she saw him and screamed.",
		"Not touch the paintings, please.":                                      "Don't touch the paintings, please.",
		"Not open to the public.":                                               "Not open to the public.",
		"Please don't forgot to call.":                                          "Please don't forget to call.",
		"My cousin no came to the dinner.":                                      "My cousin didn't come to the dinner.",
		"On Saturdays I go to shopping.":                                        "On Saturdays I go shopping.",
		"All my money goes to shopping.":                                        "All my money goes to shopping.",
		"I didn't know what say.":                                               "I didn't know what to say.",
		"I have working here for two years.":                                    "I have worked here for two years.",
		"We have training for two hours every day.":                             "We have training for two hours every day.",
		"If he had study more, he would have passed.":                           "If he had studied more, he would have passed.",
		"It is the worst hotel I have ever stay in.":                            "It is the worst hotel I have ever stayed in.",
		"The flat I rent last year was smaller.":                                "The flat I rented last year was smaller.",
		"It has stopped working an hour ago.":                                   "It stopped working an hour ago.",
		"There use to be a bakery here.":                                        "There used to be a bakery here.",
		"If you will come, you will see it.":                                    "If you come, you will see it.",
		"I'm good at draw, but bad at chemistry.":                               "I'm good at drawing, but bad at chemistry.",
		"He managed it in spite of the rain.":                                   "He managed it in spite of the rain.",
		"Anyone want to play this afternoon?":                                   "Anyone want to play this afternoon?",
		"Instead of watch television, we went out.":                             "Instead of watching television, we went out.",
		"Instead of do his homework, he plays.":                                 "Instead of doing his homework, he plays.",
		"In spite of be ill, he came.":                                          "In spite of being ill, he came.",
		"She is afraid of cross the street.":                                    "She is afraid of crossing the street.",
		"I am interested in to work at your camp.":                              "I am interested in working at your camp.",
		"Instead of play outside, they watch films.":                            "Instead of playing outside, they watch films.",
		"They are afraid of attack by wild dogs.":                               "They are afraid of attack by wild dogs.",
		"You can save money by cook at home.":                                   "You can save money by cooking at home.",
		"It is difficult for me understand them.":                               "It is difficult for me to understand them.",
		"It is difficult for him close to the end.":                             "It is difficult for him close to the end.",
		"This box is too heavy for me lift.":                                    "This box is too heavy for me to lift.",
		"It is time for us go home.":                                            "It is time for us to go home.",
		"If it is easy for you call me.":                                        "If it is easy for you call me.",
		"It is important for us and our children.":                              "It is important for us and our children.",
		"He was too shy for asking her name.":                                   "He was too shy to ask her name.",
		"He is too good for fishing trips.":                                     "He is too good for fishing trips.",
		"I don't know how cook.":                                                "I don't know how to cook.",
		"She taught us how making a short film.":                                "She taught us how to make a short film.",
		"She showed my aunt how open this bottle.":                              "She showed my aunt how to open this bottle.",
		"I don't know when start my course.":                                    "I don't know when to start my course.",
		"I don't know what do in this case.":                                    "I don't know what to do in this case.",
		"I know how making mistakes helps people.":                              "I know how making mistakes helps people.",
		"I know what answer to give.":                                           "I know what answer to give.",
		"I don't know how work changes people.":                                 "I don't know how work changes people.",
		"I want pass my driving test, but it is hard.":                          "I want to pass my driving test, but it is hard.",
		"If it rains, we prefer stay at home.":                                  "If it rains, we prefer to stay at home.",
		"When I finish school, I want study medicine.":                          "When I finish school, I want to study medicine.",
		"I would like travel to Japan next year.":                               "I would like to travel to Japan next year.",
		"I would like travel to be cheaper.":                                    "I would like travel to be cheaper.",
		"When you decide call me, please.":                                      "When you decide call me, please.",
		"I look forward very much to visit Rome.":                               "I look forward very much to visiting Rome.",
		"I am used to work.":                                                    "I am used to work.",
		"I didn't see Carmen since she got married.":                            "I haven't seen Carmen since she got married.",
		"My knee hurts since I fell off my bike.":                               "My knee has hurt since I fell off my bike.",
		"I don't hear from my cousin since he moved to Canada.":                 "I haven't heard from my cousin since he moved to Canada.",
		"I didn't see Ana since she left work early.":                           "I didn't see Ana since she left work early.",
		"It is snowing since we arrived.":                                       "It has been snowing since we arrived.",
		"It is raining for three days.":                                         "It has been raining for three days.",
		"They are married for twenty-five years.":                               "They have been married for twenty-five years.",
		"They are happy since they got good news.":                              "They are happy since they got good news.",
		"My daughters are born in 2011.":                                        "My daughters were born in 2011.",
		"My uncle, who is born in a village, taught me.":                        "My uncle, who was born in a village, taught me.",
		"My best friend is born two days after me.":                             "My best friend was born two days after me.",
		"Where are you born?":                                                   "Where were you born?",
		"Our children are born in the local hospital.":                          "Our children are born in the local hospital.",
		"She is born in 1998 and has two brothers.":                             "She was born in 1998 and has two brothers.",
		"In the first chapter she is born in 1789.":                             "In the first chapter she is born in 1789.",
		"We have to wait until the doctor will see us.":                         "We have to wait until the doctor sees us.",
		"Please close the door before you will leave.":                          "Please close the door before you leave.",
		"When they will be older, I would like to travel.":                      "When they are older, I would like to travel.",
		"The glue needs to dry before it will hold.":                            "The glue needs to dry before it will hold.",
		"He has to apologize before I will speak to him.":                       "He has to apologize before I will speak to him.",
		"It won't be long before you will be able to swim.":                     "It won't be long before you will be able to swim.",
		"If it will help you, I can come earlier.":                              "If it will help you, I can come earlier.",
		"If you will lose it, the bank sends a new one.":                        "If you lose it, the bank sends a new one.",
		"Last night I can't sleep.":                                             "Last night I couldn't sleep.",
		"Yesterday I can't change.":                                             "Yesterday I can't change.",
		"The music was so loud that we can't hear each other.":                  "The music was so loud that we couldn't hear each other.",
		"The thief ran so fast that nobody can catch him.":                      "The thief ran so fast that nobody could catch him.",
		"The box was so heavy that I can't lift it now.":                        "The box was so heavy that I can't lift it now.",
		"Last weekend we have eaten fish and it has rained.":                    "Last weekend we ate fish and it rained.",
		"Yesterday, after having lunch, we have gone out.":                      "Yesterday, after having lunch, we went out.",
		"She used to read to me, and I always fall asleep before she finished.": "She used to read to me, and I always fell asleep before she finished.",
		"I hated the food, so I don't go there and my friends stopped going.":   "I hated the food, so I don't go there and my friends stopped going.",
		"By the time they came, the fire already destroyed the kitchen.":        "By the time they came, the fire had already destroyed the kitchen.",
		"The shop already closed by the time I got there.":                      "The shop had already closed by the time I got there.",
		"By the time he was ten, he already sold cars.":                         "By the time he was ten, he already sold cars.",
		"Over the last ten years, our village changes a lot.":                   "Over the last ten years, our village has changed a lot.",
		"Prices rise very fast over the past few months.":                       "Prices have risen very fast over the past few months.",
		"In the last week of June, we always have exams.":                       "In the last week of June, we always have exams.",
		"In the last three weeks of term, we learn a lot.":                      "In the last three weeks of term, we learn a lot.",
		"This book describes how it changed over the last ten years.":           "This book describes how it changed over the last ten years.",
		"So far this year we win only three matches.":                           "So far this year we have won only three matches.",
		"So far she visits six countries.":                                      "So far she has visited six countries.",
		"So far as I know, he wins every match.":                                "So far as I know, he wins every match.",
		"So far, everything works.":                                             "So far, everything works.",
		"Nobody answers my message yet, although I sent it.":                    "Nobody has answered my message yet, although I sent it.",
		"Nobody visits this island yet at that hour.":                           "Nobody visits this island yet at that hour.",
		"In the last two years he always wins.":                                 "In the last two years he always wins.",
		"So far, she plays well.":                                               "So far, she plays well.",
		"Nobody knows the answer yet.":                                          "Nobody knows the answer yet.",
		"They haven't finished the bridge when I moved away.":                   "They hadn't finished the bridge when I moved away.",
		"My parents have already eaten when I came.":                            "My parents had already eaten when I came.",
		"They haven't said when they saw him last.":                             "They haven't said when they saw him last.",
		"I am having an aunt who lives in Chicago.":                             "I have an aunt who lives in Chicago.",
		"I am having a cousin in Lisbon who can help you.":                      "I have a cousin in Lisbon who can help you.",
		"Things change over the last ten years.":                                "Things have changed over the last ten years.",
		"He sells cars made in the last ten years.":                             "He sells cars made in the last ten years.",
		"She gives a talk on changes over the last ten years.":                  "She gives a talk on changes over the last ten years.",
		"Prices drop in the last few days before the event.":                    "Prices drop in the last few days before the event.",
		"They always score in the last ten months.":                             "They always score in the last ten months.",
		"We're having an uncle who cooks do the food.":                          "We're having an uncle who cooks do the food.",
		"I haven't eaten meat since the day when I visited that farm.":          "I haven't eaten meat since the day when I visited that farm.",
		"Standing in the rain the children are cold.":                           "Standing in the rain the children are cold.",
		"Practising Catholics go to Mass every Sunday.":                         "Practising Catholics go to Mass every Sunday.",
		"Cooking staff need a certificate.":                                     "Cooking staff need a certificate.",
		"We are having two cousins over for lunch.":                             "We are having two cousins over for lunch.",
		"I am having a friend to dinner.":                                       "I am having a friend to dinner.",
		"They are having three children and a cat.":                             "They have three children and a cat.",
		"The soup is tasting of garlic.":                                        "The soup tastes of garlic.",
		"He is tasting a bit of everything.":                                    "He is tasting a bit of everything.",
		"Please wait here with your form until the doctor will call you.":       "Please wait here with your form until the doctor calls you.",
		"Eating too many sweets make me sick.":                                  "Eating too many sweets makes me sick.",
		"Playing football make me happy.":                                       "Playing football makes me happy.",
		"Living in small villages are cheaper.":                                 "Living in small villages is cheaper.",
		"Sitting in the corner are two old men.":                                "Sitting in the corner are two old men.",
		"Judging by the reviews these hotels are good.":                         "Judging by the reviews these hotels are good.",
		"It took me two hours finishing the essay.":                             "It took me two hours to finish the essay.",
		"How long does it take getting to the airport?":                         "How long does it take to get to the airport?",
		"It took two hours of waiting before he came.":                          "It took two hours of waiting before he came.",
		"She took two hours finishing the essay.":                               "She took two hours finishing the essay.",
		"It took him two hours working without a break to finish.":              "It took him two hours working without a break to finish.",
		"Please don't forget buying milk on your way home.":                     "Please don't forget to buy milk on your way home.",
		"Please remember turning off the lights before you leave.":              "Please remember to turn off the lights before you leave.",
		"I'll never forget meeting you.":                                        "I'll never forget meeting you.",
		"I remember taking the medicine before dinner.":                         "I remember taking the medicine before dinner.",
		"Don't forget swimming lessons start tomorrow.":                         "Don't forget swimming lessons start tomorrow.",
		"Don't forget shopping bags.":                                           "Don't forget shopping bags.",
		"There is no point in to complain about the food.":                      "There is no point in complaining about the food.",
		"There is no point in complain about the food.":                         "There is no point in complaining about the food.",
		"As a child I have lived in Burgos.":                                    "As a child I lived in Burgos.",
		"As a child of two doctors, she has seen many hospitals.":               "As a child of two doctors, she has seen many hospitals.",
		"Remember meeting her in Rome, and write it down.":                      "Remember meeting her in Rome, and write it down.",
		"Don't forget washing machines cost a lot.":                             "Don't forget washing machines cost a lot.",
		"Learn how good teachers make people happy.":                            "Learn how good teachers make people happy.",
		"Choose friends who make you happy.":                                    "Choose friends who make you happy.",
		"She comes twice so far this week.":                                     "She has come twice so far this week.",
		"She comes twice a week so far as I know.":                              "She comes twice a week so far as I know.",
		"Cervantes was born in Madrid.":                                         "Cervantes was born in Madrid.",
		"Torres has scored twice this season.":                                  "Torres has scored twice this season.",
		"Woods is the best player.":                                             "Woods is the best player.",
		"Banks has sold the house that he built.":                               "Banks has sold the house that he built.",
		"Grapes was cheap yesterday.":                                           "Grapes were cheap yesterday.",
		"Scientists is looking for a cure.":                                     "Scientists are looking for a cure.",
		"Boxes was lying on the floor.":                                         "Boxes were lying on the floor.",
		"I am knowing her brother, and he's really funny.":                      "I know her brother, and he's really funny.",
		"I am just knowing it now.":                                             "I am just knowing it now.",
		"This soup is tasting a bit salty.":                                     "This soup tastes a bit salty.",
		"The bell is sounding a bit late today.":                                "The bell is sounding a bit late today.",
		"She is not wanting to tell us.":                                        "She does not want to tell us.",
		"Is your brother having a driving licence?":                             "Does your brother have a driving licence?",
		"He is having a visa interview on Monday.":                              "He is having a visa interview on Monday.",
		"My godfather is work as a firefighter.":                                "My godfather is working as a firefighter.",
		"My mother was cook a special dinner.":                                  "My mother cooked a special dinner.",
		"Most families are spend the month of August here.":                     "Most families spend the month of August here.",
		"I am have exams until June.":                                           "I have exams until June.",
		"She is have a shower.":                                                 "She is having a shower.",
		"The winner will announced on our website.":                             "The winner will be announced on our website.",
		"Old phones should recycled.":                                           "Old phones should be recycled.",
		"The company will checked on Monday.":                                   "The company will checked on Monday.",
		"Eating fruit and vegetables every day help you.":                       "Eating fruit and vegetables every day helps you.",
		"Eating fruit and exercise every day help you.":                         "Eating fruit and exercise every day help you.",
		"My aunt and uncle lives in Lima and their son study law.":              "My aunt and uncle live in Lima and their son studies law.",
		"My parents live in Rome and my sister study law there.":                "My parents live in Rome and my sister studies law there.",
		"Peter has a dog which like sleeping.":                                  "Peter has a dog which likes sleeping.",
		"What matter most is your health.":                                      "What matters most is your health.",
		"My teacher and friend Ana works here.":                                 "My teacher and friend Ana works here.",
		"I heard footsteps comming up the stairs.":                              "I heard footsteps coming up the stairs.",
		"After planing the trip, we ate.":                                       "After planning the trip, we ate.",
		"There was a woman siting next to him.":                                 "There was a woman sitting next to him.",
		"The siting of the factory is a mistake.":                               "The siting of the factory is a mistake.",
		"He was wining and dining his boss.":                                    "He was wining and dining his boss.",
		"I haven't could find my keys.":                                         "I haven't been able to find my keys.",
		"What I have could help you.":                                           "What I have could help you.",
		"The house on the hill, seen from the river.":                           "The house on the hill, seen from the river.",
		"I saw nothing to laugh about.":                                         "I saw nothing to laugh about.",
		"I saw a car to drive around town in.":                                  "I saw a car to drive around town in.",
		"I saw the builder to set a date.":                                      "I saw the builder to set a date.",
		"I saw him to open a new account.":                                      "I saw him to open a new account.",
		"I see a coach to run faster.":                                          "I see a coach to run faster.",
		"She saw a trainer to walk without pain.":                               "She saw a trainer to walk without pain.",
		"I watched the champion to sing better.":                                "I watched the champion to sing better.",
		"We watched the stars to set our course.":                               "We watched the stars to set our course.",
		"I have seen nothing to touch it.":                                      "I have seen nothing to touch it.",
		"I watched the children to give their mother a rest.":                   "I watched the children to give their mother a rest.",
		"They watched the sun to rise over the hills.":                          "They watched the sun rise over the hills.",
		"I saw a boy to run across the street.":                                 "I saw a boy run across the street.",
		"I heard the gate to close softly.":                                     "I heard the gate close softly.",
		"I heard you to come in.":                                               "I heard you come in.",
		"I like to have my hands clean before I eat.":                           "I like to have my hands clean before I eat.",
		"We have our own wall paint.":                                           "We have our own wall paint.",
		"We had our skills test yesterday.":                                     "We had our skills test yesterday.",
		"I have my phone repair tomorrow.":                                      "I have my phone repair tomorrow.",
		"I had my hernia repair last week.":                                     "I had my hernia repair last week.",
		"She had her house paint in the garage.":                                "She had her house paint in the garage.",
		"How he got his money became clear at the trial.":                       "How he got his money became clear at the trial.",
		"To get our old house took years.":                                      "To get our old house took years.",
		"He wants to have his phone fix tomorrow.":                              "He wants to have his phone fixed tomorrow.",
		"They had their fence paint last spring.":                               "They had their fence painted last spring.",
		"The thing he had broke yesterday.":                                     "The thing he had broke yesterday.",
		"I hope having a baby does not change you.":                             "I hope having a baby does not change you.",
		"I hope reading this helps you.":                                        "I hope reading this helps you.",
		"She told us being happy was what mattered.":                            "She told us being happy was what mattered.",
		"She expected finding a job to be easy.":                                "She expected finding a job to be easy.",
		"He swears not eating bread helped him.":                                "He swears not eating bread helped him.",
		"We hope not having a car will save us money.":                          "We hope not having a car will save us money.",
		"I want sleeping pills.":                                                "I want sleeping pills.",
		"They agreed selling prices in advance.":                                "They agreed selling prices in advance.",
		"He manages shopping malls.":                                            "He manages shopping malls.",
		"He promised buying a ball because the old one was broken.":             "He promised to buy a ball because the old one was broken.",
		"I consider trust the basis of friendship.":                             "I consider trust the basis of friendship.",
		"There is a couple outside who want a room.":                            "There is a couple outside who want a room.",
		"There is two boys outside who wants a room.":                           "There are two boys outside who want a room.",
		"I saw someone to dance with.":                                          "I saw someone to dance with.",
		"I saw a doctor to walk without pain.":                                  "I saw a doctor to walk without pain.",
		"She watched my grandfather to repair the clock.":                       "She watched my grandfather repair the clock.",
		"They agreed closing dates with the bank.":                              "They agreed closing dates with the bank.",
	} {
		assert.Equal(t, right, Correct(wrong))
	}
}
