// Package tiny runs a small llama, a few million weights in a GGUF file, in pure Go under the token mask of
// the request's grammar.
//
// [Open] reads a file; the [Model] it returns is safe for concurrent use. The file also holds the
// [Tokenizer]: text is bytes and pieces, the fixed strings of the format that the weights were trained to
// write. The package knows no pieces, no prompts and no task of its own. A [TokenMatcher] walks the grammar in
// such tokens and separates what is forced from what is a choice: the network is asked at choices only, and
// what is forced at the end of a document never passes through it. The states of finished requests are kept,
// so a request feeds only the tokens after the prefix that it shares with one of them.
//
// The same request gives the same bytes, whatever else was asked, on one machine with one binary. Other
// processors add up in another order, so near ties may be decided differently there.
package tiny
