// Package tiny is the embedded model: a llama of a few million weights that plays the tutor's
// executor, run in pure Go under the token mask of the grammar.
//
// Text is 256 bytes and 57 pieces, the fixed strings of the wire format ([Encode], [Vocabulary]). A
// [Speller] walks a grammar in such tokens and parts what is forced from what is a choice; only at
// choices the network is asked.
package tiny
