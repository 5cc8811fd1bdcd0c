package sentence

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// What only the situation decides is named and left alone, and what is right beside it is not named.
func TestPatternsAreSeenAndNotJudged(t *testing.T) {
	for _, row := range []struct {
		pattern Pattern
		seen    string // sentences, one a line
		unseen  string
	}{
		{TimeOver, `Last night I can sleep well because it was quiet.`,
			`Last night I couldn't sleep because my neighbours sang.
			What they found last night you can't imagine.`},
		{BareForGerund, `He stopped smoke two years ago.
			Keep walk until you see the bank.
			I can't imagine live without music.
			My grandfather gave up drink coffee.
			My project consists in design a small bridge.
			She left early for not miss the bus.`,
			`The firm stopped work at noon.
			They keep live animals.
			I can't imagine travel without maps.
			He gave up drink and cigarettes.
			She finished drink after drink.
			My brother quit dance last year.
			They keep smoke out of the room.
			My grandfather gave up drink.
			He stopped talk of war.`},
		{QuestionOrder, `What time does start the film tonight?
			How many eggs needs this cake?
			How many years has your mother?
			How much money needs your brother?
			What means "drowsy" on this medicine?
			What means drowsy?
			Where you want to go, sir?
			How long will stay you in the city?
			When does finish your course?
			What did say the doctor about your knee?
			Where are going your friends this summer?
			What is doing your brother in London?
			At what time opens the museum on Sundays?`,
			`What does drowsy mean?
			How many dogs has she?
			What means of transport do you use?
			How many students have a bike?
			How long will the visit take?
			When does work start?
			Why is doing the dishes my job?
			What is making that noise?
			Whatever you want, sir.`},
		{Inversion, `In my town are many beautiful churches from the Middle Ages.
			In Spain is a lot of sun in summer.
			In my village are not many shops.
			In this story happens many strange things.
			In winter comes many birds to the lake.`,
			`In the corner stood a piano.
			In the box were three letters and a ring.
			In her hand was a letter.
			In front of the church is a statue.
			In the garden behind the house grow roses.
			In the photo is my sister.
			In winter comes the snow.`},
		{OddTag, `You didn't tell anyone, do you?
			She went to Paris, doesn't she?
			They live near here, didn't they?
			You are coming tomorrow, weren't you?`,
			`She said she lives in Paris, doesn't she?
			You let him go, do you?
			He put the keys here, didn't he?
			You have finished, haven't you?`},
		{WordAstray, `The book that I read it was long.
			This is the house that my grandfather built it in 1950.
			The girl that she lives next door plays the violin.`,
			`The girl that she lives with plays the violin.
			The teacher that they live near sings.
			It was in the car that I left it.
			The news that I sold it surprised him.
			I have a receipt from the shop that he bought it.
			The man that he told it to laughed.`},
		{DeniedTwice, `She never says nothing in class.`,
			`He never says nothing matters.
			She never says anything in class.`},
		{UnlikeForms, `I prefer tea than coffee.`,
			`I prefer better coffee than this.
			I prefer nothing more than tea.`},
		{QuestionOrder, `A woman asked me what was the soup of the day.
			She asked him who was that man.`,
			`She asked me what was wrong with the soup.
			I know who was that tall.`},
		{ToOrGerund, `I'll never forget to score my first goal when I was eight.
			I will never forget to meet my wife last summer.
			She carried on to read although the light was bad.
			I'm tired to hear your excuses.`,
			`I'll never forget to lock the door again.
			I won't forget to ask her what she did last year.
			I was busy to begin with.
			I'm too tired to hear your excuses.`},
		{WordAstray, `Our coach makes that we run ten kilometres.
			They succeeded to climb the mountain.
			I dream to live near the sea.`,
			`My mother makes that cake every Sunday.
			The cheese they made that we bought was good.`},
		{PersonAndTo, `My doctor recommended me to walk an hour a day.
			My boss suggested my colleague to take a day off.`,
			`The waiter recommended the fish to us.
			I recommend you to my boss.`},
		{UseTo, `What do you use to do on Sundays?`,
			`What do you use to do this?`},
		{NoVerb, `Your keys on the kitchen table, next to the fruit bowl.
			Your shoes under the chair, where you left them.`,
			`Your keys on the kitchen table are mine.
			My dog in the garden, which I love, barks.`},
		{TwoAuxiliaries, `They haven't could to sleep this week.
			She has should stay in bed.`,
			`The time we have can change everything.
			As you have, could I see it too?`},
		{HabitNow, `Usually he is getting up at seven.
			They are often having lunch at home.
			We are going to the beach every Sunday.
			On Mondays she is working until nine.`,
			`He is getting up at seven today.
			Usually he gets up at seven.
			He is always losing his keys.`},
		{TimeAhead, `We were at home next Monday.
			Tomorrow the shop was closed.
			This time tomorrow I sit on the beach.
			I am happy because next month I go to visit my cousins.
			Tomorrow we cook for all our friends.`,
			`The train leaves tomorrow.
			I am free tomorrow.
			Next week we go to Lima.
			We planned to leave tomorrow.
			The next month he left.
			Next morning she was ill.`},
		{LastingTime, `My friends study French for three years.
			I am waiting for you for weeks.
			She is working in the same office for ten years.
			We are walking all day long.
			She is working as a nurse from 2015.`,
			`We have walked for three years.
			I am staying for two days.
			She works for a big company.
			He walked for two weeks.`},
		{PerfectThen, `I have bought the phone on 12 March.
			She has not called us since she has moved to Lima.
			We have met him on May 3.`,
			`I have bought the phone on credit.
			She has called us since she moved to Lima.
			The meeting is on 12 March.`},
		{Offer, `Don't worry, I pay the bill.
			Sit down, I bring you a coffee.`,
			`Don't worry, I know the way.
			Sit down, please.
			When I have time, I pay the bill.`},
		{DeniedTwice, `He doesn't never listen to me.
			I don't know nobody here.
			We didn't see nothing.
			He doesn't never listens to me.
			You can't go out until you don't finish.
			I stayed until he didn't say nothing.`,
			`He doesn't ever listen to me.
			I don't know anybody here.
			It is not nice, but nobody cares.
			Wait here until it doesn't hurt.
			He doesn't live here no longer.`},
		{YearsHad, `My sister has twelve years.
			How many years do you have?
			I have 20 years and my brother is older.`,
			`My sister has twelve years of experience.
			She has ten years to pay.
			The bank has twelve years.`},
		{FirstTime, `The last time we have seen each other was in Granada.`,
			`The last time we saw each other was in Granada.`},
		{HaveDenied, `We had not money, so we walked.
			He has not brothers.`,
			`We haven't time for that.
			I haven't a clue.
			Ana hasn't any brothers.
			He has not eaten meat for years.`},
		{WantThat, `She asked me that I watered her plants.
			We asked the waiter that he brings the bill.`,
			`She told me that I watered too many plants.
			She asked me that question.
			She asked us if we watered the plants.`},
		{ToOrGerund, `I was happy for seeing you.
			She is very sad for leaving this town.`,
			`I was happy for my sister.
			He is famous for asking questions.`},
		{BornAlone, `I have been born in Segovia.`,
			`I was born in Segovia.
			Three babies have been born this week.`},
		{UnlikeForms, `Tom is one of the few people that understands me and always have time.`,
			`Tom is one of the few people that understand me and always have time.
			The team is young and plays well.`},
		{WordAstray, `That shoes is expensive.
			This books are mine.
			He insisted to pay the bill.`,
			`He insisted on paying the bill.
			That shoe is expensive.
			These books are mine.
			I know that shoes are expensive.`},
		{LostBe, `I hope you understanding me.
			She thinks they living in Rome.
			We didn't go anywhere because it raining all day.
			We didn't went anywhere because it raining all day.`,
			`We didn't go anywhere because it was raining all day.
			I hope you are feeling better.
			I don't mind you smoking.`},
		{NoVerb, `I would happy if you came to my party.
			She will late tomorrow.
			You must careful with that.
			It can dangerous to swim here.
			He should more polite.
			I can able to help you.`,
			`I would if I could.
			You must be careful.
			Can happy people be sad?
			It will cool down soon.
			They will open the shop.`},
		{Conditional, `If you had called me when I am ill, I would helped you.
			If I had known, I would came today.
			If he would had studied, he would have passed.
			If I would had money, I would buy it.
			What would you do if you will win the lottery?
			If I have money, I would buy a car.`,
			`If you had called me, I would have helped you.
			If I knew, I would come.
			What would you do if you won the lottery?`},
		{BaseAfterBe, `She is not like vegetables.
			I am not like coffee.
			My brothers are not like cats.`,
			`She is not like her sister.
			They are like dogs.
			This is not like a dream.`},
		{NoVerb, `My house next to the station and it has a garden.
			The school near my house and it opens at nine.`,
			`My house is next to the station and it has a garden.
			My sister and she are friends.`},
		{LostBe, `We were in the garden and my brother making a fire.
			It was late and my mother waiting at the door.`,
			`Ana is cooking and my brother making a fire.
			I saw Ana and my brother making a fire.
			We were in the garden and my brother was making a fire.`},
		{LostPassive, `English is speaking in this shop.
			The floor must clean every day.
			This word is writing with two letters.
			The tickets can buy at the station.`,
			`She is speaking in this shop.
			The machine must clean every floor.
			The shop is selling bread.
			The book is selling well.`},
		{QuestionOrder, `What time starts the film?
			How much cost these shoes?
			Where lives your aunt?
			When opens the museum?`,
			`What time does the film start?
			What time is the film?
			How much are these shoes?
			Where is your aunt?`},
		{ClauseOfTime, `Before we leave, we closed the windows.
			Before the film will start, people are quiet.
			When he came home, his wife already ate.
			By the time I arrived they left.`,
			`By the time I arrived, it was dark.
			By the time he was ten, he spoke three languages.
			When he came home, his wife had already left.
			When we met, she already had two children.
			Before we leave, we close the windows.
			By the time the police come, the thieves have escaped.
			Before we left, we closed the windows.`},
		{PresentNow, `Don't shout, please, the baby sleeps in the next room.
			Don't make so much noise, my grandfather sleeps.
			Hurry up, the taxi waits for us outside.
			Please don't disturb your sister, she studies for her exam.`,
			`Don't shout at your brother, he works very hard.
			Don't disturb my father on Sundays, he sleeps after lunch.
			Don't sit there, my cat sleeps in that chair.
			Don't phone me at night, I work in the evenings.
			Wait for the green light, many cars come from the left.`},
		{LastingTime, `Until now my team wins.`,
			`Until now it is the hottest summer.
			Until now I never saw snow.`},
		{Conditional, `If she had told me, we go there last summer.`,
			`If she had told me, I would have gone there last summer.`},
		{PastAndPresent, `My phone fell into the toilet and it stop working.
			It started to rain, so my mother run to the garden.
			I opened the door, see a spider on the wall and run away.
			She looked at me, smile and gave me the letter.
			He closed the book, turn off the light and fell asleep.`,
			`We saw the plane land and it come to a stop near the trees.
			I went to the shop, bank and post office.
			My mother made me wash the car, clean the garage and cut the grass.
			My phone fell into the toilet and it stopped working.
			He bought bread, fish and wine for the party.`},
		{PresentNow, `Look, it rains.
			It rains.`,
			`It rains a lot in winter here.
			Look, it is raining.`},
		{UnlikeForms, `He likes swimming and to run in the park.
			My hobbies are reading and to play chess.
			I want to travel and visiting my cousins.
			She is good at painting and to write stories.
			I prefer reading than to watch television.
			My sister prefers walking than taking the bus.
			I prefer to read than watch TV.`,
			`I prefer to walk rather than take the bus.
			I prefer tea to coffee.
			I prefer films that are shorter than two hours.
			He likes swimming and running in the park.
			I enjoy reading, and to be honest I read too much.
			We want to learn cooking and singing.
			They finished eating and started to clean the kitchen.`},
		{AdverbPlace, `My boss always is angry on Mondays.
			I never have seen the sea.
			They visit often their grandmother.`,
			`My boss is always angry on Mondays.
			She is late again, as she always is.
			She never has breakfast.
			She sings often.`},
		{WhoseMeant, `I have a friend that her mother works in a bank.
			The woman who her car broke down called a taxi.
			They live in a house which its garden is enormous.`,
			`I know a girl that her friends call Lola.
			The house that her grandmother lives in is very old.
			I told a friend that her mother was ill.`},
		{GerundNumber, `Reading books help beginners.
			Reading books are boring.`,
			`Reading glasses help me a lot.
			Growing children need milk.
			Reading books helps me a lot.
			They were reading books.`},
		{PersonAndTo, `She suggested me to go to the doctor.
			He suggested us to take a taxi.
			I hope you to come to my wedding.`,
			`She asked me to go to the doctor.
			She suggested a walk to the lake.
			He suggested that we take a taxi.
			He proposed a plan to save the school.`},
		{LostPassive, `My bike needs to fixed before the weekend.
			The meat has to cooked for two hours.
			This kind of cheese is making from goat's milk.`,
			`My bike needs to be fixed before the weekend.
			The company is making from three to five cars a day.
			I got used to closed windows in the winter.`},
		{PastAndPresent, `The wolf opened the door, saw the girl and eat her.
			She came home, sat on the sofa and fall asleep.`,
			`We saw him stop, look around and leave the room.
			My mother helped me cut the bread and make the salad.
			Did he stop and ask?`},
		{YearsHad, `My grandmother, who has ninety years, lives alone.`,
			`My grandmother, who has ninety cats, lives alone.`},
		{LastingTime, `The lift doesn't work since the storm damaged it.
			My dog is ill since it ate that fish.
			So far I read two chapters.`,
			`He doesn't need a lift since his brother came.
			I don't go there any more since the owner shouted at us.`},
		{TimeAhead, `This time tomorrow we will fly over the Atlantic.
			At this time next week she will sit in the sun.`,
			`This time tomorrow we will fly to Rome.
			This time tomorrow I will be in Paris.`},
		{Conditional, `I wish I didn't eat so many churros this morning.
			He wishes he didn't shout at her last night.`,
			`I wish I didn't have to work this morning.
			I wish she didn't call me every night.`},
		{PastAndPresent, `A long time ago there was a dragon that has two heads.
			He woke up, brushes his teeth and went to work.`,
			`There was a boy who looks like you.
			There was once a poet who lived here.`},
		{LostPassive, `I had my car wash yesterday.
			They had the roof repair last year.`,
			`We had the car wash yesterday.
			We had the boiler service last week and it was expensive.`},
		{SinceInPast, `He has been in a wheelchair since he falls off a ladder.
			I have hated planes since I see that film.`,
			`He has been careful since he falls easily.
			We have booked early since the train leaves at six.`},
		{SinceInPast, `They didn't play together since the band broke up.
			Nothing changed here since I was a child.`,
			`I didn't tell him since he went to bed early.`},
		{PerfectThen, `He has been happier since he has changed jobs.`,
			`He has been happier since he changed jobs.`},
		{CauseOfPast, `I was so nervous before the exam that I can't eat.
			It was dark in the cave, so we can't see anything and we went back.`,
			`The town changed so much that you can't recognize it.
			He fell so badly that he can't walk any more.
			I broke my arm, so I can't write.`},
		{PastAndPresent, `The waiter was rude, so we don't leave a tip and we never went back.
			A man who wears a long coat came into the shop.
			When we were kids we used to go to the lake, and my brother always falls in.`,
			`A man who wears a black coat every day came in.
			The woman who lives next door came to see us.`},
		{Conditional, `We go to the beach if the weather will be good.
			I tell her the truth if I will see her.
			If the shop will be closed, I buy the milk.`,
			`I don't know if I will see her.
			I wonder if she will pass.
			If it rains, we stay at home.`},
		{BaseAfterBe, `The shops are close at two.
			One of the plates was break.`,
			`The shops are close to the station.
			The shops are closed at two.`},
	} {
		for text := range strings.Lines(row.seen) {
			a := Analyze(strings.TrimSpace(text))
			assert.Contains(t, a.Patterns, row.pattern, a.Text)
			assert.NotEqual(t, NotVerb, a.Reason, a.Text)
		}
		for text := range strings.Lines(row.unseen) {
			a := Analyze(strings.TrimSpace(text))
			assert.False(t, slices.Contains(a.Patterns, row.pattern), "%s: %v", a.Text, a.Patterns)
			assert.Equal(t, a.Text, a.Corrected())
		}
	}
}
