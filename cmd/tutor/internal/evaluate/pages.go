package evaluate

const pageHead = `# Evaluation

Made by ` + "`tutor eval --page`" + `; do not edit. To make it again:

` + "```sh\n%s\n```" + `

%s, on %s.

Shares are in percent, with how many of how many, and the interval in which they lie with
95 %% confidence if the suite is a fair sample. *fixed*: errors that became
an accepted sentence. *harm*: right sentences that were changed. *detected*: of the items
where any change counts. *contract*: answers right to the letter: sentence, scope, rules,
reason, notes, Spanish. *edits*: made in 1,000 right sentences. No figure is an average
over suites.
`

const pageFoot = `
## What is not covered

- The sentences of the public suites are short, and most are generated; what learners write
  freely is longer and has several errors at once. No such text is measured here.
- These are the development parts of the suites. The rules were made with them at hand, so
  the figures are what was reached on known sentences, not a forecast.
- Only verbs are judged. A sentence with another error counts as right when its verbs are.
- The Spanish is compared where the contract suite gives one; where it gives none, or leaves
  it open, a wrong gloss is not seen.
- Each sentence was corrected once. For a model that draws at random the figures move.
- Whether the explanations help anybody to learn was not measured.
`

const tableHead = `# Strategies side by side

Made by ` + "`tutor eval --table`" + `; do not edit. To make it again:

` + "```sh\n%s\n```" + `

%s, on %s.

*right*: items of which all is as the suite wants it, in percent, with how many of how many, and the
interval in which they lie with 95 %% confidence if the suite is a fair sample (Wilson). *fixed*: errors
that became an accepted sentence. *harm*: right sentences that were changed. *final*: runs that gave an
answer; every other run ended too, with the name of its reason, and leaves its sentence as it was, which
is right where that has no error.
*against*: how many items came right and went wrong, compared with the row named, and how probable a
difference at least as large is by chance (McNemar's exact test on the same items; nothing is corrected
for there being many rows). Costs are means for an item: decisions are the executor's, model calls those
of all roles, tokens what all roles read and wrote%s.
`

const tableFoot = `
## What is not shown

- Where a model makes no mistakes, no policy can mend any: the rows of the rules show what strategies
  cost, those of the random model what the grammar alone is worth.
- The rules plan one plan step for the whole sentence and find every plan sound and every answer right.
  What a planner, a critic or a reflector is worth with a model that has a mind of its own is not
  measured here.
- Tokens of both are estimates, a third of the bytes.
`
