// Package tiny is the embedded model: a llama of a few million weights that plays the tutor's
// executor, run in pure Go under the token mask of the request's grammar.
//
// [Open] reads a GGUF file, [Embedded] the one in this binary; the [Model] they return is safe for
// concurrent use. Text is 256 bytes and 57 pieces, the fixed strings of the wire format ([Encode],
// [Vocabulary]). A [Speller] walks the grammar in such tokens and parts what is forced from what is
// a choice: the network is asked at choices only, and what is forced at the end of a document never
// passes through it. Each decision reads only what the one before it has not.
//
// The same request gives the same bytes, whatever was asked before and beside it, on one machine
// with one binary. Other processors add up differently, so near ties may fall otherwise there.
package tiny
