// Package spanish knows the Spanish of an English verb and conjugates it, and puts simple English
// sentences into Spanish.
//
// [Gloss] names the Spanish verb a tutor would say for an English one, with a note for the learner;
// [Conjugate] forms a Spanish verb phrase in our five tenses and six persons; [Lookup] joins the two
// for the tool of that name. [Compose] puts a whole sentence into Spanish, given its words and its
// verb groups ([Group]), with the words of es_words.tsv.
//
// Compose would rather say nothing: it is false unless every word is known and the construction has
// one rendering that we are sure of. What it handles is listed there. All tables are read on first
// use, in about a millisecond; everything here is safe for concurrent use.
package spanish
