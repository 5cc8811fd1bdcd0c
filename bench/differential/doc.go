// Package differential has the test that compares the grammar with validators that others wrote, on random schemas and
// documents:
//
//	go test ./differential -run TestNothingIsFound/odd -pairs 1000000 -seed 42 -timeout 0 -v
//
// Two generators draw them: usual, of all keywords, and odd, of few that meet often.
//
// Every pair of a schema and a document is judged by [grammar.Grammar.Check] and by two validators; where the two agree
// with each other and not with the grammar, that is a finding. So is whatever the grammar contradicts itself in: bytes
// that Next or Mask lists and Feed refuses, or the other way round, samples and completions that Check refuses, exports that
// refuse a document without listing a narrowing, panics, and a schema that has no document by Compile and one by the
// validators. What is known to differ, with a reason, is counted apart. Findings are shrunk before they are told.
//
// The same seed gives the same pairs. With -only N the schema numbered N is told and compared alone.
package differential
